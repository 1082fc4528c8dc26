"""What the tables play before the flop, for people to look at: opening charts and how wide each seat opens."""

from dataclasses import dataclass

import numpy as np

from gutshot.blueprint.growing import Tables, find_row
from gutshot.blueprint.rows import read_averages
from gutshot.blueprint.tree import PublicTree
from gutshot.cards.combos import CLASS_SIZES
from gutshot.games.betting import FOLD
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Reals

_COMBOS = float(CLASS_SIZES.sum())


@dataclass(frozen=True)
class Opening:
    """A seat's first decision when everyone before it has folded; shares of all hands."""

    seat: int
    position: str
    node: int
    raises: float
    calls: float


@kernel
def _read_averages(tables: Tables, node: int, out: Reals) -> None:
    for bucket in range(out.shape[0]):
        at = find_row(tables, node, bucket, out.shape[1])
        read_averages(tables.rows, at, out.shape[1], out[bucket])


def averages(tree: PublicTree, tables: Tables, node: int) -> Reals:
    """[buckets, actions] the average strategy at a decision; uniform where there is none."""
    width = tree.width(node)
    rows = np.zeros((tree.buckets[tree.street(node)], width))
    _read_averages(tables, node, rows)
    sums = rows.sum(axis=1, keepdims=True)
    return np.where(sums > 0, rows / np.where(sums > 0, sums, 1.0), 1.0 / width)


def opening_nodes(tree: PublicTree) -> list[int]:
    """The decisions that follow folds alone, the first seat to act first."""
    found, node = [], 0
    while tree.is_decision(node) and tree.street(node) == 0:
        found.append(node)
        after = tree.child(node, FOLD)
        if after is None:
            break
        node = after
    return found


def openings(tree: PublicTree, tables: Tables) -> list[Opening]:
    """How wide every seat opens."""
    found = []
    for node in opening_nodes(tree):
        rows, actions = averages(tree, tables, node), np.asarray(tree.actions(node))
        weights = CLASS_SIZES / _COMBOS
        raises, calls = (float(weights @ rows[:, kind].sum(axis=1)) for kind in (actions > 0, actions == 0))
        seat = tree.actor(node)
        found.append(Opening(seat, tree.positions[seat], node, raises, calls))
    return found


def raise_chart(tree: PublicTree, tables: Tables, node: int) -> Reals:
    """[13, 13] how often each class raises or bets at a decision before the flop."""
    actions = np.asarray(tree.actions(node))
    return np.asarray(averages(tree, tables, node)[:, actions > 0].sum(axis=1).reshape(13, 13))
