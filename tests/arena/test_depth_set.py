"""Who jams every hand wins nothing from the sets of blueprints, at any short depth."""

import pytest

from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match


def jams_win(name: str, seats: int, depth: int, hands: int) -> tuple[float, float]:
    """What the set wins from players who jam every hand, and half the width of the 95 % interval, in bb/100."""
    agents = (name, *("jam",) * (seats - 1))
    report = run_match(MatchConfig(agents, hands=hands, stack=100 * depth, duplicate=True, luck=Luck.ALL, seed=11))
    ours = next(agent for agent in report.agents if agent.name == name)
    return ours.adjusted_bb100, ours.adjusted_ci95


def test_jamming_every_hand_wins_nothing_heads_up() -> None:
    for depth in (8, 10, 15):
        rate, half = jams_win("blueprint:hu", 2, depth, 2000)
        assert rate + half > 0 and rate > -20


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("blueprint:hu", 2), ("blueprint:3max", 3), ("blueprint:6max", 6)])
@pytest.mark.parametrize("depth", [8, 10, 12, 15, 20])
def test_jamming_every_hand_wins_nothing_anywhere(name: str, seats: int, depth: int) -> None:
    rate, half = jams_win(name, seats, depth, 100_000)
    assert rate - half > 0
