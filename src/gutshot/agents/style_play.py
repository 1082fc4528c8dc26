"""How a style decides: charts before the flop, equity against estimated ranges after it.

After the flop `read_equity` gives the share of the pot to expect. Good hands bet and raise the more often the better
they are, draws bet some of the time, hopeless hands bluff as often as the style does, and calls compare equity with
the price. Every threshold is for one opponent; against several the share is scaled to what is fair among them.
"""

from gutshot.agents.agent import HOLDEM, PARAMS, AgentKind, Builtin, Params
from gutshot.agents.preflop_charts import (
    CHART_SIZE,
    SHORT_DEPTH,
    chart,
    chart_place,
    depth_of,
    position_of,
    price_factor,
    situation_of,
)
from gutshot.agents.preflop_order import PERCENTILE
from gutshot.agents.range_reading import read_equity
from gutshot.agents.style_profiles import STYLES, Style
from gutshot.agents.texture import wetness
from gutshot.cards.combo_index import combo_index
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.public_record import LAST_RAISER
from gutshot.games.row import (
    ACTOR,
    BET,
    BLIND,
    HIGH,
    HOLE,
    LIVE,
    MAX_HOLE,
    POT,
    RAISES,
    SEATS,
    STACK,
    STREET,
    Row,
)
from gutshot.games.rules import BET_SIZE
from gutshot.games.shuffle import random_word
from gutshot.kernel import inline_kernel, kernel

# Places of a style's numbers after its chart.
BLUFF = CHART_SIZE
BET_EAGERNESS = CHART_SIZE + 1
CALL_FACTOR = CHART_SIZE + 2
BET_SHARE = CHART_SIZE + 3
assert BET_SHARE < PARAMS

_WORD = 4294967296.0
_JITTER = 0.03  # of the hand order: the edge of a chart is not a cliff
_OPEN_BLINDS = 2.6
_RERAISE = 3.0
_RERAISE_AGAIN = 2.3
_COMMITTED = 0.6  # a bet of more than this part of the stack is all of it

_FAIR = 0.5
_BET_SLOPE = 2.6
_INITIATIVE = 0.12
_RAISE_FROM = 0.68
_EACH_RAISE = 0.08
_RAISE_SLOPE = 3.0
_MOST_OFTEN = 0.95
_DRAW_GAIN = 0.10
_DRAW_BET = 0.3
_HOPELESS = 0.42
_BLUFF_RAISE = 0.2


@inline_kernel
def _roll(dice: Row) -> float:
    """A number in [0, 1)."""
    return random_word(dice, 0) / _WORD


@kernel
def decide_style(rules: Row, view: Row, record: Row, params: Params, dice: Row, reading: Row) -> int:
    """The actor's action number."""
    if view[STREET] == 0:
        return _before_flop(rules, view, params, dice)
    return _after_flop(rules, view, record, params, dice, reading)


@kernel
def _before_flop(rules: Row, view: Row, params: Params, dice: Row) -> int:
    seat, owed = view[ACTOR], to_call(view)
    hole = HOLE + MAX_HOLE * seat
    place = PERCENTILE[combo_index(view[hole], view[hole + 1])] + _JITTER * (_roll(dice) - 0.5)
    depth = depth_of(view, seat, rules[BET_SIZE])
    at = chart_place(depth, position_of(view, seat), situation_of(view))
    raising, playing = params[at], params[at + 1]
    low, high = raise_bounds(rules, view)
    if place < raising and high > 0:
        return _opening_amount(rules, view, depth, low, high)
    playing = raising + (playing - raising) * price_factor(owed, view[STACK + seat], view[POT])
    if owed == 0 or place < playing:
        return CALL
    return FOLD


@kernel
def _opening_amount(rules: Row, view: Row, depth: int, low: int, high: int) -> int:
    """An open of two to three big blinds and one for each limper; then three times the bet; all-in when short."""
    if depth == SHORT_DEPTH:
        return high
    blind = rules[BET_SIZE]
    if view[RAISES] == 0:
        amount = _OPEN_BLINDS * blind
        for seat in range(view[SEATS]):
            if view[BET + seat] > abs(view[BLIND + seat]) and seat != view[ACTOR]:
                amount += blind
    else:
        amount = view[HIGH] * (_RERAISE if view[RAISES] == 1 else _RERAISE_AGAIN)
    return _legal_amount(amount, view, low, high)


