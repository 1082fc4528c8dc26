"""What a table does beside the hands: plans, cards shown, the rabbit, observed players, fast fold, many tables."""

import random
from typing import Any

import httpx
import pytest

from gutshot.trainer.records.store import Store
from tests.web.playing import View, act, command, open_table, play_hand, until


def step(you: httpx.Client, view: View) -> View:
    """Wait for the next change, as a page does."""
    answer = you.get(f"/api/tables/{view['id']}", params={"after": view["sequence"], "wait": 5})
    found: View = answer.json()
    return found


def waiting(you: httpx.Client, **ask: Any) -> View:
    """A table at which others are to act before the person, who is still in."""
    for seed in range(40):
        view = open_table(you, seed=seed, settings={"pace": "fast", "auto_advance": False}, **ask)
        if view["plans"] and view["status"] == "opponent":
            return view
    raise AssertionError("nobody acts before the person at any of these tables")


def decided(view: View) -> list[str]:
    return [entry["kind"] for entry in view["log"] if entry["seat"] == 0 and entry["kind"] in ("fold", "check", "call")]


def test_a_plan_is_followed_by_the_server_when_the_turn_comes(you: httpx.Client) -> None:
    view = waiting(you, seats=6)
    assert {plan["plan"] for plan in view["plans"]} >= {"check_fold", "call_any"}
    planned = command(you, view, "plan", plan="call_any")
    assert planned.status_code == 200 and planned.json()["planned"] == "call_any"
    view = planned.json()
    while view["status"] == "opponent" and not decided(view):
        view = step(you, view)
    assert decided(view)[:1] in (["call"], ["check"]) and view["planned"] is None


def test_a_plan_can_be_taken_back_and_is_refused_on_ones_own_turn(you: httpx.Client) -> None:
    view = waiting(you, seats=6)
    planned = command(you, view, "plan", plan="check_fold").json()
    assert command(you, planned, "plan", plan=None).json()["planned"] is None
    view = until(you, open_table(you), lambda view: view["status"] == "your_turn")
    assert view["plans"] == []
    refused = command(you, view, "plan", plan="check_fold")
    assert refused.status_code == 422 and "act instead" in refused.json()["message"]
    assert command(you, view | {"hand": 7}, "plan", plan=None).status_code == 409


def test_after_a_fold_the_rest_of_the_board_can_be_seen_and_cards_shown(you: httpx.Client) -> None:
    view = open_table(you, seats=3, opponents=["fold", "fold"])
    for _ in range(30):
        if view["can_rabbit"]:
            break
        view = (
            command(you, view, "next").json() if view["status"] == "hand_over" else act(you, view, action="call").json()
        )
    assert view["result"] and not view["result"]["showdown"]
    cards = you.get(f"/api/tables/{view['id']}/rabbit").json()["cards"]
    known = {*view["board"], *view["seats"][0]["cards"]}
    assert len(cards) == 5 - len(view["board"]) and not known & set(cards)
    assert view["may_show"] and view["shown"] == []
    mine = view["seats"][0]["cards"]
    shown = command(you, view, "show", cards=[mine[1]]).json()
    assert shown["shown"] == [mine[1]] and shown["may_show"]
    both = command(you, view, "show", cards=mine).json()
    assert both["shown"] == mine and not both["may_show"]
    other = next(card for card in ("As", "Kd", "7c") if card not in mine)
    wrong = command(you, view, "show", cards=[other])
    assert wrong.status_code == 422 and "you do not hold" in wrong.json()["message"]
    replay = you.get(f"/api/history/{view['id']}:{view['hand']}").json()
    assert replay["shown"] == mine and replay["rabbit"] == cards
    later = command(you, view, "next").json()
    assert later["shown"] == [] and not later["can_rabbit"]
    assert you.get(f"/api/tables/{view['id']}/rabbit").status_code == 422


def test_the_cards_that_would_have_come_are_those_that_come_when_the_hand_goes_on(you: httpx.Client) -> None:
    ended = open_table(you, seats=2, seed=11, opponents=["call"])
    same = open_table(you, seats=2, seed=11, opponents=["call"])
    ended = act(you, ended, action="fold", confirm=True).json()
    rest = you.get(f"/api/tables/{ended['id']}/rabbit").json()["cards"]
    while same["status"] == "your_turn":
        same = act(you, same, action="check" if same["turn"]["can_check"] else "call").json()
    assert ended["board"] + rest == same["board"]


