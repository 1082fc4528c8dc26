"""Solving badugi with one draw into a folder, with what it takes to go on from there."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gutshot import artifacts
from gutshot.blueprint.one_draw.solver import OneDraw
from gutshot.blueprint.one_draw.walk import Strategies
from gutshot.errors import BadConfig, MalformedInput

KIND = "one-draw-solution"
TARGET = 0.001
MOST_ITERATIONS = 2000
_STEP = 50
_KEPT_EVERY = 100  # iterations


def solve(
    out: str | os.PathLike[str],
    target: float = TARGET,
    resume: bool = False,
    say: Callable[[str], None] = print,
    iterations: int = MOST_ITERATIONS,
) -> Path:
    """Solve until both seats together gain at most `target` small bets a hand. Ctrl-C keeps what has been done."""
    if not target > 0 or iterations < 1:
        raise BadConfig(f"target {target} in {iterations} iterations: expected numbers above 0")
    folder = Path(out)
    if folder.exists() and not resume:
        raise BadConfig(f"{str(folder)!r} is there already: resume it, or choose another folder")
    solver, facts = load(folder) if resume else (OneDraw(), {})
    try:
        while solver.iteration < iterations and not facts.get("nash_conv", 1.0) <= target:
            solver.run(min(_STEP - solver.iteration % _STEP, iterations - solver.iteration))
            facts = {"nash_conv": solver.nash_conv}
            say(f"iteration {solver.iteration}  {solver.seconds:.0f} s  NashConv {facts['nash_conv']:.5f} small bets")
            if solver.iteration % _KEPT_EVERY == 0:
                save(folder, solver)
    except KeyboardInterrupt:
        say("interrupted: saving what has been done")
    return save(folder, solver)


def facts_of(solver: OneDraw) -> dict[str, Any]:
    """How far it has come, and what the button wins, in small bets a hand."""
    found = solver.measure()
    return {
        "iteration": solver.iteration,
        "cpu_seconds": solver.seconds,
        "nash_conv": found.nash_conv,
        "button_wins": found.button,
    }


def save(folder: Path, solver: OneDraw) -> Path:
    """Write regrets and averages, whole or not at all."""
    arrays = {f"regrets_{name}": array for name, array in solver.regrets._asdict().items()}
    arrays |= {f"played_{name}": array for name, array in solver.played._asdict().items()}
    return artifacts.save(folder, KIND, arrays, {"rule": str(solver.rule)}, summary=facts_of(solver))


def load(folder: str | os.PathLike[str]) -> tuple[OneDraw, dict[str, Any]]:
    """A solver as it was saved, and what it knew about itself."""
    found = artifacts.load(folder, KIND)
    solver = OneDraw(rule=str(found.config.get("rule", "")))
    for kind, numbers in (("regrets", solver.regrets), ("played", solver.played)):
        _fill(numbers, {name: found.arrays.get(f"{kind}_{name}") for name in Strategies._fields}, folder)
    solver.iteration = int(found.summary["iteration"])
    solver.seconds = float(found.summary["cpu_seconds"])
    return solver, dict(found.summary)


def _fill(numbers: Strategies, arrays: dict[str, Any], folder: str | os.PathLike[str]) -> None:
    for name, room in numbers._asdict().items():
        if arrays[name] is None or arrays[name].shape != room.shape or arrays[name].dtype != room.dtype:
            raise MalformedInput(f"{str(folder)!r} was made by a version with other hands: solve it again")
        room[:] = arrays[name]
