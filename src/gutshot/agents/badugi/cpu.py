"""The decision of the six CPU opponents: one strategy, three numbers of personality.

Before the first draw an unraised pot is played by the opening chart; late seats to whom all have folded raise wider.
Everything else is played by equity: against the ranges that the draws and the betting of each opponent suggest,
bet and raise by the share of the pot it is worth, call by the price, draw for the best chance. On top of that come
the plays that equity alone does not see: snows, the bet of whoever drew fewest, caution against pat hands, and
heads-up a defence with the better hands against bets that the estimates believe too much.
"""

from gutshot.agents.badugi.breaking import discards
from gutshot.agents.badugi.charts import CALL_HAND, FOLD_HAND, RAISE_HAND, chart_verdict
from gutshot.agents.badugi.decision import dice, draws_left, drew_fewest, is_first_in, is_full_price
from gutshot.agents.badugi.draws import LEVELS, history_code, pats_in_a_row
from gutshot.agents.badugi.odds import Scratch, beat_all, beat_all_now, best_option, required_equity
from gutshot.agents.badugi.position import LATE, acting_before, active_count, category_of
from gutshot.agents.badugi.profiles import AGGRESSION, BLUFF, TIGHTNESS
from gutshot.agents.badugi.ranges import Odds
from gutshot.agents.badugi.snow import is_snowing, may_snow
from gutshot.agents.badugi.solved import choose_in_crowd, choose_solved, crowd_place
from gutshot.agents.badugi.states import HIGH_CARD, STATE_SIZE, seat_state
from gutshot.agents.badugi.temper import choose_tempered
from gutshot.blueprint.badugi.at_table import is_known
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.row import ACTOR, DRAWING, LIVE, PHASE, POT, RAISES, SEATS, STREET, Row
from gutshot.games.rules import BET_SIZE
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Reals

_BET_DICE = 1
_SNOW_DICE = 2

# Shares of the pot (heads-up: equity) from which a bet or a raise begins, and over how much it becomes certain.
_BET_FROM = 0.50
_RAISE_FROM = 0.58
_EACH_RAISE = 0.05
_WIDTH = 0.08
# A call costs this much more per draw to come (from two on), since a draw cannot count on a cheap showdown, and this
# much more per draw in a row on which an opponent stood pat.
_PER_DRAW = 0.08
_PAT_CAUTION = 0.15
# Heads-up, the share of the defence that stops a bluffer with any cards (fold at most bet / pot of one's hands).
_DEFENCE = 0.6

_STEAL_HIGH = (0, 0, 3, 10, 13)


@kernel
def _is_steal(state: int, tightness: float) -> bool:
    """Whether a late seat raises the hand when all have folded to it."""
    size = STATE_SIZE[state]
    return bool(size == 4 or HIGH_CARD[state] <= int(_STEAL_HIGH[size] / tightness + 1e-9))


@kernel
def _raise_or_call(rules: Row, row: Row) -> int:
    """The one legal raise_to of a fixed limit, or a call where the cap or the stacks forbid it."""
    return raise_bounds(rules, row)[0]


@kernel
def _equity(row: Row, seat: int, state: int, tables: Odds, scratch: Scratch) -> tuple[int, float]:
    """The best way to draw and the chance to win by it."""
    left = draws_left(row)
    if left == 0:
        return 0, beat_all_now(row, seat, state, tables)
    beat_all(row, seat, tables, scratch)
    return best_option(tables, state, left, scratch)


@kernel
def decide(rules: Row, row: Row, profile: Reals, seed: int, tables: Odds, scratch: Scratch) -> int:
    """The actor's action number: FOLD, CALL or a raise_to while betting, a mask of places while drawing."""
    if is_known(row):
        return choose_tempered(rules, row, profile, seed, tables, scratch)
    return decide_among_many(rules, row, profile, seed, tables, scratch)


@kernel
def decide_solved(rules: Row, row: Row, profile: Reals, seed: int, tables: Odds, scratch: Scratch) -> int:
    """As the trained strategies play where they know the decision; else as a CPU of this profile."""
    if is_known(row):
        return choose_solved(rules, row, seed, tables.codes, scratch)
    start = crowd_place(rules, row, tables.crowd)
    if start >= 0:
        return choose_in_crowd(rules, row, seed, tables.crowd, start, scratch)
    return decide_among_many(rules, row, profile, seed, tables, scratch)


@kernel
def decide_among_many(rules: Row, row: Row, profile: Reals, seed: int, tables: Odds, scratch: Scratch) -> int:
    """With three players and more, or before the first draw of a larger table: charts, ranges and odds."""
    seat = row[ACTOR]
    state = seat_state(row, seat)
    if row[PHASE] == DRAWING:
        return choose_draw(row, seat, state, profile, seed, tables, scratch)
    if row[STREET] == 0 and row[RAISES] == 0:
        return _open(rules, row, seat, state, profile, seed, tables, scratch)
    return _play(rules, row, seat, state, profile, seed, tables, scratch)


