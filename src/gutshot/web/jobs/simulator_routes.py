"""Matches between agents from the page: who can play, a match as a job, its figures as files, its hands again."""

from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from gutshot.arena.config import MatchConfig
from gutshot.errors import BadConfig
from gutshot.games.variants import Game
from gutshot.strategies.catalogue import Library
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.jobs.limits import MOST_HANDS
from gutshot.trainer.jobs.match_hands import MOST_LISTED, MatchHand, hands_of
from gutshot.trainer.jobs.record import Job
from gutshot.trainer.jobs.simulate import match_of
from gutshot.web.context import Context, Here, Person
from gutshot.web.jobs import schemas as wire
from gutshot.web.jobs.match_replay import line_view, match_replay
from gutshot.web.jobs.routes import YourJob, no_such_job
from gutshot.web.jobs.views import csv_of, detail_view, job_view, run_view
from gutshot.web.study.schemas import HandReplay

router = APIRouter(prefix="/simulations", tags=["jobs"])


class MatchFormat(StrEnum):
    JSON = "json"
    CSV = "csv"


class ExportTable(StrEnum):
    STANDINGS = "standings"
    POSITIONS = "positions"
    OPPONENTS = "opponents"
    CURVES = "curves"


_FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}}
}


@router.get("/agents", operation_id="listAgents")
def list_agents() -> list[wire.InstalledAgent]:
    """Everybody who can be put into a slot: the players of the catalogue."""
    return [
        wire.InstalledAgent(
            name=agent.agent, label=agent.label, about=agent.about, variants=[Game(name) for name in agent.variants]
        )
        for agent in Library().players()
    ]


@router.post("", operation_id="startSimulation", status_code=201)
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


@router.get("/{job}/export", operation_id="exportSimulation", response_class=Response, responses=_FILES)
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


@router.get("/{job}/hands", operation_id="listMatchHands")
def list_match_hands(
    found: YourMatch,
    here: Here,
    first: Annotated[int, Query(ge=1, le=MOST_HANDS)] = 1,
    count: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
) -> list[wire.MatchHandLine]:
    """Some hands of a match, in the order they were played."""
    config, hands = _played(here, found, first, count)
    return [line_view(config, hand) for hand in hands]


@router.get("/{job}/hands/{number}", operation_id="replayMatchHand")
def replay_match_hand(found: YourMatch, number: HandNumber, here: Here) -> HandReplay:
    """Any hand of a match, step by step with all cards open."""
    config, hands = _played(here, found, number, 1)
    return match_replay(found, config, hands[0])
