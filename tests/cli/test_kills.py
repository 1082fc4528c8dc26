"""kill -9 in the middle of every long command: run again, it ends where an undisturbed run ends."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.test_layout import TESTS

pytestmark = pytest.mark.slow
CONFIGS = TESTS.parent / "configs"
PREFLOP = """
num_players: 2
stack_depth: 12
bet_sizes: [2.5x, a]
iterations: 60
rounds: 4
postflop_model: {solve_type: bucketed, num_hand_buckets_flop: 10, num_hand_buckets_turn: 10,
  num_hand_buckets_river: 10, max_flop_boards: 3, postflop_solve_iterations: 10}
"""
BATCH = """
flops: [AhKd5c, 7s7h2d, Td9d6h, QsJh4c, 9c8c3d]
iterations: 30
oop: TT+,AQs+
ip: 88-QQ,AQs
pot: 60
stack: 90
bets: a
raises: a
"""


def _training() -> str:
    text = (CONFIGS / "ppo_leduc.yaml").read_text(encoding="utf-8")
    less = {"iterations: 3000": "iterations: 200", "games: 1024": "games: 64", "report_every: 100": "report_every: 20"}
    less |= {"measure_every: 200": "measure_every: 100", "save_every: 1000": "save_every: 20"}
    for usual, small in less.items():
        assert usual in text
        text = text.replace(usual, small)
    return text


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "gutshot", *words, "--json"]


def _killed(command: list[str], when: Callable[[], bool]) -> None:
    """Started, and killed once there is something of it."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        for _ in range(30_000):
            if when() or running.poll() is not None:
                break
            time.sleep(0.01)
        running.kill()
    assert running.returncode == -9, "it ended before it could be killed"


def _said(command: list[str]) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_match(tmp_path: Path) -> None:
    command = _command("arena", "tag", "lag", "--hands", "900000", "--seed", "5", "--threads", "1") + ["--out"]
    alone = _said([*command, str(tmp_path / "a")])
    for _ in range(2):
        began = time.monotonic()
        _killed([*command, str(tmp_path / "b")], lambda began=began: time.monotonic() > began + 2.5)  # type: ignore[misc]
    assert _said([*command, str(tmp_path / "b")]) == alone


@pytest.mark.parametrize(
    ("words", "settings", "kept", "same"),
    [
        (["preflop", "solve"], PREFLOP, "manifest.json", ("ev", "root")),
        (["rl", "train"], _training(), "checkpoint/manifest.json", ("iteration", "steps", "measures")),
    ],
    ids=["a preflop solve", "self-play"],
)
def test_a_run_of_rounds(words: list[str], settings: str, kept: str, same: tuple[str, ...], tmp_path: Path) -> None:
    config = tmp_path / "settings.yaml"
    config.write_text(settings, encoding="utf-8")
    alone = _said([*_command(*words, str(config)), "--out", str(tmp_path / "a")])
    command = [*_command(*words, str(config)), "--out", str(tmp_path / "b")]
    _killed(command, (tmp_path / "b" / kept).is_file)
    again = _said([*command, "--resume"])
    assert {name: again[name] for name in same} == {name: alone[name] for name in same}


def test_a_batch_of_flops(tmp_path: Path) -> None:
    config, results = tmp_path / "settings.yaml", tmp_path / "b" / "flops"
    config.write_text(BATCH, encoding="utf-8")
    command = _command("batch", str(config), "--threads", "1") + ["--out"]
    _said([*command, str(tmp_path / "a")])
    _killed([*command, str(tmp_path / "b")], lambda: results.is_dir() and len(list(results.glob("*.json"))) > 1)
    kept = {file.name: file.stat().st_mtime_ns for file in results.glob("*.json")}
    _said([*command, str(tmp_path / "b")])
    assert all((results / name).stat().st_mtime_ns == moment for name, moment in kept.items())
    assert _rows(tmp_path / "a") == _rows(tmp_path / "b") and len(_rows(tmp_path / "a")) == 5


def _rows(folder: Path) -> dict[str, Any]:
    rows = {file.name: json.loads(file.read_text()) for file in (folder / "flops").glob("*.json")}
    return {name: {**row, "seconds": 0} for name, row in rows.items()}
