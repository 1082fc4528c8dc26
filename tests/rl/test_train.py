"""A small run learns, resumes bit for bit, and refuses what it cannot do in one sentence."""

import dataclasses
import json
from pathlib import Path
from typing import Any, cast

import jax
import numpy as np
import pytest

from gutshot.cli import main
from gutshot.errors import GutshotError
from gutshot.rl import bundle, checkpoint, measure, nash
from gutshot.rl.config import TrainConfig, require_device
from gutshot.rl.deal import TableSpec
from gutshot.rl.holdem import Holdem
from gutshot.rl.network import Policy
from gutshot.rl.small_games import KuhnGame
from gutshot.rl.train import TrainingRun, train

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
KUHN: dict[str, Any] = {
    "game": "kuhn",
    "network": {"width": 32, "depth": 2},
    "critic": {"width": 32, "depth": 2},
    "ppo": {
        "iterations": 120,
        "games": 512,
        "steps": 8,
        "tail": 3,
        "minibatches": 2,
        "learning_rate": 0.003,
        "entropy_cost": 0.0,
        "magnet_cost": 0.2,
        "magnet_every": 30,
        "average_decay": 0.95,
        "gae_decay": 1.0,
        "normalize": False,
        "max_gradient": 10.0,
    },
    "report_every": 40,
    "measure_every": 60,
}


def test_self_play_comes_near_an_equilibrium_of_kuhn_poker(tmp_path: Path) -> None:
    lines: list[str] = []
    run = train(TrainConfig.from_dict(KUHN), tmp_path / "run", report=lines.append)
    assert nash.quality(cast(KuhnGame, run.game), run.nets.policy, run.state.magnet) is not None
    first = 11 / 12  # of the uniform policy
    assert float(run.measures[-1]["value"]) < first / 4
    assert any("steps/s" in line for line in lines) and any("compiled" in line for line in lines)
    for name in ("config.yaml", "progress.csv", "measures.csv", "curves.png"):
        assert (tmp_path / "run" / name).stat().st_size > 0
    loaded = bundle.load(tmp_path / "run" / "bundle")
    again = nash.quality(cast(KuhnGame, loaded.game), loaded.policy, loaded.params).nash_conv
    assert abs(again - float(run.measures[-1]["value"])) < 0.01


def test_resume_is_bit_for_bit(tmp_path: Path) -> None:
    plan = TrainConfig.from_dict(
        KUHN | {"ppo": KUHN["ppo"] | {"iterations": 6}, "report_every": 1, "measure_every": 100}
    )
    whole = train(plan, tmp_path / "whole", report=lambda line: None)
    half = TrainingRun(plan, tmp_path / "half", report=lambda line: None)
    for _ in range(3):
        half._one_report()
    half.save()
    resumed = train(plan, tmp_path / "half", resume=True, report=lambda line: None)
    for name, leaf in checkpoint.named_arrays(whole.state).items():
        np.testing.assert_array_equal(leaf, checkpoint.named_arrays(resumed.state)[name], err_msg=name)
    assert [row["iteration"] for row in whole.progress] == [int(row["iteration"]) for row in resumed.progress]
    with pytest.raises(GutshotError, match="'seed' differs"):
        train(dataclasses.replace(plan, seed=9), tmp_path / "half", resume=True)
    wider = dataclasses.replace(plan, network=dataclasses.replace(plan.network, width=16))
    with pytest.raises(GutshotError, match="another architecture"):
        train(wider, tmp_path / "half", resume=True)
    with pytest.raises(GutshotError, match="already has a run"):
        train(plan, tmp_path / "half")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"tables": [{"players": [11]}]}, r"tables.players \[11\]: expected .* whole numbers from 2 to 10"),
        ({"tables": [{"stack_bb": 0.5}]}, "stack 50 is below the blinds"),
        ({"ppo": {"learning_rte": 1.0}}, "unknown setting 'learning_rte' of ppo .did you mean 'learning_rate'"),
        (
            {"ppo": {"learning_rate": float("nan")}},
            "ppo.learning_rate nan: expected a number from 0 to 10 or two numbers",
        ),
        ({"network": {"width": -2}}, "network.width -2: expected a whole number from 1 to 65,536"),
        ({"bet_sizes": [True]}, "bet_sizes .True.: expected sizes"),
        ({"ppo": {"games": 100, "minibatches": 3}}, "games 100"),
        ({"ppo": {"clip": "wide"}}, "ppo.clip 'wide': expected a number above 0"),
        ({"game": "go"}, "unknown game 'go'"),
        ({"game": "kuhn", "players": 11}, None),
        ({"tables": []}, "no tables"),
    ],
)
def test_bad_configs_are_one_sentence(data: dict[str, Any], words: str | None) -> None:
    with pytest.raises(GutshotError, match=words) as error:
        TrainConfig.from_dict(data).stages()
    assert "\n" not in str(error.value)


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="a GPU is there")
def test_a_gpu_asked_for_and_absent() -> None:
    with pytest.raises(GutshotError, match="'gpu' was requested"):
        require_device("gpu")


def test_configs_in_the_repository_are_readable_and_give_themselves_back() -> None:
    shares = TrainConfig.from_dict({"bet_sizes": [0.33, 0.66, 1.0], "tables": [{"num_players": 3, "stack_depth": 20}]})
    assert shares == TrainConfig.from_dict(
        {"sizes": "33%, 66%, 100%", "tables": [{"players": [3], "stack_bb": [20, 20]}]}
    )
    for file in sorted([*CONFIGS.glob("ppo_*.yaml"), *CONFIGS.glob("mirror_*.yaml")]):
        plan = TrainConfig.read(file)
        assert TrainConfig.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan


def test_the_shipped_bundle_beats_always_call_heads_up() -> None:
    import gutshot.rl

    shipped = bundle.load(Path(gutshot.rl.__file__).parents[1] / "data" / "ppo_6max")
    quiet = dataclasses.replace(shipped.config.network, bfloat16=False)
    game = Holdem(TableSpec(players=(2,)), shipped.menu)
    found = measure.against_pool(game, Policy(quiet, game.actions), shipped.params, hands=1024, batch=256)
    assert found["always-call", 2].is_winning and found["random", 2].is_winning


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rl", "train", str(tmp_path / "none.yaml")]) == 2
    assert main(["rl", "eval", str(tmp_path)]) == 2
    assert "no artifact" in capsys.readouterr().err
    shipped = str(Path(bundle.__file__).parents[1] / "data" / "ppo_6max")
    for words in (
        ["--exploiter", "1"],
        ["--exploiter", "2", "--iterations", "0"],
        ["--exploiter", "2", "--games", "0"],
    ):
        assert main(["rl", "eval", shipped, *words]) == 2
        assert capsys.readouterr().err.count("expected") == 1
