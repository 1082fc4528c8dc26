"""Advice, history, replay, statistics, imports, the reveal: what is looked back at after playing."""

import random
import time
from typing import Any

import httpx
import pytest

from tests.trainer.test_records import POKERSTARS
from tests.web.conftest import new_person, serving
from tests.web.playing import View, act, command, open_table, play_hand, until


@pytest.fixture
def played(you: httpx.Client) -> View:
    """A table with ten finished hands."""
    view, dice = open_table(you, rebuys=True, seed=12), random.Random(12)
    for _ in range(10):
        view = play_hand(you, view, dice)
        view = command(you, view, "next").json()
    return view


@pytest.mark.parametrize(("game", "seats"), [("holdem", 4), ("badugi", 3)])
def test_advice_names_a_legal_action_and_why(you: httpx.Client, game: str, seats: int) -> None:
    view = until(you, open_table(you, game=game, seats=seats), lambda view: view["status"] == "your_turn")
    advice = you.get(f"/api/tables/{view['id']}/advice").json()
    assert (advice["hand"], advice["step"]) == (view["hand"], view["step"])
    assert advice["why"].count(".") >= 2 and advice["is_final"]
    assert (advice["equity"] is None) == (advice["against"] is None)
    assert {"position", "hand"} <= {factor["name"] for factor in advice["factors"]}
    assert advice["options"][0]["label"] == advice["text"]
    assert act(you, view, action=advice["action"], amount=advice["amount"], cards=advice["cards"]).status_code == 200


def test_the_answer_to_a_table_says_how_everybody_is_taken_to_play(you: httpx.Client) -> None:
    for hidden in (True, False):
        ask = {"seats": 3, "opponents": ["style:rock", "style:maniac"], "hidden_styles": hidden}
        view = until(you, open_table(you, **ask), lambda view: view["status"] == "your_turn")
        found = you.get(f"/api/tables/{view['id']}/advice/table").json()
        assert (found["hand"], found["step"], found["are_known"]) == (view["hand"], view["step"], not hidden)
        values = [option["ev"] for option in found["options"]]
        assert values == sorted(values, reverse=True) and found["text"].endswith(".") and 0 <= found["sure"] <= 1
        styles = {style["seat"]: style for style in found["styles"]}
        if not hidden:
            assert styles[2]["style"] == "Maniac" and styles[2]["chance"] == 1
    badugi = until(you, open_table(you, game="badugi", seats=3), lambda view: view["status"] == "your_turn")
    found = you.get(f"/api/tables/{badugi['id']}/advice/table").json()
    assert found["options"] and all(0.1 <= style["chance"] <= 1 for style in found["styles"])


def test_no_advice_when_it_is_not_your_turn(you: httpx.Client) -> None:
    view = play_hand(you, open_table(you), random.Random(1))
    assert you.get(f"/api/tables/{view['id']}/advice").status_code == 422


def test_ranges_are_by_style_where_styles_are_open(you: httpx.Client) -> None:
    """A rock who comes in holds fewer hands than a maniac."""
    shares = {}
    for style in ("style:rock", "style:maniac"):
        ask = {"seats": 2, "opponents": [style], "hidden_styles": False, "seed": 4}
        view = until(you, open_table(you, **ask), lambda view: view["turn"] and view["turn"]["to_call"] > 50)
        (found,) = you.get(f"/api/tables/{view['id']}/ranges").json()["ranges"]
        assert found["style"]
        shares[style] = found["share"]
    assert shares["style:rock"] < shares["style:maniac"]


def test_badugi_ranges_are_shares_by_cards_that_play_and_high_card(you: httpx.Client) -> None:
    view = until(you, open_table(you, game="badugi", seats=3), lambda view: view["status"] == "your_turn")
    found = you.get(f"/api/tables/{view['id']}/ranges").json()
    assert found["ranges"] == [] and found["badugi"]
    for held in found["badugi"]:
        assert [len(row) for row in held["shares"]] == [13] * 4
        assert sum(map(sum, held["shares"])) == pytest.approx(1, abs=0.01)


def test_ranges_are_matrices_of_those_still_in(you: httpx.Client) -> None:
    view = until(you, open_table(you, seats=4), lambda view: view["turn"] and view["board"])
    ranges = you.get(f"/api/tables/{view['id']}/ranges").json()["ranges"]
    live = [seat["seat"] for seat in view["seats"][1:] if seat["is_dealt_in"] and not seat["has_folded"]]
    assert [line["seat"] for line in ranges] == live
    assert all(len(line["matrix"]) == 13 and {len(row) for row in line["matrix"]} == {13} for line in ranges)


