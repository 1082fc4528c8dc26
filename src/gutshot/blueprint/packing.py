"""Average strategies as a few bits each. A decision of A actions keeps A - 1 codes per bucket; the last is the rest.

Before the flop a code has 8 bits, after it 4. Nodes that training never met are left out. Buckets of a kept node that
have no average take the action of greatest regret if they have regrets, else the strategy of the nearest bucket that
has one (buckets are numbered by strength), so that every kept infoset can be played. Two aces before the flop and the
strongest bucket on the river never fold: what noise in rare lines left of such folds goes to the other actions.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.growing import Tables, find_row, places_of_rows, row_in
from gutshot.blueprint.rows import Rows, read_averages, read_regrets
from gutshot.blueprint.tree import MOST_ACTIONS, PublicTree
from gutshot.blueprint.walks import best_action
from gutshot.games.betting import FOLD
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Ints
from gutshot.trees.table import (
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_STREET,
    NODE_WIDTH,
    UNPLAYED_SHIFT,
    BettingTable,
)

FINE, COARSE = 255, 15
"""What the probabilities of an infoset add up to in codes, before the flop and after it."""

_RIVER = 3

Codes = Bytes


@kernel
def met_nodes(nodes: Ints, tables: Tables, order: Ints, met: NDArray[np.bool_]) -> None:
    """Mark the decisions that have an average or a regret in any bucket, and more than one action.

    `order` says which node of the tables each node of the tree is.
    """
    seen = np.zeros(MOST_ACTIONS)
    for node in range(nodes.shape[0]):
        width = nodes[node, NODE_WIDTH]
        if nodes[node, NODE_ACTOR] < 0 or width < 2:
            continue
        for place in range(places_of_rows(tables, order[node])):
            at = row_in(tables, order[node], place, width)
            read_regrets(tables.rows, at, width, seen)
            some = np.abs(seen[:width]).max()
            read_averages(tables.rows, at, width, seen)
            if some > 0 or seen[:width].max() > 0:
                met[node] = True
                break


@inline_kernel
def probabilities(rows: Rows, at: int, width: int, unplayed: int, purify: float, out: NDArray[np.float64]) -> bool:
    """The average of an infoset without its rare actions, or its action of greatest regret; False if it has neither."""
    read_averages(rows, at, width, out)
    total = 0.0
    for k in range(width):
        total += out[k]
    if total <= 0:
        read_regrets(rows, at, width, out)
        best = best_action(out, width, unplayed)
        for k in range(width):
            out[k] = 1.0 if k == best else 0.0
        return best >= 0
    kept = 0.0
    for k in range(width):
        share = out[k] / total
        out[k] = share if share >= purify else 0.0
        kept += out[k]
    for k in range(width):
        out[k] /= kept
    return True


@inline_kernel
def _never_fold(shares: NDArray[np.float64], width: int) -> bool:
    """Give what the first action had to the others alike, or to the last where they had nothing."""
    rest = 0.0
    for k in range(1, width):
        rest += shares[k]
    for k in range(1, width):
        shares[k] = shares[k] / rest if rest > 1e-9 else (1.0 if k == width - 1 else 0.0)
    shares[0] = 0.0
    return True


@inline_kernel
def quantise(shares: NDArray[np.float64], width: int, scale: int, codes: Ints) -> None:
    """Whole numbers that add up to `scale`, by largest remainders."""
    left = scale
    for k in range(width):
        codes[k] = int(shares[k] * scale)
        left -= codes[k]
    while left > 0:
        best = 0
        for k in range(1, width):
            if shares[k] * scale - codes[k] > shares[best] * scale - codes[best]:
                best = k
        codes[best] += 1
        left -= 1


@kernel
def _encode_node(
    tables: Tables, node: int, unplayed: int, proud: int, count: int, purify: float, scale: int, out: Codes
) -> None:
    """Codes of one node, bucket after bucket; the `proud` one, if any, does not take the first action, a fold."""
    shares, codes = np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS, np.int64)
    known, width = np.zeros(count, np.bool_), tables.betting.nodes[node, NODE_WIDTH]
    for bucket in range(count):
        at = find_row(tables, node, bucket, width)
        known[bucket] = probabilities(tables.rows, at, width, unplayed, purify, shares)
        if bucket == proud:
            known[bucket] = _never_fold(shares, width)
        if known[bucket]:
            quantise(shares, width, scale, codes)
            for k in range(width - 1):
                out[bucket * (width - 1) + k] = codes[k]
    for bucket in range(count):
        if not known[bucket]:
            near = _nearest(known, bucket)
            for k in range(width - 1):
                out[bucket * (width - 1) + k] = out[near * (width - 1) + k]


@inline_kernel
def _nearest(known: NDArray[np.bool_], bucket: int) -> int:
    """The known bucket closest in number, the higher of two; the bucket itself if none is known."""
    for step in range(1, known.size):
        if bucket + step < known.size and known[bucket + step]:
            return bucket + step
        if bucket >= step and known[bucket - step]:
            return bucket - step
    return bucket


@inline_kernel
def _proud_bucket(street: int, count: int) -> int:
    """The bucket that never folds: aces before the flop, the strongest on the river; -1 between."""
    if street == 0:
        return 0
    return count - 1 if street == _RIVER else -1


@kernel
def _encode(
    tree: BettingTable,
    buckets: Ints,
    tables: Tables,
    order: Ints,
    purify: float,
    met: NDArray[np.bool_],
    starts: Ints,
    fine: Codes,
    rest: Codes,
) -> None:
    nodes = tree.nodes
    for node in range(nodes.shape[0]):
        if met[node]:
            street, width = nodes[node, NODE_STREET], nodes[node, NODE_WIDTH]
            count = buckets[street]
            out = fine if street == 0 else rest
            scale = FINE if street == 0 else COARSE
            room = out[starts[node] : starts[node] + count * (width - 1)]
            unplayed = nodes[node, NODE_ENDS] >> UNPLAYED_SHIFT
            proud = _proud_bucket(street, count) if tree.action[nodes[node, NODE_CHILD]] == FOLD else -1
            _encode_node(tables, order[node], unplayed, proud, count, purify, scale, room)


def code_starts(tree: PublicTree, met: NDArray[np.bool_]) -> tuple[Ints, int, int]:
    """Where each node's codes begin, -1 for nodes without; how many codes there are before the flop and after it."""
    street, width = tree.nodes[:, NODE_STREET], tree.nodes[:, NODE_WIDTH]
    codes = np.where(met, np.asarray(tree.buckets)[street] * (width - 1), 0)
    starts, lengths = np.full(len(tree), -1, np.int64), []
    for mine in (street == 0, street > 0):
        own = np.where(mine, codes, 0)
        ends = np.cumsum(own)
        starts = np.where(met & mine, ends - own, starts)
        lengths.append(int(ends[-1]))
    return starts, lengths[0], lengths[1]


