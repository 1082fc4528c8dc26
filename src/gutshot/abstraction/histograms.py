"""Where every hand of a flop or turn board may end: a histogram of its river values over all runouts.

A turn hand has 46 rivers, a flop hand 1,081 pairs of cards to come; the counts are whole numbers, so two ways give the
same rows. `fill_histograms` plays all runouts of one board (a turn about a millisecond, a flop some twenty). For whole
tables `river_bins` evaluates each of the 134,459 canonical rivers once, 178 MB while it is needed, and
`gather_histograms` looks every runout up there.
"""

from typing import Any

import numpy as np

from gutshot.abstraction.boards import BoardIndex, board_cards, board_keys, canonical_key, find_board
from gutshot.abstraction.rivers import COMBOS, VALUE_LIMIT, fill_values
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Ints, Shorts
from gutshot.numeric.threads import Progress, ordered_map

Histograms = Shorts

BINS = 50
BLOCKED_BIN = 255
RUNOUTS = {3: 1081, 4: 46}
"""How many runouts a hand has, by the number of cards on the board."""


@inline_kernel
def bin_of(value: Any) -> Any:
    """The bin of a value between 0 and VALUE_LIMIT."""
    return value * BINS // (VALUE_LIMIT + 1)


@kernel
def _add_river(board: Ints, values: Shorts, histograms: Histograms) -> None:
    fill_values(board, values)
    for combo in range(COMBOS):
        if values[combo] >= 0:
            histograms[combo, bin_of(np.int64(values[combo]))] += 1


@kernel
def fill_histograms(board: Ints, histograms: Histograms) -> None:
    """[1326, BINS] of all hands on a flop or turn board by playing every runout; blocked hands stay zero."""
    histograms[:] = 0
    values = np.empty(COMBOS, np.int16)
    river = np.empty(5, np.int64)
    size = len(board)
    river[:size] = board
    for turn in range(52 if size == 3 else 1):
        if size == 3:
            if _holds(board, turn):
                continue
            river[3] = turn
        for last in range(turn + 1 if size == 3 else 0, 52):
            if not _holds(board, last):
                river[4] = last
                _add_river(river, values, histograms)


@kernel
def _holds(board: Ints, card: int) -> bool:
    for held in board:  # noqa: SIM110 compiled
        if held == card:
            return True
    return False


@kernel
def _fill_bins(boards: Ints, bins: Bytes) -> None:
    values = np.empty(COMBOS, np.int16)
    for i in range(len(boards)):
        fill_values(boards[i], values)
        for combo in range(COMBOS):
            bins[i, combo] = bin_of(np.int64(values[combo])) if values[combo] >= 0 else BLOCKED_BIN


def river_bins(progress: Progress | None = None, threads: int = 1) -> Bytes:
    """[134459, 1326] the bin of every hand on every canonical river, 255 where it is blocked."""
    keys, _ = board_keys(5)
    bins = np.empty((len(keys), COMBOS), np.uint8)
    chunk = 2048
    starts = range(0, len(keys), chunk)

    def fill(start: int) -> int:
        part = slice(start, start + chunk)
        _fill_bins(np.array([board_cards(int(key)) for key in keys[part]], np.int64), bins[part])
        return min(start + chunk, len(keys))

    for done in ordered_map(fill, starts, threads):
        if progress:
            progress("river values", done, len(keys))
    return bins


@kernel
def _gather_river(masks: Ints, index: BoardIndex, moved_combos: Shorts, bins: Bytes, histograms: Histograms) -> None:
    key, renaming = canonical_key(masks[0], masks[1], masks[2], masks[3])
    row, moved = bins[find_board(index.keys, index.places, key)], moved_combos[renaming]
    for combo in range(COMBOS):
        place = row[moved[combo]]
        if place != BLOCKED_BIN:
            histograms[combo, place] += 1


@kernel
def gather_histograms(
    board: Ints, index: BoardIndex, moved_combos: Shorts, bins: Bytes, histograms: Histograms
) -> None:
    """As `fill_histograms`, from the bins of all canonical rivers."""
    histograms[:] = 0
    masks = np.zeros(4, np.int64)
    for card in board:
        masks[card & 3] |= 1 << (card >> 2)
    size = len(board)
    for turn in range(52 if size == 3 else 1):
        if size == 3:
            if _holds(board, turn):
                continue
            masks[turn & 3] ^= 1 << (turn >> 2)
        for last in range(turn + 1 if size == 3 else 0, 52):
            if not _holds(board, last):
                masks[last & 3] ^= 1 << (last >> 2)
                _gather_river(masks, index, moved_combos, bins, histograms)
                masks[last & 3] ^= 1 << (last >> 2)
        if size == 3:
            masks[turn & 3] ^= 1 << (turn >> 2)
