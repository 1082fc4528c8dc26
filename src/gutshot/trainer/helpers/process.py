"""The server's end of one helper process: starts it, sends calls, receives answers, and notices how it dies."""

import itertools
import logging
import multiprocessing
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from gutshot.trainer.helpers.kind import PREPARING, STOP, HelperKind
from gutshot.trainer.helpers.reporter import Progress

_log = logging.getLogger(__name__)
_MAIN = "gutshot.trainer.helpers.main"


@dataclass(frozen=True)
class Call:
    """A call in flight: pickled function and arguments, its future, and its progress callback."""

    text: bytes
    answer: "Future[Any]"
    progress: Callable[[Progress], None] | None = None


def packed(function: Callable[..., Any], args: Any = (), kwargs: Any = None) -> bytes:
    """A call of a module-level function; fails here if it cannot be pickled."""
    return pickle.dumps((function, args, kwargs or {}))


class HelperProcess:
    """One process. Its listening thread calls `answered` when it has room again, and `over` when it has died."""

    def __init__(
        self, kind: HelperKind, answered: Callable[[], None], over: Callable[["HelperProcess", int], None]
    ) -> None:
        self._answered, self._over = answered, over
        self._pipe, theirs = multiprocessing.Pipe()
        command = [sys.executable, "-m", _MAIN, str(theirs.fileno()), kind.name]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        finally:
            theirs.close()
        self._numbers = itertools.count(PREPARING + 1)
        self.calls: dict[int, Call] = {}
        self._say(replace(kind, prepare=None))
        if kind.prepare is not None:
            self._say((PREPARING, packed(kind.prepare)))
        self._thread = threading.Thread(target=self._listen, name=f"gutshot {kind.name}", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    def send(self, call: Call) -> None:
        """A call, to be answered in its turn."""
        number = next(self._numbers)
        self.calls[number] = call
        self._say((number, call.text))

    def stop(self) -> None:
        """Ask the running call to save and end, if this kind can."""
        self._say(STOP)

    def _say(self, message: Any) -> None:
        with suppress(OSError):  # it has died: the listening thread will report it
            self._pipe.send(message)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def end(self) -> None:
        """Kill it, and wait until it is gone and pending calls have failed."""
        self.kill()
        self._process.wait()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                self._take(*self._pipe.recv())
        status = self._process.wait()
        self._over(self, status)
        self._pipe.close()

    def _take(self, what: str, number: int, payload: bytes) -> None:
        found = pickle.loads(payload)
        if what == "progress":
            progress = self.calls[number].progress
            if progress is not None:
                progress(found)
            return
        answer = self.calls.pop(number).answer
        self._answered()
        answer.set_result(found) if what == "answer" else answer.set_exception(found)
