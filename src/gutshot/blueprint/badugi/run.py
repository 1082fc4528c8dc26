"""Training heads-up badugi over whole ranges into a folder: OUT/checkpoint and OUT/bundle.

It begins with walks that follow few lines, by lot, until play is sensible. Then come sweeps over all lines that
matter, in which older regrets are forgotten by and by; what is kept is the average of the sweeps.

Threads share the tables without locks, each with walks of its own, as in `blueprint.trainer`; one thread alone repeats
itself, several do not. A run may begin from a bundle: regrets are then such that play begins as the bundle plays.
"""

import math
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.blueprint.badugi import bundle
from gutshot.blueprint.badugi.chances import chances
from gutshot.blueprint.badugi.full_width import HowToWalk, RangeWork, SlotTables, as_rows, iterate, response_value
from gutshot.errors import BadConfig

KIND = "badugi-checkpoint"
CONFIG = {"game": {"variant": "badugi", "num_players": 2, "cap": 4, "bets": [100, 200]}}
PURIFY = 0.03
_NOTE_SECONDS = 60.0
_WALKS, _SWEEPS = HowToWalk(1e-3, 2e-4, 0), HowToWalk(5e-5, 2e-2, 1)
_WALKING = 0.12
"""The part of a run's time for walks."""
_BEGUN = 10
"""As the sweep after so many the first one counts: so much is believed of what was there before."""
_BELIEVED = 30.0
"""In a bundle, so many chips of regret for each of them."""
_LEAST_MASS = 1e-5


@dataclass(eq=False)
class RangeRun:
    """Tables and how far they have come; `train` goes on for a time."""

    learnt: SlotTables = field(default_factory=SlotTables.room)
    iteration: int = 0
    sweeping: bool = False
    cpu_seconds: float = 0.0
    seed: int = 1
    threads: int = 1

    def train(self, seconds: float) -> float:
        """For so long by the clock; what the button won last, in small bets."""
        until, won, claim = time.perf_counter() + seconds, [0.0], threading.Lock()
        began, failures = time.process_time(), list[BaseException]()

        def work() -> None:
            try:
                odds, how = chances(), _SWEEPS if self.sweeping else _WALKS
                room = RangeWork.room(len(odds.dealt))
                while time.perf_counter() < until and not failures:
                    with claim:
                        self.iteration += 1
                        number = self.iteration
                    with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
                        won[0] = iterate(self.learnt, odds, how, number, np.uint64(self.seed), room)
            except BaseException as error:
                failures.append(error)

        workers = [threading.Thread(target=work, daemon=True) for _ in range(self.threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.cpu_seconds += time.process_time() - began
        if failures:
            raise failures[0]
        return won[0] / 100

    def begin_from(self, start: bundle.BadugiBundle) -> None:
        """Play as a bundle does."""
        self.learnt.regrets[:] = bundle.shares_of(start.codes)
        self.learnt.regrets[:] *= _BEGUN * _BELIEVED
        self.iteration, self.sweeping = _BEGUN, True

    def begin_sweeps(self) -> None:
        """Let what walks have learnt, in which number n weighs n, count for the first sweeps; averages begin anew."""
        self.learnt.regrets[:] *= 2 * _BEGUN / max(self.iteration, 1) ** 2
        self.learnt.averages[:] = 0
        self.iteration, self.sweeping = _BEGUN, True


def train_badugi(
    out: str | os.PathLike[str],
    minutes: float,
    resume: bool = False,
    seed: int = 1,
    say: Callable[[str], None] = print,
    threads: int = 1,
    start: str | None = None,
    look: bool = False,
) -> Path:
    """Train for so many minutes by the clock; where the bundle is. Ctrl-C keeps what has been done.

    With `look` best responses over ranges are worked out at the end.
    """
    if not 0 < minutes < math.inf:
        raise BadConfig(f"{minutes} minutes of training: expected a number above 0")
    folder = Path(out)
    artifacts.require_writable(folder / "checkpoint", KIND)
    artifacts.require_writable(folder / "bundle", bundle.KIND)
    run = _begun(folder, resume, seed, threads, start)
    began, seconds = time.perf_counter(), 60 * minutes
    try:
        while (gone := time.perf_counter() - began) < seconds:
            if not run.sweeping and gone >= _WALKING * seconds:
                run.begin_sweeps()
            won = run.train(min(_NOTE_SECONDS, (seconds if run.sweeping else _WALKING * seconds) - gone))
            what = "sweep" if run.sweeping else "walk"
            say(f"{run.cpu_seconds:6.0f} s  {what} {run.iteration:,}  the button wins {won:+.3f} small bets")
    except KeyboardInterrupt:
        say("interrupted: saving what has been done")
    place = _keep(folder, run)
    if look:
        say(f"best responses win {responses_win(bundle.BadugiBundle.load(place)):.4f} small bets a hand")
    return place


def responses_win(what: bundle.BadugiBundle, threads: int = 2) -> float:
    """Small bets a hand that best responses over ranges win from a bundle, the mean of both seats."""
    shares, odds, won = bundle.shares_of(what.codes), chances(), [0.0, 0.0]

    def respond(seat: int) -> None:
        won[seat] = response_value(shares, odds, seat, _LEAST_MASS) / 100

    workers = [threading.Thread(target=respond, args=(seat,)) for seat in range(2)]
    for worker in workers:
        worker.start()
        if threads == 1:
            worker.join()
    for worker in workers:
        worker.join()
    return sum(won) / 2


def _begun(folder: Path, resume: bool, seed: int, threads: int, start: str | None) -> RangeRun:
    """The run to go on with."""
    there = (folder / "checkpoint").exists()
    if there and not resume:
        raise BadConfig(f"{str(folder)!r} already holds a run: resume it, or choose another folder")
    if resume and not there:
        raise BadConfig(f"nothing to resume in {str(folder)!r}: it holds no checkpoint")
    run = RangeRun(seed=seed, threads=threads)
    if there:
        found = artifacts.load(folder / "checkpoint", KIND)
        for name, table in (("regrets", run.learnt.regrets), ("averages", run.learnt.averages)):
            if name not in found.arrays or found.arrays[name].shape != table.shape or "sweeping" not in found.summary:
                raise BadConfig(f"cannot resume {str(folder)!r}: another version of badugi's classes was trained there")
            table[:] = found.arrays[name]
        run.iteration, run.cpu_seconds = int(found.summary["iteration"]), float(found.summary["cpu_seconds"])
        run.sweeping = bool(found.summary["sweeping"])
    elif start is not None:
        run.begin_from(bundle.BadugiBundle.load(start))
    return run


def _keep(folder: Path, run: RangeRun) -> Path:
    facts: dict[str, Any] = {"iteration": run.iteration, "cpu_seconds": round(run.cpu_seconds), "threads": run.threads}
    facts["sweeping"] = run.sweeping
    arrays = {"regrets": run.learnt.regrets, "averages": run.learnt.averages}
    artifacts.save(folder / "checkpoint", KIND, arrays, CONFIG, summary=facts)
    return bundle.save(folder / "bundle", as_rows(run.learnt), PURIFY, CONFIG, facts)
