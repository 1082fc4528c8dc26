"""Matches: zero-sum, the same however they are run, fair in seats, and honest in their intervals."""

import hashlib
from collections import Counter
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from gutshot.agents import make
from gutshot.arena.chunk import play
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.arena.schedule import schedule
from gutshot.errors import BadConfig, GutshotError
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from tests.arena.players import Batched, Coin, Fails

SIX = ("tag", "lag", "rock", "station", "random", "min-raise")


def test_profits_sum_to_zero_and_everyone_has_every_position() -> None:
    report = run_match(MatchConfig(SIX, hands=600, seed=3))
    assert sum(agent.profit for agent in report.agents) == 0
    for agent in report.agents:
        assert agent.hands == 600
        assert {rate.hands for rate in agent.positions.values()} == {100}
        won_from_all = sum(rate.bb100 * rate.hands for rate in agent.opponents.values())
        assert won_from_all == pytest.approx(agent.bb100 * agent.hands)


def test_threads_do_not_change_the_result() -> None:
    config = MatchConfig(SIX, hands=20_000, seed=5, luck=Luck.ALL)
    assert run_match(config, threads=1) == run_match(config, threads=3)


def test_seeds_change_the_result() -> None:
    config = MatchConfig(SIX, hands=600, seed=5)
    assert run_match(config).agents[0].profit != run_match(replace(config, seed=6)).agents[0].profit


@pytest.mark.parametrize("carry", [False, True])
@pytest.mark.parametrize("agents", [SIX, ("tag", "maniac")])
def test_python_tables_play_what_compiled_matches_play(agents: tuple[str, ...], carry: bool) -> None:
    config = MatchConfig(agents, hands=120, seed=9, luck=Luck.ALL, carry=carry, ante=5)
    compiled = play(config, 0, 120, True)
    python = play(config, 0, 120, True, [make(name, config.seed) for name in agents])
    assert np.array_equal(compiled.payoffs, python.payoffs)
    assert np.array_equal(compiled.counts, python.counts)
    assert np.array_equal(compiled.actions, python.actions)
    assert np.allclose(compiled.adjusted, python.adjusted, rtol=0, atol=1e-6)


def test_badugi_tables_play_what_compiled_matches_play() -> None:
    agents = ("badugi:cpu1", "badugi:cpu5", "badugi:tight", "random")
    config = MatchConfig(agents, hands=60, variant="badugi", seed=2)
    compiled = play(config, 0, 60, True)
    python = play(config, 0, 60, True, [make(name, config.seed) for name in agents])
    assert np.array_equal(compiled.payoffs, python.payoffs)
    assert np.array_equal(compiled.actions, python.actions)


def test_a_batch_agent_decides_many_hands_in_one_call() -> None:
    config = MatchConfig(("tag", "lag"), hands=100, seed=4)
    batched = Batched("lag", config.seed)
    together = play(config, 0, 100, True, [make("tag", config.seed), batched])
    alone = play(config, 0, 100, True)
    assert np.array_equal(together.payoffs, alone.payoffs)
    assert np.array_equal(together.actions, alone.actions)
    assert batched.calls < 40


@pytest.mark.nojit
def test_fingerprint() -> None:
    """Changes only when play changes on purpose; the same with the JIT off."""
    config = MatchConfig(("tag", "maniac", "random"), hands=9, seed=1)
    played = play(config, 0, 9, False)
    assert (played.payoffs.sum(axis=1) == 0).all()
    assert hashlib.sha256(played.payoffs.tobytes()).hexdigest()[:16] == "b786dd54792c6b87"


def test_clones_break_even_exactly_in_duplicate_matches() -> None:
    report = run_match(MatchConfig(("maniac", "maniac", "maniac"), hands=300, duplicate=True, seed=8))
    assert [agent.profit for agent in report.agents] == [0, 0, 0]
    assert [agent.name for agent in report.agents] == ["maniac", "maniac (2)", "maniac (3)"]


def test_duplicate_and_plain_agree_and_duplicate_is_narrower() -> None:
    config = MatchConfig(("tag", "station"), hands=30_000, seed=2)
    plain, duplicate = run_match(config), run_match(replace(config, duplicate=True, seed=3))
    for ours, theirs in zip(plain.agents, duplicate.agents, strict=True):
        assert abs(ours.bb100 - theirs.bb100) < 1.5 * np.hypot(ours.ci95, theirs.ci95)
        assert theirs.ci95 < 0.9 * ours.ci95


def test_duplicate_deals_are_the_same_for_every_rotation() -> None:
    plan = schedule(MatchConfig(SIX, hands=60, duplicate=True), 0, 60)
    for block in range(10):
        rows = slice(6 * block, 6 * block + 6)
        assert len(set(plan.deal_seeds[rows].tolist())) == 1
        assert (plan.dice_streams[rows] == plan.dice_streams[rows][0]).all()
    assert len(set(plan.deal_seeds.tolist())) == 10


def test_more_agents_than_seats_take_turns_evenly() -> None:
    config = MatchConfig((*SIX, "call", "fold"), hands=28 * 6, seats=6)
    plan = schedule(config, 0, 28 * 6)
    assert np.bincount(plan.lineups.ravel()).tolist() == [21 * 6] * 8
    assert all(len(set(lineup)) == 6 for lineup in plan.lineups.tolist())


