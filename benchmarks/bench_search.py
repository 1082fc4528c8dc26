"""Search, measured exactly: what solving every river anew makes of a turn's strategy, trusting its ranges or safely.

As in Libratus' table of endgames: the exploitability of a strategy in % of the pot before and after. ReBeL's turn
endgame (both players check to a turn of 3s7hTdKs with 200 big blinds and any two cards) takes two to three minutes of a
core; SEARCH_REBEL=1 adds it.
"""

import os

from benchmarks.harness import Row
from gutshot.postflop.solution import Solution
from gutshot.postflop.spot import Spot
from gutshot.search.composed import whole_solver, with_rivers_resolved

_RANGE = "22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,87s,76s,ATo+,KJo+"
TURN = Spot("Qs8h4d2h", _RANGE, _RANGE, pot=200, stack=900, bets="66%, a", raises="a")
ANY = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"
REBEL = Spot("3s7hTdKs", ANY, ANY, pot=200, stack=19_900, bets="100%, a", raises="100%, a")
Ways = tuple[tuple[str, float | None], ...]
WAYS: Ways = (("trusting the ranges", None), ("blend", 0.5), ("keeping the promise", 0.0))


def solved(spot: Spot, iterations: int) -> Solution:
    solver = whole_solver(spot)
    solver.iterate(iterations)
    return Solution(solver, solver.exploitability())


def table(what: str, spot: Spot, iterations: int, again: int, ways: Ways = WAYS) -> list[Row]:
    """A turn solved for so many iterations, and its rivers solved again in each of these ways."""
    turn = solved(spot, iterations)
    rows = [Row(what, f"the turn alone, {iterations} iterations", turn.exploitability_percent, "% of the pot")]
    for name, belief in ways:
        found = with_rivers_resolved(turn, again, belief)
        rows.append(
            Row(
                what,
                f"rivers anew, {name}",
                found.solution.exploitability_percent,
                "% of the pot",
                f"{again} iterations",
            )
        )
        rows.append(Row(what, "error of those rivers", 100 * found.river_error / spot.pot, "% of the pot"))
    return rows


def run() -> list[Row]:
    rows = []
    for iterations in (5, 20, 100, 400):
        rows += table(f"Qs8h4d2h, solved for {iterations} iterations", TURN, iterations, 200)
    if os.environ.get("SEARCH_REBEL"):
        rows += table("ReBeL's turn endgame", REBEL, 4_000, 3_000, WAYS[:1])
    return rows
