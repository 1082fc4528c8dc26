"""Lookup tables of the 5-7 card evaluator, built with NumPy on import; Numba freezes them, JAX can read them.

A hand is the *sum* of its card keys. The low half of a key hashes ranks: the 13 constants were searched for so
that the 73,775 multisets of 5, 6 or 7 ranks have distinct sums modulo 2**25. The high half counts suits: each
card adds 7 to the six-bit field of its suit, whose top bit (32) is reached by five cards and not by four.
Strengths without a flush lie in a perfect hash by row displacement (Tarjan and Yao, 1979): the low bits of the
sum choose a row, and the row's offset plus the next bits give the place. With a flush, the 13-bit rank mask of
the suit is the place. The offsets come with the package, because finding them would be most of the time of an import
(`evaluator_fit`).

A strength is `category << 12 | place within the category`, counted from 1: higher wins, 0 is no hand.
"""

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from gutshot.numeric.arrays import Ints

ROW_OFFSETS_FILE: Final = Path(__file__).resolve().parents[1] / "data" / "evaluator_rows.npy"

RANK_KEYS: Final = (
    15877578, 27613406, 30328905, 25787150, 19254270, 13455158, 4007124,
    10148610, 22131400, 17234140, 5314106, 9924407, 7613932,
)  # fmt: skip
ROW_BITS: Final = 13
COLUMN_BITS: Final = 12
ROW_MASK: Final = (1 << ROW_BITS) - 1
COLUMN_MASK: Final = (1 << COLUMN_BITS) - 1

SUIT_FIELD_SHIFTS: Final = (32, 38, 44, 50)
SUIT_STEP: Final = 7
FLUSH_BITS: Final = sum(1 << (shift + 5) for shift in SUIT_FIELD_SHIFTS)

CATEGORY_SHIFT: Final = 12
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

_MASKS: Final[Ints] = np.arange(1 << 13)
_HIGHEST_BIT: Final[Ints] = np.where(_MASKS > 0, 1 << np.frexp(np.maximum(_MASKS, 1))[1].astype(np.int64) >> 1, 0)


def _card_keys() -> Ints:
    """[52] what each card adds to the key of a hand."""
    ranks = np.repeat(np.array(RANK_KEYS, dtype=np.int64), 4)
    suits = np.tile(SUIT_STEP << np.array(SUIT_FIELD_SHIFTS, dtype=np.int64), 13)
    return ranks + suits


def _pair_keys() -> Ints:
    """[65536] the key of the two cards in the bytes of a 16-bit word: one load where two would be needed."""
    keys = np.zeros(256, np.int64)
    keys[:52] = _card_keys()
    return (keys[:, None] + keys).ravel()


def _card_masks() -> Ints:
    """[52] the bit of each card in a suit-major mask: bit `16 * suit + rank`."""
    cards = np.arange(52)
    return np.int64(1) << (16 * (cards & 3) + (cards >> 2))


def _highest(masks: Ints, count: int) -> Ints:
    """The `count` highest bits of each 13-bit mask (all of them where there are fewer)."""
    kept = np.zeros_like(masks)
    for _ in range(count):
        kept |= _HIGHEST_BIT[masks & ~kept]
    return kept


def _straight(masks: Ints) -> Ints:
    """The best straight in each rank mask as one bit, 1 for the wheel up to 512 for broadway; 0 for none."""
    runs = masks << 1 | masks >> 12
    runs = runs & runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4
    best: Ints = _HIGHEST_BIT[runs]
    return best


def _classes(category: int, primary: Ints, kickers: Ints) -> Ints:
    """Comparable numbers: masks of equally many bits compare as their ranks do from the top."""
    return category << 26 | primary << 13 | kickers


