"""The tree of jam or fold: in turn every seat folds or plays for its whole stack.

Blinds and antes may take a whole stack: that seat is in without being asked. A big blind that nobody opposes, or who
has already paid what those who are in can win of him, is not asked either.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gutshot.errors import BadConfig
from gutshot.games.actions import Action, ActionKind
from gutshot.preflop.tree import NOBODY, End, EndKind, Node, PreflopTree

MOST_SEATS = 6
FOLD, JAM, CALL = Action(ActionKind.FOLD), Action(ActionKind.ALL_IN), Action(ActionKind.CALL)


@dataclass(frozen=True)
class JamTable:
    """Stacks before the hand by seat from the small blind, and what is posted; all in big blinds."""

    stacks: tuple[float, ...]
    ante: float = 0.0
    small_blind: float = 0.5

    def __post_init__(self) -> None:
        if not 2 <= len(self.stacks) <= MOST_SEATS:
            raise BadConfig(f"{len(self.stacks)} players: jam or fold is solved for 2 to {MOST_SEATS}")
        for stack in self.stacks:
            if not 0 < stack <= 1000:
                raise BadConfig(f"stack {stack:g}: expected big blinds above 0, at most 1000")
        if not 0 <= self.ante <= 10:
            raise BadConfig(f"ante {self.ante:g}: expected big blinds from 0 to 10")
        if not 0 <= self.small_blind <= 1:
            raise BadConfig(f"small blind {self.small_blind:g}: expected 0 to 1 big blind")

    @property
    def seats(self) -> int:
        return len(self.stacks)

    @property
    def order(self) -> tuple[int, ...]:
        """Seats as they act: left of the big blind first, the big blind last."""
        return (*range(2, self.seats), 0, 1)

    @property
    def posted(self) -> tuple[float, ...]:
        """What each seat has put in before anybody acts."""
        blinds = (self.small_blind, 1.0, *(0.0,) * (self.seats - 2))
        return tuple(min(stack, self.ante + blind) for stack, blind in zip(self.stacks, blinds, strict=True))

    def must_choose(self, seat: int, jammed: Sequence[int]) -> bool:
        """Whether a seat has anything to decide when its turn comes."""
        if self.posted[seat] >= self.stacks[seat]:
            return False
        if seat != self.order[-1]:
            return True
        return max((self.stacks[other] for other in jammed), default=0.0) > self.posted[seat]

    def is_in(self, seat: int, jammed: Sequence[int]) -> bool:
        """Whether a seat that has no choice is in the pot."""
        return self.posted[seat] >= self.stacks[seat] or seat == self.order[-1]


def jam_tree(table: JamTable) -> PreflopTree:
    """Every line of jam or fold."""
    nodes: list[Node] = []
    ends: list[End] = []
    _grow(table, nodes, ends, 0, (), NOBODY, None)
    return PreflopTree(table.seats, nodes, ends)


def _grow(table: JamTable, nodes: list[Node], ends: list[End], turn: int, jammed: tuple[int, ...], parent: int,
          action: Action | None) -> None:  # fmt: skip
    while turn < table.seats and not table.must_choose(table.order[turn], jammed):
        seat = table.order[turn]
        jammed, turn = (*jammed, seat) if table.is_in(seat, jammed) else jammed, turn + 1
    number = len(nodes)
    over = turn == table.seats
    nodes.append(Node(NOBODY if over else table.order[turn], parent, action))
    if parent >= 0:
        nodes[parent].children.append(number)
    if over:
        ends.append(_end(table, number, tuple(sorted(jammed))))
        return
    _grow(table, nodes, ends, turn + 1, jammed, number, FOLD)
    _grow(table, nodes, ends, turn + 1, (*jammed, table.order[turn]), number, CALL if jammed else JAM)


def _end(table: JamTable, number: int, live: tuple[int, ...]) -> End:
    paid = tuple(table.stacks[seat] if seat in live else table.posted[seat] for seat in range(table.seats))
    if len(live) == 1:
        paid = tuple(table.posted)
    return End(number, EndKind.FOLD if len(live) == 1 else EndKind.ALL_IN, live, paid)
