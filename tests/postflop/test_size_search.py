"""Sizes that are found: the best of all sets by brute force, and what they keep."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from gutshot.errors import BadConfig
from gutshot.postflop.size_search import ENOUGH, choose_sizes, find_sizes
from gutshot.postflop.solve import solve
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import Spot
from tests.postflop.spots import recorded_spots, river_spot, turn_spot

EVERY = ("33%", "66%", "100%", "150%", "a")


def _solved(spot: Spot) -> Solver:
    return solve(spot, target=0.0004, iterations=2000, threads=1).solver


def test_the_sets_that_are_chosen_keep_the_most_of_all_sets() -> None:
    spot = river_spot(bets=", ".join(EVERY))
    rich = solve(spot, target=0.0003, iterations=3000, threads=1)
    found, before = find_sizes(rich, 2, _solved), rich.solver.expected_values()
    for player, name in enumerate(("oop", "ip")):
        kept: dict[tuple[str, ...], float] = {}
        for each in combinations(EVERY, 2):
            bets = {"river": {"oop": spot.bets, "ip": spot.bets} | {name: ", ".join(each)}}
            kept[each] = min(1.0, _solved(replace(spot, bets=bets)).expected_values()[player] / before[player])
        assert found.kept[player] >= max(kept.values()) - 1e-3
        assert found.kept[player] == pytest.approx(kept[tuple(found.chosen.sizes["river"][name].split(", "))], abs=1e-3)
        assert min(kept.values()) < found.kept[player], "some sets keep less"


def test_every_street_and_player_has_sizes_of_his_own() -> None:
    chosen = choose_sizes(solve(turn_spot(bets="33%, 75%, 150%"), iterations=60, threads=1), 1)
    assert set(chosen.sizes) == {"turn", "river"}
    assert all(len(text.split(",")) == 1 for street in chosen.sizes.values() for text in street.values())
    assert chosen.alone(0).bets["turn"]["ip"] == "33%, 75%, 150%"  # type: ignore[index, call-overload]
    assert chosen.small.bets == chosen.sizes


@pytest.mark.parametrize(("bets", "count", "words"), [("33%, 2e", 1, "2e"), ("33%, a", 0, "0 sizes")])
def test_what_cannot_be_chosen_from_is_refused(bets: str, count: int, words: str) -> None:
    solution = solve(river_spot(bets=bets), iterations=10, threads=1)
    with pytest.raises(BadConfig, match=words):
        choose_sizes(solution, count)


def test_three_sizes_keep_99_9_per_cent_of_the_recorded_rivers(shared: Path) -> None:
    spots = [spot["made"] for spot in recorded_spots(shared) if spot["tree"] == "rich" and len(spot["made"].board) == 5]
    assert len(spots) == 2
    for spot in spots:
        assert min(find_sizes(solve(spot, target=0.0004, threads=1), 3, _solved).kept) >= ENOUGH