def encode(tree: PublicTree, tables: Tables, purify: float, order: Ints | None = None) -> dict[str, Codes]:
    """The arrays of a bundle: a bit for every node, codes before the flop, and two codes a byte after it.

    `order` says which node of the tables each node of the tree is, if not the same one.
    """
    order = np.arange(len(tree)) if order is None else order
    buckets = np.asarray(tree.buckets, np.int64)
    met = np.zeros(len(tree), np.bool_)
    met_nodes(tree.nodes, tables, order, met)
    starts, early, late = code_starts(tree, met)
    fine, rest = np.zeros(early, np.uint8), np.zeros(late + late % 2, np.uint8)
    _encode(tree.table, buckets, tables, order, purify, met, starts, fine, rest)
    return {"met": np.packbits(met), "preflop": fine, "postflop": (rest[0::2] | rest[1::2] << 4).astype(np.uint8)}


def decode(codes: NDArray[np.int64], width: int, scale: int) -> NDArray[np.float32]:
    """[buckets, width] probabilities from the codes of a node."""
    table = np.empty((len(codes) // (width - 1), width), np.float32)
    table[:, :-1] = codes.reshape(-1, width - 1) / np.float32(scale)
    table[:, -1] = (scale - codes.reshape(-1, width - 1).sum(axis=1)) / np.float32(scale)
    return table


def read_codes(packed: Codes, start: int, count: int) -> NDArray[np.int64]:
    """Codes `start` .. `start + count` of an array with two a byte."""
    raw = np.asarray(packed[start // 2 : (start + count + 1) // 2])
    both = np.stack([raw & 15, raw >> 4], axis=1).reshape(-1)
    return both[start % 2 : start % 2 + count].astype(np.int64)
