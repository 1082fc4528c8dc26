"""From histograms to the rows that are clustered, and from rows to buckets, for all hands of a board at once.

`emd`: survival counts, how many runouts end above each bin but the last; their L1 distance is the earth mover's
distance of the histograms, and their sum orders hands by mean equity. `ehs2`: one column, the expected square of the
river value (Gilpin, Sandholm; potential counts more than mean).
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.clusters import L1, nearest
from gutshot.abstraction.hand_class import EQUITY_UNIT, class_of_combo, second_class, strength_step
from gutshot.abstraction.histograms import BINS, Histograms
from gutshot.abstraction.lookup import BLOCKED_BUCKET
from gutshot.abstraction.rivers import COMBOS, fill_strengths
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Shorts

Rows = Shorts

SQUARE_SCALE = 20_000
"""What a certain win counts in `ehs2`."""


def columns_of(mode: str) -> int:
    """How many numbers describe a hand in this mode."""
    return 1 if mode == "ehs2" else BINS - 1


@kernel
def survival_row(histogram: Shorts, row: Shorts) -> None:
    """Write how much of the histogram lies above each bin."""
    above = 0
    for j in range(BINS - 1, 0, -1):
        above += histogram[j]
        row[j - 1] = above


@kernel
def square_row(histogram: Shorts, row: Shorts) -> None:
    """Bins count as their middles: bin j is (2 j + 1) / (2 BINS)."""
    total, squares = np.int64(0), np.int64(0)
    for j in range(BINS):
        total += histogram[j]
        squares += np.int64(histogram[j]) * (2 * j + 1) * (2 * j + 1)
    row[0] = squares * SQUARE_SCALE // (4 * BINS * BINS * total)


@kernel
def fill_row(histogram: Shorts, row: Shorts) -> None:
    """The row of one hand; a single column means `ehs2`."""
    if len(row) == 1:
        square_row(histogram, row)
    else:
        survival_row(histogram, row)


@kernel
def nearest_buckets(histograms: Histograms, centroids: Rows, sums: Ints, out: NDArray[np.uint16]) -> None:
    """[1326] the nearest centroid of every hand with a histogram; BLOCKED_BUCKET for the others."""
    row = np.empty(centroids.shape[1], np.int16)
    for combo in range(COMBOS):
        out[combo] = BLOCKED_BUCKET
        if histograms[combo].sum() > 0:
            fill_row(histograms[combo], row)
            bucket, _ = nearest(row, centroids, sums, L1)
            out[combo] = bucket


@kernel
def class_buckets(board: Ints, out: NDArray[np.uint16]) -> None:
    """[1326] `hand_class` of every live hand."""
    strengths = np.empty(COMBOS, np.int32)
    fill_strengths(board, strengths)
    for combo in range(COMBOS):
        out[combo] = class_of_combo(combo, board) if strengths[combo] > 0 else BLOCKED_BUCKET


@kernel
def second_class_buckets(board: Ints, equities: Ints, steps: int, out: NDArray[np.uint16]) -> None:
    """[1326] `hand_class_v2` of every live hand; equities in units of EQUITY_UNIT."""
    strengths = np.empty(COMBOS, np.int32)
    fill_strengths(board, strengths)
    for combo in range(COMBOS):
        out[combo] = BLOCKED_BUCKET
        if strengths[combo] > 0:
            plain, strength = class_of_combo(combo, board), strength_step(combo, strengths)
            out[combo] = second_class(plain, strength, equities[combo], steps)


def mean_equities(histograms: Histograms) -> Ints:
    """[1326] equity by the middles of the bins, in units of EQUITY_UNIT."""
    total = np.maximum(histograms.sum(axis=1, dtype=np.int64), 1)
    middles = histograms.astype(np.int64) @ (2 * np.arange(BINS) + 1)
    return np.asarray(middles * EQUITY_UNIT // (2 * BINS * total))
