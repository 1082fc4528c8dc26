"""`gutshot history`: exit codes, the JSON document, and nothing written when the input is bad."""

import json
from pathlib import Path

import pytest

from gutshot.cli import main
from gutshot.games.hand import Hand
from gutshot.games.history import from_hand, to_phh


@pytest.fixture
def phh(tmp_path: Path) -> Path:
    file = tmp_path / "hand.phh"
    file.write_text(to_phh(from_hand(Hand.holdem([1000, 1000], seed=1).act(300).act("fold"))))
    return file


def test_replay_agrees(phh: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "replay", str(phh)]) == 0
    assert capsys.readouterr().out == "1 hands: 1 agree, 0 differ, 0 unjudged\n"


def test_replay_exits_1_when_a_hand_differs(phh: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = phh.read_text()
    phh.write_text(text.replace("[900, 1100]", "[1100, 900]"))
    assert phh.read_text() != text
    assert main(["history", "replay", "--json", str(phh)]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["hands"], report["agree"], report["differ"], report["unjudged"]) == (1, 0, 1, 0)
    assert report["details"][0]["verdict"] == "differ" and "we pay" in report["details"][0]["reason"]


def test_bad_files_exit_2_with_one_sentence(phh: Path, capsys: pytest.CaptureFixture[str]) -> None:
    phh.write_text(phh.read_text()[:150])
    assert main(["history", "replay", str(phh)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1


def test_convert_writes_what_replay_reads(phh: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.phhs"
    assert main(["history", "convert", str(phh), str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 1
    assert main(["history", "replay", str(out)]) == 0
    assert main(["history", "convert", str(phh), str(tmp_path / "out.txt")]) == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["hand.phh", "out.phhs"]
