"""The boards of a spot and the hands on each of them, as index arrays for the kernels.

Runouts that differ only by suits the board and both ranges treat alike are solved once; each real card keeps the
renaming of hands that brings the values home. On every board only the hands that it leaves possible exist; on the
river they are sorted by strength, so that one sweep over the rows settles every showdown. River hands that differ only
by such suits share a row (AcKd and AsKd where neither clubs nor spades are told apart): tables, reach and values have
rows, and only the sums of a showdown go over all hands.

For a showdown a hand needs sums over the opponent's weaker hands, less those that share a card. Sums per card lie in
one array, card after card, each run opening with a zero; `lookup` says for each hand which nine entries it needs: all
hands below it and up to it, the same two for either card, either card's total, and the hand itself at the opponent's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import Card, mask_of, suit_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_MASKS
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
from gutshot.kernel import kernel
from gutshot.solvers.postflop.lanes import INDEX_WIDTH

CARDS = 52


class Side(NamedTuple):
    """One player's hands on all boards of a street, board after board: n rows, which stand for N hands."""

    start: NDArray[np.int64]  # [B] where a board's rows begin
    rows: NDArray[np.int64]  # [B] how many
    parent: NDArray[np.uint16]  # [n] the row's place on the board before
    lookup: NDArray[np.uint16]  # [n * 9] what the row needs of the opponent's sums
    first: NDArray[np.int64]  # [B] where a board's hands begin
    hands: NDArray[np.int64]  # [B] how many
    combo: NDArray[np.int16]  # [N] 0..1325
    row: NDArray[np.uint16]  # [N] the hand's row on its board
    low: NDArray[np.uint16]  # [N] the hand's place among the sums of its lower card
    high: NDArray[np.uint16]  # [N]
    zero: NDArray[np.uint16]  # [B * 52] where each card's sums begin
    target: NDArray[np.uint16]  # [..] per real card: where the values of the hands go on the board before
    target_start: NDArray[np.int64]  # [M]

    def combos_of(self, board: int) -> NDArray[np.int16]:
        """The hands on a board."""
        return self.combo[self.first[board] : self.first[board] + self.hands[board]]

    def rows_of(self, board: int) -> NDArray[np.uint16]:
        """For each of them its row."""
        return self.row[self.first[board] : self.first[board] + self.hands[board]]


class Links(NamedTuple):
    """From each board to those of the next street, and from each of these to the real cards it stands for."""

    child_first: NDArray[np.int64]  # [B of the street before + 1]
    mate_first: NDArray[np.int64]  # [B + 1]


@dataclass(frozen=True)
class BoardSet:
    """The boards of one street; `mate_card[m]` and `mate_swap[m]` are the real card and the renaming of suits."""

    boards: list[tuple[Card, ...]]
    sides: tuple[Side, Side]
    links: Links
    mate_card: list[Card]
    mate_swap: list[int]

    def __len__(self) -> int:
        return len(self.boards)

    def most_rows(self, player: int) -> int:
        return int(self.sides[player].rows.max())

    def most_hands(self, player: int) -> int:
        return int(self.sides[player].hands.max())


_Number = TypeVar("_Number", bound=np.generic)
Weights: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]


def build_boards(
    board: Sequence[Card], weights: Weights, merge_suits: bool = True, merge_hands: bool = True
) -> list[BoardSet]:
    """The boards of every street from the spot's own to the river."""
    root = _root_set(tuple(board), weights)
    sets = [root]
    while len(sets[-1].boards[0]) < 5:
        sets.append(_next_set(sets[-1], len(board), weights, merge_suits, merge_hands))
    return sets


def _root_set(board: tuple[Card, ...], weights: Weights) -> BoardSet:
    blocked = (COMBO_MASKS & np.uint64(mask_of(board))) != 0
    combos = []
    for name, own in zip(("out-of-position", "in-position"), weights, strict=True):
        combos.append(np.flatnonzero((own > 0) & ~blocked).astype(np.int16))
        if not len(combos[-1]):
            raise BadConfig(f"the {name} range is empty once the cards of the board are taken out")
    nobody = [np.zeros(len(own), dtype=np.uint16) for own in combos]
    links = Links(np.zeros(1, dtype=np.int64), np.array([0, 0]))
    alone = [[combos[0]], [combos[1]]]
    return _board_set([board], alone, [[nobody[0]], [nobody[1]]], links, [], [], [[], []], alone)


