"""The boards of a three-player spot and everybody's hands on each of them, as index arrays for the kernels.

Boards that differ only by suits which the cards before and all three ranges treat alike are solved once; each real
card keeps the renaming of hands that brings the values home. Hands are sorted by strength on a river; before it they
have none.

A spot may deal only some of the cards (`sampled_cards`): each then counts for several, and the hands that hold one of
them, which meet fewer boards than others, count for more. The factors of the three hands of a deal make up for it
exactly where only one of them holds such a card.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import DECK, Card, mask_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.evaluate import strengths
from gutshot.cards.isomorphism import combo_permutations, interchangeable_suits
from gutshot.numeric.arrays import Bytes, Floats, Ints, Shorts
from gutshot.postflop.boards import Classes, card_classes, every_card
from gutshot.postflop.simd import LANES
from gutshot.postflop.three_meetings import HandList, StreetMeetings, meetings_of
from gutshot.postflop.three_spot import SEATS, ThreeSpot

_Item = TypeVar("_Item", bound=np.generic)
DECK_SIZE = 52
_HELD = 2 * SEATS  # cards of the three hands


class SeatHands(NamedTuple):
    """One player's hands on all boards of a street, board after board."""

    start: Ints  # [B + 1]
    low: Bytes  # [N] cards as places among those left by the board
    high: Bytes
    strength: NDArray[np.uint16]
    combo: Shorts  # [N] 0..1325
    above: NDArray[np.uint16]  # [N] the hand's place on the board before
    mate_first: Ints  # [B + 1] the real cards that a board stands for
    target_start: Ints  # [M] where the places are that a real card's values go to
    target: NDArray[np.uint16]
    share: Floats  # [B] how often each real card of a board comes in a deal of three hands
    factor: Floats  # [N] how much more a hand counts there because it meets fewer of the cards that are dealt


class _DealtBoards(NamedTuple):
    """The cards that come to the boards of a street: each with those it stands for, and for how many each counts."""

    boards: list[tuple[Card, ...]]
    mates: list[list[tuple[Card, int]]]
    parent: list[int]
    counted: list[float]
    factor: list[Floats]  # [1326] by the board before


@dataclass(frozen=True)
class ThreeBoards:
    """A street's boards; `mates[b]` are the real cards that board b stands for, with the renaming of suits."""

    boards: list[tuple[Card, ...]]
    mates: list[list[tuple[Card, int]]]
    parent: Ints  # [B] the board before
    child_first: Ints  # [B of the street before + 1] where the boards after each begin
    counted: Floats  # [B] for how many cards each real card of a board counts
    hands: tuple[SeatHands, ...]
    stride: int  # hands of a row of numbers: at least as many as any player has, a multiple of LANES
    meetings: tuple[StreetMeetings, ...]  # by player

    def __len__(self) -> int:
        return len(self.boards)

    def combos_of(self, player: int, board: int) -> Shorts:
        """A player's hands on a board."""
        own = self.hands[player]
        return own.combo[own.start[board] : own.start[board + 1]]

    @property
    def nbytes(self) -> int:
        """Of all its arrays."""
        hands = sum(array.nbytes for part in self.hands for array in part)
        return hands + sum(meetings.nbytes for meetings in self.meetings)


def build_three_boards(spot: ThreeSpot, merge_suits: bool = True) -> list[ThreeBoards]:
    """The boards of every street, from the spot's own to the rivers."""
    alone = _DealtBoards([spot.board], [[]], [0], [1.0], [])
    found = [_street(spot, alone, None)]
    while len(found[-1].boards[0]) < 5:
        found.append(_street(spot, _dealt(spot, found[-1], merge_suits), found[-1]))
    return found


def _dealt(spot: ThreeSpot, before: ThreeBoards, merge_suits: bool) -> _DealtBoards:
    """What comes to each board before."""
    deal, sample = _DealtBoards([], [], [], [], []), spot.sample()
    choose = every_card if sample is None else sample.chooser(spot.weights)
    for number, board in enumerate(before.boards):
        groups = [spot.board, *([card] for card in board[len(spot.board) :])]
        labels = interchangeable_suits(groups, spot.weights) if merge_suits else [0, 1, 2, 3]
        chosen, counted = choose(board, card_classes(board, labels))
        for (card, mates), count in zip(chosen, counted, strict=True):
            deal.boards.append((*board, card))
            deal.mates.append(mates)
            deal.parent.append(number)
            deal.counted.append(count)
        deal.factor.append(_hand_factors(DECK_SIZE - len(board), chosen, counted))
    return deal


def _hand_factors(count: int, chosen: Classes, counted: list[float]) -> Floats:
    """[1326] how much more each of the cards that come counts for a hand that holds some of them."""
    held = np.zeros(DECK_SIZE)
    for (_, mates), weight in zip(chosen, counted, strict=True):
        held[[card for card, _ in mates]] = weight
    if (held <= 1).all():
        return np.ones(COMBO_COUNT, np.float32)
    met = np.maximum(count - held[COMBO_CARDS].sum(axis=1), 1.0)
    return np.asarray(((count - _HELD) / count) ** (1 / SEATS) * count / met, np.float32)


