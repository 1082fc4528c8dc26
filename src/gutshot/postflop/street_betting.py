"""The betting of one street as arrays that drive the kernels: the same for every board of that street.

A street is entered by lines: the ways to bet up to it. Its forest has one tree per line (or, after an all-in, a line
that only runs on). For the player whose values are wanted, the opponent's reach lives in columns: one per line, one
per action of the opponent; his own actions leave it alone, so whole subtrees share a column. Values live in rows: one
per decision, one per leaf. Leaves that settle (folds and showdowns) are packed sixteen columns to a tile.

There are two such views. The wide one has a place for every number, so that all of them can be read after a pass. The
tight one, which solves, takes a place again as soon as nobody needs what is there: columns and rows are places of one
memory. Less than half as many places do, which keeps a pass within the processor's second cache.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.numeric.arrays import Floats, Ints
from gutshot.postflop.simd import LANES
from gutshot.trees.betting_tree import BettingTree, NodeKind

SHOWDOWNS, FOLDS = 1, 2


class Forest(NamedTuple):
    """One street seen by one player; `slot` numbers the actions of each player separately, as his tables do."""

    actor: NDArray[np.int8]  # [N] 1 where the player whose values are wanted acts, else 0
    actions: Ints  # [N]
    slot: Ints  # [N] the first action's row in the actor's tables
    column: Ints  # [N] where the opponent's reach at the node is
    row: Ints  # [N] where its value goes
    edge: Ints  # [N] the first of the node's entries in `child`
    child: Ints  # [E] the row of the value after an action
    root_row: Ints  # [K] the row of each line's value, filled up to `line_room`
    line_column: Ints  # [L] for lines to the next street, likewise
    line_row: Ints  # [L]
    tile_flags: Ints  # [T] SHOWDOWNS | FOLDS
    tile_column: Ints  # [T * 16]
    showdown_row: Ints  # [T * 16]
    fold_row: Ints  # [T * 16]
    factors: Floats  # [T * 48] what a showdown's edge, a showdown as such, and a fold pay
    columns: int  # one more than are used, for empty lanes to take whatever it is; in a tight view all places
    rows: int  # one more than are used, for empty lanes to go; in a tight view all places


@dataclass(frozen=True)
class StreetForest:
    """Both players' views of a street, and the way from nodes of the betting tree to rows of the tables."""

    street: int
    nodes: Ints  # [N] numbers in the betting tree, level by level
    roots: Ints  # [K] the betting-tree node at which each line enters
    leaves: Ints
    slot: Ints  # [N]
    slots: tuple[int, int]  # actions of each player
    views: tuple[Forest, Forest]  # tight ones
    make_wide_view: Callable[[int], Forest]

    @cached_property
    def wide_views(self) -> tuple[Forest, Forest]:
        """For those who want to read what a pass has found."""
        return self.make_wide_view(0), self.make_wide_view(1)

    @property
    def nbytes(self) -> int:
        """What the views take that solve."""
        arrays = {id(item): item for view in self.views for item in view if isinstance(item, np.ndarray)}
        return sum(item.nbytes for item in arrays.values())


def build_forests(tree: BettingTree, pot: float, rake_rate: float, rake_cap: float) -> list[StreetForest]:
    """One forest per street, from the first to the river."""
    forests: list[StreetForest] = []
    roots = [0]
    for street in range(tree.config.first_street, 3):
        forest = _street_forest(tree, street, roots, Payoffs(tree, pot, rake_rate, rake_cap))
        forests.append(forest)
        roots = [int(tree.children(int(leaf))[0]) for leaf in forest.leaves if tree.kind[leaf] == NodeKind.CHANCE]
    return forests


