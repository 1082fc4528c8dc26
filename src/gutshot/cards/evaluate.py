"""Strength of 5, 6 or 7 cards as one integer (higher wins, hands of different sizes compare), and its words.

Three entries. `strength_of`, from `made_hand`, checks its cards. `strengths` takes an array of hands and trusts it.
Kernels call `evaluate5`-`evaluate7`, or add up `CARD_KEYS` and `CARD_MASKS` themselves, since the key of a hand is the
sum of the keys of its cards, and ask `evaluate_key`. `tables` explains how the tables work.
"""

import numpy as np
import numpy.typing as npt

from gutshot.cards.hands import Hands, Integer, Strengths, hand_array, strength_array
from gutshot.cards.made_hand import CATEGORIES, SIZES, best_five, category_of, describe, strength_of, words_of
from gutshot.cards.tables import (
    CARD_KEYS,
    CARD_MASKS,
    COLUMN_MASK,
    FLUSH_BITS,
    FLUSH_STRENGTHS,
    PAIR_KEYS,
    RANK_STRENGTHS,
    ROW_BITS,
    ROW_MASK,
    ROW_OFFSETS,
)
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints

__all__ = [
    "CATEGORIES",
    "SIZES",
    "best_five",
    "category_of",
    "describe",
    "evaluate5",
    "evaluate6",
    "evaluate7",
    "evaluate_key",
    "flush_strength",
    "has_flush",
    "rank_strength",
    "strength_of",
    "strengths",
    "words_of",
]


@inline_kernel
def rank_strength(key: Integer) -> Integer:
    """Strength of the hand with this key if it has no flush."""
    return np.int64(RANK_STRENGTHS[ROW_OFFSETS[key & ROW_MASK] + ((key >> ROW_BITS) & COLUMN_MASK)])


@inline_kernel
def has_flush(key: Integer) -> bool:
    """Whether five or more cards of the hand with this key share a suit."""
    return (key & FLUSH_BITS) != 0


@inline_kernel
def flush_strength(mask: Integer) -> Integer:
    """Strength of the flush in a suit-major mask (see CARD_MASKS) of at most seven cards; 0 without one."""
    return np.int64(
        FLUSH_STRENGTHS[mask & 0x1FFF]
        | FLUSH_STRENGTHS[(mask >> 16) & 0x1FFF]
        | FLUSH_STRENGTHS[(mask >> 32) & 0x1FFF]
        | FLUSH_STRENGTHS[(mask >> 48) & 0x1FFF]
    )


@inline_kernel
def evaluate_key(key: Integer, mask: Integer) -> Integer:
    """Strength of 5-7 cards from the sums of their CARD_KEYS and CARD_MASKS. A flush excludes quads and boats."""
    if has_flush(key):
        return flush_strength(mask)
    return rank_strength(key)


@inline_kernel
def evaluate5(c0: Integer, c1: Integer, c2: Integer, c3: Integer, c4: Integer) -> Integer:
    """Strength of five distinct cards; trusts its caller."""
    key = CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2] + CARD_KEYS[c3] + CARD_KEYS[c4]
    if has_flush(key):
        return flush_strength(CARD_MASKS[c0] | CARD_MASKS[c1] | CARD_MASKS[c2] | CARD_MASKS[c3] | CARD_MASKS[c4])
    return rank_strength(key)


@inline_kernel
def evaluate6(c0: Integer, c1: Integer, c2: Integer, c3: Integer, c4: Integer, c5: Integer) -> Integer:
    """Strength of six distinct cards; trusts its caller."""
    key = CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2] + CARD_KEYS[c3] + CARD_KEYS[c4] + CARD_KEYS[c5]
    if has_flush(key):
        mask = CARD_MASKS[c0] | CARD_MASKS[c1] | CARD_MASKS[c2] | CARD_MASKS[c3] | CARD_MASKS[c4] | CARD_MASKS[c5]
        return flush_strength(mask)
    return rank_strength(key)


@inline_kernel
def evaluate7(c0: Integer, c1: Integer, c2: Integer, c3: Integer, c4: Integer, c5: Integer, c6: Integer) -> Integer:
    """Strength of seven distinct cards; trusts its caller."""
    key = CARD_KEYS[c0] + CARD_KEYS[c1] + CARD_KEYS[c2] + CARD_KEYS[c3] + CARD_KEYS[c4] + CARD_KEYS[c5] + CARD_KEYS[c6]
    if has_flush(key):
        mask = CARD_MASKS[c0] | CARD_MASKS[c1] | CARD_MASKS[c2] | CARD_MASKS[c3] | CARD_MASKS[c4] | CARD_MASKS[c5]
        return flush_strength(mask | CARD_MASKS[c6])
    return rank_strength(key)


@kernel
def _fill5(hands: Hands, out: Strengths) -> None:
    for i in range(hands.shape[0]):
        out[i] = evaluate5(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4])


@kernel
def _fill6(hands: Hands, out: Strengths) -> None:
    for i in range(hands.shape[0]):
        out[i] = evaluate6(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5])


@inline_kernel
def _strength7(hands: Hands, i: Integer, key: Integer) -> Integer:
    """Strength of the hand in row i, whose key is known; its cards are looked at again only for a flush."""
    if has_flush(key):
        mask = CARD_MASKS[hands[i, 0]] | CARD_MASKS[hands[i, 1]] | CARD_MASKS[hands[i, 2]] | CARD_MASKS[hands[i, 3]]
        mask |= CARD_MASKS[hands[i, 4]] | CARD_MASKS[hands[i, 5]] | CARD_MASKS[hands[i, 6]]
        return flush_strength(mask)
    return rank_strength(key)


@kernel
def _fill7(hands: Hands, words: npt.NDArray[np.uint16], pair_keys: Ints, out: Strengths) -> None:
    """Two hands at a time: their fourteen bytes are seven words, six of them pairs, the fourth one of each."""
    for i in range(hands.shape[0] // 2):
        at = 7 * i
        shared = words[at + 3]
        first = pair_keys[words[at]] + pair_keys[words[at + 1]] + pair_keys[words[at + 2]] + CARD_KEYS[shared & 0xFF]
        other = pair_keys[words[at + 4]] + pair_keys[words[at + 5]] + pair_keys[words[at + 6]] + CARD_KEYS[shared >> 8]
        out[2 * i] = _strength7(hands, 2 * i, first)
        out[2 * i + 1] = _strength7(hands, 2 * i + 1, other)
    if hands.shape[0] % 2 == 1:
        last = hands[-1]
        out[-1] = evaluate7(last[0], last[1], last[2], last[3], last[4], last[5], last[6])


def strengths(hands: Hands, out: Strengths | None = None) -> Strengths:
    """[N] strengths of hands [N, 5 | 6 | 7], each row distinct cards, which is not checked, of 0..51."""
    cards = hand_array(hands, SIZES)
    result = strength_array(len(cards), out)
    if cards.shape[1] == 7:
        whole_pairs = len(cards) // 2 * 14
        _fill7(cards, cards.reshape(-1)[:whole_pairs].view(np.uint16), PAIR_KEYS, result)
    else:
        (_fill5 if cards.shape[1] == 5 else _fill6)(cards, result)
    return result
