"""Jam or fold before the flop for two to six players: equilibrium charts with the value of every hand.

Heads-up the result is an exact equilibrium: discounted regret minimisation over the 169 classes with exact weights and
equities finds which hands mix, a linear system how often. With three players card removal and all-ins of two are
exact and pots of three come from a sampled table; with four to six the product form of `preflop.many` is used and
larger pots are sampled (`sampling_error` says what that leaves open). Exploitability is what a best response of each
seat against the others would gain, averaged over the seats; for three or more players an equilibrium need not be
unique.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gutshot.arguments import checked, checked_fields
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS
from gutshot.cards.ranges import Range
from gutshot.clock import Clock
from gutshot.frames import Frame, matrix_html
from gutshot.games.seats import position_names
from gutshot.numeric.arrays import Reals
from gutshot.numeric.threads import Progress
from gutshot.preflop.class_pairs import class_pairs
from gutshot.preflop.class_solver import ClassSolver
from gutshot.preflop.config import JamTable
from gutshot.preflop.end_values import HeadsUpEnds
from gutshot.preflop.jam_fold_refine import Polish
from gutshot.preflop.multiway_ends import ManyEnds
from gutshot.preflop.payoffs import Utility
from gutshot.preflop.tree import FOLDS, JAM, PreflopTree, jam_tree

Watch = Callable[[int, float], None]
"""Called with the iteration and the exploitability there."""

EXACT = 1e-10
_FIRST, _HEADS_UP_ITERATIONS = 125, 32_000
_TARGETS = {3: 1e-5, 4: 1e-4, 5: 2e-4, 6: 2e-4}
"""Big blinds per player. What is left with four and more is mostly noise of sampled pots, fresh at each measurement."""
_MOST_ITERATIONS = 2000


@dataclass(frozen=True, eq=False, repr=False)
class JamChart(Frame):
    """One decision: who acts after what, how often each class plays, and what playing and folding are worth."""

    position: str
    action: str
    against: tuple[str, ...]
    frequency: Reals  # [169]
    ev: Reals  # [169] of playing, where somebody can get here
    ev_fold: Reals  # [169]
    reached: float  # how often play gets here

    @property
    def name(self) -> str:
        """`"SB jam"`, `"BB call vs BTN, SB"`."""
        return f"{self.position} {self.action}" + (f" vs {', '.join(self.against)}" if self.against else "")

    @property
    def percent(self) -> float:
        """Per cent of all hands."""
        return 100 * float(self.frequency[COMBO_CLASS].mean())

    @cached_property
    def range(self) -> Range:
        """The hands that are played, with their frequencies."""
        return Range(np.round(self.frequency, 6)[COMBO_CLASS])

    def __repr__(self) -> str:
        return f"JamChart({self.name!r}, {self.percent:.1f} % of hands)"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per class."""
        numbers = {"frequency": self.frequency, "ev": self.ev, "ev_fold": self.ev_fold}
        return {"class": list(CLASS_NAMES)} | {name: array.tolist() for name, array in numbers.items()}

    def _repr_html_(self) -> str:
        shares = [[share, 1 - share] for share in self.frequency.tolist()]
        title = f"{self.name}: {self.percent:.1f} % of hands"
        return matrix_html(CLASS_NAMES, [1.0] * len(shares), shares, [self.action, "fold"], title)

    def hands(self) -> dict[str, dict[str, float]]:
        """By class: how often it plays, and both values."""
        rows = zip(CLASS_NAMES, self.frequency, self.ev, self.ev_fold, strict=True)
        return {name: {"frequency": float(f), "ev": float(e), "ev_fold": float(o)} for name, f, e, o in rows}


