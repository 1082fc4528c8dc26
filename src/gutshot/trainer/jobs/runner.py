"""The jobs of a server: a queue, a few workers at a time, every change saved and reported.

Pause, cancel and server shutdown all tell the worker to save and exit; they differ in the final state.
To resume is to start a new worker on the same folder: a paused job takes no memory, and all survives a restart.
An import of hands writes to the database, so it runs on a thread here, and its worker only reads.
"""

import shutil
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from gutshot.errors import BadConfig
from gutshot.trainer.helpers.kind import HelperDied
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.helpers.reporter import Progress
from gutshot.trainer.jobs import record
from gutshot.trainer.jobs.imports import HISTORIES, Import
from gutshot.trainer.jobs.kinds import OPEN, RESUMABLE, JobEnd, JobKind, JobState
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.jobs.record import Job
from gutshot.trainer.jobs.worker import WORKER, run_job
from gutshot.trainer.records.store import Store, new_id

Listener = Callable[[Job | None, str], None]
"""Told of every change: the job as it is now, or None when it is gone, and its id. Called on any thread."""

_KEEP_EVERY = 1.0
_LAST_WAIT = 10.0


class NoSuchJob(Exception):
    """It does not exist, or belongs to another person."""


class _Run:
    """A job with its worker."""

    def __init__(self, job: Job, worker: Helpers) -> None:
        self.job = job
        self.before = job.seconds
        self.began = time.monotonic()
        self.kept = 0.0
        self.leaves: JobState | None = None  # the state to be left when the worker has ended as asked
        self.worker = worker
        self.bringing_in: Import | None = None  # the work of a job that is done here
        self.is_over = threading.Event()

    @property
    def seconds(self) -> float:
        return self.before + time.monotonic() - self.began

    def stop(self) -> None:
        """Ask it to save what it has and end."""
        if self.bringing_in is not None:
            self.bringing_in.stop()
        else:
            self.worker.stop()


