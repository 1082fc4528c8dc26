"""What the helper of a job does: one call, which tells its progress and can be stopped.

It gives way to everything else on the machine, and is the first to go when memory runs out. Errors go back as one
sentence.
"""

import contextlib
import errno
import logging
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from gutshot.clock import FIRST_USE
from gutshot.errors import GutshotError
from gutshot.postflop.three_spot import has_three_ranges
from gutshot.trainer.helpers.kind import HelperKind
from gutshot.trainer.helpers.reporter import Reporter, require_plain
from gutshot.trainer.jobs.kinds import JobEnd, JobKind

WORKER = HelperKind("the worker", nice=15, reports=True, first_to_go=True)
COMPILING = "compiling what has not been used before"
_LOG = logging.getLogger("gutshot")


class JobFailed(GutshotError):
    """Why, in a sentence."""


def run_job(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    """Do what the order says, or go on with what an earlier worker left of it."""
    try:
        with _alone(Path(order["folder"])), _compiling_told(reporter, order["fraction"]):
            end = _work(reporter, order)
            require_plain(end["detail"])
            return end
    except KeyboardInterrupt:
        return JobEnd(complete=False, fraction=order["fraction"], text=_stopped(order), detail=None)
    except (MemoryError, OSError) as error:
        raise JobFailed(_sentence(error)) from error


def _stopped(order: Mapping[str, Any]) -> str:
    """Of a job that was stopped before it could save, by what an earlier worker has saved."""
    return "stopped; earlier progress is kept" if order["saved"] else "stopped; nothing is saved yet"


@contextlib.contextmanager
def _compiling_told(reporter: Reporter, fraction: float) -> Iterator[None]:
    """Say that something is being compiled when that begins, and not otherwise; the work's next words follow."""
    teller = _Teller(reporter, fraction)
    _LOG.addHandler(teller)
    try:
        yield
    finally:
        _LOG.removeHandler(teller)


class _Teller(logging.Handler):
    """Hears from `clock` that compiling has begun."""

    def __init__(self, reporter: Reporter, fraction: float) -> None:
        super().__init__()
        self._reporter, self._fraction = reporter, fraction

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg == FIRST_USE and threading.current_thread() is threading.main_thread():
            self._reporter.progress(self._fraction, COMPILING)


def _work(reporter: Reporter, order: Mapping[str, Any]) -> JobEnd:
    if order["kind"] == JobKind.SOLVE and has_three_ranges(order["config"]["spot"]):
        from gutshot.trainer.jobs.three_solve import run_three_solve

        return run_three_solve(reporter, order)
    if order["kind"] == JobKind.SOLVE:
        from gutshot.trainer.jobs.solve import run_solve

        return run_solve(reporter, order)
    if order["kind"] == JobKind.PREFLOP:
        from gutshot.trainer.jobs.preflop import run_preflop

        return run_preflop(reporter, order)
    if order["kind"] == JobKind.REPORT:
        from gutshot.trainer.jobs.flop_reports import run_report

        return run_report(reporter, order)
    if order["kind"] == JobKind.TRAINING:
        from gutshot.trainer.jobs.training import run_training

        return run_training(reporter, order)
    from gutshot.trainer.jobs.simulate import run_simulation

    return run_simulation(reporter, order)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no earlier worker of the same job is still saving, as after a restart of the server."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = folder.with_name(f".{folder.name}.lock")
    with open(lock, "w") as file:
        _wait_for(file)
        yield
        lock.unlink(missing_ok=True)


def _wait_for(file: TextIO) -> None:
    """Where there is no flock, on Windows, a worker dies with its server and cannot be in the way."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _sentence(error: MemoryError | OSError) -> str:
    if isinstance(error, MemoryError):
        return "memory ran out: use fewer bet sizes, narrower ranges or precision i16"
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return "the disk is full: nothing more could be saved" if full else f"cannot save: {error.strerror or error}"
