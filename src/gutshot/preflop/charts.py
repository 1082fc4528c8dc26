"""A solved preflop game as charts alone: strategies in 255 steps and values to a few thousandths of a big blind.

Enough to look at, to train with and to play by, in a small part of the space; to go on solving takes the solution.
Decisions that the others' play reaches less often than `LEAST` keep their strategy and have no values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.errors import MalformedInput
from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_solver import lay_out
from gutshot.preflop.class_sweeps import ClassLayout
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.rounds import RoundReport, read_reports
from gutshot.preflop.solution import PreflopSolution
from gutshot.preflop.tree import PreflopTree, raise_tree

KIND = "preflop-charts"
VERSION = 1
LEAST = 1e-5
_STEPS = 255


@dataclass(frozen=True, eq=False)
class PreflopCharts:
    """What every decision of a solved game is played by."""

    config: PreflopConfig
    tree: PreflopTree
    layout: ClassLayout
    strategy: Reals  # flat, as `ClassLayout.table` reads it
    values: Reals  # the same, big blinds of being there; NaN where there are none
    reports: tuple[RoundReport, ...]

    def at(self, node: int) -> tuple[Reals, Reals | None]:
        """[169, actions] the strategy at a decision, and what each action is worth if that is known."""
        values = self.layout.table(node, self.values)
        return self.layout.table(node, self.strategy), None if np.isnan(values).any() else values


def charts_of(solution: PreflopSolution) -> PreflopCharts:
    """All charts of a solution at once."""
    rounds, solver = solution.rounds, solution.rounds.solver
    rounds.prepare()
    tree, strategy = rounds.tree, rounds.strategy
    values, reach = np.full_like(strategy, np.nan), solver.reaches(strategy)
    for seat in range(tree.seats):
        mass, worth = solver.node_mass(seat, strategy), solver.node_values(seat, strategy)
        for node in np.flatnonzero(tree.actor == seat).tolist():
            if float((solver.chance * reach[node, seat]) @ mass[node]) < LEAST:
                continue
            below = worth[tree.children(node)]
            ev = np.divide(below, mass[node], out=np.zeros_like(below), where=mass[node] > 0)
            solver.layout.table(node, values)[:] = ev.T
    return PreflopCharts(rounds.config, tree, solver.layout, strategy, values, tuple(rounds.reports))


def save_charts(solution: PreflopSolution, path: str | PathLike[str]) -> Path:
    """Write a solution's charts, whole or not at all."""
    charts = charts_of(solution)
    known = np.array([node for node in charts.tree.decisions() if charts.at(node)[1] is not None], dtype=np.int32)
    rows = [charts.layout.table(int(node), charts.values).ravel() for node in known]
    arrays: dict[str, NDArray[Any]] = {
        "strategy": np.round(charts.strategy * _STEPS).astype(np.uint8),
        "known": known,
        "values": np.concatenate(rows).astype(np.float16),
    }
    summary = {"rounds": [report.to_dict() for report in charts.reports]}
    return artifacts.save(path, KIND, arrays, charts.config.to_dict(), version=VERSION, summary=summary)


def load_charts(path: str | PathLike[str]) -> PreflopCharts:
    """Open saved charts; one sentence says so if they are something else."""
    artifact = artifacts.load(path, KIND, version=VERSION)
    config = PreflopConfig.from_dict(artifact.config)
    tree = raise_tree(config)
    layout = lay_out(tree)
    try:
        steps, known, kept = (artifact.arrays[name] for name in ("strategy", "known", "values"))
        strategy, values = steps.astype(np.float64), np.full(layout.slots, np.nan)
        if strategy.shape != (layout.slots,):
            raise ValueError(f"strategy has {strategy.size:,} numbers, its game {layout.slots:,}")
        _normalise(tree, lambda node: layout.table(node, strategy))
        begin = 0
        for node in known.tolist():
            own = layout.table(node, values)
            own[:] = kept[begin : begin + own.size].reshape(own.shape)
            begin += own.size
        reports = read_reports(artifact.summary)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise MalformedInput(f"preflop charts {str(path)!r} do not fit their own config ({error})") from None
    return PreflopCharts(config, tree, layout, strategy, values, tuple(reports))


def _normalise(tree: PreflopTree, table: Callable[[int], Reals]) -> None:
    """Steps to shares that add up to one."""
    for node in tree.decisions():
        own = table(node)
        total = own.sum(axis=1, keepdims=True)
        own[:] = np.divide(own, total, out=np.full_like(own, 1 / own.shape[1]), where=total > 0)
