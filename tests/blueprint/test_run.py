"""Runs: checkpoints survive kill -9 and a full disk, resuming goes on exactly, bad input is one sentence."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from gutshot import artifacts
from gutshot.abstraction.abstraction import build as build_abstraction
from gutshot.abstraction.boards import board_index
from gutshot.abstraction.description import wanted_sizes
from gutshot.abstraction.lookup import BucketTables
from gutshot.blueprint import run
from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.deals import fill_deals
from gutshot.blueprint.install import install
from gutshot.cli import main
from gutshot.cli.blueprint_views import measured
from gutshot.errors import BadConfig
from gutshot.strategies.catalogue import Library

JAM: dict[str, Any] = {
    "game": {
        "num_players": 3,
        "stack_depth": 10,
        "bet_sizes": {"preflop": ["a"], "flop": [], "turn": [], "river": []},
        "limps": "none",
        "max_raises_per_street": 1,
    },
    "training": {"iterations": 60, "mccfr_samples": 50, "deterministic": True, "seed": 3, "response_seconds": 0},
}

HAND_CLASS: dict[str, Any] = {"training": {"abstraction_mode": "hand_class"}}


def plan(**training: Any) -> BlueprintConfig:
    return BlueprintConfig.from_dict(JAM | {"training": JAM["training"] | training})


def quiet(_: str) -> None:
    pass


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "jam.yaml"
    found.write_text(yaml.safe_dump(JAM))
    return found


def test_a_run_leaves_config_checkpoint_bundle_and_report(tmp_path: Path) -> None:
    done = run.train(plan(), tmp_path / "r", say=quiet)
    assert done.trainer.iteration == 60
    assert Blueprint.load(tmp_path / "r" / "bundle").summary["deals"] == 3000
    page = (tmp_path / "r" / "report.html").read_text()
    assert "<img" in page and "BTN" in page and "nodes visited" in page
    assert BlueprintConfig.read(tmp_path / "r" / "config.yaml") == plan()


def test_a_resumed_run_ends_like_one_that_never_stopped(tmp_path: Path) -> None:
    whole = run.train(plan(), tmp_path / "whole", say=quiet)
    run.train(plan(iterations=25), tmp_path / "cut", say=quiet)
    resumed = run.train(plan(), tmp_path / "cut", resume=True, say=quiet)
    assert np.array_equal(whole.trainer.table, resumed.trainer.table)
    assert whole.trainer.visits == resumed.trainer.visits


def test_resuming_with_another_config_is_refused(tmp_path: Path) -> None:
    run.train(plan(), tmp_path / "r", say=quiet)
    with pytest.raises(BadConfig, match=r"another config: training.seed is 4 here and 3 there"):
        run.train(plan(seed=4), tmp_path / "r", resume=True, say=quiet)
    with pytest.raises(BadConfig, match="already holds a run: resume it"):
        run.train(plan(), tmp_path / "r", say=quiet)
    with pytest.raises(BadConfig, match="nothing to resume"):
        run.train(plan(), tmp_path / "other", resume=True, say=quiet)


def test_a_full_disk_leaves_the_last_checkpoint_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run.train(plan(iterations=25), tmp_path / "r", say=quiet)
    before = artifacts.load(tmp_path / "r" / "checkpoint").summary["iteration"]

    def full(_: Any, where: Path) -> None:
        where.write_bytes(b"half a file")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(artifacts, "save_file", full)
    with pytest.raises(BadConfig, match=r"No space left on device; the last checkpoint there is intact"):
        run.train(plan(), tmp_path / "r", resume=True, say=quiet)
    assert artifacts.load(tmp_path / "r" / "checkpoint").summary["iteration"] == before == 25
    assert not list((tmp_path / "r").glob("**/.*.tmp"))


def test_a_killed_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    endless = JAM | {"training": JAM["training"] | {"iterations": 10**9, "checkpoint_minutes": 0.001}}
    file = tmp_path / "endless.yaml"
    file.write_text(yaml.safe_dump(endless))
    words = [sys.executable, "-m", "gutshot.blueprint", str(file), "--out", str(tmp_path / "r")]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not (tmp_path / "r" / "checkpoint").exists() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    reached = artifacts.load(tmp_path / "r" / "checkpoint").summary["iteration"]
    again = BlueprintConfig.from_dict(endless | {"training": endless["training"] | {"iterations": reached + 5}})
    resumed = run.train(again, tmp_path / "r", resume=True, say=quiet)
    assert resumed.trainer.iteration == reached + 5


def test_a_terminated_run_saves_and_writes_its_bundle(tmp_path: Path) -> None:
    endless = JAM | {"training": JAM["training"] | {"iterations": 10**9}}
    file = tmp_path / "endless.yaml"
    file.write_text(yaml.safe_dump(endless))
    words = [sys.executable, "-m", "gutshot.blueprint", str(file), "--out", str(tmp_path / "r")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "iteration" in line:
                process.send_signal(signal.SIGTERM)
                break
        process.stdout.read()
        assert process.wait() == 0
    reached = artifacts.load(tmp_path / "r" / "checkpoint").summary["iteration"]
    assert reached > 0 and Blueprint.load(tmp_path / "r" / "bundle").summary["iteration"] == reached


def test_hold_em_deals_come_again_after_so_many_in_all() -> None:
    tables = build_abstraction(BlueprintConfig.from_dict(HAND_CLASS).abstraction, tables=False).at_hand
    buckets, strengths = np.zeros((60, 3, 4), np.int32), np.zeros((60, 3), np.int32)
    fill_deals(_with_any_rows(tables), np.uint64(1), 0, 20, buckets, strengths)
    assert len(np.unique(strengths, axis=0)) == 20
    assert np.array_equal(strengths[:20], strengths[20:40]) and np.array_equal(buckets[:20], buckets[40:])


def _with_any_rows(tables: BucketTables) -> BucketTables:
    """Tables of which every look-up is in bounds: only the deals are looked at."""
    index = board_index()
    flop, turn = (np.zeros((count, 1326), np.uint16) for count in (1755, 16_432))
    return tables._replace(keys=index.keys, places=index.places, flop=flop, turn=turn)


def test_sizes_of_hand_classes_are_estimated_as_they_are(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in ("hand_class", "hand_class_v2"):
        config = BlueprintConfig.from_dict(HAND_CLASS | {"training": {"abstraction_mode": mode}})
        assert wanted_sizes(config.abstraction) == build_abstraction(config.abstraction, tables=False).sizes


def test_a_bundle_is_installed_under_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setenv("GUTSHOT_DATA", str(tmp_path / "data"))
    run.train(plan(iterations=5), tmp_path / "blueprint_mine", say=quiet)
    assert install(tmp_path / "blueprint_mine") == ("blueprint:mine", tmp_path / "data" / "bundles" / "blueprint_mine")
    assert install(tmp_path / "blueprint_mine" / "bundle", "other")[0] == "blueprint:other"
    assert {"blueprint:mine", "blueprint:other"} <= {entry.agent for entry in Library().players()}
    with pytest.raises(BadConfig, match="is installed already"):
        install(tmp_path / "blueprint_mine")
    assert main(["blueprint", "install", str(tmp_path / "blueprint_mine"), "--replace", "--json"]) == 0
    assert main(["blueprint", "install", str(tmp_path), "--name", "x"]) == 2
    assert main(["blueprint", "install", str(tmp_path / "blueprint_mine"), "--name", "../x"]) == 2
    assert not list((tmp_path / "data" / "bundles").glob(".*"))


def test_only_so_many_deals_when_asked(tmp_path: Path) -> None:
    done = run.train(plan(deal_count=7), tmp_path / "r", say=quiet)
    dealt = done.trainer.dealer.deal(0, 50)
    assert len(np.unique(dealt.strengths, axis=0)) <= 7
    assert np.array_equal(dealt.strengths[:7], dealt.strengths[7:14])


def test_every_seat_of_three_looks_for_a_best_response(tmp_path: Path) -> None:
    run.train(plan(response_seconds=0.02), tmp_path / "r", say=quiet)
    rows = Blueprint.load(tmp_path / "r" / "bundle").summary["best_responses"]
    assert [row["seat"] for row in rows] == [0, 1, 2] and all(row["gain_ci95"] > 0 for row in rows)
    local = [{"mean": 0.832, "ci95": 0.061, "hands": 1000}]
    shown = [value for _, value in measured(rows, local, ("BTN", "SB", "BB"))]
    assert [value.split()[0] for value in shown] == ["BTN", "SB", "BB", "832"] and shown[
        3
    ] == "832 ± 61 mbb/hand over 1,000 hands"
    page = (tmp_path / "r" / "report.html").read_text()
    assert all(f">{seat}</td>" in page for seat in ("BTN", "SB", "BB"))


def test_full_width_by_config(tmp_path: Path) -> None:
    game = JAM["game"] | {"num_players": 2}
    exact = BlueprintConfig.from_dict({"game": game, "training": {"full_width": True, "iterations": 300}})
    spoken: list[str] = []
    run.train(exact, tmp_path / "r", say=spoken.append)
    assert any("BTN/SB wins -0.0453" in line for line in spoken)


def test_the_commands_print_one_document(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "r"
    assert main(["blueprint", "train", str(file), "--out", str(out), "--json"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert done["iteration"] == 60 and set(done["opens"]) == {"BTN", "SB", "BB"} - {"BB"}
    assert main(["blueprint", "info", str(out / "bundle"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["summary"]["iteration"] == 60
    assert main(["blueprint", "info", str(out / "bundle")]) == 0
    assert "BTN, SB, BB" in capsys.readouterr().out
    assert main(["blueprint", "train", str(file), "--estimate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == done["nodes"]


@pytest.mark.parametrize(
    ("part", "key", "value", "words"),
    [
        ("game", "num_players", 7, "game.num_players 7: expected a whole number from 2 to 6"),
        ("game", "stack_depth", 0.9, "stack_depth 0.9 is not above the big blind"),
        ("training", "abstraction_mode", "tarot", "unknown training.abstraction_mode 'tarot'"),
        ("training", "memory_gb", 1e-9, "this game has"),
        ("game", "colour", "red", "unknown setting 'colour' of game"),
    ],
)
def test_bad_input_is_one_sentence(
    part: str, key: str, value: Any, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(yaml.safe_dump(JAM | {part: JAM[part] | {key: value}}))
    assert main(["blueprint", "train", str(file), "--out", str(tmp_path / "r")]) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1
    assert not (tmp_path / "r" / "checkpoint").exists()


def test_heads_up_runs_measure_local_best_response_at_checkpoints(tmp_path: Path) -> None:
    two = JAM["game"] | {"num_players": 2}
    settings = JAM["training"] | {"lbr_hands": 40, "response_seconds": 0}
    done = run.train(BlueprintConfig.from_dict({"game": two, "training": settings}), tmp_path / "r", say=quiet)
    (row,) = Blueprint.load(tmp_path / "r" / "bundle").summary["local_best_responses"]
    assert (row["iteration"], row["hands"]) == (60, 40)
    assert done.local_measures == [row] and row["ci95"] > 0
    assert "Local best response" in (tmp_path / "r" / "report.html").read_text()
    resumed = run.BlueprintRun(done.config, tmp_path / "r", quiet)
    resumed.resume()
    assert resumed.local_measures == [row]
