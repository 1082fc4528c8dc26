"""Rivers solved anew below a turn: exact exploitability, with and without a promise."""

import pytest

from gutshot.errors import BadConfig
from gutshot.postflop.solution import Solution
from gutshot.search.composed import whole_solver, with_rivers_resolved
from tests.postflop.spots import turn_spot


def solved(iterations: int) -> Solution:
    solver = whole_solver(turn_spot(oop="AA,KJs,T9s,55", ip="QQ,A5s,87s,AKs"), threads=1)
    solver.iterate(iterations)
    return Solution(solver, solver.exploitability())


@pytest.mark.heavy
def test_a_good_turn_stays_good_when_rivers_are_solved_anew() -> None:
    turn = solved(400)
    assert with_rivers_resolved(turn, 150).exploitability < turn.exploitability + 0.002 * turn.spot.pot


@pytest.mark.heavy
def test_a_promise_makes_no_strategy_worse() -> None:
    """A turn that has hardly been solved: rivers solved with its promise may only gain."""
    turn = solved(6)
    safe = with_rivers_resolved(turn, 150, belief=0.0)
    assert safe.exploitability < turn.exploitability + 0.001 * turn.spot.pot


def test_merged_boards_are_refused() -> None:
    from gutshot.postflop.solve import solve

    with pytest.raises(BadConfig, match="made by whole_solver"):
        with_rivers_resolved(solve(turn_spot(), iterations=2, threads=1), 5)
