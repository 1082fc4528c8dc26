"""The tables of a run: dense where the whole game fits, growing where it does not, and the tree that those know."""

from functools import lru_cache

import numpy as np

from gutshot.blueprint.config import GameConfig
from gutshot.blueprint.growing import (
    LIMIT,
    Growth,
    Tables,
    fill,
    room_for,
    used_part,
)
from gutshot.blueprint.rows import Rows
from gutshot.blueprint.tree import PublicTree, growth_plan
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bools, Floats, Ints
from gutshot.trees.plan import GrowthPlan
from gutshot.trees.table import NODE_ACTOR, NODE_CHILD, NODE_STREET, NODE_VISITS, NODE_WIDTH, BettingTable


def dense_tables(tree: PublicTree, floats: Floats | None = None) -> Tables:
    """Tables for a tree that is written down whole: zeros, or what has been learnt."""
    rows = Rows.dense_room(0 if floats is not None else tree.slots)
    buckets = np.asarray(tree.buckets, np.int64)
    growth = Growth.of(_no_plan()._replace(hands=buckets), 0)
    return Tables(tree.table, rows if floats is None else rows._replace(floats=floats), growth)


@lru_cache(maxsize=1)
def _no_plan() -> GrowthPlan:
    """The plan of some game: kernels take one, and never look at it where tables are dense."""
    return growth_plan(GameConfig(), (1, 1, 1, 1))


def growing_tables(game: GameConfig, buckets: tuple[int, ...], limit: float, bits: int) -> Tables:
    """Empty tables for a game of any size, within a number of bytes."""
    return room_for(growth_plan(game, buckets), game.num_players, int(limit), bits == 16)


def copy_tables(tables: Tables) -> Tables:
    """The same, in memory of its own."""
    if tables.rows.dense:
        return tables._replace(rows=tables.rows._replace(floats=tables.rows.floats.copy()))
    seats, growth = tables.betting.paid.shape[1], tables.growth
    fresh = room_for(growth.plan, seats, int(growth.marks[LIMIT]), tables.rows.short)
    fill(fresh, used_part(tables))
    return fresh


def known_tree(tables: Tables, buckets: tuple[int, ...], big_blind: int) -> PublicTree:
    """What growing tables know of the tree now, without copying it."""
    parts = used_part(tables)
    table = BettingTable(parts["nodes"], parts["action"], parts["paid"], parts["live"], tables.betting.chips)
    return PublicTree(tables.betting.paid.shape[1], buckets, table, big_blind=big_blind)


def best_known(tree: PublicTree, code_bytes: float) -> tuple[Bools, Ints]:
    """Which decisions to keep of a tree that has grown, in the order of `trees.grow`: marks, and where each node was.

    Those met most are kept, as far as their strategies take no more than so many bytes.
    """
    nodes = tree.nodes
    open_ones = nodes[:, NODE_ACTOR] >= 0
    each = np.asarray(tree.buckets)[nodes[:, NODE_STREET]] * (nodes[:, NODE_WIDTH] - 1)
    sizes = np.where(open_ones, np.where(nodes[:, NODE_STREET] == 0, each, (each + 1) // 2), 0)
    by_visits = np.argsort(-np.where(open_ones, nodes[:, NODE_VISITS], -1), kind="stable")
    kept = np.zeros(len(nodes), np.bool_)
    kept[by_visits[: int(np.searchsorted(np.cumsum(sizes[by_visits]), code_bytes, side="right"))]] = True
    order, opened = np.zeros(len(nodes), np.int64), np.zeros(len(nodes), np.bool_)
    count = _order(nodes, kept & open_ones, order, opened)
    return opened[:count], order[:count]


@kernel
def _order(nodes: Ints, kept: Bools, order: Ints, opened: Bools) -> int:
    """Fill in which node comes when, depth first with children side by side; how many do."""
    waiting, depth, count = np.zeros(len(nodes), np.int64), 1, 1
    while depth > 0:
        depth -= 1
        new = waiting[depth]
        old = order[new]
        if not kept[old]:
            continue
        opened[new] = True
        width = nodes[old, NODE_WIDTH]
        for k in range(width):
            order[count + k] = nodes[old, NODE_CHILD] + k
            waiting[depth + k] = count + width - 1 - k
        depth, count = depth + width, count + width
    return count
