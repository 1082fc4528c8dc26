"""The explorer over HTTP: nodes as the Python API has them, exports, simplification, uploads, drills, study, ranges."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import gutshot as gs
from gutshot.cards.combos import combo_name
from gutshot.cards.ranges import Range
from gutshot.coach.advice import GradeName
from gutshot.trainer.drills.missed_hands import Answered, due, still_missed
from gutshot.trainer.records.store import sqlite_url
from tests.agents.blueprints import made_up
from tests.strategies.conftest import SPOT
from tests.web.conftest import new_person, serving

TURN = "file:solutions/turn"


@pytest.fixture(scope="module")
def solution() -> gs.Solution:
    return gs.solve(SPOT, iterations=12, threads=1)


@pytest.fixture(scope="module")
def here(solution: gs.Solution, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("explore")
    solution.save(data / "solutions" / "turn")
    made_up(data / "blueprints" / "two", 2)
    with serving(sqlite_url(data / "trainer.db"), data=data) as url:
        yield url


@pytest.fixture
def you(here: str) -> Iterator[httpx.Client]:
    with closing(new_person(here)) as client:
        yield client


def _node(you: httpx.Client, line: str, **more: Any) -> dict[str, object]:
    answer = you.get("/api/explore/node", params={"source": TURN, "line": line} | more)
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


@pytest.mark.parametrize("line", ["", "check,bet 120", "check,check|Qc|check"])
def test_a_node_is_what_the_solution_says(you: httpx.Client, solution: gs.Solution, line: str) -> None:
    node, position = _node(you, line), solution.at(line)
    hands = node["hands"]
    assert isinstance(hands, dict) and node["path"][-1]["pot"] == position.pot  # type: ignore[index]
    kept = np.flatnonzero(position.reach[position.actor] > 0)
    assert hands["combos"] == "".join(combo_name(int(c)) for c in position.combos[position.actor][kept])
    np.testing.assert_allclose(hands["mix"], position.strategy[:, kept], atol=1e-4)
    np.testing.assert_allclose(hands["ev"], position.hand_ev[position.actor][kept], atol=1e-3)
    np.testing.assert_allclose(hands["frequencies"], position.frequencies, atol=1e-4)
    assert hands["mean_ev"] == pytest.approx(position.ev[position.actor])


@pytest.mark.parametrize("line", ["oop:check,ip:bet 120", "x b120", "check, 120", "check,raise to 120", "k / r120"])
def test_addresses_in_every_spelling_open(you: httpx.Client, line: str) -> None:
    node = _node(you, line)
    assert node["line"] == "check,bet 120" and node == _node(you, "check,bet 120")


def test_the_other_seat_and_the_way_there(you: httpx.Client) -> None:
    node = _node(you, "oop:check", seat=0)
    assert node["hands"]["seat"] == 0 and node["hands"]["mix"] is None  # type: ignore[index]
    assert [stop["taken"] for stop in node["path"]] == ["check", ""]  # type: ignore[attr-defined]
    assert node["told"] == "oop:check"


@pytest.mark.parametrize(
    ("line", "knowledge", "words"),
    [
        ("raise 250", "exact", ""),
        ("raise 270", "near", "raise to 270 is not in the tree and is taken for 250"),
        ("all-in", "none", "betting that the bundle's tree does not have"),
    ],
)
def test_what_is_near_or_unknown_is_said(you: httpx.Client, line: str, knowledge: str, words: str) -> None:
    hands: Any = _node(you, line, source="file:blueprints/two")["hands"]
    assert (hands["knowledge"], " ".join(hands["notes"])) == (knowledge, words)
    assert (hands["mix"] is None) == (hands["combos"] == "") == (knowledge == "none")
    drill = you.post("/api/drills", json={"source": "file:blueprints/two", "line": line})
    assert drill.status_code == (422 if knowledge == "none" else 201) and words in drill.text + words


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"source": TURN, "line": "bet 7"}, "expected one of check, bet 120"),
        ({"source": "file:../../etc/passwd"}, "in the library"),
        ({"source": "what"}, "is not the name of a strategy"),
        ({"source": TURN, "seat": 3}, "seat 3"),
        ({"source": TURN, "line": "x" * 2001}, "2000"),
    ],
)
def test_what_is_not_there_is_refused_in_words(you: httpx.Client, params: dict[str, object], words: str) -> None:
    answer = you.get("/api/explore/node", params=params)  # type: ignore[arg-type]
    assert answer.status_code == 422 and words in answer.json()["message"]


def test_exports(you: httpx.Client, solution: gs.Solution) -> None:
    ask = {"source": TURN, "line": "check"}
    rows = list(csv.DictReader(io.StringIO(you.get("/api/explore/export", params=ask).text)))
    position = solution.at("check")
    assert len(rows) == int((position.reach[1] > 0).sum())
    assert float(rows[0]["check"]) + float(rows[0]["bet 120"]) == pytest.approx(1, abs=1e-5)
    assert len(json.loads(you.get("/api/explore/export", params=ask | {"format": "json"}).text)) == len(rows)
    text = you.get("/api/explore/export", params=ask | {"format": "range", "action": "bet 120"}).text
    combos = position.combos[1]
    np.testing.assert_allclose(
        Range.parse(text).weights[combos], (position.reach[1] * position.strategy[1]).clip(0, 1), atol=6e-4
    )


def test_reports_and_runouts(you: httpx.Client, solution: gs.Solution) -> None:
    report = you.get("/api/explore/report", params={"source": TURN, "line": "check"}).json()
    assert sum(part["share"] for part in report["made"]) == pytest.approx(1, abs=1e-3)
    assert [curve["name"] for curve in report["curves"]] == ["OOP", "IP"]
    rows = you.get("/api/explore/runouts", params={"source": TURN, "line": "check,check"}).json()["rows"]
    assert len(rows) == 48
    expected = {row["card"]: row for row in solution.runouts("check,check")}
    np.testing.assert_allclose(rows[5]["frequencies"], expected[rows[5]["card"]]["frequencies"], atol=1e-5)


def test_simplify_tells_the_cost_and_keeps_the_result(you: httpx.Client) -> None:
    asked = you.post("/api/explore/simplify", json={"source": TURN, "drop": 0.2, "steps": 2, "save": True})
    found = asked.json()
    assert asked.status_code == 200 and all(cost >= -1e-3 for cost in found["cost"])
    assert found["exploitability_after"] >= found["exploitability_before"]
    mix = you.get("/api/explore/node", params={"source": found["source"]}).json()["hands"]["mix"]
    assert set(np.round(np.array(mix).ravel() * 2, 3)) <= {0.0, 1.0, 2.0}


def test_a_folder_is_brought_in_by_pieces(you: httpx.Client, solution: gs.Solution, tmp_path: Path) -> None:
    solution.save(tmp_path / "s", resumable=False)
    manifest = (tmp_path / "s" / "manifest.json").read_text()
    data = next((tmp_path / "s").glob("*.safetensors")).read_bytes()
    begun = you.post("/api/explore/uploads", json={"name": "theirs", "manifest": manifest}).json()
    half = min(begun["piece"], len(data) // 2)
    for start in range(0, len(data), half):
        piece = data[start : start + half]
        sent = you.put(f"/api/explore/uploads/{begun['id']}", params={"offset": start}, content=piece)
        assert sent.status_code == 200, sent.text
    entry = you.post(f"/api/explore/uploads/{begun['id']}/finish").json()
    assert entry["source"] == "file:uploads/theirs"
    assert "file:uploads/theirs" in [each["source"] for each in you.get("/api/explore/library").json()]
    assert you.post("/api/explore/uploads", json={"name": "../x", "manifest": manifest}).status_code == 422


def test_a_drill_grades_and_is_kept(you: httpx.Client, here: str) -> None:
    drill = you.post("/api/drills", json={"source": TURN, "line": "check"}).json()
    lost = []
    for number in range(1, 4):
        verdict = you.post(f"/api/drills/{drill['id']}/act", json={"number": number, "action": "check"}).json()
        assert verdict["answer"]["cards"] == drill["cards"]
        values = verdict["action_ev"]
        assert verdict["answer"]["ev_lost"] == pytest.approx(max(values) - values[0], abs=2e-3)
        lost.append(verdict["answer"]["percent_lost"])
        drill = verdict["drill"]
    assert drill["mean_percent_lost"] == pytest.approx(sum(lost) / 3)
    again = you.post(f"/api/drills/{drill['id']}/act", json={"number": 1, "action": "check"})
    assert again.status_code == 422 and "hand 4" in again.json()["message"]
    listed = you.get("/api/drills").json()
    assert [(each["hands"], each["told"]) for each in listed] == [(3, "oop:check")]
    with closing(new_person(here)) as stranger:
        assert stranger.get(f"/api/drills/{drill['id']}").status_code == 404
        assert stranger.get("/api/drills").json() == []


def test_a_later_drill_of_a_spot_begins_with_what_was_missed(you: httpx.Client) -> None:
    ask = {"source": TURN, "line": "check"}
    drill = you.post("/api/drills", json=ask).json()
    wanted = None
    for number in range(1, 150):  # which hands are dealt is luck, and every action is right with some of them
        word = drill["path"][-1]["moves"][-(number % 2)]["word"]
        drill = you.post(f"/api/drills/{drill['id']}/act", json={"number": number, "action": word}).json()["drill"]
        made = [Answered(each["number"], "".join(each["cards"]), GradeName(each["grade"])) for each in drill["answers"]]
        wanted = due(made, number + 1)
        if wanted is not None:
            break
    assert wanted is not None
    assert you.get("/api/drills").json()[0]["missed"] == still_missed(made) > 0
    again = you.post("/api/drills", json=ask).json()
    assert again["number"] == 1 and again["again"] and "".join(again["cards"]) == wanted


def test_what_was_missed_at_several_spots_is_repeated_in_one_drill(you: httpx.Client) -> None:
    assert you.get("/api/drills/missed").json() == {"due": 0, "later": 0, "spots": 0, "next": None}
    assert you.post("/api/drills/missed").status_code == 422
    asked = set()
    for source, line in ((TURN, "check"), ("agent:style:rock@6x100", "")):
        drill = you.post("/api/drills", json={"source": source, "line": line}).json()
        words = [move["word"] for move in drill["path"][-1]["moves"]]
        for number in range(1, 7):
            ask = {"number": number, "action": words[-(number % 2)], "cards": drill["cards"]}
            drill = you.post(f"/api/drills/{drill['id']}/act", json=ask).json()["drill"]
        asked |= {(source, line, "".join(a["cards"])) for a in drill["answers"] if a["grade"] not in ("best", "fine")}
    assert len({spot[0] for spot in asked}) == 2, "the test misses at both spots"
    missed = you.get("/api/drills/missed").json()
    assert missed["due"] + missed["later"] == len(asked)
    assert 1 <= missed["spots"] <= 2, "some that were missed may have been asked again by now, and played right"
    pool, seen = you.post("/api/drills/missed").json(), set()
    assert pool["pool"] and pool["again"]
    for number in range(1, 30):
        if not pool["path"]:
            break
        seen.add((pool["source"], pool["line"], "".join(pool["cards"])))
        other = {"number": number, "action": "fold", "cards": ["2c", "2d"]}
        assert you.post(f"/api/drills/{pool['id']}/act", json=other).status_code == 409, "that is not the hand"
        words = [move["word"] for move in pool["path"][-1]["moves"]]
        verdict = _best_of(you, pool, words)
        pool = verdict["drill"]
    assert seen <= asked and len(seen) == missed["due"] and pool["path"] == [] and pool["cards"] == []
    missed = you.get("/api/drills/missed").json()
    assert (missed["due"], missed["later"]) == (0, len(asked)) and missed["next"] is not None
    assert you.get("/api/drills").json()[0]["title"] == "Missed hands"


def _best_of(you: httpx.Client, drill: dict[str, Any], words: list[str]) -> dict[str, Any]:
    """Answer with what the strategy says is best, asked of the node."""
    node = you.get("/api/explore/node", params={"source": drill["source"], "line": drill["line"]}).json()
    combos, own = node["hands"]["combos"], "".join(drill["cards"])
    names = [combos[at : at + 4] for at in range(0, len(combos), 4)]
    place = next(number for number, name in enumerate(names) if name in (own, own[2:] + own[:2]))
    values = node["hands"]["action_ev"] or node["hands"]["mix"]
    best = max(range(len(words)), key=lambda row: values[row][place])
    ask = {"number": drill["number"], "action": words[best], "cards": drill["cards"]}
    answer = you.post(f"/api/drills/{drill['id']}/act", json=ask)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_whole_hands_are_drilled_to_their_end(you: httpx.Client) -> None:
    drill = you.post("/api/drills", json={"source": TURN, "line": "", "whole": True}).json()
    seen, boards = set(), []
    for number in range(1, 9):
        stop = drill["path"][-1]
        assert drill["whole"] and stop["actor"] == 0
        boards.append(len(stop["board"]))
        moves = [move["word"] for move in stop["moves"]]
        word = "call" if "call" in moves else moves[0]
        verdict = you.post(f"/api/drills/{drill['id']}/act", json={"number": number, "action": word}).json()
        after = verdict["drill"]
        assert after["hand"] == drill["hand"] + (verdict["ended"] is not None)
        if verdict["ended"] is None:
            assert after["cards"] == drill["cards"], "the same hand goes on"
        else:
            seen.add(drill["hand"])
        again = you.get(f"/api/drills/{drill['id']}").json()
        assert (again["cards"], again["path"]) == (after["cards"], after["path"])
        drill = after
    assert seen and 5 in boards, "streets are played, and hands end"


def test_study_finds_nothing_where_nothing_fits(you: httpx.Client) -> None:
    assert you.get("/api/explore/study", params={"hand": "abc:1"}).status_code == 404


def test_ranges_are_read_painted_and_kept(you: httpx.Client, here: str) -> None:
    read = you.post("/api/ranges/read", json={"text": "QQ+,AKs"}).json()
    assert (read["combos"], read["matrix"][0][1], read["matrix"][12][12]) == (22, 1, 0)
    brushes = [{"hands": ["AKs"], "weight": 0.5}, {"hands": ["22"], "weight": 1}]
    text = you.post("/api/ranges/read", json={"text": "QQ+,AKs", "brushes": brushes}).json()["text"]
    assert Range.parse(text) == Range.parse("QQ+,AKs:0.5,22")
    assert you.post("/api/ranges/read", json={"text": "top 15%"}).json()["share"] == pytest.approx(0.15, abs=0.01)
    assert you.post("/api/ranges/read", json={}).json()["text"] == ""
    assert "KX" in you.post("/api/ranges/read", json={"text": "KX"}).json()["message"]
    assert you.put("/api/ranges/My open", json={"text": "22+"}).status_code == 200
    assert you.put("/api/ranges/My open", json={"text": "33+"}).status_code == 200
    assert you.get("/api/ranges").json() == [{"name": "My open", "text": "33+"}]
    with closing(new_person(here)) as stranger:
        assert stranger.get("/api/ranges").json() == []
    assert you.delete("/api/ranges/My open").status_code == 204
    assert you.get("/api/ranges").json() == []


def test_an_entry_is_renamed_noted_deleted_and_brought_back(you: httpx.Client) -> None:
    library = {entry["source"]: entry for entry in you.get("/api/explore/library").json()}
    assert library[TURN]["own"] and not library["shipped:blueprint_hu"]["own"]
    kept = you.patch("/api/explore/library", json={"source": TURN, "title": "A turn", "notes": "check it"}).json()
    assert (kept["title"], kept["notes"], kept["source"]) == ("A turn", "check it", TURN)
    assert you.patch("/api/explore/library", json={"source": TURN, "title": "turn"}).json()["notes"] == "check it"
    gone = you.post("/api/explore/library/remove", json={"source": TURN}).json()
    assert gone["bytes"] > 1000
    assert TURN not in {entry["source"] for entry in you.get("/api/explore/library").json()}
    assert you.get("/api/explore/about", params={"source": TURN}).status_code == 422
    back = you.post("/api/explore/library/restore", json={"token": gone["token"]})
    assert back.status_code == 200 and back.json()["source"] == TURN
    assert _node(you, "")["line"] == ""
    assert you.post("/api/explore/library/restore", json={"token": gone["token"]}).status_code == 404


@pytest.mark.parametrize(
    "source", ["shipped:blueprint_hu", "agent:style:tag", "file:", "file:..", "file:.trash/a/kept"]
)
def test_what_is_shipped_or_not_there_cannot_be_deleted(you: httpx.Client, source: str) -> None:
    assert you.post("/api/explore/library/remove", json={"source": source}).status_code == 422


def test_on_a_shared_server_a_result_is_its_owners_until_he_shares_it(solution: gs.Solution, tmp_path: Path) -> None:
    """Not listed to others, and 404 wherever its name is sent; what a command has made is everybody's."""
    solution.save(tmp_path / "solutions" / "everybodys")
    token = "a-long-enough-token"
    with serving(sqlite_url(tmp_path / "trainer.db"), data=tmp_path, token=token) as url:
        you, other = (httpx.Client(base_url=url, timeout=300) for _ in range(2))
        for person in (you, other):
            assert person.post("/api/session", json={"token": token}).status_code == 200
        made = you.post("/api/explore/simplify", json={"source": "file:solutions/everybodys", "save": True}).json()
        source = made["source"]

        def listed(person: httpx.Client) -> dict[str, bool | None]:
            return {entry["source"]: entry["private"] for entry in person.get("/api/explore/library").json()}

        assert listed(you)[source] is True and listed(you)["file:solutions/everybodys"] is None
        assert source not in listed(other) and "file:solutions/everybodys" in listed(other)
        asked = [
            *(("GET", f"/api/explore/{page}?source={source}", None) for page in ("about", "node", "report", "export")),
            ("GET", f"/api/explore/runouts?source={source}", None),
            ("GET", f"/api/preflop/charts?source={source}", None),
            ("POST", "/api/explore/simplify", {"source": source}),
            ("POST", "/api/drills", {"source": source, "line": ""}),
            ("PATCH", "/api/explore/library", {"source": source, "shared": True}),
            ("POST", "/api/explore/library/remove", {"source": source}),
        ]
        for method, address, body in asked:
            assert other.request(method, address, json=body).status_code == 404, address
        assert other.get(f"/api/explore/node?source={source}").status_code == 404
        assert you.get(f"/api/explore/node?source={source}").status_code == 200
        kept = you.patch("/api/explore/library", json={"source": source, "shared": True})
        assert kept.status_code == 200 and kept.json()["private"] is False
        assert listed(other)[source] is None and other.get(f"/api/explore/about?source={source}").status_code == 200
        assert other.request("PATCH", "/api/explore/library", json={"source": source, "title": "x"}).status_code == 404
        you.close()
        other.close()


def test_on_the_loopback_there_is_one_person(you: httpx.Client, here: str) -> None:
    made = you.post("/api/explore/simplify", json={"source": TURN, "save": True}).json()
    other = new_person(here)
    assert other.get(f"/api/explore/about?source={made['source']}").status_code == 200
    other.close()
