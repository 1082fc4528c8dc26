"""What one of three players wins where a hand ends, over all pairs of the other two's hands at once.

My hand h = pq meets a hand x of one opponent and a hand y of the other that share no card with h or with each other.
For weights X over x and Y over y, with h's cards removed, all such pairs together weigh

    W(X, Y) = X.Y - sum over cards c of X_c.Y_c + sum over combos z of X_z.Y_z

(X all of x's weight, X_c that of the hands with card c: pairs sharing a card are taken off once per shared card, and
the same combo, which shares two, is put back once). Every way to win is such a product with other weights. With L the
hands weaker than mine and E those as strong:

    everybody has folded, or chips nobody else can win:    W(all, all)
    a pot against the first opponent alone:                W(L, all) + 1/2 W(E, all) = W(L + E/2, all)
    a pot against both: W(L, L) + 1/2 (W(L, E) + W(E, L)) + 1/3 W(E, E) = W(L + E/2, L + E/2) + 1/12 W(E, E)

A folded hand is in none of the pots, but it still blocks: it counts as `all`. So an end is the product of two sums of
weights, each a part that counts throughout ("fixed") and a part that counts by its strength ("rising"): main and side
pots with the same winner's side, folds and calls of one decision, are one product; what is not takes a second one.

Removing p and q from the sums over all hands leaves, with J = sum of X_z.Y_z - sum of X_c.Y_c,

    W = (X - X_p - X_q + X_pq) (Y - Y_p - Y_q + Y_pq) + J + G_p + G_q - (X_p + X_q) Y_pq - (Y_p + Y_q) X_pq
        + 3 X_pq.Y_pq - sum over c of (X_cp.Y_cq + X_cq.Y_cp)
    G_p = X_p.Y_p + sum over c of (X_c.Y_cp + Y_c.X_cp - 2 X_cp.Y_cp)

Most of it are running sums, which grow by one hand at a time in order of strength. G_p is found once for all of my
hands of one strength with card p. Its sums over c, and the last one, go only over hands that there are: lists of
products, which depend on the board and the ranges alone. So sixteen ends are settled at once, each in a lane.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints
from gutshot.postflop.simd import LANES
from gutshot.postflop.storage import aligned_zeros
from gutshot.postflop.three_simd import (
    CARDS,
    FIRST,
    JOINT,
    LINKED,
    RUNNING,
    SECOND,
    SUM_ROWS,
    add_hands,
    add_products,
    gather_card,
    join_card,
    link_card,
    sum_card,
    weigh_hand,
)

Places = NDArray[np.uint16]
_ZERO, _ONE, _HALF, _TWELFTH = np.float32(0), np.float32(1), np.float32(0.5), np.float32(1 / 12)
BEGIN, BELOW, UP_TO, END, CUTS = range(5)
"""Of a list of products, in whole steps: those with weaker hands come first, then those with equals."""
(OWN, OWN_END, FIRST_BELOW, FIRST_END, SECOND_BELOW, SECOND_END, CARD, CARD_END, CROWDED, LEVEL_WIDTH) = range(10)
"""A level: my hands of one strength, where each opponent's weaker hands and his equals end, the cards of my hands among
`cards`, and whether too many hands tie to list their pairs."""
CARD_WIDTH = 1 + 2 * CUTS
"""A card of a level's hands: the card, and the cuts of its lists of either opponent's hands."""


class Facing(NamedTuple):
    """An opponent's hands on a board: by card he holds, each with the row of its other card in the third one's sums."""

    low: Bytes
    high: Bytes
    twin: Places  # the third player's same combo
    held: Ints  # [CARDS + 1] where each card's hands begin in the next two
    hand: Places
    card: Places
    same: Places  # [H] my combo among his hands


class PairLists(NamedTuple):
    """Lists of pairs of the opponents' hands, one list for each of mine, or for each card."""

    cuts: Ints  # [CUTS * H], [CARDS + 1]
    first: Places
    second: Places


class Meeting(NamedTuple):
    """My hands on a board and the two opponents'."""

    low: Bytes
    high: Bytes
    levels: Ints  # [LEVEL_WIDTH * levels]
    cards: Ints  # [CARD_WIDTH * cards]
    first: Facing
    second: Facing
    crossed: PairLists  # those that share one card, and hold one of mine each
    tied: PairLists  # those that are as strong as mine and share no card
    shared: PairLists  # by card: the same combo twice


class ShowdownRoom(NamedTuple):
    """Tiles of one settlement: weights that count so far, at first those that always do, and weights that rise.

    Then running sums, and the same of equals alone.
    """

    first: Floats
    first_rising: Floats
    second: Floats
    second_rising: Floats
    sums: Floats
    first_equal: Floats
    second_equal: Floats
    equal_sums: Floats
    out: Floats

    @classmethod
    def new(cls, stride: int) -> "ShowdownRoom":
        """Empty, for up to `stride` hands a player; the row after them stays nothing."""
        hands, sums = (stride + 1) * LANES, SUM_ROWS * LANES
        return cls._make(aligned_zeros(size) for size in (hands,) * 4 + (sums, hands, hands, sums, hands))


