"""Calls functions in helper processes, which start when first needed and again after they have died.

Python runs one thread at a time, so long work beside the server would slow every answer. Callers get a future, as from
any executor. If a process dies, its callers get an error that says how, and the next call starts another.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from gutshot.trainer.helpers.kind import HelperDied, HelperKind, TooLong, death
from gutshot.trainer.helpers.process import Call, HelperProcess, packed
from gutshot.trainer.helpers.reporter import Progress

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Helpers:
    """Helpers of one kind. Without `apart` they are threads of this process and have no limits."""

    def __init__(self, kind: HelperKind, apart: bool = True) -> None:
        self._kind = kind
        self._threads: Executor | None = None
        if not apart:
            self._threads = ThreadPoolExecutor(kind.processes * kind.at_once, f"gutshot {kind.name}")
        self._lock = threading.Lock()
        self._processes: list[HelperProcess] = []
        self._waiting: deque[Call] = deque()
        self._closed = False

    @property
    def are_apart(self) -> bool:
        """Whether they are processes, not threads."""
        return self._threads is None

    @property
    def pid(self) -> int | None:
        """The process id of the first running helper."""
        with self._lock:
            return self._processes[0].pid if self._processes else None

    # --- calling --------------------------------------------------------------------------------------------------

    def start(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """Call a module-level function; the future has its result."""
        if self._threads is not None:
            return self._threads.submit(function, *args, **kwargs)
        return self._add(Call(packed(function, args, kwargs), Future()))

    def run(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer in a thread."""
        return self.start(function, *args, **kwargs).result()

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait for the answer in the event loop."""
        return await asyncio.wrap_future(self.start(function, *args, **kwargs))

    def run_within(self, seconds: float, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Wait this long for the answer, then kill the process."""
        try:
            return self.start(function, *args, **kwargs).result(seconds)
        except TimeoutError:
            self._end_all()
            raise TooLong(f"{self._kind.name} did not answer within {seconds:.0f} s") from None

    def start_reporting(
        self, progress: Callable[[Progress], None], function: Callable[..., _T], *args: Any
    ) -> "Future[_T]":
        """As `start`, for a function that takes a Reporter first; `progress` is called on a thread of the helper."""
        return self._add(Call(packed(function, args), Future(), progress))

    # --- ending ---------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Ask calls that report to save and end."""
        with self._lock:
            for process in self._processes:
                process.stop()

    def kill(self) -> None:
        """Kill the processes; pending calls fail soon after."""
        with self._lock:
            for process in self._processes:
                process.kill()

    def close(self) -> None:
        """End without waiting for calls in progress: no one will read their answers."""
        with self._lock:
            self._closed = True
            waiting, self._waiting = self._waiting, deque()
        for call in waiting:
            call.answer.cancel()
        self._end_all()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)

    def _end_all(self) -> None:
        with self._lock:
            processes = list(self._processes)
        for process in processes:
            process.end()

    # --- processes ------------------------------------------------------------------------------------------------

    def get_ready(self) -> None:
        """Start a process before it is needed."""
        with self._lock:
            if self.are_apart and not self._processes and not self._closed:
                self._begin()

    def _add(self, call: Call) -> "Future[Any]":
        with self._lock:
            if self._closed:
                call.answer.cancel()
            else:
                self._waiting.append(call)
        self._send_waiting()
        return call.answer

    def _send_waiting(self) -> None:
        """Hand waiting calls to processes that have room."""
        try:
            with self._lock:
                while self._waiting and (process := self._free()) is not None:
                    call = self._waiting.popleft()
                    if call.answer.set_running_or_notify_cancel():
                        process.send(call)
        except OSError as error:
            self._give_up(f"{self._kind.name} could not be started: {error.strerror or error}")

    def _give_up(self, why: str) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, deque()
        for call in waiting:
            call.answer.set_exception(HelperDied(why))

    def _free(self) -> HelperProcess | None:
        for process in self._processes:
            if len(process.calls) < self._kind.at_once:
                return process
        return self._begin() if len(self._processes) < self._kind.processes else None

    def _begin(self) -> HelperProcess:
        process = HelperProcess(self._kind, self._send_waiting, self._died)
        self._processes.append(process)
        return process

    def _died(self, process: HelperProcess, status: int) -> None:
        with self._lock:
            self._processes.remove(process)
        for call in process.calls.values():
            call.answer.set_exception(HelperDied(death(self._kind.name, status)))
        self._send_waiting()