def _rank_classes(at_least: Ints) -> Ints:
    """Class of each rank multiset, `at_least[k]` being the mask of ranks held k + 1 times or more."""
    one, two, three, four = at_least
    pairs, trips = _highest(two, 2), _highest(three, 1)
    under = _highest(two & ~trips, 1)
    two_pair = pairs != _highest(two, 1)
    none = np.zeros_like(one)
    cases = [
        (four > 0, _classes(QUADS, four, _highest(one & ~four, 1))),
        ((trips > 0) & (under > 0), _classes(FULL_HOUSE, trips, under)),
        (_straight(one) > 0, _classes(STRAIGHT, _straight(one), none)),
        (trips > 0, _classes(TRIPS, trips, _highest(one & ~trips, 2))),
        (two_pair, _classes(TWO_PAIR, pairs, _highest(one & ~pairs, 1))),
        (two > 0, _classes(PAIR, two, _highest(one & ~two, 3))),
    ]
    high_card = _classes(HIGH_CARD, _highest(one, 1), _highest(one, 5) & ~_highest(one, 1))
    return np.select([case for case, _ in cases], [value for _, value in cases], high_card)


def _flush_classes() -> Ints:
    """[8192] class of the flush in each rank mask of one suit; 0 for fewer than five cards."""
    straight = _straight(_MASKS)
    flush = _classes(FLUSH, _highest(_MASKS, 5), np.zeros_like(_MASKS))
    classes = np.where(straight > 0, _classes(STRAIGHT_FLUSH, straight, np.zeros_like(_MASKS)), flush)
    return np.where(_highest(_MASKS, 4) != _highest(_MASKS, 5), classes, 0)


def rank_multisets() -> tuple[Ints, Ints]:
    """Key sums [73775] and at-least masks [4, 73775] of all multisets of 5-7 ranks, at most four of each."""
    sums, sizes = np.zeros(1, np.int64), np.zeros(1, np.int64)
    at_least = np.zeros((4, 1), np.int64)
    for rank, key in enumerate(RANK_KEYS):
        parts = [np.flatnonzero(sizes + count <= 7) for count in range(5)]
        counts = np.repeat(np.arange(5), [len(part) for part in parts])
        chosen = np.concatenate(parts)
        sums, sizes = sums[chosen] + counts * key, sizes[chosen] + counts
        at_least = at_least[:, chosen] | (counts > np.arange(4)[:, None]).astype(np.int64) << rank
    whole = sizes >= 5
    return sums[whole], at_least[:, whole]


def _strengths(classes: Ints, known: Ints) -> npt.NDArray[np.uint16]:
    """Each class as `category << 12 | place`, places counted from 1 in the sorted list of known classes."""
    categories = classes >> 26
    first_of_category = np.searchsorted(known, np.arange(9) << 26)
    places = np.searchsorted(known, classes) - first_of_category[categories] + 1
    return np.where(classes > 0, categories << CATEGORY_SHIFT | places, 0).astype(np.uint16)


def rows_and_columns(sums: Ints) -> tuple[Ints, Ints]:
    """Where key sums lie in the hash before rows are displaced."""
    return sums & ROW_MASK, sums >> ROW_BITS & COLUMN_MASK


def _rank_tables() -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16], npt.NDArray[np.uint16], Ints]:
    sums, at_least = rank_multisets()
    rank_classes, flush_classes = _rank_classes(at_least), _flush_classes()
    known = np.unique(np.concatenate([rank_classes, flush_classes[flush_classes > 0]]))
    rows, columns = rows_and_columns(sums)
    offsets = np.load(ROW_OFFSETS_FILE).astype(np.int64)
    places = offsets[rows] + columns
    table = np.zeros(offsets.max() + COLUMN_MASK + 1, np.uint16)
    table[places] = _strengths(rank_classes, known)
    return offsets.astype(np.uint32), table, _strengths(flush_classes, known), known


CARD_KEYS: Final = _card_keys()
CARD_MASKS: Final = _card_masks()
PAIR_KEYS: Final = _pair_keys()
ROW_OFFSETS, RANK_STRENGTHS, FLUSH_STRENGTHS, CLASSES = _rank_tables()
