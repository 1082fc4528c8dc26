"""How much of the machine long work may take."""

from dataclasses import dataclass, field

from gutshot.numeric.memory import total_memory
from gutshot.numeric.threads import thread_count

MOST_HANDS = 5_000_000
"""Of one simulation."""


def _half_the_memory() -> int:
    return total_memory() // 2


def _usual_jobs() -> int:
    return 1 if thread_count(None) <= 2 else 2


def _threads(at_once: int) -> int:
    return max(1, (thread_count(None) - 1) // at_once)


@dataclass(frozen=True)
class JobLimits:
    """What jobs may use. On two or more cores, one is left to the tables."""

    at_once: int = field(default_factory=_usual_jobs)
    threads: int = field(default_factory=lambda: _threads(_usual_jobs()))  # of one job
    memory_bytes: int = field(default_factory=_half_the_memory)  # of one solve, by its estimate
    imports: int = 2  # at once, beside the others: they are short, and nobody waits for a solve to see his hands
    waiting: int = 20  # jobs of one person that are not over
    kept: int = 200  # jobs of one person in all
    estimate_seconds: float = 20.0  # of processor time

    @classmethod
    def lent(cls, at_once: int | None = None, memory_gb: float | None = None) -> "JobLimits":
        """What an operator lends; None leaves a limit to the machine."""
        jobs = _usual_jobs() if at_once is None else at_once
        memory = _half_the_memory() if memory_gb is None else round(memory_gb * 1e9)
        return cls(jobs, _threads(jobs), memory)
