"""Compiling in the background: the server answers at once, and a table opens when its game is ready."""

import asyncio
import gc
import threading

from gutshot.trainer.setup import Game
from gutshot.trainer.warm import warm_up

_THRESHOLDS = (20_000, 20, 500)
"""Garbage in cycles is rare here, and a search through a thousand tables is felt: search seldom."""


class Warmth:
    """Warms every game in one thread; `ready` waits for one of them. In a process of its own it calms the collector."""

    def __init__(self, own_process: bool = False) -> None:
        self._own_process = own_process
        self._done = {game: threading.Event() for game in Game}
        self._thread = threading.Thread(target=self._work, name="gutshot-warm", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _work(self) -> None:
        for game, done in self._done.items():
            try:
                warm_up(game)
            finally:
                done.set()
        if self._own_process:
            gc.collect()
            gc.freeze()  # what is loaded by now stays: searching it for garbage again would be felt as a pause
            gc.set_threshold(*_THRESHOLDS)

    async def ready(self, game: Game) -> None:
        if not self._done[game].is_set():
            await asyncio.to_thread(self._done[game].wait)
