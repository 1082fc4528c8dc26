"""Training badugi for three to six seats into a folder: OUT/checkpoint and OUT/bundle."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.blueprint.badugi import bundle, crowd_bundle
from gutshot.blueprint.badugi.crowd_walks import CrowdWork, crowd_game, crowd_tables, crowd_walks
from gutshot.blueprint.growing import FULL, bytes_taken, fill, used_part
from gutshot.errors import BadConfig

KIND = "badugi-crowd-checkpoint"
CONFIG = {"game": {"variant": "badugi", "seats": [3, 4, 5, 6], "cap": 4, "bets": [100, 200]}}
PURIFY = 0.05
_LEAST_MET = 0.1
_LIMIT = 300_000_000
_AT_ONCE, _PER_WEIGHT, _TREMBLE = 2_000, 10_000, 0.02
_NOTE_SECONDS = 60.0


def train_crowd(
    out: str | os.PathLike[str],
    cpu_minutes: float,
    resume: bool = False,
    seed: int = 1,
    say: Callable[[str], None] = print,
    pair: str | os.PathLike[str] | None = None,
) -> Path:
    """Walk deals on one thread for so many minutes of CPU time; where the bundle is. Ctrl-C keeps what has been done.

    `pair` is the bundle for two that plays on when two are left, by default the shipped one.
    """
    if not cpu_minutes > 0:
        raise BadConfig(f"{cpu_minutes} minutes of training: expected a number above 0")
    folder = Path(out)
    artifacts.require_writable(folder / "checkpoint", KIND)
    artifacts.require_writable(folder / "bundle", crowd_bundle.KIND)
    there = (folder / "checkpoint").exists()
    if there and not resume:
        raise BadConfig(f"{str(folder)!r} already holds a run: resume it, or choose another folder")
    if resume and not there:
        raise BadConfig(f"nothing to resume in {str(folder)!r}: it holds no checkpoint")
    codes = np.array(bundle.BadugiBundle.load(bundle.SHIPPED if pair is None else pair).codes)
    tables, deals, met, before = crowd_tables(_LIMIT), 0, 0, 0.0
    if there:
        found = artifacts.load(folder / "checkpoint", KIND)
        fill(tables, found.arrays)
        deals, met, before = (found.summary[name] for name in ("deals", "decisions", "cpu_seconds"))
    game, work = crowd_game(codes, tables), CrowdWork.room()
    began, noted = time.process_time(), time.perf_counter()
    facts: dict[str, Any] = {}

    def keep() -> Path:
        facts.update(deals=deals, decisions=met, cpu_seconds=round(before + time.process_time() - began))
        artifacts.save(folder / "checkpoint", KIND, used_part(tables), CONFIG, summary=facts)
        return crowd_bundle.save_crowd(folder / "bundle", tables, PURIFY, _LEAST_MET, CONFIG, facts)

    try:
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            while time.process_time() - began < 60 * cpu_minutes and not tables.growth.marks[FULL]:
                met += crowd_walks(game, deals, _AT_ONCE, _PER_WEIGHT, _TREMBLE, seed, work)
                deals += _AT_ONCE
                if time.perf_counter() - noted > _NOTE_SECONDS:
                    noted = time.perf_counter()
                    gone = before + time.process_time() - began
                    say(f"{gone:6.0f} s  {deals:,} deals  {met:,} decisions  {bytes_taken(tables) / 1e6:.0f} MB")
    except KeyboardInterrupt:
        say("interrupted: saving what has been done")
    return keep()
