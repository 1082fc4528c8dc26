"""Where the coach thinks: in a thread, or in processes of their own that give way to play.

Python runs one thread at a time, so a coach beside the server would slow every answer. The processes are nice to all
others, start when they are first needed, and end by themselves when the server is gone, however it went. There are two
so that advice does not wait for a grade that is being solved.
"""

import asyncio
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")
_NICE = 15
_PROCESSES = 2
_LOOK = 1.0


class Coach:
    """Runs the coach's functions. Where it thinks apart it also solves spots, which takes seconds."""

    def __init__(self, apart: bool) -> None:
        self._apart = apart
        self._lock = threading.Lock()
        self._executor: Executor | None = None

    @property
    def solves(self) -> bool:
        return self._apart

    @property
    def _worker(self) -> Executor:
        with self._lock:
            if self._executor is None:
                self._executor = _process() if self._apart else ThreadPoolExecutor(1, "gutshot-coach-thinks")
            return self._executor

    def run(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer; for threads."""
        return self.start(function, *args, **kwargs).result()

    def start(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have it thought about while the thread does something else."""
        return self._worker.submit(function, *args, **kwargs)

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer; for the event loop."""
        return await asyncio.wrap_future(self._worker.submit(function, *args, **kwargs))

    def begin(self, function: Callable[[], None]) -> None:
        """Have something done without waiting for it."""
        self._worker.submit(function)

    def close(self) -> None:
        if self._executor is not None:
            end_processes(self._executor)
            self._executor.shutdown(cancel_futures=True)


def end_processes(executor: Executor) -> None:
    """Do not wait for what is being solved or compiled: nobody will read it."""
    if isinstance(executor, ProcessPoolExecutor):
        for process in list((executor._processes or {}).values()):
            process.terminate()


def _process() -> Executor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(_PROCESSES, mp_context=context, initializer=_begin, initargs=(os.getpid(),))


def _begin(parent: int) -> None:
    os.nice(_NICE)
    leave_with_parent(parent)


def leave_with_parent(parent: int) -> None:
    """Watch over this process: it ends when the server that started it is gone."""
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    """End this process when the server is no longer its parent."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(0)
