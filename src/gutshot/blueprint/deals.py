"""Deals for training: cards from a counter, buckets of every seat on every street, strengths at the showdown.

Deal number n depends on the seed and n alone, so runs repeat, threads need no agreement, and `deal_count` can bound
how many different deals there are. A deck is looked up once and played from every chair: the hands move on a seat
each time, which is cheaper than fresh cards and evens out their luck.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.abstraction import Abstraction
from gutshot.abstraction.lookup import BucketTables, deal_buckets
from gutshot.cards.card import DECK
from gutshot.cards.combo_index import combo_index
from gutshot.cards.combos import COMBO_CLASS
from gutshot.cards.evaluate import evaluate7
from gutshot.kernel import kernel
from gutshot.numeric.dice import roll, seed_dice

_CARDS = len(DECK)
_STREETS = 4


class Deals(NamedTuple):
    """What a walk needs to know of D deals: `buckets` [D, seats, views] and `strengths` [D, histories, seats].

    Where hands do not change by what their seats do there is one history.
    """

    buckets: NDArray[np.int32]
    strengths: NDArray[np.int32]


class Dealer(Protocol):
    """Where deals come from; small games bring their own."""

    def deal(self, first: int, count: int) -> Deals:
        """Deals number `first` .. `first + count`."""
        ...


@kernel
def shuffle(seed: np.uint64, number: int, used: int, cards: NDArray[np.int64]) -> None:
    """Put the first `used` cards of deck `number` in place."""
    for card in range(_CARDS):
        cards[card] = card
    dice = seed_dice(seed, number, 0)
    for place in range(used):
        dice, u = roll(dice)
        other = place + int(u * (_CARDS - place))
        cards[place], cards[other] = cards[other], cards[place]


@kernel
def fill_deals(
    tables: BucketTables,
    seed: np.uint64,
    first: int,
    limit: int,
    buckets: NDArray[np.int32],
    strengths: NDArray[np.int32],
) -> None:
    """Shuffle, deal and look up. Deal n is deck n // seats with the hands moved on by n % seats chairs.

    With a `limit` there are so many deals, which come again in the same order.
    """
    seats = buckets.shape[1]
    used = 2 * seats + 5
    cards = np.zeros(_CARDS, np.int64)
    held, made = np.zeros((seats, buckets.shape[2]), np.int32), np.zeros(seats, np.int32)
    for d in range(buckets.shape[0]):
        number = (first + d) % limit if limit > 0 else first + d
        deck, turn = number // seats, number % seats
        if d == 0 or turn == 0:
            shuffle(seed, deck, used, cards)
            deal_buckets(tables, cards[:used], seats, held)
            board = cards[2 * seats : used]
            for seat in range(seats):
                one, two = cards[2 * seat], cards[2 * seat + 1]
                made[seat] = evaluate7(one, two, board[0], board[1], board[2], board[3], board[4])
        for seat in range(seats):
            other = (seat + turn) % seats
            buckets[d, seat] = held[other]
            strengths[d, seat] = made[other]


class HoldemDealer:
    """Hold'em deals looked up in an abstraction's tables."""

    def __init__(self, abstraction: Abstraction, seats: int, seed: int, limit: int = 0) -> None:
        self.tables, self.seats, self.limit = abstraction.tables, seats, limit
        self.seed = np.uint64(seed)

    def deal(self, first: int, count: int) -> Deals:
        buckets = np.zeros((count, self.seats, _STREETS), np.int32)
        strengths = np.zeros((count, self.seats), np.int32)
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            fill_deals(self.tables, self.seed, first, self.limit, buckets, strengths)
        return Deals(buckets, strengths[:, None])


@kernel
def _fill_preflop_deals(
    classes: NDArray[np.uint8],
    seed: np.uint64,
    first: int,
    limit: int,
    buckets: NDArray[np.int32],
    strengths: NDArray[np.int32],
) -> None:
    """As `fill_deals` where no player decides after the flop: classes alone, fresh cards every time."""
    seats = buckets.shape[1]
    used = 2 * seats + 5
    cards = np.zeros(_CARDS, np.int64)
    for d in range(buckets.shape[0]):
        shuffle(seed, (first + d) % limit if limit > 0 else first + d, used, cards)
        board = cards[2 * seats : used]
        for seat in range(seats):
            one, two = cards[2 * seat], cards[2 * seat + 1]
            buckets[d, seat, 0] = classes[combo_index(one, two)]
            strengths[d, seat] = evaluate7(one, two, board[0], board[1], board[2], board[3], board[4])


class PreflopDealer:
    """Deals for trees without decisions after the flop, which need no abstraction."""

    def __init__(self, seats: int, seed: int, limit: int = 0) -> None:
        self.seats, self.limit, self.seed = seats, limit, np.uint64(seed)

    def deal(self, first: int, count: int) -> Deals:
        buckets = np.zeros((count, self.seats, _STREETS), np.int32)
        strengths = np.zeros((count, self.seats), np.int32)
        with np.errstate(over="ignore"):
            _fill_preflop_deals(COMBO_CLASS, self.seed, first, self.limit, buckets, strengths)
        return Deals(buckets, strengths[:, None])
