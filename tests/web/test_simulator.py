"""Matches from the page: the arena's own figures, any hand again, files; nothing outside the data folder."""

import csv
import io
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest

from gutshot.arena.config import MatchConfig
from gutshot.arena.match import run_match
from gutshot.strategies.catalogue import SHIPPED
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.store import sqlite_url
from tests.web.conftest import new_person, serving
from tests.web.test_jobs import is_over, wait_for

SIX = ["style:tag", "style:lag", "style:rock", "style:maniac", "style:shark", "style:tag"]
ASK = {"agents": SIX, "hands": 7_000, "seed": 5, "duplicate": True, "ante": 10, "title": "Six, twice tag"}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, Path]]:
    folder = tmp_path_factory.mktemp("simulator")
    with serving(sqlite_url(folder / "t.db"), data=folder, job_limits=JobLimits(at_once=1, threads=1)) as url:
        client = new_person(url)
        yield client, folder
        client.close()


@pytest.fixture(scope="module")
def match(lab: tuple[httpx.Client, Path]) -> tuple[httpx.Client, dict[str, Any]]:
    client, _ = lab
    answer = client.post("/api/simulations", json=ASK)
    assert answer.status_code == 201, answer.text
    done = wait_for(client, answer.json()["id"], is_over)
    assert done["job"]["state"] == "done", done["job"]
    return client, done


def test_a_match_has_the_arenas_own_figures(match: tuple[httpx.Client, dict[str, Any]]) -> None:
    _, done = match
    config = MatchConfig(tuple(SIX), hands=7_000, seed=5, duplicate=True, ante=10)
    report, run = run_match(config), done["run"]
    assert (run["hands"], run["total"], run["complete"]) == (report.hands, 7_002, True)
    for ours, theirs in zip(run["agents"], report.agents, strict=True):
        whole = {name: value for name, value in asdict(theirs).items() if not name.startswith("aivat")}
        assert ours == whole | {"positions": ours["positions"], "opponents": ours["opponents"]}
        assert ours["positions"] == {name: asdict(rate) for name, rate in theirs.positions.items()}
    assert [agent["name"] for agent in run["agents"]][-1] == "style:tag (2)"
    for agent, curve in zip(run["agents"], run["curves"], strict=True):
        assert curve["won"][-1] == pytest.approx(agent["profit"] / 100, abs=0.01)
        assert curve["hands"][-1] == agent["hands"]


def test_the_largest_pots_are_noted_and_any_hand_is_played_again(match: tuple[httpx.Client, dict[str, Any]]) -> None:
    client, done = match
    job, noted = done["job"]["id"], done["run"]["noted"]
    assert [note["won_bb"] for note in noted] == sorted((note["won_bb"] for note in noted), reverse=True)
    for note in noted[:3]:
        (line,) = client.get(f"/api/simulations/{job}/hands?first={note['hand']}&count=1").json()
        assert (line["winner"], line["won_bb"]) == (note["winner"], note["won_bb"])
        replay = client.get(f"/api/simulations/{job}/hands/{note['hand']}").json()
        last = replay["frames"][-1]
        best = max(last["seats"], key=lambda seat: int(seat["net"]))
        assert best["name"] == note["winner"] and best["net"] / 100 == pytest.approx(note["won_bb"], abs=0.051)
        assert sum(seat["net"] for seat in last["seats"]) == 0
        assert all(len(seat["cards"]) == 2 for seat in last["seats"]), "everybody's cards are open"
        cards = [card for seat in last["seats"] for card in seat["cards"]] + last["board"]
        assert len(set(cards)) == len(cards)
        assert "????" not in replay["phh"] and "style:rock" in replay["phh"]
        assert not any(seat["is_you"] or seat["name"] == "You" for seat in last["seats"])


def test_a_hand_of_a_match_is_studied_from_any_seat(match: tuple[httpx.Client, dict[str, Any]]) -> None:
    client, done = match
    job = done["job"]["id"]
    replay = client.get(f"/api/simulations/{job}/hands/3").json()
    decided = next(frame for frame in replay["frames"] if frame["entry"]["kind"] in ("fold", "check", "call", "raise"))
    seat = decided["entry"]["seat"]
    found = client.get(f"/api/simulations/{job}/hands/3/study", params={"seat": seat}).json()
    blueprint = next(
        each for each in found if each["source"].startswith("shipped:") and each["step"] == decided["step"] - 1
    )
    node = client.get("/api/explore/node", params={"source": blueprint["source"], "line": blueprint["line"]}).json()
    assert node["path"][-1]["kind"] == "decision" and blueprint["step"] == len(
        list(filter(None, blueprint["line"].split(",")))
    )
    beyond = client.get(f"/api/simulations/{job}/hands/3/study", params={"seat": 9})
    assert beyond.status_code == 200 and beyond.json() == []