def _graded(you: httpx.Client) -> Any:
    for _ in range(1200):
        page = you.get("/api/history").json()
        if all(hand["ev_lost"] is not None for hand in page["hands"]):
            return page
        time.sleep(0.5)
    raise AssertionError("the hands were not graded")


def test_history_filters_and_sorts(you: httpx.Client, played: View) -> None:
    page = _graded(you)
    assert page["total"] == 10 and [hand["hand"] for hand in page["hands"]] == list(range(10, 0, -1))
    won = you.get("/api/history", params={"result": "won"}).json()["hands"]
    lost = you.get("/api/history", params={"result": "lost"}).json()["hands"]
    assert all(hand["net"] > 0 for hand in won) and all(hand["net"] < 0 for hand in lost)
    assert len(won) + len(lost) + you.get("/api/history", params={"result": "even"}).json()["total"] == 10
    pots = [hand["pot_bb"] for hand in you.get("/api/history", params={"sort": "pot"}).json()["hands"]]
    assert pots == sorted(pots, reverse=True)
    big = you.get("/api/history", params={"least_pot": pots[4]}).json()["total"]
    assert big == sum(pot >= pots[4] for pot in pots)
    losses = [hand["ev_lost"] for hand in you.get("/api/history", params={"sort": "ev_lost"}).json()["hands"]]
    assert losses == sorted(losses, reverse=True)
    position = page["hands"][0]["position"]
    there = you.get("/api/history", params={"position": position}).json()["hands"]
    assert {hand["position"] for hand in there} == {position}
    first = you.get("/api/history", params={"limit": 4}).json()
    second = you.get("/api/history", params={"limit": 4, "offset": first["next_offset"]}).json()
    assert [hand["hand"] for hand in first["hands"] + second["hands"]] == list(range(10, 2, -1))


def test_a_replay_steps_through_every_event(you: httpx.Client, played: View) -> None:
    for number in (1, 4, 7):
        replay = you.get(f"/api/history/{played['id']}:{number}").json()
        frames = replay["frames"]
        assert [frame["index"] for frame in frames] == list(range(len(frames)))
        assert [frame["entry"]["index"] for frame in frames] == list(range(len(frames)))
        assert frames[0]["board"] == [] and frames[-1]["board"] == replay["summary"]["board"]
        graded = [frame["grade"] for frame in frames if frame["grade"]]
        assert graded == replay["grades"]
        assert frames[-1]["seats"][0]["net"] == replay["summary"]["net"]
        assert you.get(f"/api/history/{played['id']}:{number}/phh").text == replay["phh"]
    assert you.get(f"/api/history/{played['id']}:999").status_code == 404
    assert you.get("/api/history/nonsense").status_code == 422


def test_statistics_add_up(you: httpx.Client, played: View) -> None:
    hands = _graded(you)["hands"]
    stats = you.get("/api/stats").json()
    assert stats["hands"] == 10 == stats["vpip"]["of"]
    assert stats["net_bb"] == pytest.approx(sum(hand["net_bb"] for hand in hands), abs=0.1)
    assert stats["profit"]["profit"][-1] == pytest.approx(stats["net_bb"], abs=0.01)
    assert len(stats["profit"]["adjusted"]) == 10
    assert sum(line["hands"] for line in stats["by_position"]) == 10
    assert stats["win_rate"]["low"] <= stats["win_rate"]["value"] <= stats["win_rate"]["high"]
    assert sum(stats["grades"].values()) > 0
    losses = [mistake["grade"]["ev_lost"] for mistake in stats["mistakes"]]
    assert all(loss > 0 for loss in losses)
    assert you.get("/api/stats", params={"game": "badugi"}).json()["hands"] == 0


def test_guesses_are_scored_and_styles_shown(you: httpx.Client, played: View) -> None:
    path = f"/api/tables/{played['id']}/reveal"
    assert you.post(path, json={"guesses": [{"seat": 1, "agent": "style:nobody"}]}).status_code == 422
    guesses = [{"seat": seat, "agent": "style:rock"} for seat in range(1, 6)]
    reveal = you.post(path, json={"guesses": guesses}).json()
    assert reveal["guessed"] == 5
    assert reveal["right"] == sum(style["agent"] == "style:rock" for style in reveal["styles"])
    assert all(style["vpip"]["of"] == 10 for style in reveal["styles"])
    view = you.get(f"/api/tables/{played['id']}").json()
    assert all(seat["style"] for seat in view["seats"][1:]) and not view["hidden_styles"]
    assert you.post(path, json={"guesses": guesses}).status_code == 422


