"""What a worker reports to the server: JSON lines on a pipe that nothing else writes to."""

import json
import os
import sys
import time
from typing import Any

from gutshot.trainer.jobs.stop import StopSignal

_LEAST_GAP = 0.4


class Telling:
    """The worker's end. Standard output is turned into standard error, so that a stray print breaks nothing."""

    def __init__(self, stop: StopSignal) -> None:
        self._stop = stop
        self._told = 0.0
        self._pipe = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    @property
    def is_due(self) -> bool:
        """Whether the last report was long enough ago."""
        return time.monotonic() - self._told >= _LEAST_GAP

    def progress(self, fraction: float, text: str, detail: dict[str, Any] | None = None) -> None:
        self._told = time.monotonic()
        self._send({"type": "progress", "fraction": fraction, "text": text, "detail": detail})

    def end(self, is_complete: bool, fraction: float, text: str, detail: dict[str, Any] | None = None) -> None:
        self._send({"type": "end", "complete": is_complete, "fraction": fraction, "text": text, "detail": detail})

    def failure(self, sentence: str) -> None:
        self._send({"type": "failure", "error": sentence})

    def _send(self, message: dict[str, Any]) -> None:
        """A server that is gone hears nothing; the work is saved all the same."""
        with self._stop.held_back():
            try:
                self._pipe.write(json.dumps(message, allow_nan=False) + "\n")
                self._pipe.flush()
            except BrokenPipeError:
                self._stop.asked = True
