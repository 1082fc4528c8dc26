"""Badugi: the best subset of four cards without a pair of equal ranks or suits, aces low.

More cards beat fewer, then the lower high card wins, then the next. Give a card the weight `8192 - bit`, bit 0
for the ace up to bit 12 for the king: a subset's total orders subsets exactly so, and the strength of a hand is
the heaviest subset free of conflicts. With four cards all fifteen subsets are tried at once, without branches,
which LLVM turns into vector code. A strength of k cards lies in `(8192 (k-1), 8192 k)`: higher wins.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt

from gutshot.cards.card import RANKS, Card, rank_of, suit_of
from gutshot.cards.hands import Hands, Integer, Strengths, checked_hand, hand_array, strength_array
from gutshot.errors import MalformedInput
from gutshot.kernel import inline_kernel, kernel

CARDS = 4
CATEGORIES = ("no hand", "one-card", "two-card", "three-card", "badugi")
_STEP = 1 << 13


@inline_kernel
def _weight(card: Integer) -> Integer:
    bit = 2 << (card >> 2)
    return _STEP - ((bit | (bit >> 13)) & (_STEP - 1))


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


def strength_of(cards: Iterable[Card]) -> int:
    """Strength of four distinct cards, in plain Python: one hand should not wait for a compiler."""
    return _total(best_subset(cards))


def size_of(strength: int) -> int:
    """How many cards play: 4 for a badugi, down to 1."""
    return (int(strength) + _STEP - 1) >> 13


def words_of(strength: int) -> str:
    """What a strength is called: "7-5-3-A badugi", "three-card 6-4-2"."""
    size = size_of(strength)
    mask = size * _STEP - int(strength)
    if not 1 <= size <= CARDS or mask.bit_count() != size:
        raise MalformedInput(f"strength {strength}: expected one that the evaluator returned")
    ranks = "-".join(RANKS[low - 1] for low in range(12, -1, -1) if mask >> low & 1)
    return f"{ranks} badugi" if size == CARDS else f"{CATEGORIES[size]} {ranks}"


def describe(cards: Iterable[Card]) -> str:
    """The words of the best subset of four cards."""
    return words_of(strength_of(cards))


def low_rank(card: Card) -> int:
    """0 for an ace, 1 for a two, up to 12 for a king."""
    return (rank_of(card) + 1) % 13


def optimal_keeps(cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every subset that makes the hand's strength, high card first; several where equal ranks are at choice."""
    hand = sorted(checked_hand(cards, (CARDS,)), key=lambda card: (-low_rank(card), card))
    keeps = [keep for size in range(1, CARDS + 1) for keep in combinations(hand, size) if _is_free(keep)]
    best = max(map(_total, keeps))
    return tuple(keep for keep in keeps if _total(keep) == best)


def best_subset(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that play, high card first; of several optimal keeps the first."""
    return optimal_keeps(cards)[0]


def _total(keep: tuple[Card, ...]) -> int:
    return sum(_STEP - (1 << low_rank(card)) for card in keep)


def _is_free(keep: tuple[Card, ...]) -> bool:
    return len({rank_of(card) for card in keep}) == len(keep) == len({suit_of(card) for card in keep})
