"""Networks as agents: a bundle plays legally, alike one by one and in batches, and what is no bundle is refused."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gutshot.agents import BatchAgent, make
from gutshot.arena.config import MatchConfig
from gutshot.arena.match import run_match
from gutshot.blueprint.real_betting import log_of
from gutshot.cli import main
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import usual_rules, view_of
from gutshot.games.observation import Observation, observe

pytest.importorskip("jax", reason="JAX is the extra `rl`, which is not installed")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.rl.untrained import untrained

    return untrained(tmp_path_factory.mktemp("bundles") / "net", 32, 2)


def first_decisions(count: int) -> list[Observation]:
    hands = [Hand.holdem((10_000,) * 3, button=seed % 3, seed=seed) for seed in range(count)]
    return [observe(hand, hand.actor) for hand in hands if hand.actor is not None]


def test_a_batch_is_decided_as_one_by_one(bundle: Path) -> None:
    agent = make(f"neural:{bundle}", 3)
    assert isinstance(agent, BatchAgent)
    observations, numbers = first_decisions(11), list(range(11))
    alone = []
    for seen, number in zip(observations, numbers, strict=True):
        agent.new_hand(number)
        alone.append(agent.act(seen))
    assert agent.act_batch(observations, numbers) == alone
    assert len(set(map(str, alone))) > 1


def test_a_bundle_enters_the_arena(bundle: Path) -> None:
    config = MatchConfig((f"neural:{bundle}", "tag", "call"), hands=24, seed=1)
    report = run_match(config)
    assert sum(agent.profit for agent in report.agents) == 0
    assert report == run_match(config)


@pytest.mark.parametrize("what", ["nowhere", "empty"])
def test_what_is_no_bundle_is_refused(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(GutshotError, match="no artifact at"):
        make(f"neural:{tmp_path / what}")
    words = ["arena", f"neural:{tmp_path / what}", "tag", "--out", str(tmp_path / "out")]
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_bundle_is_played_without_jax(bundle: Path, tmp_path: Path) -> None:
    """In a process of its own, which says whether anything imported it."""
    words = f"import sys; from gutshot.agents import make; make('neural:{bundle}'); sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0


def _anything(hand: Hand, dice: np.random.Generator) -> Choice:
    if hand.legal.min_raise_to is not None and dice.random() < 0.2:
        return hand.legal.min_raise_to
    return "check" if hand.legal.check else "call"


def test_actions_come_as_often_as_the_network_says(bundle: Path) -> None:
    from gutshot.agents.neural import NeuralAgent
    from gutshot.rl.cpu_policy import load

    dice, seen = np.random.default_rng(3), []
    for seed in range(24):
        hand = Hand.holdem((10_000, 300, 4_000, 90), (50, 100), antes=10, button=seed % 4, seed=seed)
        for _ in range(seed % 12):
            if hand.actor is not None:
                hand = hand.act(_anything(hand, dice))
        if hand.actor is not None:
            seen.append(observe(hand, hand.actor))
    assert any(each.board for each in seen) and len(seen) > 6
    policy, many = load(bundle), 3000
    for each in seen[::3]:
        (view, record), log = view_of(each), log_of(each)
        rules = usual_rules(each.variant, each.big_blind).packed
        views, records, logs = (
            np.repeat(view[None], many, 0),
            np.repeat(record[None], many, 0),
            np.repeat(log[None], many, 0),
        )
        lengths = np.full(many, len(log))
        actions = NeuralAgent(policy, "net").act_rows(rules, views, records, logs, lengths, np.arange(many))
        found, expected = policy.answers(rules, views[:1], logs[:1], lengths[:1]), dict[int, float]()
        for entry in np.flatnonzero(found.mask[0]):
            action = (-1, 0)[entry] if entry < 2 else int(found.amounts[0, entry])
            expected[action] = expected.get(action, 0.0) + float(found.shares[0, entry])
        for action, share in expected.items():
            assert abs((actions == action).mean() - share) < 5 * np.sqrt(share / many) + 1e-3
        assert set(actions.tolist()) <= set(expected)
