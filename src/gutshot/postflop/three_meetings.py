"""How a player's hands meet the other two's on every board of a street: the index arrays that a settlement walks by.

They depend on the boards and the ranges alone, so they are made once. `three_showdown` says what the lists are for.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import COMBO_COUNT
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Ints, Shorts
from gutshot.postflop.three_showdown import (
    BEGIN,
    BELOW,
    CARD,
    CARD_END,
    CARD_WIDTH,
    CROWDED,
    CUTS,
    END,
    FIRST_BELOW,
    FIRST_END,
    LEVEL_WIDTH,
    OWN,
    OWN_END,
    SECOND_BELOW,
    SECOND_END,
    UP_TO,
    Facing,
    Meeting,
    PairLists,
    Places,
)
from gutshot.postflop.three_simd import CARDS, FIRST, NO_TWIN, SECOND, STEP

MOST_TIES = 300
"""Where more pairs of the opponents' hands tie they are not listed one by one."""
_NOBODY = -1


class HandList(NamedTuple):
    """One player's hands on a board, the weakest first; cards are places among those left by the board."""

    low: Bytes
    high: Bytes
    strength: NDArray[np.uint16]
    combo: Shorts


class Rivals(NamedTuple):
    """One opponent's part of `Facing`, on all boards of a street."""

    twin: Places
    held: Ints  # [B * (CARDS + 1)]
    hand: Places
    card: Places
    same: Places


class StreetMeetings(NamedTuple):
    """All boards of a street for one player, board after board."""

    level_first: Ints  # [B + 1]
    levels: Ints
    cards: Ints
    first: Rivals
    second: Rivals
    crossed: PairLists
    tied: PairLists
    shared: PairLists

    @property
    def nbytes(self) -> int:
        """Of all its arrays."""
        parts = (
            (self.level_first, self.levels, self.cards),
            self.first,
            self.second,
            self.crossed,
            self.tied,
            self.shared,
        )
        return sum(array.nbytes for part in parts for array in part)


class _CardLists(NamedTuple):
    """One player's hands by card: where each card's begin, the hands, and the rows of their other cards."""

    start: Ints  # [CARDS + 1]
    hand: Places
    card: Places


class _BoardMeeting(NamedTuple):
    levels: Ints
    cards: Ints
    held: tuple[_CardLists, _CardLists]
    crossed: PairLists
    tied: PairLists
    shared: PairLists


def meetings_of(players: list[tuple[HandList, HandList, HandList]], stride: int) -> StreetMeetings:
    """From the player's hands, the next player's and the third's on each board; `stride` is the row of no hand."""
    boards = [_board_meeting(*three, stride) for three in players]
    shift = np.cumsum(
        [[0, 0, 0], *([len(board.cards), *(len(held.hand) for held in board.held)] for board in boards)], 0
    )
    for board, (cards, first, second) in zip(boards, shift, strict=False):
        levels, rows = board.levels.reshape(-1, LEVEL_WIDTH), board.cards.reshape(-1, CARD_WIDTH)
        levels[:, CARD : CARD_END + 1] += cards
        rows[:, 1 : 1 + CUTS] += first
        rows[:, 1 + CUTS :] += second
    return StreetMeetings(
        np.cumsum([0, *(len(board.levels) for board in boards)]),
        np.concatenate([board.levels for board in boards]),
        np.concatenate([board.cards for board in boards]),
        _rivals(players, [board.held[0] for board in boards], 1, stride),
        _rivals(players, [board.held[1] for board in boards], 2, stride),
        _end_to_end([board.crossed for board in boards]),
        _end_to_end([board.tied for board in boards]),
        _end_to_end([board.shared for board in boards]),
    )


