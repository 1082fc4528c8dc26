"""Compiling in the background: the server answers at once, and a table opens when its game is ready."""

import asyncio
import sys
import threading
import time

from gutshot.games.variants import Game
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.warm import warm_coach, warm_solver, warm_up

_SWITCH = 0.0005
"""Seconds after which a thread that waits for Python gets it. A write asks for it several times, and while it waits
nobody is answered: the usual 5 ms each are felt as soon as the event loop is busy."""


class Warmth:
    """Warms every game in one thread, then the coach; `ready` waits for a game.

    In a process of its own it also lets threads take turns quickly.
    """

    def __init__(self, own_process: bool = False) -> None:
        self._own_process = own_process
        self._done = {game: threading.Event() for game in Game}
        self._began = time.monotonic()
        self._seconds: float | None = None

    def start(self, coach: Helpers) -> None:
        self._began = time.monotonic()
        if self._own_process:
            sys.setswitchinterval(_SWITCH)
        threading.Thread(target=self._work, args=(coach,), name="gutshot-warm", daemon=True).start()

    def _work(self, coach: Helpers) -> None:
        for game, done in self._done.items():
            try:
                warm_up(game)
            finally:
                done.set()
        self._seconds = time.monotonic() - self._began
        if self._own_process:
            coach.start(warm_coach)
            coach.start(warm_solver)  # in the other process: advice does not wait for it

    def is_ready(self, game: Game) -> bool:
        return self._done[game].is_set()

    @property
    def is_over(self) -> bool:
        return self._seconds is not None

    @property
    def seconds(self) -> float:
        """How long it has been going on, or took."""
        return time.monotonic() - self._began if self._seconds is None else self._seconds

    async def ready(self, game: Game) -> None:
        if not self.is_ready(game):
            await asyncio.to_thread(self._done[game].wait)
