"""Where the coach thinks: in a thread, or in a process of its own that gives way to play.

Python runs one thread at a time, so a coach beside the server would slow every answer. The process is nice to all
others, starts when it is first needed, and ends by itself when the server is gone, however it went.
"""

import asyncio
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_NICE = 15
_LOOK = 1.0


class Coach:
    """Runs the coach's functions one after another."""

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._lock = threading.Lock()
        self._executor: Executor | None = None

    @property
    def _worker(self) -> Executor:
        with self._lock:
            if self._executor is None:
                self._executor = _process() if self._apart else ThreadPoolExecutor(1, "gutshot-coach-thinks")
            return self._executor

    def run(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer; for threads."""
        return self._worker.submit(function, *args, **kwargs).result()

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer; for the event loop."""
        return await asyncio.wrap_future(self._worker.submit(function, *args, **kwargs))

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)


def _process() -> Executor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_begin, initargs=(os.getpid(),))


def _begin(parent: int) -> None:
    os.nice(_NICE)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    """End this process when the server is no longer its parent."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(0)
