"""Where a seat stands in the order of action: early, middle or late.

Seats are counted from the first to act after a draw, the left of the button, over the seats still in the hand;
so the button is always the last and late. The blinds are early: they act first on every later street.
"""

from dataclasses import dataclass
from enum import IntEnum

from gutshot.errors import BadConfig
from gutshot.games.row import BUTTON, LIVE, SEATS, Row
from gutshot.kernel import kernel


class PositionClass(IntEnum):
    """A third of the order of action."""

    EARLY = 0
    MIDDLE = 1
    LATE = 2


EARLY = int(PositionClass.EARLY)
MIDDLE = int(PositionClass.MIDDLE)
LATE = int(PositionClass.LATE)


@kernel
def active_count(row: Row) -> int:
    """How many seats have not folded."""
    active = 0
    for seat in range(row[SEATS]):
        active += row[LIVE] >> seat & 1
    return active


@kernel
def acting_before(row: Row, seat: int) -> int:
    """How many seats still in the hand act before this one after a draw."""
    before = 0
    other = row[BUTTON]
    for _ in range(row[SEATS]):
        other = other + 1 if other + 1 < row[SEATS] else 0
        if other == seat:
            break
        before += row[LIVE] >> other & 1
    return before


@kernel
def category_of(relative_position: int, active_players: int) -> int:
    """EARLY for the first third (rounded up), LATE from two thirds on (rounded down), else MIDDLE."""
    if relative_position < (active_players + 2) // 3 and relative_position < active_players - 1:
        return EARLY
    return LATE if relative_position >= active_players * 2 // 3 else MIDDLE


@dataclass(frozen=True)
class PositionContext:
    """A seat's place in the order of action among the seats still in the hand."""

    relative_position: int  # how many of them act before this seat after a draw
    active_players: int
    player_index: int
    dealer_index: int

    def __post_init__(self) -> None:
        if self.active_players < 2:
            raise BadConfig(f"{self.active_players} active players: a position needs at least 2")
        if not 0 <= self.relative_position < self.active_players:
            raise BadConfig(f"relative position {self.relative_position}: expected 0 to {self.active_players - 1}")

    @property
    def category(self) -> PositionClass:
        """Early, middle or late."""
        return PositionClass(int(category_of(self.relative_position, self.active_players)))


def position_context(row: Row, seat: int) -> PositionContext:
    """The context of a seat in a hand that is being played."""
    return PositionContext(int(acting_before(row, seat)), int(active_count(row)), seat, int(row[BUTTON]))
