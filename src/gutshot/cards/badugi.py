"""Badugi: the best subset of four cards without a pair of equal ranks or suits, aces low.

`made_badugi` explains strengths; its functions for one hand are re-exported here. With four cards all
fifteen subsets are tried at once, without branches, which LLVM turns into vector code.
"""

import numpy as np
import numpy.typing as npt

from gutshot.cards.hands import Hands, Integer, Strengths, hand_array, strength_array
from gutshot.cards.made_badugi import (
    CARDS,
    CATEGORIES,
    STEP,
    best_subset,
    describe,
    low_rank,
    optimal_keeps,
    size_of,
    strength_of,
    words_of,
)
from gutshot.kernel import inline_kernel, kernel

__all__ = [
    "CARDS",
    "CATEGORIES",
    "best_subset",
    "describe",
    "low_rank",
    "optimal_keeps",
    "size_of",
    "strength",
    "strength_of",
    "strengths",
    "words_of",
]


@inline_kernel
def _weight(card: Integer) -> Integer:
    bit = 2 << (card >> 2)
    return STEP - ((bit | (bit >> 13)) & (STEP - 1))


@inline_kernel
def _free(card: Integer, other: Integer) -> Integer:
    """All ones if the two cards differ in rank and in suit, else zero."""
    difference = card ^ other
    return -np.int64((difference & 3 != 0) & (difference > 3))


@inline_kernel
def strength(c0: Integer, c1: Integer, c2: Integer, c3: Integer) -> Integer:
    """Strength of four distinct cards; trusts its caller."""
    w0, w1, w2, w3 = _weight(c0), _weight(c1), _weight(c2), _weight(c3)
    f01, f02, f03 = _free(c0, c1), _free(c0, c2), _free(c0, c3)
    f12, f13, f23 = _free(c1, c2), _free(c1, c3), _free(c2, c3)
    f012, f013, f023, f123 = f01 & f02 & f12, f01 & f03 & f13, f02 & f03 & f23, f12 & f13 & f23
    one = max(max(w0, w1), max(w2, w3))
    two = max(max((w0 + w1) & f01, (w0 + w2) & f02), max((w0 + w3) & f03, (w1 + w2) & f12))
    two = max(two, max((w1 + w3) & f13, (w2 + w3) & f23))
    three = max(max((w0 + w1 + w2) & f012, (w0 + w1 + w3) & f013), max((w0 + w2 + w3) & f023, (w1 + w2 + w3) & f123))
    four = (w0 + w1 + w2 + w3) & f012 & f123 & f03
    return max(max(one, two), max(three, four))


@kernel
def _fill_strengths(words: npt.NDArray[np.uint32], out: Strengths) -> None:
    """One word holds the four cards of a hand: loading bytes with a stride would cost eight times as much."""
    for i in range(words.shape[0]):
        word = np.int64(words[i])
        out[i] = strength(word & 0xFF, (word >> 8) & 0xFF, (word >> 16) & 0xFF, word >> 24)


def strengths(hands: Hands, out: Strengths | None = None) -> Strengths:
    """[N] strengths of hands [N, 4], each row distinct cards 0..51; that is not checked."""
    cards = hand_array(hands, (CARDS,))
    result = strength_array(len(cards), out)
    _fill_strengths(cards.reshape(-1).view(np.uint32), result)
    return result
