"""The 1326 combos (two hole cards) and the 169 classes of hands, as fixed numbering and read-only arrays.

Combos count pairs of cards i < j in lexicographic order. Classes count the cells of the usual 13x13 matrix row by
row from AA to 22: pairs on the diagonal, suited hands above it, offsuit hands below it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import RANKS, Card, format_cards, rank_of, suit_of
from gutshot.numeric.arrays import Bools, Bytes, Ints, Reals, Shorts

COMBO_COUNT = 1326
CLASS_COUNT = 169


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


def _all_pairs() -> Bytes:
    low, high = np.triu_indices(52, k=1)
    return np.stack([low, high], axis=1).astype(np.uint8)


def class_of(first: Card, second: Card) -> int:
    """The matrix cell 0..168 of two cards: `13 * row + column`, rows and columns running from A to 2."""
    high, low = max(rank_of(first), rank_of(second)), min(rank_of(first), rank_of(second))
    suited = suit_of(first) == suit_of(second)
    row, column = (high, low) if suited else (low, high)
    return 13 * (12 - row) + 12 - column


def class_name(cell: int) -> str:
    """`0` -> `"AA"`, `1` -> `"AKs"`, `13` -> `"AKo"`."""
    row, column = 12 - cell // 13, 12 - cell % 13
    name = RANKS[max(row, column)] + RANKS[min(row, column)]
    return name if row == column else name + ("s" if row > column else "o")


COMBO_CARDS: Bytes = _frozen(_all_pairs())
"""[1326, 2] the two cards of every combo, the lower first."""

COMBO_MASKS: NDArray[np.uint64] = _frozen(
    np.bitwise_or.reduce(np.uint64(1) << COMBO_CARDS.astype(np.uint64), axis=1).astype(np.uint64)
)
"""[1326] both cards of every combo as a 64-bit mask."""

COMBO_CLASS: Bytes = _frozen(np.array([class_of(Card(int(a)), Card(int(b))) for a, b in COMBO_CARDS], dtype=np.uint8))
"""[1326] the class of every combo."""

CLASS_NAMES: tuple[str, ...] = tuple(class_name(cell) for cell in range(CLASS_COUNT))
CLASS_SIZES: Ints = _frozen(np.bincount(COMBO_CLASS, minlength=CLASS_COUNT))
"""[169] how many combos a class has: 6 of a pair, 4 suited, 12 offsuit."""

CLASS_COMBOS: tuple[Ints, ...] = tuple(_frozen(np.flatnonzero(cell == COMBO_CLASS)) for cell in range(CLASS_COUNT))


def by_class(combos: NDArray[Any], reach: Reals, mix: Reals) -> tuple[Reals, Reals]:
    """[169, actions] shares and [169] mean reach of every class; plain means for classes out of range."""
    cells = COMBO_CLASS[combos].astype(np.int64)
    held = np.bincount(cells, reach, CLASS_COUNT)
    weights = np.where(held[cells] > 0, reach, 1.0)
    shares = [np.bincount(cells, weights * row, CLASS_COUNT) for row in mix]
    total = np.bincount(cells, weights, CLASS_COUNT)
    found = np.stack(shares, axis=1) if shares else np.zeros((CLASS_COUNT, 0))
    return found / np.maximum(total, 1e-12)[:, None], held / CLASS_SIZES


def combo_of(first: int, second: int) -> int:
    """The number 0..1325 of two different cards, in either order."""
    low, high = min(first, second), max(first, second)
    return low * (101 - low) // 2 + high - 1


_ORDER = 52 * COMBO_CARDS[:, 0].astype(np.int64) + COMBO_CARDS[:, 1]


def combos_of_cards(low: NDArray[Any], high: NDArray[Any]) -> Shorts:
    """The same for many hands whose lower and higher cards are given."""
    return np.asarray(np.searchsorted(_ORDER, 52 * low.astype(np.int64) + high), dtype=np.int16)


def combo_cards(combo: int) -> tuple[Card, Card]:
    """The two cards of a combo, the lower first."""
    low, high = COMBO_CARDS[combo]
    return Card(int(low)), Card(int(high))


def combo_name(combo: int) -> str:
    """`1325` -> `"AsAh"`: the higher card first, as people write it."""
    low, high = combo_cards(combo)
    return format_cards((high, low))


def combos_with_any(cards: int) -> Bools:
    """[1326] which combos hold a card of the mask `cards`."""
    return np.asarray((COMBO_MASKS & np.uint64(cards)) != 0)