def _next_set(before: BoardSet, root_size: int, weights: Weights, merge_suits: bool, merge_hands: bool) -> BoardSet:
    boards: list[tuple[Card, ...]] = []
    combos: list[list[NDArray[np.int16]]] = [[], []]
    parents: list[list[NDArray[np.uint16]]] = [[], []]
    targets: list[list[NDArray[np.uint16]]] = [[], []]
    alike: list[list[NDArray[np.int16]]] = [[], []]  # for each hand the first of those it shares a row with
    cards: list[Card] = []
    swaps: list[int] = []
    child_first, mate_first = [0], [0]
    for number, board in enumerate(before.boards):
        own = [before.sides[q].combos_of(number) for q in range(2)]
        groups = [board[:root_size], *([card] for card in board[root_size:])]
        labels = interchangeable_suits(groups, weights) if merge_suits else [0, 1, 2, 3]
        for card, mates in _card_classes(board, labels):
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
    return _board_set(boards, combos, parents, links, cards, swaps, targets, alike)


def _holds(combos: NDArray[np.int16], card: Card) -> NDArray[np.bool_]:
    return np.asarray((COMBO_CARDS[combos] == card).any(axis=1))


def _places(combos: NDArray[np.int16], wanted: NDArray[np.int16]) -> NDArray[np.uint16]:
    """Where each wanted combo stands in a list, which need not be sorted."""
    where = np.zeros(len(COMBO_CARDS), dtype=np.uint16)
    where[combos] = np.arange(len(combos))
    return where[wanted]


def _card_classes(board: tuple[Card, ...], labels: list[int]) -> list[tuple[Card, list[tuple[Card, int]]]]:
    """Cards to come up to symmetry: each class's first card, and for every card of it the swap that leads there."""
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
    combos: list[list[NDArray[np.int16]]],
    parents: list[list[NDArray[np.uint16]]],
    links: Links,
    mate_card: list[Card],
    mate_swap: list[int],
    targets: list[list[NDArray[np.uint16]]],
    alike: list[list[NDArray[np.int16]]],
) -> BoardSet:
    strengths = [_strengths(boards, own) for own in combos]
    if len(boards[0]) == 5:
        mates = np.repeat(np.arange(len(boards)), np.diff(links.mate_first))
        for q in range(2):
            orders = [np.argsort(row, kind="stable") for row in strengths[q]]
            combos[q], alike[q] = _ordered(combos[q], orders), _ordered(alike[q], orders)
            parents[q], strengths[q] = _ordered(parents[q], orders), _ordered(strengths[q], orders)
            targets[q] = [row[orders[mate]] for row, mate in zip(targets[q], mates, strict=False)]
    sides = [_side(combos[q], parents[q], targets[q], alike[q]) for q in range(2)]
    if all(map(np.array_equal, *combos)):
        sides[1] = sides[0]  # the same hands, whatever their weights: one index serves both
    flat = [np.concatenate(row) for row in strengths]
    for q in range(2):
        _fill_index(sides[q], sides[1 - q], flat[q], flat[1 - q], COMBO_CARDS)
    return BoardSet(boards, (sides[0], sides[1]), links, mate_card, mate_swap)


def _ordered(rows: list[NDArray[_Number]], orders: list[NDArray[np.int64]]) -> list[NDArray[_Number]]:
    return [row[order] for row, order in zip(rows, orders, strict=True)]


def _side(
    combos: list[NDArray[np.int16]],
    parents: list[NDArray[np.uint16]],
    targets: list[NDArray[np.uint16]],
    alike: list[NDArray[np.int16]],
) -> Side:
    leaders = [np.flatnonzero(own == first) for own, first in zip(combos, alike, strict=True)]
    rows = [_places(own[lead], first) for own, lead, first in zip(combos, leaders, alike, strict=True)]
    count, total = _counts(leaders), sum(map(len, combos))
    hands, sizes = _counts(combos), _counts(targets)
    return Side(
        start=np.cumsum(count) - count,
        rows=count,
        parent=np.concatenate([row[lead] for row, lead in zip(parents, leaders, strict=True)]),
        lookup=np.zeros(int(count.sum()) * INDEX_WIDTH, dtype=np.uint16),
        first=np.cumsum(hands) - hands,
        hands=hands,
        combo=np.concatenate(combos),
        row=np.concatenate(rows),
        low=np.zeros(total, dtype=np.uint16),
        high=np.zeros(total, dtype=np.uint16),
        zero=np.zeros(len(combos) * CARDS, dtype=np.uint16),
        target=np.concatenate(targets) if targets else np.zeros(0, dtype=np.uint16),
        target_start=np.cumsum(sizes) - sizes,
    )


