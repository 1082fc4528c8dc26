"""The WebSocket: the state at once, every change after it, grades, closing; and coming back."""

import json
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.web.playing import act, command, open_table, until


def socket_of(client: httpx.Client, table: str) -> ClientConnection:
    address = str(client.base_url).replace("http", "ws").rstrip("/")
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return connect(f"{address}/api/tables/{table}/live", additional_headers={"Cookie": cookie})


def message(socket: ClientConnection, kind: str, timeout: float = 300) -> Any:
    """The next message of a kind."""
    end = time.monotonic() + timeout
    while True:
        found = json.loads(socket.recv(timeout=max(0.1, end - time.monotonic())))
        if found["type"] == kind:
            return found


def test_states_come_in_order_and_again_after_a_reconnect(you: httpx.Client) -> None:
    view = open_table(you, settings={"pace": "fast"}, seed=4)
    sequences = []
    with socket_of(you, view["id"]) as socket:
        for _ in range(4):
            table = message(socket, "state")["table"]
            sequences.append(table["sequence"])
            if table["status"] == "your_turn":
                act(you, table, action="fold", confirm=True)
            elif table["status"] == "hand_over":
                command(you, table, "next")
    assert sequences == sorted(set(sequences))
    with socket_of(you, view["id"]) as socket:
        assert message(socket, "state")["table"]["sequence"] >= sequences[-1]


def test_a_decision_is_graded_without_being_waited_for(you: httpx.Client) -> None:
    view = until(you, open_table(you, seed=6), lambda view: view["status"] == "your_turn")
    with socket_of(you, view["id"]) as socket:
        first = act(you, view, action="fold", confirm=True).json()
        grade = message(socket, "grade")["grade"]
    assert (grade["hand"], grade["step"]) == (view["hand"], view["step"])
    assert grade["grade"] in ("best", "fine", "inaccuracy", "mistake", "blunder") and grade["ev_lost"] >= 0
    assert first["last_grade"] is None
    assert you.get(f"/api/tables/{view['id']}").json()["last_grade"] == grade


def test_a_closed_table_says_goodbye(you: httpx.Client) -> None:
    view = open_table(you)
    with socket_of(you, view["id"]) as socket:
        message(socket, "state")
        you.delete(f"/api/tables/{view['id']}")
        assert message(socket, "bye")["reason"]
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=300)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4410


def test_what_the_browser_sends_is_ignored(you: httpx.Client) -> None:
    view = open_table(you)
    with socket_of(you, view["id"]) as socket:
        socket.send("hello")
        socket.send(b"\x00\x01")
        before = message(socket, "state")["table"]
        you.post(f"/api/tables/{view['id']}/pause", json={"paused": True})
        assert message(socket, "state")["table"]["sequence"] > before["sequence"]
