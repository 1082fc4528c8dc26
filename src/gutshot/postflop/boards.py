"""The boards of a spot and the hands on each of them, as index arrays for the kernels.

Runouts that differ only by suits the board and both ranges treat alike are solved once; each real card keeps the
renaming of hands that brings the values home. On every board only the hands that it leaves possible exist; on the
river they are sorted by strength, so that one sweep over the rows settles every showdown. River hands that differ only
by such suits share a row (AcKd and AsKd where neither clubs nor spades are told apart): tables, reach and values have
rows, and only the sums of a showdown go over all hands.

For a showdown a hand needs sums over the opponent's weaker hands, less those that share a card. Sums per card lie in
one array, card after card, each run opening with a zero. Which nine entries a hand needs (all hands below it and up to
it, the same two for either card, either card's total, and the hand itself at the opponent's) is found by one walk over
both players' sorted hands whenever a pass comes to a board. That is 4 % of a pass where 80 columns settle and less in
larger trees; storing what the walk finds would take 22 bytes per hand and board on top of the six stored now.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import Card, mask_of, suit_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_MASKS, combos_of_cards
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.isomorphism import (
    SUIT_PERMUTATIONS,
    combo_permutations,
    interchangeable_suits,
    permute_card,
    symmetries,
)
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.errors import BadConfig
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bools, Bytes, Floats, Ints, Ints32, Reals, Shorts
from gutshot.postflop.simd import INDEX_WIDTH

CARDS = 52
CARD_BITS, CARD_MASK, CARDS_MASK = np.uint32(8), np.uint32(0xFF), np.uint32(0xFFFF)
STRENGTH_BITS = np.uint32(16)


class Side(NamedTuple):
    """One player's hands on all boards of a street, board after board: n rows, which stand for N hands."""

    start: Ints  # [B] where a board's rows begin
    rows: Ints  # [B] how many
    first: Ints  # [B] where a board's hands begin
    hands: Ints  # [B] how many
    key: NDArray[np.uint32]  # [N] strength (before the river none), lower card, higher card; in this order
    row: NDArray[np.uint16]  # [..] the hands' rows; boards on which no two hands share one share the count 0, 1, 2..
    row_first: Ints  # [B] where a board's are
    above: NDArray[np.uint16]  # [n + ..] each row's place on the board before; then for real cards, where they differ:
    target_first: Ints  # [M] for each real card, where the places are to which the hands' values go

    def combos_of(self, board: int) -> Shorts:
        """The hands on a board, 0..1325."""
        keys = self.key[self.first[board] : self.first[board] + self.hands[board]]
        return combos_of_cards((keys >> CARD_BITS) & CARD_MASK, keys & CARD_MASK)

    def rows_of(self, board: int) -> NDArray[np.uint16]:
        """For each of them its row."""
        return self.row[self.row_first[board] : self.row_first[board] + self.hands[board]]


class HandPlaces(NamedTuple):
    """What the hands of one board need for showdowns, as one player's pass sees it."""

    lookup: NDArray[np.uint16]  # [rows * 9] entries of the opponent's sums
    low: NDArray[np.uint16]  # [opponent's hands] the place of each among the sums of its lower card
    high: NDArray[np.uint16]
    opens: NDArray[np.uint16]  # [53] where the sums of each card begin, and where the last end
    reached: Ints32  # [52] where the walk stands in the sums of each card


class Links(NamedTuple):
    """From each board to those of the next street, and from each of these to the real cards it stands for."""

    child_first: Ints  # [B of the street before + 1]
    mate_first: Ints  # [B + 1]


@dataclass(frozen=True)
class BoardSet:
    """The boards of one street; `mate_card[m]` and `mate_swap[m]` are the real card and the renaming of suits."""

    boards: list[tuple[Card, ...]]
    sides: tuple[Side, Side]
    links: Links
    mate_card: list[Card]
    mate_swap: list[int]
    weight: Floats  # [B] for how many cards each of its real cards counts: 1 where all are there

    def __len__(self) -> int:
        return len(self.boards)

    def most_rows(self, player: int) -> int:
        """The widest board's rows."""
        return int(self.sides[player].rows.max())

    def most_hands(self, player: int) -> int:
        """The widest board's hands."""
        return int(self.sides[player].hands.max())


_Number = TypeVar("_Number", bound=np.generic)
Weights: TypeAlias = tuple[Reals, Reals]
Classes: TypeAlias = list[tuple[Card, list[tuple[Card, int]]]]
"""Cards to come up to symmetry: the first of each class, and for every card of it the swap of suits to there."""
Choose: TypeAlias = Callable[[tuple[Card, ...], Classes], tuple[Classes, list[float]]]
"""Those of the cards that may come to a board which are dealt, and for how many each of their real cards counts."""