def _board_meeting(own: HandList, first: HandList, second: HandList, stride: int) -> _BoardMeeting:
    held = _held(first, SECOND, stride), _held(second, FIRST, stride)
    levels = _levels(own, first, second)
    cards = np.zeros(CARD_WIDTH * 2 * len(own.low), np.int64)
    used = list_cards(own, first.strength, second.strength, *held, levels, cards)
    crossed = _pairs(list_crossed, own, first, second, (_by_cards(first), _by_cards(second)), stride)
    tied = _pairs(list_tied, own, first, second, (levels,), stride)
    return _BoardMeeting(levels, cards[:used].copy(), held, crossed, tied, _shared(first, second, stride))


def _shared(first: HandList, second: HandList, stride: int) -> PairLists:
    """By card: the combos with it that both may hold."""
    twin = _places_in(second.combo, first.combo, NO_TWIN)
    both = np.flatnonzero(twin != NO_TWIN)
    hand = np.tile(both, 2)
    start, order, place = _by_card(np.concatenate([first.low[both], first.high[both]]), hand)
    ones, others = np.full(start[-1], stride, np.uint16), np.zeros(start[-1], np.uint16)
    ones[place], others[place] = hand[order], twin[hand[order]]
    return PairLists(start, ones, others)


def _rivals(
    players: list[tuple[HandList, HandList, HandList]], held: list[_CardLists], which: int, stride: int
) -> Rivals:
    twins = [_places_in(three[3 - which].combo, three[which].combo, NO_TWIN) for three in players]
    same = [_places_in(three[which].combo, three[0].combo, stride) for three in players]
    lists = [np.concatenate([own.hand for own in held]), np.concatenate([own.card for own in held])]
    begin = np.cumsum([0, *(len(own.hand) for own in held)])
    starts = [own.start + at for own, at in zip(held, begin, strict=False)]
    return Rivals(np.concatenate(twins), np.concatenate(starts), lists[0], lists[1], np.concatenate(same))


def _places_in(combos: Shorts, wanted: Shorts, nowhere: int) -> Places:
    """Where each wanted combo stands in a list."""
    where = np.full(COMBO_COUNT, nowhere, np.uint16)
    where[combos] = np.arange(len(combos))
    return where[wanted]


def _end_to_end(parts: list[PairLists]) -> PairLists:
    """Lists of several boards behind each other."""
    begin = np.cumsum([0, *(len(part.first) for part in parts)])
    cuts = [part.cuts + at for part, at in zip(parts, begin, strict=False)]
    lists = [np.concatenate([getattr(part, name) for part in parts]) for name in ("first", "second")]
    return PairLists(np.concatenate(cuts), lists[0], lists[1])


def _levels(own: HandList, first: HandList, second: HandList) -> Ints:
    values, begin = np.unique(own.strength, return_index=True)
    found = np.zeros((len(values), LEVEL_WIDTH), np.int64)
    found[:, OWN], found[:, OWN_END] = begin, [*begin[1:], len(own.strength)]
    for below, end, other in ((FIRST_BELOW, FIRST_END, first), (SECOND_BELOW, SECOND_END, second)):
        found[:, below] = np.searchsorted(other.strength, values, "left")
        found[:, end] = np.searchsorted(other.strength, values, "right")
    ties = (found[:, FIRST_END] - found[:, FIRST_BELOW]) * (found[:, SECOND_END] - found[:, SECOND_BELOW])
    found[:, CROWDED] = ties > MOST_TIES
    return found.ravel()


def _held(hands: HandList, sums: int, stride: int) -> _CardLists:
    """Every hand stands in the lists of both its cards, the weakest first."""
    cards, other = np.concatenate([hands.low, hands.high]), np.concatenate([hands.high, hands.low])
    hand = np.tile(np.arange(len(hands.low)), 2)
    start, order, place = _by_card(cards, hand)
    listed, rows = np.full(start[-1], stride, np.uint16), np.zeros(start[-1], np.uint16)
    listed[place], rows[place] = hand[order], sums + other[order].astype(np.int64)
    return _CardLists(start, listed, rows)


