"""`gutshot toy`: its JSON, its words, its refusals, and going on after kill -9."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.cfr.strategy import TabularStrategy
from gutshot.cli import main

BILLION = str(10**9)


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["toy", *words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert isinstance(document, dict)
    return document


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    report = ask(capsys, "kuhn", "--players", "3", "--algorithm", "dcfr", "--iterations", "1000")
    assert report["nash_conv"] < 1e-3 and abs(report["values"][1] + 1 / 48) < 1e-3  # type: ignore[operator, index]
    assert report["iterations"] == 1000 and report["seconds"] > 0 and report["infosets"] == 48  # type: ignore[operator]
    assert report["strategy"]["A:b"]["bet"] > 0.99  # type: ignore[index]


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["toy", "leduc", "--iterations", "50", "--merge-suits"]) == 0
    text = capsys.readouterr().out
    assert "936" not in text
    for part in ("288 infosets", "50 iterations", "NashConv 0.", "player 1", "First round only"):
        assert part in text


def test_a_run_is_kept_and_resumed_with_what_it_was_made_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = str(tmp_path / "run")
    words = ("leduc", "--algorithm", "external", "--seed", "7", "--batch", "10")
    ask(capsys, *words, "--iterations", "500", "--out", folder)
    assert (tmp_path / "run" / "convergence.png").read_bytes().startswith(b"\x89PNG")
    resumed = ask(capsys, "leduc", "--resume", folder, "--iterations", "900", "--threads", "2")
    whole = ask(capsys, *words, "--iterations", "900")
    assert resumed["seed"] == 7
    for name in ("nash_conv", "values", "strategy", "convergence"):
        assert resumed[name] == whole[name]
    assert TabularStrategy.load(folder)["Ks:r"] == whole["strategy"]["Ks:r"]  # type: ignore[index]


def endless(folder: Path) -> "subprocess.Popen[bytes]":
    """A run that would take minutes, as soon as it has kept a checkpoint."""
    words = ["kuhn", "--iterations", "100000000", "--checkpoint-seconds", "0.02", "--out", str(folder)]
    running = subprocess.Popen(
        [sys.executable, "-m", "gutshot", "toy", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    while running.poll() is None and not (folder / "manifest.json").exists():
        time.sleep(0.01)
    return running


def test_going_on_after_kill_9_gives_the_same_bits(tmp_path: Path) -> None:
    running = endless(tmp_path / "a")
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    assert running.returncode == -signal.SIGKILL
    reached = artifacts.load(tmp_path / "a").summary["iterations"]
    assert reached > 0
    target = str(reached + 1000)
    assert main(["toy", "kuhn", "--resume", str(tmp_path / "a"), "--iterations", target, "--json"]) == 0
    assert main(["toy", "kuhn", "--out", str(tmp_path / "b"), "--iterations", target, "--json"]) == 0
    one, two = artifacts.load(tmp_path / "a"), artifacts.load(tmp_path / "b")
    assert one.summary["iterations"] == two.summary["iterations"] == reached + 1000
    for name, array in two.arrays.items():
        assert np.array_equal(one.arrays[name], array), name


def test_an_interrupt_keeps_what_was_done(tmp_path: Path) -> None:
    running = endless(tmp_path / "a")
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and said == b"gutshot: interrupted\n"
    assert artifacts.load(tmp_path / "a").summary["iterations"] > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["kuhn", "--algorithm", "magic"], "unknown algorithm 'magic'"),
        (["kuhn", "--iterations", "-5"], "cannot run -5 iterations"),
        (["kuhn", "--players", "1"], "2 to 10 players, got 1"),
        (["kuhn", "--ranks", "4"], "--ranks and --merge-suits are for leduc"),
        (["leduc", "--ranks", "99"], "13 ranks, got 99"),
        (["leduc", "--players", "7"], "but only"),
        (["leduc", "--threads", "2"], "one thread, got 2"),
        (["kuhn", "--algorithm", "external", "--threads", "2"], "threads share the iterations of a batch"),
        (["kuhn", "--algorithm", "external", "--batch", "7"], "runs in batches of 7"),
        (["kuhn", "--algorithm", "external", "--batch", BILLION, "--iterations", BILLION], "choose a smaller batch"),
        (["kuhn", "--algorithm", "external", "--batch", "9" * 30, "--iterations", "9" * 30], "from 1 to 1,000,000,000"),
        (["kuhn", "--checkpoint-seconds", "nan"], "cannot save every nan seconds"),
        (["kuhn", "--resume", "/nowhere/at/all"], "no artifact at"),
        (["chess"], "chess"),
    ],
)
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert main(["toy", *words]) == 2
    output = capsys.readouterr()
    assert output.out == "" and sentence in output.err
    assert output.err.startswith("gutshot: ") and output.err.count("\n") == 1


def test_a_place_that_cannot_be_kept_in_is_refused_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "photo.jpg").write_text("mine")
    artifacts.save(tmp_path / "other", "solution", {"a": np.zeros(1)}, {})
    endless = ["toy", "kuhn", "--iterations", "100000000000", "--out"]
    for place in ("file", "file/run", "full", "other"):
        assert main([*endless, str(tmp_path / place)]) == 2
        output = capsys.readouterr()
        assert output.out == "" and output.err.startswith("gutshot: will not write to") and output.err.count("\n") == 1
    assert artifacts.load(tmp_path / "other").kind == "solution"


def test_resuming_with_another_config_or_a_damaged_artifact(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    ask(capsys, "kuhn", "--iterations", "20", "--out", str(folder))
    assert main(["toy", "kuhn", "--resume", str(folder), "--algorithm", "cfr+"]) == 2
    assert "it was made with algorithm 'dcfr:1.5,0,3'" in capsys.readouterr().err
    assert main(["toy", "leduc", "--resume", str(folder)]) == 2
    assert "it was made with game 'kuhn'" in capsys.readouterr().err
    manifest = json.loads((folder / "manifest.json").read_text())
    config = manifest["config"]
    for changes, words in (
        ({"config": {**config, "algorithm": 17}}, "not a plan of a run"),
        ({"config": {**config, "game": {"game": "kuhn"}}}, "lacks merge_suits, players, ranks"),
        ({"summary": {**manifest["summary"], "target": "many"}}, "'many' is not an iteration to stop at"),
    ):
        (folder / "manifest.json").write_bytes(artifacts.sealed({**manifest, **changes}))
        assert main(["toy", "kuhn", "--resume", str(folder)]) == 2
        assert words in capsys.readouterr().err
    data = next(folder.glob("arrays-*"))
    data.write_bytes(data.read_bytes()[:-1])
    assert main(["toy", "kuhn", "--resume", str(folder)]) == 2
    assert "corrupted artifact" in capsys.readouterr().err
