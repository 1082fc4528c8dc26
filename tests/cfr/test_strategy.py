"""A strategy as a thing: looked up, compared, saved and loaded."""

from pathlib import Path

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.cfr.best_response import measure
from gutshot.cfr.strategy import Infosets, TabularStrategy, pack_infosets, unpack_infosets
from gutshot.errors import BadConfig, MalformedInput
from tests.cfr.games import kuhn, leduc, random_strategy

pytestmark = pytest.mark.nojit


def test_lookup_by_infoset() -> None:
    strategy = TabularStrategy.uniform(leduc().infosets)
    assert strategy["Ks Qh:rc/c"] == {"call": 0.5, "raise": 0.5}
    assert strategy.at("Ks:r", 1) == {"fold": 1 / 3, "call": 1 / 3, "raise": 1 / 3}
    with pytest.raises(KeyError):
        strategy["no such infoset"]
    assert len(list(strategy)) == 936


def test_weights_are_normalised_and_unvisited_infosets_are_uniform() -> None:
    weights = np.zeros(kuhn(2).infosets.slots)
    weights[:2] = [1, 3]
    strategy = TabularStrategy.normalised(kuhn(2).infosets, weights)
    assert list(strategy.probabilities[:4]) == [0.25, 0.75, 0.5, 0.5]
    with pytest.raises(BadConfig, match="has 24 weights"):
        TabularStrategy.normalised(kuhn(2).infosets, np.zeros(5))


def test_distance() -> None:
    one, two = TabularStrategy.uniform(kuhn(2).infosets), random_strategy(kuhn(2), 3)
    gap = max(sum(abs(row[a] - two[key][a]) for a in row) / 2 for _, key, row in one)
    assert one.distance(two) == pytest.approx(gap) and one.distance(one) == 0.0
    with pytest.raises(BadConfig, match="different games"):
        one.distance(TabularStrategy.uniform(kuhn(3).infosets))


def test_a_saved_strategy_plays_the_same(tmp_path: Path) -> None:
    strategy = random_strategy(leduc(), 1)
    strategy.save(tmp_path / "s", {"game": "leduc"})
    loaded = TabularStrategy.load(tmp_path / "s")
    assert np.array_equal(loaded.probabilities, strategy.probabilities) and loaded.distance(strategy) == 0
    assert loaded["Js:"] == strategy["Js:"]
    assert measure(leduc(), loaded) == measure(leduc(), strategy)


def test_players_may_share_a_key() -> None:
    infosets = Infosets(np.array([0, 1], np.int32), np.array([0, 2, 4], np.int32), ("x", "x"), (("a", "b"), ("a", "b")))
    strategy = TabularStrategy(infosets, np.array([1.0, 0.0, 0.0, 1.0]))
    assert strategy.at("x", 0) == {"a": 1.0, "b": 0.0} and strategy.at("x", 1) == {"a": 0.0, "b": 1.0}


def test_names_that_would_be_confused_on_disk_are_refused(tmp_path: Path) -> None:
    infosets = Infosets(np.zeros(2, np.int32), np.array([0, 1, 2], np.int32), (1, "1"), (("a",), ("a",)))
    with pytest.raises(BadConfig, match="read the same"):
        TabularStrategy.uniform(infosets).save(tmp_path / "s")
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda a: a.pop("names"),
        lambda a: a.update(names=np.frombuffer(b"{}", np.uint8)),
        lambda a: a.update(names=np.frombuffer(b"\xff", np.uint8)),
        lambda a: a.update(menu=np.array([99] * 12)),
        lambda a: a.update(actor=np.zeros(3, np.int32)),
    ],
)
def test_unreadable_infosets_are_refused_in_one_sentence(damage) -> None:
    arrays = pack_infosets(kuhn(2).infosets)
    damage(arrays)
    with pytest.raises(MalformedInput, match="no readable infosets"):
        unpack_infosets(arrays)


def test_a_strategy_of_the_wrong_size_is_refused(tmp_path: Path) -> None:
    arrays = {"probabilities": np.zeros(3), **pack_infosets(kuhn(2).infosets)}
    artifacts.save(tmp_path / "s", "strategy", arrays, {})
    with pytest.raises(MalformedInput, match="has 3 weights for 24 slots"):
        TabularStrategy.load(tmp_path / "s")
