"""Matches on disk: resumed runs equal whole ones, files are complete, strangers' folders are left alone."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from gutshot import artifacts
from gutshot.arena.chunk import PlayedChunk
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.arena.report import Report
from gutshot.arena.store import ACTIONS, CURVES, HISTORIES, REPORT, STATE, MatchFolder
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.history import read_phh

CONFIG = MatchConfig(("tag", "maniac"), hands=400, seed=3, luck=Luck.ALL, carry=True)


class Interrupted(MatchFolder):
    """Stops in the middle of writing its second chunk."""

    stop: type[BaseException] = KeyboardInterrupt
    chunks = 0

    def write(self, played: PlayedChunk) -> None:
        self.chunks += 1
        if self.chunks == 2:
            with open(self.path / ACTIONS, "a") as file:
                file.write("half a li")
            raise self.stop
        super().write(played)
        self._saved_at = -1e9


def run(path: Path, config: MatchConfig = CONFIG, kind: type[MatchFolder] = MatchFolder) -> Report:
    return run_match(config, keeper=kind(path, config, log=True, histories=True), log=True)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_an_interrupted_or_killed_run_resumes_to_the_same_files(tmp_path: Path, stop: type[BaseException]) -> None:
    run(tmp_path / "whole")
    Interrupted.stop = stop
    if stop is RuntimeError:
        with pytest.raises(RuntimeError):
            run(tmp_path / "parts", kind=Interrupted)
        assert not (tmp_path / "parts" / REPORT).exists()
    else:
        report = run(tmp_path / "parts", kind=Interrupted)
        assert not report.complete and report.hands == 256
        assert json.loads((tmp_path / "parts" / REPORT).read_text())["hands"] == 256
    assert run(tmp_path / "parts").complete
    for name in (ACTIONS, HISTORIES, REPORT):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert (tmp_path / "parts" / CURVES).read_bytes().startswith(b"\x89PNG")


def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    run(tmp_path / "match")
    before = (tmp_path / "match" / REPORT).read_bytes()
    assert run(tmp_path / "match", kind=Interrupted).complete
    assert (tmp_path / "match" / REPORT).read_bytes() == before


def test_the_action_log_names_every_decision(tmp_path: Path) -> None:
    run(tmp_path / "match")
    with open(tmp_path / "match" / ACTIONS, newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["agent"] for row in rows} == {"tag", "maniac"}
    assert {row["position"] for row in rows} == {"BTN/SB", "BB"}
    assert {row["street"] for row in rows} == {"preflop", "flop", "turn", "river"}
    assert sorted({int(row["hand"]) for row in rows}) == list(range(400))
    assert {row["action"].split()[0] for row in rows} == {"fold", "check", "call", "raise"}


def test_histories_are_hands_that_can_be_replayed(tmp_path: Path) -> None:
    run(tmp_path / "match")
    hands = read_phh((tmp_path / "match" / HISTORIES).read_text())
    report = json.loads((tmp_path / "match" / REPORT).read_text())
    won = {"tag": 0, "maniac": 0}
    for hand in hands:
        assert hand.payoffs is not None
        for name, payoff in zip(hand.details["players"], hand.payoffs, strict=True):
            won[name] += int(payoff)
    assert len(hands) == 400
    assert won == {agent["name"]: agent["profit"] for agent in report["agents"]}


def test_another_setup_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "match")
    with pytest.raises(BadConfig, match="seed was 3, now 4"):
        run(tmp_path / "match", config=replace(CONFIG, seed=4))


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("dear to me")
    with pytest.raises(BadConfig, match="exists and is not a match folder"):
        MatchFolder(tmp_path, CONFIG)
    (tmp_path / STATE).mkdir()
    with pytest.raises(MalformedInput, match="no artifact"):
        MatchFolder(tmp_path, CONFIG)


def test_a_state_from_a_stranger_cuts_no_other_file(tmp_path: Path) -> None:
    run(tmp_path / "match")
    (tmp_path / "thesis.tex").write_text("dear to me")
    state = tmp_path / "match" / STATE
    found = artifacts.load(state)
    for sizes in ({"../thesis.tex": 0}, {ACTIONS: -1}, None):
        told = {"hands": 400, "sizes": sizes}
        artifacts.save(state, found.kind, dict(found.arrays), found.config, summary=told)
        with pytest.raises(MalformedInput, match="does not tell the sizes of its files"):
            run(tmp_path / "match")
    assert (tmp_path / "thesis.tex").read_text() == "dear to me"
