"""Solving with a promise: no hand of one player may get more than an earlier solution gave it.

The re-solving gadget of CFR-D (Burch, Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition",
AAAI 2014): before the spot begins, that player's every hand may take what it was promised or play on. Hands that would
rather play on come more often, until the other player's strategy gives them no reason to. Against hands that take
their value a strategy need not be good, so whatever range the player really has, he gains nothing by the re-solve.

Here the choice is a weight at the root that changes between the passes. `belief` mixes in the range that the player is
thought to have: 0 is the gadget alone, 1 forgets the promise.
"""

from dataclasses import dataclass

import numpy as np

from gutshot.cards.combos import COMBO_COUNT
from gutshot.numeric.arrays import Floats, Reals, Shorts
from gutshot.postflop.board_view import meeting
from gutshot.postflop.solver import Solver

_LEAST = 1e-6


@dataclass(frozen=True)
class Promise:
    """What each hand of a player, 0 or 1, may take instead of playing: [1326] chips out of the pot, NaN for none."""

    player: int
    values: Reals
    belief: float = 0.0


class HeldPromise:
    """Regrets of taking and of playing on, and the range that follows from them."""

    def __init__(self, promise: Promise, solver: Solver) -> None:
        self.player, self._solver, self._share = promise.player, solver, promise.belief
        combos, reach = solver.layout.combos, solver.layout.reach
        met = meeting(combos[self.player], combos[1 - self.player], reach[1 - self.player].astype(np.float64))
        given = promise.values[combos[self.player]]
        self.bound = ~np.isnan(given)
        self._taken = np.where(self.bound, np.nan_to_num(given) - solver.spot.pot / 2, 0.0) * met
        self._regrets = np.zeros((2, len(given)))  # of playing on, of taking
        self._plays = np.full(len(given), 0.5)
        self._belief: Floats = reach[self.player].copy()
        self._enter()

    def iterate(self, count: int) -> None:
        """Iterations of the solver, the promised player's choice learnt after each of his passes."""
        for _ in range(count):
            for player in range(2):
                values = self._solver.run_step(player)
                if player == self.player:
                    self._learn(values.astype(np.float64))
            self._solver.iteration += 1

    def release(self) -> None:
        """Give the player back the range he is thought to have, because values are stated for it."""
        self._solver.layout.reach[self.player][:] = self._belief

    def _learn(self, played: Reals) -> None:
        both = np.stack([played, self._taken])
        mean = self._plays * both[0] + (1 - self._plays) * both[1]
        factors = self._solver.rule.discounts(self._solver.iteration + 1)
        old = self._regrets
        self._regrets = old * np.where(old > 0, factors.positive, factors.negative) + both - mean
        positive = np.maximum(self._regrets, 0.0)
        total = positive.sum(axis=0)
        self._plays = np.divide(positive[0], total, out=np.full(len(total), 0.5), where=total > 0)
        self._enter()

    def _enter(self) -> None:
        """The range for the next pass: hands without a promise come as they are thought to."""
        free = np.where(self.bound, self._plays, self._belief)
        free *= self._belief.sum() / max(float(free.sum()), _LEAST)
        mixed = self._share * self._belief + (1 - self._share) * free
        self._solver.layout.reach[self.player][:] = np.maximum(mixed, _LEAST * self._belief)


def promise_of(combos: Shorts, values: Reals) -> Reals:
    """[1326] what a solution gives to the hands that it has."""
    found = np.full(COMBO_COUNT, np.nan)
    found[combos] = values
    return found
