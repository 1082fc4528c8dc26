"""One hold'em hand in plain Python: its strength, category, words, and the five cards that play.

No compiler needed: a single hand is looked up in `tables` faster than Numba is imported.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from gutshot.cards.card import Card, rank_of
from gutshot.cards.hands import checked_hand
from gutshot.cards.tables import (
    CARD_KEYS,
    CARD_MASKS,
    CATEGORY_SHIFT,
    CLASSES,
    COLUMN_MASK,
    FLUSH,
    FLUSH_BITS,
    FLUSH_STRENGTHS,
    FULL_HOUSE,
    HIGH_CARD,
    RANK_STRENGTHS,
    ROW_BITS,
    ROW_MASK,
    ROW_OFFSETS,
    STRAIGHT,
    STRAIGHT_FLUSH,
)
from gutshot.errors import MalformedInput

SIZES = (5, 6, 7)

CATEGORIES = (
    "High card",
    "Pair",
    "Two pair",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full house",
    "Four of a kind",
    "Straight flush",
)


def strength_of(cards: Iterable[Card]) -> int:
    """Strength of five to seven distinct cards."""
    hand = list(checked_hand(cards, SIZES))
    key, mask = int(CARD_KEYS[hand].sum()), int(CARD_MASKS[hand].sum())
    if key & FLUSH_BITS:
        return max(int(FLUSH_STRENGTHS[mask >> shift & 0x1FFF]) for shift in (0, 16, 32, 48))
    return int(RANK_STRENGTHS[int(ROW_OFFSETS[key & ROW_MASK]) + (key >> ROW_BITS & COLUMN_MASK)])


def category_of(strength: int) -> int:
    """0 (high card) to 8 (straight flush), the index into CATEGORIES."""
    return int(strength) >> CATEGORY_SHIFT


def best_five(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The five cards that play, as a player lays them out: sets before kickers, high before low.

    Of equal cards at choice the higher suit is taken, so the order of the hand does not matter.
    """
    hand = sorted(checked_hand(cards, SIZES), reverse=True)
    best = max(combinations(hand, 5), key=strength_of)
    ranks = [rank_of(card) for card in best]
    ace_is_low = category_of(strength_of(best)) in (STRAIGHT, STRAIGHT_FLUSH) and {0, 12} <= set(ranks)
    height = [(rank + ace_is_low) % 13 for rank in range(13)]
    return tuple(sorted(best, key=lambda card: (ranks.count(rank_of(card)), height[rank_of(card)], card), reverse=True))


_ONE = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_MANY = tuple(name + ("es" if name == "six" else "s") for name in _ONE)


def _ranks_of(mask: int) -> list[int]:
    return [rank for rank in range(12, -1, -1) if mask >> rank & 1]


def _kickers(mask: int) -> str:
    names = [_ONE[rank] for rank in _ranks_of(mask)]
    return "-".join(names) + (" kicker" if len(names) == 1 else " kickers")


def words_of(strength: int) -> str:
    """What a strength is called: "Two pair, aces and sixes, king kicker", "Straight, five high"."""
    category = category_of(strength)
    place = int(strength) - (category << CATEGORY_SHIFT)
    first, end = np.searchsorted(CLASSES, [category << 26, (category + 1) << 26]).tolist()
    if not 1 <= place <= end - first:
        raise MalformedInput(f"strength {strength}: expected a value returned by the evaluator")
    found = int(CLASSES[first + place - 1])
    return _words(category, found >> 13 & 0x1FFF, found & 0x1FFF)


def _words(category: int, primary: int, kickers: int) -> str:
    name, tops = CATEGORIES[category], _ranks_of(primary)
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        high = primary.bit_length() + 2
        return "Royal flush" if category == STRAIGHT_FLUSH and high == 12 else f"{name}, {_ONE[high]} high"
    if category == FLUSH:
        return f"{name}, {_ONE[tops[0]]} high"
    if category == FULL_HOUSE:
        return f"{name}, {_MANY[tops[0]]} full of {_MANY[_ranks_of(kickers)[0]]}"
    names = _ONE if category == HIGH_CARD else _MANY
    return f"{name}, {' and '.join(names[rank] for rank in tops)}, {_kickers(kickers)}"


def describe(cards: Iterable[Card]) -> str:
    """The words of the best hand in five to seven cards."""
    return words_of(strength_of(cards))
