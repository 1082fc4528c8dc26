"""What one of three players wins where a hand ends, over all pairs of the other two's hands at once.

My hand h meets a hand a of one opponent and a hand b of the other that share no card with h or with each other. For
weights X over a and Y over b, with h's cards removed, all such pairs together weigh

    W(X, Y) = X.Y - sum over cards c of X_c.Y_c + sum over combos z of X_z.Y_z

(X all of a's weight, X_c that of the hands with card c: pairs sharing a card are taken off once per shared card, and
the same combo, which shares two, is put back once). Removing h's two cards p and q is the same kind of sum again:
X = X_all - X_p - X_q + X_pq, and X_c = X_c - X_cp - X_cq. So a pair of tables per opponent, weight by card and by pair
of cards, answers any hand in 48 products, and the tables grow by one hand at a time in order of strength.

Every way to win is such a product with other weights. With L the hands weaker than mine and E those as strong:

    everybody has folded, or chips nobody else can win:    W(all, all)
    a pot against the first opponent alone:                W(L, all) + 1/2 W(E, all) = W(L + E/2, all)
    a pot against both: W(L, L) + 1/2 (W(L, E) + W(E, L)) + 1/3 W(E, E) = W(L + E/2, L + E/2) + 1/12 W(E, E)

A folded hand is in none of the pots, but it still blocks: it counts as `all`. So an end is the product of two sums of
weights, each a part that counts throughout ("fixed") and a part that counts by its strength ("rising"): main and side
pots with the same winner's side, folds and calls of one decision, are one product; what is not takes a second one.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats
from gutshot.postflop.storage import aligned_zeros
from gutshot.postflop.three_simd import ALL, CARD_SUMS, STATE_SIZE, WIDTH, card_products

_ROW = np.uint64(WIDTH)
_CARD_SUMS = np.uint64(CARD_SUMS)
_ZERO, _HALF, _TWELFTH = np.float32(0), np.float32(0.5), np.float32(1 / 12)
BOTH_ALL = WIDTH
"""In a room's `both`: after the cards, the sum over all combos that both opponents may hold."""


class HandList(NamedTuple):
    """One player's hands on a board, the weakest first; cards are places among those left by the board."""

    low: Bytes
    high: Bytes
    strength: NDArray[np.uint16]


class Meeting(NamedTuple):
    """My hands, the two opponents', and the combos that both of these may hold, by their places in either list."""

    own: HandList
    first: HandList
    second: HandList
    in_first: NDArray[np.uint16]
    in_second: NDArray[np.uint16]


class Weights(NamedTuple):
    """What the opponents' hands count: throughout, and by their strength; `rises` says whether the latter is used."""

    first_fixed: Floats
    first_rising: Floats
    second_fixed: Floats
    second_rising: Floats
    first_rises: bool
    second_rises: bool


class ShowdownRoom(NamedTuple):
    """Memory of one settlement: the two states, those of the equals alone, and the sums over shared combos."""

    first: Floats
    second: Floats
    first_equal: Floats
    second_equal: Floats
    both: Floats
    both_equal: Floats

    @classmethod
    def new(cls) -> "ShowdownRoom":
        """Empty."""
        sizes = (STATE_SIZE,) * 4 + (WIDTH + 1,) * 2
        return cls._make(aligned_zeros(size) for size in sizes)


@inline_kernel
def _add(state: Floats, low: Any, high: Any, weight: Any) -> None:
    """One hand more, or a part of it."""
    first, second = np.uint64(low), np.uint64(high)
    state[first * _ROW + second] += weight
    state[second * _ROW + first] += weight
    state[_CARD_SUMS + first] += weight
    state[_CARD_SUMS + second] += weight
    state[ALL] += weight


@inline_kernel
def _remove(state: Floats, low: Any, high: Any) -> None:
    """Back to nothing where a hand of a state that is all equals stands."""
    first, second = np.uint64(low), np.uint64(high)
    state[first * _ROW + second] = _ZERO
    state[second * _ROW + first] = _ZERO
    state[_CARD_SUMS + first] = _ZERO
    state[_CARD_SUMS + second] = _ZERO
    state[ALL] = _ZERO


