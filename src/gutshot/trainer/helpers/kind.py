"""What a helper process is told when it starts, and how it fails."""

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
    """How one sort of helper runs. `name` stands in sentences: "the coach"."""

    name: str
    nice: int = 0
    processes: int = 1
    at_once: int = 1  # calls that one process answers at a time; one alone is answered on its main thread
    cpu_seconds: float | None = None  # of one call; only where calls come one at a time
    prepare: Callable[[], Any] | None = None  # called once before the first call, without any limit
    reports: bool = False  # calls get a Reporter first; a stop, or the end of the server, lets them save and end
    first_to_go: bool = False  # when memory runs out


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
