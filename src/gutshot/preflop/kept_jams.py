"""Jam or fold that has been solved before, kept in the user's cache under what was asked.

One process can so solve ahead what another will be asked about. The oldest make room.
"""

import hashlib
import shutil
from pathlib import Path

from gutshot.errors import GutshotError
from gutshot.numeric.folders import cache_folder
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import PushFold
from gutshot.preflop.jam_fold_artifact import load_pushfold, save_pushfold

_ANSWERS = 1
"""Counts up when the solver answers differently, so that nobody reads an old answer."""
_MOST = 400
"""Kept at a time, each of at most a tenth of a megabyte."""


def place_of(table: JamTable, prizes: tuple[float, ...], others: tuple[float, ...]) -> Path:
    """The folder of an answer, whether or not it is there."""
    asked = repr((_ANSWERS, table.stacks, table.ante, table.small_blind, prizes, others))
    return cache_folder() / "jam" / hashlib.sha256(asked.encode()).hexdigest()[:32]


def kept(place: Path) -> PushFold | None:
    """The answer; None where there is none that can be read."""
    try:
        return load_pushfold(place) if place.exists() else None
    except (GutshotError, OSError):
        return None


def keep(place: Path, solved: PushFold) -> None:
    """Write it; a folder that cannot be written only costs the next process the time."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        save_pushfold(solved, place)
        every = sorted(place.parent.iterdir(), key=lambda folder: folder.stat().st_mtime)
        for old in every[:-_MOST]:
            shutil.rmtree(old, ignore_errors=True)
    except (GutshotError, OSError):
        return
