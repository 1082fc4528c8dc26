"""The plain tight player, a baseline: good hands only, no reading of opponents, no bluffs.

It plays the early chart from every seat, draws to its best subset, bets made hands, and calls with a draw only
while one small bet or less is asked for it.
"""

from gutshot.agents.badugi.breaking import discards
from gutshot.agents.badugi.charts import FOLD_HAND, chart_verdict
from gutshot.agents.badugi.decision import draws_left
from gutshot.agents.badugi.position import EARLY
from gutshot.agents.badugi.states import HIGH_CARD, STATE_SIZE, seat_state
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.row import ACTOR, DRAWING, PHASE, RAISES, STREET, Row
from gutshot.games.rules import BET_SIZE
from gutshot.kernel import kernel

_RAISING_HIGH = 8
_DRAWING_HIGH = 7


@kernel
def decide_tight(rules: Row, row: Row) -> int:
    """The actor's action number, as `cpu.decide` gives it."""
    seat = row[ACTOR]
    state = seat_state(row, seat)
    if row[PHASE] == DRAWING:
        return discards(row, seat, state, 0)
    owed = to_call(row)
    if row[STREET] == 0 and chart_verdict(state, EARLY, 1.0) == FOLD_HAND:
        return FOLD if owed > 0 else CALL
    made = STATE_SIZE[state] == 4
    if made and (owed == 0 or HIGH_CARD[state] <= _RAISING_HIGH) and row[RAISES] < 3:
        return raise_bounds(rules, row)[0]
    if owed == 0 or made:
        return CALL
    good_draw = STATE_SIZE[state] == 3 and HIGH_CARD[state] <= _DRAWING_HIGH and draws_left(row) > 0
    return CALL if good_draw and owed <= rules[BET_SIZE + row[STREET]] else FOLD
