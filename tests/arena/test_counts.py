"""Statistics against a slow twin that reads the events, and on hands whose figures are known."""

import numpy as np
import pytest

from gutshot.arena.chunk import play
from gutshot.arena.config import MatchConfig
from gutshot.arena.counts import COUNTS, Count
from gutshot.arena.histories import replayed
from gutshot.arena.match import run_match
from gutshot.arena.report import rate
from tests.naive import agents as naive

NAMES = {
    "vpip": Count.VPIP,
    "pfr": Count.PFR,
    "bets": Count.BETS,
    "calls": Count.CALLS,
    "three_bets": Count.THREE_BETS,
    "saw_flop": Count.SAW_FLOP,
    "showdowns": Count.SHOWDOWNS,
    "showdowns_won": Count.SHOWDOWNS_WON,
}


@pytest.mark.parametrize("agents", [("lag", "maniac", "tag", "station", "random"), ("shark", "random")])
def test_counts_are_their_slow_twin(agents: tuple[str, ...]) -> None:
    config = MatchConfig(agents, hands=200, seed=12, stack=3_000)
    played = play(config, 0, 200, True)
    counts = np.zeros((len(agents), COUNTS), np.int64)
    for (_, path, _), lineup in zip(replayed(config, played), played.plan.lineups, strict=True):
        for seat, agent in enumerate(lineup):
            counts[agent, Count.HANDS] += 1
            for name, value in naive.statistics(path[-1].events, seat).items():
                counts[agent, NAMES[name]] += value
    counts[:, Count.THREE_BET_CHANCES] = played.counts[:, Count.THREE_BET_CHANCES]
    assert np.array_equal(counts, played.counts)


def test_figures_of_players_that_are_known() -> None:
    report = run_match(MatchConfig(("call", "fold", "call"), hands=300, seed=1))
    caller, folder = report.of("call"), report.of("fold")
    assert caller.pfr == 0 and caller.three_bet is None and caller.af is None
    assert folder.vpip == 0 and folder.wtsd == pytest.approx(100)
    assert caller.vpip == pytest.approx(100 * 2 / 3, abs=1)  # never in the big blind, where it checks
    assert caller.wtsd == 100
    assert folder.profit < 0 < caller.profit + report.of("call (2)").profit


def test_three_bet_chances_face_exactly_one_raise() -> None:
    report = run_match(MatchConfig(("min-raise", "min-raise"), hands=100, seed=1))
    assert {agent.three_bet for agent in report.agents} == {100.0}


@pytest.mark.nojit
def test_a_rate_is_the_mean_and_its_interval() -> None:
    profits = np.array([100, -50, 250, -300, 0, 175])
    found = rate(6, float(profits.sum()), 6, float((profits**2).sum()), 100)
    assert found.bb100 == pytest.approx(profits.mean())
    assert found.ci95 == pytest.approx(1.96 * profits.std(ddof=1) / np.sqrt(6))
    blocks = profits.reshape(3, 2).sum(axis=1)
    by_block = rate(6, float(profits.sum()), 3, float((blocks**2).sum()), 100)
    assert by_block.ci95 == pytest.approx(1.96 * (blocks / 2).std(ddof=1) / np.sqrt(3))
    assert rate(0, 0.0, 0, 0.0, 100).hands == 0 and rate(1, 5.0, 1, 25.0, 100).ci95 == float("inf")
