"""A spot laid out for a GPU: betting as groups of nodes, and hands in one order on every board.

A street's nodes of one depth and one number of actions are a group, and an array of a group is [boards, nodes, hands],
one array per action. So a step through the tree is one operation over all boards and lines at once, and a flop takes
a few dozen of them per street. What a group needs from the level above lies in few runs, because nodes are sorted by
the shape of what is below them.

Hands keep the order they have at the root on all boards, and those that a board blocks have no reach there. That wastes
a tenth of the memory and saves every index on the way over a dealt card. A showdown is then a product with a
matrix of -1, 0 and 1 per river board, a fold one with the matrix of hands that go together, and an all-in before the
river one with the mean of the matrices below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import COMBO_COUNT, COMBO_MASKS, combos_of_cards
from gutshot.cards.isomorphism import combo_permutations
from gutshot.numeric.arrays import Floats, Ints, Ints32
from gutshot.postflop.boards import CARD_BITS, CARD_MASK, STRENGTH_BITS, BoardSet, Side
from gutshot.postflop.solver import TableLayout
from gutshot.postflop.spot import Spot
from gutshot.postflop.street_betting import Payoffs
from gutshot.postflop.sweeps import RIVER_DEALS, TURN_DEALS
from gutshot.trees.betting_tree import BettingTree, NodeKind

HAND_ROOM = 16
"""Hands are padded to a multiple of it."""
MOST_AT_ONCE = 64
"""Iterations of one call."""

VALUE, SHOWDOWN, FOLD, RUNOUT, LINE = range(5)
"""Where a value comes from: a group, or the leaves of a kind."""


class ActionOrigin(NamedTuple):
    """The action that leads somewhere: of which group, which action, of which of its nodes."""

    group: int
    action: int
    node: int


class ValuePlace(NamedTuple):
    """Where the value after an action is found: the kind of place, the group if it is one, and which of its nodes."""

    kind: int
    group: int
    node: int


Run: TypeAlias = tuple[tuple[int, int], int, int]
"""A source and a range of its nodes."""


def runs_of(places: Sequence[tuple[tuple[int, int], int]]) -> list[Run]:
    """Neighbours in the same source together."""
    found: list[Run] = []
    for source, index in places:
        if found and found[-1][0] == source and found[-1][2] == index:
            found[-1] = (source, found[-1][1], index + 1)
        else:
            found.append((source, index, index + 1))
    return found


@dataclass(frozen=True)
class NodeGroup:
    """Nodes of one depth and actor with the same number of actions."""

    level: int
    actor: int
    actions: int
    nodes: tuple[int, ...]  # in the betting tree
    origins: tuple[ActionOrigin, ...]  # below the first level
    first: int  # on the first level, the line of the first node
    children: tuple[tuple[ValuePlace, ...], ...]  # [actions][nodes]


@dataclass(frozen=True)
class StreetPlan:
    """The betting of one street; leaves of a kind are numbered, `origins[kind]` says where they hang."""

    groups: tuple[NodeGroup, ...]
    lines: int
    origins: dict[int, tuple[ActionOrigin, ...]]
    edge: dict[int, Floats]  # of showdowns and all-ins: what a net hand beaten is worth
    met: dict[int, Floats]  # and a hand met: minus half the rake
    fold: tuple[Floats, Floats]  # what a fold is worth to either player

    @property
    def slots(self) -> tuple[int, int]:
        """Actions of each player."""
        return tuple(sum(g.actions * len(g.nodes) for g in self.groups if g.actor == q) for q in range(2))  # type: ignore[return-value]


def plan_betting(spot: Spot, tree: BettingTree) -> list[StreetPlan]:
    """The betting of every street."""
    payoffs = Payoffs(tree, spot.pot, spot.rake.rate, spot.rake.cap)
    roots, drafts, plans = [0], [], []
    for street in range(tree.config.first_street, 3):
        draft = _StreetDraft(tree, street, roots)
        drafts.append(draft)
        roots = [_after_card(tree, leaf) for leaf in draft.leaves[LINE]]
    for draft, below in zip(drafts, [*drafts[1:], None], strict=True):
        plans.append(draft.finished(payoffs, below.line_order if below else []))
    return plans


def _after_card(tree: BettingTree, leaf: int) -> int:
    return int(tree.children(leaf)[0])


def _settles_in(tree: BettingTree, node: int) -> int | None:
    """The showdown to which an all-in runs out, or None where somebody still acts."""
    while tree.kind[node] == NodeKind.CHANCE:
        node = _after_card(tree, node)
    return node if tree.kind[node] == NodeKind.SHOWDOWN else None


class _StreetDraft:
    """A street while its nodes are numbered."""

    def __init__(self, tree: BettingTree, street: int, roots: list[int]) -> None:
        self._tree, self._street = tree, street
        self._shapes: dict[int, tuple[object, ...]] = {}
        self.groups: list[
            tuple[int, int, int, list[int], list[ActionOrigin]]
        ] = []  # level, actor, actions, nodes, origins
        self.leaves: dict[int, list[int]] = {kind: [] for kind in (SHOWDOWN, FOLD, RUNOUT, LINE)}
        self._origins: dict[int, list[ActionOrigin]] = {kind: [] for kind in self.leaves}
        self._place: dict[int, ValuePlace] = {}
        level = [(node, ActionOrigin(-1, 0, k)) for k, node in enumerate(roots)]
        depth = 0
        while level:
            level = self._add_level(depth, level)
            depth += 1
        first = [origin.node for g in self.groups if g[0] == 0 for origin in g[4]]
        self.line_order = first  # [K] which of the roots each line is

    def _add_level(self, depth: int, level: list[tuple[int, ActionOrigin]]) -> list[tuple[int, ActionOrigin]]:
        """Group the decisions of a level; returns what they lead to."""
        tree, deeper = self._tree, []
        kinds = sorted({(int(tree.child_count[node]), int(tree.actor[node])) for node, _ in level})
        for actions, actor in kinds:
            chosen = [item for item in level if (tree.child_count[item[0]], tree.actor[item[0]]) == (actions, actor)]
            chosen.sort(key=lambda item: self._shape(item[0]))
            number = len(self.groups)
            self.groups.append((depth, actor, actions, [n for n, _ in chosen], [o for _, o in chosen]))
            for index, (node, _) in enumerate(chosen):
                self._place[node] = ValuePlace(VALUE, number, index)
            for action in range(actions):
                for index, (node, _) in enumerate(chosen):
                    child, origin = int(tree.children(node)[action]), ActionOrigin(number, action, index)
                    if self._is_leaf(child):
                        self._add_leaf(child, origin)
                    else:
                        deeper.append((child, origin))
        return deeper

    def _is_leaf(self, node: int) -> bool:
        return bool(self._tree.kind[node] != NodeKind.DECISION or self._tree.street[node] != self._street)

    def _leaf_kind(self, node: int) -> int:
        kind = self._tree.kind[node]
        if kind == NodeKind.CHANCE:
            return LINE if _settles_in(self._tree, node) is None else RUNOUT
        return SHOWDOWN if kind == NodeKind.SHOWDOWN else FOLD

    def _add_leaf(self, node: int, origin: ActionOrigin) -> None:
        kind = self._leaf_kind(node)
        self._place[node] = ValuePlace(kind, 0, len(self.leaves[kind]))
        self.leaves[kind].append(node)
        self._origins[kind].append(origin)

    def _shape(self, node: int) -> tuple[object, ...]:
        """What is below a node, so that equals can lie side by side."""
        if node not in self._shapes:
            if self._is_leaf(node):
                self._shapes[node] = (0, self._leaf_kind(node))
            else:
                children = self._tree.children(node)
                self._shapes[node] = (1, len(children), tuple(self._shape(int(child)) for child in children))
        return self._shapes[node]

    def finished(self, payoffs: Payoffs, line_order: list[int]) -> StreetPlan:
        """With its lines in the order of the street below."""
        for position, line in enumerate(line_order):
            self._place[self.leaves[LINE][line]] = ValuePlace(LINE, 0, position)
        self._origins[LINE] = [self._origins[LINE][line] for line in line_order]
        groups, first = [], 0
        for level, actor, actions, nodes, origins in self.groups:
            children = tuple(
                tuple(self._place[int(self._tree.children(node)[action])] for node in nodes)
                for action in range(actions)
            )
            groups.append(NodeGroup(level, actor, actions, tuple(nodes), tuple(origins), first, children))
            first += len(nodes) if level == 0 else 0
        settled = {
            SHOWDOWN: [payoffs.showdown(leaf) for leaf in self.leaves[SHOWDOWN]],
            RUNOUT: [payoffs.showdown(_settles_in(self._tree, leaf) or 0) for leaf in self.leaves[RUNOUT]],
        }
        return StreetPlan(
            tuple(groups),
            len(self.line_order),
            {kind: tuple(origins) for kind, origins in self._origins.items()},
            {kind: _floats([pay[0] for pay in row]) for kind, row in settled.items()},
            {kind: _floats([pay[1] for pay in row]) for kind, row in settled.items()},
            (
                _floats([payoffs.fold(leaf, 0) for leaf in self.leaves[FOLD]]),
                _floats([payoffs.fold(leaf, 1) for leaf in self.leaves[FOLD]]),
            ),
        )


def _floats(numbers: list[float]) -> Floats:
    return np.array(numbers, dtype=np.float32)


# --- hands and boards ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StreetBoards:
    """How the boards of a street hang below those of the street before."""

    parent: Ints32  # [B]
    live: tuple[Floats, Floats]  # [B, hands] 1 where a hand is possible
    counts: Floats  # [S, P, B] for each renaming of suits and board before, how many real cards the board stands for
    renaming: tuple[Ints32, Ints32]  # [S, hands] whose value each hand takes
    deals: int  # cards that may come

    def with_empty(self, count: int) -> "StreetBoards":
        """With boards that nobody comes to."""
        live = (_with_empty(self.live[0], count), _with_empty(self.live[1], count))
        counts = _with_empty(self.counts, count, 2)
        return replace(self, parent=_with_empty(self.parent, count), live=live, counts=counts)


@dataclass(frozen=True)
class HandPlan:
    """Both players' hands, in one order on all boards."""

    combos: tuple[Ints, Ints]
    rooms: tuple[int, int]  # padded
    reach: tuple[Floats, Floats]
    together: Floats  # [hands, hands] 1 where two hands share no card
    streets: tuple[StreetBoards, ...]  # from the second on
    strengths: tuple[Ints32, Ints32]  # [river boards, hands]; 0 where a hand is not possible

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """How many on every street."""
        return (1, *(len(street.parent) for street in self.streets))