@inline_kernel
def _weigh(one: Floats, other: Floats, both: Floats, low: Any, high: Any) -> Any:
    """W of the module's head for one hand of mine."""
    p, q = np.uint64(low), np.uint64(high)
    one_p, one_q, one_pq = one[_CARD_SUMS + p], one[_CARD_SUMS + q], one[p * _ROW + q]
    other_p, other_q, other_pq = other[_CARD_SUMS + p], other[_CARD_SUMS + q], other[p * _ROW + q]
    products = card_products(one, other, np.int64(p * _ROW), np.int64(q * _ROW))
    products -= (one_p - one_pq) * (other_p - other_pq) + (one_q - one_pq) * (other_q - other_pq)
    pairs = (one[ALL] - one_p - one_q + one_pq) * (other[ALL] - other_p - other_q + other_pq)
    return pairs - products + (both[BOTH_ALL] - both[p] - both[q] + one_pq * other_pq)


@inline_kernel
def _add_both(both: Floats, low: Any, high: Any, product: Any) -> None:
    both[np.uint64(low)] += product
    both[np.uint64(high)] += product
    both[BOTH_ALL] += product


@inline_kernel
def _add_hands(state: Floats, hands: HandList, weights: Floats, begin: int, end: int, share: Any) -> None:
    for k in range(begin, end):
        if weights[k] != _ZERO:
            _add(state, hands.low[k], hands.high[k], share * weights[k])


@inline_kernel
def _add_shared(
    meeting: Meeting, weights: Weights, both: Floats, begin: int, end: int, before: Any, after: Any
) -> None:
    """Combos that both may hold, when the rising part of their weight goes from one share to another."""
    for k in range(begin, end):
        one, other = np.uint64(meeting.in_first[k]), np.uint64(meeting.in_second[k])
        fixed, rising = weights.first_fixed[one], weights.first_rising[one]
        other_fixed, other_rising = weights.second_fixed[other], weights.second_rising[other]
        product = (fixed + after * rising) * (other_fixed + after * other_rising)
        product -= (fixed + before * rising) * (other_fixed + before * other_rising)
        if product != _ZERO:
            _add_both(both, meeting.first.low[one], meeting.first.high[one], product)


@kernel
def _begin(meeting: Meeting, weights: Weights, room: ShowdownRoom) -> None:
    """The states with what counts throughout."""
    first, second, both = room.first, room.second, room.both
    first[:] = _ZERO
    second[:] = _ZERO
    both[:] = _ZERO
    _add_hands(first, meeting.first, weights.first_fixed, 0, len(weights.first_fixed), np.float32(1))
    _add_hands(second, meeting.second, weights.second_fixed, 0, len(weights.second_fixed), np.float32(1))
    for k in range(len(meeting.in_first)):
        one, other = np.uint64(meeting.in_first[k]), np.uint64(meeting.in_second[k])
        product = weights.first_fixed[one] * weights.second_fixed[other]
        if product != _ZERO:
            _add_both(both, meeting.first.low[one], meeting.first.high[one], product)


@kernel
def settle_fixed(meeting: Meeting, weights: Weights, room: ShowdownRoom, out: Floats) -> None:
    """Where strength does not matter: the weight of all pairs of hands that each hand of mine may meet."""
    _begin(meeting, weights, room)
    for h in range(len(meeting.own.low)):
        out[h] = _weigh(room.first, room.second, room.both, meeting.own.low[h], meeting.own.high[h])


@inline_kernel
def _until(numbers: NDArray[np.uint16], at: int, limit: Any) -> int:
    """How many of the rising numbers are below a limit, `at` of which are known to be."""
    while at < len(numbers) and numbers[at] < limit:
        at += 1
    return at


