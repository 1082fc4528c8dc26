"""The recorded spots of postflop-solver: node counts, values at the root, and values after the first actions.

A value after an action is a mean over the hands that take it. Hands that are indifferent may take it or not at next to
no cost, so this mean settles more slowly than the value of the spot: solved three times further, the peer moves its own
value times the action's frequency by 3.4 times the two exploitabilities on `river rich`. MIXING covers that.
"""

from pathlib import Path
from typing import Any

import pytest

from gutshot.postflop.solve import solve
from gutshot.postflop.solver import Solver, TableLayout
from tests.postflop.spots import recorded_spots

MIXING = 8
RIVERS = ("river std", "river common", "river rich", "river_wide std", "river_wide common", "river_wide rich")
LARGE = ("turn common", "turn rich", "turn_wide std", "turn_wide common", "flop std", "flop common")


def recorded(shared: Path, name: str) -> dict[str, Any]:
    return next(s for s in recorded_spots(shared) if f"{s['spot']} {s['tree']}" == name)


def line_of(text: str) -> str:
    """`"Bet(120);"` -> `"bet 120"`."""
    return text.rstrip(";").replace("AllIn", "all-in").replace("(", " ").replace(")", "").lower()


def require_agreement(spot: dict[str, Any], target: float, threads: int | None) -> None:
    solution = solve(spot["made"], target=target, threads=threads)
    reference, root = spot["reference"], solution.at("")
    slack = (solution.exploitability_percent + reference["exploitability_pct"]) / 100 * solution.spot.pot
    assert root.ev == pytest.approx(reference["nodes"][0]["ev"], abs=slack)
    assert root.equity == pytest.approx(reference["nodes"][0]["equity"], abs=1e-5)
    frequencies = dict(zip(map(str, root.actions), reference["nodes"][0]["freq"], strict=True))
    for node in reference["nodes"][1:]:
        line = line_of(node["line"])
        assert solution.at(line).ev == pytest.approx(node["ev"], abs=MIXING * slack / frequencies[line])


def require_counts(spot: dict[str, Any]) -> None:
    counts = TableLayout(spot["made"]).counts()
    assert (counts.decision, counts.chance) == (spot["decision_nodes"], spot["chance_nodes"])
    assert (counts.terminal, counts.actions) == (spot["terminal_nodes"], spot["sum_actions"])


def test_node_counts_equal_the_recorded_ones(shared: Path) -> None:
    for spot in recorded_spots(shared):
        if spot["spot"] != "flop":
            require_counts(spot)


@pytest.mark.parametrize("name", ["turn std", "turn common", "turn rich", "turn_wide std", "turn_wide common"])
def test_a_turn_takes_no_more_memory_than_the_peer_counts(shared: Path, name: str) -> None:
    spot = recorded(shared, name)
    counted = {run["storage"]: run["mem_est_MB"] * 2**20 for run in spot["runs"]}  # recorded in units of 2^20 bytes
    for storage, most in counted.items():
        for threads in (1, 2):
            assert Solver(spot["made"], threads=threads, precision=storage).memory_bytes <= most


@pytest.mark.parametrize("name", RIVERS)
def test_rivers_agree_with_the_reference(shared: Path, name: str) -> None:
    require_agreement(recorded(shared, name), 0.0001, threads=1)


def test_a_turn_agrees_with_the_reference(shared: Path) -> None:
    require_agreement(recorded(shared, "turn std"), 0.0005, threads=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_large_spots_agree_with_the_reference(shared: Path, name: str) -> None:
    spot = recorded(shared, name)
    require_counts(spot)
    require_agreement(spot, 0.001, threads=None)