def _counts(lists: Sequence[NDArray[Any]]) -> NDArray[np.int64]:
    return np.array([len(row) for row in lists], dtype=np.int64)


def _strengths(boards: list[tuple[Card, ...]], combos: list[NDArray[np.int16]]) -> list[NDArray[np.int32]]:
    """How strong every hand is on a full board; before the river they are all the same."""
    if len(boards[0]) < 5:
        return [np.zeros(len(row), dtype=np.int32) for row in combos]
    counts = np.array([len(row) for row in combos], dtype=np.int64)
    out = np.zeros(int(counts.sum()), dtype=np.int32)
    _fill_strengths(np.array(boards, dtype=np.int64), counts, COMBO_CARDS, np.concatenate(combos), out)
    return np.split(out, np.cumsum(counts)[:-1])


@kernel
def _fill_strengths(
    boards: NDArray[np.int64],
    counts: NDArray[np.int64],
    cards: NDArray[np.uint8],
    combos: NDArray[np.int16],
    out: NDArray[np.int32],
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


@kernel
def _fill_index(
    own: Side, other: Side, strength: NDArray[np.int32], other_strength: NDArray[np.int32], cards: NDArray[np.uint8]
) -> None:
    """Positions of `other` among his sums, and what each hand of `own` needs of them."""
    seen = np.zeros(CARDS, dtype=np.int64)
    reached = np.zeros(CARDS, dtype=np.int64)
    place = np.zeros(len(cards), dtype=np.int64)
    for b in range(len(own.hands)):
        _place_other(b, other, cards, seen, place)
        _place_own(b, own, other, strength, other_strength, cards, seen, reached, place)


@kernel
def _place_other(
    b: int, other: Side, cards: NDArray[np.uint8], seen: NDArray[np.int64], place: NDArray[np.int64]
) -> None:
    first, count = other.first[b], other.hands[b]
    seen[:] = 0
    place[:] = -1
    for k in range(first, first + count):
        seen[cards[other.combo[k], 0]] += 1
        seen[cards[other.combo[k], 1]] += 1
        place[other.combo[k]] = other.row[k]
    at = 0
    for card in range(CARDS):
        other.zero[b * CARDS + card] = at
        at += 1 + seen[card]
        seen[card] = other.zero[b * CARDS + card]
    for k in range(first, first + count):
        low, high = cards[other.combo[k], 0], cards[other.combo[k], 1]
        seen[low] += 1
        seen[high] += 1
        other.low[k] = seen[low]
        other.high[k] = seen[high]


@kernel
def _place_own(
    b: int,
    own: Side,
    other: Side,
    strength: NDArray[np.int32],
    other_strength: NDArray[np.int32],
    cards: NDArray[np.uint8],
    ends: NDArray[np.int64],
    reached: NDArray[np.int64],
    place: NDArray[np.int64],
) -> None:
    """Two walks in order of strength: sums strictly below each hand, then sums up to its equals.

    Hands of one row need equal sums, so it does not matter that the last of them is the one whose places stay.
    """
    first, count = other.first[b], other.hands[b]
    for equals in range(2):
        for card in range(CARDS):
            reached[card] = other.zero[b * CARDS + card]
        k = 0
        for i in range(own.first[b], own.first[b] + own.hands[b]):
            while k < count and other_strength[first + k] < strength[i] + equals:
                reached[cards[other.combo[first + k], 0]] += 1
                reached[cards[other.combo[first + k], 1]] += 1
                k += 1
            low, high = cards[own.combo[i], 0], cards[own.combo[i], 1]
            at = (own.start[b] + own.row[i]) * INDEX_WIDTH
            own.lookup[at + equals] = k
            own.lookup[at + 2 + equals] = reached[low]
            own.lookup[at + 4 + equals] = reached[high]
            own.lookup[at + 6] = ends[low]
            own.lookup[at + 7] = ends[high]
            same = place[own.combo[i]]
            own.lookup[at + 8] = same if same >= 0 else other.rows[b]
