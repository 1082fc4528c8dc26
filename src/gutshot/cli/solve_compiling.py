"""What the first run waits for: the kernels that are compiled on the way, by name, with the seconds so far."""

import importlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


class _Listener(event.Listener):
    """Tells of each kernel when its compilation begins; kernels it calls are part of it."""

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
    """Numba brings in SciPy's BLAS where it finds it, a tenth of the time a solve needs to start; no kernel uses it."""
    if "scipy.linalg" in sys.modules:
        return
    sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules["scipy.linalg"]


@contextmanager
def compiling_shown(say: Callable[[str], None]) -> Iterator[None]:
    """Inside, every kernel that is not in the cache is named while it is compiled."""
    _load_numba_alone()
    with event.install_listener("numba:compile", _Listener(say)):
        yield
