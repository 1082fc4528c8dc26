"""Badugi hands as classes, and what a seat throws away when it draws so many cards.

A class is an exact function of the four cards: how many play, their high card, the second, and of low hands the others;
the same classes on every street, numbered by strength.

The number of cards drawn is the player's choice, and which ones go follows from it: the cards that do not play go
first, the highest of them before the lower, then those that play, again from the highest down.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.made_badugi import CARDS, STEP
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints

_RANKS = 13
MASKS = 1 << _RANKS
_PLACES = 1 << CARDS

# Which cards below the high one tell classes apart, by the number of cards that play and the high card: up to which
# card each group but the last goes. Where there is nothing to tell, one group.
_HIGH_GROUPS = (1, 2, 3, 4, 5, 6, 9)  # of single cards
_ALL = tuple(range(1, _RANKS))


def _groups(size: int, high: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The groups of the second and the third card."""
    if size == 2:
        return (_ALL if high <= 8 else (2, 4)), ()
    if size == 3:
        rough = {9: _ALL, 10: (4, 5, 6, 7), 11: (5, 7), 12: (5, 8), 13: (5, 8)}
        return (_ALL, _ALL) if high <= 8 else (rough[high], ())
    return _ALL, _ALL if high <= 8 else (4,) if high == 9 else ()


def _kind(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """What of a hand's ranks (1 for the ace, rising) its class keeps: size, high card, groups of the others."""
    size, high = len(ranks), ranks[-1]
    if size == 1:
        return size, sum(high > most for most in _HIGH_GROUPS), 0, 0, 0
    groups = _groups(size, high)
    kept = [sum(ranks[-2 - at] > most for most in groups[at]) if at + 2 <= size else 0 for at in range(2)]
    fourth = ranks[0] if size == CARDS and high <= 7 else 0
    return size, high, *kept, fourth


def _all_kinds() -> tuple[tuple[tuple[int, ...], ...], NDArray[np.int16]]:
    """Every class in order of strength, and [MASKS] the class of a set of ranks, -1 for sets that no hand has."""
    hands = [ranks for size in range(1, CARDS + 1) for ranks in combinations(range(1, _RANKS + 1), size)]
    kinds = sorted({_kind(ranks) for ranks in hands}, key=lambda kind: (kind[0], *(-part for part in kind[1:])))
    place = {kind: number for number, kind in enumerate(kinds)}
    table = np.full(MASKS, -1, np.int16)
    for ranks in hands:
        table[sum(1 << rank - 1 for rank in ranks)] = place[_kind(ranks)]
    table.setflags(write=False)
    return tuple(kinds), table


KINDS, CLASS_OF_RANKS = _all_kinds()
CLASSES = len(KINDS)
CLASS_SIZE = np.array([kind[0] for kind in KINDS], np.int64)
"""How many cards play in the hands of a class."""
CLASS_SIZE.setflags(write=False)


@inline_kernel
def class_of(strength: int) -> int:
    """The class of a hand by its strength (`cards.badugi.strength`)."""
    return int(CLASS_OF_RANKS[-strength & (MASKS - 1)])


@inline_kernel
def _low_rank(card: int) -> int:
    return ((card >> 2) + 1) % 13


@kernel
def keep_order(cards: Ints, order: Ints) -> None:
    """Fill `order` with the places of four cards, from the one that is kept longest to the one that goes first.

    Where cards of one rank are at choice the suits decide, so that the order of the places does not matter.
    """
    best, playing, chosen = 0, 0, 0
    for places in range(1, _PLACES):
        ranks, suits, total, held, free = 0, 0, 0, 0, True
        for place in range(CARDS):
            if places >> place & 1:
                rank, suit = 1 << _low_rank(cards[place]), 1 << (cards[place] & 3)
                free &= ranks & rank == 0 and suits & suit == 0
                ranks |= rank
                suits |= suit
                total += STEP - rank
                held |= 1 << cards[place]
        if free and (total > best or (total == best and held < chosen)):
            best, playing, chosen = total, places, held
    for place in range(CARDS):
        order[place] = place
    for last in range(CARDS - 1, 0, -1):
        for place in range(last):
            if _goes_before(cards, playing, order[place], order[place + 1]):
                order[place], order[place + 1] = order[place + 1], order[place]


@inline_kernel
def _goes_before(cards: Ints, playing: int, one: int, other: int) -> bool:
    """Whether the card in a place is thrown away before another."""
    if (playing >> one & 1) != (playing >> other & 1):
        return bool(playing >> other & 1)
    first, second = _low_rank(cards[one]), _low_rank(cards[other])
    return first > second or (first == second and cards[one] > cards[other])


@kernel
def thrown(cards: Ints, count: int) -> int:
    """The mask of places that go when `count` of four cards are drawn."""
    order, mask = np.empty(CARDS, np.int64), 0
    keep_order(cards, order)
    for step in range(count):
        mask |= 1 << order[CARDS - 1 - step]
    return mask