def test_only_hands_that_were_played_are_listed(match: tuple[httpx.Client, dict[str, Any]]) -> None:
    client, done = match
    lines = client.get(f"/api/simulations/{done['job']['id']}/hands?first=6990&count=100").json()
    assert [line["hand"] for line in lines] == list(range(6990, 7003))
    beyond = client.get(f"/api/simulations/{done['job']['id']}/hands/7003")
    assert beyond.status_code == 422 and "1 to 7002" in beyond.json()["message"]


def test_figures_come_as_files(match: tuple[httpx.Client, dict[str, Any]]) -> None:
    client, done = match
    at = f"/api/simulations/{done['job']['id']}/export"
    assert client.get(at).json() == client.get(f"/api/jobs/{done['job']['id']}").json()
    tables = {"standings": 6, "positions": 36, "opponents": 30, "curves": 6 * 250}
    for table, size in tables.items():
        answer = client.get(f"{at}?format=csv&table={table}")
        assert (
            answer.headers["content-type"].startswith("text/csv")
            and "attachment" in answer.headers["content-disposition"]
        )
        assert len(list(csv.DictReader(io.StringIO(answer.text)))) == size, table
    (first, *_) = csv.DictReader(io.StringIO(client.get(f"{at}?format=csv").text))
    assert float(first["bb100"]) == done["run"]["agents"][0]["bb100"]


def test_a_paused_match_ends_as_one_that_was_not(lab: tuple[httpx.Client, Path]) -> None:
    client, folder = lab
    ask: dict[str, Any] = {"agents": ["random", "call", "random"], "variant": "badugi", "hands": 3_000_000, "seed": 3}
    job = client.post("/api/simulations", json=ask).json()["id"]
    wait_for(client, job, lambda detail: detail["run"] is not None)
    assert client.post(f"/api/jobs/{job}/pause").status_code == 200
    paused = wait_for(client, job, is_over)
    assert paused["job"]["state"] == "paused" and 0 < paused["run"]["hands"] < 3_000_000
    replay = client.get(f"/api/simulations/{job}/hands/1").json()
    assert all(len(seat["cards"]) == 4 for seat in replay["frames"][-1]["seats"])
    client.post(f"/api/jobs/{job}/resume")
    wait_for(client, job, lambda detail: detail["job"]["state"] == "running" and detail["job"]["fraction"] > 0)
    client.post(f"/api/jobs/{job}/cancel")
    stopped = wait_for(client, job, is_over)
    assert stopped["run"]["hands"] >= paused["run"]["hands"]
    hands = stopped["run"]["hands"]
    again = run_match(MatchConfig(tuple(ask["agents"]), hands=hands, variant="badugi", seed=3))
    assert [agent["profit"] for agent in stopped["run"]["agents"]] == [agent.profit for agent in again.agents]
    assert client.delete(f"/api/jobs/{job}").status_code == 204
    assert not (folder / "matches" / stopped["job"]["result"]).exists(), "a deleted match leaves nothing"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"agents": ["style:tag", "neural:/etc"]}, "'neural:/etc' is not installed"),
        ({"agents": ["style:tag", "neural:../../data"]}, "is not installed"),
        ({"agents": ["style:tag", "badugi:cpu1"]}, "plays badugi"),
        ({"agents": ["style:tag"]}, "agents"),
        ({"hands": 5_000_001}, "hands"),
        ({"small_blind": 200}, "blinds 200/100"),
        ({"stack": 50}, "stacks of 50"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(
    lab: tuple[httpx.Client, Path], change: dict[str, Any], words: str
) -> None:
    client, _ = lab
    answer = client.post("/api/simulations", json={"agents": SIX} | change)
    assert answer.status_code == 422 and words in answer.json()["message"], answer.text


def test_bundles_are_listed_by_name(lab: tuple[httpx.Client, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    client, folder = lab
    shutil.copytree(SHIPPED / "ppo_6max", folder / "bundles" / "my_net")
    monkeypatch.setenv("GUTSHOT_DATA", str(folder))
    answer = client.get("/api/simulations/agents")
    found = {agent["name"]: agent for agent in answer.json()}
    assert {"style:tag", "badugi:cpu1", "neural:ppo_6max", "neural:my_net"} <= set(found)
    assert found["badugi:cpu1"]["variants"] == ["badugi"] and found["style:tag"]["label"] == "Tight-aggressive"
    assert str(folder) not in answer.text and str(SHIPPED) not in answer.text