@dataclass(frozen=True)
class Payoffs:
    """What a leaf pays, counted from half of the first pot: win half the pot less rake, lose half of it."""

    tree: BettingTree
    pot: float
    rate: float
    cap: float

    def half_and_rake(self, leaf: int) -> tuple[float, float]:
        """Half the pot at an end, and what the house takes of it."""
        pot = self.pot + 2.0 * int(self.tree.matched[leaf])
        return pot / 2, min(pot * self.rate, self.cap)

    def showdown(self, leaf: int) -> tuple[float, float]:
        """Per net hand beaten, and per hand met: a tie pays half the rake, so does half of winning and losing."""
        half, rake = self.half_and_rake(leaf)
        return half - rake / 2, -rake / 2

    def fold(self, leaf: int, player: int) -> float:
        """What a player wins or loses where somebody folded."""
        half, rake = self.half_and_rake(leaf)
        return -half if self.tree.actor[leaf] == player else half - rake


def _street_forest(tree: BettingTree, street: int, roots: list[int], payoffs: Payoffs) -> StreetForest:
    nodes, leaves = _levels(tree, street, roots)
    slot = np.zeros(len(nodes), dtype=np.int64)
    used = [0, 0]
    for k, node in enumerate(nodes):
        slot[k] = used[tree.actor[node]]
        used[tree.actor[node]] += int(tree.child_count[node])
    shape = _Shape(tree, roots, nodes, leaves, slot, (used[0], used[1]))
    return StreetForest(
        street,
        np.array(nodes, dtype=np.int64),
        np.array(roots, dtype=np.int64),
        np.array(leaves, dtype=np.int64),
        slot,
        (used[0], used[1]),
        (_view(shape, payoffs, 0, tight=True), _view(shape, payoffs, 1, tight=True)),
        partial(_view, shape, payoffs, tight=False),
    )


@dataclass(frozen=True)
class _Shape:
    tree: BettingTree
    roots: list[int]
    nodes: list[int]
    leaves: list[int]
    slot: Ints
    slots: tuple[int, int]

    @property
    def lines(self) -> list[int]:
        """The leaves after which a card comes."""
        return [leaf for leaf in self.leaves if self.tree.kind[leaf] == NodeKind.CHANCE]


def _levels(tree: BettingTree, street: int, roots: list[int]) -> tuple[list[int], list[int]]:
    """Decisions of the street level by level, and the leaves below them."""
    nodes: list[int] = []
    leaves: list[int] = []
    level = roots
    while level:
        deeper: list[int] = []
        for node in level:
            if tree.kind[node] == NodeKind.DECISION and tree.street[node] == street:
                nodes.append(node)
                deeper += [int(child) for child in tree.children(node)]
            else:
                leaves.append(node)
        level = deeper
    return nodes, leaves


def _view(shape: _Shape, payoffs: Payoffs, player: int, tight: bool) -> Forest:
    tree, nodes = shape.tree, shape.nodes
    column = _columns(shape, player)
    ends = _ends(shape, column)
    empty = line_room(len(shape.roots)) + shape.slots[1 - player]
    if tight:
        row, places = _shared_rows(shape, ends, empty)
        trash, sizes = empty, (places, places)
    else:
        row = {node: k for k, node in enumerate(nodes + shape.leaves)}
        trash, sizes = len(row), (empty + 1, len(row) + 1)
    edges = [row[int(child)] for node in nodes for child in tree.children(node)]
    counts = tree.child_count[nodes].astype(np.int64)
    lines = shape.lines
    tiles = _tiles(payoffs, player, ends, row, empty, trash)
    return Forest(
        (tree.actor[nodes] == player).astype(np.int8),
        counts,
        shape.slot,
        np.array([column[node] for node in nodes], dtype=np.int64),
        np.array([row[node] for node in nodes], dtype=np.int64),
        np.cumsum(counts) - counts,
        np.array(edges, dtype=np.int64),
        _filled([row[root] for root in shape.roots], trash),
        _filled([column[line] for line in lines], empty),
        _filled([row[line] for line in lines], trash),
        *tiles,
        *sizes,
    )


