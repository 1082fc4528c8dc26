"""One small turn, solved once and saved in a data folder."""

from pathlib import Path

import pytest

import gutshot as gs
import gutshot.agents.registry  # players make themselves part of the catalogue
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.run import solve_preflop
from gutshot.strategies.catalogue import Library
from gutshot.strategies.postflop_strategy import PostflopStrategy
from gutshot.strategies.preflop_strategy import PreflopStrategy

SPOT = gs.Spot(
    board="Td9d6h2c", oop="JJ-99,AJs,KdQd,8d7d", ip="QQ-TT,ATs,J8s,7s6s", pot=200, stack=500, bets="60%", raises="a"
)


@pytest.fixture(scope="session")
def solution() -> gs.Solution:
    return gs.solve(SPOT, iterations=12, threads=1)


@pytest.fixture(scope="session")
def source(solution: gs.Solution) -> PostflopStrategy:
    return PostflopStrategy(solution, "a turn")


@pytest.fixture(scope="session")
def library(solution: gs.Solution, tmp_path_factory: pytest.TempPathFactory) -> Library:
    data: Path = tmp_path_factory.mktemp("data")
    solution.save(data / "solutions" / "turn")
    return Library(data)


@pytest.fixture(scope="session")
def preflop(tmp_path_factory: pytest.TempPathFactory) -> PreflopStrategy:
    plain = {"stacks": 10, "bet_sizes": ["2.5x", "a"], "postflop_model": "checked_down", "iterations": 60, "rounds": 1}
    data: Path = tmp_path_factory.mktemp("preflop")
    solve_preflop(PreflopConfig.from_dict(plain), data / "hu")
    library = Library(data)
    entry = library.entries()[0]
    assert (entry.kind, dict(entry.config)["Stacks"]) == ("preflop", "10 bb")
    opened = library.open(entry.name)
    assert isinstance(opened, PreflopStrategy)
    return opened
