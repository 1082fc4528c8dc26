"""Concrete deals of a flop: a turn, a river, and for each player hands that neither of them blocks.

Drawn hands are stratified: from every flop bucket the same number, by systematic sampling in proportion to the range,
each hand carrying its share of what the bucket weighs on this runout. So every pair of buckets meets in every deal,
and sums over the drawn hands are right on average for the whole ranges. A hand of either player that shares a card
with the other's is left to the sums, which take it out exactly.
"""

from typing import NamedTuple

import numpy as np

from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.flop_values.buckets import NONE, StreetBuckets
from gutshot.flop_values.flop_deck import FlopDeck
from gutshot.flop_values.terminal_kernels import RunoutHands
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals, Shorts

_CARDS: Ints = COMBO_CARDS.astype(np.int64)


class FlopDealer(NamedTuple):
    """What dealing needs to know of a flop and its buckets."""

    runout: Shorts  # [52, 52]
    strengths: Ints32
    order: Ints32
    values: Shorts
    members: Ints  # [1176] live combos, bucket after bucket
    first: Ints  # [flop buckets + 1]
    flop: Shorts  # [1326]
    turn: Shorts  # [52, 1326]
    river: Shorts  # [1981]; of -1 where the flop bucket holds on every street


def make_dealer(deck: FlopDeck, buckets: StreetBuckets) -> FlopDealer:
    """Hands sorted by bucket, to deal from."""
    members = np.flatnonzero(deck.live)
    members = members[np.argsort(buckets.flop[members], kind="stable")]
    first = np.searchsorted(buckets.flop[members], np.arange(buckets.counts[0] + 1))
    tables = (deck.runout, deck.strengths, deck.order, deck.values)
    return FlopDealer(*tables, members, first.astype(np.int64), buckets.flop, buckets.turn, buckets.river)


def empty_hands(most: int) -> RunoutHands:
    """Room for a number of hands."""
    combo, low, high, strength, same = (np.zeros(most, dtype=np.int64) for _ in range(5))
    bucket = np.zeros((3, most), dtype=np.int64)
    return RunoutHands(np.zeros(1, dtype=np.int64), combo, low, high, strength, np.zeros(most), bucket, same)


@kernel
def draw_weights(
    dealer: FlopDealer, weights: Reals, turn: int, river: int, offsets: Reals, per_bucket: int, out: Reals
) -> None:
    """[1326] what each hand stands for after drawing `per_bucket` of every flop bucket; most are zero."""
    out[:] = 0.0
    for bucket in range(len(dealer.first) - 1):
        mass = 0.0
        for k in range(dealer.first[bucket], dealer.first[bucket + 1]):
            combo = dealer.members[k]
            if not _blocked(combo, turn, river):
                mass += weights[combo]
        step = mass / per_bucket
        mark, seen = offsets[bucket] * step, 0.0
        for k in range(dealer.first[bucket], dealer.first[bucket + 1]):
            combo = dealer.members[k]
            if not _blocked(combo, turn, river):
                seen += weights[combo]
                while mark < seen:
                    out[combo] += step
                    mark += step


@kernel
def _blocked(combo: int, turn: int, river: int) -> bool:
    low, high = _CARDS[combo, 0], _CARDS[combo, 1]
    return bool(low in (turn, river) or high in (turn, river))


@kernel
def lay_out(
    dealer: FlopDealer, weights: Reals, turn: int, river: int, everyone: bool, hands: RunoutHands, place: Ints
) -> None:
    """The hands with weight (or all live ones) by rising strength; `place` says where each combo stands."""
    row = dealer.runout[turn, river]
    place[:] = NONE
    count = 0
    for k in range(dealer.order.shape[1]):
        combo = dealer.order[row, k]
        if everyone or weights[combo] > 0:
            hands.combo[count] = combo
            hands.low[count], hands.high[count] = _CARDS[combo, 0], _CARDS[combo, 1]
            hands.strength[count] = dealer.strengths[row, combo]
            hands.weight[count] = weights[combo]
            hands.bucket[0, count] = dealer.flop[combo]
            hands.bucket[1, count] = dealer.turn[turn, combo]
            found = dealer.river[dealer.values[row, combo]]
            hands.bucket[2, count] = found if found != NONE else dealer.flop[combo]
            place[combo] = count
            count += 1
    hands.size[0] = count


@kernel
def find_same(own: RunoutHands, other_place: Ints) -> None:
    """Where the opponent holds the same two cards."""
    for h in range(own.size[0]):
        own.same[h] = other_place[own.combo[h]]


class FlopDealTable(NamedTuple):
    """Room for one deal at a time."""

    first: RunoutHands
    second: RunoutHands
    drawn: Reals  # [1326]
    first_place: Ints  # [1326]
    second_place: Ints


def make_table(most: int) -> FlopDealTable:
    """Room for so many deals."""
    places = [np.zeros(COMBO_COUNT, dtype=np.int64) for _ in range(2)]
    return FlopDealTable(empty_hands(most), empty_hands(most), np.zeros(COMBO_COUNT), places[0], places[1])


@kernel
def deal_drawn(
    dealer: FlopDealer, weights: Reals, turn: int, river: int, offsets: Reals, per_bucket: int, table: FlopDealTable
) -> None:
    """Draw both players' hands by `offsets` [2, flop buckets] from `weights` [2, 1326]."""
    draw_weights(dealer, weights[0], turn, river, offsets[0], per_bucket, table.drawn)
    lay_out(dealer, table.drawn, turn, river, False, table.first, table.first_place)
    draw_weights(dealer, weights[1], turn, river, offsets[1], per_bucket, table.drawn)
    lay_out(dealer, table.drawn, turn, river, False, table.second, table.second_place)
    find_same(table.first, table.second_place)
    find_same(table.second, table.first_place)


@kernel
def deal_everyone(dealer: FlopDealer, weights: Reals, turn: int, river: int, table: FlopDealTable) -> None:
    """Give both players every live hand with its weight, be it zero."""
    lay_out(dealer, weights[0], turn, river, True, table.first, table.first_place)
    lay_out(dealer, weights[1], turn, river, True, table.second, table.second_place)
    find_same(table.first, table.second_place)
    find_same(table.second, table.first_place)