def _shared_rows(shape: _Shape, ends: list["_StreetEnd"], empty: int) -> tuple[dict[int, int], int]:
    """A row for every value among the columns and after them, and how many places that takes.

    A pass goes through the tree once: reach to all columns, and on to the next street; then tile after tile, whose
    columns nobody needs once it is loaded; then values of lines; then decisions from the last, each after its children.
    """
    free = sorted(set(range(empty)) - {end.column for end in ends})
    row: dict[int, int] = {}
    places = empty + 1

    def put(node: int) -> None:
        nonlocal places
        if not free:
            free.append(places)
            places += 1
        row[node] = free.pop()

    for first in range(0, len(ends), LANES):
        tile = ends[first : first + LANES]
        free += [end.column for end in tile]
        for leaf in [end.showdown for end in tile] + [end.fold for end in tile]:
            if leaf is not None:
                put(leaf)
    for line in shape.lines:
        put(line)
    for node in reversed(shape.nodes):
        put(node)
        free += [row[int(child)] for child in shape.tree.children(node)]
    return row, places


def whole_tiles(count: int) -> int:
    """The next multiple of sixteen."""
    return -(-count // LANES) * LANES


def line_room(count: int) -> int:
    """How many lines are kept side by side: the next multiple of sixteen, which keeps rows at cache lines.

    Where that would be much more than there are, no more than these: the last sixteen then overlap those before.
    """
    whole = whole_tiles(count)
    return whole if 4 * whole <= 5 * count else max(count, LANES)


def _filled(numbers: list[int], filler: int) -> Ints:
    return np.array(numbers + [filler] * (line_room(len(numbers)) - len(numbers)), dtype=np.int64)


def _columns(shape: _Shape, player: int) -> dict[int, int]:
    """Where the opponent's reach is at every node and leaf of the street."""
    column = {root: k for k, root in enumerate(shape.roots)}
    first = line_room(len(shape.roots))
    for k, node in enumerate(shape.nodes):
        for action, child in enumerate(shape.tree.children(node)):
            own = shape.tree.actor[node] == player
            column[int(child)] = column[node] if own else first + int(shape.slot[k]) + action
    return column


class _StreetEnd(NamedTuple):
    """A column that ends at this street, and the leaves in which it does."""

    column: int
    showdown: int | None
    fold: int | None


def _ends(shape: _Shape, column: dict[int, int]) -> list[_StreetEnd]:
    """All such columns: those that only show down, that do both, that only fold."""
    leaves: dict[int, dict[int, int]] = {}
    for leaf in shape.leaves:
        kind = int(shape.tree.kind[leaf])
        if kind != NodeKind.CHANCE:
            leaves.setdefault(column[leaf], {})[kind] = leaf
    ends = [_StreetEnd(c, found.get(NodeKind.SHOWDOWN), found.get(NodeKind.FOLD)) for c, found in leaves.items()]
    return sorted(ends, key=lambda end: (end.showdown is None, end.fold is not None, end.column))


def _tiles(
    payoffs: Payoffs, player: int, ends: list[_StreetEnd], row: dict[int, int], empty: int, trash: int
) -> tuple[Ints, Ints, Ints, Ints, Floats]:
    """Sixteen columns to a tile, in the order of `ends`."""
    count = -(-len(ends) // LANES)
    flags = np.zeros(count, dtype=np.int64)
    columns = np.full(count * LANES, empty, dtype=np.int64)
    showdown_row = np.full(count * LANES, trash, dtype=np.int64)
    fold_row = np.full(count * LANES, trash, dtype=np.int64)
    factors = np.zeros((count, 3, LANES), dtype=np.float32)
    for k, end in enumerate(ends):
        tile, lane = divmod(k, LANES)
        columns[k] = end.column
        if end.showdown is not None:
            flags[tile] |= SHOWDOWNS
            showdown_row[k] = row[end.showdown]
            factors[tile, :2, lane] = payoffs.showdown(end.showdown)
        if end.fold is not None:
            flags[tile] |= FOLDS
            fold_row[k] = row[end.fold]
            factors[tile, 2, lane] = payoffs.fold(end.fold, player)
    return flags, columns, showdown_row, fold_row, factors.reshape(-1)
