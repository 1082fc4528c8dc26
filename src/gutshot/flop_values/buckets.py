"""Buckets of hands on a flop, its turns and its rivers: k-means on where each hand may end.

A flop or turn hand is the histogram of its river values over the runouts, clustered by earth mover's distance; a river
hand is its value. Suits count: all 1,176 live combos have their own histogram. Turn buckets are shared by the 49 turns
and river buckets by all rivers, so a strategy for a bucket learns from every board. Values are against a random hand
and not against the ranges, so one set of buckets serves every line that reaches the flop.
"""

from dataclasses import dataclass

import numpy as np

from gutshot.abstraction.clusters import L1, fit, nearest, row_sums
from gutshot.abstraction.histograms import BINS, bin_of
from gutshot.abstraction.rivers import VALUE_LIMIT
from gutshot.cards.combos import COMBO_COUNT
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.flop_deck import CARDS, RUNOUTS, FlopDeck
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bools, Ints, Shorts

Rows = Shorts
Labels = Shorts

FITTED_ROWS, FITTED_ROWS_A_BUCKET = 6000, 200
"""How many rows centroids are fitted to at most, in all and for each bucket."""
NONE = -1


@dataclass(frozen=True, eq=False)
class StreetBuckets:
    """The bucket of every hand: on the flop, on each turn card, and on the river by its value; -1 if impossible."""

    flop: Labels  # [1326]
    turn: Labels  # [52, 1326]
    river: Labels  # [1981] by the value of the hand
    counts: tuple[int, int, int]


def make_buckets(deck: FlopDeck, config: PostflopModelConfig) -> StreetBuckets:
    """Cluster the hands of a flop by the config's counts; fewer come out where fewer hands differ."""
    used = chosen_runouts(config.equity_rollout_fraction, config.seed)
    flop_rows, turn_rows = _survival_rows(deck, used)
    flop = cluster(flop_rows, deck.live, config.num_hand_buckets_flop, config.seed)
    if config.solve_type == "mccfr" and config.street_keys == "flop":
        return flop_only(flop)
    possible = np.zeros((CARDS, COMBO_COUNT), dtype=np.bool_)
    possible[deck.cards] = turn_rows[deck.cards, :, 0] > 0
    turn = cluster(turn_rows, possible, config.num_hand_buckets_turn, config.seed)
    river = _river_buckets(deck, config.num_hand_buckets_river, config.seed)
    return StreetBuckets(flop, turn, river, (_count(flop), _count(turn), _count(river)))


def flop_only(flop: Labels) -> StreetBuckets:
    """Hands keep their flop bucket on later streets, whatever comes."""
    turn = np.tile(flop, (CARDS, 1))
    return StreetBuckets(flop, turn, np.full(VALUE_LIMIT + 1, NONE, dtype=np.int16), (_count(flop),) * 3)


def chosen_runouts(fraction: float, seed: int) -> Bools:
    """[1176] which runouts count; at least 49, and the same ones for every flop."""
    used = np.ones(RUNOUTS, dtype=np.bool_)
    if fraction < 1:
        count = max(49, round(fraction * RUNOUTS))
        used[np.random.default_rng([seed, 1]).permutation(RUNOUTS)[count:]] = False
    return used


def _count(labels: Labels) -> int:
    return int(labels.max()) + 1


def _survival_rows(deck: FlopDeck, used: Bools) -> tuple[Rows, Rows]:
    """[1326, BINS] of the flop and [52, 1326, BINS] of its turns: how many runouts end in each bin or above it."""
    flop = np.zeros((COMBO_COUNT, BINS), dtype=np.int16)
    turn = np.zeros((CARDS, COMBO_COUNT, BINS), dtype=np.int16)
    _count_bins(deck.values, deck.runout, used, flop, turn)
    _add_upwards(flop)
    _add_upwards(turn.reshape(-1, BINS))
    return flop, turn


@kernel
def _add_upwards(histograms: Rows) -> None:
    """Each bin with all bins above it, in place."""
    for row in range(histograms.shape[0]):
        for place in range(histograms.shape[1] - 2, -1, -1):
            histograms[row, place] += histograms[row, place + 1]


@kernel
def _count_bins(values: Rows, runout: Rows, used: Bools, flop: Rows, turn: Rows) -> None:
    for first in range(CARDS):
        for second in range(first + 1, CARDS):
            row = runout[first, second]
            if row < 0 or not used[row]:
                continue
            for combo in range(values.shape[1]):
                if values[row, combo] >= 0:
                    place = bin_of(np.int64(values[row, combo]))
                    flop[combo, place] += 1
                    turn[first, combo, place] += 1
                    turn[second, combo, place] += 1


def cluster(rows: Rows, possible: Bools, size: int, seed: int) -> Labels:
    """Labels of the possible rows by rising strength, -1 of the others; fitted to a sample where there are many."""
    kept = np.ascontiguousarray(rows[possible])
    centroids = fit(*_distinct(_sampled(kept, size, seed)), size, L1, seed)
    found = np.empty(len(kept), dtype=np.int16)
    _label(kept, centroids, row_sums(centroids), found)
    labels = np.full(possible.shape, NONE, dtype=np.int16)
    labels[possible] = _renumbered(found)
    return labels


def _sampled(rows: Rows, size: int, seed: int) -> Rows:
    most = max(COMBO_COUNT, min(FITTED_ROWS, FITTED_ROWS_A_BUCKET * size))
    if len(rows) <= most:
        return rows
    return rows[np.random.default_rng([seed, 2]).choice(len(rows), most, replace=False)]


def _distinct(rows: Rows) -> tuple[Rows, Ints]:
    """Rows that differ and how often each comes; told apart by 64 bits of a random sum, since sorting rows is slow."""
    factors = np.random.default_rng(0).integers(2**63, size=rows.shape[1])
    _, first, counts = np.unique(rows.astype(np.int64) @ factors, return_index=True, return_counts=True)
    return np.ascontiguousarray(rows[first]), counts.astype(np.int64)


def _renumbered(labels: Labels) -> Labels:
    """Without unused numbers."""
    return np.unique(labels, return_inverse=True)[1].astype(np.int16)


@kernel
def _label(rows: Rows, centroids: Rows, sums: Ints, labels: Labels) -> None:
    for i in range(len(rows)):
        labels[i] = nearest(rows[i], centroids, sums, L1)[0]


def _river_buckets(deck: FlopDeck, size: int, seed: int) -> Labels:
    """[1981] by value: one column to cluster, each value weighted by how often it comes."""
    counts = np.zeros(VALUE_LIMIT + 1, dtype=np.int64)
    _count_values(deck.values, counts)
    seen = np.flatnonzero(counts)
    centroids = fit(seen[:, None].astype(np.int16), counts[seen], size, L1, seed)
    edges = (centroids[1:, 0].astype(float) + centroids[:-1, 0]) / 2
    return np.searchsorted(edges, np.arange(VALUE_LIMIT + 1)).astype(np.int16)


@kernel
def _count_values(values: Rows, counts: Ints) -> None:
    for row in range(values.shape[0]):
        for combo in range(values.shape[1]):
            if values[row, combo] >= 0:
                counts[values[row, combo]] += 1
