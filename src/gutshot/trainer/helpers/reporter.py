"""What a long call of a helper uses to report progress and to be stopped.

A stop comes as a message from the server, as SIGINT or SIGTERM, or as the end of the server. It becomes a
KeyboardInterrupt on the main thread, which solver and arena answer by handing over what they have: at most once, only
inside `heeded`, and never in the middle of a message.
"""

import contextlib
import json
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

_LEAST_GAP = 0.4

Progress = dict[str, Any]
"""`fraction`, `text` and, unless it has not changed, `detail`: plain data, which the server keeps as JSON."""


def require_plain(detail: dict[str, Any] | None) -> dict[str, Any] | None:
    """The detail, if it is JSON that every reader takes; ValueError for NaN, which would break the page."""
    json.dumps(detail, allow_nan=False)
    return detail


class Reporter:
    """The helper's end of one long call. `asked` says whether to end."""

    def __init__(self, send: Callable[[Progress], None]) -> None:
        self.asked = False
        self._send_now = send
        self._told = 0.0
        self._armed = False
        self._masked = False

    def watch_signals(self) -> None:
        """From now on, SIGINT and SIGTERM mean stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._interrupt)

    def _interrupt(self, _: int, __: FrameType | None) -> None:
        self.asked = True
        if self._armed and not self._masked:
            self._armed = False
            raise KeyboardInterrupt

    @property
    def is_due(self) -> bool:
        """Whether the last report is long enough ago."""
        return time.monotonic() - self._told >= _LEAST_GAP

    def progress(self, fraction: float, text: str, detail: dict[str, Any] | None = None) -> None:
        """Report progress. If the server is gone, nothing is sent and the work is still saved."""
        self._told = time.monotonic()
        told = {"fraction": fraction, "text": text, "detail": require_plain(detail)}
        with self.held_back():
            try:
                self._send_now(told)
            except OSError:
                self.asked = True

    @contextlib.contextmanager
    def heeded(self) -> Iterator[None]:
        """Within this block a stop interrupts the work, at once if it came earlier."""
        self._armed = True
        try:
            self._catch_up()
            yield
        finally:
            self._armed = False

    @contextlib.contextmanager
    def held_back(self) -> Iterator[None]:
        """Within this block a stop is deferred to its end."""
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