def test_players_are_observed_with_their_sample_and_after_a_restart_too(you: httpx.Client, database: str) -> None:
    view = open_table(you, seats=4, opponents=["fold", "call", "style:maniac"])
    assert [seat["observed"] for seat in view["seats"]] == [None] * 4
    dice = random.Random(2)
    for _ in range(6):
        view = command(you, play_hand(you, view, dice), "next").json()
    seen = [seat["observed"] for seat in view["seats"]]
    assert seen[0] is None and [each["hands"] for each in seen[1:]] == [6] * 3
    assert seen[1]["vpip"] == {"count": 0, "of": 6}
    assert seen[2]["pfr"]["count"] == 0 and seen[2]["vpip"]["count"] > 0
    from gutshot.trainer.records.statistics import opponents_counts

    store = Store(database)
    stored = opponents_counts(store, you.post("/api/session").json()["person"], view["id"])
    store.close()
    assert {player: counts.hands for player, counts in stored.items()} == dict.fromkeys(range(4), 6)


def test_folding_fast_leads_to_the_next_hand_with_others(you: httpx.Client) -> None:
    view = open_table(you, seats=4, players=20, rebuys=True)
    assert view["is_fast_fold"] and view["players"] == 20
    names = set[str]()
    for _ in range(12):
        names |= {seat["name"] for seat in view["seats"]}
        view = until(you, view, lambda view: view["status"] == "your_turn")
        hand = view["hand"]
        view = act(you, view, action="fold", confirm=True).json()
        assert view["hand"] == hand + 1 and view["last_winner"]
    assert len(names) > 8
    page = you.get("/api/history", params={"table": view["id"]}).json()
    assert page["total"] == view["hand"] - 1
    ref = page["hands"][0]["ref"]
    replay = you.get(f"/api/history/{ref}").json()
    step = next(
        frame["step"] for frame in replay["frames"] if frame["entry"]["seat"] == 0 and frame["entry"]["kind"] == "fold"
    )
    decision = you.get(f"/api/history/{ref}/decision", params={"step": step - 1})
    assert decision.status_code == 200, decision.text
    assert all(seat["name"] for seat in replay["frames"][0]["seats"])


def test_a_tournament_of_many_tables_is_played_from_its_views(you: httpx.Client) -> None:
    ask = {"mode": "tournament", "seats": 4, "players": 30, "stack": 1000, "hands_per_level": 3}
    view = open_table(you, **ask)
    tournament = view["tournament"]
    assert (tournament["players"], tournament["players_left"], tournament["tables_left"]) == (30, 30, 8)
    assert tournament["average"] == 1000 and tournament["paid"] == 4
    assert {line["seat"] for line in tournament["standings"]} >= {0, 1, 2, 3}
    dice = random.Random(4)
    while view["status"] != "table_over":
        view = play_hand(you, view, dice)
        now = view["tournament"]
        assert now["players_left"] <= tournament["players_left"]
        mine = next(line for line in now["standings"] if line["seat"] == 0)
        tournament = now
        if view["status"] == "hand_over":
            assert mine["place"] is None and now["average"] == round(30_000 / now["players_left"])
            view = command(you, view, "next").json()
    now = view["tournament"]
    mine = next(line for line in now["standings"] if line["seat"] == 0)
    assert view["seats"][0]["place"] == mine["place"] > 0
    assert mine["prize"] == (now["payouts"][mine["place"] - 1] if mine["place"] <= 4 else 0)
    listed = next(table for table in you.get("/api/tables").json() if table["id"] == view["id"])
    assert listed["status"] == "table_over"
    again = you.get(f"/api/tables/{view['id']}").json()
    assert again["tournament"] == view["tournament"]


@pytest.mark.parametrize(
    "ask",
    [{"mode": "tournament"}, {"players": 4}, {"mode": "tournament", "players": 20, "opponents": ["blueprint:hu"]}],
)
def test_what_cannot_be_opened_is_said(you: httpx.Client, ask: dict[str, Any]) -> None:
    answer = you.post("/api/tables", json=ask)
    message = answer.json()["message"]
    assert answer.status_code == 422 and ("expected" in message or "loaded" in message)
