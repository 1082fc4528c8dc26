"""Playing over HTTP: the basic flow, double clicks, broken rules, skipping, pausing, waiting."""

import json
import random

import httpx
import pytest

from tests.web.playing import act, command, decision, open_table, play_hand, until


@pytest.mark.parametrize(
    ("game", "seats", "mode"), [("holdem", 6, "cash"), ("holdem", 2, "sit_and_go"), ("badugi", 5, "cash")]
)
def test_many_hands_from_the_views_alone(you: httpx.Client, game: str, seats: int, mode: str) -> None:
    view = open_table(you, game=game, seats=seats, mode=mode, rebuys=mode == "cash")
    dice = random.Random(1)
    total = sum(seat["stack"] for seat in view["seats"]) + view["pot"]
    for _ in range(15):
        view = play_hand(you, view, dice)
        assert view["result"]["winners"] and view["turn"] is None
        assert sum(winner["amount"] for winner in view["result"]["winners"]) == sum(
            pot["amount"] for pot in view["pots"]
        )
        if mode == "sit_and_go":
            assert sum(seat["stack"] for seat in view["seats"]) == total
        if view["status"] == "table_over":
            break
        view = command(you, view, "next").json()
        assert view["last_winner"]


def test_one_click_and_a_hand_is_on(you: httpx.Client) -> None:
    answer = you.post("/api/tables", json={})
    view = answer.json()
    assert answer.status_code == 201
    assert (view["game"], len(view["seats"]), view["blinds"]["big_blind"]) == ("holdem", 6, 50)
    assert len(view["seats"][0]["cards"]) == 2 and view["callout"].startswith("You are")
    assert {seat["style"] for seat in view["seats"]} == {None}


def test_the_most_that_can_be_bet_is_everything_and_a_cash_game_has_no_places(you: httpx.Client) -> None:
    view = open_table(you, seats=2, stack=300, opponents=["call"])
    own = view["seats"][0]
    bounds = view["turn"]["raise_bounds"]
    assert bounds["is_all_in"] and bounds["max_to"] == own["stack"] + own["bet"]
    while view["status"] != "table_over":
        if view["status"] == "hand_over":
            view = command(you, view, "next").json()
            continue
        most = view["turn"]["raise_bounds"]
        ask = {"action": "raise", "amount": most["max_to"]} if most else {"action": "call"}
        view = act(you, view, **ask).json()
    assert [seat["place"] for seat in view["seats"]] == [None, None]
    limit = open_table(you, game="badugi", seats=3)
    limit = until(you, limit, lambda view: view["turn"] and view["turn"]["raise_bounds"])
    assert not limit["turn"]["raise_bounds"]["is_all_in"]


