"""How a figure is taken: one pinned core, CPU time of the process, warm-up, then the median of several runs."""

import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One measured line: how much work of which unit was done per second, or how many seconds a job took."""

    what: str
    who: str
    value: float
    unit: str
    note: str = ""


def pin_to_one_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def seconds(job: Callable[[], object], repeats: int = 5, clock: Callable[[], float] = time.process_time) -> float:
    """Median seconds of `job()` after one unmeasured call, which also compiles what is compiled."""
    job()
    times = []
    for _ in range(repeats):
        start = clock()
        job()
        times.append(clock() - start)
    return statistics.median(times)


def rate(job: Callable[[], object], amount: float, repeats: int = 5) -> float:
    """Units of work per second of CPU time."""
    return amount / seconds(job, repeats)


def machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    return f"{model}, {len(os.sched_getaffinity(0))} core(s) visible, Python {platform.python_version()}"
