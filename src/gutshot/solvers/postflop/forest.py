"""The betting of one street as arrays that drive the kernels: the same for every board of that street.

A street is entered by lines: the ways to bet up to it. Its forest has one tree per line (or, after an all-in, a line
that only runs on). For the player whose values are wanted, the opponent's reach lives in columns: one per line, one
per action of the opponent; his own actions leave it alone, so whole subtrees share a column. Values live in rows: one
per decision, one per leaf. Leaves that settle (folds and showdowns) are packed sixteen columns to a tile.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.solvers.postflop.lanes import LANES
from gutshot.trees.betting_tree import BettingTree, NodeKind

SHOWDOWNS, FOLDS = 1, 2


class Forest(NamedTuple):
    """One street seen by one player; `slot` numbers the actions of each player separately, as his tables do."""

    actor: NDArray[np.int8]  # [N] 1 where the player whose values are wanted acts, else 0
    actions: NDArray[np.int64]  # [N]
    slot: NDArray[np.int64]  # [N] the first action's row in the actor's tables
    column: NDArray[np.int64]  # [N] where the opponent's reach at the node is
    edge: NDArray[np.int64]  # [N] the first of the node's entries in `child`
    child: NDArray[np.int64]  # [E] the row of the value after an action
    root_row: NDArray[np.int64]  # [K] the row of each line's value, filled up to `line_room`
    line_column: NDArray[np.int64]  # [L] for lines to the next street, likewise
    line_row: NDArray[np.int64]  # [L]
    tile_flags: NDArray[np.int64]  # [T] SHOWDOWNS | FOLDS
    tile_column: NDArray[np.int64]  # [T * 16]
    showdown_row: NDArray[np.int64]  # [T * 16]
    fold_row: NDArray[np.int64]  # [T * 16]
    factors: NDArray[np.float32]  # [T * 48] what a showdown's edge, a showdown as such, and a fold pay
    columns: int  # one more than are used: the last is what empty lanes take, whatever it is
    rows: int  # one more than are used: the last is where empty lanes go


@dataclass(frozen=True)
class StreetForest:
    """Both players' views of a street, and the way from nodes of the betting tree to rows of the tables."""

    street: int
    nodes: NDArray[np.int64]  # [N] numbers in the betting tree, level by level
    roots: NDArray[np.int64]  # [K] the betting-tree node at which each line enters
    leaves: NDArray[np.int64]
    slot: NDArray[np.int64]  # [N]
    slots: tuple[int, int]  # actions of each player
    views: tuple[Forest, Forest]


def build_forests(tree: BettingTree, pot: float, rake_rate: float, rake_cap: float) -> list[StreetForest]:
    """One forest per street, from the first to the river."""
    forests: list[StreetForest] = []
    roots = [0]
    for street in range(tree.config.first_street, 3):
        forest = _street_forest(tree, street, roots, _Payoffs(tree, pot, rake_rate, rake_cap))
        forests.append(forest)
        roots = [int(tree.children(int(leaf))[0]) for leaf in forest.leaves if tree.kind[leaf] == NodeKind.CHANCE]
    return forests


@dataclass(frozen=True)
class _Payoffs:
    """What a leaf pays, counted from half of the first pot: win half the pot less rake, lose half of it."""

    tree: BettingTree
    pot: float
    rate: float
    cap: float

    def half_and_rake(self, leaf: int) -> tuple[float, float]:
        pot = self.pot + 2.0 * int(self.tree.matched[leaf])
        return pot / 2, min(pot * self.rate, self.cap)

    def showdown(self, leaf: int) -> tuple[float, float]:
        """Per net hand beaten, and per hand met: a tie pays half the rake, so does half of winning and losing."""
        half, rake = self.half_and_rake(leaf)
        return half - rake / 2, -rake / 2

    def fold(self, leaf: int, player: int) -> float:
        half, rake = self.half_and_rake(leaf)
        return -half if self.tree.actor[leaf] == player else half - rake


