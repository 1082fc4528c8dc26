"""`PostflopModel`: the configured backend on the configured flops, for the preflop solver.

Flops are independent, so they are shared out: to threads here (kernels release the GIL), or to a Ray cluster. Every
answer is cached in a folder at once, so a stopped run resumes where it was, and the same
flop is never solved twice. Results do not depend on who computed what.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from gutshot.cards.card import format_cards, parse_cards
from gutshot.cluster import require_engine, run_on_ray
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.flop_subsets import fixed_flops, flop_subset
from gutshot.flop_values.pipeline import Report, value_crowd, value_flop
from gutshot.flop_values.solve_cache import SolveCache, crowd_digest, question_digest
from gutshot.flop_values.values import Arrival, CrowdArrival, Flop, FlopProgress, FlopValues, Watch
from gutshot.numeric.arrays import Reals
from gutshot.numeric.threads import thread_count


@dataclass(frozen=True, eq=False)
class FlopJob:
    """All questions about one flop, so that its buckets are made once."""

    flop: Flop
    arrivals: tuple[Arrival | CrowdArrival, ...]
    config: PostflopModelConfig
    folder: Path | None


class PostflopModel:
    """Answers from a backend, from memory of earlier answers where `folder` is given."""

    def __init__(
        self,
        config: PostflopModelConfig,
        folder: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        engine: str = "local",
    ) -> None:
        self.config, self.engine = config, require_engine(engine)
        self.folder = None if folder is None else Path(folder)
        if self.folder is not None:
            SolveCache(self.folder).require_writable()
        self.threads = thread_count(threads)
        self._flops = chosen_flops(config)

    @property
    def flops(self) -> Mapping[Flop, float]:
        """The configured flops and their shares of all flops."""
        return self._flops

    def evaluate(
        self, arrivals: Sequence[Arrival | CrowdArrival], watch: Watch | None = None
    ) -> list[list[FlopValues]]:
        """[arrival][flop], flops in the order of `flops`."""
        jobs = [FlopJob(flop, tuple(arrivals), self.config, self.folder) for flop in self._flops]
        counter = _Counter(len(jobs) * len(arrivals), watch)
        found = self._run(jobs, counter)
        return [[row[k] for row in found] for k in range(len(arrivals))]

    def _run(self, jobs: list[FlopJob], counter: "_Counter") -> list[list[FlopValues]]:
        if self.engine == "ray":
            return _spread(jobs, counter)
        if self.threads == 1 or len(jobs) == 1:
            return [run_job(job, counter) for job in jobs]
        pool = ThreadPoolExecutor(min(self.threads, len(jobs)), thread_name_prefix="gutshot-flops")
        try:
            return list(pool.map(lambda job: run_job(job, counter), jobs))
        finally:
            pool.shutdown(cancel_futures=True)


def _spread(jobs: list[FlopJob], counter: "_Counter") -> list[list[FlopValues]]:
    """Flops as tasks of a cluster. They write their answers to the model's folder, which all machines should share."""
    found: dict[FlopJob, list[FlopValues]] = {}
    for job, answers in run_on_ray(run_job, jobs):
        found[job] = answers
        counter.finished(job)
    return [found[job] for job in jobs]


def chosen_flops(config: PostflopModelConfig) -> dict[Flop, float]:
    """The config's flops with shares that sum to 1."""
    if config.fixed_flops:
        return fixed_flops([parse_cards(text) for text in config.fixed_flops])
    return flop_subset(config.max_flop_boards)


class _Counter:
    """Reports the progress of a flop and of all flops to a watcher, one thread at a time."""

    def __init__(self, total: int, watch: Watch | None) -> None:
        self.total, self.watch, self.done, self.lock = total, watch, 0, Lock()

    def tell(self, flop: Flop, spr: float, stage: str, iteration: int, iterations: int, delta: float) -> None:
        with self.lock:
            self.done += stage in ("done", "cached")
            if self.watch is not None:
                text = format_cards(flop)
                self.watch(FlopProgress(text, spr, stage, iteration, iterations, delta, self.done, self.total))

    def finished(self, job: FlopJob) -> None:
        """A whole flop came back from elsewhere."""
        for arrival in job.arrivals:
            self.tell(job.flop, arrival.spr, "done", 0, 0, 0.0)


