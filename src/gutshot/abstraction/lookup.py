"""From dealt cards to buckets, compiled: what a trainer calls once per deal.

Flop and turn buckets lie in tables by canonical board and combo. River buckets are computed when needed: the strengths
of all hands on the board once per deal (two microseconds), then each seat's own place among them.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.boards import canonical_key, find_board, key_of_cards, renamed
from gutshot.abstraction.clusters import L2, nearest
from gutshot.abstraction.hand_class import EQUITY_UNIT, class_of_combo, second_class, strength_step
from gutshot.abstraction.rivers import (
    COMBO_SUIT_MASKS,
    COMBOS,
    VALUE_LIMIT,
    cluster_value,
    fill_cluster_values,
    fill_strengths,
)
from gutshot.cards.combo_index import combo_index
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Ints, Ints32, Shorts

PERCENTILE, OCHS, HAND_CLASS, HAND_CLASS_V2 = range(4)
BLOCKED_BUCKET = 65_535
STREETS = 4


class BucketTables(NamedTuple):
    """All that `deal_buckets` reads; every array is read-only."""

    keys: Ints  # the boards' hash table
    places: Ints32
    preflop: Bytes  # [1326]
    flop: NDArray[np.uint16]  # [1755, 1326]
    turn: NDArray[np.uint16]  # [16432, 1326]
    cluster: Bytes  # [1326] opponents' clusters
    centroids: Shorts  # [river buckets, clusters]
    sums: Ints  # [river buckets]
    river: Ints  # (mode, buckets); for hand_class_v2 the steps of equity instead of the buckets


@kernel
def _points(combo: int, strengths: Ints32) -> int:
    """Twice the hands that `combo` beats plus those it ties, of those that share no card with it."""
    own, mask, points = strengths[combo], COMBO_SUIT_MASKS[combo], 0
    for other in range(COMBOS):
        strength = strengths[other]
        live = (strength > 0) & (COMBO_SUIT_MASKS[other] & mask == 0)
        points += live * (2 * (strength < own) + (strength == own))
    return points


@kernel
def _cluster_row(combo: int, strengths: Ints32, cluster: Bytes, row: Shorts) -> None:
    own, mask = strengths[combo], COMBO_SUIT_MASKS[combo]
    points, hands = np.zeros(len(row), np.int64), np.zeros(len(row), np.int64)
    for other in range(COMBOS):
        strength = strengths[other]
        if strength > 0 and COMBO_SUIT_MASKS[other] & mask == 0:
            points[cluster[other]] += 2 * (strength < own) + (strength == own)
            hands[cluster[other]] += 1
    for k in range(len(row)):
        row[k] = cluster_value(points[k], hands[k])


@kernel
def river_bucket(combo: int, board: Ints, strengths: Ints32, tables: BucketTables, row: Shorts) -> int:
    """The bucket of one hand on a river whose `strengths` are known; `row` is room for its cluster values."""
    mode, steps = tables.river[0], tables.river[1]
    if mode == OCHS:
        _cluster_row(combo, strengths, tables.cluster, row)
        bucket, _ = nearest(row, tables.centroids, tables.sums, L2)
        return int(bucket)
    if mode == HAND_CLASS:
        return class_of_combo(combo, board)
    points = _points(combo, strengths)
    if mode == PERCENTILE:
        return int(points * steps // (VALUE_LIMIT + 1))
    equity = points * EQUITY_UNIT // (VALUE_LIMIT + 1)
    return second_class(class_of_combo(combo, board), strength_step(combo, strengths), equity, steps)


@inline_kernel
def _table_bucket(table: NDArray[np.uint16], place: Any, renaming: Any, first: Any, second: Any) -> Any:
    return table[place, combo_index(renamed(first, renaming), renamed(second, renaming))]


@kernel
def deal_buckets(tables: BucketTables, cards: Ints, players: int, out: Ints32) -> None:
    """`out[seat, street]` for a dealt row: two cards per seat, then flop, turn and river. Trusts its caller."""
    board = cards[2 * players : 2 * players + 5]
    masks = np.zeros(4, np.int64)
    for i in range(5):
        masks[board[i] & 3] |= 1 << (board[i] >> 2)
        if i == 2 or i == 3:
            key, renaming = canonical_key(masks[0], masks[1], masks[2], masks[3])
            place = find_board(tables.keys, tables.places, key)
            table = tables.flop if i == 2 else tables.turn
            for seat in range(players):
                out[seat, i - 1] = _table_bucket(table, place, renaming, cards[2 * seat], cards[2 * seat + 1])
    strengths, row = np.empty(COMBOS, np.int32), np.empty(tables.centroids.shape[1], np.int16)
    fill_strengths(board, strengths)
    for seat in range(players):
        combo = combo_index(cards[2 * seat], cards[2 * seat + 1])
        out[seat, 0] = tables.preflop[combo]
        out[seat, 3] = river_bucket(combo, board, strengths, tables, row)


@kernel
def hand_bucket(tables: BucketTables, first: int, second: int, board: Ints) -> int:
    """The bucket of one hand on 3 to 5 cards; needs the table of the board's street. Trusts its caller."""
    combo = combo_index(first, second)
    if len(board) == 5:
        strengths, row = np.empty(COMBOS, np.int32), np.empty(tables.centroids.shape[1], np.int16)
        fill_strengths(board, strengths)
        return river_bucket(combo, board, strengths, tables, row)
    key, renaming = key_of_cards(board)
    table = tables.flop if len(board) == 3 else tables.turn
    return int(_table_bucket(table, find_board(tables.keys, tables.places, key), renaming, first, second))


@kernel
def river_buckets(board: Ints, tables: BucketTables, out: Ints32) -> None:
    """[1326] the bucket of every hand on a river board, -1 where it is blocked."""
    strengths, row = np.empty(COMBOS, np.int32), np.empty(tables.centroids.shape[1], np.int16)
    fill_strengths(board, strengths)
    if tables.river[0] == OCHS:
        rows = np.empty((COMBOS, tables.centroids.shape[1]), np.int16)
        fill_cluster_values(board, tables.cluster, rows)
        for combo in range(COMBOS):
            out[combo] = nearest(rows[combo], tables.centroids, tables.sums, L2)[0] if strengths[combo] > 0 else -1
        return
    for combo in range(COMBOS):
        out[combo] = river_bucket(combo, board, strengths, tables, row) if strengths[combo] > 0 else -1