class Ways(NamedTuple):
    """Which weights a settlement has at all."""

    first_fixed: bool
    first_rising: bool
    second_fixed: bool
    second_rising: bool


@inline_kernel
def _clear(tile: Floats, begin: int, end: int) -> None:
    for k in range(begin * LANES, end * LANES):
        tile[k] = _ZERO


@inline_kernel
def _add_first(met: Meeting, room: ShowdownRoom, weights: Floats, share: Any, begin: Any, end: Any, links: int) -> None:
    his = met.first
    add_hands(room.first, weights, share, begin, end, his.low, his.high, his.twin, room.second, room.sums, FIRST, links)


@inline_kernel
def _add_second(
    met: Meeting, room: ShowdownRoom, weights: Floats, share: Any, begin: Any, end: Any, links: int
) -> None:
    his = met.second
    add_hands(
        room.second, weights, share, begin, end, his.low, his.high, his.twin, room.first, room.sums, SECOND, links
    )


@inline_kernel
def _begin(met: Meeting, room: ShowdownRoom, ways: Ways) -> None:
    """The sums over what counts throughout."""
    sums = room.sums
    _begin_side(met.first, room.first, sums, FIRST, ways.first_fixed)
    _begin_side(met.second, room.second, sums, SECOND, ways.second_fixed)
    _clear(sums, LINKED, RUNNING)
    if ways.first_fixed and ways.second_fixed:
        one, other, shared = met.first, met.second, met.shared
        for card in range(CARDS):
            begin, end = shared.cuts[card], shared.cuts[card + 1]
            join_card(room.first, room.second, sums, shared.first, shared.second, begin, end, card)
            begin, end, other_begin, other_end = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
            if not ways.second_rising:
                begin, end = one.held[card], one.held[card + 1]
            if not ways.first_rising:
                other_begin, other_end = other.held[card], other.held[card + 1]
            link_card(
                room.first, room.second, sums, one.hand, one.card, other.hand, other.card,
                card, begin, end, other_begin, other_end,
            )  # fmt: skip


@inline_kernel
def _begin_side(his: Facing, tile: Floats, sums: Floats, own: int, fixed: bool) -> None:
    """An opponent's sums by card; his tile holds what counts throughout, or nothing yet."""
    _clear(sums, own + CARDS, own + CARDS + 1)
    if fixed:
        for card in range(CARDS):
            sum_card(tile, his.hand, his.held[card], his.held[card + 1], sums, own + card, own + CARDS)
    else:
        _clear(tile, 0, len(his.low))
        _clear(sums, own, own + CARDS)


@inline_kernel
def _weigh(
    met: Meeting, room: ShowdownRoom, first: Floats, second: Floats, sums: Floats, hand: int, begin: int, end: int,
    share: Any,
) -> None:  # fmt: skip
    """One hand of mine, with its crossed pairs from one cut to another."""
    cuts, same, same_second = met.crossed.cuts, np.int64(met.first.same[hand]), np.int64(met.second.same[hand])
    weigh_hand(
        first, second, sums, met.crossed.first, met.crossed.second, cuts[CUTS * hand + begin], cuts[CUTS * hand + end],
        np.int64(met.low[hand]), np.int64(met.high[hand]), same, same_second, room.out, hand, share,
    )  # fmt: skip


@inline_kernel
def _gather(met: Meeting, first: Floats, second: Floats, sums: Floats, card: int, bounds: Any) -> None:
    one, other = met.first, met.second
    gather_card(
        first, second, sums, one.hand, one.card, other.hand, other.card,
        card, bounds[0], bounds[1], bounds[2], bounds[3],
    )  # fmt: skip


@kernel
def settle(met: Meeting, room: ShowdownRoom, ways: Ways) -> None:
    """Sixteen ends at once, from the room's weights into its `out`."""
    _clear(room.out, 0, len(met.low))
    _begin(met, room, ways)
    if ways.first_rising or ways.second_rising:
        _walk(met, room, ways)
        return
    for card in range(CARDS):
        _gather(met, room.first, room.second, room.sums, card, (0, 0, 0, 0))
    for hand in range(len(met.low)):
        _weigh(met, room, room.first, room.second, room.sums, hand, BEGIN, END, _ONE)