@inline_kernel
def _legal_amount(amount: float, view: Row, low: int, high: int) -> int:
    """The amount within its bounds; one that commits the stack becomes all-in."""
    if amount > _COMMITTED * (view[STACK + view[ACTOR]] + view[BET + view[ACTOR]]):
        return int(high)
    return int(min(max(int(amount), low), high))


@inline_kernel
def _opponents(view: Row) -> int:
    count = -1
    for seat in range(view[SEATS]):
        count += view[LIVE] >> seat & 1
    return count


@kernel
def _after_flop(rules: Row, view: Row, record: Row, params: Params, dice: Row, reading: Row) -> int:
    equity, now = read_equity(view, record, dice, reading)
    opponents = _opponents(view)
    strength = min(1.0, equity * (opponents + 1) / 2)
    owed = to_call(view)
    low, high = raise_bounds(rules, view)
    roll = _roll(dice)
    if owed == 0:
        if high > 0 and roll < _bet_chance(view, record, params, strength, equity - now, opponents):
            return _bet_amount(view, params, strength, low, high, dice)
        return CALL
    if high > 0 and roll < _raise_chance(view, params, strength, opponents):
        return _bet_amount(view, params, strength, low, high, dice)
    price = owed / (view[POT] + owed)
    return CALL if equity * params[CALL_FACTOR] >= price else FOLD


@kernel
def _bet_chance(view: Row, record: Row, params: Params, strength: float, gain: float, opponents: int) -> float:
    """How likely a bet is when nothing is owed: for value, as a draw with fold equity, or as a bluff."""
    eagerness = params[BET_EAGERNESS]
    chance = 0.0
    if strength > _FAIR:
        chance = eagerness * _BET_SLOPE * (strength - _FAIR)
    elif gain > _DRAW_GAIN:
        chance = eagerness * _DRAW_BET
    if record[LAST_RAISER + view[STREET] - 1] == view[ACTOR]:
        chance += eagerness * _INITIATIVE
    if strength < _HOPELESS:
        chance = max(chance, params[BLUFF] * (1.2 - 0.4 * wetness(view)) / opponents)
    return min(_MOST_OFTEN, chance)


@kernel
def _raise_chance(view: Row, params: Params, strength: float, opponents: int) -> float:
    """How likely a raise is when facing a bet; every earlier raise requires a better hand."""
    start = _RAISE_FROM + _EACH_RAISE * (view[RAISES] - 1)
    chance = params[BET_EAGERNESS] * _RAISE_SLOPE * (strength - start)
    if strength < _HOPELESS and view[RAISES] == 1:
        chance = max(chance, params[BLUFF] * _BLUFF_RAISE / opponents)
    return float(min(_MOST_OFTEN, chance))


@kernel
def _bet_amount(view: Row, params: Params, strength: float, low: int, high: int, dice: Row) -> int:
    """A share of the pot after calling: more on wet boards and with strong hands, never quite the same."""
    share = params[BET_SHARE] * (0.75 + 0.5 * wetness(view)) * (0.85 + 0.3 * _roll(dice))
    if strength > 0.85:
        share *= 1.2
    return _legal_amount(view[HIGH] + share * (view[POT] + to_call(view)), view, low, high)


def style_params(style: Style) -> tuple[float, ...]:
    """A style's chart and temper as the kernel reads them."""
    settings = style.settings
    temper = (style.targets.bluff / 100, settings.bet, settings.call, style.bet_size)
    return tuple(chart(settings).ravel().tolist()) + temper


STYLE_AGENTS: tuple[Builtin, ...] = tuple(
    Builtin(f"style:{style.name}", style.about, AgentKind.STYLE, style_params(style), (HOLDEM,)) for style in STYLES
)
