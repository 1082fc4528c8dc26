"""`solve(spot, ...)`: iterate until the target, the number of iterations or Ctrl-C, and hand over the solution."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any

import numpy as np

from gutshot.arguments import checked, shown
from gutshot.clock import Clock
from gutshot.errors import BadConfig
from gutshot.postflop.gpu_solver import new_solver, on_device
from gutshot.postflop.locks import Lock, apply_locks, keeps_suits
from gutshot.postflop.solution import Progress, Solution
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import build_tree

DEFAULT_TARGET = 0.003
MOST_ITERATIONS = 100_000
MOST_ASKED = 10**9
CHECK_EVERY = 10


@checked
def solve(
    spot: Spot | str | PathLike[str],
    target: float | str | None = None,
    iterations: int | None = None,
    *,
    rule: str = "dcfr",
    threads: int | None = None,
    precision: str = "f32",
    merge_suits: bool = True,
    locks: Sequence[Lock] = (),
    memory_limit: int | None = None,
    device: str = "cpu",
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Solve a spot to `target` (exploitability as a share of the pot) or for `iterations`, whichever comes first.

    The spot may be the path of a YAML file. With neither given the target is 0.3 % of the pot. Ctrl-C keeps the
    solution so far; see `Solution.interrupted`. `device` is cpu, gpu, or auto: a GPU where it is there and pays.
    """
    goal = None if target is None else read_target(target)
    require_iterations(iterations)
    spot = spot if isinstance(spot, Spot) else Spot.read(spot)
    if locks and merge_suits:
        merge_suits = keeps_suits(spot, locks, build_tree(spot.tree_config()))
    solver = new_solver(device, spot, rule, threads, precision, merge_suits, memory_limit)
    if locks:
        apply_locks(solver, locks)
    return run(solver, goal, iterations, watch=watch)


@checked
def resume(
    solution: Solution,
    target: float | str | None = None,
    iterations: int | None = None,
    watch: Callable[[Progress], None] | None = None,
    device: str = "cpu",
) -> Solution:
    """Go on with a solution; `iterations` counts those to come."""
    goal = None if target is None else read_target(target)
    require_iterations(iterations)
    return run(on_device(solution.solver, device), goal, iterations, solution.seconds, watch)


def run(
    solver: Solver,
    target: float | None,
    iterations: int | None,
    seconds: float = 0.0,
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Iterate in rounds between two looks at the exploitability."""
    if target is None and iterations is None:
        target = DEFAULT_TARGET
    end = solver.iteration + (iterations or MOST_ITERATIONS)
    history: list[Progress] = []
    interrupted = False
    clock = Clock(seconds)
    try:
        while solver.iteration < end:
            solver.iterate(min(CHECK_EVERY - solver.iteration % CHECK_EVERY, end - solver.iteration))
            percent = solver.exploitability_percent()
            history.append(Progress(solver.iteration, percent, clock.seconds, solver.memory_bytes))
            if watch is not None:
                watch(history[-1])
            if target is not None and percent <= 100 * target:
                break
    except KeyboardInterrupt:
        interrupted = True
    exploitability = solver.exploitability()
    return Solution(solver, exploitability, clock.seconds, interrupted, history)


def read_target(given: Any) -> float:
    """A share of the pot: `0.003`, `"0.003"` or `"0.3%"`."""
    text = str(given)
    try:
        value = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise BadConfig(f"target {shown(given)}: expected a share of the pot like 0.3% or 0.003") from None
    if not 0 < value < 1:
        raise BadConfig(f"target {shown(given)}: expected a share of the pot above 0 and below 100%")
    return value


def require_iterations(given: Any) -> None:
    """BadConfig unless it is a number of iterations or None."""
    if given is None:
        return
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or not 1 <= given <= MOST_ASKED:
        raise BadConfig(f"{given!r} iterations: expected a whole number from 1 to {MOST_ASKED:,}")