@inline_kernel
def _walk(met: Meeting, room: ShowdownRoom, ways: Ways) -> None:
    """Through all hands in order of strength, equals together: half of their weight counts before, half after."""
    a, b, levels = np.int64(0), np.int64(0), met.levels
    links, other_links = 0 if ways.second_rising else 1, 0 if ways.first_rising else 1
    for at in range(0, len(levels), LEVEL_WIDTH):
        a_below, a_end = levels[at + FIRST_BELOW], levels[at + FIRST_END]
        b_below, b_end = levels[at + SECOND_BELOW], levels[at + SECOND_END]
        if ways.first_rising:
            _add_first(met, room, room.first_rising, _ONE, a, a_below, links)
            _add_first(met, room, room.first_rising, _HALF, a_below, a_end, links)
        if ways.second_rising:
            _add_second(met, room, room.second_rising, _ONE, b, b_below, other_links)
            _add_second(met, room, room.second_rising, _HALF, b_below, b_end, other_links)
        _weigh_level(met, room, ways, at)
        if ways.first_rising:
            _add_first(met, room, room.first_rising, _HALF, a_below, a_end, links)
        if ways.second_rising:
            _add_second(met, room, room.second_rising, _HALF, b_below, b_end, other_links)
        a, b = a_end, b_end


@inline_kernel
def _weigh_level(met: Meeting, room: ShowdownRoom, ways: Ways, at: int) -> None:
    """My hands of one strength. Lists end with equals where what comes after counts for nothing yet.

    An opponent's own lists are about the sums of the other: they are needed where those rise, and linked before where
    they do not.
    """
    levels, cards = met.levels, met.cards
    first_end, second_end = END if ways.first_fixed else UP_TO, END if ways.second_fixed else UP_TO
    for k in range(levels[at + CARD], levels[at + CARD_END], CARD_WIDTH):
        begin, end, other_begin, other_end = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        if ways.second_rising:
            begin, end = cards[k + 1], cards[k + 1 + first_end]
        if ways.first_rising:
            other_begin, other_end = cards[k + 1 + CUTS], cards[k + 1 + CUTS + second_end]
        _gather(met, room.first, room.second, room.sums, cards[k], (begin, end, other_begin, other_end))
    last = max(first_end, second_end)
    for hand in range(levels[at + OWN], levels[at + OWN_END]):
        _weigh(met, room, room.first, room.second, room.sums, hand, BEGIN, last, _ONE)
    if ways.first_rising and ways.second_rising:
        if levels[at + CROWDED]:
            _add_crowded(met, room, at)
        else:
            _add_ties(met, room, at)


@inline_kernel
def _add_ties(met: Meeting, room: ShowdownRoom, at: int) -> None:
    """A twelfth of the pairs that both tie with mine, pair by pair."""
    tied = met.tied
    for hand in range(met.levels[at + OWN], met.levels[at + OWN_END]):
        begin, end = tied.cuts[CUTS * hand], tied.cuts[CUTS * hand + END]
        if begin < end:
            add_products(
                room.first_rising, tied.first, room.second_rising, tied.second, begin, end, room.out, hand, _TWELFTH
            )


@inline_kernel
def _forget(tile: Floats, sums: Floats, own: int, low: Bytes, high: Bytes, begin: int, end: int) -> None:
    """Back to nothing where equals were added."""
    for hand in range(begin, end):
        p, q = np.int64(low[hand]), np.int64(high[hand])
        for lane in range(LANES):
            tile[LANES * hand + lane] = _ZERO
            sums[LANES * (own + p) + lane] = _ZERO
            sums[LANES * (own + q) + lane] = _ZERO
            sums[LANES * (LINKED + p) + lane] = _ZERO
            sums[LANES * (LINKED + q) + lane] = _ZERO
    for lane in range(LANES):
        sums[LANES * (own + CARDS) + lane] = _ZERO
        sums[LANES * JOINT + lane] = _ZERO


@kernel
def _add_crowded(met: Meeting, room: ShowdownRoom, at: int) -> None:
    """The same for many equals, as on a board that plays: by sums over them alone."""
    one, other, sums, levels, cards = met.first, met.second, room.equal_sums, met.levels, met.cards
    a_begin, a_end = levels[at + FIRST_BELOW], levels[at + FIRST_END]
    b_begin, b_end = levels[at + SECOND_BELOW], levels[at + SECOND_END]
    first, second = room.first_equal, room.second_equal
    add_hands(first, room.first_rising, _ONE, a_begin, a_end, one.low, one.high, one.twin, second, sums, FIRST, 0)
    add_hands(
        second, room.second_rising, _ONE, b_begin, b_end, other.low, other.high, other.twin, first, sums, SECOND, 0
    )
    for k in range(levels[at + CARD], levels[at + CARD_END], CARD_WIDTH):
        own, his = cards[k + 1 :], cards[k + 1 + CUTS :]
        _gather(met, first, second, sums, cards[k], (own[BELOW], own[UP_TO], his[BELOW], his[UP_TO]))
    for hand in range(levels[at + OWN], levels[at + OWN_END]):
        _weigh(met, room, first, second, sums, hand, BELOW, UP_TO, _TWELFTH)
    _forget(first, sums, FIRST, one.low, one.high, a_begin, a_end)
    _forget(second, sums, SECOND, other.low, other.high, b_begin, b_end)
