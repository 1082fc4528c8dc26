"""The tables of an abstraction: buckets of all hands on all flops and turns, kept in the user's cache.

A table is [boards, 1326] of 16-bit buckets: 4.7 MB of flops, 43.6 MB of turns. Each street is an artifact of its own
under the digest of the description, so an interrupted build resumes with the unfinished street.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.boards import BOARD_COUNTS, board_cards, board_index, board_keys, renamed_combos
from gutshot.abstraction.clusters import row_sums
from gutshot.abstraction.description import Description
from gutshot.abstraction.features import class_buckets, mean_equities, nearest_buckets, second_class_buckets
from gutshot.abstraction.hand_class import EQUITY_STEPS
from gutshot.abstraction.histograms import BINS, Histograms, fill_histograms, gather_histograms
from gutshot.abstraction.lookup import BLOCKED_BUCKET, BucketTables
from gutshot.abstraction.rivers import COMBOS
from gutshot.abstraction.table_cache import find, keep
from gutshot.cards.combos import COMBO_CLASS
from gutshot.numeric.arrays import Bytes, Ints
from gutshot.numeric.threads import Progress, ordered_map

Table = NDArray[np.uint16]
River = Bytes

KIND = "abstraction-table"
STREETS = {3: "flop", 4: "turn"}


def board_buckets(description: Description, board: Ints, bins: River | None = None) -> Table:
    """[1326] the bucket of every hand on a flop or turn board, BLOCKED_BUCKET where there is none."""
    out = np.full(COMBOS, BLOCKED_BUCKET, np.uint16)
    mode = description.config.mode
    if mode == "hand_class":
        class_buckets(board, out)
    elif mode == "hand_class_v2":
        equities = mean_equities(board_histograms(board, bins))
        second_class_buckets(board, equities, EQUITY_STEPS[len(board)], out)
    else:
        centroids = description.flop if len(board) == 3 else description.turn
        nearest_buckets(board_histograms(board, bins), centroids, row_sums(centroids), out)
    return out


def board_histograms(board: Ints, bins: River | None = None) -> Histograms:
    """[1326, BINS] by playing all runouts, or from the bins of all rivers if available."""
    histograms = np.empty((COMBOS, BINS), np.int16)
    if bins is None:
        fill_histograms(board, histograms)
    else:
        gather_histograms(board, board_index(), renamed_combos(), bins, histograms)
    return histograms


def build_table(
    description: Description, size: int, bins: River | None, progress: Progress | None = None, threads: int = 1
) -> Table:
    """[boards, 1326] of all canonical boards of a given size."""
    keys, _ = board_keys(size)
    table = np.empty((len(keys), COMBOS), np.uint16)

    def fill(number: int) -> None:
        table[number] = board_buckets(description, np.array(board_cards(int(keys[number])), np.int64), bins)

    for done, _ in enumerate(ordered_map(fill, range(len(keys)), threads), start=1):
        if progress and (done % 64 == 0 or done == len(keys)):
            progress(f"{STREETS[size]} table", done, len(keys))
    return table


def kept_table(description: Description, size: int) -> Table | None:
    """The table in the cache, mapped; None if there is none or it is damaged."""
    found = find(_name(description, size), KIND)
    if found is None or "buckets" not in found.arrays:
        return None
    table: Table = np.asarray(found.arrays["buckets"])
    return table if table.shape == (BOARD_COUNTS[size], COMBOS) and table.dtype == np.uint16 else None


def _name(description: Description, size: int) -> str:
    return f"{description.digest}-{STREETS[size]}"


def _keep_table(description: Description, size: int, table: Table) -> Table:
    """Keep a finished table and give the mapped one; the table itself if the cache cannot be written."""
    keep(_name(description, size), KIND, {"buckets": table}, description.config.to_dict())
    kept = kept_table(description, size)
    return table if kept is None else kept


def open_tables(
    description: Description,
    river_bins: Callable[[], River],
    progress: Progress | None = None,
    threads: int = 1,
) -> BucketTables:
    """The cached tables; missing ones are built and cached."""
    tables = {}
    for size in STREETS:
        kept = kept_table(description, size)
        if kept is None:
            bins = None if description.config.mode == "hand_class" else river_bins()
            kept = _keep_table(description, size, build_table(description, size, bins, progress, threads))
        tables[size] = kept
    return assemble(description, tables[3], tables[4])


def assemble(description: Description, flop: Table, turn: Table) -> BucketTables:
    """What the kernels read. Every array is read-only, so that one compiled version serves all."""
    index = board_index()
    river = description.river
    tables = BucketTables(
        index.keys,
        index.places,
        COMBO_CLASS,
        flop,
        turn,
        description.combo_clusters,
        river,
        row_sums(river),
        np.array(description.river_code, np.int64),
    )
    return BucketTables(*map(_frozen, tables))


def _frozen(array: Any) -> NDArray[Any]:
    view: NDArray[Any] = np.ascontiguousarray(array).view()
    view.setflags(write=False)
    return view