def plan_hands(layout: TableLayout, rooms: tuple[int, int] | None = None, chunks: int = 1) -> HandPlan:
    """The hands of a spot as arrays, padded to `rooms`, and the boards of the last street to so many equal chunks."""
    combos = (layout.combos[0].astype(np.int64), layout.combos[1].astype(np.int64))
    rooms = rooms or (hand_room(len(combos[0])), hand_room(len(combos[1])))
    reach = tuple(np.zeros(room, dtype=np.float32) for room in rooms)
    for row, own in zip(reach, layout.reach, strict=True):
        row[: len(own)] = own
    together = np.zeros(rooms, dtype=np.float32)
    apart = (COMBO_MASKS[combos[0]][:, None] & COMBO_MASKS[combos[1]][None, :]) == 0
    together[: len(combos[0]), : len(combos[1])] = apart
    places = [place_of(own) for own in combos]
    later = list(zip(layout.boards, layout.boards[1:], strict=False))
    streets = tuple(_street_boards(before, boards, places, combos, rooms) for before, boards in later)
    strengths = [_by_root(layout.boards[-1], q, places[q], rooms[q]) for q in range(2)]
    if empty := -len(layout.boards[-1]) % chunks:
        strengths = [_with_empty(rows, empty) for rows in strengths]
        streets = (*streets[:-1], streets[-1].with_empty(empty))
    return HandPlan(combos, rooms, (reach[0], reach[1]), together, streets, (strengths[0], strengths[1]))


