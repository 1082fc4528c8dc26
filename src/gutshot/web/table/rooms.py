"""The tables in memory: loaded when asked for, dropped when unused for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from gutshot.errors import BadConfig
from gutshot.games.variants import Game
from gutshot.trainer.records import store
from gutshot.trainer.records.statistics import opponents_counts
from gutshot.trainer.records.store import Store
from gutshot.trainer.table.setup import TableSettings, TableSetup
from gutshot.web.table.loaded_opponents import LoadedOpponents
from gutshot.web.table.room import Listener, Room

IDLE = 600.0
"""Seconds after which an unwatched table leaves memory."""


class Rooms:
    """All rooms of a server. The listener hears of every decision; `warm` waits until agents can play at once.

    `players` are the opponents that have to be loaded.
    """

    def __init__(
        self,
        database: Store,
        most_open: int,
        listener: Listener | None = None,
        warm: Callable[[Game], Awaitable[None]] | None = None,
        players: LoadedOpponents | None = None,
    ) -> None:
        self._store = database
        self._most_open = most_open
        self._listener = listener
        self._warm = warm
        self._players = players or LoadedOpponents(apart=False)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._swept = time.monotonic()

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self, owner: str, setup: TableSetup, settings: TableSettings) -> Room:
        """A new table with its first hand dealt; BadConfig when the person has too many."""
        count = await asyncio.to_thread(self._store.count_open, owner)
        if count >= self._most_open:
            raise BadConfig(f"{count} tables are open: close one before opening another")
        table = store.new_id()
        await asyncio.wrap_future(self._store.submit(store.new_table(table, owner, setup, settings)))
        found = await self.find(owner, table)
        assert found is not None
        await found.start()
        return found

    async def find(self, owner: str, table: str) -> Room | None:
        """The person's table, or None: also when it is somebody else's."""
        self._sweep()
        room = self._rooms.get(table) or await self._load(table)
        if room is None or room.owner != owner:
            return None
        room.used = time.monotonic()
        return room

    def here(self, owner: str, table: str) -> Room | None:
        """The person's table if it is in memory."""
        room = self._rooms.get(table)
        if room is None or room.owner != owner:
            return None
        room.used = time.monotonic()
        return room

    async def _load(self, table: str) -> Room | None:
        """Read a table from the store, once even if two ask at the same time."""
        lock = self._loading.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                if table not in self._rooms:
                    stored = await asyncio.to_thread(self._store.table, table)
                    if stored is None:
                        return None
                    if self._warm is not None:
                        await self._warm(stored.setup.game)
                    observed = await asyncio.to_thread(opponents_counts, self._store, stored.owner, table)
                    room = Room(self._store, stored, self._players, observed)
                    room.listener = self._listener
                    room.load_agents()
                    self._rooms[table] = room
                return self._rooms[table]
        finally:
            self._loading.pop(table, None)

    def _sweep(self) -> None:
        now = time.monotonic()
        if now - self._swept < IDLE / 10:
            return
        self._swept = now
        for table, room in list(self._rooms.items()):
            if not room.is_watched and not room.is_behind and now - room.used > IDLE:
                room.stop()
                del self._rooms[table]

    def stop(self) -> None:
        """Everything in them."""
        for room in self._rooms.values():
            room.stop()
        self._players.close()
