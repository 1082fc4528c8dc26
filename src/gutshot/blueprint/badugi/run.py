"""Training heads-up badugi over whole ranges into a folder: OUT/checkpoint and OUT/bundle."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.blueprint.badugi import bundle
from gutshot.blueprint.badugi.full_width import RangeTables, as_rows, chances, iterate
from gutshot.errors import BadConfig

KIND = "badugi-checkpoint"
CONFIG = {"game": {"variant": "badugi", "num_players": 2, "cap": 4, "bets": [100, 200]}}
PURIFY = 0.03
_AT_ONCE = 5  # iterations
_NOTE_SECONDS = 20.0


def train_badugi(
    out: str | os.PathLike[str],
    minutes: float,
    resume: bool = False,
    seed: int = 1,
    say: Callable[[str], None] = print,
) -> Path:
    """Train for so many minutes of CPU time; where the bundle is. Ctrl-C keeps what has been done."""
    if not minutes > 0:
        raise BadConfig(f"{minutes} minutes of training: expected a number above 0")
    folder = Path(out)
    tables, facts = _begun(folder, resume)
    odds, until, noted = chances(), facts["cpu_seconds"] + 60 * minutes, facts["cpu_seconds"]
    try:
        while facts["cpu_seconds"] < until:
            began = time.process_time()
            won = iterate(tables, odds, facts["iteration"] + 1, _AT_ONCE, np.uint64(seed))
            facts["iteration"] += _AT_ONCE
            facts["cpu_seconds"] += time.process_time() - began
            if facts["cpu_seconds"] - noted >= _NOTE_SECONDS:
                noted = facts["cpu_seconds"]
                say(f"{noted:6.0f} s  iteration {facts['iteration']:,}  the button wins {won / 100:+.3f} small bets")
                _keep(folder, tables, facts)
    except KeyboardInterrupt:
        say("interrupted: saving what has been done")
    _keep(folder, tables, facts)
    return bundle.save(folder / "bundle", as_rows(tables), PURIFY, CONFIG, facts | {"threads": 1})


def _begun(folder: Path, resume: bool) -> tuple[RangeTables, dict[str, Any]]:
    """The tables to go on from."""
    there = (folder / "checkpoint").exists()
    if there and not resume:
        raise BadConfig(f"{str(folder)!r} already holds a run: resume it, or choose another folder")
    if resume and not there:
        raise BadConfig(f"nothing to resume in {str(folder)!r}: it holds no checkpoint")
    tables = RangeTables.room()
    if not there:
        return tables, {"iteration": 0, "cpu_seconds": 0.0}
    found = artifacts.load(folder / "checkpoint", KIND)
    tables.regrets[:], tables.averages[:] = found.arrays["regrets"], found.arrays["averages"]
    return tables, dict(found.summary)


def _keep(folder: Path, tables: RangeTables, facts: dict[str, Any]) -> None:
    arrays = {"regrets": tables.regrets, "averages": tables.averages}
    artifacts.save(folder / "checkpoint", KIND, arrays, CONFIG, summary=facts)
