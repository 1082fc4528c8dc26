"""Bundles: what is written is what is read, small, and refused with one sentence when it is something else."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.blueprint import bundle, packing, tree
from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.tables import dense_tables
from gutshot.errors import BadConfig, IllegalAction, MalformedInput
from gutshot.games.betting import FOLD

BUCKETS = (169, 7, 5, 4)
PLAN = BlueprintConfig.from_dict(
    {
        "game": {
            "num_players": 3,
            "stack_depth": 12,
            "limps": "faced",
            "bet_sizes": {"preflop": [["2.5x"], ["a"]], "flop": ["75%", "a"], "turn": ["a"], "river": ["50%", "a"]},
            "max_raises_per_street": {"preflop": 2, "flop": 1, "turn": 1, "river": 2},
        },
        "training": {"purify": 0.1},
    }
)


@pytest.fixture(scope="module")
def grown() -> tree.PublicTree:
    return tree.build(PLAN.game, BUCKETS)


@pytest.fixture(scope="module")
def table(grown: tree.PublicTree) -> np.ndarray[Any, Any]:
    dice = np.random.default_rng(1)
    return dice.random(2 * grown.slots).astype(np.float32) ** 3


@pytest.fixture
def saved(tmp_path: Path, grown: tree.PublicTree, table: np.ndarray[Any, Any]) -> Path:
    return bundle.save(tmp_path / "b", PLAN, grown, dense_tables(grown, table), {}, {"seconds": 1.0})


def expected(grown: tree.PublicTree, table: Any, node: int, bucket: int, purify: float) -> Any:
    width = grown.width(node)
    base = 2 * grown.slot(node, bucket) + width
    shares = table[base : base + width].astype(float)
    shares /= shares.sum()
    shares[shares < purify] = 0
    proud = {0: 0, 3: BUCKETS[3] - 1}.get(grown.street(node))
    if bucket == proud and grown.actions(node)[0] == FOLD:
        shares[0] = 0
        shares[-1] += not shares.any()  # who would only fold raises instead
    return shares / shares.sum()


def test_strategies_survive_within_half_a_step(saved: Path, grown: tree.PublicTree, table: Any) -> None:
    found = Blueprint.load(saved)
    for node in range(0, len(grown), 5):
        if grown.is_decision(node) and grown.width(node) > 1:
            rows = found.node_strategy(node)
            step = 1 / (packing.FINE if grown.street(node) == 0 else packing.COARSE)
            np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-6)
            for bucket in range(len(rows)):
                wanted = expected(grown, table, node, bucket, 0.1)
                np.testing.assert_allclose(found.strategy(node, bucket), wanted, atol=step)


def test_four_bits_a_probability(saved: Path, grown: tree.PublicTree) -> None:
    codes = grown.slots - grown.infosets
    size = sum(array.nbytes for array in Blueprint.load(saved).arrays.values())
    assert size < 0.5 * codes + 0.5 * 169 * 4 * len(grown) + len(grown)
    assert Blueprint.load(saved).arrays["postflop"].base is not None  # mapped, not read


def test_what_training_never_met_is_left_out_or_filled(tmp_path: Path, grown: tree.PublicTree) -> None:
    table = np.zeros(2 * grown.slots, np.float32)
    root, behind = 0, grown.find((250, FOLD))
    table[2 * grown.slot(root, 20) + 3 :][:3] = (0, 0, 5)  # an average: always raise
    table[2 * grown.slot(root, 90) :][:3] = (2, 0, -5)  # regrets alone: fold is best
    found = Blueprint.load(bundle.save(tmp_path / "b", PLAN, grown, dense_tables(grown, table), {}, {}))
    assert found.knows(root) and not found.knows(behind)
    assert list(found.strategy(root, 20)) == [0, 0, 1] == list(found.strategy(root, 30))
    assert list(found.strategy(root, 90)) == [1, 0, 0] == list(found.strategy(root, 168))
    assert found.strategy(root, 0)[0] == 0  # aces
    assert found.node_strategy(behind)[0].sum() == pytest.approx(1)


def test_a_limp_that_is_only_faced_is_never_kept(grown: tree.PublicTree) -> None:
    table = np.zeros(2 * grown.slots, np.float32)
    table[2 * grown.slot(0, 3) :][:3] = (-4, 0, -9)  # the limp's regret is never touched: folding is best
    arrays = packing.encode(grown, dense_tables(grown, table), 0.0)
    assert list(arrays["preflop"][3 * 2 : 3 * 2 + 2]) == [packing.FINE, 0]


def test_a_line_gives_every_combo_its_play(saved: Path) -> None:
    found = Blueprint.load(saved)
    rows = found.strategy_for_line("r2.5bb f")
    assert rows.shape == (1326, len(found.tree.actions(found.tree.find((250, FOLD)))))
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-6)
    with pytest.raises(BadConfig, match="needs a board of 3 cards, got 0"):
        found.strategy_for_line("r250 f c")
    with pytest.raises(IllegalAction, match="no 'raise 300' there"):
        found.strategy_for_line("r300")
    with pytest.raises(BadConfig, match="is the end of a hand"):
        found.strategy_for_line("f f")


def _edit(folder: Path, change: Any) -> None:
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text())
    change(manifest)
    file.write_bytes(artifacts.sealed(manifest))


def test_a_bundle_of_another_version_or_kind_is_refused(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(MalformedInput, match="no artifact"):
        Blueprint.load(tmp_path / "nothing")
    _edit(saved, lambda manifest: manifest["summary"].update(tree="0123456789abcdef"))
    with pytest.raises(MalformedInput, match="grows another betting tree: train it again"):
        Blueprint.load(saved)
    _edit(saved, lambda manifest: manifest.update(version=bundle.GROWN + 1))
    with pytest.raises(MalformedInput, match=r"of version 3, but this version reads up to 2: update gutshot"):
        Blueprint.load(saved)
    _edit(saved, lambda manifest: manifest.update(kind="ppo-policy"))
    with pytest.raises(MalformedInput, match="is a 'ppo-policy', expected a 'blueprint'"):
        Blueprint.load(saved)


def test_the_default_config_is_read_back_from_a_bundle(saved: Path) -> None:
    assert Blueprint.load(saved).config == PLAN
    assert BlueprintConfig().game.num_players == 2