def run_job(job: FlopJob, counter: _Counter | None = None) -> list[FlopValues]:
    """Answer all questions about one flop."""
    return [_answer(job, arrival, counter) for arrival in job.arrivals]


def _answer(job: FlopJob, arrival: Arrival | CrowdArrival, counter: _Counter | None) -> FlopValues:
    """Solve at the ratio itself, or at the configured ones around it."""
    told: dict[str, Any] = {"last": ("done", 0, 0, 0.0)}

    def report(stage: str, iteration: int, iterations: int, delta: float) -> None:
        told["last"] = (stage, iteration, iterations, delta)
        if counter is not None:
            counter.tell(job.flop, arrival.spr, stage, iteration, iterations, delta)

    if isinstance(arrival, CrowdArrival):
        parts = [(1.0, *_kept_crowd(job, arrival, report))]
    else:
        parts = [(part, *_kept(job, arrival.ranges, spr, report)) for spr, part in _around(arrival.spr, job.config)]
    if counter is not None:
        stage = "cached" if all(cached for _, _, cached in parts) else "done"
        counter.tell(job.flop, arrival.spr, stage, *told["last"][1:])
    return _mixed([(part, values) for part, values, _ in parts])


def _around(spr: float, config: PostflopModelConfig) -> list[tuple[float, float]]:
    """(ratio, its part) of the ratios to solve: values are read off linearly in the logarithm of the ratio."""
    known = config.postflop_sprs
    if not known:
        return [(spr, 1.0)]
    if spr <= known[0] or spr >= known[-1]:
        return [(known[0] if spr <= known[0] else known[-1], 1.0)]
    above = int(np.searchsorted(known, spr))
    low, high = known[above - 1], known[above]
    part = float((np.log(spr) - np.log(low)) / (np.log(high) - np.log(low)))
    return [(high, 1.0)] if part == 1 else [(low, 1 - part), (high, part)]


def _kept(job: FlopJob, ranges: tuple[Reals, Reals], spr: float, report: Report) -> tuple[FlopValues, bool]:
    """An answer and whether it was there already."""
    digest = question_digest(job.flop, ranges, spr, job.config)
    return _looked_up(job, digest, lambda: value_flop(job.flop, ranges, spr, job.config, report))


def _kept_crowd(job: FlopJob, arrival: CrowdArrival, report: Report) -> tuple[FlopValues, bool]:
    """The same of more than two players."""
    digest = crowd_digest(job.flop, arrival, job.config)
    return _looked_up(job, digest, lambda: value_crowd(job.flop, arrival, job.config, report))


def _looked_up(job: FlopJob, digest: str, work_out: Callable[[], FlopValues]) -> tuple[FlopValues, bool]:
    if job.folder is None:
        return work_out(), False
    cache = SolveCache(job.folder)
    found = cache.get(digest)
    if found is not None:
        return found, True
    values = work_out()
    cache.put(digest, values)
    return values, False


def _mixed(parts: list[tuple[float, FlopValues]]) -> FlopValues:
    """Values between two ratios; errors as if they were the same on both sides."""
    if len(parts) == 1:
        return parts[0][1]
    shares = sum(part * values.shares for part, values in parts)
    error = sum(part * values.standard_error for part, values in parts)
    abstraction = sum(part * values.abstraction_error for part, values in parts)
    worst = [values.exploitability for _, values in parts if values.exploitability is not None]
    return FlopValues(
        np.asarray(shares), np.asarray(error), abstraction, parts[0][1].met, max(worst) if worst else None
    )
