"""The boards of a three-player spot and everybody's hands on each of them, as index arrays for the kernels.

Rivers that differ only by suits which the turn and all three ranges treat alike are solved once; each real card keeps
the renaming of hands that brings the values home. Hands are sorted by strength on a river; before it they have none.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import DECK, Card, mask_of
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.evaluate import strengths
from gutshot.cards.isomorphism import combo_permutations, interchangeable_suits
from gutshot.numeric.arrays import Bytes, Ints, Shorts
from gutshot.postflop.boards import card_classes
from gutshot.postflop.three_spot import SEATS, ThreeSpot

_Item = TypeVar("_Item", bound=np.generic)


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


class SharedHands(NamedTuple):
    """Combos that two players may both hold, by their places in either list."""

    start: Ints  # [B + 1]
    first: NDArray[np.uint16]
    second: NDArray[np.uint16]


@dataclass(frozen=True)
class ThreeBoards:
    """A street's boards; `mates[b]` are the real cards that board b stands for, with the renaming of suits."""

    boards: list[tuple[Card, ...]]
    mates: list[list[tuple[Card, int]]]
    hands: tuple[SeatHands, ...]
    shared: tuple[SharedHands, ...]  # by the player who may hold none of them: of the next player and the third

    def __len__(self) -> int:
        return len(self.boards)

    def combos_of(self, player: int, board: int) -> Shorts:
        """A player's hands on a board."""
        own = self.hands[player]
        return own.combo[own.start[board] : own.start[board + 1]]

    def most_hands(self, player: int) -> int:
        """The widest board's hands."""
        return int(np.diff(self.hands[player].start).max())

    @property
    def nbytes(self) -> int:
        """Of all its arrays."""
        return sum(array.nbytes for part in (*self.hands, *self.shared) for array in part)


def build_three_boards(spot: ThreeSpot, merge_suits: bool = True) -> list[ThreeBoards]:
    """The spot's own board, and the rivers after a turn."""
    root = _street(spot, [spot.board], [[]], None)
    if len(spot.board) == 5:
        return [root]
    labels = interchangeable_suits([spot.board], spot.weights) if merge_suits else [0, 1, 2, 3]
    classes = card_classes(spot.board, labels)
    boards = [(*spot.board, card) for card, _ in classes]
    return [root, _street(spot, boards, [mates for _, mates in classes], root)]


def _street(
    spot: ThreeSpot, boards: list[tuple[Card, ...]], mates: list[list[tuple[Card, int]]], before: ThreeBoards | None
) -> ThreeBoards:
    hands = tuple(_seat_hands(spot, player, boards, mates, before) for player in range(SEATS))
    shared = tuple(_shared(hands[(q + 1) % SEATS], hands[(q + 2) % SEATS]) for q in range(SEATS))
    return ThreeBoards(boards, mates, hands, shared)


def _seat_hands(
    spot: ThreeSpot,
    player: int,
    boards: list[tuple[Card, ...]],
    mates: list[list[tuple[Card, int]]],
    before: ThreeBoards | None,
) -> SeatHands:
    lists, targets = list[Shorts](), list[NDArray[np.uint16]]()
    ranks, cards = list[NDArray[np.uint16]](), list[Bytes]()
    for board, own_mates in zip(boards, mates, strict=True):
        left = (spot.weights[player] > 0) & ((COMBO_MASKS & np.uint64(mask_of(board))) == 0)
        combos = np.flatnonzero(left).astype(np.int16)
        rank = _strengths(board, combos)
        order = np.argsort(rank, kind="stable")
        lists.append(combos[order])
        ranks.append(rank[order])
        cards.append(_card_places(board)[COMBO_CARDS[lists[-1]]])
        if before is not None:
            at_home = before.combos_of(player, 0)
            targets += [_places(at_home, combo_permutations()[swap][lists[-1]]) for _, swap in own_mates]
    count = np.array([0, *map(len, lists)])
    both = _joined(cards, np.uint8).reshape(-1, 2)
    mate_first = np.cumsum([0, *map(len, mates)])
    above = [np.zeros(0, np.uint16) for _ in boards]
    if before is not None:
        above = [targets[first] for first in mate_first[:-1]]
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


def _shared(first: SeatHands, second: SeatHands) -> SharedHands:
    start, found = [0], list[NDArray[np.uint16]]()
    for board in range(len(first.start) - 1):
        ones = first.combo[first.start[board] : first.start[board + 1]]
        others = second.combo[second.start[board] : second.start[board + 1]]
        place = np.full(COMBO_COUNT, -1, np.int64)
        place[others] = np.arange(len(others))
        kept = np.flatnonzero(place[ones] >= 0)
        found.append(np.stack([kept, place[ones[kept]]]).astype(np.uint16))
        start.append(start[-1] + len(kept))
    both = np.concatenate(found, axis=1)
    return SharedHands(np.array(start), np.ascontiguousarray(both[0]), np.ascontiguousarray(both[1]))
