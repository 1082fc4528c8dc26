"""Re-solving with a promise: no hand gets more than it was promised, whatever the range one believes in."""

from dataclasses import replace

import numpy as np
import pytest

from gutshot.cards.ranges import Range
from gutshot.postflop.promise import HeldPromise, Promise, promise_of
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import Solver
from tests.postflop.spots import river_spot

FEW, MANY = 4, 1_500
SPOT = river_spot(bets="50%, a", raises="a")


def earlier() -> Solution:
    """A solution that has hardly begun: a promise that can be kept, and bettered."""
    solver = Solver(SPOT, threads=1)
    solver.iterate(FEW)
    return Solution(solver, solver.exploitability())


def best_values(solution: Solution, player: int) -> np.ndarray:
    """[1326] what each hand would take by its best answer; NaN for hands that are not there."""
    point = solution.at("")
    return promise_of(point.combos[player], point.best_ev[player])


def resolved(promise: np.ndarray, player: int, belief: float, thought: Range | None = None) -> Solution:
    """The spot solved anew, with a belief about the promised player's range that may be wrong."""
    name = ("oop", "ip")[player]
    solver = Solver(SPOT if thought is None else replace(SPOT, **{name: thought}), threads=1)
    held = HeldPromise(Promise(player, promise, belief), solver)
    held.iterate(MANY)
    held.release()
    return Solution(solver, solver.exploitability())


@pytest.mark.parametrize("player", [0, 1])
def test_no_hand_gets_more_than_it_was_promised(player: int) -> None:
    promise = best_values(earlier(), player)
    gained = best_values(resolved(promise, player, 0.0), player) - promise
    assert np.nanmax(gained) < 0.002 * SPOT.pot


def test_a_wrong_belief_costs_only_those_who_trust_it() -> None:
    """The range of the other is believed to be mostly one hand; a promise keeps the others from gaining by it."""
    promise = best_values(earlier(), 1)
    thought = Range(np.where(SPOT.ip.weights > 0, 0.001, 0.0) + 0.999 * Range.parse("QQ").weights)
    trusting, safe = (best_values(resolved(promise, 1, share, thought), 1) - promise for share in (1.0, 0.0))
    assert np.nanmax(trusting) > 0.05 * SPOT.pot
    assert np.nanmax(safe) < 0.002 * SPOT.pot


def test_hands_without_a_promise_come_as_believed() -> None:
    solver = Solver(SPOT, threads=1)
    wanted = solver.layout.reach[1].copy()
    held = HeldPromise(Promise(1, np.full(1326, np.nan)), solver)
    held.iterate(3)
    np.testing.assert_allclose(solver.layout.reach[1], wanted, rtol=1e-5)
    plain = Solver(SPOT, threads=1)
    plain.iterate(3)
    np.testing.assert_allclose(solver.values(0), plain.values(0), rtol=1e-3, atol=1e-4)
