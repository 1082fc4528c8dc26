"""Three classes of hands at once: how often they meet, exactly, and how three hands rank when the board is dealt out.

Counts of hands that share no card come from inclusion and exclusion over cards, so they are exact, also together with
who wins between two of the three (what a folded third hand does to an all-in of two). How three hands rank against
each other has thirteen outcomes, ties included; for the 818,805 triples of classes these are sampled once, the same
number of deals for each triple, and kept in the user's cache.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import CLASS_COMBOS, CLASS_COUNT, CLASS_SIZES, COMBO_CARDS, COMBO_CLASS
from gutshot.cards.preflop_matrix import BOARDS_PER_PAIR, REPRESENTATIVES, preflop_matrix
from gutshot.numeric.arrays import Floats, Ints
from gutshot.numeric.files import read_with_digest, write_with_digest
from gutshot.numeric.folders import cache_folder
from gutshot.numeric.threads import Progress, ordered_map
from gutshot.preflop.class_pairs import OPPONENT_COMBOS, disjoint_combos
from gutshot.preflop.multiway_kernels import count_thirds, rank_triples

THIRD_COMBOS = 1128
TRIPLES = CLASS_COUNT * (CLASS_COUNT + 1) * (CLASS_COUNT + 2) // 6
DEALS = 512
"""Sampled for each triple: a share has a standard error of at most 2.2 %, its mean over a range a far smaller one."""

ORDERS: tuple[tuple[int, ...], ...] = tuple(
    ranks for ranks in product(range(3), repeat=3) if set(ranks) == set(range(len(set(ranks))))
)
"""The thirteen weak orders of three hands, as dense ranks of the first, second and third; higher is stronger."""


@dataclass(frozen=True, eq=False)
class Meetings:
    """[169, 169, 169] chances, given the first class, that the others hold the second and the third.

    `win` and `tie` are the parts in which the first beats, ties, the second on a full board.
    """

    meet: Floats
    win: Floats
    tie: Floats


@cache
def meetings() -> Meetings:
    """The exact tables."""
    fits, matrix = disjoint_combos(), preflop_matrix()
    tables = np.zeros((CLASS_COUNT, 3, CLASS_COUNT, CLASS_COUNT), dtype=np.float32)
    cards, classes = COMBO_CARDS.astype(np.int64), COMBO_CLASS.astype(np.int64)
    for first in range(CLASS_COUNT):
        wins, losses = (count / BOARDS_PER_PAIR for count in matrix.rows_of(int(REPRESENTATIVES[first])))
        count_thirds(cards, classes, fits[first], wins, losses, tables[first])
    tables /= OPPONENT_COMBOS * THIRD_COMBOS
    return Meetings(*(np.ascontiguousarray(tables[:, kind]) for kind in range(3)))


@cache
def three_way_orders(progress: Progress | None = None, threads: int = 1) -> NDArray[np.uint16]:
    """[818805, 13] how many of `DEALS` deals ranked a sorted triple of classes in each of `ORDERS`; 0 if impossible."""
    kept = _load()
    if kept is not None:
        return kept
    counts = _sample(progress, threads)
    try:
        table_file().parent.mkdir(parents=True, exist_ok=True)
        write_with_digest(table_file(), counts.astype("<u2").tobytes())
    except OSError:
        return counts  # a read-only home costs the next process the time, not this one its answer
    return counts


def table_file() -> Path:
    """Where the table is kept."""
    return cache_folder() / f"preflop-three-way-{DEALS}.bin"


def _load() -> NDArray[np.uint16] | None:
    counts = read_with_digest(table_file())
    if counts is None or len(counts) != TRIPLES * len(ORDERS) * 2:
        return None
    return np.frombuffer(counts, dtype="<u2").reshape(TRIPLES, len(ORDERS))


def _sample(progress: Progress | None, threads: int) -> NDArray[np.uint16]:
    """Sample every triple; one stream of random numbers a triple, so threads change nothing."""
    combos, columns = combo_lists(), order_columns()
    counts = np.zeros((TRIPLES, len(ORDERS)), dtype=np.uint16)

    def work(high: int) -> int:
        rank_triples(high, combos, CLASS_SIZES, columns, DEALS, counts)
        return high

    for high in ordered_map(work, range(CLASS_COUNT), threads):
        if progress is not None:
            done = (high + 1) * (high + 2) * (high + 3) // 6
            progress("sampling pots of three, once", done, TRIPLES)
    return counts


def order_columns() -> Ints:
    """[27] the place in `ORDERS` of each set of answers to how the three pairs compare (see `three_way`)."""
    columns = np.full(27, -1, dtype=np.int64)
    for place, (one, two, three) in enumerate(ORDERS):
        columns[9 * np.sign(one - two) + 3 * np.sign(one - three) + np.sign(two - three) + 13] = place
    return columns


def combo_lists() -> Ints:
    """[169, 12, 2] the cards of every combo of a class; a class with fewer combos fills its first rows."""
    lists = np.zeros((CLASS_COUNT, 12, 2), dtype=np.int64)
    for cell, combos in enumerate(CLASS_COMBOS):
        lists[cell, : len(combos)] = COMBO_CARDS[combos]
    return lists
