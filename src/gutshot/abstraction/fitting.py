"""Finding the centroids: sampled boards, sampled hands on each, k-means by street.

The hands come from real deals: canonical boards with their multiplicity as weight where all of them are used, boards
drawn by multiplicity where they are sampled; on each board some live hands without repetition. All draws are from
counter-based generators keyed by seed and street, never by thread.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from gutshot.abstraction.boards import board_cards, board_index, board_keys, renamed_combos
from gutshot.abstraction.clusters import L1, L2, fit, report_to
from gutshot.abstraction.config import AbstractionConfig
from gutshot.abstraction.description import CLUSTERS, Description
from gutshot.abstraction.features import columns_of, fill_row
from gutshot.abstraction.histograms import BINS, fill_histograms, gather_histograms
from gutshot.abstraction.rivers import COMBOS, fill_cluster_values
from gutshot.cards.combos import CLASS_COUNT, CLASS_SIZES, COMBO_CLASS, COMBO_MASKS
from gutshot.cards.preflop_matrix import preflop_matrix
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bytes, Ints, Shorts
from gutshot.numeric.threads import Progress, ordered_map

Rows = Shorts
BoardRows = Callable[[Ints, Ints], Rows]


def describe(
    config: AbstractionConfig,
    bins: Bytes | None,
    progress: Progress | None = None,
    threads: int = 1,
) -> Description:
    """Fit everything in the config; `bins` of all rivers make it faster and change nothing."""
    flop = turn = river = np.zeros((0, 1), np.int16)
    clusters = np.zeros(CLASS_COUNT, np.uint8)
    if not config.mode.startswith("hand_class"):
        rows_of = partial(_histogram_rows, columns_of(config.mode), bins)
        flop = _fit_street(config, 3, config.flop, L1, rows_of, progress, threads)
        turn = _fit_street(config, 4, config.turn, L1, rows_of, progress, threads)
        if config.river_mode == "ochs":
            clusters = opponent_clusters(config.seed)
            rows_of = partial(_cluster_rows, np.ascontiguousarray(clusters[COMBO_CLASS]))
            river = _fit_street(config, 5, config.river, L2, rows_of, progress, threads)
    return Description(config, flop, turn, river, clusters)


def opponent_clusters(seed: int) -> Bytes:
    """[169] eight groups of hands that do equally well preflop against every class, the weakest first."""
    equity, _, _ = preflop_matrix().class_shares()
    rows = np.round(equity * 1000).astype(np.int16)
    centroids = fit(rows, CLASS_SIZES, CLUSTERS, L2, seed, 100)
    distances = ((rows[:, None].astype(np.int64) - centroids) ** 2).sum(axis=2)
    return np.asarray(distances.argmin(axis=1), np.uint8)


def _fit_street(
    config: AbstractionConfig,
    size: int,
    buckets: int,
    metric: int,
    rows_of: BoardRows,
    progress: Progress | None,
    threads: int,
) -> Rows:
    street = {3: "flop", 4: "turn", 5: "river"}[size]
    boards, weights = sample_boards(size, config.boards, config.seed)
    tell = report_to(progress, f"{street} hands")

    def rows(number: int) -> Rows:
        return rows_of(boards[number], sample_hands(boards[number], config.hands, config.seed, number))

    parts = []
    for part in ordered_map(rows, range(len(boards)), threads):
        parts.append(part)
        if tell and len(parts) % 64 == 0:
            tell(len(parts), len(boards))
    lengths = [len(part) for part in parts]
    told = report_to(progress, f"{street} clusters")
    return fit(
        np.concatenate(parts),
        np.repeat(weights, lengths),
        buckets,
        metric,
        config.seed + size,
        config.iterations,
        threads,
        told,
    )


def sample_boards(size: int, count: int, seed: int) -> tuple[Ints, Ints]:
    """[n, size] canonical boards and their weights: all of them if `count` allows, else drawn by multiplicity."""
    keys, multiplicity = board_keys(size)
    if count >= len(keys):
        chosen, weights = np.arange(len(keys)), multiplicity.astype(np.int64)
    else:
        generator = np.random.Generator(np.random.Philox(key=[seed, size]))
        ladder = np.cumsum(multiplicity.astype(np.int64))
        chosen = np.searchsorted(ladder, generator.integers(int(ladder[-1]), size=count), side="right")
        weights = np.ones(count, np.int64)
    return np.array([board_cards(int(key)) for key in keys[chosen]], np.int64), weights


def sample_hands(board: Ints, count: int, seed: int, number: int) -> Ints:
    """A sample of distinct live combos of a board, or all of them."""
    dead = np.bitwise_or.reduce(np.uint64(1) << board.astype(np.uint64))
    live = np.flatnonzero(COMBO_MASKS & dead == 0)
    if count >= len(live):
        return live
    generator = np.random.Generator(np.random.Philox(key=[seed, (number << 3) + len(board)]))
    return np.sort(generator.choice(live, count, replace=False))


def _histogram_rows(columns: int, bins: Bytes | None, board: Ints, hands: Ints) -> Rows:
    histograms = np.empty((COMBOS, BINS), np.int16)
    if bins is None:
        fill_histograms(board, histograms)
    else:
        gather_histograms(board, board_index(), renamed_combos(), bins, histograms)
    rows = np.empty((len(hands), columns), np.int16)
    _fill_rows(histograms, hands, rows)
    return rows


@kernel
def _fill_rows(histograms: Shorts, hands: Ints, rows: Rows) -> None:
    for i in range(len(hands)):
        fill_row(histograms[hands[i]], rows[i])


def _cluster_rows(cluster: Bytes, board: Ints, hands: Ints) -> Rows:
    values = np.empty((COMBOS, CLUSTERS), np.int16)
    fill_cluster_values(board, cluster, values)
    return values[hands]
