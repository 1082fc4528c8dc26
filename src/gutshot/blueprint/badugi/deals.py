"""Deals of heads-up badugi: for every history of draws the class of each seat's hand, and its strength at the end.

A seat's replacements are its own cards of one shuffled deck, three for the first draw and two for each of the others:
4 + 7 cards for each of two seats. So nobody ever draws what another seat has held or thrown away, as at a table, where
the deck outlasts a heads-up hand however much is drawn.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.badugi.hands import class_of, keep_order
from gutshot.blueprint.badugi.layout import COUNTS, FIRST_VIEW, HISTORIES, MOST_DRAWN, VIEWS
from gutshot.blueprint.deals import Deals, shuffle
from gutshot.cards.badugi import CARDS, strength
from gutshot.cards.card import DECK
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints

SEATS = 2
_OWN = CARDS + sum(MOST_DRAWN)
_ENDS = HISTORIES[-1]
_FIRST, _SECOND, _THIRD = COUNTS[1:]
_LATER, _LAST = CARDS + MOST_DRAWN[1], CARDS + MOST_DRAWN[1] + MOST_DRAWN[2]
_VIEW_1, _VIEW_2, _VIEW_3 = FIRST_VIEW[1:]


@inline_kernel
def _drawn(held: Ints, order: Ints, count: int, cards: Ints, fresh: int, after: Ints) -> None:
    """The hand after `count` of its cards have been replaced by those from `fresh` on."""
    for place in range(CARDS):
        after[place] = held[place]
    for step in range(count):
        after[order[CARDS - 1 - step]] = cards[fresh + step]


@inline_kernel
def _look(held: Ints, classes: NDArray[np.int32], view: int) -> int:
    """Note the class of a hand in a view; its strength."""
    made = int(strength(held[0], held[1], held[2], held[3]))
    classes[view] = class_of(made)
    return made


@kernel
def all_draws(cards: Ints, hands: Ints, orders: Ints, classes: NDArray[np.int32], made: NDArray[np.int32]) -> None:
    """A seat's classes [VIEWS] and final strengths [ends] from its own part of the deck.

    `hands` and `orders` [3, 4] are workspace: what is held and the order of discards after no, one and two draws.
    """
    hands[0, :] = cards[:CARDS]
    _look(hands[0], classes, 0)
    keep_order(hands[0], orders[0])
    last = np.empty(CARDS, np.int64)
    for a in range(_FIRST):
        _drawn(hands[0], orders[0], a, cards, CARDS, hands[1])
        _look(hands[1], classes, _VIEW_1 + a)
        keep_order(hands[1], orders[1])
        for b in range(_SECOND):
            _drawn(hands[1], orders[1], b, cards, _LATER, hands[2])
            _look(hands[2], classes, _VIEW_2 + a * _SECOND + b)
            keep_order(hands[2], orders[2])
            for c in range(_THIRD):
                _drawn(hands[2], orders[2], c, cards, _LAST, last)
                end = (a * _SECOND + b) * _THIRD + c
                made[end] = _look(last, classes, _VIEW_3 + end)


@kernel
def fill_badugi_deals(
    seed: np.uint64, first: int, limit: int, buckets: NDArray[np.int32], strengths: NDArray[np.int32]
) -> None:
    """Shuffle, draw in every way, look up. Deal n is deck n // 2, with the seats exchanged if n is odd."""
    cards, made = np.zeros(len(DECK), np.int64), np.zeros((SEATS, _ENDS), np.int32)
    classes = np.zeros((SEATS, VIEWS), np.int32)
    hands, orders = np.zeros((3, CARDS), np.int64), np.zeros((3, CARDS), np.int64)
    for d in range(buckets.shape[0]):
        number = (first + d) % limit if limit > 0 else first + d
        deck, turn = number // SEATS, number % SEATS
        if d == 0 or turn == 0:
            shuffle(seed, deck, SEATS * _OWN, cards)
            for seat in range(SEATS):
                all_draws(cards[seat * _OWN :], hands, orders, classes[seat], made[seat])
        for seat in range(SEATS):
            buckets[d, seat] = classes[(seat + turn) % SEATS]
        button, blind = turn, 1 - turn
        for theirs in range(_ENDS):
            for own in range(_ENDS):
                strengths[d, theirs * _ENDS + own, 0] = made[button, own]
                strengths[d, theirs * _ENDS + own, 1] = made[blind, theirs]


class BadugiDealer:
    """Fresh deals for the walks; with a `limit` so many, which come again."""

    def __init__(self, seed: int, limit: int = 0) -> None:
        self.seed, self.limit = np.uint64(seed), limit

    def deal(self, first: int, count: int) -> Deals:
        buckets = np.zeros((count, SEATS, VIEWS), np.int32)
        strengths = np.zeros((count, _ENDS * _ENDS, SEATS), np.int32)
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            fill_badugi_deals(self.seed, first, self.limit, buckets, strengths)
        return Deals(buckets, strengths)