class Runner:
    """Starts, stops and remembers jobs. Its methods may be called from any thread.

    With `reads_apart` hands are read in processes, as the work of all other jobs is done.
    """

    def __init__(self, store: Store, data: Path, limits: JobLimits | None = None, reads_apart: bool = True) -> None:
        self.limits = limits or JobLimits()
        self.data = data
        self._store = store
        self._lock = threading.RLock()
        self._runs: dict[str, _Run] = {}
        self._queue: list[Job] = []
        self._listeners: list[Listener] = []
        self._reads_apart = reads_apart
        self._reader: Helpers | None = None  # of an import that is over, for the next: to start one takes seconds
        self._closed = False

    def start(self) -> None:
        """Take up what waits in the database."""
        record.interrupt_all(self._store)
        with self._lock:
            self._queue = [job for job in record.all_open(self._store) if job.state is JobState.QUEUED]
            self._start_next()

    def close(self, leave_none: bool = False) -> None:
        """Tell every worker to save and wait a little; a slow one finishes on its own, or is killed."""
        with self._lock:
            self._closed = True
            runs = list(self._runs.values())
            for run in runs:
                run.leaves = run.leaves or JobState.INTERRUPTED
                run.stop()
            if self._reader is not None:
                self._reader.close()
        end = time.monotonic() + _LAST_WAIT
        for run in runs:
            run.is_over.wait(max(0.0, end - time.monotonic()))
            if leave_none:
                run.worker.kill()
                run.is_over.wait(1.0)

    # --- asking ---------------------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Subscribe to every change; call the returned function to unsubscribe."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def all_of(self, owner: str) -> list[Job]:
        """The person's jobs, newest first."""
        return [self._now(job) for job in record.of_person(self._store, owner, self.limits.kept)]

    def find(self, owner: str, job: str) -> Job:
        """One of the owner's jobs; NoSuchJob without."""
        found = record.one(self._store, owner, job)
        if found is None:
            raise NoSuchJob(job)
        return self._now(found)

    def _now(self, job: Job) -> Job:
        """The current state of a job; a running one is ahead of the database."""
        with self._lock:
            run = self._runs.get(job.id)
            return job if run is None else replace(run.job, seconds=run.seconds)

    def place(self, job: Job) -> int | None:
        """The number of jobs ahead of this one, if it is waiting."""
        with self._lock:
            waiting = [other.id for other in self._queue if _is_import(other) == _is_import(job)]
            return waiting.index(job.id) if job.id in waiting else None

    def pid(self, job: str) -> int | None:
        """The process that works on a job, if one does."""
        with self._lock:
            run = self._runs.get(job)
            return None if run is None else run.worker.pid

    # --- doing ----------------------------------------------------------------------------------------------------

    def submit(
        self, owner: str, kind: JobKind, title: str, config: Mapping[str, Any], brought: Path | None = None
    ) -> Job:
        """A new job, which runs as soon as there is room; a folder that was `brought` becomes its own."""
        with self._lock:
            theirs = record.of_person(self._store, owner, self.limits.kept)
            if sum(job.state in OPEN for job in theirs) >= self.limits.waiting:
                raise BadConfig(f"{self.limits.waiting} of your jobs are unfinished: wait, or cancel some")
            if len(theirs) >= self.limits.kept and not self._forgets_import(theirs):
                raise BadConfig(f"you have {len(theirs)} jobs: delete some before starting another")
            identity = new_id()
            job = Job(identity, owner, kind, title, dict(config) | {"title": title, "job": identity, "owner": owner})
            if brought is not None:
                job.folder(self.data).parent.mkdir(parents=True, exist_ok=True)
                brought.rename(job.folder(self.data))
            self._store.write(record.added(job))
            self._queue.append(job)
            self._start_next()
            return self._now(job)

    def _forgets_import(self, theirs: list[Job]) -> bool:
        """Whether there was a finished import to forget, the oldest: its hands stay."""
        done = [job for job in theirs if _is_import(job) and job.state is JobState.DONE]
        if done:
            self.delete(done[-1].owner, done[-1].id)
        return bool(done)

    def pause(self, owner: str, job: str) -> Job:
        """Stop it and keep what is done."""
        return self._stop(owner, job, JobState.PAUSED)

    def cancel(self, owner: str, job: str) -> Job:
        """Stop it and keep its progress; a second cancel kills it at once."""
        return self._stop(owner, job, JobState.CANCELLED)

    def _stop(self, owner: str, job: str, leaves: JobState) -> Job:
        with self._lock:
            found = self.find(owner, job)
            run = self._runs.get(job)
            if run is not None:
                if run.leaves is JobState.CANCELLED and leaves is JobState.CANCELLED:
                    run.worker.kill()
                run.leaves = leaves
                run.stop()
                self._change(run, text="stopping" if leaves is JobState.CANCELLED else "pausing")
                return run.job
            if found.state not in OPEN:
                raise BadConfig(f"this job is {found.state.value}: only a waiting or running job can be stopped")
            self._queue = [other for other in self._queue if other.id != job]
            return self._put(replace(found, state=leaves))

    def resume(self, owner: str, job: str) -> Job:
        """Go on with a job that was stopped."""
        with self._lock:
            found = self.find(owner, job)
            if found.state not in RESUMABLE:
                raise BadConfig(f"this job is {found.state.value}: there is nothing to resume")
            waiting = self._put(replace(found, state=JobState.QUEUED, error=None))
            self._queue.append(waiting)
            self._start_next()
            return self._now(waiting)

    def further(self, owner: str, job: str, target: float) -> Job:
        """Go on with a finished solve, to a lower target."""
        with self._lock:
            found = self.find(owner, job)
            if found.kind is not JobKind.SOLVE or found.state is not JobState.DONE or not found.has_result(self.data):
                raise BadConfig("only a finished solve whose solution still exists can be solved further")
            if target >= found.config.get("target", 0.0):
                raise BadConfig(
                    f"a target of {100 * target:g} %: expected less than {100 * found.config['target']:g} %"
                )
            config = found.config | {"target": target, "iterations": None}
            waiting = self._put(replace(found, config=config, state=JobState.QUEUED, fraction=0.0, error=None))
            self._queue.append(waiting)
            self._start_next()
            return self._now(waiting)

    def delete(self, owner: str, job: str, files: bool = False) -> None:
        """Forget a job. A solution stays in the library unless its `files` are to go; matches and reports go whole."""
        with self._lock:
            found = self.find(owner, job)
            if found.id in self._runs:
                raise BadConfig("this job is running: cancel it before deleting it")
            self._queue = [other for other in self._queue if other.id != job]
            self._store.write(record.removed(found))
            if files or found.kind in (JobKind.SIMULATION, JobKind.REPORT, JobKind.IMPORT):
                shutil.rmtree(found.folder(self.data), ignore_errors=True)
        self._tell(None, found.id)

    # --- workers --------------------------------------------------------------------------------------------------

    def _start_next(self) -> None:
        while (job := self._next()) is not None:
            self._queue.remove(job)
            run = _Run(replace(job, state=JobState.RUNNING, text="starting"), self._worker_for(job))
            self._runs[job.id] = run
            self._put(run.job)
            self._begin(run)

    def _worker_for(self, job: Job) -> Helpers:
        if not _is_import(job):
            return Helpers(WORKER)
        reader, self._reader = self._reader, None
        return reader or Helpers(HISTORIES, self._reads_apart)

    def _keeps_reader(self, run: _Run) -> bool:
        """Whether its worker waits for the next import."""
        with self._lock:
            if not _is_import(run.job) or run.leaves is not None or self._reader is not None or self._closed:
                return False
            self._reader = run.worker
            return True

    def _next(self) -> Job | None:
        """The first that waits for which there is room."""
        imports = sum(_is_import(run.job) for run in self._runs.values())
        room = {True: self.limits.imports - imports, False: self.limits.at_once - (len(self._runs) - imports)}
        return next((job for job in self._queue if room[_is_import(job)] > 0 and not self._closed), None)

    def _begin(self, run: _Run) -> None:
        if _is_import(run.job):
            self._begin_import(run)
            return
        job = run.job
        order = {
            "kind": job.kind.value,
            "config": job.config,
            "folder": str(job.folder(self.data)),
            "detail": job.detail,
            "fraction": job.fraction,
            "saved": job.has_result(self.data),
            "threads": self.limits.threads,
            "memory_bytes": self.limits.memory_bytes,
        }
        ending = run.worker.start_reporting(lambda progress: self._heard(run, progress), run_job, order)
        ending.add_done_callback(lambda ended: self._over(run, ended))

    def _begin_import(self, run: _Run) -> None:
        run.bringing_in = Import(run.job, run.job.folder(self.data), self._store, run.worker)
        work, ending = run.bringing_in.run, Future[JobEnd]()
        ending.add_done_callback(lambda ended: self._over(run, ended))

        def bring_in() -> None:
            try:
                end = work(lambda progress: self._heard(run, progress))
            except Exception as error:
                ending.set_exception(error)
            else:
                ending.set_result(end)

        threading.Thread(target=bring_in, name="gutshot import", daemon=True).start()

    def _heard(self, run: _Run, progress: Progress) -> None:
        with self._lock:
            stopping = {"text": run.job.text} if run.leaves is not None else {"text": progress["text"]}
            detail = {} if progress["detail"] is None else {"detail": progress["detail"]}
            self._change(run, fraction=progress["fraction"], **stopping, **detail)

    def _change(self, run: _Run, **values: Any) -> None:
        """Progress of a running job: reported at once, written now and then."""
        run.job = replace(run.job, seconds=run.seconds, **values)
        if time.monotonic() - run.kept > _KEEP_EVERY:
            run.kept = time.monotonic()
            self._store.submit(record.changed(run.job))
        self._tell(run.job, run.job.id)

    def _over(self, run: _Run, ended: "Future[JobEnd]") -> None:
        if not self._keeps_reader(run):
            run.worker.close()
        with self._lock:
            del self._runs[run.job.id]
            job = self._put(replace(self._last(run, ended), seconds=run.seconds))
            if _is_import(job) and job.state is JobState.DONE:
                shutil.rmtree(job.folder(self.data), ignore_errors=True)  # its hands are in the database
            self._start_next()
        run.is_over.set()

    def _last(self, run: _Run, ended: "Future[JobEnd]") -> Job:
        """The job as its worker left it."""
        job, error = run.job, ended.exception()
        if error is None:
            end = ended.result()
            detail = job.detail if end["detail"] is None else end["detail"]
            job = replace(job, fraction=end["fraction"], text=end["text"], detail=detail)
            return replace(job, state=JobState.DONE if end["complete"] else run.leaves or JobState.INTERRUPTED)
        kept = "earlier progress is kept" if job.has_result(self.data) else "nothing had been saved yet"
        kept = f"{job.text}; {kept}" if job.fraction > 0 and run.leaves is None else kept
        if run.leaves is JobState.CANCELLED and isinstance(error, HelperDied):
            return replace(job, state=JobState.CANCELLED, text=f"ended at once; {kept}")
        return replace(job, state=JobState.FAILED, error=str(error), text=kept)

    def _put(self, job: Job) -> Job:
        """Write a change of state and report it."""
        self._store.write(record.changed(job))
        self._tell(job, job.id)
        return job

    def _tell(self, job: Job | None, identity: str) -> None:
        for listener in list(self._listeners):
            with suppress(RuntimeError):  # an event loop that has closed
                listener(job, identity)


def _is_import(job: Job) -> bool:
    return job.kind is JobKind.IMPORT