def every_card(board: tuple[Card, ...], classes: Classes) -> tuple[Classes, list[float]]:
    """All cards, each for itself."""
    return classes, [1.0] * len(classes)


def build_boards(
    board: Sequence[Card],
    weights: Weights,
    merge_suits: bool = True,
    merge_hands: bool = True,
    choose: Choose = every_card,
) -> list[BoardSet]:
    """The boards of every street from the spot's own to the river."""
    root = _root_set(tuple(board), weights)
    sets = [root]
    while len(sets[-1].boards[0]) < 5:
        sets.append(_next_set(sets[-1], len(board), weights, merge_suits, merge_hands, choose))
    return sets


def _root_set(board: tuple[Card, ...], weights: Weights) -> BoardSet:
    blocked = (COMBO_MASKS & np.uint64(mask_of(board))) != 0
    combos = []
    for name, own in zip(("out-of-position", "in-position"), weights, strict=True):
        combos.append(np.flatnonzero((own > 0) & ~blocked).astype(np.int16))
        if not len(combos[-1]):
            raise BadConfig(f"the {name} range is empty without the cards of the board")
    nobody = [np.zeros(len(own), dtype=np.uint16) for own in combos]
    links = Links(np.zeros(1, dtype=np.int64), np.array([0, 0]))
    alone = [[combos[0]], [combos[1]]]
    return _board_set([board], alone, [[nobody[0]], [nobody[1]]], links, [], [], [[], []], alone, [1.0])


def _next_set(
    before: BoardSet, root_size: int, weights: Weights, merge_suits: bool, merge_hands: bool, choose: Choose
) -> BoardSet:
    boards: list[tuple[Card, ...]] = []
    combos: list[list[Shorts]] = [[], []]
    parents: list[list[NDArray[np.uint16]]] = [[], []]
    targets: list[list[NDArray[np.uint16]]] = [[], []]
    alike: list[list[Shorts]] = [[], []]  # for each hand the first of those it shares a row with
    cards: list[Card] = []
    swaps: list[int] = []
    counted: list[float] = []
    child_first, mate_first = [0], [0]
    for number, board in enumerate(before.boards):
        own = [before.sides[q].combos_of(number) for q in range(2)]
        groups = [board[:root_size], *([card] for card in board[root_size:])]
        labels = interchangeable_suits(groups, weights) if merge_suits else [0, 1, 2, 3]
        chosen, counts = choose(board, card_classes(board, labels))
        counted += counts
        for card, mates in chosen:
            boards.append((*board, card))
            kept = [np.flatnonzero(~_holds(own[q], card)) for q in range(2)]
            for mate, swap in mates:
                cards.append(mate)
                swaps.append(swap)
                for q in range(2):
                    targets[q].append(_places(own[q], combo_permutations()[swap][own[q][kept[q]]]))
            mate_first.append(len(cards))
            renamings = [0]
            if merge_suits and merge_hands and len(board) == 4:
                renamings = symmetries(interchangeable_suits([*groups, [card]], weights))
            for q in range(2):
                combos[q].append(own[q][kept[q]])
                parents[q].append(kept[q].astype(np.uint16))
                alike[q].append(combo_permutations()[renamings][:, combos[q][-1]].min(axis=0))
        child_first.append(len(boards))
    links = Links(np.array(child_first), np.array(mate_first))
    return _board_set(boards, combos, parents, links, cards, swaps, targets, alike, counted)


def _holds(combos: Shorts, card: Card) -> Bools:
    return np.asarray((COMBO_CARDS[combos] == card).any(axis=1))


def _places(combos: Shorts, wanted: Shorts) -> NDArray[np.uint16]:
    """Where each wanted combo stands in a list, which need not be sorted."""
    where = np.zeros(len(COMBO_CARDS), dtype=np.uint16)
    where[combos] = np.arange(len(combos))
    return where[wanted]


def card_classes(board: tuple[Card, ...], labels: list[int]) -> Classes:
    """The cards to come to a board whose suits have these labels."""
    classes = []
    for card in (Card(c) for c in range(CARDS) if c not in board):
        if labels[suit_of(card)] == suit_of(card):
            mates = [(card, 0)]
            for suit in range(suit_of(card) + 1, 4):
                if labels[suit] == suit_of(card):
                    swap = _swap(suit_of(card), suit)
                    mates.append((permute_card(card, SUIT_PERMUTATIONS[swap]), swap))
            classes.append((card, mates))
    return classes


def _swap(low: int, high: int) -> int:
    order = [0, 1, 2, 3]
    order[low], order[high] = high, low
    return SUIT_PERMUTATIONS.index(tuple(order))


