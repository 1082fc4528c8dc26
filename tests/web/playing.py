"""A person at the browser's end: opens tables and plays them over HTTP, knowing only what the views say."""

import random
from typing import Any

import httpx

View = dict[str, Any]


def open_table(client: httpx.Client, **ask: Any) -> View:
    settings = {"pace": "instant", "auto_advance": False} | ask.pop("settings", {})
    answer = client.post("/api/tables", json={"seed": 1, "settings": settings} | ask)
    assert answer.status_code == 201, answer.text
    view: View = answer.json()
    return view


def decision(view: View, dice: random.Random, fold: float = 0.3) -> dict[str, Any]:
    """A legal answer to a view, chosen from what the view offers."""
    turn = view["turn"]
    where = {"hand": view["hand"], "step": view["step"]}
    if turn["draw"] is not None:
        cards = view["seats"][view["your_seat"]]["cards"]
        return where | {"action": "draw", "cards": [card for card in cards if dice.random() < 0.4]}
    if turn["raise_bounds"] and dice.random() < 0.2:
        return where | {"action": "raise", "amount": turn["raise_bounds"]["min_to"]}
    if turn["can_check"]:
        return where | {"action": "check"}
    return where | {"action": "fold" if dice.random() < fold else "call"}


def act(client: httpx.Client, view: View, **ask: Any) -> Any:
    body = {"hand": view["hand"], "step": view["step"]} | ask
    return client.post(f"/api/tables/{view['id']}/act", json=body)


def command(client: httpx.Client, view: View, name: str, **ask: Any) -> Any:
    return client.post(f"/api/tables/{view['id']}/{name}", json={"hand": view["hand"]} | ask)


def play_hand(client: httpx.Client, view: View, dice: random.Random) -> View:
    """To the end of the hand."""
    while view["status"] == "your_turn":
        answer = client.post(f"/api/tables/{view['id']}/act", json=decision(view, dice))
        assert answer.status_code == 200, answer.text
        view = answer.json()
    return view


def until(client: httpx.Client, view: View, wanted: Any) -> View:
    """Play on by checking and calling until a view is as wanted."""
    for _ in range(400):
        if wanted(view):
            return view
        if view["status"] == "hand_over":
            view = command(client, view, "next").json()
        else:
            turn = view["turn"]
            ask = {"action": "draw", "cards": []} if turn["draw"] is not None else {"action": "check"}
            if turn["draw"] is None and not turn["can_check"]:
                ask = {"action": "call"}
            view = act(client, view, **ask).json()
    raise AssertionError("no such view came")
