"""Compiling in the background: the server answers at once, and a table opens when its game is ready."""

import asyncio
import threading

from gutshot.trainer.setup import Game
from gutshot.trainer.warm import warm_up


class Warmth:
    """Warms every game in one thread; `ready` waits for one of them."""

    def __init__(self) -> None:
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

    async def ready(self, game: Game) -> None:
        if not self._done[game].is_set():
            await asyncio.to_thread(self._done[game].wait)
