"""Jobs in the database: the request, the progress, the result. They share the tables' store.

A job's files lie in the data folder: a solution under `solutions/`, a match under `matches/`, each in a folder whose
name we make ourselves, so nothing a client sends is ever part of a path.
"""

import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import RowMapping

from gutshot.trainer.jobs.kinds import OPEN, JobKind, JobState
from gutshot.trainer.records.store import Store, Write, metadata

jobs = sql.Table(
    "jobs",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("owner", sql.String(32), nullable=False, index=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("title", sql.String(120), nullable=False),
    sql.Column("config", sql.Text, nullable=False),
    sql.Column("state", sql.String(16), nullable=False, index=True),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("seconds", sql.Float, nullable=False),
    sql.Column("fraction", sql.Float, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("detail", sql.Text, nullable=False),
    sql.Column("error", sql.Text),
)


_FOLDERS = {
    JobKind.SOLVE: "solutions",
    JobKind.PREFLOP: "solutions",
    JobKind.REPORT: "reports",
    JobKind.SIMULATION: "matches",
    JobKind.TRAINING: "training",
    JobKind.IMPORT: "imports",
}
_RESULTS = {
    JobKind.SIMULATION: "state/manifest.json",
    JobKind.REPORT: "batch.json",
    JobKind.TRAINING: "bundle/manifest.json",
}
"""The file that tells that there is something to look at."""


@dataclass(frozen=True)
class Job:
    """One job as it stands. `seconds` were spent running, `detail` is what its page draws."""

    id: str
    owner: str
    kind: JobKind
    title: str
    config: dict[str, Any]
    state: JobState = JobState.QUEUED
    created: float = field(default_factory=time.time)
    seconds: float = 0.0
    fraction: float = 0.0
    text: str = ""
    detail: dict[str, Any] = field(default_factory=dict)
    error: str | None = None

    @property
    def name(self) -> str:
        """The folder's name: readable, and its own."""
        words = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")[:40]
        return f"{words}-{self.id}" if words else self.id

    def folder(self, data: Path) -> Path:
        """Where its result is."""
        return data / _FOLDERS[self.kind] / self.name

    def disk_bytes(self, data: Path) -> int:
        """What its files take."""
        with suppress(OSError):  # a worker may be writing them
            return sum(file.stat().st_size for file in self.folder(data).rglob("*") if file.is_file())
        return 0

    def has_result(self, data: Path) -> bool:
        """Whether there is a result to look at, even if unfinished; imported hands lie in the database."""
        if self.kind is JobKind.IMPORT:
            return bool(self.detail.get("imported"))
        return (self.folder(data) / _RESULTS.get(self.kind, "manifest.json")).is_file()


_COLUMNS = ("config", "state", "seconds", "fraction", "text", "detail", "error")


def _plain(job: Job) -> dict[str, Any]:
    values = {name: getattr(job, name) for name in jobs.columns.keys()}  # noqa: SIM118 - columns are not a dict
    return values | {"config": json.dumps(job.config), "detail": json.dumps(job.detail)}


def added(job: Job) -> Write:
    """To store a new job."""
    return Write(sql.insert(jobs), _plain(job))


def changed(job: Job) -> Write:
    """To store what has changed."""
    values = {name: value for name, value in _plain(job).items() if name in _COLUMNS}
    return Write(sql.update(jobs).where(jobs.c.id == job.id).values(**values), {})


def removed(job: Job) -> Write:
    """To forget it."""
    return Write(sql.delete(jobs).where(jobs.c.id == job.id), {})


def _opened(row: RowMapping) -> Job:
    values = dict(row) | {"config": json.loads(row["config"]), "detail": json.loads(row["detail"])}
    return Job(**values | {"kind": JobKind(row["kind"]), "state": JobState(row["state"])})


def all_open(store: Store) -> list[Job]:
    """Every job that is not over, oldest first."""
    where = jobs.c.state.in_([state.value for state in OPEN])
    return [_opened(row) for row in store.rows(sql.select(jobs).where(where).order_by(jobs.c.created))]


def of_person(store: Store, owner: str, limit: int) -> list[Job]:
    """The person's jobs, newest first."""
    query = sql.select(jobs).where(jobs.c.owner == owner).order_by(jobs.c.created.desc()).limit(limit)
    return [_opened(row) for row in store.rows(query)]


def one(store: Store, owner: str, job: str) -> Job | None:
    """The person's job, or None, also if it belongs to another person."""
    row = store.row(sql.select(jobs).where(jobs.c.id == job, jobs.c.owner == owner))
    return None if row is None else _opened(row)


def owner_of(store: Store, job: str) -> str | None:
    """Whose job it is; None if there is none."""
    row = store.row(sql.select(jobs.c.owner).where(jobs.c.id == job))
    return None if row is None else str(row["owner"])


def interrupt_all(store: Store) -> None:
    """After a start: what was running when the server went down is running no more."""
    for job in all_open(store):
        if job.state is JobState.RUNNING:
            text = f"the server stopped while it ran{': ' + job.text if job.text else ''}"
            store.write(changed(replace(job, state=JobState.INTERRUPTED, text=text)))
