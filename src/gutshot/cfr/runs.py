"""A run that can be watched, stopped, killed and continued: solver, convergence record and artifact.

The record is taken at iteration numbers that depend on nothing but the batch, so a run that was interrupted ends with
the same bits as one that was not, record included. Only times differ, and they are kept apart, in the summary.
"""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from gutshot import artifacts
from gutshot.cfr.best_response import Quality, measure
from gutshot.cfr.flat import FlatGame
from gutshot.cfr.mccfr import AVERAGINGS, SAMPLINGS, WEIGHTS, Mccfr, Sampling
from gutshot.cfr.strategy import TabularStrategy, pack_infosets
from gutshot.cfr.updates import RULES, parse_rule
from gutshot.cfr.vanilla import Cfr
from gutshot.clock import Clock
from gutshot.errors import BadConfig, MalformedInput
from gutshot.numeric.arrays import Reals
from gutshot.numeric.threads import thread_count
from gutshot.settings import Settings, marks, setting

KIND = "cfr-run"
ALGORITHMS = (*RULES, *SAMPLINGS)

_CHUNK_SECONDS = 0.1


class CfrSolver(Protocol):
    """What `Cfr` and `Mccfr` have in common."""

    iteration: int

    def run(self, iterations: int) -> None:
        """So many more iterations."""
        ...

    def restore(self, iteration: int, arrays: dict[str, Reals]) -> None:
        """Go on from what was saved."""
        ...

    @property
    def average(self) -> TabularStrategy:
        """The average strategy so far."""
        ...

    @property
    def arrays(self) -> dict[str, Reals]:
        """What has to be saved."""
        ...


@dataclass(frozen=True)
class RunPlan(Settings, noun="a plan of a run"):
    """All that decides the numbers a run gives: which game and which algorithm, with its settings."""

    game: dict[str, Any] = field(metadata=marks("its name and parameters, so that another game is not resumed"))
    algorithm: str = setting("dcfr", "an update rule or a way of sampling")
    seed: int = setting(0, "seed of the sampling")
    batch: int = setting(1, "iterations that read the same strategy", least=1, most=10**9)
    weights: str = setting("linear", "weights of the samples", choices=WEIGHTS)
    averaging: str = setting("opponents", "whose walks add to the average", choices=AVERAGINGS)
    visit: float = setting(1.0, "how often hopeless actions are tried", above=0, most=1)

    @property
    def samples(self) -> bool:
        """Whether the algorithm samples."""
        return self.algorithm in SAMPLINGS


def make_plan(game: dict[str, Any], algorithm: str, iterations: int, **settings: Any) -> RunPlan:
    """A checked plan; the algorithm is an update rule with or without its numbers, or a sampling scheme."""
    if iterations < 0:
        raise BadConfig(f"cannot run {iterations} iterations: expected 0 or more")
    if algorithm in SAMPLINGS:
        plan = RunPlan(game, algorithm, **settings)
        _sampling(plan)
        _require_whole_batches(iterations, plan.batch)
        return plan
    if algorithm.partition(":")[0] not in RULES:
        raise BadConfig(f"unknown algorithm {algorithm!r}: expected one of {', '.join(ALGORITHMS)}")
    for name, value in settings.items():
        if name != "seed" and value != getattr(RunPlan(game), name):
            raise BadConfig(f"{name} {value!r} is for sampling ({', '.join(SAMPLINGS)}), not for {algorithm}")
    return RunPlan(game, str(parse_rule(algorithm, horizon=iterations)), **settings)


def _require_whole_batches(target: int, batch: int, reached: int = 0) -> None:
    if target % batch or target < reached:
        raise BadConfig(f"cannot stop at iteration {target}: it is at {reached} and runs in batches of {batch}")


def make_solver(game: FlatGame, plan: RunPlan, threads: int | None = None) -> CfrSolver:
    """The solver of a plan; threads, all cores unless given, share the walks of a batch, where there are several."""
    threads = 1 if threads is None and plan.batch == 1 else thread_count(threads)
    if plan.samples:
        return Mccfr(game, _sampling(plan), seed=plan.seed, threads=threads)
    if threads != 1:
        raise BadConfig(f"whole-tree algorithms run on one thread, got {threads} for {plan.algorithm}")
    return Cfr(game, parse_rule(plan.algorithm))


def _sampling(plan: RunPlan) -> Sampling:
    return Sampling(plan.algorithm, plan.weights, plan.averaging, plan.batch, plan.visit)


