"""`PreflopSolution`: a solved preflop game that answers at any line, saved round by round, loaded and resumed."""

from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.arguments import checked
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS
from gutshot.cards.ranges import Range
from gutshot.errors import IllegalAction, MalformedInput
from gutshot.frames import Frame, columns_of, matrix_html
from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_pairs import class_pairs
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.jam_fold import seat_names
from gutshot.preflop.rounds import PreflopRounds, RoundReport, read_reports
from gutshot.preflop.tree import CHIPS

KIND = "preflop-solution"
VERSION = 1


@dataclass(frozen=True, eq=False, repr=False)
class LineChart(Frame):
    """One decision: who acts after which line, with what actions, how often, and what each is worth."""

    line: str
    position: str
    actions: tuple[str, ...]  # texts, amounts in big blinds
    strategy: Reals  # [169, actions]
    ev: Reals  # [169, actions] big blinds, of being there
    weights: Reals  # [169] how much of each class the actor has left here
    reached: float

    def __repr__(self) -> str:
        told = ", ".join(f"{a} {100 * f:.1f} %" for a, f in zip(self.actions, self.frequencies, strict=True))
        return f"LineChart({self.line!r}, {self.position}: {told})"

    def columns(self) -> dict[str, list[Any]]:
        """One entry per class."""
        return columns_of(self.rows())

    def _repr_html_(self) -> str:
        return matrix_html(CLASS_NAMES, self.weights.tolist(), self.strategy.tolist(), self.actions, repr(self)[10:-1])

    @property
    def frequencies(self) -> tuple[float, ...]:
        """How often each action is taken by the hands that are here."""
        held = self.weights[COMBO_CLASS]
        total = held.sum()
        return tuple(
            float(held @ self.strategy[COMBO_CLASS, k] / total) if total > 0 else 0.0 for k in range(len(self.actions))
        )

    def range_of(self, action: int) -> Range:
        """The hands that take an action, weighted by how much of them is here."""
        return Range(np.clip(np.round(self.weights * self.strategy[:, action], 4), 0, 1)[COMBO_CLASS])

    def rows(self) -> list[dict[str, Any]]:
        """One plain row per class."""
        rows = []
        for cell, name in enumerate(CLASS_NAMES):
            row: dict[str, Any] = {"hand": name, "weight": float(self.weights[cell])}
            for k, action in enumerate(self.actions):
                row[action] = float(self.strategy[cell, k])
                row[f"ev {action}"] = float(self.ev[cell, k])
            rows.append(row)
        return rows


class PreflopSolution:
    """Rounds that have been run, and the strategy they ended with."""

    @checked
    def __init__(self, rounds: PreflopRounds) -> None:
        self.rounds = rounds
        self._solver = rounds.solver
        rounds.prepare()
        self._reach = self._solver.reaches(rounds.strategy)
        self._charts: dict[int, LineChart] = {}

    def __repr__(self) -> str:
        stacks = "/".join(f"{stack:g}" for stack in dict.fromkeys(self.config.stack_depth))
        return f"PreflopSolution({self.config.num_players} seats, {stacks} bb, {self.rounds.done} rounds)"

    def _repr_html_(self) -> str:
        return self.at()._repr_html_()

    @property
    def config(self) -> PreflopConfig:
        """The game and how it was solved."""
        return self.rounds.config

    @property
    def ev(self) -> tuple[float, ...]:
        """Big blinds a hand by seat from the small blind."""
        return self.rounds.reports[-1].ev

    @property
    def reports(self) -> list[RoundReport]:
        """One for each round."""
        return self.rounds.reports

    @property
    def seats(self) -> tuple[str, ...]:
        """Their names."""
        return seat_names(self.config.num_players)

    def lines(self) -> list[str]:
        """Every line at which a player acts, the root ("") first."""
        tree = self.rounds.tree
        return [tree.line(node) for node in tree.decisions()]

    def strategy(self, line: str = "") -> Reals:
        """[169, actions] at a line."""
        return self.at(line).strategy

    def at(self, line: str = "") -> LineChart:
        """The decision at a line like `"raise 2.5bb,raise 7.5bb"`."""
        node = self.rounds.tree.find(line)
        if node not in self._charts:
            self._charts[node] = self._chart(node)
        return self._charts[node]

    def _chart(self, node: int) -> LineChart:
        tree, solver = self.rounds.tree, self._solver
        line = tree.line(node)
        seat = int(tree.actor[node])
        if seat < 0:
            raise IllegalAction(f"line {line!r}: no player acts there, the line is over")
        mass = solver.node_mass(seat, self.rounds.strategy)[node]
        values = solver.node_values(seat, self.rounds.strategy)[tree.children(node)]
        ev = np.divide(values, mass, out=np.zeros_like(values), where=mass > 1e-12).T
        weights = self._reach[node, seat]
        table = solver.layout.table(node, self.rounds.strategy)
        reached = float((solver.chance * weights) @ mass)
        return LineChart(
            line,
            self.seats[seat],
            tuple(action.text(CHIPS) for action in tree.actions(node)),
            table,
            ev,
            weights,
            reached,
        )

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str]) -> None:
        """Write an artifact folder: strategy, values and the result of every round."""
        save_rounds(self.rounds, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "PreflopSolution":
        """Open one that was saved."""
        return cls(load_rounds(path))


_SOLVER_ARRAYS = {"regrets": "regrets", "sums": "sums", "current": "strategy"}
_ROUND_ARRAYS = {"strategy": "strategy", "bonus": "bonus", "error": "error"}


def save_rounds(rounds: PreflopRounds, path: str | PathLike[str]) -> None:
    """Everything that going on needs."""
    solver = rounds.solver
    arrays = {key: getattr(solver, name) for key, name in _SOLVER_ARRAYS.items()}
    arrays |= {key: getattr(rounds, name) for key, name in _ROUND_ARRAYS.items()}
    summary = {"rounds": [report.to_dict() for report in rounds.reports], "iterations": solver.iteration}
    artifacts.save(path, KIND, arrays, rounds.config.to_dict(), version=VERSION, summary=summary)


def load_rounds(path: str | PathLike[str]) -> PreflopRounds:
    """Rounds to look at, or to go on with."""
    artifact = artifacts.load(path, KIND, version=VERSION)
    rounds = PreflopRounds(PreflopConfig.from_dict(artifact.config), class_pairs())
    for owner, names in ((rounds.solver, _SOLVER_ARRAYS), (rounds, _ROUND_ARRAYS)):
        for key, name in names.items():
            array, wanted = artifact.arrays.get(key), getattr(owner, name).shape
            if array is None or array.shape != wanted:
                raise MalformedInput(
                    f"preflop solution {str(path)!r} does not fit its own config: array {key!r} is not {wanted}"
                )
            setattr(owner, name, np.array(array))
    try:
        rounds.solver.iteration = int(artifact.summary["iterations"])
        rounds.reports += read_reports(artifact.summary)
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedInput(
            f"corrupted preflop solution {str(path)!r}: its summary has no rounds ({error!r})"
        ) from None
    return rounds
