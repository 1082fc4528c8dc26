"""A server that is stopped, or killed at any moment, loses no answered decision, no finished hand and no chip."""

import json
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from gutshot.trainer.records import history as records
from gutshot.trainer.records.store import Store, sqlite_url
from tests.web.conftest import new_person, serving
from tests.web.playing import View, command, decision, open_table, until

_SAME = ("hand", "step", "street", "board", "pot", "pots", "actor", "turn", "log", "blinds", "status")


def _comparable(view: View) -> dict[str, Any]:
    return {name: view[name] for name in _SAME} | {"seats": view["seats"]}


@pytest.mark.parametrize(("game", "seats"), [("holdem", 6), ("badugi", 4)])
def test_a_restart_in_mid_hand_resumes_exactly(tmp_path: Path, game: str, seats: int) -> None:
    database = sqlite_url(tmp_path / "a.db")
    dice = random.Random(6)
    with serving(database) as url:
        first = new_person(url)
        view = open_table(first, game=game, seats=seats, seed=31, rebuys=True)
        cookies = dict(first.cookies)
        first.close()
    for _ in range(6):
        with serving(database) as url, httpx.Client(base_url=url, cookies=cookies, timeout=300) as client:
            again = client.get(f"/api/tables/{view['id']}").json()
            assert _comparable(again) == _comparable(view)
            assert again["sequence"] > view["sequence"]
            view = until(client, again, lambda view: view["status"] == "your_turn")
            view = client.post(f"/api/tables/{view['id']}/act", json=decision(view, dice, fold=0.1)).json()


class Process:
    """`gutshot serve` in a process of its own."""

    def __init__(self, database: str) -> None:
        command_line = [sys.executable, "-m", "gutshot", "serve", "--port", "0", "--db", database, "--json"]
        self.process = subprocess.Popen(command_line, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = json.loads(self.process.stdout.readline())["url"].rstrip("/")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.close()

    def close(self) -> None:
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def _play_until_killed(url: str, cookies: dict[str, str], table: str, dice: random.Random, seen: list[View]) -> None:
    """Play as fast as can be; `seen` gets every view that was answered."""
    try:
        with httpx.Client(base_url=url, cookies=cookies, timeout=300) as client:
            view = client.get(f"/api/tables/{table}").json()
            seen.append(view)
            while True:
                if view["status"] == "your_turn":
                    answer = client.post(f"/api/tables/{table}/act", json=decision(view, dice))
                else:
                    answer = command(client, view, "next")
                if answer.status_code == 429:
                    time.sleep(0.05)
                    continue
                assert answer.status_code == 200, answer.text
                view = answer.json()
                seen.append(view)
    except httpx.HTTPError:
        return


def _kill_again_and_again(folder: Path, kills: int) -> None:
    database, dice = sqlite_url(folder / "k.db"), random.Random(kills)
    server = Process(database)
    person = new_person(server.url)
    table = open_table(person, rebuys=True, seed=44)["id"]
    cookies = dict(person.cookies)
    person.close()
    finished: dict[int, int] = {}
    for _ in range(kills):
        seen: list[View] = []
        arguments = (server.url, cookies, table, dice, seen)
        thread = threading.Thread(target=_play_until_killed, args=arguments)
        thread.start()
        while len(seen) < 2:
            assert thread.is_alive(), "the server did not answer"
            time.sleep(0.02)
        time.sleep(dice.random())
        server.kill()
        thread.join()
        finished.update({view["hand"]: view["result"]["net"] for view in seen if view["result"]})
        last = seen[-1]
        server = Process(database)
        with httpx.Client(base_url=server.url, cookies=cookies, timeout=300) as client:
            now = client.get(f"/api/tables/{table}").json()
        assert (now["hand"], now["step"]) >= (last["hand"], last["step"]), "an answered decision was lost"
    server.kill()
    _check_the_books(database, table, finished)


def _check_the_books(database: str, table: str, finished: dict[int, int]) -> None:
    """Every hand that was seen finished is there, and every hand starts with the chips the one before ended with."""
    store = Store(database)
    stored = store.table(table)
    assert stored is not None and stored.deal is not None
    (owner,) = {stored.owner}
    before: tuple[int, ...] | None = None
    for number in range(1, stored.deal.number):
        record = records.open_hand(store, owner, table, number)
        assert record is not None, f"hand {number} is lost"
        hand = record.hand
        assert hand.is_over and sum(hand.payoffs) == 0
        if number in finished:
            assert hand.payoffs[0] == finished[number]
        if before is not None:
            topped = [had or record.setup.stacks[chair] for chair, had in enumerate(before)]
            assert record.deal.stacks == tuple(topped)
        before = hand.stacks
    assert len(finished) > 0 and max(finished) <= stored.deal.number
    store.close()


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    _kill_again_and_again(tmp_path, 2)


@pytest.mark.slow
def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    _kill_again_and_again(tmp_path, 50)
