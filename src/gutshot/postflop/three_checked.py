"""What hands of three players win if there is no more betting, counted over full boards: for a sample's correction.

Pairs of the opponents' hands are counted by the sums over cards of `three_showdown`; here boards come once each, so
tables of pairs of cards stand in for its lists.
"""

from typing import NamedTuple

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints, Ints32, Reals


@kernel
def beaten_apart(strengths: Ints32, held: Reals, factors: Floats, cards: Bytes, out: Floats) -> None:
    """[runouts, 1326] the share of a range that each hand beats, ties half, of the hands that share no card with it."""
    low_sums, same_sums, all_sums, weights = np.zeros(52), np.zeros(52), np.zeros(52), np.zeros(len(held))
    for runout in range(len(strengths)):
        own = strengths[runout]
        order = np.argsort(own)
        low_sums[:] = 0.0
        all_sums[:] = 0.0
        below, every, first = 0.0, 0.0, 0
        for combo in range(len(own)):
            weights[combo] = held[combo] * factors[runout, combo] if own[combo] > 0 else 0.0
            every += weights[combo]
            all_sums[cards[combo, 0]] += weights[combo]
            all_sums[cards[combo, 1]] += weights[combo]
        while first < len(order):
            last, same = first, 0.0
            same_sums[:] = 0.0
            while last < len(order) and own[order[last]] == own[order[first]]:
                combo = order[last]
                same += weights[combo]
                same_sums[cards[combo, 0]] += weights[combo]
                same_sums[cards[combo, 1]] += weights[combo]
                last += 1
            if own[order[first]] > 0:
                for k in range(first, last):
                    combo = order[k]
                    low, high = cards[combo, 0], cards[combo, 1]
                    met = every - all_sums[low] - all_sums[high] + weights[combo]
                    won = below - low_sums[low] - low_sums[high]
                    tied = same - same_sums[low] - same_sums[high] + weights[combo]
                    out[runout, combo] = (won + tied / 2) / met if met > 1e-9 else 0.0
                below += same
                low_sums += same_sums
            first = last


@kernel
def add_shares(
    own: Ints32, other: Ints32, weights: Floats, factors: Floats, beaten: Floats, his_beaten: Floats, sums: Floats
) -> None:
    """Add up for each pair of hands, runout by runout, what the first wins of the second and each of both others."""
    nothing, half, one = np.float32(0), np.float32(0.5), np.float32(1)
    for h in range(sums.shape[1]):
        alone, first, second, live = sums[0, h], sums[1, h], sums[2, h], sums[3, h]
        for runout in range(len(own)):
            mine, weight, share = own[runout, h], weights[runout, h], beaten[runout, h]
            theirs, factor, his = other[runout], factors[runout], his_beaten[runout]
            if mine > 0:
                for k in range(len(live)):
                    counts = weight * factor[k] if theirs[k] > 0 else nothing
                    won = counts * (one if mine > theirs[k] else half if mine == theirs[k] else nothing)
                    alone[k] += won
                    first[k] += won * share
                    second[k] += (counts - won) * his[k]
                    live[k] += counts


class _CountedHands(NamedTuple):
    """Weights of one opponent's hands that count so far: in all, by card, and by pair of cards."""

    total: Reals  # [1]
    card: Reals  # [52]
    both: Reals  # [52, 52]


@inline_kernel
def _hold(held: _CountedHands, weight: float, low: int, high: int) -> None:
    held.total[0] += weight
    held.card[low] += weight
    held.card[high] += weight
    held.both[low, high] += weight
    held.both[high, low] += weight


@inline_kernel
def _meet(one: _CountedHands, other: _CountedHands, same: _CountedHands, low: int, high: int) -> float:
    """The weight of pairs of the two's hands that share no card with each other or mine; `same` is of equal combos."""
    first = one.total[0] - one.card[low] - one.card[high] + one.both[low, high]
    second = other.total[0] - other.card[low] - other.card[high] + other.both[low, high]
    found = first * second + same.total[0] - same.card[low] - same.card[high] + same.both[low, high]
    shared = 0.0
    for card in range(52):
        left = one.card[card] - one.both[low, card] - one.both[high, card]
        shared += left * (other.card[card] - other.both[low, card] - other.both[high, card])
    for card in (low, high):
        left = one.card[card] - one.both[low, card] - one.both[high, card]
        shared -= left * (other.card[card] - other.both[low, card] - other.both[high, card])
    return float(found - shared)


@inline_kernel
def _new_held() -> _CountedHands:
    return _CountedHands(np.zeros(1), np.zeros(52), np.zeros((52, 52)))


@inline_kernel
def _clear(held: _CountedHands) -> None:
    held.total[:] = 0.0
    held.card[:] = 0.0
    held.both[:] = 0.0


@kernel
def count_checked(strengths: Ints32, one: Reals, other: Reals, cards: Bytes, combos: Ints, sums: Reals) -> None:
    """Add up over runouts what each hand wins of both others, of the first alone, and of the second alone.

    By the sums over cards of `three_showdown`, with tables of pairs of cards in place of lists.
    """
    place = np.full(len(one), -1, np.int64)
    place[combos] = np.arange(len(combos))
    first, second, same = _new_held(), _new_held(), _new_held()
    all_first, all_second, first_same = _new_held(), _new_held(), _new_held()
    equal, other_equal, same_equal = _new_held(), _new_held(), _new_held()
    for runout in range(len(strengths)):
        own = strengths[runout]
        order = np.argsort(own)
        for held in (first, second, same, all_first, all_second, first_same):
            _clear(held)
        for combo in order:
            if own[combo] > 0:
                _hold(all_first, one[combo], cards[combo, 0], cards[combo, 1])
                _hold(all_second, other[combo], cards[combo, 0], cards[combo, 1])
        begin = 0
        while begin < len(order):
            end, mine = begin, False
            while end < len(order) and own[order[end]] == own[order[begin]]:
                mine = mine or place[order[end]] >= 0
                end += 1
            if own[order[begin]] > 0:
                for half in range(2):
                    for k in range(begin, end):
                        combo = order[k]
                        low, high, x, y = cards[combo, 0], cards[combo, 1], one[combo], other[combo]
                        _hold(first, x / 2, low, high)
                        _hold(second, y / 2, low, high)
                        _hold(same, x * y * (0.25 if half == 0 else 0.75), low, high)
                        _hold(first_same, x * y / 2, low, high)
                    if half == 0 and mine:
                        _clear(equal)
                        _clear(other_equal)
                        _clear(same_equal)
                        for k in range(begin, end):
                            combo = order[k]
                            low, high, x, y = cards[combo, 0], cards[combo, 1], one[combo], other[combo]
                            _hold(equal, x, low, high)
                            _hold(other_equal, y, low, high)
                            _hold(same_equal, x * y, low, high)
                        for k in range(begin, end):
                            at = place[order[k]]
                            if at >= 0:
                                low, high = cards[order[k], 0], cards[order[k], 1]
                                won = _meet(first, second, same, low, high)
                                if equal.total[0] > 0 and other_equal.total[0] > 0:
                                    won += _meet(equal, other_equal, same_equal, low, high) / 12
                                sums[0, at] += won
                                sums[1, at] += _meet(first, all_second, first_same, low, high)
                                sums[2, at] += _meet(all_first, second, first_same, low, high)
            begin = end