class CfrRun:
    """A solver at work on a plan, with the record of its convergence."""

    def __init__(self, game: FlatGame, plan: RunPlan, threads: int | None = None) -> None:
        self.game, self.plan = game, plan
        self.solver = make_solver(game, plan, threads)
        self.solver.run(0)  # compiles, so that the seconds are those of the work
        self.seconds = 0.0
        self.record: list[tuple[float, ...]] = []  # (iteration, NashConv, value of each player)
        self.quality = measure(game, self.solver.average)

    @property
    def iteration(self) -> int:
        """How many are done."""
        return self.solver.iteration

    def advance(self, target: int) -> Iterator[Quality]:
        """Run up to iteration `target`, stopping to yield the latest measure about ten times a second."""
        chunk = batch = self.plan.batch
        _require_whole_batches(target, batch, self.iteration)
        while self.iteration < target:
            mark = next_mark(self.iteration, batch)
            clock = Clock()
            self.solver.run(min(chunk, mark - self.iteration, target - self.iteration))
            spent = clock.seconds
            self.seconds += spent
            chunk = chunk * 2 if spent < _CHUNK_SECONDS / 2 else max(batch, chunk // (2 * batch) * batch)
            if self.iteration == mark:
                self.quality = self._measure()
                self.record.append((self.iteration, self.quality.nash_conv, *self.quality.values))
            yield self.quality
        self.quality = self._measure()

    def _measure(self) -> Quality:
        return measure(self.game, self.solver.average)

    def save(self, path: str | os.PathLike[str], target: int) -> None:
        """Write or replace the artifact: enough to continue, and the average strategy to use."""
        width = 2 + self.game.players
        arrays = {
            **{f"solver.{name}": array for name, array in self.solver.arrays.items()},
            "record": np.array(self.record, np.float64).reshape(-1, width),
            "probabilities": self.solver.average.probabilities,
            **pack_infosets(self.game.infosets),
        }
        quality = measure(self.game, self.solver.average)
        summary = {
            "iterations": self.iteration,
            "target": target,
            "seconds": self.seconds,
            "nash_conv": quality.nash_conv,
            "values": list(quality.values),
        }
        artifacts.save(path, KIND, arrays, asdict(self.plan), summary=summary)

    def resume(self, path: str | os.PathLike[str]) -> None:
        """Resume from the artifact at `path`; BadConfig if it was made by another plan."""
        artifact = artifacts.load(path, KIND)
        require_same_plan(self.plan, load_plan(artifact), path)
        arrays = {name: artifact.arrays.get(f"solver.{name}", np.zeros(0)) for name in self.solver.arrays}
        try:
            iteration, self.seconds = int(artifact.summary["iterations"]), float(artifact.summary["seconds"])
            self.record = [tuple(map(float, row)) for row in artifact.arrays["record"]]
        except (KeyError, TypeError, ValueError) as error:
            raise MalformedInput(f"cannot resume {str(path)!r}: it is not a whole run ({error})") from None
        self.solver.restore(iteration, arrays)
        self.quality = self._measure()


def next_mark(iteration: int, batch: int) -> int:
    """The next iteration that goes on record: every batch up to ten, then steps of a tenth."""
    mark = 0
    while mark * batch <= iteration:
        mark += max(1, mark // 10)
    return mark * batch


def load_plan(artifact: artifacts.Artifact) -> RunPlan:
    """The plan an artifact was made by."""
    try:
        return RunPlan.from_dict(artifact.config)
    except BadConfig as error:
        raise MalformedInput(
            f"corrupted artifact {str(artifact.path)!r}: its config is not a plan of a run ({error})"
        ) from None


def load_target(artifact: artifacts.Artifact) -> int:
    """The iteration that a kept run was to stop at."""
    target = artifact.summary.get("target")
    if not isinstance(target, int):
        raise MalformedInput(f"corrupted artifact {str(artifact.path)!r}: {target!r} is not an iteration to stop at")
    return target


def require_same_plan(asked: RunPlan, made: RunPlan, path: str | os.PathLike[str]) -> None:
    """BadConfig naming the first setting in which two plans differ."""
    wanted = _flat(asked)
    for name, value in _flat(made).items():
        if wanted.get(name) != value:
            raise BadConfig(
                f"cannot resume {str(path)!r} with {name} {wanted.get(name)!r}: it was made with {name} {value!r}"
            )


def _flat(plan: RunPlan) -> dict[str, Any]:
    settings = asdict(plan)
    return {**settings.pop("game"), **settings}


def carry_out(run: CfrRun, target: int, keep: Path | None, every: float, watch: Callable[[CfrRun], bool]) -> None:
    """Run to `target` or until `watch` returns False, saving every few seconds and at the end."""
    if not every >= 0:
        raise BadConfig(f"cannot save every {every} seconds: expected 0 or more")
    saved = time.monotonic()
    for _ in run.advance(target):
        if not watch(run):
            break
        if keep is not None and time.monotonic() - saved >= every:
            run.save(keep, target)
            saved = time.monotonic()
    if keep is not None:
        run.save(keep, target)
