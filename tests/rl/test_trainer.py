"""What a run does on disk and between runs: extending, warm starts, event files, SIGTERM, several devices."""

import dataclasses
import os
import signal
import struct
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jax
import numpy as np
import pytest

from gutshot.cli import main
from gutshot.errors import GutshotError
from gutshot.rl import bundle, checkpoint, events
from gutshot.rl.config import TrainConfig
from gutshot.rl.train import TrainingRun, extended, train

KUHN: dict[str, Any] = {
    "game": "kuhn",
    "network": {"width": 16, "depth": 1},
    "critic": {"width": 16, "depth": 1},
    "ppo": {"iterations": 2, "games": 64, "steps": 4, "tail": 3, "minibatches": 2, "epochs": 1, "pool_share": 0.25},
    "report_every": 1,
    "measure_every": 2,
    "save_every": 100,
}
TABLE = KUHN | {"method": "mirror", "network": {"table": True}, "mirror": {"iterations": 3, "hands": 64}}


def quiet(line: str) -> None:
    """Say nothing."""


def records(path: Path) -> list[bytes]:
    """The messages of an event file, checksums verified."""
    data, found = path.read_bytes(), []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        message = data[12 : 12 + length]
        assert struct.unpack("<I", data[8:12])[0] == events.checksum(data[:8])
        assert struct.unpack("<I", data[12 + length : 16 + length])[0] == events.checksum(message)
        found.append(message)
        data = data[16 + length :]
    return found


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> TrainingRun:
    return train(TrainConfig.from_dict(KUHN), tmp_path_factory.mktemp("runs") / "run", report=quiet)


def test_a_finished_run_is_extended_on_any_device(finished: TrainingRun) -> None:
    longer = dataclasses.replace(extended(finished.config, 4), device="cpu")
    more = train(longer, finished.out, resume=True, report=quiet)
    assert more.iteration == 4 and [int(row["iteration"]) for row in more.progress] == [1, 2, 3, 4]
    assert len(list((finished.out / "events").iterdir())) == 2
    with pytest.raises(GutshotError, match="'ppo' differs"):
        other = dataclasses.replace(longer, ppo=dataclasses.replace(longer.ppo, clip=0.5))
        train(other, finished.out, resume=True)


def test_a_run_begins_with_a_bundle(finished: TrainingRun, tmp_path: Path) -> None:
    trained = bundle.load(finished.out / "bundle")
    run = TrainingRun(finished.config, tmp_path, report=quiet)
    run.begin_with(trained)
    for name, leaf in checkpoint.named_arrays(trained.params).items():
        for place in (run.state.params.policy, run.state.average, run.state.magnet):
            np.testing.assert_array_equal(checkpoint.named_arrays(place)[name], leaf)
        pool = checkpoint.named_arrays(run.state.pool)[name]
        np.testing.assert_array_equal(pool, np.broadcast_to(leaf, pool.shape))
    run._one_report()  # every leaf has memory of its own, so that the iteration may reuse it
    wider = dataclasses.replace(finished.config, network=dataclasses.replace(finished.config.network, width=8))
    with pytest.raises(GutshotError, match="the bundle has another architecture"):
        TrainingRun(wider, tmp_path, report=quiet).begin_with(trained)


def test_event_files_say_what_the_csv_says(finished: TrainingRun) -> None:
    assert events.checksum(b"123456789") == ((0xE3069283 >> 15 | 0xE3069283 << 17) + 0xA282EAD8) & 0xFFFFFFFF
    path = min((finished.out / "events").iterdir())
    found = records(path)
    assert found[0].endswith(b"brain.Event:2") and any(b"measure/nash_conv@2" in one for one in found)
    entropy = struct.pack("<f", float(finished.progress[0]["entropy"]))
    assert any(b"\x07entropy\x15" + entropy in one for one in found)


def test_tensorboard_reads_them(finished: TrainingRun) -> None:
    loader = pytest.importorskip("tensorboard.backend.event_processing.event_file_loader")
    path = min((finished.out / "events").iterdir())
    read = [one for one in loader.EventFileLoader(str(path)).Load() if one.summary.value]
    values = {(one.step, value.tag): value for one in read for value in one.summary.value}
    step = int(finished.progress[0]["steps"])
    shown = values[step, "entropy"]
    number = shown.tensor.float_val[0] if shown.HasField("tensor") else shown.simple_value
    assert number == pytest.approx(float(finished.progress[0]["entropy"]), abs=1e-6)