def _street_forest(tree: BettingTree, street: int, roots: list[int], payoffs: _Payoffs) -> StreetForest:
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
        (_view(shape, payoffs, 0), _view(shape, payoffs, 1)),
    )


@dataclass(frozen=True)
class _Shape:
    tree: BettingTree
    roots: list[int]
    nodes: list[int]
    leaves: list[int]
    slot: NDArray[np.int64]
    slots: tuple[int, int]


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


def _view(shape: _Shape, payoffs: _Payoffs, player: int) -> Forest:
    tree, nodes = shape.tree, shape.nodes
    row = {node: k for k, node in enumerate(nodes + shape.leaves)}
    column = _columns(shape, player)
    edges = [row[int(child)] for node in nodes for child in tree.children(node)]
    counts = tree.child_count[nodes].astype(np.int64)
    lines = [leaf for leaf in shape.leaves if tree.kind[leaf] == NodeKind.CHANCE]
    empty, trash = line_room(len(shape.roots)) + shape.slots[1 - player], len(row)
    tiles = _tiles(shape, payoffs, player, row, column, empty, trash)
    return Forest(
        (tree.actor[nodes] == player).astype(np.int8),
        counts,
        shape.slot,
        np.array([column[node] for node in nodes], dtype=np.int64),
        np.cumsum(counts) - counts,
        np.array(edges, dtype=np.int64),
        _filled([row[root] for root in shape.roots], trash),
        _filled([column[line] for line in lines], empty),
        _filled([row[line] for line in lines], trash),
        *tiles,
        empty + 1,
        trash + 1,
    )


def whole_tiles(count: int) -> int:
    """The next multiple of sixteen."""
    return -(-count // LANES) * LANES


def line_room(count: int) -> int:
    """How many lines are kept side by side: the next multiple of sixteen, which keeps rows at cache lines.

    Where that would be much more than there are, no more than these: the last sixteen then overlap those before.
    """
    whole = whole_tiles(count)
    return whole if 4 * whole <= 5 * count else max(count, LANES)


def _filled(numbers: list[int], filler: int) -> NDArray[np.int64]:
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


def _tiles(
    shape: _Shape, payoffs: _Payoffs, player: int, row: dict[int, int], column: dict[int, int], empty: int, trash: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Columns that end at this street, sixteen to a tile: those that only show down, that do both, that only fold."""
    ends: dict[int, dict[int, int]] = {}
    for leaf in shape.leaves:
        kind = int(shape.tree.kind[leaf])
        if kind != NodeKind.CHANCE:
            ends.setdefault(column[leaf], {})[kind] = leaf
    fold, showdown = int(NodeKind.FOLD), int(NodeKind.SHOWDOWN)
    order = sorted(ends, key=lambda c: ((showdown not in ends[c]), (fold in ends[c]), c))
    count = -(-len(order) // LANES)
    flags = np.zeros(count, dtype=np.int64)
    columns = np.full(count * LANES, empty, dtype=np.int64)
    showdown_row = np.full(count * LANES, trash, dtype=np.int64)
    fold_row = np.full(count * LANES, trash, dtype=np.int64)
    factors = np.zeros((count, 3, LANES), dtype=np.float32)
    for k, c in enumerate(order):
        tile, lane = divmod(k, LANES)
        columns[k] = c
        if showdown in ends[c]:
            flags[tile] |= SHOWDOWNS
            showdown_row[k] = row[ends[c][showdown]]
            factors[tile, :2, lane] = payoffs.showdown(ends[c][showdown])
        if fold in ends[c]:
            flags[tile] |= FOLDS
            fold_row[k] = row[ends[c][fold]]
            factors[tile, 2, lane] = payoffs.fold(ends[c][fold], player)
    return flags, columns, showdown_row, fold_row, factors.reshape(-1)
