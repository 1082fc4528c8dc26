"""Networks as agents: a bundle plays legally, alike one by one and in batches, and what is no bundle is refused."""

import sys
from pathlib import Path

import pytest

from gutshot.agents import BatchAgent, make
from gutshot.arena.config import MatchConfig
from gutshot.arena.match import run_match
from gutshot.cli import main
from gutshot.errors import BadConfig, GutshotError
from gutshot.games.hand import Hand
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


def test_without_jax_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gutshot.agents.neural", raising=False)
    monkeypatch.setitem(sys.modules, "jax", None)
    with pytest.raises(BadConfig, match=r"needs jax: install it with `pip install 'gutshot\[rl\]'`"):
        make("neural:somewhere")
