"""Jobs: solves and matches, their state, and the WebSockets that report it.

A job is started by POST /api/solves (`SolveAsk`: spot, locks, target, title), POST /api/solves/three (the same for
three ranges) or POST /api/simulations (`SimulationAsk`); all answer 201 with a `JobView`. Its `result` is the name of
the folder under `solutions/` of the data folder, as soon as something is saved there. WebSocket /api/jobs/live sends
`JobsMessage`, then `JobMessage` and `GoneMessage`; /api/jobs/{job}/live sends `DetailMessage` with the curve or the
figures of a match.
"""

import asyncio
from contextlib import suppress
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response, WebSocket, WebSocketDisconnect
from pydantic import BaseModel

from gutshot.arena.config import MatchConfig
from gutshot.errors import BadConfig
from gutshot.games.variants import Game
from gutshot.postflop.size_search import require_choosable
from gutshot.postflop.spot import Spot
from gutshot.postflop.three_spot import ThreeSpot
from gutshot.strategies.catalogue import Library
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.jobs.limits import MOST_HANDS
from gutshot.trainer.jobs.match_hands import MOST_LISTED, MatchHand, hands_of, table_of
from gutshot.trainer.jobs.record import Job
from gutshot.trainer.jobs.runner import NoSuchJob
from gutshot.trainer.jobs.simulate import match_of
from gutshot.trainer.jobs.solve import title_of
from gutshot.trainer.jobs.three_solve import three_title_of
from gutshot.trainer.study import PlayedHand
from gutshot.trainer.table.table import deal_hand
from gutshot.web.context import Context, Here, Person, Refused, context_of
from gutshot.web.explore import reading
from gutshot.web.explore.privacy import require_visible
from gutshot.web.explore.schemas import StudyMatch
from gutshot.web.jobs import schemas as wire
from gutshot.web.jobs.feed import Feed
from gutshot.web.jobs.views import csv_of, detail_view, job_view, line_view, match_replay, run_view
from gutshot.web.sockets import NO_SESSION, NOT_FOUND, drain, run_both
from gutshot.web.study.schemas import HandReplay

jobs = APIRouter(prefix="/jobs", tags=["jobs"])
solves = APIRouter(prefix="/solves", tags=["jobs"])
matches = APIRouter(prefix="/simulations", tags=["jobs"])

JobId = Annotated[str, Path(pattern=r"^[0-9a-z]{1,32}$", examples=["3f2a9c1d5e6b7a80"])]


def no_such_job(job: str) -> Refused:
    """404, in words."""
    return Refused(404, "not_found", f"you have no job {job!r}")


def _your_job(job: JobId, here: Here, person: Person) -> Job:
    try:
        return here.jobs.find(person, job)
    except NoSuchJob:
        raise no_such_job(job) from None


YourJob = Annotated[Job, Depends(_your_job)]


@jobs.get("", operation_id="listJobs")
def list_jobs(here: Here, person: Person) -> list[wire.JobView]:
    """Your jobs, newest first."""
    return [job_view(here.jobs, job) for job in here.jobs.all_of(person)]


@jobs.get("/{job}", operation_id="getJob")
def get_job(found: YourJob, here: Here) -> wire.JobDetail:
    """A job with its curve or its figures."""
    return detail_view(here.jobs, found)


@jobs.post("/{job}/pause", operation_id="pauseJob")
def pause_job(found: YourJob, here: Here) -> wire.JobView:
    """Save and stop, to be resumed later. A paused job uses no memory."""
    return job_view(here.jobs, here.jobs.pause(found.owner, found.id))


@jobs.post("/{job}/resume", operation_id="resumeJob")
def resume_job(found: YourJob, here: Here) -> wire.JobView:
    """Continue after a pause, a cancel, a failure, or a restart of the server."""
    return job_view(here.jobs, here.jobs.resume(found.owner, found.id))


@jobs.post("/{job}/cancel", operation_id="cancelJob")
def cancel_job(found: YourJob, here: Here) -> wire.JobView:
    """Save what there is and end. A second request while it is saving ends it at once."""
    return job_view(here.jobs, here.jobs.cancel(found.owner, found.id))


@jobs.post("/{job}/further", operation_id="solveFurther")
def solve_further(ask: wire.FurtherAsk, found: YourJob, here: Here) -> wire.JobView:
    """Go on with a finished solve to a lower target, from where it ended."""
    return job_view(here.jobs, here.jobs.further(found.owner, found.id, ask.target))


