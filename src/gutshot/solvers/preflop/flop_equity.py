"""Class against class when only some flops can come: what the flops of a postflop model do to plain equity.

A subset of flops favours some hands a little. A model's value on it is therefore taken as what it adds to the equity
on the same flops, and that is added to the exact equity. Tables are kept in the user's cache by their flops.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.cache import cache_folder, write_whole
from gutshot.cards.card import format_cards, mask_of
from gutshot.cards.combos import CLASS_COUNT, CLASS_SIZES, COMBO_CLASS, COMBO_MASKS, combos_with_any
from gutshot.cards.parallel import Progress
from gutshot.cards.runouts import Runouts, list_runouts
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.solvers.postflop_values import Flop

Reals = NDArray[np.float64]
RUNOUTS_OF_A_PAIR = 990


@dataclass(frozen=True, eq=False)
class FlopEquity:
    """[169, 169] of first against second, weighted over flops: `met` pairs of combos, and what the first `takes`."""

    met: Reals
    takes: Reals

    def shares(self, opponent: Reals) -> Reals:
        """[169] the share of the pot each class takes against a range, if the hands are checked down."""
        met = self.met @ opponent
        return np.divide(self.takes @ opponent, met, out=np.zeros(CLASS_COUNT), where=met > 0)


def flop_equity(flops: Mapping[Flop, float], progress: Progress | None = None, threads: int = 1) -> FlopEquity:
    """The kept table of these flops, or a new one: a tenth of a second a flop."""
    names = json.dumps([[format_cards(flop), weight] for flop, weight in flops.items()])
    digest = hashlib.sha256(names.encode()).hexdigest()
    file = cache_folder() / "flop-equity" / f"{digest[:32]}.bin"
    if (kept := _load(file)) is not None:
        return kept
    table = _count(flops, progress, threads)
    try:
        content = np.stack([table.met, table.takes]).astype("<f8").tobytes()
        write_whole(file, hashlib.sha256(content).digest() + content)
    except OSError:
        return table  # a read-only home costs the next process the time, not this one its answer
    return table


def _load(file: Path) -> FlopEquity | None:
    try:
        content = file.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[32:]).digest() != content[:32] or len(content) != 32 + 2 * 8 * CLASS_COUNT**2:
        return None
    met, takes = np.frombuffer(content[32:], dtype="<f8").reshape(2, CLASS_COUNT, CLASS_COUNT)
    return FlopEquity(met, takes)


def _count(flops: Mapping[Flop, float], progress: Progress | None, threads: int) -> FlopEquity:
    met, takes = np.zeros((2, CLASS_COUNT, CLASS_COUNT))
    apart = (COMBO_MASKS[:, None] & COMBO_MASKS) == 0
    for number, (flop, weight) in enumerate(flops.items(), start=1):
        wins = _wins(flop, threads)
        live = ~combos_with_any(mask_of(flop))
        pairs = apart & live[:, None] & live
        met += weight * _by_class(pairs.astype(np.float64))
        takes += weight * _by_class(pairs / 2 + np.where(pairs, wins - wins.T, 0) / (2 * RUNOUTS_OF_A_PAIR))
        if progress is not None:
            progress("equities on the model's flops, once", number, len(flops))
    return FlopEquity(met, takes)


def _wins(flop: Flop, threads: int) -> NDArray[np.int64]:
    """[1326, 1326] the runouts of a flop on which each combo beats each other one."""
    from gutshot.cards.preflop_counts import wins_on_boards  # compiled: reading what is kept goes without

    rest = list_runouts(2, flop, (0, 1, 2, 3))
    cards = list(flop)
    key, mask = int(CARD_KEYS[cards].sum()), int(CARD_MASKS[cards].sum())
    return wins_on_boards(Runouts(rest.masks + mask, rest.keys + key, rest.weights, rest.total), None, threads)


def _by_class(pairs: Reals) -> Reals:
    """[169, 169] sums of [1326, 1326]."""
    order, starts = np.argsort(COMBO_CLASS, kind="stable"), np.cumsum(CLASS_SIZES) - CLASS_SIZES
    rows = np.add.reduceat(pairs[order], starts, axis=0)
    return np.asarray(np.add.reduceat(rows[:, order], starts, axis=1))