def test_foreign_hands_are_imported_and_reviewed(you: httpx.Client) -> None:
    answer = you.post("/api/history/import", json={"name": "home game", "text": POKERSTARS})
    result = answer.json()
    assert answer.status_code == 201 and result["imported"] == 1 and result["problems"] == []
    replay = you.get(f"/api/history/{result['refs'][0]}").json()
    assert replay["summary"]["imported"] and replay["summary"]["title"] == "home game"
    assert replay["summary"]["cards"] == ["Ah", "Kd"] and replay["grades"]
    assert [seat["name"] for seat in replay["frames"][0]["seats"]] == ["You", "Bert", "Cora"]
    assert you.get("/api/history", params={"imported": True}).json()["total"] == 1
    assert you.get("/api/tables").json() == [] and you.get("/api/stats").json()["hands"] == 0
    assert you.get("/api/stats", params={"imported": True}).json()["hands"] > 0
    again = you.post("/api/history/import", json={"name": "again", "text": POKERSTARS}).json()
    assert (again["imported"], again["known"], again["refs"]) == (0, 1, [])
    assert you.get("/api/history", params={"imported": True}).json()["total"] == 1
    assert you.post("/api/history/import", json={"text": "not a history"}).status_code == 422


def _import(you: httpx.Client, **files: str) -> Any:
    """The job of an import once it is over."""
    sizes = [{"name": name, "bytes": len(text)} for name, text in files.items()]
    upload = you.post("/api/imports", json={"files": sizes}).json()
    path, content = f"/api/imports/{upload['id']}", "".join(files.values()).encode()
    assert you.post(f"{path}/start").status_code == 422, "not before all of it is there"
    half = len(content) // 2
    assert you.put(path, params={"offset": 0}, content=content[:half]).json()["received"] == half
    assert you.put(path, params={"offset": half + 1}, content=content[half:]).status_code == 422
    assert you.put(path, params={"offset": half}, content=content[half:]).status_code == 200
    started = you.post(f"{path}/start")
    assert started.status_code == 201 and started.json()["kind"] == "import"
    assert you.post(f"{path}/start").status_code == 404
    for _ in range(1200):
        detail = you.get(f"/api/jobs/{started.json()['id']}").json()
        if detail["job"]["state"] not in ("queued", "running"):
            return detail
        time.sleep(0.05)
    raise AssertionError(f"waited in vain: {detail}")


def test_files_of_hands_are_imported_as_a_job_that_says_what_came_of_it(you: httpx.Client) -> None:
    other = POKERSTARS.replace("123456789", "5")
    detail = _import(you, one=POKERSTARS + other, two="hello")
    assert (
        detail["job"]["state"] == "done"
        and detail["job"]["fraction"] == 1
        and detail["job"]["title"] == "one and 1 more"
    )
    report = detail["hands"]
    assert (report["imported"], report["known"], report["unread"]) == (2, 0, 1)
    assert "two, the text is not a known hand history" in report["problems"][0]
    assert you.get(f"/api/history/{report['first']}?wait=false").json()["summary"]["title"] == "one"
    again = _import(you, again=POKERSTARS)
    assert again["hands"]["known"] == 1 and again["hands"]["first"] is None
    assert [job["kind"] for job in you.get("/api/jobs").json()] == ["import", "import"]
    assert you.delete(f"/api/jobs/{detail['job']['id']}").status_code == 204
    assert you.get("/api/history", params={"imported": True}).json()["total"] == 2, "the hands stay"
    assert you.post("/api/imports", json={"files": [{"name": "a", "bytes": 0}]}).status_code == 422
    assert you.put("/api/imports/0123456789abcdef", content=b"x").status_code == 404