@jobs.delete("/{job}", operation_id="deleteJob", status_code=204)
def delete_job(
    found: YourJob,
    here: Here,
    files: Annotated[bool, Query(description="Delete the solution as well; the figures of a match always go.")] = False,
) -> Response:
    """Delete a job that is not running. Its solution stays in the library unless its files are to go too."""
    here.jobs.delete(found.owner, found.id, files)
    return Response(status_code=204)


@jobs.websocket("/live")
async def live(socket: WebSocket) -> None:
    """Pushes all your jobs at once, then each that changes. Messages from the browser are ignored."""
    here = context_of(socket)
    person = here.people.find(socket)
    await socket.accept()
    if person is None:
        await socket.close(NO_SESSION, "no session")
        return
    with Feed(here.jobs, lambda job: job.owner == person) as feed:
        yours = await asyncio.to_thread(here.jobs.all_of, person)
        for job in yours:
            feed.knows(job)
        first = wire.JobsMessage(jobs=[job_view(here.jobs, job) for job in yours])
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


@jobs.websocket("/{job}/live")
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


def _config(ask: wire.SolveAsk | wire.ThreeSolveAsk) -> dict[str, Any]:
    config = ask.model_dump(exclude={"title", "base"})
    config["spot"] = {name: value for name, value in config["spot"].items() if value is not None}
    return config


def _estimated(here: Context, config: dict[str, Any]) -> wire.Estimate:
    spot = Spot.from_dict(config["spot"])  # most mistakes are found without building a tree
    if config["sizes"]:
        require_choosable(spot)
        if config["locks"] or config["profile"]:
            raise BadConfig("sizes are found for a spot without locks or a profile: leave those out")
    found, limit = here.estimator.ask(config), here.jobs.limits.memory_bytes
    return wire.Estimate(**found, limit=limit, fits=found["bytes"] <= limit)


@solves.post("/estimate", operation_id="estimateSolve")
def estimate_solve(ask: wire.SolveAsk, here: Here, _: Person) -> wire.Estimate:
    """Memory and nodes of a solve, before it starts; 422 says what is wrong with the spot or a lock."""
    return _estimated(here, _config(ask))


@solves.post("", operation_id="startSolve", status_code=201)
def start_solve(ask: wire.SolveAsk, here: Here, person: Person) -> wire.JobView:
    """Solve a spot in a worker process. The solution stays in the library, even if the job is cancelled."""
    config = _config(ask)
    size = _estimated(here, config)
    if not size.fits:
        raise BadConfig(
            f"this spot needs {size.bytes / 1e6:,.0f} MB and this server allows {size.limit / 1e6:,.0f} MB: "
            "use fewer bet sizes, narrower ranges or precision i16"
        )
    _tell_unlocked(ask, config, here, person)
    title = ask.title.strip() or title_of(Spot.from_dict(config["spot"]))
    return job_view(here.jobs, here.jobs.submit(person, JobKind.SOLVE, title, config))


@solves.post("/three", operation_id="startThreeSolve", status_code=201)
def start_three_solve(ask: wire.ThreeSolveAsk, here: Here, person: Person) -> wire.JobView:
    """Solve a spot with three ranges in a worker process, which also says if it takes too much memory."""
    config = _config(ask)
    spot = ThreeSpot.from_dict(config["spot"])  # most mistakes are found without building a tree
    here.estimator.check_three(config)
    _tell_unlocked(ask, config, here, person)
    title = ask.title.strip() or three_title_of(spot)
    return job_view(here.jobs, here.jobs.submit(person, JobKind.SOLVE, title, config))


def _tell_unlocked(ask: wire.SolveAsk | wire.ThreeSolveAsk, config: dict[str, Any], here: Context, person: str) -> None:
    """What the players have where nothing is locked, if the solution that the locks were made in knows."""
    if ask.base is not None and ask.locks:
        require_visible(here, person, ask.base)
        config["unlocked"] = here.reading.ask(reading.unlocked_values, ask.base, config["spot"])


class MatchFormat(StrEnum):
    """How a match is exported."""

    JSON = "json"
    CSV = "csv"


class ExportTable(StrEnum):
    """What of a match is exported."""

    STANDINGS = "standings"
    POSITIONS = "positions"
    OPPONENTS = "opponents"
    CURVES = "curves"


_FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}}
}


@matches.get("/agents", operation_id="listAgents")
def list_agents() -> list[wire.InstalledAgent]:
    """All agents that can play: built-in players and installed bundles."""
    return [
        wire.InstalledAgent(
            name=agent.agent, label=agent.label, about=agent.about, variants=[Game(name) for name in agent.variants]
        )
        for agent in Library().players()
    ]


@matches.post("", operation_id="startSimulation", status_code=201)
def start_simulation(ask: wire.SimulationAsk, here: Here, person: Person) -> wire.JobView:
    """Play agents against each other in a worker process."""
    config = ask.model_dump(exclude={"title"}) | {"variant": ask.variant.value}
    match_of(config)
    title = ask.title.strip() or f"{len(ask.agents)} agents, {ask.hands:,} hands"
    return job_view(here.jobs, here.jobs.submit(person, JobKind.SIMULATION, title, config))


def _your_match(found: YourJob) -> Job:
    if found.kind is not JobKind.SIMULATION:
        raise no_such_job(found.id)
    return found


YourMatch = Annotated[Job, Depends(_your_match)]


@matches.get("/{job}/export", operation_id="exportSimulation", response_class=Response, responses=_FILES)
def export(
    found: YourMatch,
    here: Here,
    form: Annotated[MatchFormat, Query(alias="format")] = MatchFormat.JSON,
    table: Annotated[ExportTable, Query(description="Which table, for CSV.")] = ExportTable.STANDINGS,
) -> Response:
    """A match's figures as a file."""
    detail = detail_view(here.jobs, found)
    if detail.run is None:
        raise BadConfig("this match has not played a hand yet")
    if form is MatchFormat.JSON:
        return _file(detail.model_dump_json(indent=2), "application/json", f"{found.id}.json")
    return _file(csv_of(detail.run, table.value), "text/csv", f"{found.id}-{table.value}.csv")


def _file(text: str, media: str, name: str) -> Response:
    return Response(text, media_type=media, headers={"content-disposition": f'attachment; filename="{name}"'})


HandNumber = Annotated[int, Path(ge=1, le=MOST_HANDS)]


def _played(here: Context, found: Job, first: int, count: int) -> tuple[MatchConfig, list[MatchHand]]:
    """Hands played again where the coach thinks: agents may take their time."""
    run = run_view(found)
    if run is None or run.hands == 0:
        raise BadConfig("this match has not played a hand yet")
    config = match_of(found.config)
    return config, here.coach.run(hands_of, config, first, count, run.hands)


@matches.get("/{job}/hands", operation_id="listMatchHands")
def list_match_hands(
    found: YourMatch,
    here: Here,
    first: Annotated[int, Query(ge=1, le=MOST_HANDS)] = 1,
    count: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
) -> list[wire.MatchHandLine]:
    """Hands of a match, in the order they were played."""
    config, hands = _played(here, found, first, count)
    return [line_view(config, hand) for hand in hands]


@matches.get("/{job}/hands/{number}/study", operation_id="findMatchStudy")
def find_match_study(
    found: YourMatch,
    number: HandNumber,
    here: Here,
    seat: Annotated[int, Query(ge=0, le=9, description="Whose decisions to look for.")] = 0,
    networks: Annotated[bool, Query(description="Ask trained networks, which know any spot and none exactly.")] = False,
) -> list[StudyMatch]:
    """Strategies in the library that cover the decisions of a seat in a hand of the match; empty if none does."""
    config, hands = _played(here, found, number, 1)
    setup, deal = table_of(config, hands[0], found.title)
    if setup.game is not Game.HOLDEM or seat >= setup.seats or not hands[0].choices:
        return []
    played = PlayedHand.of(deal_hand(setup, deal), hands[0].choices, seat)
    matches = here.reading.ask(reading.study, played, networks)
    return [StudyMatch(**vars(match), exact=match.exact) for match in matches]


@matches.get("/{job}/hands/{number}", operation_id="replayMatchHand")
def replay_match_hand(found: YourMatch, number: HandNumber, here: Here) -> HandReplay:
    """A hand of a match, step by step with all cards face up."""
    config, hands = _played(here, found, number, 1)
    return match_replay(found, config, hands[0])


routers = (jobs, solves, matches)
