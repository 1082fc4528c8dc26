"""Snowing: to stand pat without a badugi and bet as if it were one.

Where every opponent has just drawn, a pat hand looks made, so a bet often wins at once. A snow stays pat and bets on
every later street, and gives up to a bet or raise.
"""

from gutshot.agents.badugi.draws import last_drawn
from gutshot.agents.badugi.states import STATE_SIZE
from gutshot.games.row import LIVE, RAISES, SEATS, STACK, STREET, Row
from gutshot.kernel import kernel

_MOST_OPPONENTS = 2
_MOST_EQUITY = 0.25


@kernel
def may_snow(row: Row, seat: int, state: int, equity: float) -> bool:
    """Whether a draw is a spot to begin a snow: second or third draw, a broken hand that is behind, opponents drawing.

    A bluff needs opponents who can fold: not many, with chips, and without a re-raise on the street before.
    """
    if STATE_SIZE[state] == 4 or row[STREET] < 2 or row[RAISES] > 1 or equity >= _MOST_EQUITY:
        return False
    if row[STACK + seat] == 0 or last_drawn(row, seat) == 0:
        return False
    opponents = 0
    for other in range(row[SEATS]):
        if other != seat and row[LIVE] >> other & 1:
            opponents += 1
            if last_drawn(row, other) < 1 or row[STACK + other] == 0:
                return False
    return opponents <= _MOST_OPPONENTS


@kernel
def is_snowing(row: Row, seat: int, state: int) -> bool:
    """Whether the seat stood pat on its latest draw without a badugi."""
    return STATE_SIZE[state] < 4 and last_drawn(row, seat) == 0