def _street(spot: ThreeSpot, deal: _DealtBoards, before: ThreeBoards | None) -> ThreeBoards:
    hands = tuple(_seat_hands(spot, player, deal, before) for player in range(SEATS))
    most = max(int(np.diff(own.start).max()) for own in hands)
    stride = -(-most // LANES) * LANES
    meetings = tuple(_meetings(hands, player, len(deal.boards), stride) for player in range(SEATS))
    parent = np.array(deal.parent, np.int64)
    child_first = np.searchsorted(parent, np.arange(1 if before is None else len(before) + 1)).astype(np.int64)
    if before is not None:
        child_first[-1] = len(parent)
    counted = np.array(deal.counted, np.float32)
    return ThreeBoards(deal.boards, deal.mates, parent, child_first, counted, hands, stride, meetings)


def _meetings(hands: tuple[SeatHands, ...], player: int, boards: int, stride: int) -> StreetMeetings:
    seats = [hands[(player + k) % SEATS] for k in range(SEATS)]
    return meetings_of([_lists(seats, board) for board in range(boards)], stride)


def _lists(seats: list[SeatHands], board: int) -> tuple[HandList, HandList, HandList]:
    own, first, second = (_list(hands, board) for hands in seats)
    return own, first, second


def _list(hands: SeatHands, board: int) -> HandList:
    part = slice(hands.start[board], hands.start[board + 1])
    return HandList(hands.low[part], hands.high[part], hands.strength[part], hands.combo[part])


def _seat_hands(spot: ThreeSpot, player: int, deal: _DealtBoards, before: ThreeBoards | None) -> SeatHands:
    lists, targets = list[Shorts](), list[NDArray[np.uint16]]()
    ranks, cards, factors = list[NDArray[np.uint16]](), list[Bytes](), list[Floats]()
    for board, mates, parent in zip(deal.boards, deal.mates, deal.parent, strict=True):
        left = (spot.weights[player] > 0) & ((COMBO_MASKS & np.uint64(mask_of(board))) == 0)
        combos = np.flatnonzero(left).astype(np.int16)
        rank = _strengths(board, combos)
        order = np.argsort(rank, kind="stable")
        lists.append(combos[order])
        ranks.append(rank[order])
        cards.append(_card_places(board)[COMBO_CARDS[lists[-1]]])
        if before is not None:
            at_home = before.combos_of(player, parent)
            targets += [_places(at_home, combo_permutations()[swap][lists[-1]]) for _, swap in mates]
            factors.append(deal.factor[parent][lists[-1]])
    count = np.array([0, *map(len, lists)])
    both = _joined(cards, np.uint8).reshape(-1, 2)
    mate_first = np.cumsum([0, *map(len, deal.mates)])
    above = [np.zeros(0, np.uint16) for _ in deal.boards]
    if before is not None:
        above = [targets[first] for first in mate_first[:-1]]
    comes = DECK_SIZE - len(deal.boards[0]) + 1 - _HELD
    return SeatHands(
        np.cumsum(count),
        np.ascontiguousarray(both[:, 0]),
        np.ascontiguousarray(both[:, 1]),
        _joined(ranks, np.uint16),
        _joined(lists, np.int16),
        _joined(above, np.uint16),
        mate_first,
        np.cumsum([0, *map(len, targets)])[:-1],
        _joined(targets, np.uint16),
        (np.array(deal.counted) / comes).astype(np.float32),
        _joined(factors, np.float32),
    )


def _joined(parts: "list[NDArray[_Item]]", dtype: type[_Item]) -> "NDArray[_Item]":
    return np.concatenate(parts).astype(dtype) if parts else np.zeros(0, dtype)


def _card_places(board: tuple[Card, ...]) -> Bytes:
    """[52] the place of each card among those that the board leaves."""
    left = np.array([card not in board for card in DECK])
    return (np.cumsum(left) - 1).astype(np.uint8)


def _places(combos: Shorts, wanted: Shorts) -> NDArray[np.uint16]:
    """Where each wanted combo stands in a list."""
    where = np.zeros(COMBO_COUNT, np.uint16)
    where[combos] = np.arange(len(combos), dtype=np.uint16)
    return where[wanted]


def _strengths(board: tuple[Card, ...], combos: Shorts) -> NDArray[np.uint16]:
    if len(board) < 5:
        return np.zeros(len(combos), np.uint16)
    hands = np.concatenate([COMBO_CARDS[combos], np.tile(np.array(board, np.uint8), (len(combos), 1))], axis=1)
    return np.asarray(strengths(hands), np.uint16)