def _board_set(
    boards: list[tuple[Card, ...]],
    combos: list[list[Shorts]],
    parents: list[list[NDArray[np.uint16]]],
    links: Links,
    mate_card: list[Card],
    mate_swap: list[int],
    targets: list[list[NDArray[np.uint16]]],
    alike: list[list[Shorts]],
    counted: list[float],
) -> BoardSet:
    strengths = [strengths_of(boards, own) for own in combos]
    if len(boards[0]) == 5:
        mates = np.repeat(np.arange(len(boards)), np.diff(links.mate_first))
        for q in range(2):
            orders = [np.argsort(row, kind="stable") for row in strengths[q]]
            combos[q], alike[q] = _ordered(combos[q], orders), _ordered(alike[q], orders)
            parents[q], strengths[q] = _ordered(parents[q], orders), _ordered(strengths[q], orders)
            targets[q] = [row[orders[mate]] for row, mate in zip(targets[q], mates, strict=False)]
    sides = [_side(combos[q], strengths[q], parents[q], targets[q], alike[q], links) for q in range(2)]
    if all(map(np.array_equal, *combos)):
        sides[1] = sides[0]  # the same hands, whatever their weights
    return BoardSet(boards, (sides[0], sides[1]), links, mate_card, mate_swap, np.array(counted, dtype=np.float32))


def _ordered(rows: list[NDArray[_Number]], orders: list[Ints]) -> list[NDArray[_Number]]:
    return [row[order] for row, order in zip(rows, orders, strict=True)]


def _side(
    combos: list[Shorts],
    strengths: list[NDArray[np.uint16]],
    parents: list[NDArray[np.uint16]],
    targets: list[NDArray[np.uint16]],
    alike: list[Shorts],
    links: Links,
) -> Side:
    leaders = [np.flatnonzero(own == first) for own, first in zip(combos, alike, strict=True)]
    count, hands = _counts(leaders), _counts(combos)
    start = np.cumsum(count) - count
    row, row_first = _Chain([np.arange(hands.max(), dtype=np.uint16)]), np.zeros(len(combos), dtype=np.int64)
    for board in np.flatnonzero(count < hands):
        row_first[board] = row.add(_places(combos[board][leaders[board]], alike[board]))
    above = _Chain([own[lead] for own, lead in zip(parents, leaders, strict=True)])
    boards = np.repeat(np.arange(len(combos)), np.diff(links.mate_first))
    target_first = start[boards]
    for mate, target in enumerate(targets):
        if not np.array_equal(target, above.parts[boards[mate]]):
            target_first[mate] = above.add(target)
    return Side(
        start=start,
        rows=count,
        first=np.cumsum(hands) - hands,
        hands=hands,
        key=np.concatenate([_keys(*pair) for pair in zip(combos, strengths, strict=True)]),
        row=np.concatenate(row.parts),
        row_first=row_first,
        above=np.concatenate(above.parts),
        target_first=target_first,
    )


class _Chain:
    """Arrays one after another; `add` says where the new one begins."""

    def __init__(self, parts: list[NDArray[np.uint16]]) -> None:
        self.parts, self._length = parts, sum(map(len, parts))

    def add(self, part: NDArray[np.uint16]) -> int:
        begin = self._length
        self.parts.append(part)
        self._length += len(part)
        return begin


def _keys(combos: Shorts, strengths: NDArray[np.uint16]) -> NDArray[np.uint32]:
    low, high = COMBO_CARDS[combos].astype(np.uint32).T
    return np.asarray(strengths.astype(np.uint32) << STRENGTH_BITS | low << CARD_BITS | high, dtype=np.uint32)


def _counts(lists: Sequence[NDArray[Any]]) -> Ints:
    return np.array([len(row) for row in lists], dtype=np.int64)


def strengths_of(boards: list[tuple[Card, ...]], combos: list[Shorts]) -> list[NDArray[np.uint16]]:
    """How strong every hand is on a full board; before the river they are all the same."""
    if len(boards[0]) < 5:
        return [np.zeros(len(row), dtype=np.uint16) for row in combos]
    counts = np.array([len(row) for row in combos], dtype=np.int64)
    out = np.zeros(int(counts.sum()), dtype=np.uint16)
    _fill_strengths(np.array(boards, dtype=np.int64), counts, COMBO_CARDS, np.concatenate(combos), out)
    return np.split(out, np.cumsum(counts)[:-1])


@kernel
def _fill_strengths(
    boards: Ints,
    counts: Ints,
    cards: Bytes,
    combos: Shorts,
    out: NDArray[np.uint16],
) -> None:
    at = 0
    for b in range(len(boards)):
        key = CARD_KEYS[boards[b, 0]] * 0
        mask = CARD_MASKS[boards[b, 0]] * 0
        for k in range(5):
            key += CARD_KEYS[boards[b, k]]
            mask |= CARD_MASKS[boards[b, k]]
        for _ in range(counts[b]):
            first, second = cards[combos[at], 0], cards[combos[at], 1]
            hand_mask = mask | CARD_MASKS[first] | CARD_MASKS[second]
            out[at] = evaluate_key(key + CARD_KEYS[first] + CARD_KEYS[second], hand_mask)
            at += 1


