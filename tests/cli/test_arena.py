"""The commands: agents, arena, round-robin, as people and programs call them."""

import json
from pathlib import Path

import pytest

from gutshot.cli import main


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(list(words)) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_agents_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, "agents", "--json")["agents"]
    assert isinstance(rows, list) and {"name", "variants", "about"} == set(rows[0])
    assert main(["agents"]) == 0
    text = capsys.readouterr().out
    assert all(row["name"] in text and row["about"] in text for row in rows)


def test_arena_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "arena", "tag", "style:lag", "random", "--hands", "300", "--seed", "1", "--json")
    agents = found["agents"]
    assert found["hands"] == 300 and found["complete"] is True and isinstance(agents, list)
    assert [agent["name"] for agent in agents] == ["tag", "style:lag", "random"]
    assert sum(agent["profit"] for agent in agents) == 0
    for agent in agents:
        assert {"bb100", "ci95", "vpip", "pfr", "three_bet", "af", "wtsd", "wsd"} <= set(agent)
        assert agent["bb100"] == pytest.approx(agent["profit"] / 300)
        assert set(agent["positions"]) == {"BTN", "SB", "BB"} and len(agent["opponents"]) == 2


def test_one_hand_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    agents = answer(capsys, "arena", "tag", "lag", "--hands", "1", "--json")["agents"]
    assert isinstance(agents, list) and agents[0]["ci95"] is None


def test_arena_as_tables_and_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["arena", "call", "random", "--hands", "50", "--blinds", "1/2", "--stacks", "20bb", "--threads", "2"]
    words += ["--duplicate", "--luck", "all", "--out", str(tmp_path / "match"), "--log", "--histories"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "duplicate deals" in text and "by position" in text and "won from" in text
    assert {path.name for path in (tmp_path / "match").iterdir()} == {
        "actions.csv",
        "curves.png",
        "hands.phhs",
        "report.json",
        "state",
    }


def test_arena_of_badugi(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "arena", "cpu1", "badugi:tight", "--variant", "badugi", "--hands", "60", "--json")
    assert isinstance(found["agents"], list) and sum(agent["profit"] for agent in found["agents"]) == 0


def test_round_robin(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("round-robin", "tag", "call", "fold", "--hands", "400", "--duplicate")
    found = answer(capsys, *words, "--json")
    matrix, ranking = found["matrix"], found["ranking"]
    assert isinstance(matrix, list) and isinstance(ranking, list)
    for row in range(3):
        assert matrix[row][row] is None
        for column in range(row):
            assert matrix[row][column]["bb100"] == pytest.approx(-matrix[column][row]["bb100"])
    assert ranking[0]["name"] == "tag"
    assert main(list(words)) == 0
    assert "tag" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["arena", "tga", "lag"], "unknown agent 'tga': did you mean 'tag'?"),
        (["arena", "tag"], "1 agents: a match needs at least two"),
        (["arena", *["tag"] * 11], "11 agents: a match has room for 10"),
        (["arena", *["cpu1"] * 8, "--variant", "badugi"], "8 seats: a badugi table has 2 to 7"),
        (["arena", "tag", "lag", "--blinds", "5"], "blinds '5': expected two whole numbers"),
        (["arena", "tag", "lag", "--stacks", "lots"], "stacks 'lots': expected chips or big blinds"),
        (["arena", "tag", "lag", "--stacks", "²"], "stacks '²': expected chips or big blinds"),
        (["arena", "tag", "lag", "--blinds", f"{'9' * 5000}/1"], "999...: expected two whole numbers"),
        (["arena", "tag", "lag", "--log"], "--log and --histories need a folder"),
        (["arena", "tag", "lag", "--threads", "0"], "0 threads"),
        (["round-robin", "tag", "tag"], "every agent may be named once"),
        (["round-robin", "tag"], "round robin of 1 agents"),
        (["acpc", "localhost", "1", "tag", "--game", "nowhere.game"], "cannot read the game file 'nowhere.game'"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    output = capsys.readouterr()
    assert output.out == "" and sentence in output.err and output.err.count("\n") == 1


def test_aivat_reaches_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "style:tag", "style:tag", "style:lag", "--hands", "4", "--aivat"]) == 2
    assert "AIVAT measures hold'em for two seats" in capsys.readouterr().err
    assert main(["arena", "style:tag", "fold", "--hands", "4", "--on-error", "fold"]) == 0


def test_a_finished_match_says_that_nothing_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "tag", "lag", "--hands", "20", "--out", str(tmp_path / "match"), "--json"]
    first, second = ((main(command), *capsys.readouterr()) for _ in range(2))
    assert (first[0], second[0]) == (0, 0) and json.loads(first[1]) == json.loads(second[1])
    assert "nothing left" not in first[2] and "nothing left to play: all 20 hands are done" in second[2]
