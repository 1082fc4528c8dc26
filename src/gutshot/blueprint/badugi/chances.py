"""How likely each badugi hand is dealt, and what draws make of it, counted over all hands.

Up to suits a hand is the set of ranks that play: 1,092 sets, in order of strength. What a draw makes of a set is the
mean over all hands of that set and all cards that may come, the four that were held being gone. Draws of three cards,
of which what stays matters little, are counted for a few hands of each set. Classes are sums of sets as they are dealt.
"""

from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.badugi.hands import CLASS_OF_RANKS, CLASSES, MASKS, thrown
from gutshot.blueprint.badugi.layout import COUNTS
from gutshot.cards.badugi import CARDS, strength
from gutshot.cards.card import DECK
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals

DRAWS = max(COUNTS)
_RANKS, _SUITS, _CARDS = 13, 4, len(DECK)
_THREE = 3
_FEW_HANDS = 3

Weights = NDArray[np.float32]


class Chances(NamedTuple):
    """How likely a hand is dealt [N], and what comes from it by drawing one, two and three cards."""

    dealt: Weights
    onward: Weights  # [draws, from, to]
    back: Weights  # [draws, to, from]
    class_of: Ints  # [N] whose strategy each hand plays

    def matrix(self, drawn: int) -> Weights:
        """[from, to] what so many cards make of a hand."""
        return self.onward[drawn - 1] if drawn else np.eye(len(self.dealt), dtype=np.float32)


@lru_cache(maxsize=1)
def rank_sets() -> tuple[Ints, Ints]:
    """The masks of all sets of ranks in order of strength, and [MASKS] the number of each; -1 for no hand."""
    sets = [
        sum(1 << rank for rank in some) for size in range(1, CARDS + 1) for some in combinations(range(_RANKS), size)
    ]
    ordered = np.array(sorted(sets, key=lambda mask: (mask.bit_count(), -mask)), np.int64)
    number = np.full(MASKS, -1, np.int64)
    number[ordered] = np.arange(len(ordered))
    return ordered, number


@kernel
def _all_hands(renamed: Ints, number: Ints, hands: Ints, facts: Ints) -> int:
    """Fill in one hand of each kind up to suits, and [kinds, 2] its set and how many hands are like it."""
    found, image = 0, np.zeros(CARDS, np.int64)
    seen = np.zeros(len(renamed), np.int64)
    for a in range(_CARDS):
        for b in range(a + 1, _CARDS):
            for c in range(b + 1, _CARDS):
                for d in range(c + 1, _CARDS):
                    own, alike, first = 1 << a | 1 << b | 1 << c | 1 << d, 0, True
                    for turn in range(len(renamed)):
                        image[0], image[1] = a & ~3 | renamed[turn, a & 3], b & ~3 | renamed[turn, b & 3]
                        image[2], image[3] = c & ~3 | renamed[turn, c & 3], d & ~3 | renamed[turn, d & 3]
                        mask = 1 << image[0] | 1 << image[1] | 1 << image[2] | 1 << image[3]
                        if mask < own:
                            first = False
                            break
                        new = True
                        for before in range(alike):
                            new &= seen[before] != mask
                        if new:
                            seen[alike] = mask
                            alike += 1
                    if first:
                        hands[found, 0], hands[found, 1], hands[found, 2], hands[found, 3] = a, b, c, d
                        facts[found, 0], facts[found, 1] = number[-strength(a, b, c, d) & (MASKS - 1)], alike
                        found += 1
    return found


@kernel
def _replaced(hand: Ints, keep: Ints, kept: int, number: Ints, rest: Ints, weight: float, row: Reals) -> None:
    """Add to `row` every hand that `kept` cards and fresh ones make."""
    for a in range(len(rest)):
        if CARDS - kept == 1:
            row[number[-strength(keep[0], keep[1], keep[2], rest[a]) & (MASKS - 1)]] += weight
            continue
        for b in range(a + 1, len(rest)):
            if CARDS - kept == 2:
                row[number[-strength(keep[0], keep[1], rest[a], rest[b]) & (MASKS - 1)]] += weight
                continue
            for c in range(b + 1, len(rest)):
                row[number[-strength(keep[0], rest[a], rest[b], rest[c]) & (MASKS - 1)]] += weight


@kernel
def _count_moves(hands: Ints, facts: Ints, number: Ints, moved: Reals) -> None:
    """Fill in `moved` [draws, sets, sets], in hands that are alike."""
    keep, rest, looked = np.zeros(CARDS, np.int64), np.zeros(_CARDS - CARDS, np.int64), np.zeros(moved.shape[1])
    for n in range(len(hands)):
        own, alike, count = facts[n, 0], float(facts[n, 1]), 0
        moved[0, own, own] += alike
        for card in range(_CARDS):
            if card != hands[n, 0] and card != hands[n, 1] and card != hands[n, 2] and card != hands[n, 3]:
                rest[count] = card
                count += 1
        looked[own] += 1
        for drawn in range(1, DRAWS):
            if drawn == _THREE and looked[own] > _FEW_HANDS:
                continue
            mask, kept = thrown(hands[n], drawn), 0
            for place in range(CARDS):
                if mask >> place & 1 == 0:
                    keep[kept] = hands[n, place]
                    kept += 1
            _replaced(hands[n], keep, kept, number, rest, alike, moved[drawn, own])


@lru_cache(maxsize=1)
def _counted() -> tuple[Reals, Reals]:
    """[sets] how likely each is dealt, and [draws, sets, sets] how likely one comes from another."""
    _, number = rank_sets()
    renamed = np.array(list(permutations(range(_SUITS))), np.int64)
    hands, facts = np.zeros((17_000, CARDS), np.int64), np.zeros((17_000, 2), np.int64)
    kinds = int(_all_hands(renamed, number, hands, facts))
    size = int(number.max()) + 1
    moved = np.zeros((DRAWS, size, size))
    _count_moves(hands[:kinds], facts[:kinds], number, moved)
    dealt = np.bincount(facts[:kinds, 0], facts[:kinds, 1], size)
    return dealt / dealt.sum(), moved / moved.sum(axis=2, keepdims=True)


def _packed(dealt: Reals, moved: Reals, class_of: Ints) -> Chances:
    onward = np.ascontiguousarray(moved[1:], np.float32)
    return Chances(dealt.astype(np.float32), onward, np.ascontiguousarray(onward.transpose(0, 2, 1)), class_of)


@lru_cache(maxsize=1)
def set_chances() -> Chances:
    """Of all sets of ranks."""
    ordered, _ = rank_sets()
    return _packed(*_counted(), np.asarray(CLASS_OF_RANKS[ordered], np.int64))


@lru_cache(maxsize=1)
def chances() -> Chances:
    """Of classes."""
    dealt, moved = _counted()
    ordered, _ = rank_sets()
    kind = np.eye(CLASSES)[CLASS_OF_RANKS[ordered]]
    whole = dealt @ kind
    share = dealt[:, None] * kind / whole
    return _packed(whole, np.stack([share.T @ some @ kind for some in moved]), np.arange(CLASSES))
