"""Compiling in the background: the server answers at once, and a table opens when its game is ready."""

import asyncio
import threading
import time

from gutshot.games.variants import Game
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.warm import warm_coach, warm_search, warm_up


class Warmth:
    """Warms every game in one thread, then the coach where he thinks apart; `ready` waits for a game."""

    def __init__(self) -> None:
        self._done = {game: threading.Event() for game in Game}
        self._began = time.monotonic()
        self._seconds: float | None = None

    def start(self, coach: Helpers, solver: Helpers | None) -> None:
        """Compile in a thread of its own."""
        self._began = time.monotonic()
        threading.Thread(target=self._work, args=(coach, solver), name="gutshot-warm", daemon=True).start()

    def _work(self, coach: Helpers, solver: Helpers | None) -> None:
        for game, done in self._done.items():
            try:
                warm_up(game)
            finally:
                done.set()
        self._seconds = time.monotonic() - self._began
        if coach.are_apart:
            coach.start(warm_coach)
        if solver is not None:
            solver.start(warm_search)

    def is_ready(self, game: Game) -> bool:
        """Whether the game can be dealt."""
        return self._done[game].is_set()

    @property
    def seconds(self) -> float:
        """How long it has been going on, or took."""
        return time.monotonic() - self._began if self._seconds is None else self._seconds

    async def ready(self, game: Game) -> None:
        """Wait until it can."""
        if not self.is_ready(game):
            await asyncio.to_thread(self._done[game].wait)
