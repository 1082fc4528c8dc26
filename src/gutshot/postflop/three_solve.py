"""Iterate a three-player solve until every player's gain is small enough, the iterations are done, or Ctrl-C."""

from collections.abc import Callable, Sequence
from os import PathLike

from gutshot.arguments import checked
from gutshot.clock import Clock
from gutshot.postflop.locks import Lock
from gutshot.postflop.solve import MOST_ITERATIONS, read_target, require_iterations
from gutshot.postflop.three_locks import apply_three_locks, keeps_three_suits
from gutshot.postflop.three_solution import ThreeProgress, ThreeSolution
from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import ThreeSpot
from gutshot.postflop.three_tree import build_three_tree

DEFAULT_TARGET = 0.003
CHECK_EVERY = 20


@checked
def solve_three(
    spot: ThreeSpot | str | PathLike[str],
    target: float | str | None = None,
    iterations: int | None = None,
    *,
    rule: str = "dcfr",
    threads: int | None = None,
    merge_suits: bool = True,
    locks: Sequence[Lock] = (),
    memory_limit: int | None = None,
    watch: Callable[[ThreeProgress], None] | None = None,
) -> ThreeSolution:
    """Iterate until no player gains more than `target` of the pot by a best answer, or for `iterations`.

    The spot may be the path of a YAML file. With neither given the target is 0.3 % of the pot. Ctrl-C keeps what there
    is so far. With locks the gains count only what is free to change.
    """
    goal = None if target is None else read_target(target)
    require_iterations(iterations)
    spot = spot if isinstance(spot, ThreeSpot) else ThreeSpot.read(spot)
    if locks and merge_suits:
        merge_suits = keeps_three_suits(spot, locks, build_three_tree(spot))
    solver = ThreeSolver(spot, rule, threads, merge_suits, memory_limit)
    if locks:
        apply_three_locks(solver, locks)
    return run_three(solver, goal, iterations, watch=watch)


def run_three(
    solver: ThreeSolver,
    target: float | None,
    iterations: int | None,
    seconds: float = 0.0,
    watch: Callable[[ThreeProgress], None] | None = None,
) -> ThreeSolution:
    """Iterate in rounds between two looks at the gains."""
    if target is None and iterations is None:
        target = DEFAULT_TARGET
    end = solver.iteration + (iterations or MOST_ITERATIONS)
    history: list[ThreeProgress] = []
    interrupted = False
    clock = Clock(seconds)
    try:
        while solver.iteration < end:
            solver.iterate(min(CHECK_EVERY - solver.iteration % CHECK_EVERY, end - solver.iteration))
            percent = solver.gains_percent()
            history.append(ThreeProgress(solver.iteration, percent, clock.seconds, solver.memory_bytes))
            if watch is not None:
                watch(history[-1])
            if target is not None and max(percent) <= 100 * target:
                break
    except KeyboardInterrupt:
        interrupted = True
    return ThreeSolution(solver, solver.gains(), clock.seconds, interrupted, history)
