"""Where strategies are looked into: a process of its own, in which several questions are answered at a time.

A network takes seconds to load and compile, a node milliseconds of arithmetic. In the server's process every table
would wait for both, since Python runs one thread at a time. The process starts when somebody first looks at the library
and ends with the server; if it dies, those who wait are told so, and the next question starts another.
"""

import gc
import itertools
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from gutshot.errors import GutshotError
from gutshot.strategies.catalogue import Library
from gutshot.web.coach_worker import leave_with_parent

_log = logging.getLogger(__name__)
_P = ParamSpec("_P")
_T = TypeVar("_T")
_NICE = 5
_AT_ONCE = 8
_THRESHOLDS = (20_000, 20, 500)
"""Of the garbage collector: a search through all compiled code in the middle of a walk would be felt."""


class ReadingRoom:
    """Answers questions about the library below `data`; `apart` has them answered in another process."""

    def __init__(self, data: Path, apart: bool) -> None:
        self.library = Library(data)
        self._apart = apart
        self._lock = threading.Lock()
        self._reader: _Reader | None = None

    def ask(self, question: Callable[Concatenate[Library, _P], _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer of a function of the library; for threads."""
        if not self._apart:
            return question(self.library, *args, **kwargs)
        answer: _T = self._running().begin(question, args, kwargs).result()
        return answer

    def get_ready(self) -> None:
        """Start the process before somebody waits for it."""
        if self._apart:
            self._running()

    def _running(self) -> "_Reader":
        with self._lock:
            if self._reader is None or not self._reader.is_alive:
                self._reader = _Reader(self.library.data)
            return self._reader

    def close(self) -> None:
        with self._lock:
            if self._reader is not None:
                self._reader.end()


class _Reader:
    """The server's end of the process: numbers questions, and hands answers to those who wait."""

    def __init__(self, data: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=read, args=(theirs, data, os.getpid()), name="gutshot-reads", daemon=True
        )
        self._process.start()
        theirs.close()
        self._sending = threading.Lock()
        self._numbers = itertools.count()
        self._waiting: dict[int, Future[Any]] = {}
        self.is_alive = True
        threading.Thread(target=self._listen, name="gutshot-reader", daemon=True).start()

    def begin(self, question: Callable[..., Any], args: Any, kwargs: Any) -> "Future[Any]":
        number, answer = next(self._numbers), Future[Any]()
        self._waiting[number] = answer
        with self._sending, suppress(OSError):  # it has died: whoever waits is told by the one who listens
            self._pipe.send((number, question, args, kwargs))
        if not self.is_alive:
            self._give_up()
        return answer

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                number, answer, error = self._pipe.recv()
                waiting = self._waiting.pop(number)
                waiting.set_result(answer) if error is None else waiting.set_exception(error)
        self.is_alive = False
        self._give_up()

    def _give_up(self) -> None:
        died = GutshotError("the process that reads strategies has died, perhaps for lack of memory: try again")
        while self._waiting:
            with suppress(KeyError):
                self._waiting.popitem()[1].set_exception(died)

    def end(self) -> None:
        """Do not wait for what is being opened: nobody will look at it."""
        self._process.terminate()
        self._process.join()


def read(pipe: Connection, data: Path, parent: int) -> None:
    """Answer until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    os.nice(_NICE)
    leave_with_parent(parent)
    gc.set_threshold(*_THRESHOLDS)
    library, sending = Library(data, ahead=True), threading.Lock()
    with ThreadPoolExecutor(_AT_ONCE, "gutshot-reads") as readers, suppress(EOFError):
        while True:
            number, question, args, kwargs = pipe.recv()
            readers.submit(_answer, pipe, sending, library, number, question, args, kwargs)


def _answer(
    pipe: Connection, sending: threading.Lock, library: Library, number: int, question: Any, args: Any, kwargs: Any
) -> None:
    answer: Any = None
    error: Exception | None = None
    try:
        answer = question(library, *args, **kwargs)
    except GutshotError as refused:
        error = type(refused)(str(refused))
    except Exception as broken:  # the server shall hear of it, and go on
        _log.exception("a question about the library failed")
        error = RuntimeError(f"{type(broken).__name__}: {broken}")
    with sending:
        pipe.send((number, answer, error))
