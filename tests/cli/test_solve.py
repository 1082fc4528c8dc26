"""The commands: one JSON document, one sentence on errors, files that can be read back."""

import csv
import errno
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
import yaml

from gutshot.cli import main
from tests.postflop.spots import RIVER, SIZES

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


@pytest.fixture
def spot_file(tmp_path: Path) -> Path:
    file = tmp_path / "spot.yaml"
    file.write_text(yaml.safe_dump({**RIVER, **SIZES}))
    return file


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_solve_starts_without_the_linear_algebra_of_scipy(spot_file: Path) -> None:
    solve = f"import sys; from gutshot.cli import main; main(['solve', {str(spot_file)!r}, '--json'])"
    code = f"{solve}; print('scipy.linalg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_solve_prints_one_document(capsys: pytest.CaptureFixture[str], spot_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "solution"
    code, text, _ = run(capsys, "solve", str(spot_file), "--target", "0.5%", "--out", str(out), "--json")
    result: dict[str, Any] = json.loads(text)
    assert code == 0
    assert result["exploitability_pct"] <= 0.5
    assert sum(result["ev"]) == pytest.approx(100, abs=1e-2)
    assert result["root"]["actions"] == ["check", "bet 60", "all-in 250"]
    assert sum(result["root"]["frequencies"]) == pytest.approx(1)
    assert {"iterations", "seconds", "memory_bytes", "nodes"} <= set(result)
    assert set(result["nodes"]) == {"decision", "chance", "terminal", "actions"}


def test_solve_tells_how_it_goes_and_resumes(
    capsys: pytest.CaptureFixture[str], spot_file: Path, tmp_path: Path
) -> None:
    out = str(tmp_path / "solution")
    code, text, _ = run(capsys, "solve", str(spot_file), "--iterations", "10", "--out", out)
    assert code == 0 and "MB" in text and "iteration" in text and "EV out of position" in text
    code, text, _ = run(capsys, "solve", out, "--iterations", "15", "--rule", "dcfr", "--precision", "f32", "--json")
    assert json.loads(text)["iterations"] == 25
    for option, other in (("--rule", "cfr+"), ("--precision", "i16")):
        code, text, error = run(capsys, "solve", out, "--iterations", "15", option, other, "--json")
        assert code == 2 and not text and f"{other!r}: the solution in" in error

    code, text, _ = run(capsys, "show", out, "check")
    assert code == 0 and "AKs" not in text and "ip to act" in text, "only hands of the range are named"
    lines = text.splitlines()
    row = next(k for k, line in enumerate(lines) if "QQ" in line)
    assert lines[row + 1][lines[row].index("QQ")] in "123", "under a hand the number of the action it takes most"
    code, text, _ = run(capsys, "show", out, "bet 60", "--json")
    shown = json.loads(text)
    assert shown["actor"] == "ip" and shown["hands"][0]["player"] == "ip"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["solve", "nowhere.yaml"], "nowhere.yaml"),
        (["solve", "SPOT", "--target", "much"], "target 'much'"),
        (["solve", "SPOT", "--precision", "f64"], "precision 'f64'"),
        (["solve", "SPOT", "--rule", "best"], "rule 'best'"),
        (["solve", "SPOT", "--iterations", "0"], "0 iterations"),
        (
            ["solve", "SPOT", "--iterations", "1" + "0" * 30],
            "iterations: expected a whole number from 1 to 1,000,000,000",
        ),
        (["solve", str(CONFIGS / "spot_flop_three.yaml"), "--rule", "best"], "rule 'best'"),
        (["show", "nowhere", "check"], "nowhere"),
        (["report", "nowhere"], "nowhere"),
        (["batch", "SPOT", "--out", "x"], "flops"),
    ],
)
def test_bad_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str], spot_file: Path, words: list[str], sentence: str
) -> None:
    code, out, err = run(capsys, *[str(spot_file) if word == "SPOT" else word for word in words])
    assert code == 2
    assert out == ""
    assert sentence in err and err.count("\n") == 1


