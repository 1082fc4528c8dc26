"""Long work: what runs, what waits, what became of it; and the sockets that tell.

A job is started by POST /api/solves (`SolveAsk`: spot, locks, target, title) or POST /api/simulations
(`SimulationAsk`); both answer 201 with a `JobView`. Its `result` is the name of the folder under `solutions/` of the
data folder, as soon as something is saved there. WebSocket /api/jobs/live sends `JobsMessage`, then `JobMessage` and
`GoneMessage`; /api/jobs/{job}/live sends `DetailMessage` with the curve or the figures of a match.
"""

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response, WebSocket, WebSocketDisconnect
from pydantic import BaseModel

from gutshot.trainer.jobs.record import Job
from gutshot.trainer.jobs.runner import NoSuchJob
from gutshot.web.context import Context, Here, Person, Refused, context_of
from gutshot.web.jobs import schemas as wire
from gutshot.web.jobs.feed import Feed
from gutshot.web.jobs.views import detail_view, job_view
from gutshot.web.sockets import NO_SESSION, NOT_FOUND, drain, run_both

router = APIRouter(prefix="/jobs", tags=["jobs"])

JobId = Annotated[str, Path(pattern=r"^[0-9a-z]{1,32}$", examples=["3f2a9c1d5e6b7a80"])]


def no_such_job(job: str) -> Refused:
    return Refused(404, "not_found", f"you have no job {job!r}")


def _your_job(job: JobId, here: Here, person: Person) -> Job:
    try:
        return here.jobs.find(person, job)
    except NoSuchJob:
        raise no_such_job(job) from None


YourJob = Annotated[Job, Depends(_your_job)]


@router.get("", operation_id="listJobs")
def list_jobs(here: Here, person: Person) -> list[wire.JobView]:
    """Your jobs, newest first."""
    return [job_view(here.jobs, job) for job in here.jobs.all_of(person)]


@router.get("/{job}", operation_id="getJob")
def get_job(found: YourJob, here: Here) -> wire.JobDetail:
    """A job with its curve or its figures."""
    return detail_view(here.jobs, found)


@router.post("/{job}/pause", operation_id="pauseJob")
def pause_job(found: YourJob, here: Here) -> wire.JobView:
    """Have it save what it has and stop, to be resumed later. It takes no memory meanwhile."""
    return job_view(here.jobs, here.jobs.pause(found.owner, found.id))


@router.post("/{job}/resume", operation_id="resumeJob")
def resume_job(found: YourJob, here: Here) -> wire.JobView:
    """Go on where it was: after a pause, a cancel, a failure, or a restart of the server."""
    return job_view(here.jobs, here.jobs.resume(found.owner, found.id))


@router.post("/{job}/cancel", operation_id="cancelJob")
def cancel_job(found: YourJob, here: Here) -> wire.JobView:
    """End it with what it has. Asked for a second time while it is still saving, it is ended at once."""
    return job_view(here.jobs, here.jobs.cancel(found.owner, found.id))


@router.delete("/{job}", operation_id="deleteJob", status_code=204)
def delete_job(found: YourJob, here: Here) -> Response:
    """Forget a job that does not run. A solution stays in the library; the figures of a match go."""
    here.jobs.delete(found.owner, found.id)
    return Response(status_code=204)


@router.websocket("/live")
async def live(socket: WebSocket) -> None:
    """Pushes all your jobs at once, then each that changes. Messages from the browser are ignored."""
    here = context_of(socket)
    person = here.people.find(socket)
    await socket.accept()
    if person is None:
        await socket.close(NO_SESSION, "no session")
        return
    with Feed(here.jobs, lambda job: job.owner == person) as feed:
        jobs = await asyncio.to_thread(here.jobs.all_of, person)
        for job in jobs:
            feed.knows(job)
        first = wire.JobsMessage(jobs=[job_view(here.jobs, job) for job in jobs])
        with suppress(WebSocketDisconnect):
            await socket.send_text(first.model_dump_json())
            await run_both(_send_changes(socket, here, feed), drain(socket))


async def _send_changes(socket: WebSocket, here: Context, feed: Feed) -> None:
    while True:
        for identity, job in await feed.next():
            message: BaseModel = wire.GoneMessage(id=identity)
            if job is not None:
                message = wire.JobMessage(job=job_view(here.jobs, job))
            await socket.send_text(message.model_dump_json())


@router.websocket("/{job}/live")
async def live_job(socket: WebSocket, job: str) -> None:
    """Pushes one job with its curve or figures, at once and after every change."""
    here = context_of(socket)
    person = here.people.find(socket)
    await socket.accept()
    try:
        found = None if person is None else await asyncio.to_thread(here.jobs.find, person, job)
    except NoSuchJob:
        found = None
    if found is None:
        await socket.close(NO_SESSION if person is None else NOT_FOUND, "no session" if person is None else "no job")
        return
    with Feed(here.jobs, lambda changed: changed.id == job) as feed, suppress(WebSocketDisconnect):
        feed.knows(found)
        await socket.send_text(_detail(here, found))
        await run_both(_send_details(socket, here, feed), drain(socket))


def _detail(here: Context, job: Job) -> str:
    return wire.DetailMessage(detail=detail_view(here.jobs, job)).model_dump_json()


async def _send_details(socket: WebSocket, here: Context, feed: Feed) -> None:
    while True:
        for identity, job in await feed.next():
            gone = wire.GoneMessage(id=identity).model_dump_json()
            await socket.send_text(gone if job is None else _detail(here, job))
