"""What jobs there are, which states they pass through, and how they end."""

from enum import StrEnum
from typing import Any, TypedDict


class JobKind(StrEnum):
    """What a job does."""

    SOLVE = "solve"
    PREFLOP = "preflop"
    REPORT = "report"
    SIMULATION = "simulation"
    TRAINING = "training"
    IMPORT = "import"


class JobState(StrEnum):
    """`interrupted`: the server stopped while it ran."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class JobEnd(TypedDict):
    """How a worker left its job; `detail` is None where it has not changed."""

    complete: bool
    fraction: float
    text: str
    detail: dict[str, Any] | None


OPEN = (JobState.QUEUED, JobState.RUNNING, JobState.PAUSED)
RESUMABLE = (JobState.PAUSED, JobState.INTERRUPTED, JobState.FAILED, JobState.CANCELLED)
