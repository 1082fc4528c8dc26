"""`solve(spot, ...)`: iterate until the target, the number of iterations or Ctrl-C, and hand over the solution."""

import time
from collections.abc import Callable, Sequence

from gutshot.errors import BadConfig
from gutshot.solvers.postflop.locks import Lock, apply_locks, keeps_suits
from gutshot.solvers.postflop.solver import Solver
from gutshot.solvers.postflop.spot import Spot
from gutshot.solvers.solution import Progress, Solution
from gutshot.trees.betting_tree import build_tree

DEFAULT_TARGET = 0.003
MOST_ITERATIONS = 100_000
CHECK_EVERY = 10


def solve(
    spot: Spot,
    target: float | None = None,
    iterations: int | None = None,
    *,
    rule: str = "dcfr",
    threads: int | None = None,
    precision: str = "f32",
    merge_suits: bool = True,
    locks: Sequence[Lock] = (),
    memory_limit: int | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Solve a spot to `target` (exploitability as a share of the pot) or for so many `iterations`, as comes first.

    With neither given the target is 0.3 % of the pot. Ctrl-C keeps what there is; see `Solution.interrupted`.
    """
    _require_positive(target, iterations)
    if locks and merge_suits:
        merge_suits = keeps_suits(spot, locks, build_tree(spot.tree_config()))
    solver = Solver(spot, rule, threads, precision, merge_suits, memory_limit)
    if locks:
        apply_locks(solver, locks)
    return run(solver, target, iterations, watch=watch)


def resume(
    solution: Solution,
    target: float | None = None,
    iterations: int | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Go on with a solution; `iterations` counts those to come."""
    _require_positive(target, iterations)
    return run(solution.solver, target, iterations, solution.seconds, watch)


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
    began = time.perf_counter() - seconds
    try:
        while solver.iteration < end:
            solver.iterate(min(CHECK_EVERY - solver.iteration % CHECK_EVERY, end - solver.iteration))
            percent = solver.exploitability_percent()
            history.append(Progress(solver.iteration, percent, time.perf_counter() - began, solver.memory_bytes))
            if watch is not None:
                watch(history[-1])
            if target is not None and percent <= 100 * target:
                break
    except KeyboardInterrupt:
        interrupted = True
    exploitability = solver.exploitability()
    return Solution(solver, exploitability, time.perf_counter() - began, interrupted, history)


def _require_positive(target: float | None, iterations: int | None) -> None:
    if target is not None and not target > 0:
        raise BadConfig(f"target {target}: expected a share of the pot above 0, as in 0.003 for 0.3 %")
    if iterations is not None and iterations < 1:
        raise BadConfig(f"{iterations} iterations: expected at least 1")
