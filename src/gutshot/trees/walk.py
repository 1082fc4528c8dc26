"""One position of a heads-up spot on the rules engine, betting only: what a tree builder asks at every step.

The engine keeps seat 1 left of the button; the solver counts the out-of-position player as 0, which here is the seat
left of the button, so seats and players are the same numbers with the button at seat 1.
"""

from dataclasses import dataclass
from functools import cached_property

from gutshot.games.betting import CALL, FOLD, bet, raise_bounds, to_call
from gutshot.games.poker import next_street, start_spot
from gutshot.games.row import (
    ACTOR,
    BETTING,
    BUTTON,
    HIGH,
    LIVE,
    PAID,
    PHASE,
    POT,
    RAISES,
    SEATS,
    STACK,
    START,
    STREET,
    TODO,
    Row,
    blank,
)
from gutshot.games.rules import holdem

OOP, IP = 0, 1
NOBODY = -1
_BOTH = 0b11
_RULES = holdem(min_bet=1).packed
_FLOP = 1


@dataclass(frozen=True, eq=False)
class Walk:
    """A position. Streets count 0 flop, 1 turn, 2 river; amounts are raise_to."""

    row: Row

    @classmethod
    def start(cls, pot: int, stack: int, street: int) -> "Walk":
        """Both players with the same stack behind, the out-of-position player to act."""
        row = blank()
        row[SEATS], row[BUTTON] = 2, IP
        row[START : START + 2] = stack
        start_spot(_RULES, row, street + _FLOP, pot)
        return cls(row)

    def after(self, fold: bool, amount: int) -> "Walk":
        """The position after a fold, a bet or raise to `amount`, or (0) a check or call."""
        row = self.row.copy()
        bet(_RULES, row, FOLD if fold else amount or CALL)
        return Walk(row)

    def deal(self) -> "Walk":
        """The next street."""
        row = self.row.copy()
        next_street(_RULES, row)
        return Walk(row)

    @property
    def street(self) -> int:
        return int(self.row[STREET]) - _FLOP

    @property
    def actor(self) -> int:
        return int(self.row[ACTOR]) if self.row[PHASE] == BETTING else NOBODY

    @property
    def folded(self) -> int:
        live = int(self.row[LIVE])
        return NOBODY if live == _BOTH else OOP if live == 1 << IP else IP

    @property
    def high(self) -> int:
        """The highest bet of this street."""
        return int(self.row[HIGH])

    @property
    def to_call(self) -> int:
        return int(to_call(self.row))

    @property
    def bets_made(self) -> int:
        return int(self.row[RAISES])

    @property
    def opens_street(self) -> bool:
        """Whether nobody has acted on this street yet."""
        return int(self.row[TODO]) == _BOTH

    @property
    def matched(self) -> int:
        """What each player has put in and the other has answered."""
        return int(min(self.row[PAID], self.row[PAID + 1]))

    @property
    def pot_after_call(self) -> int:
        return int(self.row[POT]) + self.to_call

    @property
    def all_in(self) -> bool:
        """Whether the betting is over with chips still to be shown down."""
        return int(self.row[STACK] + self.row[STACK + 1]) == 0

    @cached_property
    def _bounds(self) -> tuple[int, int]:
        low, high = raise_bounds(_RULES, self.row)
        return int(low), int(high)

    @property
    def least(self) -> int:
        """The least bet or raise; 0 where none is allowed."""
        return self._bounds[0]

    @property
    def most(self) -> int:
        """All-in; 0 where no bet or raise is allowed."""
        return self._bounds[1]
