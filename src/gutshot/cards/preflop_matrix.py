"""Exact preflop all-in results of every two hands, built once and kept in the user's cache.

`preflop_counts` counts the wins of every pair on canonical boards. Summing them over the 24 renamings of suits gives
the counts over all boards: sum over boards of f(board; a, b) is the sum over canonical boards of multiplicity / 24
times the sum over renamings p of f(board; p(a), p(b)).

Kept are rows for one combo of each class against all 1326: any pair is found by renaming suits.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import CLASS_COMBOS, CLASS_COUNT, COMBO_CLASS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.isomorphism import combo_permutations
from gutshot.numeric.arrays import Bools, Ints, Ints32, Reals
from gutshot.numeric.files import read_with_digest, write_with_digest
from gutshot.numeric.folders import cache_folder
from gutshot.numeric.threads import Progress

BOARDS_PER_PAIR = 1_712_304
FILE_NAME = "preflop-equity-1.bin"
REPRESENTATIVES = np.array([combos[0] for combos in CLASS_COMBOS])


@dataclass(frozen=True)
class PreflopMatrix:
    """`wins[c, b]` and `losses[c, b]`: boards on which the representative of class c beats, loses to, combo b."""

    wins: Ints32
    losses: Ints32

    def rows_of(self, combo: int) -> tuple[Ints32, Ints32]:
        """[1326] boards that `combo` wins and loses against every combo; 0 where they share a card."""
        moved = combo_permutations()[_to_representative()[combo]]
        row = COMBO_CLASS[combo]
        return self.wins[row][moved], self.losses[row][moved]

    def class_shares(self) -> tuple[Reals, Reals, Reals]:
        """[169, 169] equity, win and tie of class against class, over all pairs of combos that share no card."""
        member = np.zeros((COMBO_COUNT, CLASS_COUNT))
        member[np.arange(COMBO_COUNT), COMBO_CLASS] = 1
        boards = _disjoint_from_representatives() @ member * BOARDS_PER_PAIR
        win, loss = self.wins @ member / boards, self.losses @ member / boards
        tie = 1 - win - loss
        return win + tie / 2, win, tie

    def against_random(self) -> Reals:
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
    """Where the matrix is kept."""
    return cache_folder() / FILE_NAME


def _build_and_keep(progress: Progress | None, threads: int) -> PreflopMatrix:
    matrix = build_matrix(progress, threads)
    try:
        matrix_file().parent.mkdir(parents=True, exist_ok=True)
        write_with_digest(matrix_file(), to_bytes(matrix))
    except OSError:
        return matrix  # a read-only home costs the next process the time, not this one its answer
    return matrix


def to_bytes(matrix: PreflopMatrix) -> bytes:
    """Wins and losses as little-endian 32-bit integers."""
    return np.stack([matrix.wins, matrix.losses]).astype("<i4").tobytes()


def load_matrix() -> PreflopMatrix | None:
    """The kept matrix, or None if there is none or its file is damaged."""
    counts = read_with_digest(matrix_file())
    if counts is None or len(counts) != 2 * CLASS_COUNT * COMBO_COUNT * 4:
        return None
    wins, losses = np.frombuffer(counts, dtype="<i4").reshape(2, CLASS_COUNT, COMBO_COUNT)
    return PreflopMatrix(wins, losses)


def build_matrix(progress: Progress | None = None, threads: int = 1) -> PreflopMatrix:
    """Count all boards of all pairs: some seconds on one core."""
    from gutshot.cards.preflop_counts import wins_on_canonical_boards  # compiled: reading what is kept goes without

    return _symmetrised(wins_on_canonical_boards(progress, threads))


def _symmetrised(counts: Ints) -> PreflopMatrix:
    wins = np.zeros((CLASS_COUNT, COMBO_COUNT), dtype=np.int64)
    losses = np.zeros_like(wins)
    for moved in combo_permutations():
        wins += counts[moved[REPRESENTATIVES]][:, moved]
        losses += counts[:, moved[REPRESENTATIVES]][moved].T
    live = _disjoint_from_representatives()
    return PreflopMatrix((wins // 24 * live).astype(np.int32), (losses // 24 * live).astype(np.int32))


def _disjoint_from_representatives() -> Bools:
    """[169, 1326] which combos share no card with the representative of each class."""
    return np.asarray(COMBO_MASKS[REPRESENTATIVES][:, None] & COMBO_MASKS == 0)