def test_what_has_no_value_is_null_in_json_and_a_dash_in_tables(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Nobody can meet AsKd where the other must hold AsQs, and hands that always lose realise no equity."""
    file, out = tmp_path / "spot.yaml", str(tmp_path / "solution")
    file.write_text(yaml.safe_dump({**RIVER, **SIZES, "oop": "AsQs", "ip": "AsKd,99"}))
    run(capsys, "solve", str(file), "--iterations", "10", "--out", out)
    code, text, _ = run(capsys, "show", out, "check", "--json")
    assert code == 0 and "NaN" not in text
    shown = json.loads(text)
    assert shown["eqr"][0] is None and {row["hand"]: row["ev"] for row in shown["hands"]}["AsKd"] is None
    code, text, _ = run(capsys, "show", out, "check")
    assert code == 0 and "nan" not in text and " - " in text


def test_a_folder_without_a_solution_and_no_threads_are_told(
    capsys: pytest.CaptureFixture[str], spot_file: Path, tmp_path: Path
) -> None:
    code, _, error = run(capsys, "solve", str(tmp_path))
    assert code == 2 and "no artifact at" in error
    code, _, error = run(capsys, "solve", str(spot_file), "--threads", "0")
    assert code == 2 and "0 threads: expected a whole number from 1" in error


def test_a_folder_that_is_something_else_is_left_alone(
    capsys: pytest.CaptureFixture[str], spot_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    code, _, err = run(capsys, "solve", str(spot_file), "--out", str(tmp_path / "mine"))
    assert code == 2 and "will not write" in err
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_full_disk_is_one_sentence_and_leaves_what_was_there(
    capsys: pytest.CaptureFixture[str], spot_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "solution"
    words = ["solve", str(spot_file), "--out", str(out), "--iterations"]
    run(capsys, *words, "10")
    before = {file.name: file.read_bytes() for file in out.iterdir()}

    def full(arrays: object, file: Path) -> None:
        file.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("gutshot.artifacts.save_file", full)
    code, text, err = run(capsys, *words, "20")
    assert code == 2 and "No space left on device" in err and err.count("\n") == 1
    assert "EV out of position" in text
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before
    fresh = [*words[:3], str(tmp_path / "fresh"), "--iterations", "10"]
    assert run(capsys, *fresh)[0] == 2
    assert not (tmp_path / "fresh").exists()


def test_too_small_a_disk_is_said_before_the_work(
    capsys: pytest.CaptureFixture[str], spot_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gutshot.postflop.solution.disk_usage", lambda place: SimpleNamespace(free=1000))
    code, text, err = run(capsys, "solve", str(spot_file), "--out", str(tmp_path / "solution"))
    assert code == 2 and "are free on that disk" in err
    assert "iteration" not in text and not (tmp_path / "solution").exists()


def test_compiling_is_told_by_name() -> None:
    from gutshot.cli.solve_compiling import compiling_shown

    @numba.njit
    def fresh(number: int) -> int:
        return number + 1

    told: list[str] = []
    compiled: Any = fresh
    with compiling_shown(told.append):
        compiled(1)
        compiled(2)
    compiled(1.0)
    assert len(told) == 1 and "fresh, on the first run only (0 s so far)" in told[0]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"flops": ["Td9d6h", "Td 9d 6h"]}, "given twice"),
        ({"flops": [["Td9d6h"]]}, "['Td9d6h']"),
        ({"flops": {"Td9d6h": "often"}}, "weight 'often'"),
        ({"flops": {"subset": "few"}}, "a subset of 'few' flops"),
        ({"flops": ["Td9d6h", "AsAhAd"]}, "range is empty without the cards of the board AsAhAd"),
        ({"target": "soon"}, "target 'soon'"),
        ({"iterations": 2.5}, "2.5 iterations"),
        ({"precision": "i8"}, "unknown precision 'i8'"),
    ],
)
def test_a_bad_batch_is_one_sentence_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, changes: dict[str, object], sentence: str
) -> None:
    config = {"flops": ["Td9d6h"], "oop": "AA", "ip": "KK", "pot": 10, "stack": 20, **changes}
    (tmp_path / "batch.yaml").write_text(yaml.safe_dump(config))
    code, _, error = run(capsys, "batch", str(tmp_path / "batch.yaml"), "--out", str(tmp_path / "out"))
    assert code == 2 and sentence in error and error.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_batch_leaves_other_folders_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = {"flops": ["Td9d6h"], "oop": "AA", "ip": "KK", "pot": 10, "stack": 20}
    (tmp_path / "batch.yaml").write_text(yaml.safe_dump(config))
    for place, sentence in ((tmp_path, "not the folder of a batch"), (tmp_path / "batch.yaml", "Not a directory")):
        code, _, error = run(capsys, "batch", str(tmp_path / "batch.yaml"), "--out", str(place))
        assert code == 2 and sentence in error
    (tmp_path / "batch.json").write_text("[1]")
    code, _, error = run(capsys, "report", str(tmp_path))
    assert code == 2 and "expected what a batch has written" in error


def test_batch_and_report(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = {"flops": ["AsKd2c", "7h7d3s"], "iterations": 3, "oop": "AA,K2s", "ip": "QQ,73s", "pot": 100, "stack": 50}
    (tmp_path / "batch.yaml").write_text(yaml.safe_dump({**config, "bets": {"river": "a"}}))
    words = ["batch", str(tmp_path / "batch.yaml"), "--out", str(tmp_path / "out"), "--threads", "1"]
    code, text, _ = run(capsys, *words, "--json")
    rows = json.loads(text)["rows"]
    assert code == 0 and [row["flop"] for row in rows] == config["flops"]
    stamp = (tmp_path / "out" / "flops" / "AsKd2c.json").stat().st_mtime_ns
    run(capsys, *words)
    assert (tmp_path / "out" / "flops" / "AsKd2c.json").stat().st_mtime_ns == stamp
    code, text, _ = run(capsys, "report", str(tmp_path / "out"), "--json")
    assert code == 0 and json.loads(text)["flops"] == 2
    with open(tmp_path / "out" / "report.csv", newline="") as file:
        table = list(csv.DictReader(file))
    assert float(table[0]["ev_oop"]) + float(table[0]["ev_ip"]) == pytest.approx(100, abs=0.01)
    page = (tmp_path / "out" / "report.html").read_text()
    assert page.count("<img") == 2 and "7h7d3s" in page


def test_flop_subsets_weigh_as_much_as_all() -> None:
    from gutshot.postflop.flop_batch import all_flops, subset_of_flops

    everything = all_flops()
    assert len(everything) == 1755 and sum(everything.values()) == 22100
    some = subset_of_flops(25)
    assert len(some) == 25 and sum(some.values()) == pytest.approx(22100)
