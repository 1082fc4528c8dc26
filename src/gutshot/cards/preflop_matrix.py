"""Exact preflop all-in results of every two hands, built once and kept in the user's cache.

Building: each of the 134,459 canonical boards stands for all boards that differ by suit names. On each board all 1326
combos are evaluated, and every ordered pair is compared: 16-bit integers, eight boards at a time, so that one vector
instruction does many pairs. A blocked hand loses every comparison on both sides. Summing the counts of a pair over the
24 renamings of suits then gives the counts over all boards: sum over boards of f(board; a, b) is the sum over canonical
boards of multiplicity / 24 times the sum over renamings p of f(board; p(a), p(b)).

Kept are rows for one combo of each class against all 1326: any pair is found by renaming suits.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.cache import cache_folder, write_whole
from gutshot.cards.combos import (
    CLASS_COMBOS,
    CLASS_COUNT,
    COMBO_CARDS,
    COMBO_CLASS,
    COMBO_COUNT,
    COMBO_MASKS,
)
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.isomorphism import combo_permutations
from gutshot.cards.parallel import Progress, ordered_map
from gutshot.cards.runouts import Runouts, canonical_boards
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.kernel import kernel

BOARDS_PER_PAIR = 1_712_304
BATCH = 1024
CHUNK = 64
FILE_NAME = "preflop-equity-1.bin"
REPRESENTATIVES = np.array([combos[0] for combos in CLASS_COMBOS])
_BLOCKED_ATTACKER = -32768
_BLOCKED_DEFENDER = 32767
_MIDDLE = 16384
"""Taken from strengths, which are unsigned, so that they fit signed 16-bit comparison."""


@dataclass(frozen=True)
class PreflopMatrix:
    """`wins[c, b]` and `losses[c, b]`: boards on which the representative of class c beats, loses to, combo b."""

    wins: NDArray[np.int32]
    losses: NDArray[np.int32]

    def rows_of(self, combo: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """[1326] boards that `combo` wins and loses against every combo; 0 where they share a card."""
        moved = combo_permutations()[_to_representative()[combo]]
        row = COMBO_CLASS[combo]
        return self.wins[row][moved], self.losses[row][moved]

    def class_shares(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """[169, 169] equity, win and tie of class against class, over all pairs of combos that share no card."""
        member = np.zeros((COMBO_COUNT, CLASS_COUNT))
        member[np.arange(COMBO_COUNT), COMBO_CLASS] = 1
        boards = _disjoint_from_representatives() @ member * BOARDS_PER_PAIR
        win, loss = self.wins @ member / boards, self.losses @ member / boards
        tie = 1 - win - loss
        return win + tie / 2, win, tie

    def against_random(self) -> NDArray[np.float64]:
        """[169] equity of every class against a random hand."""
        pairs = 1225 * BOARDS_PER_PAIR
        wins, losses = self.wins.sum(axis=1, dtype=np.int64), self.losses.sum(axis=1, dtype=np.int64)
        return np.asarray(0.5 + (wins - losses) / (2 * pairs))


@cache
def _to_representative() -> NDArray[np.int8]:
    """[1326] the number of a renaming of suits that turns each combo into the representative of its class."""
    reached = combo_permutations() == REPRESENTATIVES[COMBO_CLASS]
    return np.asarray(reached.argmax(axis=0), dtype=np.int8)


def preflop_matrix(progress: Progress | None = None, threads: int = 1) -> PreflopMatrix:
    """The kept matrix, or a new one, kept from now on if the cache can be written."""
    global _loaded
    if _loaded is None:
        _loaded = load_matrix() or _build_and_keep(progress, threads)
    return _loaded


_loaded: PreflopMatrix | None = None


def is_kept() -> bool:
    """Whether asking for the matrix costs nothing: it is in memory or a file for it is there."""
    return _loaded is not None or matrix_file().is_file()


def matrix_file() -> Path:
    return cache_folder() / FILE_NAME


def _build_and_keep(progress: Progress | None, threads: int) -> PreflopMatrix:
    matrix = build_matrix(progress, threads)
    try:
        write_whole(matrix_file(), to_bytes(matrix))
    except OSError:
        return matrix  # a read-only home costs the next process the time, not this one its answer
    return matrix


def to_bytes(matrix: PreflopMatrix) -> bytes:
    """SHA-256 of the counts, then wins and losses as little-endian 32-bit integers."""
    counts = np.stack([matrix.wins, matrix.losses]).astype("<i4").tobytes()
    return hashlib.sha256(counts).digest() + counts


def load_matrix() -> PreflopMatrix | None:
    """The kept matrix, or None if there is none or its file is damaged."""
    try:
        content = matrix_file().read_bytes()
    except OSError:
        return None
    digest, counts = content[:32], content[32:]
    if hashlib.sha256(counts).digest() != digest or len(counts) != 2 * CLASS_COUNT * COMBO_COUNT * 4:
        return None
    wins, losses = np.frombuffer(counts, dtype="<i4").reshape(2, CLASS_COUNT, COMBO_COUNT)
    return PreflopMatrix(wins, losses)


def build_matrix(progress: Progress | None = None, threads: int = 1) -> PreflopMatrix:
    """Count all boards of all pairs: some seconds on one core."""
    boards = canonical_boards(5)
    batches = list(_equal_weight_batches(boards))
    wins = np.zeros((COMBO_COUNT, COMBO_COUNT), dtype=np.int64)
    done = 0
    parts = ordered_map(lambda batch: _batch_wins(boards, batch), batches, threads)
    for batch, counts in zip(batches, parts, strict=True):
        wins += int(boards.weights[batch[0]]) * counts.astype(np.int64)
        done += len(batch)
        if progress is not None:
            progress("building the preflop matrix, once", done, len(boards))
    return _symmetrised(wins)


def _equal_weight_batches(boards: Runouts) -> Iterator[NDArray[np.int64]]:
    for weight in np.unique(boards.weights):
        same = np.flatnonzero(boards.weights == weight)
        for start in range(0, len(same), BATCH):
            yield same[start : start + BATCH]


def _batch_wins(boards: Runouts, batch: NDArray[np.int64]) -> NDArray[np.int16]:
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
    board_keys: NDArray[np.int64],
    board_masks: NDArray[np.int64],
    keys: NDArray[np.int64],
    masks: NDArray[np.int64],
    attack: NDArray[np.int16],
    defend: NDArray[np.int16],
) -> None:
    for board in range(len(board_keys)):
        for combo in range(len(keys)):
            if board_masks[board] & masks[combo] == 0:
                strength = evaluate_key(board_keys[board] + keys[combo], board_masks[board] | masks[combo])
                attack[board, combo] = defend[board, combo] = strength - _MIDDLE


@kernel
def _count_wins(attack: NDArray[np.int16], defend: NDArray[np.int16], wins: NDArray[np.int16]) -> None:
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


def _symmetrised(counts: NDArray[np.int64]) -> PreflopMatrix:
    wins = np.zeros((CLASS_COUNT, COMBO_COUNT), dtype=np.int64)
    losses = np.zeros_like(wins)
    for moved in combo_permutations():
        wins += counts[moved[REPRESENTATIVES]][:, moved]
        losses += counts[:, moved[REPRESENTATIVES]][moved].T
    live = _disjoint_from_representatives()
    return PreflopMatrix((wins // 24 * live).astype(np.int32), (losses // 24 * live).astype(np.int32))


def _disjoint_from_representatives() -> NDArray[np.bool_]:
    """[169, 1326] which combos share no card with the representative of each class."""
    return np.asarray(COMBO_MASKS[REPRESENTATIVES][:, None] & COMBO_MASKS == 0)