def test_carried_stacks_go_on_and_are_bought_in_again() -> None:
    config = MatchConfig(("maniac", "random"), hands=256, seed=1, carry=True, stack=1_000)
    report = run_match(config)
    assert sum(agent.profit for agent in report.agents) == 0
    assert max(abs(agent.profit) for agent in report.agents) > 1_000


def test_a_coin_lies_in_its_interval_as_often_as_it_says() -> None:
    """100 matches: the number of hits is binomial(100, .95), which is 88 to 99 with probability .995."""
    hits = 0
    for seed in range(100):
        coin = Coin(0.3, seed)
        config = MatchConfig(("random", "fold"), hands=120, seed=seed)
        result = run_match(config, players=[coin, make("fold", seed)]).agents[0]
        hits += abs(result.bb100 - coin.expected_bb100()) <= result.ci95
    assert 88 <= hits <= 99


def test_a_coin_is_not_in_the_interval_of_another() -> None:
    hits = 0
    for seed in range(20):
        config = MatchConfig(("random", "fold"), hands=400, seed=seed)
        result = run_match(config, players=[Coin(0.3, seed), make("fold", seed)]).agents[0]
        hits += abs(result.bb100 - Coin(0.6, 0).expected_bb100()) <= result.ci95
    assert hits <= 1


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (Fails(3), "raised RuntimeError: no idea"),
        (Fails(3, 7), "raise to 7"),
        (Fails(3, "dance"), "unknown action 'dance'"),
        (Fails(3, None), "agent 'fails' in seat"),
        (Fails(3, ()), "is betting, not drawing"),
        (Fails(3, 3.5), "illegal action"),  # type: ignore[arg-type]
    ],
)
def test_a_failing_agent_is_named_and_stops_the_match(player: Fails, words: str) -> None:
    config = MatchConfig(("call", "random"), hands=20)
    with pytest.raises(GutshotError, match="agent 'fails' in seat") as caught:
        run_match(config, players=[player, make("call")])
    assert words in str(caught.value)


def test_a_failing_agent_is_replaced_if_asked() -> None:
    config = MatchConfig(("call", "random"), hands=20, substitute=True)
    report = run_match(config, players=[Fails(3), make("call")])
    assert report.agents[0].failures > 0 == report.agents[1].failures
    assert report.complete and sum(agent.profit for agent in report.agents) == 0


def test_ctrl_c_reports_what_has_been_played() -> None:
    def interrupt(report: object) -> None:
        raise KeyboardInterrupt

    report = run_match(MatchConfig(SIX, hands=100_000), progress=interrupt)
    assert not report.complete
    assert 0 < report.hands < 100_000
    assert all(agent.hands == report.hands for agent in report.agents)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"agents": ("tga", "lag")}, "unknown agent 'tga': did you mean 'tag'"),
        ({"agents": ("tag",)}, "1 agents: a match needs at least two"),
        ({"agents": ("tag",) * 11}, "11 agents: a match has room for 10"),
        ({"agents": ("badugi:cpu1",) * 8, "variant": "badugi"}, "8 seats: a badugi table has 2 to 7"),
        ({"agents": ("tag", "lag"), "variant": "badugi"}, "agent 'tag' plays holdem, not badugi"),
        ({"agents": ("tag", "lag"), "variant": "omaha"}, "unknown variant 'omaha'"),
        ({"agents": ("tag", "lag"), "hands": 0}, "0 hands"),
        ({"agents": ("tag", "lag"), "seats": 3}, "3 seats for 2 agents"),
        ({"agents": ("tag", "lag"), "blinds": (100, 50)}, "blinds 100/50"),
        ({"agents": ("tag", "lag"), "stack": 99}, "stacks of 99"),
        ({"agents": ("tag", "lag"), "ante": -1}, "ante -1"),
        ({"agents": ("tag", "lag"), "duplicate": True, "carry": True}, "duplicate deals need equal stacks"),
    ],
)
def test_bad_configs_are_refused_in_one_sentence(settings: dict[str, object], words: str) -> None:
    with pytest.raises(BadConfig, match=r"^[^\n]*$") as caught:
        MatchConfig(**settings)  # type: ignore[arg-type]
    assert words in str(caught.value)


@pytest.mark.parametrize(("threads", "engine"), [(0, "local"), (1, "slurm")])
def test_bad_engines_are_refused(threads: int, engine: str) -> None:
    with pytest.raises(BadConfig, match=r"0 threads|unknown engine 'slurm'"):
        run_match(MatchConfig(SIX, hands=6), threads=threads, engine=engine)


def test_how_bundles_came_to_their_decisions_is_in_the_report() -> None:
    class Counts(Coin):
        spots: ClassVar[Counter[str]] = Counter()

        def act(self, observation: Observation) -> Choice:
            self.spots["guessed"] += 1
            return super().act(observation)

    config = MatchConfig(("call", "fold"), hands=300, seats=2)
    players = [Counts(0.5, 1), make("fold")]
    assert run_match(config, players=players).as_json()["spots"] == {"call": {"guessed": 150}}
    assert run_match(config, players=players).spots["call"]["guessed"] == 150
