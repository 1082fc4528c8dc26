"""Seconds of work: compiling on the first use is counted separately, and announced once.

`kernel.py` reports when compiling begins and ends. The message goes to Python's logging as a warning, so a script shows
it and the command line has it on stderr, where it does not mix with JSON.
"""

import logging
import time
from typing import Any

_log = logging.getLogger("gutshot")
FIRST_USE = "compiling what has not been used before; this is kept, and `gutshot warm` does it ahead"


class Compiling:
    """How long this process has compiled so far. Compilers take turns, and one calls another."""

    def __init__(self) -> None:
        self._spent, self._depth, self._began, self._said = 0.0, 0, 0.0, False

    @property
    def seconds(self) -> float:
        """All of it, up to now."""
        return self._spent + (time.perf_counter() - self._began if self._depth else 0.0)

    def begin(self) -> None:
        """A function is being compiled."""
        if not self._said:
            self._said = True
            _log.warning(FIRST_USE)
        if self._depth == 0:
            self._began = time.perf_counter()
        self._depth += 1

    def add(self, seconds: float) -> None:
        """Somebody else has compiled for so long."""
        self._spent += seconds

    def end(self) -> None:
        """It is done."""
        self._depth -= 1
        if self._depth == 0:
            self._spent += time.perf_counter() - self._began


COMPILING = Compiling()
_BY_XLA = ("/jax/core/compile/jaxpr_to_mlir_module_duration", "/jax/core/compile/backend_compile_duration")


def count_xla(monitoring: Any) -> None:
    """Leave out what JAX compiles, too. `monitoring` is its module of that name; for rooms that solve by JAX."""

    def compiled(event: str, seconds: float, **_: Any) -> None:
        if event in _BY_XLA:
            COMPILING.add(seconds)

    monitoring.register_event_duration_secs_listener(compiled)


class Clock:
    """Seconds since it was made, less those of compiling; `before` were spent earlier."""

    def __init__(self, before: float = 0.0) -> None:
        self._began = time.perf_counter() - COMPILING.seconds - before

    @property
    def seconds(self) -> float:
        """Up to now."""
        return time.perf_counter() - COMPILING.seconds - self._began
