"""The server's end of a worker process: starts it, listens to it, and says in words how it died."""

import json
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

Message = dict[str, Any]
_WORKER = "gutshot.trainer.jobs.worker"
_TAIL = 4000


class Child:
    """One worker. `hear` is called with every message, `over` once with its exit status, both on a thread of its own.

    Standard error goes to an unnamed file, so that a talkative worker never blocks.
    """

    def __init__(self, order: Mapping[str, Any], hear: Callable[[Message], None], over: Callable[[int], None]) -> None:
        self._hear, self._over = hear, over
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the worker is over
        self._process = subprocess.Popen(
            [sys.executable, "-m", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._say(json.dumps(order))
        self._thread = threading.Thread(target=self._listen, name="gutshot-job", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _say(self, line: str) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(BrokenPipeError, ValueError):  # it has died: `over` will say so
            pipe.write(line + "\n")
            pipe.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._hear(json.loads(line))
        status = self._process.wait()
        self._over(status)
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            if pipe is not None:
                _close(pipe)

    def stop(self) -> None:
        """Tell it to save and exit."""
        self._say("stop")

    def kill(self) -> None:
        self._process.kill()

    def wait(self, seconds: float) -> None:
        """Wait until it has ended and all listeners know, or until the timeout."""
        self._thread.join(seconds)

    def death(self, status: int) -> str:
        """Why it died, in a sentence."""
        if status == -signal.SIGKILL:
            return "the worker was killed (SIGKILL), as happens when memory runs out"
        if status < 0:
            return f"the worker was ended by {signal.Signals(-status).name}"
        self._errors.seek(0, 2)
        self._errors.seek(max(0, self._errors.tell() - _TAIL))
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"the worker ended with status {status}{': ' + lines[-1][:300] if lines else ''}"


def _close(pipe: Any) -> None:
    with suppress(BrokenPipeError):
        pipe.close()