@kernel
def choose_draw(row: Row, seat: int, state: int, profile: Reals, seed: int, tables: Odds, scratch: Scratch) -> int:
    """Stand pat on a snow, otherwise draw for the best chance; a badugi is broken where that gains equity."""
    if is_snowing(row, seat, state):
        return 0
    option, equity = _equity(row, seat, state, tables, scratch)
    if may_snow(row, seat, state, equity) and dice(row, seat, seed, _SNOW_DICE) < profile[BLUFF]:
        return 0
    return discards(row, seat, state, option)


@kernel
def _open(
    rules: Row, row: Row, seat: int, state: int, profile: Reals, seed: int, tables: Odds, scratch: Scratch
) -> int:
    """An unraised pot before the first draw: the chart, the steal, and the price where a blind has paid part."""
    position = category_of(acting_before(row, seat), active_count(row))
    verdict = chart_verdict(state, position, profile[TIGHTNESS])
    if is_first_in(row, seat) and position == LATE and _is_steal(state, profile[TIGHTNESS]):
        verdict = RAISE_HAND
    if verdict == RAISE_HAND:
        return _raise_or_call(rules, row)
    if verdict == CALL_HAND and is_first_in(row, seat):
        return CALL
    if verdict == FOLD_HAND and is_full_price(row, seat):
        return FOLD
    action = _play(rules, row, seat, state, profile, seed, tables, scratch)
    return CALL if verdict == CALL_HAND and action == FOLD else action


@kernel
def _play(
    rules: Row, row: Row, seat: int, state: int, profile: Reals, seed: int, tables: Odds, scratch: Scratch
) -> int:
    """Bet and raise by the share of the pot, call by the price."""
    owed = to_call(row)
    if is_snowing(row, seat, state):
        return FOLD if owed > 0 else _raise_or_call(rules, row)
    if owed == 0 and drew_fewest(row, seat):
        return _raise_or_call(rules, row)
    option, equity = _equity(row, seat, state, tables, scratch)
    if wants_raise(row, seat, state, option, equity, profile, seed):
        return _raise_or_call(rules, row)
    if owed == 0 or equity >= call_price(rules, row, seat, state, profile):
        return CALL
    if active_count(row) == 2 and standing(row, seat, state, tables) >= 1.0 - _DEFENCE * (1.0 - owed / row[POT]):
        return CALL
    return FOLD


@kernel
def standing(row: Row, seat: int, state: int, tables: Odds) -> float:
    """The chance to beat a quiet player with the seat's own draws: how good the hand is for what it seems to be."""
    twin = history_code(row, seat) * LEVELS
    left = draws_left(row)
    if left == 0:
        return float(tables.beats[twin, state])
    return best_option(tables, state, left, tables.beats_knot[twin])[1]


@kernel
def wants_raise(row: Row, seat: int, state: int, option: int, equity: float, profile: Reals, seed: int) -> bool:
    """More often the more the pot is worth; never a re-raise before the first draw with two or more to draw."""
    if row[STREET] == 0 and row[RAISES] > 0 and max(STATE_SIZE[state] - option, 1) < 3:
        return False
    share = equity * active_count(row) / 2
    start = _RAISE_FROM + _EACH_RAISE * (row[RAISES] - 1) if row[RAISES] > 0 else _BET_FROM
    eagerness = profile[AGGRESSION] * (share - start) / _WIDTH
    return bool(eagerness > 0 and dice(row, seat, seed, _BET_DICE) < eagerness)


@kernel
def call_price(rules: Row, row: Row, seat: int, state: int, profile: Reals) -> float:
    """The equity a call needs: pot odds, a bet still to win on the last draw, the profile, caution against pats."""
    left = draws_left(row)
    made = STATE_SIZE[state] == 4
    implied = rules[BET_SIZE + 3] if left == 1 and not made else 0
    price = required_equity(float(row[POT]), float(to_call(row)), float(implied))
    if left != 1 or made:
        price *= profile[TIGHTNESS]
    if left > 1:
        price *= 1.0 + _PER_DRAW * left
    return price if made else price * (1.0 + _PAT_CAUTION * _most_pats(row, seat))


@kernel
def _most_pats(row: Row, seat: int) -> int:
    """How many draws in a row the most settled opponent has stood pat."""
    most = 0
    for other in range(row[SEATS]):
        if other != seat and row[LIVE] >> other & 1:
            most = max(most, pats_in_a_row(row, other))
    return most
