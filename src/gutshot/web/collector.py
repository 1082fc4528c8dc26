"""Searching for garbage in small steps, instead of whenever Python's counter says so.

The counter subtracts what is freed from what is made. At tables in play both go on all the time, so a search comes late
and then looks through everything made since, for tens of milliseconds in which nobody is answered. Here what is new is
searched ten times a second; all of it once in ten minutes, because garbage in cycles is rare here.
"""

import asyncio
import gc
from collections.abc import Callable

_STEP = 0.1
_ALL = 6000
"""Steps from one search of everything to the next."""


class Collector:
    """Takes over from Python's own collector once everything `is_loaded`, in a process that only serves."""

    def __init__(self, is_loaded: Callable[[], bool]) -> None:
        self._is_loaded = is_loaded
        self._steps = 0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin, on the running event loop."""
        self._timer = asyncio.get_running_loop().call_later(_STEP, self._step)

    def _step(self) -> None:
        if not gc.isenabled():
            self._steps += 1
            gc.collect(2 if self._steps % _ALL == 0 else 0)
        elif self._is_loaded():
            gc.collect()
            gc.freeze()  # what is loaded and compiled by now stays, and is not searched again
            gc.disable()
        self.start()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            gc.enable()
