"""Jam-or-fold charts of equal stacks, solved once and shipped: three to six seats take too long to solve at a table.

Between two stacks of the grid, and between two antes, frequencies are interpolated; the answer says how far that goes.
The shipped charts are made anew by `make(parts, out)`, which keeps each solved table in `parts` and goes on from there.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gutshot
from gutshot import artifacts
from gutshot.errors import MalformedInput
from gutshot.numeric.arrays import Ints, Reals
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import decision_points, solve_pushfold
from gutshot.preflop.jam_fold_artifact import load_pushfold, save_pushfold
from gutshot.preflop.tree import jam_tree

KIND = "jam-or-fold-grid"
VERSION = 1
SHIPPED = Path(gutshot.__file__).parent / "data" / "jam_or_fold"
SEATS = (3, 4, 5, 6)
GRID: Mapping[float, tuple[float, ...]] = {0.0: (2, 3, 4, 5, 6, 8, 10, 12), 0.125: (3, 5, 8, 12)}
"""Stacks in big blinds by ante, in big blinds from every seat."""
_WIDE_GRID: Mapping[float, tuple[float, ...]] = {0.0: (5, 10, 12)}
_WIDE_TARGET = 1e-3
"""For six seats, which take longest."""
_WHOLE = 65_535

Point = tuple[int, int]
"""A decision: who acts, counted from the small blind, and the mask of those who are in."""


@dataclass(frozen=True)
class GridAnswer:
    """How often each class plays, and whether the stacks and the ante are themselves in the grid."""

    frequency: Reals  # [169]
    is_solved: bool


class JamGrid:
    """The charts of every table size: `tables[seats]` are (ante, stack), `charts[seats]` [tables, decisions, 169]."""

    def __init__(self, tables: Mapping[int, Reals], charts: Mapping[int, NDArray[np.uint16]]) -> None:
        self._tables, self._charts = tables, charts

    def seats_for(self, players: int) -> int:
        """The largest solved table with at most this number of players; 0 if there is none."""
        return max((seats for seats in self._tables if seats <= players), default=0)

    def at(self, seats: int, point: Point, stack: float, ante: float) -> GridAnswer | None:
        """The chart of a decision where everybody has `stack`; None where the game does not come to it."""
        place = points_of(seats).get(point)
        if place is None:
            return None
        antes = np.unique(self._tables[seats][:, 0])
        low, high, share = _between(antes, ante) if len(antes) > 1 else (float(antes[0]), float(antes[0]), 0.0)
        below, solved = self._by_stack(seats, place, stack, low)
        above = self._by_stack(seats, place, stack, high)[0]
        is_solved = solved and _same(low + share * (high - low), ante)
        return GridAnswer(below + share * (above - below), is_solved and share in (0.0, 1.0))

    def _by_stack(self, seats: int, place: int, stack: float, ante: float) -> tuple[Reals, bool]:
        rows = np.flatnonzero(self._tables[seats][:, 0] == ante)
        low, high, share = _between(self._tables[seats][rows, 1], stack)
        by_depth = dict(zip(self._tables[seats][rows, 1].tolist(), rows.tolist(), strict=True))
        below, above = (self._charts[seats][by_depth[depth], place] / _WHOLE for depth in (low, high))
        return below + share * (above - below), share in (0.0, 1.0) and _same(low + share * (high - low), stack)


def _between(grid: Reals, wanted: float) -> tuple[float, float, float]:
    """The neighbours of a number in a grid, and its share of the way; beyond the grid its nearest end."""
    high = min(max(int(np.searchsorted(grid, wanted)), 1), len(grid) - 1)
    low, top = float(grid[high - 1]), float(grid[high])
    share = min(max((wanted - low) / (top - low), 0.0), 1.0)
    for end, number in ((0.0, low), (1.0, top)):
        if _same(number, wanted):
            share = end
    return low, top, share


def _same(mine: float, theirs: float) -> bool:
    return math.isclose(mine, theirs, rel_tol=0.02, abs_tol=0.005)


@cache
def points_of(seats: int) -> dict[Point, int]:
    """The place of every decision in the charts of a number of equal stacks."""
    return decision_points(jam_tree(JamTable((max(GRID[0.0]),) * seats)))


@cache
def shipped_grid() -> JamGrid:
    """The charts of the package."""
    return load(SHIPPED)


def load(path: str | PathLike[str]) -> JamGrid:
    """Open saved charts; a sentence says so if they are something else."""
    found = artifacts.load(path, KIND, version=VERSION)
    try:
        held = [seats for seats in SEATS if f"{seats}.tables" in found.arrays]
        tables = {seats: np.asarray(found.arrays[f"{seats}.tables"], np.float64) for seats in held}
        charts = {seats: found.arrays[f"{seats}.frequency"] for seats in held}
    except KeyError as error:
        raise MalformedInput(f"jam-or-fold charts {str(path)!r} have no array {error}") from None
    for seats in held:
        if charts[seats].shape != (len(tables[seats]), len(points_of(seats)), 169):
            raise MalformedInput(f"jam-or-fold charts {str(path)!r} of {seats} seats have another shape")
    return JamGrid(tables, charts)


def make(
    parts: str | PathLike[str],
    out: str | PathLike[str],
    sizes: Sequence[int] = SEATS,
    say: Callable[[str], None] = print,
) -> Path:  # pragma: no cover - minutes of solving
    """Solve what is not yet in `parts` and save the grid."""
    arrays: dict[str, NDArray[Any]] = {}
    gaps: dict[str, float] = {}
    for seats in sizes:
        grid = GRID if seats < 6 else _WIDE_GRID
        tables = [(ante, float(stack)) for ante, stacks in grid.items() for stack in stacks]
        solved = [_solved(Path(parts), seats, ante, stack, say) for ante, stack in tables]
        arrays[f"{seats}.tables"] = np.array(tables)
        arrays[f"{seats}.frequency"] = np.stack([frequencies for frequencies, _ in solved])
        gaps[str(seats)] = max(gap for _, gap in solved)
    facts = {"largest_exploitability": gaps}
    config = {"grid": {f"{ante:g}": list(stacks) for ante, stacks in GRID.items()}}
    return artifacts.save(out, KIND, arrays, config, version=VERSION, summary=facts)


def _solved(
    parts: Path, seats: int, ante: float, stack: float, say: Callable[[str], None]
) -> tuple[Ints, float]:  # pragma: no cover - minutes of solving
    folder = parts / f"{seats}_{ante:g}_{stack:g}"
    if not folder.exists():
        target = None if seats < 6 else _WIDE_TARGET
        save_pushfold(solve_pushfold(JamTable((stack,) * seats, ante), target=target), folder)
        say(f"{seats} seats, {stack:g} bb, ante {ante:g}: solved")
    found = load_pushfold(folder)
    rows = np.stack([chart.frequency for chart in found.charts])
    return np.round(np.clip(rows, 0, 1) * _WHOLE).astype(np.uint16), found.exploitability
