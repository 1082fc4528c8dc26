"""How a helper process is configured, and how it fails."""

import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gutshot.errors import GutshotError

STOP = "stop"
PREPARING = 0
"""The number of the call that nobody waits for."""


@dataclass(frozen=True)
class HelperKind:
    """One kind of helper. `name` is used in sentences, as "the coach"."""

    name: str
    nice: int = 0
    processes: int = 1
    at_once: int = 1  # concurrent calls per process; a single one runs on its main thread
    cpu_seconds: float | None = None  # per call; requires at_once=1
    prepare: Callable[[], Any] | None = None  # runs once before the first call, without a limit
    reports: bool = False  # calls get a Reporter first, and may save when stopped or when the server ends
    first_to_go: bool = False  # killed first when memory runs out


class HelperDied(GutshotError):
    """The process ended before it answered."""


class TooLong(GutshotError):
    """The call used up its limit."""


def death(name: str, status: int) -> str:
    """How a process died, in a sentence."""
    if status == -signal.SIGKILL:
        return f"{name} was killed (SIGKILL), as happens when memory runs out"
    if status < 0:
        return f"{name} was ended by {signal.Signals(-status).name}"
    return f"{name} ended with status {status}: the server's log says why"
