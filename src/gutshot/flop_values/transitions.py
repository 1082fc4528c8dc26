"""How pairs of buckets move from street to street: counts over every pair of hands that share no card.

A state is a pair (own bucket, opponent's bucket), because what one player holds tells something about the other's
cards and about those to come. Counts do not depend on the ranges, so a flop is counted once for every line that
reaches it; within a bucket all hands are taken as equally likely.
"""

from dataclasses import dataclass

import numpy as np

from gutshot.cards.card import format_cards
from gutshot.cards.combos import COMBO_CARDS
from gutshot.errors import BadConfig
from gutshot.flop_values.buckets import StreetBuckets
from gutshot.flop_values.flop_deck import FlopDeck
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bools, Ints, Ints32, Reals, Shorts

_CARDS: Ints = COMBO_CARDS.astype(np.int64)
Labels = Shorts


@dataclass(frozen=True, eq=False)
class Transitions:
    """Rows are pairs `own * n + other` of a street, columns those of the next one; rows of possible pairs sum to 1."""

    to_turn: Reals  # [flop pairs, turn pairs]
    to_river: Reals  # [turn pairs, river pairs]
    edge: Reals  # [river pairs] how much oftener the own bucket wins than it loses


def count_transitions(deck: FlopDeck, buckets: StreetBuckets, used: Bools) -> Transitions:
    """Count all pairs of hands on all turns and, of the rivers, on those that are `used`."""
    flops, turns, rivers = (count * count for count in buckets.counts)
    to_turn, to_river = np.zeros((flops, turns)), np.zeros((turns, rivers))
    edge = np.zeros(rivers)
    combos = np.flatnonzero(deck.live)
    for turn in deck.cards:
        labels = buckets.turn[turn]
        count_turn(combos, buckets.flop, labels, buckets.counts[0], buckets.counts[1], to_turn)
        for river in deck.cards[deck.cards != turn]:
            row = deck.runout[turn, river]
            if used[row]:
                last = buckets.river[np.maximum(deck.values[row], 0)]
                order = deck.order[row]
                count_river(
                    order, deck.strengths[row], labels, last, buckets.counts[1], buckets.counts[2], to_river, edge
                )
    to_turn = _both_ways(to_turn, buckets.counts[0], buckets.counts[1])
    to_river = _both_ways(to_river, buckets.counts[1], buckets.counts[2])
    square = edge.reshape(buckets.counts[2], -1)
    weight = to_river.sum(axis=0)
    shares = np.divide((square - square.T).ravel(), weight, out=np.zeros_like(weight), where=weight > 0)
    _require_rivers(deck, buckets, to_turn.sum(axis=0), to_river.sum(axis=1))
    return Transitions(_rows_to_one(to_turn), _rows_to_one(to_river), shares)


def _both_ways(counts: Reals, before: int, after: int) -> Reals:
    """Each pair of hands was met once: add the same meeting seen by the other player."""
    four = counts.reshape(before, before, after, after)
    return np.ascontiguousarray((four + four.transpose(1, 0, 3, 2)).reshape(before**2, after**2))


def _rows_to_one(counts: Reals) -> Reals:
    total = counts.sum(axis=1, keepdims=True)
    found: Reals = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    return found


def _require_rivers(deck: FlopDeck, buckets: StreetBuckets, reached: Reals, left: Reals) -> None:
    """Every pair of turn buckets that can meet must have met on some river."""
    missing = np.flatnonzero((reached > 0) & (left == 0))
    if len(missing):
        own, other = divmod(int(missing[0]), buckets.counts[1])
        raise BadConfig(
            f"no sampled river of {format_cards(deck.flop)} was dealt to turn buckets {own} and {other} "
            f"({len(missing)} such cells): expected a larger equity_rollout_fraction"
        )


@inline_kernel
def _apart(first: int, second: int) -> bool:
    """Whether two combos share no card."""
    low, high = _CARDS[first, 0], _CARDS[first, 1]
    return bool(
        low not in (_CARDS[second, 0], _CARDS[second, 1]) and high not in (_CARDS[second, 0], _CARDS[second, 1])
    )


@kernel
def count_turn(combos: Ints, flop: Labels, turn: Labels, flops: int, turns: int, counts: Reals) -> None:
    """Add every pair of hands on one turn, once."""
    for i in range(len(combos)):
        if turn[combos[i]] < 0:
            continue
        for k in range(i):
            if turn[combos[k]] >= 0 and _apart(combos[i], combos[k]):
                row = flop[combos[i]] * flops + flop[combos[k]]
                counts[row, turn[combos[i]] * turns + turn[combos[k]]] += 1.0


@kernel
def count_river(
    order: Ints32,
    strengths: Ints32,
    turn: Labels,
    river: Labels,
    turns: int,
    rivers: int,
    counts: Reals,
    edge: Reals,
) -> None:
    """Add every pair of hands on one river, once, the stronger first."""
    for i in range(len(order)):
        own = order[i]
        for k in range(i):
            other = order[k]
            if _apart(own, other):
                column = river[own] * rivers + river[other]
                counts[turn[own] * turns + turn[other], column] += 1.0
                if strengths[own] > strengths[other]:
                    edge[column] += 1.0