@kernel
def _add_ties(meeting: Meeting, weights: Weights, room: ShowdownRoom, a: Any, b: Any, mine: Any, out: Floats) -> None:
    """A twelfth of the pairs that both tie with mine; `a`, `b` and `mine` are begin and end of the equals' places."""
    first, second, both = room.first_equal, room.second_equal, room.both_equal
    _add_hands(first, meeting.first, weights.first_rising, a[0], a[1], np.float32(1))
    _add_hands(second, meeting.second, weights.second_rising, b[0], b[1], np.float32(1))
    if first[ALL] != _ZERO and second[ALL] != _ZERO:
        k = np.searchsorted(meeting.in_first, a[0])
        while k < len(meeting.in_first) and meeting.in_first[k] < a[1]:
            one, other = np.uint64(meeting.in_first[k]), np.uint64(meeting.in_second[k])
            product = weights.first_rising[one] * weights.second_rising[other]
            _add_both(both, meeting.first.low[one], meeting.first.high[one], product)
            k += 1
        for h in range(mine[0], mine[1]):
            out[h] += _TWELFTH * _weigh(first, second, both, meeting.own.low[h], meeting.own.high[h])
        both[:] = _ZERO
    for k in range(a[0], a[1]):
        _remove(first, meeting.first.low[k], meeting.first.high[k])
    for k in range(b[0], b[1]):
        _remove(second, meeting.second.low[k], meeting.second.high[k])


@kernel
def settle_rising(meeting: Meeting, weights: Weights, room: ShowdownRoom, out: Floats) -> None:
    """Where strength matters: one walk through all hands in order of strength, equals together.

    Afterwards the states hold all hands with their full weights.
    """
    own, first, second = meeting.own, meeting.first, meeting.second
    _begin(meeting, weights, room)
    h, a, b, both = 0, 0, 0, 0
    one = np.float32(1)
    while h < len(own.strength):
        here = own.strength[h]
        end = _until(own.strength, h, here + 1)
        a_below, b_below = _until(first.strength, a, here), _until(second.strength, b, here)
        a_end, b_end = _until(first.strength, a_below, here + 1), _until(second.strength, b_below, here + 1)
        both_below = _until(meeting.in_first, both, a_below)
        both_end = _until(meeting.in_first, both_below, a_end)
        _rise(meeting, weights, room, (a, a_below), (b, b_below), (both, both_below), _ZERO, one)
        _rise(meeting, weights, room, (a_below, a_end), (b_below, b_end), (both_below, both_end), _ZERO, _HALF)
        for k in range(h, end):
            out[k] = _weigh(room.first, room.second, room.both, own.low[k], own.high[k])
        if weights.first_rises and weights.second_rises and a_below < a_end and b_below < b_end:
            _add_ties(meeting, weights, room, (a_below, a_end), (b_below, b_end), (h, end), out)
        _rise(meeting, weights, room, (a_below, a_end), (b_below, b_end), (both_below, both_end), _HALF, one)
        h, a, b, both = end, a_end, b_end, both_end
    ends = len(first.strength), len(second.strength), len(meeting.in_first)
    _rise(meeting, weights, room, (a, ends[0]), (b, ends[1]), (both, ends[2]), _ZERO, one)


@kernel
def _rise(
    meeting: Meeting, weights: Weights, room: ShowdownRoom, a: Any, b: Any, both: Any, before: Any, after: Any
) -> None:
    """Hands of both opponents whose rising part goes from one share to another."""
    if weights.first_rises:
        _add_hands(room.first, meeting.first, weights.first_rising, a[0], a[1], after - before)
    if weights.second_rises:
        _add_hands(room.second, meeting.second, weights.second_rising, b[0], b[1], after - before)
    _add_shared(meeting, weights, room.both, both[0], both[1], before, after)


@kernel
def weigh_all(meeting: Meeting, room: ShowdownRoom, scale: float, out: Floats) -> None:
    """What is left in the states after `settle_rising`: the weight of all pairs, times a scale."""
    for h in range(len(meeting.own.low)):
        weight = _weigh(room.first, room.second, room.both, meeting.own.low[h], meeting.own.high[h])
        out[h] = np.float32(scale) * weight