def test_weights_and_biases_are_told_where_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    run = SimpleNamespace(log=lambda values, step: told.append((step, values)), finish=lambda: told.append("end"))

    def init(**options: Any) -> SimpleNamespace:
        told.append(options["project"])
        return run

    stub = SimpleNamespace(init=init, __spec__=SimpleNamespace())
    plan = TrainConfig.from_dict(TABLE | {"wandb_project": "poker", "tensorboard": False})
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(GutshotError, match="wandb_project 'poker': wandb is not installed here"):
        train(plan, tmp_path / "without", report=quiet)
    monkeypatch.setitem(sys.modules, "wandb", stub)
    done = train(plan, tmp_path / "with", report=quiet)
    assert told[0] == "poker" and told[-1] == "end" and told[1][0] == done.progress[0]["steps"]
    assert not (done.out / "events").exists()


def test_sigterm_saves(tmp_path: Path) -> None:
    said: list[str] = []

    def report(line: str) -> None:
        said.append(line)
        if line.startswith("first iteration done"):
            os.kill(os.getpid(), signal.SIGTERM)

    plan = extended(TrainConfig.from_dict(TABLE | {"report_every": 50}), 1000)
    before = signal.getsignal(signal.SIGTERM)
    run = train(plan, tmp_path / "run", report=report)
    assert run.iteration < 1000 and signal.getsignal(signal.SIGTERM) == before
    assert any(line.startswith("SIGTERM") for line in said)
    assert int(checkpoint.load(run.out / "checkpoint", run.state)[2]["iteration"]) == run.iteration
    assert (run.out / "progress.csv").read_text().count("\n") == 2


SHARDED = """
import json, sys
import jax, numpy as np
from gutshot.rl import checkpoint
from gutshot.rl.config import TrainConfig
from gutshot.rl.train import TrainingRun
states = []
for devices in (1, 8):
    plan = TrainConfig.from_dict(json.loads(sys.argv[1]) | {"num_devices": devices})
    run = TrainingRun(plan, sys.argv[2], lambda line: None)
    for _ in range(3):
        run.state, _ = run._step()(run.state)
    states.append(checkpoint.named_arrays(run.state))
assert len(next(iter(jax.tree.leaves(run.state.games))).sharding.device_set) == 8
for name, leaf in states[0].items():
    other = np.asarray(states[1][name])
    if leaf.dtype.kind == "f":
        np.testing.assert_allclose(other, leaf, atol=2e-5, err_msg=name)
    else:
        np.testing.assert_array_equal(other, leaf, err_msg=name)
print("same")
"""


@pytest.mark.slow
def test_eight_devices_learn_what_one_learns(tmp_path: Path) -> None:
    """Deals and play are equal; sums are added in another order, so parameters are within 2e-5 of each other."""
    import json

    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=8", "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-c", SHARDED, json.dumps(KUHN), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | flags, check=False)
    assert done.stdout.endswith("same\n"), done.stderr[-2000:]
    if jax.device_count() < 8:
        with pytest.raises(GutshotError, match="num_devices 8: JAX finds only"):
            TrainingRun(TrainConfig.from_dict(KUHN | {"num_devices": 8}), tmp_path)


def test_commands_extend_and_warm_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kuhn.yaml"
    file.write_text("game: kuhn\nmethod: mirror\nnetwork: {table: true}\nmirror: {iterations: 2, hands: 16}\n")
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    assert main(["rl", "train", str(file), "--out", first]) == 0
    assert main(["rl", "train", str(file), "--out", first, "--resume", "--iterations", "4"]) == 0
    assert main(["rl", "train", str(file), "--out", second, "--from", f"{first}/bundle"]) == 0
    assert main(["rl", "train", str(file), "--out", second, "--from", str(tmp_path)]) == 2
    assert main(["rl", "train", str(file), "--out", first, "--resume", "--iterations", "0"]) == 2
    assert main(["rl", "train", str(file), "--out", first, "--resume", "--from", f"{second}/bundle"]) == 2
    for minutes in ("nan", "0", "-1"):
        assert main(["rl", "train", str(file), "--out", str(tmp_path / "third"), "--minutes", minutes]) == 2
    capsys.readouterr()
    assert main(["rl", "train", str(file), "--out", str(file)]) == 2
    told = f"gutshot: will not write to '{file}/checkpoint': '{file}': Not a directory\n"
    assert capsys.readouterr() == ("", told)
    picture = tmp_path / "both.png"
    assert main(["rl", "compare", first, second, "--out", str(picture)]) == 0 and picture.stat().st_size > 1000
    assert main(["rl", "compare", str(tmp_path)]) == 2