def make_places(boards: Sequence[BoardSet]) -> HandPlaces:
    """Room for those of any board."""
    rows = max(each.most_rows(q) for each in boards for q in range(2))
    hands = max(each.most_hands(q) for each in boards for q in range(2))
    lookup, low, high, opens = (np.zeros(size, np.uint16) for size in (rows * INDEX_WIDTH, hands, hands, CARDS + 1))
    return HandPlaces(lookup, low, high, opens, np.zeros(CARDS, dtype=np.int32))


@kernel
def fill_places(board: int, own: Side, other: Side, places: HandPlaces) -> None:
    """The places of the opponent's hands among his sums, and what each row of `own` needs of them.

    One walk through both in order of strength, equals together: when it comes to them the sums are those strictly
    below, when it has passed the opponent's they are those up to them. Hands of one row need equal sums, so it does not
    matter that the last of them is the one whose places stay. Positions are unsigned: Numba makes sure of others that
    they are not negative, which takes a third of the time.
    """
    own_keys = own.key[own.first[board] : own.first[board] + own.hands[board]]
    keys = other.key[other.first[board] : other.first[board] + other.hands[board]]
    own_rows, rows = own.row[own.row_first[board] :], other.row[other.row_first[board] :]
    _open_sums(keys, places)
    own_count, count, one = np.uint64(len(own_keys)), np.uint64(len(keys)), np.uint64(1)
    i, k = np.uint64(0), np.uint64(0)
    while i < own_count:
        weakest, strongest = own_keys[i] & ~CARDS_MASK, own_keys[i] | CARDS_MASK
        while k < count and keys[k] < weakest:
            _pass_by(keys[k], k, places)
            k += one
        equals, same = i, k
        while i < own_count and own_keys[i] <= strongest:
            _note(own_keys[i], _entry(own_rows[i]), k, places)
            i += one
        while k < count and keys[k] <= strongest:
            _pass_by(keys[k], k, places)
            k += one
        while equals < i:
            at = _entry(own_rows[equals])
            _note(own_keys[equals], at + one, k, places)
            _note_totals(own_keys[equals], at, places)
            while same < k and keys[same] < own_keys[equals]:
                same += one
            held = same < k and keys[same] == own_keys[equals]
            places.lookup[at + np.uint64(8)] = rows[same] if held else other.rows[board]
            equals += one
    while k < count:
        _pass_by(keys[k], k, places)
        k += one


@inline_kernel
def _open_sums(keys: NDArray[np.uint32], places: HandPlaces) -> None:
    """Where the sums of each card begin: after those of the card before, of which there are one more than hands."""
    places.reached[:] = 0
    for k in range(len(keys)):
        places.reached[(keys[k] >> CARD_BITS) & CARD_MASK] += 1
        places.reached[keys[k] & CARD_MASK] += 1
    at = 0
    for card in range(CARDS):
        held = places.reached[card]
        places.opens[card] = at
        places.reached[card] = at
        at += 1 + held
    places.opens[CARDS] = at


@inline_kernel
def _entry(row: Any) -> Any:
    return np.uint64(row) * np.uint64(INDEX_WIDTH)


@inline_kernel
def _pass_by(key: Any, hand: Any, places: HandPlaces) -> None:
    """One more of the opponent's hands is in the sums of its cards."""
    low, high = (key >> CARD_BITS) & CARD_MASK, key & CARD_MASK
    low_place, high_place = places.reached[low] + 1, places.reached[high] + 1
    places.reached[low], places.reached[high] = low_place, high_place
    places.low[hand], places.high[hand] = low_place, high_place


@inline_kernel
def _note(key: Any, at: Any, passed: Any, places: HandPlaces) -> None:
    """Where the walk stands among all hands and among those of either card."""
    places.lookup[at] = passed
    places.lookup[at + np.uint64(2)] = places.reached[(key >> CARD_BITS) & CARD_MASK]
    places.lookup[at + np.uint64(4)] = places.reached[key & CARD_MASK]


@inline_kernel
def _note_totals(key: Any, at: Any, places: HandPlaces) -> None:
    low, high = (key >> CARD_BITS) & CARD_MASK, key & CARD_MASK
    places.lookup[at + np.uint64(6)] = places.opens[low + np.uint32(1)] - 1
    places.lookup[at + np.uint64(7)] = places.opens[high + np.uint32(1)] - 1
