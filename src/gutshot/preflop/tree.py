"""A public betting tree before the flop as flat arrays: who acts, what leads where, and how every line ends.

Nodes are numbered depth first, so parents come before children. Seats count from the small blind: 0 posts it, 1 posts
the big blind, the last one is the button (heads-up the small blind is the button). What is paid counts in big blinds,
actions in chips of which a big blind is 1,000.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import IllegalAction
from gutshot.games.actions import Action
from gutshot.games.lines import Deal, line_after, parse_line, pick, require_seat
from gutshot.games.seats import position_names

CHIPS = 1000
"""Chips of a big blind."""
ROOT = 0
NOBODY = -1


class EndKind(IntEnum):
    """How a line ends: all but one folded, all who are left are all-in, or a flop comes."""

    FOLD = 0
    ALL_IN = 1
    FLOP = 2


@dataclass(frozen=True)
class End:
    """The end of a line: who is left, and what every seat has put in (what nobody matched included)."""

    node: int
    kind: EndKind
    live: tuple[int, ...]
    paid: tuple[float, ...]

    @property
    def pot(self) -> float:
        return sum(self.paid)


@dataclass
class Node:
    """One node while the tree grows; `action` is what led here."""

    actor: int
    parent: int
    action: Action | None
    children: list[int] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class PreflopTree:
    """`nodes` in depth-first order and `ends` in the order of their nodes."""

    seats: int
    nodes: Sequence[Node]
    ends: Sequence[End]

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def actor(self) -> NDArray[np.int64]:
        return np.array([node.actor for node in self.nodes], dtype=np.int64)

    @cached_property
    def parent(self) -> NDArray[np.int64]:
        return np.array([node.parent for node in self.nodes], dtype=np.int64)

    @cached_property
    def child_count(self) -> NDArray[np.int64]:
        return np.array([len(node.children) for node in self.nodes], dtype=np.int64)

    @cached_property
    def place(self) -> NDArray[np.int64]:
        """Which action of its parent leads to each node."""
        return np.array([self._place(number) for number in range(len(self))], dtype=np.int64)

    def _place(self, number: int) -> int:
        return 0 if number == ROOT else self.nodes[self.nodes[number].parent].children.index(number)

    @cached_property
    def end_nodes(self) -> NDArray[np.int64]:
        return np.array([end.node for end in self.ends], dtype=np.int64)

    def decisions(self) -> Iterator[int]:
        """The nodes at which somebody acts."""
        return (number for number, node in enumerate(self.nodes) if node.actor != NOBODY)

    def actions(self, number: int) -> tuple[Action, ...]:
        """What a seat may do, amounts in chips."""
        children = (self.nodes[child].action for child in self.nodes[number].children)
        return tuple(action for action in children if action is not None)

    def line(self, number: int) -> str:
        """The actions that lead to a node, as in `"raise 2.5bb,call"`; nothing at the root."""
        texts: list[str] = []
        while (action := self.nodes[number].action) is not None:
            texts.append(action.text(CHIPS))
            number = self.nodes[number].parent
        return reduce(line_after, reversed(texts), "")

    def _name(self, seat: int) -> str:
        names = position_names(self.seats)
        return (names if self.seats == 2 else (*names[1:], names[0]))[seat]

    def find(self, line: str) -> int:
        """The node a line leads to."""
        number = ROOT
        for step in parse_line(line, CHIPS, small_in_blinds=True):
            if isinstance(step, Deal):
                raise IllegalAction(f"line {line!r}: no '{step}' there, the line ends before the flop")
            if self.nodes[number].actor != NOBODY:
                require_seat(step, self._name(self.nodes[number].actor), line)
            number = self.nodes[number].children[pick(step, self.actions(number), line, CHIPS)]
        return number
