"""What jobs there are and which states they pass through."""

from enum import StrEnum


class JobKind(StrEnum):
    SOLVE = "solve"
    SIMULATION = "simulation"


class JobState(StrEnum):
    """`interrupted`: the server stopped while it ran."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


OPEN = (JobState.QUEUED, JobState.RUNNING, JobState.PAUSED)
RESUMABLE = (JobState.PAUSED, JobState.INTERRUPTED, JobState.FAILED, JobState.CANCELLED)
