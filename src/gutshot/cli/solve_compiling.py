"""Name the kernels that the first run compiles, with the seconds so far."""

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


class _CompileListener(event.Listener):
    """Reports each kernel when its compilation begins, including the kernels it calls."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say, self._depth, self._began, self._spent = say, 0, 0.0, 0.0

    def on_start(self, event: Any) -> None:
        if self._depth == 0:
            self._began = time.perf_counter()
            function = event.data["dispatcher"].py_func
            place = function.__module__.removeprefix("gutshot.")
            self._say(f"compiling {place}.{function.__name__}, on the first run only ({self._spent:.0f} s so far)")
        self._depth += 1

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._spent += time.perf_counter() - self._began


def _load_numba_alone() -> None:
    """Keep Numba from loading SciPy's BLAS: no kernel uses it, and it takes a tenth of the start-up time."""
    if "scipy.linalg" in sys.modules:
        return
    sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules["scipy.linalg"]


@contextmanager
def compiling_shown(say: Callable[[str], None]) -> Iterator[None]:
    """Name every uncached kernel while it is compiled."""
    _load_numba_alone()
    with event.install_listener("numba:compile", _CompileListener(say)):
        yield