def test_a_double_click_acts_once(you: httpx.Client) -> None:
    view = until(you, open_table(you), lambda view: view["status"] == "your_turn")
    body = decision(view, random.Random(3))
    first, second = (you.post(f"/api/tables/{view['id']}/act", json=body) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert (first.json()["hand"], first.json()["step"]) == (second.json()["hand"], second.json()["step"])
    other = {"action": "fold"} if body["action"] != "fold" else {"action": "call"}
    late = act(you, view, **other, confirm=True)
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    future = act(you, view | {"step": 900}, action="call")
    assert future.status_code == 409


def test_the_short_way_and_the_routes_answer_alike(you: httpx.Client) -> None:
    view = until(you, open_table(you), lambda view: view["turn"] and view["turn"]["raise_bounds"])
    where = {"hand": view["hand"], "step": view["step"]}
    asks: list[tuple[str, object]] = [
        ("act", where | {"action": "raise", "amount": 1}),
        ("act", where | {"action": "raise"}),
        ("act", where | {"action": "jump"}),
        ("act", [where]),
        ("next", {"hand": 0}),
        ("next", {"hand": view["hand"]}),
        ("act", where | {"action": "call"}),
        ("act", where | {"action": "call"}),
        ("act", where | {"action": "fold", "confirm": True}),
    ]
    for name, ask in asks:
        short, long = (
            you.post(f"/api/tables/{view['id']}/{name}", content=json.dumps(ask), headers={"Content-Type": kind})
            for kind in ("application/json", "application/json; charset=utf-8")
        )
        assert (short.status_code, short.json()) == (long.status_code, long.json())
        assert short.headers["content-type"] == long.headers["content-type"]


def test_a_broken_rule_is_answered_in_words(you: httpx.Client) -> None:
    view = until(you, open_table(you), lambda view: view["turn"] and view["turn"]["raise_bounds"])
    least = view["turn"]["raise_bounds"]["min_to"]
    answer = act(you, view, action="raise", amount=least - 1)
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_action")
    assert f"{least} to" in answer.json()["message"]
    assert act(you, view, action="raise").json()["message"].startswith("a raise needs `amount`")
    assert act(you, view, action="draw", cards=["As"]).status_code == 422
    assert act(you, view, action="jump").json()["code"] == "bad_request"
    assert you.get(f"/api/tables/{view['id']}").json()["step"] == view["step"]


def test_folding_where_checking_is_free_must_be_confirmed(you: httpx.Client) -> None:
    view = until(you, open_table(you, seats=2), lambda view: view["turn"] and view["turn"]["free_check"])
    refused = act(you, view, action="fold")
    assert (refused.status_code, refused.json()["code"]) == (422, "needs_confirmation")
    assert act(you, view, action="fold", confirm=True).json()["seats"][0]["has_folded"]


def test_next_hand_is_asked_for_once(you: httpx.Client) -> None:
    view = play_hand(you, open_table(you), random.Random(4))
    first, second = command(you, view, "next"), command(you, view, "next")
    assert first.json()["hand"] == second.json()["hand"] == view["hand"] + 1
    assert command(you, {**view, "hand": 77}, "next").status_code == 409


def test_skipping_plays_the_hand_out_and_keeps_every_chip(you: httpx.Client) -> None:
    view = open_table(you, settings={"pace": "normal"}, rebuys=False, seed=5)
    total = sum(seat["stack"] for seat in view["seats"]) + view["pot"]
    for _ in range(60):
        if view["status"] == "table_over":
            break
        if view["status"] == "your_turn":
            assert command(you, view, "skip").json()["code"] == "illegal_action"
            view = act(you, view, action="fold", confirm=True).json()
        else:
            view = command(you, view, "skip").json()
        assert sum(seat["stack"] for seat in view["seats"]) + (view["pot"] if view["result"] is None else 0) == total


def test_a_paused_table_stands_still(you: httpx.Client) -> None:
    view = open_table(you, settings={"pace": "fast"})
    paused = you.post(f"/api/tables/{view['id']}/pause", json={"paused": True}).json()
    assert paused["settings"]["paused"] and paused["clock"] is None
    again = you.get(f"/api/tables/{view['id']}", params={"after": paused["sequence"], "wait": 0.6}).json()
    assert again["step"] == paused["step"]


def test_opponents_act_by_themselves_and_waiting_shows_it(you: httpx.Client) -> None:
    view = open_table(you, settings={"pace": "fast", "auto_advance": True}, seed=2)
    steps = {(view["hand"], view["step"])}
    for _ in range(30):
        if view["status"] == "your_turn":
            view = act(you, view, action="fold", confirm=True).json()
        else:
            assert view["clock"]["kind"] in ("opponent", "next_hand")
            view = you.get(f"/api/tables/{view['id']}", params={"after": view["sequence"], "wait": 5}).json()
        steps.add((view["hand"], view["step"]))
        if view["hand"] > 1:
            break
    assert view["hand"] == 2 and len(steps) > 3


def test_time_runs_out_and_the_clock_folds(you: httpx.Client) -> None:
    view = until(you, open_table(you, seed=3), lambda view: view["turn"] and view["turn"]["call"])
    changed = you.patch(f"/api/tables/{view['id']}/settings", json={"seconds_to_act": 3}).json()
    assert changed["clock"]["kind"] == "you" and changed["clock"]["seconds_left"] <= 3
    after = you.get(f"/api/tables/{view['id']}", params={"after": changed["sequence"], "wait": 6}).json()
    assert after["seats"][0]["has_folded"] or after["hand"] > view["hand"]
    calm = you.patch(f"/api/tables/{view['id']}/settings", json={"seconds_to_act": 0}).json()
    assert calm["settings"]["seconds_to_act"] is None


def test_presets_are_legal_and_rise(you: httpx.Client) -> None:
    view = until(you, open_table(you), lambda view: view["turn"] and view["turn"]["presets"])
    amounts = [preset["raise_to"] for preset in view["turn"]["presets"]]
    bounds = view["turn"]["raise_bounds"]
    assert amounts == sorted(set(amounts)) and bounds["min_to"] <= amounts[0] and amounts[-1] <= bounds["max_to"]
    assert [preset["key"] for preset in view["turn"]["presets"]] == [str(k) for k in range(1, len(amounts) + 1)]


def test_tables_are_listed_and_closed(you: httpx.Client) -> None:
    first, second = open_table(you, title="One"), open_table(you, game="badugi", seats=3)
    listed = you.get("/api/tables").json()
    assert [table["id"] for table in listed] == [second["id"], first["id"]]
    assert listed[1]["title"] == "One"
    assert you.delete(f"/api/tables/{first['id']}").status_code == 204
    assert [table["closed"] for table in you.get("/api/tables").json()] == [False, True]


def test_a_sit_and_go_shows_levels_places_and_worth(you: httpx.Client) -> None:
    view = open_table(you, mode="sit_and_go", seats=4, hands_per_level=2, payouts=[70, 30], seed=8)
    assert view["blinds"]["hands_left"] == 2 and view["blinds"]["next_level"] == "50/100"
    worth = [line["icm"] for line in view["tournament"]["standings"]]
    assert sum(worth) == pytest.approx(100, abs=0.01)
    dice = random.Random(2)
    for _ in range(200):
        view = play_hand(you, view, dice)
        if view["status"] == "table_over":
            break
        view = command(you, view, "next").json()
    assert view["status"] == "table_over" and view["blinds"]["level"] == (view["hand"] - 1) // 2 + 1
    assert sum(line["icm"] for line in view["tournament"]["standings"]) == pytest.approx(100, abs=0.01)
    assert view["seats"][0]["place"] is not None


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ({"seats": 1}, "seats"),
        ({"game": "badugi", "seats": 8}, "8 seats: badugi"),
        ({"stack": 10}, "a stack of 10"),
        ({"opponents": ["style:nobody"]}, "opponents"),
        ({"colour": "red"}, "colour"),
        ({"mode": "sit_and_go", "rebuys": True}, "rebuys"),
        ({"minutes_per_level": 1, "hands_per_level": 1, "mode": "sit_and_go"}, "both"),
    ],
)
def test_impossible_tables_are_refused(you: httpx.Client, ask: dict[str, object], words: str) -> None:
    answer = you.post("/api/tables", json=ask)
    assert answer.status_code == 422 and words in answer.json()["message"]
