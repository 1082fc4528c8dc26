"""Solving a spot as a job: checked and estimated first, saved along the way, and resumable.

`three_solve` does the same for spots with three ranges.
"""

import json
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gutshot.cards.card import format_cards
from gutshot.numeric.files import write_file
from gutshot.postflop.locks import Lock, LockCost, apply_locks, keeps_suits, lock_costs
from gutshot.postflop.profiles import lay_profile
from gutshot.postflop.size_search import find_sizes
from gutshot.postflop.solution import Progress, Solution, saved_bytes
from gutshot.postflop.solve import run
from gutshot.postflop.solver import Solver, TableLayout
from gutshot.postflop.spot import Spot
from gutshot.strategies.entries import ABOUT, asked_for
from gutshot.trainer.helpers.reporter import Reporter
from gutshot.trainer.jobs.kinds import JobEnd
from gutshot.trees.betting_tree import build_tree

MOST_POINTS = 400
MOST_TRIED = 3000
"""Iterations of each solve that sizes are compared by."""
_SURE = 0.0005
_FIRST_SAVE = 10.0
_SAVE_SHARE = 20
"""A save every twenty times as long as the last one took: five per cent of the time at most."""

Curve = list[list[float]]


def locks_of(plain: Sequence[Mapping[str, Any]]) -> list[Lock]:
    """From their plain form."""
    return [Lock(lock["line"], lock["strategy"], lock.get("hands") or None) for lock in plain]


def _merges_suits(spot: Spot, locks: Sequence[Lock]) -> bool:
    return not locks or keeps_suits(spot, locks, build_tree(spot.tree_config()))


def estimate(config: Mapping[str, Any]) -> dict[str, Any]:
    """What a solve will take: bytes, nodes and hands; every error in spot and locks is raised here."""
    spot, locks = Spot.from_dict(config["spot"]), locks_of(config.get("locks", ()))
    layout = TableLayout(spot, _merges_suits(spot, locks))
    solver = Solver(spot, precision=config.get("precision", "f32"), layout=layout, empty=True)
    return {
        "bytes": solver.estimate_bytes() * (2 if config.get("profile") or config.get("sizes") else 1),  # side by side
        "disk": saved_bytes(solver),
        "nodes": layout.counts().to_dict(),
        "hands": [len(combos) for combos in layout.combos],
    }


