"""Solving a spot with three ranges as a job, around locks or without: saved along the way, and resumable."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gutshot.cards.card import format_cards
from gutshot.postflop.locks import Lock, LockCost
from gutshot.postflop.three_locks import (
    apply_three_locks,
    keeps_three_suits,
    require_three_locks,
    three_lock_costs,
)
from gutshot.postflop.three_solution import ThreeProgress, ThreeSolution
from gutshot.postflop.three_solve import run_three
from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import ThreeSpot
from gutshot.postflop.three_tree import build_three_tree
from gutshot.trainer.helpers.reporter import Reporter
from gutshot.trainer.jobs.kinds import JobEnd
from gutshot.trainer.jobs.solve import SolveWork, locks_of


def check_three(config: Mapping[str, Any]) -> dict[str, int]:
    """Every error in spot and locks is raised here; how many nodes the betting has.

    What memory it takes is known only once the hands of all boards are listed, so the worker says if it is too much.
    """
    spot, locks = ThreeSpot.from_dict(config["spot"]), locks_of(config.get("locks", ()))
    tree = build_three_tree(spot)
    require_three_locks(tree, locks)
    return {"nodes": len(tree)}


def run_three_solve(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    """Solve until every gain is at the target, or resume what an earlier worker saved."""
    config, folder = order["config"], Path(order["folder"])
    reporter.progress(order["fraction"], "building the tree")
    solver, seconds = _opened(config, folder, order["threads"], order["memory_bytes"])
    work = _ThreeWork(config, folder, solver, reporter, order["detail"].get("curve", []))
    target, iterations = config.get("target"), config.get("iterations")
    left = None if iterations is None else max(1, iterations - solver.iteration)
    work.begin(order["fraction"])
    with reporter.heeded():
        solution = run_three(solver, target, left, seconds, work.watch)
    return work.finish(solution)


def _opened(config: Mapping[str, Any], folder: Path, threads: int, memory: int) -> tuple[ThreeSolver, float]:
    """A new solver, or the saved one with its locks, and the seconds it has run."""
    spot, locks = ThreeSpot.from_dict(config["spot"]), locks_of(config.get("locks", ()))
    if (folder / "manifest.json").is_file():
        saved = ThreeSolution.load(folder, threads)
        solver, seconds = saved.solver, saved.seconds
    else:
        merges = not locks or keeps_three_suits(spot, locks, build_three_tree(spot))
        solver, seconds = ThreeSolver(spot, "dcfr", threads, merges, memory), 0.0
    if locks:
        apply_three_locks(solver, locks)
    return solver, seconds


class _ThreeWork(SolveWork):
    """What is brought to the target is the largest gain of the three."""

    def percent(self, found: ThreeProgress | ThreeSolution) -> float:
        return max(found.gains_percent)

    def so_far(self, progress: ThreeProgress) -> ThreeSolution:
        gains = tuple(percent * self.solver.spot.pot / 100 for percent in progress.gains_percent)
        return ThreeSolution(self.solver, gains, progress.seconds)

    def values(self, solver: ThreeSolver) -> list[float]:
        return list(solver.values())

    def costs(self, solver: ThreeSolver, locks: Sequence[Lock]) -> list[LockCost]:
        return three_lock_costs(solver, locks)


def three_title_of(spot: ThreeSpot) -> str:
    """The default title of a solve."""
    return f"{format_cards(spot.board)} pot {spot.pot}, {', '.join(spot.names)}"
