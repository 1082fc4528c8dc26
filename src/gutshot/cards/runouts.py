"""All boards that can still come, each class of isomorphic ones once, with its multiplicity.

A runout is four rank masks, one per suit. The masks a suit can have are listed by how many cards they hold; among suits
that may be exchanged the list positions never rise. So every canonical runout is visited exactly once and none is
built only to be discarded. Evaluator keys add up card by card, so those of a suit's cards are summed beforehand.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import DECK, Card
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32


@dataclass(frozen=True)
class Runouts:
    """Canonical runouts as parallel arrays: sums of `CARD_MASKS` and `CARD_KEYS`, and how many runouts each is."""

    masks: Ints
    keys: Ints
    weights: Ints32
    total: int

    def __len__(self) -> int:
        return len(self.masks)


def list_runouts(cards_to_come: int, dead: Iterable[Card] = (), labels: Sequence[int] = (0, 0, 0, 0)) -> Runouts:
    """Runouts of `count` cards without dead ones, up to renaming suits of equal labels.

    The dead cards must themselves look alike in suits of equal labels.
    """
    order, ordered_labels = _by_label(labels)
    gone = frozenset(dead)
    masks, keys, starts = _suit_lists(cards_to_come, gone, order)
    count = _count(cards_to_come, ordered_labels, starts)
    runouts = Runouts(
        np.empty(count, dtype=np.int64),
        np.empty(count, dtype=np.int64),
        np.empty(count, dtype=np.int32),
        comb(52 - len(gone), cards_to_come),
    )
    _fill(cards_to_come, ordered_labels, masks, keys, starts, runouts.masks, runouts.keys, runouts.weights)
    return runouts


def count_runouts(cards_to_come: int, dead: Iterable[Card] = (), labels: Sequence[int] = (0, 0, 0, 0)) -> int:
    """How many runouts `list_runouts` would list."""
    order, ordered_labels = _by_label(labels)
    gone = frozenset(dead)
    live = [sum(card not in gone for card in DECK[suit::4]) for suit in order]
    starts = np.zeros((4, cards_to_come + 2), dtype=np.int64)
    starts[:, 1:] = np.cumsum([[comb(size, held) for held in range(cards_to_come + 1)] for size in live], axis=1)
    return int(_count(cards_to_come, ordered_labels, starts))


def canonical_boards(size: int) -> Runouts:
    """The 1,755 flops, 16,432 turns or 134,459 rivers that differ by more than the names of suits."""
    return list_runouts(size)


def _by_label(labels: Sequence[int]) -> tuple[list[int], Ints]:
    """The suits with those of equal labels side by side, and their labels in that order."""
    order = sorted(range(4), key=lambda suit: (labels[suit], suit))
    return order, np.array([labels[suit] for suit in order], dtype=np.int64)


def _suit_lists(cards_to_come: int, dead: frozenset[Card], order: Sequence[int]) -> tuple[Ints, Ints, Ints]:
    """[4, n] card masks and key sums of every set of live cards of a suit, and where each number of cards starts."""
    sizes = [comb(13, held) for held in range(cards_to_come + 1)]
    masks = np.zeros((4, sum(sizes)), dtype=np.int64)
    keys = np.zeros_like(masks)
    starts = np.zeros((4, cards_to_come + 2), dtype=np.int64)
    for row, suit in enumerate(order):
        live = np.array([card for card in DECK[suit::4] if card not in dead], dtype=np.int64)
        position = 0
        for held in range(cards_to_come + 1):
            chosen = live[_subsets(len(live), held)]
            end = position + len(chosen)
            masks[row, position:end] = CARD_MASKS[chosen].sum(axis=1)
            keys[row, position:end] = CARD_KEYS[chosen].sum(axis=1)
            position = starts[row, held + 1] = end
    return masks, keys, starts


@cache
def _subsets(size: int, held: int) -> NDArray[np.intp]:
    """[n, held] all ways to hold some of `size` things, as positions."""
    rows = list(combinations(range(size), held))
    return np.array(rows, dtype=np.intp).reshape(len(rows), held)


@kernel
def _end(left: int, label: int, label_before: int, position_before: int, starts: Ints) -> int:
    """Where a suit's list ends: it may hold the cards that are left, and not come after an equal suit's mask."""
    end: int = starts[left + 1]
    return min(end, position_before + 1) if label == label_before else end


@kernel
def _held(position: int, starts: Ints) -> int:
    held = 0
    while position >= starts[held + 1]:
        held += 1
    return held


@kernel
def _count(cards: int, labels: Ints, starts: Ints) -> int:
    count = 0
    for a in range(starts[0, cards + 1]):
        left_a = cards - _held(a, starts[0])
        for b in range(_end(left_a, labels[1], labels[0], a, starts[1])):
            left_b = left_a - _held(b, starts[1])
            for c in range(_end(left_b, labels[2], labels[1], b, starts[2])):
                left_c = left_b - _held(c, starts[2])
                end = _end(left_c, labels[3], labels[2], c, starts[3])
                count += max(0, end - starts[3, left_c])
    return count


@kernel
def _fill(
    cards: int,
    labels: Ints,
    masks: Ints,
    keys: Ints,
    starts: Ints,
    out_masks: Ints,
    out_keys: Ints,
    out_weights: Ints32,
) -> None:
    """Write every canonical runout. `seats` counts suits of one label so far, `run` how many of them hold one mask."""
    at = 0
    same_b, same_c, same_d = labels[1] == labels[0], labels[2] == labels[1], labels[3] == labels[2]
    seats_b = 2 if same_b else 1
    seats_c = seats_b + 1 if same_c else 1
    seats_d = seats_c + 1 if same_d else 1
    for a in range(starts[0, cards + 1]):
        left_a = cards - _held(a, starts[0])
        for b in range(_end(left_a, labels[1], labels[0], a, starts[1])):
            left_b = left_a - _held(b, starts[1])
            run_b = 2 if same_b and a == b else 1
            weight_b = seats_b // run_b
            mask_b, key_b = masks[0, a] | masks[1, b], keys[0, a] + keys[1, b]
            for c in range(_end(left_b, labels[2], labels[1], b, starts[2])):
                left_c = left_b - _held(c, starts[2])
                run_c = run_b + 1 if same_c and b == c else 1
                weight_c = weight_b * seats_c // run_c
                mask_c, key_c = mask_b | masks[2, c], key_b + keys[2, c]
                for d in range(starts[3, left_c], _end(left_c, labels[3], labels[2], c, starts[3])):
                    run_d = run_c + 1 if same_d and c == d else 1
                    out_masks[at] = mask_c | masks[3, d]
                    out_keys[at] = key_c + keys[3, d]
                    out_weights[at] = weight_c * seats_d // run_d
                    at += 1