def _by_card(cards: Bytes, hands: Ints) -> tuple[Ints, Ints, Ints]:
    """Where each card's list begins, in whole steps; the order of the hands by card, and their places then."""
    order, count = np.lexsort((hands, cards)), np.bincount(cards, minlength=CARDS)
    start = np.cumsum([0, *(-(-count // STEP) * STEP)])
    own = cards[order]
    return start, order, start[own] + np.arange(len(order)) - (np.cumsum(count) - count)[own]


@inline_kernel
def _cut(held: _CardLists, strength: NDArray[np.uint16], card: Any, own: Any, cuts: Ints) -> None:
    """Where a card's hands are below a strength, and up to it, in whole steps."""
    begin, end = held.start[card], held.start[card + 1]
    below, up_to = begin, begin
    for at in range(begin, end):
        hand = np.int64(held.hand[at])
        if hand < len(strength):
            if strength[hand] < own:
                below = at + 1
            if strength[hand] <= own:
                up_to = at + 1
    cuts[BEGIN], cuts[END] = begin, end
    cuts[BELOW] = begin + (below - begin) // STEP * STEP
    cuts[UP_TO] = begin + (up_to - begin + STEP - 1) // STEP * STEP


@kernel
def list_cards(
    own: HandList,
    first_strength: NDArray[np.uint16],
    second_strength: NDArray[np.uint16],
    first: _CardLists,
    second: _CardLists,
    levels: Ints,
    cards: Ints,
) -> int:
    """The cards of each level's hands, each once; returns how many numbers they take."""
    used, seen = 0, np.full(CARDS, -1, np.int64)
    for at in range(0, len(levels), LEVEL_WIDTH):
        levels[at + CARD] = used
        strength = own.strength[levels[at + OWN]]
        for h in range(levels[at + OWN], levels[at + OWN_END]):
            for card in (np.int64(own.low[h]), np.int64(own.high[h])):
                if seen[card] != at:
                    seen[card] = at
                    cards[used] = card
                    _cut(first, first_strength, card, strength, cards[used + 1 :])
                    _cut(second, second_strength, card, strength, cards[used + 1 + CUTS :])
                    used += CARD_WIDTH
        levels[at + CARD_END] = used
    return used


def _pairs(
    lister: Any, own: HandList, first: HandList, second: HandList, known: tuple[Ints, ...], stride: int
) -> PairLists:
    """Count the pairs of each of my hands, then list them."""
    cuts, none = np.zeros(CUTS * len(own.low), np.int64), np.zeros(0, np.uint16)
    size = lister(own, first, second, known, stride, cuts, none, none)
    ones, others = np.zeros(size, np.uint16), np.zeros(size, np.uint16)
    lister(own, first, second, known, stride, cuts, ones, others)
    return PairLists(cuts, ones, others)


def _by_cards(hands: HandList) -> Ints:
    """[CARDS * CARDS] the place of the hand of two cards."""
    table = np.full((CARDS, CARDS), _NOBODY, np.int64)
    table[hands.low, hands.high] = table[hands.high, hands.low] = np.arange(len(hands.low))
    return table.ravel()


@inline_kernel
def _put(ones: Places, others: Places, at: int, one: Any, other: Any) -> int:
    """One entry, where there is room for lists and not only a count of them."""
    if len(ones):
        ones[at], others[at] = np.uint16(one), np.uint16(other)
    return at + 1


@inline_kernel
def _end_list(ones: Places, others: Places, at: int, nobody: int) -> int:
    """Fill a list up to whole steps with products of nothing."""
    while at % STEP:
        at = _put(ones, others, at, nobody, 0)
    return at


@kernel
def list_crossed(
    own: HandList,
    first: HandList,
    second: HandList,
    tables: tuple[Ints, Ints],
    nobody: int,
    cuts: Ints,
    ones: Places,
    others: Places,
) -> int:
    """For each hand pq of mine the pairs cp and cq, or cq and cp: of weaker hands, with an equal one, the rest."""
    at = 0
    for h in range(len(own.low)):
        strength, begin = own.strength[h], at
        cuts[CUTS * h + BEGIN] = begin
        for part in range(BELOW, END + 1):
            for turn in range(2):
                p, q = np.int64(own.low[h]), np.int64(own.high[h])
                if turn == 1:
                    p, q = q, p
                for c in range(CARDS):
                    one, other = tables[0][CARDS * p + c], tables[1][CARDS * q + c]
                    if one != _NOBODY and other != _NOBODY:
                        most = max(first.strength[one], second.strength[other])
                        if part == (BELOW if most < strength else UP_TO if most == strength else END):
                            at = _put(ones, others, at, one, other)
            cuts[CUTS * h + part] = at
        cuts[CUTS * h + BELOW] = begin + (cuts[CUTS * h + BELOW] - begin) // STEP * STEP
        cuts[CUTS * h + UP_TO] = begin + (cuts[CUTS * h + UP_TO] - begin + STEP - 1) // STEP * STEP
        at = _end_list(ones, others, at, nobody)
        cuts[CUTS * h + END] = at
    return at


@inline_kernel
def _share_a_card(one: HandList, i: int, other: HandList, j: int) -> bool:
    p, q, low, high = one.low[i], one.high[i], other.low[j], other.high[j]
    return bool(p in (low, high) or q in (low, high))


@kernel
def list_tied(
    own: HandList,
    first: HandList,
    second: HandList,
    known: tuple[Ints],
    nobody: int,
    cuts: Ints,
    ones: Places,
    others: Places,
) -> int:
    """For each of my hands the pairs of equals that share no card with it or each other, but for crowded levels."""
    at, levels = 0, known[0]
    for k in range(0, len(levels), LEVEL_WIDTH):
        for h in range(levels[k + OWN], levels[k + OWN_END]):
            cuts[CUTS * h + BEGIN] = at
            if not levels[k + CROWDED]:
                for i in range(levels[k + FIRST_BELOW], levels[k + FIRST_END]):
                    if not _share_a_card(own, h, first, i):
                        for j in range(levels[k + SECOND_BELOW], levels[k + SECOND_END]):
                            if not _share_a_card(own, h, second, j) and not _share_a_card(first, i, second, j):
                                at = _put(ones, others, at, i, j)
            at = _end_list(ones, others, at, nobody)
            cuts[CUTS * h + END] = at
    return at


@inline_kernel
def _facing(rivals: Rivals, hands: Any, board: int, begin: int, end: int) -> Facing:
    first, last = hands.start[board], hands.start[board + 1]
    low, high, twin = hands.low[first:last], hands.high[first:last], rivals.twin[first:last]
    held = rivals.held[board * (CARDS + 1) : (board + 1) * (CARDS + 1)]
    return Facing(low, high, twin, held, rivals.hand, rivals.card, rivals.same[begin:end])


@inline_kernel
def _on_board(pairs: PairLists, begin: int, end: int) -> PairLists:
    return PairLists(pairs.cuts[CUTS * begin : CUTS * end], pairs.first, pairs.second)


@inline_kernel
def meeting_on(meetings: StreetMeetings, board: int, own: Any, first: Any, second: Any) -> Meeting:
    """One board; the players are `SeatHands`."""
    begin, end, shared = own.start[board], own.start[board + 1], meetings.shared
    return Meeting(
        own.low[begin:end],
        own.high[begin:end],
        meetings.levels[meetings.level_first[board] : meetings.level_first[board + 1]],
        meetings.cards,
        _facing(meetings.first, first, board, begin, end),
        _facing(meetings.second, second, board, begin, end),
        _on_board(meetings.crossed, begin, end),
        _on_board(meetings.tied, begin, end),
        PairLists(shared.cuts[board * (CARDS + 1) : (board + 1) * (CARDS + 1)], shared.first, shared.second),
    )