def run_solve(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    """Solve to the target, or resume what an earlier worker saved."""
    config, folder = order["config"], Path(order["folder"])
    reporter.progress(order["fraction"], "building the tree")
    if config.get("sizes"):
        config |= _with_sizes(reporter, order)
    solver, seconds = _opened(config, folder, order["threads"], order["memory_bytes"])
    work = _TwoWork(config, folder, solver, reporter, order["detail"].get("curve", []))
    target, iterations = config.get("target"), config.get("iterations")
    left = None if iterations is None else max(1, iterations - solver.iteration)
    work.begin(order["fraction"])
    with reporter.heeded():
        solution = run(solver, target, left, seconds, work.watch)
        if config.get("profile") and "profile" not in asked_for(folder) and not solution.interrupted:
            work.answer(solution)
            solution = run(work.solver, target, iterations, solution.seconds, work.watch)
    return work.finish(solution)


def _opened(config: Mapping[str, Any], folder: Path, threads: int, memory: int) -> tuple[Solver, float]:
    """A new solver, or the saved one with its locks, and the seconds it has run."""
    spot, locks = Spot.from_dict(config["spot"]), locks_of(config.get("locks", ()))
    if (folder / "manifest.json").is_file():
        saved = Solution.load(folder, threads)
        solver, seconds = saved.solver, saved.seconds
    else:
        solver = Solver(spot, "dcfr", threads, config.get("precision", "f32"), _merges_suits(spot, locks), memory)
        seconds = 0.0
    if locks:
        apply_locks(solver, locks)
    return solver, seconds


def _with_sizes(reporter: Reporter, order: Mapping[str, Any]) -> dict[str, Any]:
    """The spot with the sizes found for it, and what they keep; those found by an earlier worker stay."""
    config, told = order["config"], asked_for(Path(order["folder"])).get("sizes")
    if told is not None:
        return {"sizes": told, "spot": config["spot"] | {"bets": told["bets"]}}
    target, solves = min(config.get("target") or _SURE, _SURE), [0]

    def solve(spot: Spot) -> Solution:
        solves[0] += 1
        words = "all sizes" if solves[0] == 1 else f"few sizes, trial {solves[0] - 1}"
        solver = Solver(spot, "dcfr", order["threads"], config.get("precision", "f32"), True, order["memory_bytes"])
        found = run(solver, target, MOST_TRIED, watch=lambda now: _tell(reporter, words, now, 1 - 0.9 ** solves[0]))
        if found.interrupted:
            raise KeyboardInterrupt
        return found

    with reporter.heeded():
        rich = solve(Spot.from_dict(config["spot"]))
        found = find_sizes(rich, config["sizes"], lambda spot: solve(spot).solver)
    told = {"count": config["sizes"], "bets": found.chosen.sizes, "kept": list(found.kept)}
    return {"sizes": told, "spot": config["spot"] | {"bets": found.chosen.sizes}}


def _tell(reporter: Reporter, words: str, now: Progress, fraction: float) -> None:
    if reporter.is_due:
        reporter.progress(fraction / 2, f"{words}: {_figure(now.exploitability_percent)} % of the pot", None)


class SolveWork(ABC):
    """Watches a solve: reports progress and saves now and then. Subclasses know the solver."""

    def __init__(self, config: Mapping[str, Any], folder: Path, solver: Any, reporter: Reporter, curve: Curve) -> None:
        self._config, self._folder, self.solver = config, folder, solver
        self._reporter = reporter
        self._profile: dict[str, Any] | None = asked_for(folder).get("profile")
        self._curve = [point for point in curve if point[0] <= solver.iteration]
        self._next_save = time.monotonic() + _FIRST_SAVE

    @abstractmethod
    def percent(self, found: Any) -> float:
        """How far progress or a solution is from what is looked for, in per cent of the pot."""

    @abstractmethod
    def so_far(self, progress: Any) -> Any:
        """The solution at this point."""

    @abstractmethod
    def values(self, solver: Any) -> list[float]:
        """What each player has."""

    @abstractmethod
    def costs(self, solver: Any, locks: Sequence[Lock]) -> list[LockCost]:
        """What locks cost at each decision."""

    def begin(self, fraction: float) -> None:
        """Before the first iteration."""
        words = "resuming" if self._curve else "first iterations"
        self._reporter.progress(fraction, words, {"curve": self._curve})

    def watch(self, progress: Any) -> None:
        """After every look at how far the solve is."""
        point = [progress.iteration, _rounded(self.percent(progress)), round(progress.seconds, 2)]
        self._curve = thinned([*self._curve, point])
        if self._reporter.is_due:
            self._reporter.progress(self._fraction(), self._words(), {"curve": self._curve})
        if time.monotonic() > self._next_save:
            began = time.monotonic()
            with self._reporter.held_back():
                self._save(self.so_far(progress))
            self._next_save = time.monotonic() + _SAVE_SHARE * max(1.0, time.monotonic() - began)

    def finish(self, solution: Any) -> JobEnd:
        """Save, and say how it ended."""
        self._reporter.progress(self._fraction(), "saving", {"curve": self._curve})
        self._save(solution)
        self._tell_costs(solution.solver)
        last = [solution.iterations, _rounded(self.percent(solution)), round(solution.seconds, 2)]
        if not self._curve or self._curve[-1][0] != last[0]:
            self._curve = thinned([*self._curve, last])
        fraction = self._fraction() if solution.interrupted else 1.0
        done = not solution.interrupted
        return JobEnd(complete=done, fraction=fraction, text=self._words(), detail={"curve": self._curve})

    def _save(self, solution: Any) -> None:
        solution.save(self._folder)
        about = asked_for(self._folder)  # a title that was changed since, and notes, stay
        about = {"title": self._config.get("title")} | about
        about |= {name: self._config.get(name) for name in ("spot", "locks", "target", "job", "owner")}
        if self._config.get("sizes"):
            about["sizes"] = self._config["sizes"]
        if self._profile is not None:
            about["profile"] = self._profile | {"answered": self.values(solution.solver)}
        write_file(self._folder / ABOUT, json.dumps(about, indent=2).encode())

    def _tell_costs(self, solver: Any) -> None:
        """Beside the solution: what the locks cost, now that they are answered."""
        locks = locks_of(self._config.get("locks", ()))
        if not locks:
            return
        lines = [asdict(cost) for cost in self.costs(solver, locks)]
        costs = {"solved": self._config.get("unlocked"), "answered": self.values(solver), "lines": lines}
        about = asked_for(self._folder) | {"lock_cost": costs}
        write_file(self._folder / ABOUT, json.dumps(about, indent=2).encode())

    def _words(self) -> str:
        iteration, percent, seconds = self._curve[-1]
        return f"{_figure(percent)} % of the pot after {iteration:.0f} iterations and {seconds:.0f} s"

    def _fraction(self) -> float:
        """By iterations where they are counted, else by how far the exploitability has fallen on a log scale."""
        found = 0.0
        iterations, target = self._config.get("iterations"), self._config.get("target")
        if not self._curve:
            return found
        if iterations:
            found = self._curve[-1][0] / iterations
        if target:
            first, best = self._curve[0][1], min(point[1] for point in self._curve)
            whole = math.log(max(first, 1e-9) / (100 * target))
            found = max(found, math.log(max(first, 1e-9) / max(best, 1e-9)) / whole if whole > 0 else 0.0)
        return min(0.99, max(0.0, found))


class _TwoWork(SolveWork):
    """Of two ranges, which may be answered once more when a side has been bent to a profile."""

    def percent(self, found: Progress | Solution) -> float:
        return found.exploitability_percent

    def so_far(self, progress: Progress) -> Solution:
        chips = progress.exploitability_percent * self.solver.spot.pot / 100
        return Solution(self.solver, chips, progress.seconds)

    def values(self, solver: Solver) -> list[float]:
        return list(solver.expected_values())

    def costs(self, solver: Solver, locks: Sequence[Lock]) -> list[LockCost]:
        return lock_costs(solver, locks)

    def answer(self, solution: Solution) -> None:
        """From the solution to the best answer to a profile."""
        asked = self._config["profile"]
        locks = locks_of(self._config.get("locks", ()))
        bent = lay_profile(solution, asked["player"], asked["name"], asked["strength"], locks)
        self.solver, self._curve = bent.solver, []
        self._profile = asked | {"solved": list(bent.solved), "unanswered": list(bent.unanswered)}


def thinned(curve: Curve) -> Curve:
    """The same with every second point left out when there are too many; the first and the last stay."""
    return curve if len(curve) <= MOST_POINTS else [*curve[:-1:2], curve[-1]]


def _figure(percent: float) -> str:
    """Three digits, and never a power of ten: a best answer is exact but for rounding."""
    return "less than 0.001" if percent < 1e-3 else f"{percent:.3g}"


def _rounded(percent: float) -> float:
    return float(f"{percent:.6g}")


def title_of(spot: Spot) -> str:
    """The default title of a solve."""
    return f"{format_cards(spot.board)} pot {spot.pot} stack {spot.stack}"
