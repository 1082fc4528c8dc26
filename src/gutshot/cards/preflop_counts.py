"""The loops that count the preflop matrix: who wins between every two hands, over all boards up to suit names.

Each of the 134,459 canonical boards stands for all boards that differ by suit names. On each board all 1326 combos are
evaluated, and every ordered pair is compared: 16-bit integers, eight boards at a time, so that one vector instruction
does many pairs. A blocked hand loses every comparison on both sides.
"""

from collections.abc import Iterator

import numpy as np

from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.runouts import Runouts, canonical_boards
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Shorts
from gutshot.numeric.threads import Progress, ordered_map

BATCH = 1024
CHUNK = 64
_BLOCKED_ATTACKER = -32768
_BLOCKED_DEFENDER = 32767
_MIDDLE = 16384
"""Taken from strengths, which are unsigned, so that they fit signed 16-bit comparison."""


def wins_on_canonical_boards(progress: Progress | None, threads: int) -> Ints:
    """[1326, 1326] boards on which each combo beats each other, canonical ones by their multiplicity."""
    return wins_on_boards(canonical_boards(5), progress, threads)


def wins_on_boards(boards: Runouts, progress: Progress | None, threads: int) -> Ints:
    """[1326, 1326] how many of the boards, by their weights, each combo wins against each other one."""
    batches = list(_equal_weight_batches(boards))
    wins = np.zeros((COMBO_COUNT, COMBO_COUNT), dtype=np.int64)
    done = 0
    parts = ordered_map(lambda batch: _batch_wins(boards, batch), batches, threads)
    for batch, counts in zip(batches, parts, strict=True):
        wins += int(boards.weights[batch[0]]) * counts.astype(np.int64)
        done += len(batch)
        if progress is not None:
            progress("building the preflop matrix, once", done, len(boards))
    return wins


def _equal_weight_batches(boards: Runouts) -> Iterator[Ints]:
    for weight in np.unique(boards.weights):
        same = np.flatnonzero(boards.weights == weight)
        for start in range(0, len(same), BATCH):
            yield same[start : start + BATCH]


def _batch_wins(boards: Runouts, batch: Ints) -> Shorts:
    """[1326, 1326] on how many boards of the batch each combo beats each other one."""
    counts = np.zeros((COMBO_COUNT, COMBO_COUNT), dtype=np.int16)
    keys, masks = CARD_KEYS[COMBO_CARDS].sum(axis=1), CARD_MASKS[COMBO_CARDS].sum(axis=1)
    for start in range(0, len(batch), CHUNK):
        chunk = batch[start : start + CHUNK]
        attack = np.full((CHUNK, COMBO_COUNT), _BLOCKED_ATTACKER, dtype=np.int16)
        defend = np.full((CHUNK, COMBO_COUNT), _BLOCKED_DEFENDER, dtype=np.int16)
        _evaluate_boards(boards.keys[chunk], boards.masks[chunk], keys, masks, attack, defend)
        _count_wins(attack, defend, counts)
    return counts


@kernel
def _evaluate_boards(
    board_keys: Ints,
    board_masks: Ints,
    keys: Ints,
    masks: Ints,
    attack: Shorts,
    defend: Shorts,
) -> None:
    for board in range(len(board_keys)):
        for combo in range(len(keys)):
            if board_masks[board] & masks[combo] == 0:
                strength = evaluate_key(board_keys[board] + keys[combo], board_masks[board] | masks[combo])
                attack[board, combo] = defend[board, combo] = strength - _MIDDLE


@kernel
def _count_wins(attack: Shorts, defend: Shorts, wins: Shorts) -> None:
    """Add the boards on which each row's combo is stronger; eight at a time keeps the sums in registers."""
    for a in range(wins.shape[0]):
        row = wins[a]
        for t in range(0, attack.shape[0], 8):
            d0, d1, d2, d3 = defend[t], defend[t + 1], defend[t + 2], defend[t + 3]
            d4, d5, d6, d7 = defend[t + 4], defend[t + 5], defend[t + 6], defend[t + 7]
            a0, a1, a2, a3 = attack[t, a], attack[t + 1, a], attack[t + 2, a], attack[t + 3, a]
            a4, a5, a6, a7 = attack[t + 4, a], attack[t + 5, a], attack[t + 6, a], attack[t + 7, a]
            for b in range(wins.shape[1]):
                low = (a0 > d0[b]) + (a1 > d1[b]) + (a2 > d2[b]) + (a3 > d3[b])
                high = (a4 > d4[b]) + (a5 > d5[b]) + (a6 > d6[b]) + (a7 > d7[b])
                row[b] = np.int16(row[b] + low + high)
