"""Opponents that must be loaded: the table opens at once, waits for them, and goes on by itself."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from gutshot.games.observation import Observation
from gutshot.trainer.records.store import Store
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.setup import Choices, Pace, TableSettings
from gutshot.trainer.table.table import Table
from gutshot.web.table import loaded_opponents as players
from gutshot.web.table import room
from gutshot.web.table.loaded_opponents import LoadedOpponents
from gutshot.web.table.room import Room
from gutshot.web.table.rooms import Rooms

CHOICES = Choices(seats=3, seed=5, opponents=("style:tag", "style:rock"))


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """The opponents have to be loaded, and are once the event is set."""
    opened = threading.Event()
    monkeypatch.setattr(room, "is_bundle", lambda agent: True)
    monkeypatch.setattr(players, "prepare", lambda agent: opened.wait(300))
    yield opened
    opened.set()


async def sit_down(store: Store, loaded: LoadedOpponents, pace: Pace = Pace.INSTANT) -> Room:
    return await Rooms(store, 9, players=loaded).open("me", make_setup(CHOICES), TableSettings(pace=pace))


async def until(table: Room, wanted: str) -> None:
    for _ in range(3000):
        if (await table.poll()).status == wanted:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"never {wanted}: {table.view().status}")


def test_a_table_waits_for_its_opponent_and_goes_on(gate: threading.Event) -> None:
    async def play(store: Store) -> tuple[Room, bool]:
        table = await sit_down(store, LoadedOpponents(apart=False))
        while not table.table.is_hand_over and table.table.actor == 0:
            table.table.act("call" if table.table.hand.legal.call else "check")
        waited = (await table.poll()).is_loading
        gate.set()
        await until(table, "your_turn" if not table.table.is_hand_over else "hand_over")
        table.stop()
        return table, waited

    with closing(Store()) as store:
        table, waited = asyncio.run(play(store))
    assert waited
    alone = Table(make_setup(CHOICES))
    for choice in table.table.choices:
        assert alone.actor is not None
        if alone.actor == 0:
            alone.act(choice)
        else:
            alone.agent_act()
    assert alone.choices == table.table.choices  # loaded or not, the same dice


def test_nothing_is_loaded_for_a_table_without_such_opponents() -> None:
    async def open_one(store: Store) -> dict[str, Any]:
        loaded = LoadedOpponents(apart=False)
        table = await sit_down(store, loaded)
        table.stop()
        return dict(loaded._loading)

    with closing(Store()) as store:
        assert asyncio.run(open_one(store)) == {}


def test_an_opponent_that_fails_gives_up_its_hand(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(agent: str, seed: int, number: int, observation: Observation) -> None:
        raise OSError("the bundle is gone")

    monkeypatch.setattr(players, "decide", fail)
    observation = Table(make_setup(CHOICES)).hand
    seen = observation.observation(observation.actor or 0)

    async def ask() -> object:
        loaded = LoadedOpponents(apart=False)
        answer = await loaded.ask("style:rock", 1, 1, seen)
        loaded.close()
        return answer

    assert asyncio.run(ask()) == "fold"
    assert "the bundle is gone" in caplog.text
