"""The six CPUs with two players left: the trained strategy, tilted by a profile's three numbers.

Of what the strategy mixes, an aggressive CPU bets and raises more, a tight one folds more, and one who snows often
bets more where the last draw has left him without a badugi. What makes them who they are is kept from their own rules:
when they snow and break, that a snow stays pat, bets, and gives up to a bet or raise, that whoever drew fewest bets,
and that nobody re-raises before the draw with two cards or more to draw.
"""

from gutshot.agents.badugi.breaking import discards
from gutshot.agents.badugi.decision import dice, draws_left, drew_fewest
from gutshot.agents.badugi.odds import beat_all, best_option
from gutshot.agents.badugi.profiles import AGGRESSION, BLUFF, TIGHTNESS
from gutshot.agents.badugi.ranges import Odds
from gutshot.agents.badugi.snow import is_snowing, may_snow
from gutshot.agents.badugi.solved import BET_DICE, DRAW_DICE
from gutshot.agents.badugi.states import HIGH_CARD, STATE_SIZE, seat_state
from gutshot.blueprint.badugi.at_table import bet_number, faces_bet, hand_class, pick, place_of, read_mix
from gutshot.blueprint.badugi.hands import thrown
from gutshot.cards.badugi import CARDS
from gutshot.games.betting import FOLD, raise_bounds, to_call
from gutshot.games.row import ACTOR, DRAWING, HOLE, MAX_HOLE, PHASE, RAISES, STREET, Row
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Floats, Reals

# How strongly a number tilts what it is about: a share is multiplied by the number to this power.
_EAGER, _CAREFUL, _BOLD = 1.0, 1.0, 6.0
_MOST_TILTED = 1.5  # so much more, or less, at most
_USUAL_SNOW = 0.17
_LAST = 3
_GREAT = 6  # a badugi so low raises always
SNOW_DICE = 2


@kernel
def choose_tempered(rules: Row, row: Row, profile: Reals, seed: int, tables: Odds, shares: Floats) -> int:
    """The action number of a decision that the strategy knows, as a CPU takes it."""
    seat = row[ACTOR]
    state = seat_state(row, seat)
    if row[PHASE] == DRAWING:
        return _draw(rules, row, seat, state, profile, seed, tables, shares)
    owed, amount = to_call(row), raise_bounds(rules, row)[0]
    if is_snowing(row, seat, state):
        return FOLD if owed > 0 else amount
    if (owed == 0 and drew_fewest(row, seat)) or (STATE_SIZE[state] == CARDS and HIGH_CARD[state] <= _GREAT):
        return amount
    start, width = place_of(rules, row)
    read_mix(tables.codes, start, width, hand_class(row, seat), shares)
    _tilt(row, state, profile, shares, width)
    return bet_number(rules, row, pick(shares, width, dice(row, seat, seed, BET_DICE)))


@kernel
def _draw(rules: Row, row: Row, seat: int, state: int, profile: Reals, seed: int, tables: Odds, shares: Floats) -> int:
    """How many the strategy draws; a snow where its profile wants one, and a badugi is broken where that gains."""
    if is_snowing(row, seat, state):
        return 0
    beat_all(row, seat, tables, shares)
    option, equity = best_option(tables, state, draws_left(row), shares)
    if STATE_SIZE[state] == CARDS:
        return discards(row, seat, state, option)
    if may_snow(row, seat, state, equity) and dice(row, seat, seed, SNOW_DICE) < profile[BLUFF]:
        return 0
    start, width = place_of(rules, row)
    read_mix(tables.codes, start, width, hand_class(row, seat), shares)
    shares[0] = 0.0
    count = pick(shares, width, dice(row, seat, seed, DRAW_DICE))
    if count == 0:
        count = min(CARDS - STATE_SIZE[state], width - 1)
    return thrown(row[HOLE + MAX_HOLE * seat :][:CARDS], count)


@inline_kernel
def _tilt(row: Row, state: int, profile: Reals, shares: Floats, width: int) -> None:
    """More raises for the aggressive, more folds for the tight, and no re-raise that the rules forbid."""
    call = 1 if faces_bet(row) else 0
    if call:
        shares[0] *= profile[TIGHTNESS] ** _CAREFUL
    if width > call + 1:
        shares[call + 1] *= profile[AGGRESSION] ** _EAGER
        if row[STREET] == _LAST and STATE_SIZE[state] < CARDS:
            boldness = (profile[BLUFF] / _USUAL_SNOW) ** _BOLD
            shares[call + 1] *= min(max(boldness, 1.0 / _MOST_TILTED), _MOST_TILTED)
        if row[STREET] == 0 and row[RAISES] > 0 and STATE_SIZE[state] < 3:
            shares[call] += shares[call + 1]
            shares[call + 1] = 0.0
