"""The betting after the flop for a pot of one, as arrays for the walks; the same tree for all backends.

The solvers count in whole chips, so a pot is 1,000 of them here, and what comes out is divided by it again.
"""

from typing import NamedTuple, Protocol

import numpy as np

from gutshot.cards.ranges import Range
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.values import Flop
from gutshot.numeric.arrays import Ints, Reals
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import BettingTree, NodeKind, build_tree

POT_CHIPS = 1000

DECISION, CHANCE, FOLD, SHOWDOWN = (int(kind) for kind in NodeKind)


class BettingShape(Protocol):
    """What the size of a table of strategies depends on."""

    @property
    def kind(self) -> Ints:
        """[N] decisions and others."""
        ...

    @property
    def street(self) -> Ints:
        """[N] 0 flop, 1 turn, 2 river."""
        ...

    @property
    def actions(self) -> Ints:
        """[N] how many."""
        ...


class FlopBetting(NamedTuple):
    """Nodes come after their parents. Payoffs are in pots, counted from half of the first one."""

    kind: Ints  # [N]
    actor: Ints  # [N] who decides, or who folded
    street: Ints  # [N] 0 flop, 1 turn, 2 river
    parent: Ints  # [N]
    actions: Ints  # [N]
    first: Ints  # [N] the first of the node's entries in `child`
    child: Ints  # [E]
    half: Reals  # [N] half the pot if the hand ends here: what the winner gains and the loser loses
    column: Ints  # [2, N] where the opponent's reach is kept for each player's pass: it changes by his actions only
    settled: Ints  # [2, T] the root's column and those at which hands end
    settled_count: Ints  # [2] how many of them there are
    place: Ints  # [2, N] where an end's column is among those, -1 elsewhere


def make_spot(flop: Flop, ranges: tuple[Reals, Reals], spr: float, config: PostflopModelConfig) -> Spot:
    """The exact solver's question for a flop, with a pot of 1,000 chips."""
    return Spot(
        flop,
        Range(ranges[0]),
        Range(ranges[1]),
        POT_CHIPS,
        max(1, round(POT_CHIPS * spr)),
        config.bets,
        config.raises,
        add_allin_threshold=config.add_allin_threshold,
        force_allin_threshold=config.force_allin_threshold,
    )


def make_betting(spot: Spot) -> FlopBetting:
    """The betting tree of a spot."""
    tree = build_tree(spot.tree_config())
    counts = tree.child_count.astype(np.int64)
    columns = np.stack([_columns(tree, player) for player in range(2)])
    return FlopBetting(
        tree.kind.astype(np.int64),
        tree.actor.astype(np.int64),
        tree.street.astype(np.int64),
        tree.parent.astype(np.int64),
        counts,
        tree.first_child.astype(np.int64),
        tree.children_flat.astype(np.int64),
        0.5 + tree.matched / POT_CHIPS,
        columns,
        *_settled(tree, columns),
    )


def _columns(tree: BettingTree, player: int) -> Ints:
    """Nodes between two actions of the opponent share a column."""
    column = np.zeros(len(tree), dtype=np.int64)
    used = 0
    for node in range(1, len(tree)):
        parent = int(tree.parent[node])
        if tree.kind[parent] == NodeKind.DECISION and tree.actor[parent] != player:
            used += 1
            column[node] = used
        else:
            column[node] = column[parent]
    return column


def _settled(tree: BettingTree, columns: Ints) -> tuple[Ints, Ints, Ints]:
    """`settled`, `settled_count` and `place`."""
    ends = np.isin(tree.kind, (NodeKind.FOLD, NodeKind.SHOWDOWN))
    used = [np.union1d(row[ends], row[0]) for row in columns]  # the root's is 0, so it comes first
    settled = np.zeros((2, max(len(row) for row in used)), dtype=np.int64)
    for player, row in enumerate(used):
        settled[player, : len(row)] = row
    place = [np.where(ends, np.searchsorted(used[player], columns[player]), -1) for player in range(2)]
    return settled, np.array([len(row) for row in used]), np.stack(place)


def slot_starts(betting: BettingShape, counts: tuple[int, int, int]) -> tuple[Ints, int]:
    """Where each decision's [buckets, actions] begin in a table, and how long the table is."""
    sizes = np.where(betting.kind == DECISION, betting.actions * np.array(counts)[betting.street], 0)
    return np.cumsum(sizes) - sizes, int(sizes.sum())