def _with_empty(rows: NDArray[Any], count: int, axis: int = 0) -> NDArray[Any]:
    """Boards added on which nobody has a hand."""
    return np.pad(rows, [(0, count if k == axis else 0) for k in range(rows.ndim)])


def hand_room(count: int) -> int:
    """The count rounded up to whole groups of hands."""
    return -(-count // HAND_ROOM) * HAND_ROOM


def place_of(combos: Ints) -> Ints:
    """[1326] where each combo is among these; 0 where it is not."""
    places = np.zeros(COMBO_COUNT, dtype=np.int64)
    places[combos] = np.arange(len(combos))
    return places


def hands_of(side: Side) -> tuple[Ints, Ints, Ints32]:
    """Of all hands on all boards: the board, the combo, and the strength."""
    board = np.repeat(np.arange(len(side.hands)), side.hands)
    combo = combos_of_cards((side.key >> CARD_BITS) & CARD_MASK, side.key & CARD_MASK).astype(np.int64)
    return board, combo, (side.key >> STRENGTH_BITS).astype(np.int32)


def _by_root(boards: BoardSet, player: int, places: Ints, room: int) -> Ints32:
    """[B, hands] strengths, counted from 1."""
    board, combo, strength = hands_of(boards.sides[player])
    found = np.zeros((len(boards), room), dtype=np.int32)
    found[board, places[combo]] = strength + 1
    return found


def _street_boards(
    before: BoardSet, boards: BoardSet, places: list[Ints], combos: tuple[Ints, Ints], rooms: tuple[int, int]
) -> StreetBoards:
    links = boards.links
    parent = np.repeat(np.arange(len(before)), np.diff(links.child_first))
    live = tuple((_by_root(boards, q, places[q], rooms[q]) > 0).astype(np.float32) for q in range(2))
    swaps = sorted(set(boards.mate_swap))
    counts = np.zeros((len(swaps), len(before), len(boards)), dtype=np.float32)
    for board, (first, last) in enumerate(pairwise(links.mate_first)):
        for mate in range(first, last):
            counts[swaps.index(boards.mate_swap[mate]), parent[board], board] += 1
    renaming = [np.tile(np.arange(room, dtype=np.int32), (len(swaps), 1)) for room in rooms]
    for k, swap in enumerate(swaps):
        for q in range(2):
            image = combo_permutations()[swap][combos[q]].astype(np.int64)
            known = np.isin(image, combos[q])
            renaming[q][k, places[q][image[known]]] = np.flatnonzero(known)
    deals = TURN_DEALS if len(boards.boards[0]) == 4 else RIVER_DEALS
    return StreetBoards(parent.astype(np.int32), (live[0], live[1]), counts, (renaming[0], renaming[1]), deals)
