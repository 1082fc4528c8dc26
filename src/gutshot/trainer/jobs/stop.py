"""How a worker is stopped: by a line on its standard input, or by the end of that input when the server is gone.

Both become a KeyboardInterrupt in the main thread, which solver and arena answer by handing over what they have. It
comes at most once, only between `begin` and `end`, and never in the middle of a message to the server.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType


class StopSignal:
    """Listens from construction on. `asked` says whether to end."""

    def __init__(self) -> None:
        self.asked = False
        self._armed = False
        self._masked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._interrupt)
        threading.Thread(target=self._listen, name="gutshot-stop", daemon=True).start()

    def _listen(self) -> None:
        sys.stdin.readline()  # "stop", or nothing at all when the server has died
        os.kill(os.getpid(), signal.SIGINT)

    def _interrupt(self, _: int, __: FrameType | None) -> None:
        self.asked = True
        if self._armed and not self._masked:
            self._armed = False
            raise KeyboardInterrupt

    @contextlib.contextmanager
    def heeded(self) -> Iterator[None]:
        """In this block a stop interrupts the work; one that came before does so at once."""
        self._armed = True
        try:
            self._catch_up()
            yield
        finally:
            self._armed = False

    @contextlib.contextmanager
    def held_back(self) -> Iterator[None]:
        """In this block a stop waits for the end of the block."""
        self._masked = True
        try:
            yield
        finally:
            self._masked = False
        self._catch_up()

    def _catch_up(self) -> None:
        if self.asked and self._armed:
            self._armed = False
            raise KeyboardInterrupt
