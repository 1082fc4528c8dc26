"""The helper process itself: `python -m gutshot.trainer.helpers.main FD NAME` answers calls that come over a pipe.

It ends when the server closes the pipe or dies. A call names a function and brings pickled arguments; only the server
that started the process holds the other end.
"""

import contextlib
import logging
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

from gutshot.errors import GutshotError
from gutshot.trainer.helpers.kind import PREPARING, STOP, HelperKind, TooLong
from gutshot.trainer.helpers.reporter import Progress, Reporter

_log = logging.getLogger(__name__)
_FIRST_TO_GO = "800"
_AGAIN = 1.0
"""Seconds after which a call that took the first TooLong for an error of its own is told again."""


class Helper:
    """The process: one thread listens to the server, the main thread and optionally others answer."""

    def __init__(self, pipe: Connection, kind: HelperKind) -> None:
        self._pipe, self._kind = pipe, kind
        self._sending = threading.Lock()
        self._calls: queue.SimpleQueue[tuple[int, bytes] | None] = queue.SimpleQueue()
        self._number = 0
        self._reporter = Reporter(self._tell)

    def run(self) -> None:
        """Answer calls until the server goes away."""
        _give_way(self._kind)
        if self._kind.reports:
            self._reporter.watch_signals()
        else:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
        threads = [threading.Thread(target=self._listen, daemon=True)]
        threads += [threading.Thread(target=self._answer_all, daemon=True) for _ in range(self._kind.at_once - 1)]
        for thread in threads:
            thread.start()
        self._answer_all()

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                message = self._pipe.recv()
                if message == STOP:
                    os.kill(os.getpid(), signal.SIGINT)
                else:
                    self._calls.put(message)
        if not self._kind.reports:
            os._exit(0)  # no one is left to read an answer
        os.kill(os.getpid(), signal.SIGINT)
        self._calls.put(None)

    def _answer_all(self) -> None:
        while (call := self._calls.get()) is not None:
            self._answer(*call)

    def _answer(self, number: int, call: bytes) -> None:
        """Call the function; errors are sent to the server, and the process carries on."""
        self._number = number
        found: Any = None
        try:
            function, args, kwargs = pickle.loads(call)
            first = (self._reporter,) if self._kind.reports else ()
            with _limited(None if number == PREPARING else self._kind.cpu_seconds):
                found = function(*first, *args, **kwargs)
            what, payload = "answer", pickle.dumps(found)
        except GutshotError as refused:
            what, payload = "error", pickle.dumps(type(refused)(str(refused)))
        except Exception as broken:
            _log.exception("a call of %s failed", self._kind.name)
            what, payload = "error", pickle.dumps(RuntimeError(f"{type(broken).__name__}: {broken}"))
        if number != PREPARING:
            with contextlib.suppress(OSError):  # the server is gone
                self._send(what, number, payload)

    def _tell(self, progress: Progress) -> None:
        self._send("progress", self._number, pickle.dumps(progress))

    def _send(self, what: str, number: int, payload: bytes) -> None:
        with self._sending:
            self._pipe.send((what, number, payload))


def _give_way(kind: HelperKind) -> None:
    if hasattr(os, "nice"):
        os.nice(kind.nice)
    if kind.first_to_go:
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO)


@contextlib.contextmanager
def _limited(seconds: float | None) -> Iterator[None]:
    """Raise TooLong after this much CPU time, so that a busy machine makes no difference."""
    if seconds is None or not hasattr(signal, "SIGPROF"):
        yield
        return

    def give_up(_: int, __: FrameType | None) -> None:
        raise TooLong(f"it takes more than {seconds} s")

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main() -> None:
    """Standard output goes to standard error, because the server's own output may be parsed."""
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    pipe = Connection(int(sys.argv[1]))
    Helper(pipe, pipe.recv()).run()


if __name__ == "__main__":
    main()
