"""Jobs as the browser gets them."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from gutshot.trainer.jobs.kinds import OPEN, RESUMABLE, JobKind, JobState
from gutshot.trainer.jobs.record import Job
from gutshot.trainer.jobs.runner import Runner
from gutshot.web.jobs import schemas as wire

_INTERNAL = ("title", "job")


def job_view(runner: Runner, job: Job) -> wire.JobView:
    return wire.JobView(
        id=job.id,
        kind=job.kind,
        title=job.title,
        state=job.state,
        created=datetime.fromtimestamp(job.created, UTC).isoformat(timespec="seconds"),
        seconds=round(job.seconds, 1),
        fraction=min(1.0, max(0.0, job.fraction)),
        text=job.text,
        error=job.error,
        ahead=runner.place(job) if job.state is JobState.QUEUED else None,
        result=job.name if job.has_result(runner.data) else None,
        can_pause=job.state in (JobState.QUEUED, JobState.RUNNING),
        can_resume=job.state in RESUMABLE,
        can_cancel=job.state in OPEN,
    )


def detail_view(runner: Runner, job: Job) -> wire.JobDetail:
    points = job.detail.get("curve", [])
    return wire.JobDetail(
        job=job_view(runner, job),
        config={name: value for name, value in job.config.items() if name not in _INTERNAL},
        curve=[wire.CurvePoint(iteration=int(at), exploitability=found, seconds=s) for at, found, s in points],
        run=run_view(job) if job.kind is JobKind.SIMULATION else None,
    )


def run_view(job: Job) -> wire.SimRun | None:
    """Where a match stands; None before its first hands."""
    report = job.detail.get("report")
    if report is None:
        return None
    return wire.SimRun(
        hands=report["hands"],
        total=job.detail["total"],
        complete=report["complete"],
        big_blind=report["big_blind"],
        unit=report["unit"],
        agents=report["agents"],
        curves=job.detail["curves"],
        noted=job.detail["noted"],
    )


STANDINGS = (
    "name", "hands", "profit", "bb100", "ci95", "adjusted_bb100", "adjusted_ci95", "vpip", "pfr", "three_bet", "af",
    "wtsd", "wsd", "failures",
)  # fmt: skip


def csv_of(run: wire.SimRun, table: str) -> str:
    """One table of a match: `standings`, `positions`, `opponents` or `curves`."""
    if table == "standings":
        return _csv(STANDINGS, ([getattr(agent, name) for name in STANDINGS] for agent in run.agents))
    if table == "curves":
        rows = (
            (agent.name, *point)
            for agent, curve in zip(run.agents, run.curves, strict=True)
            for point in zip(curve.hands, curve.won, curve.adjusted, strict=True)
        )
        return _csv(("name", "hands", "won_bb", "adjusted_bb"), rows)
    column = table.removesuffix("s")
    rates = (
        (agent.name, other, rate.hands, rate.bb100, rate.ci95)
        for agent in run.agents
        for other, rate in getattr(agent, table).items()
    )
    return _csv(("name", column, "hands", "bb100", "ci95"), rates)


def _csv(header: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return buffer.getvalue()
