"""The last step of a heads-up jam-or-fold solve: from nearly an equilibrium to one.

At an equilibrium nearly every hand is played purely; the few that mix make the opponent's mixed hands indifferent,
which is a small linear system. Regret minimisation says which hands those are; solving for them ends the tail of its
convergence. The result is taken only if it is a strategy and less exploitable than what came in.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import CLASS_COUNT
from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_solver import ClassSolver
from gutshot.preflop.end_values import HeadsUpEnds

_MARGINS = (1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3)
"""How far from pure a hand's average must be to count as mixed; tried in turn."""


class Polish:
    """Completes strategies of one solver; its tree has two decisions with two actions each."""

    def __init__(self, solver: ClassSolver) -> None:
        self.solver = solver
        first, second = solver.tree.decisions()
        self.nodes = (first, second)
        self.gains = (_gains(solver, self.nodes, 0), _gains(solver, self.nodes, 1))

    def best(self, strategy: Reals) -> tuple[Reals, float]:
        """The least exploitable of `strategy` and its completions, and its NashConv."""
        found = [self._complete(strategy, margin) for margin in _MARGINS]
        rated = [(self.solver.quality(flat).nash_conv, flat) for flat in (strategy, *found) if flat is not None]
        gap, flat = min(rated, key=lambda pair: pair[0])
        return flat, gap

    def _complete(self, strategy: Reals, margin: float) -> Reals | None:
        """Round what is nearly pure and solve for the rest; None if that gives no strategy."""
        near = [self.solver.layout.table(node, strategy)[:, 1] for node in self.nodes]
        mixed = [np.flatnonzero((rows > margin) & (rows < 1 - margin)) for rows in near]
        flat = self.solver.layout.uniform()
        for side, node in enumerate(self.nodes):
            played = _indifferent(self.gains[1 - side], near[side], mixed[side], mixed[1 - side])
            if played.min() < 0 or played.max() > 1:
                return None
            self.solver.layout.table(node, flat)[:] = np.stack([1 - played, played], axis=1)
        return flat


def _indifferent(gains: Reals, near: Reals, mixed: NDArray[np.intp], rivals: NDArray[np.intp]) -> Reals:
    """How often to play each hand so that the opponent's mixed hands gain nothing by either action."""
    played = np.round(near)
    played[mixed] = near[mixed]
    if len(mixed):
        missing = gains[rivals, -1] + gains[rivals, :-1] @ played
        played[mixed] -= np.linalg.lstsq(gains[np.ix_(rivals, mixed)], missing, rcond=1e-9)[0]
    return played


def _gains(solver: ClassSolver, nodes: tuple[int, int], player: int) -> Reals:
    """[169, 170] what each hand gains by the second action over the first, per hand of the opponent, and without any.

    To fold second rather than call is where the two decisions meet; without it the first to act wins the blinds.
    """
    ends, tree = solver.ends, solver.tree
    assert isinstance(ends, HeadsUpEnds)
    places = {int(node): number for number, node in enumerate(tree.end_nodes)}
    folded, called = (ends.of_pairs(player, places[int(node)]) for node in tree.children(nodes[1]))
    gave_up = ends.of_pairs(player, places[int(tree.children(nodes[0])[0])])
    alone = (folded - gave_up).sum(axis=1) if player == tree.actor[nodes[0]] else np.zeros(CLASS_COUNT)
    return np.column_stack([called - folded, alone])