@checked_fields
@dataclass(frozen=True, eq=False, repr=False)
class PushFold(Frame):
    """A solved table. Values are big blinds won against not playing, or prize money where prizes are given."""

    table: JamTable
    prizes: tuple[float, ...]
    ev: tuple[float, ...]
    exploitability: float
    charts: tuple[JamChart, ...]
    iterations: int
    seconds: float
    sampling_error: float

    def __repr__(self) -> str:
        told = ", ".join(f"{chart.name} {chart.percent:.1f} %" for chart in self.charts)
        return f"JamFold({told}, exploitability {self.exploitability:.2g})"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per chart and class."""
        found = [{"chart": [chart.name] * len(CLASS_NAMES)} | chart.columns() for chart in self.charts]
        return {name: [value for columns in found for value in columns[name]] for name in found[0]} if found else {}

    def _repr_html_(self) -> str:
        return "".join(chart._repr_html_() for chart in self.charts)


@checked
def solve_pushfold(table: JamTable | Sequence[float], prizes: tuple[float, ...] = (), watch: Watch | None = None,
                   progress: Progress | None = None, target: float | None = None,
                   others: tuple[float, ...] = ()) -> PushFold:  # fmt: skip
    """Solve a table, or one of these stacks; with `prizes` (one per paid place) seats play for prize money.

    It stops at an exploitability of `target` big blinds a player, by default the least that is useful.
    `others` are the stacks of players who take part in the prizes and not in the hand.
    """
    clock = Clock()
    table = table if isinstance(table, JamTable) else JamTable(tuple(table))
    tree, utility, pairs = jam_tree(table), Utility(table.stacks, prizes, others), class_pairs(progress)
    ends = HeadsUpEnds(tree, utility, pairs) if table.seats == 2 else ManyEnds(tree, utility, pairs, progress)
    solver = ClassSolver(tree, ends, pairs.chance)
    worth = sum(prizes) / sum(table.stacks) if prizes else 1.0  # of a big blind, so that any prizes are solved alike
    solve = _solve_two if table.seats == 2 else _solve_many
    strategy = solve(solver, worth, watch, target)
    quality = solver.quality(strategy)
    charts = tuple(_chart(solver, table, strategy, node) for node in tree.decisions())
    error = 0.0 if table.seats == 2 else _sampling_error(solver, strategy)
    gap = max(0.0, quality.exploitability)
    return PushFold(table, prizes, quality.values, gap, charts, solver.iteration, clock.seconds, error)


def _solve_two(solver: ClassSolver, worth: float, watch: Watch | None, target: float | None) -> Reals:
    """Regrets find the hands that mix; solving for them ends it."""
    if len(list(solver.tree.decisions())) < 2:
        return _best_alone(solver)
    enough = (EXACT if target is None else target) * worth
    polish = Polish(solver)
    while True:
        for _ in range(max(_FIRST, solver.iteration)):
            solver.step()
        strategy, gap = polish.best(solver.average())
        if watch is not None:
            watch(solver.iteration, gap / 2)
        if gap < enough or solver.iteration >= _HEADS_UP_ITERATIONS:
            return strategy


def _best_alone(solver: ClassSolver) -> Reals:
    """If at most one seat has a choice, a best response solves the game."""
    strategy = solver.layout.uniform()
    for node in solver.tree.decisions():
        low, high = solver.tree.children(node)
        values = solver.node_values(int(solver.tree.actor[node]), strategy)
        plays = (values[high] > values[low]).astype(np.float64)
        solver.layout.table(node, strategy)[:] = np.stack([1 - plays, plays], axis=1)
    return strategy


def _solve_many(solver: ClassSolver, worth: float, watch: Watch | None, target: float | None) -> Reals:
    """Iterate on values that are refreshed less and less often, until a fresh valuation finds nothing to gain."""
    ends = solver.ends
    assert isinstance(ends, ManyEnds)
    enough = (_TARGETS[solver.tree.seats] if target is None else target) * worth
    ends.refresh(solver.reaches(solver.strategy))
    while True:
        for _ in range(min(100, max(10, solver.iteration // 2))):
            solver.step()
        strategy = solver.average()
        ends.refresh(solver.reaches(strategy))
        gap = solver.quality(strategy).exploitability
        if watch is not None:
            watch(solver.iteration, gap)
        if gap < enough or solver.iteration >= _MOST_ITERATIONS:
            return strategy


def _sampling_error(solver: ClassSolver, strategy: Reals) -> float:
    """The largest standard error of a seat's value that sampled pots leave."""
    ends = solver.ends
    assert isinstance(ends, ManyEnds)
    return max(ends.standard_error(seat, solver.reaches(strategy)) for seat in range(solver.tree.seats))


def _chart(solver: ClassSolver, table: JamTable, strategy: Reals, node: int) -> JamChart:
    tree, seat = solver.tree, int(solver.tree.actor[node])
    fold, play = tree.children(node)
    values = solver.node_values(seat, strategy)
    mass = solver.node_mass(seat, strategy)[node]
    reached = float(solver.chance @ mass)
    fold_ev, play_ev = (
        np.divide(values[child], mass, out=np.zeros_like(mass), where=mass > 0) for child in (fold, play)
    )
    names = seat_names(table.seats)
    frequency = solver.layout.table(node, strategy)[:, 1].copy()
    return JamChart(
        names[seat],
        "jam" if tree.action[play] == JAM else "call",
        jammed_before(tree, table, node),
        frequency,
        play_ev,
        fold_ev,
        reached,
    )


def decision_points(tree: PreflopTree) -> dict[tuple[int, int], int]:
    """The place of every decision among the charts: by who acts, and the mask of those who are in by an action."""
    found: dict[tuple[int, int], int] = {}
    for row, node in enumerate(tree.decisions()):
        inside, at = 0, node
        while (parent := int(tree.parent[at])) >= 0:
            inside |= (tree.action[at] != FOLDS) << int(tree.actor[parent])
            at = parent
        found[int(tree.actor[node]), inside] = row
    return found


def jammed_before(tree: PreflopTree, table: JamTable, node: int) -> tuple[str, ...]:
    """Who is in the pot at a decision, in the order of acting."""
    names, found = seat_names(table.seats), []
    while (parent := int(tree.parent[node])) >= 0:
        if tree.action[node] != FOLDS:
            found.append(names[tree.actor[parent]])
        node = parent
    return tuple(reversed(found))


def seat_names(seats: int) -> tuple[str, ...]:
    """Names by seat from the small blind."""
    if seats == 2:
        return "SB", "BB"
    names = position_names(seats)
    return (*names[1:], names[0])