def test_a_hand_that_cannot_be_graded_can_still_be_looked_at(
    you: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr("gutshot.web.study.routes.judge", fail)
    ref = you.post("/api/history/import", json={"text": POKERSTARS.replace("$50", "$60")}).json()["refs"][0]
    replay = you.get(f"/api/history/{ref}")
    assert replay.status_code == 200 and len(replay.json()["frames"]) > 5


def test_icm_of_the_published_example(you: httpx.Client) -> None:
    values = you.post("/api/icm", json={"stacks": [5000, 3000, 2000], "payouts": [50, 30, 20]}).json()["values"]
    assert values == pytest.approx([38.392857, 32.75, 28.857143], abs=5e-7)
    assert you.post("/api/icm", json={"stacks": [0, 0], "payouts": [1]}).status_code == 422


def test_a_hand_that_cannot_be_judged_does_not_end_the_judging(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In a server of its own, because it grades nothing while the fault lasts."""
    from gutshot.web.study import grader

    true_judge, true_step = grader.judge, grader.grade_step
    monkeypatch.setattr(grader, "_IDLE", 0.1)

    def broken(*_: object) -> None:
        raise ArithmeticError("no such card")

    with serving("sqlite://") as url:
        you = new_person(url)
        view, dice = open_table(you, rebuys=True), random.Random(2)
        monkeypatch.setattr(grader, "judge", broken)
        monkeypatch.setattr(grader, "grade_step", broken)
        view = command(you, play_hand(you, view, dice), "next").json()
        for _ in range(1200):
            if "no such card" in caplog.text:
                break
            time.sleep(0.05)
        monkeypatch.setattr(grader, "judge", true_judge)
        monkeypatch.setattr(grader, "grade_step", true_step)
        play_hand(you, view, dice)
        for _ in range(3000):
            newest = you.get("/api/history").json()["hands"][0]
            if newest["ev_lost"] is not None:
                break
            time.sleep(0.1)
        you.close()
    assert newest["ev_lost"] is not None and "no such card" in caplog.text


def test_a_decision_is_analysed_retried_marked_and_found_again(you: httpx.Client, played: View) -> None:
    ref = you.get("/api/history", params={"table": played["id"]}).json()["hands"][0]["ref"]
    replay = you.get(f"/api/history/{ref}").json()
    step = next(
        frame["step"] - 1
        for frame in replay["frames"]
        if frame["entry"]["seat"] == 0 and frame["entry"]["kind"] in ("fold", "check", "call", "bet", "raise")
    )
    found = you.get(f"/api/history/{ref}/decision", params={"step": step})
    assert found.status_code == 200, found.text
    decision = found.json()
    assert decision["advice"]["step"] == step and decision["turn"]["to_call"] >= 0
    word = "check" if decision["turn"]["can_check"] else "call"
    ask = {"hand": replay["summary"]["hand"], "step": step, "action": word}
    graded = you.post(f"/api/history/{ref}/retry", json=ask).json()["grade"]
    assert graded is None or (graded["step"] == step and graded["action"].lower().startswith(word))
    assert you.post(f"/api/history/{ref}/retry", json=ask | {"action": "raise", "amount": 1}).status_code == 422
    assert you.get(f"/api/history/{ref}/decision", params={"step": 9999}).status_code == 422

    kept = you.patch(f"/api/history/{ref}", json={"marked": True, "note": "River 100% over-fold_"}).json()
    assert kept["marked"] and kept["note"] == "River 100% over-fold_"
    for search, count in (("over-FOLD_ 100%", 1), ("over-foldx", 0), (replay["summary"]["cards"][0], 1)):
        rows = you.get("/api/history", params={"search": search, "marked": True}).json()
        assert len(rows["hands"]) == rows["total"] == count
    text = you.get("/api/history/all/text", params={"marked": True}).text
    assert text.startswith("PokerStars Hand #") and text.count("*** SUMMARY ***") == 1
    again = you.post("/api/history/import", json={"text": text, "name": "again"}).json()
    assert again["imported"] == 1 and again["problems"] == []
    imported = you.get(f"/api/history/{again['refs'][0]}").json()["summary"]
    assert (imported["net"], imported["cards"]) == (replay["summary"]["net"], replay["summary"]["cards"])
    assert imported["origin"]["site"] == "PokerStars"


def test_a_replay_comes_at_once_and_its_grades_when_they_are_there(you: httpx.Client) -> None:
    view = until(you, open_table(you, seats=2, opponents=["call"]), lambda view: view["status"] == "hand_over")
    ref = f"{view['id']}:{view['hand']}"
    at_once = you.get(f"/api/history/{ref}", params={"wait": False}).json()
    assert at_once["frames"] and (at_once["is_graded"] or at_once["grades"] == [])
    graded = you.get(f"/api/history/{ref}").json()
    assert graded["is_graded"] and graded["grades"]
    assert you.get(f"/api/history/{ref}", params={"wait": False}).json()["grades"] == graded["grades"]


def test_habits_are_counted_while_they_are_asked_for(you: httpx.Client) -> None:
    view, dice = open_table(you, seats=3, rebuys=True), random.Random(5)
    for _ in range(6):
        view = command(you, play_hand(you, view, dice), "next").json()
    found = you.get("/api/stats/habits").json()
    for _ in range(20):
        if not found["waiting"]:
            break
        found = you.get("/api/stats/habits").json()
    assert found["waiting"] == 0 and found["hands"] == view["hand"] - 1
    for habit in found["habits"]:
        assert habit["low"] <= habit["taken"]["value"] <= habit["high"] and habit["known"] <= habit["taken"]["of"]
        assert habit["strategy"] is None or 0 <= habit["strategy"] <= 1
    assert any(habit["known"] > 0 for habit in found["habits"])
    assert you.get("/api/stats/habits", params={"imported": True}).json()["hands"] == 0
