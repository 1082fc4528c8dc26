"""One small turn, solved once and saved in a data folder."""

from pathlib import Path

import pytest

import gutshot as gs
from gutshot.strategies.catalogue import Library
from gutshot.strategies.postflop_strategy import PostflopStrategy

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
