"""How much of the machine long work may take."""

import os
from dataclasses import dataclass, field

MOST_HANDS = 5_000_000
"""Of one simulation."""


def _half_the_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class JobLimits:
    """What the server lends to jobs. One core is left to the tables wherever there are two."""

    at_once: int = field(default_factory=lambda: 1 if _cores() <= 2 else 2)
    threads: int = field(default_factory=lambda: max(1, (_cores() - 1) // (1 if _cores() <= 2 else 2)))  # of one job
    memory_bytes: int = field(default_factory=_half_the_memory)
    waiting: int = 20  # jobs of one person that are not over
    kept: int = 200  # jobs of one person in all
    estimate_seconds: float = 20.0  # of processor time
