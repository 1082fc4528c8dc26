"""Jobs and the hands of matches as the browser gets them."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy.engine import RowMapping

from gutshot.arena.config import MatchConfig
from gutshot.cards.card import parse_cards
from gutshot.games.hand import Hand
from gutshot.trainer.jobs.imports import ImportTally
from gutshot.trainer.jobs.kinds import OPEN, RESUMABLE, JobKind, JobState
from gutshot.trainer.jobs.match_hands import MatchHand, phh_of, table_of
from gutshot.trainer.jobs.record import Job
from gutshot.trainer.jobs.runner import Runner
from gutshot.trainer.records.history import Record
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.table import deal_hand
from gutshot.web.jobs import schemas as wire
from gutshot.web.study import schemas as study
from gutshot.web.study.replay import replay_view
from gutshot.web.table.views import card_texts

_INTERNAL = ("title", "job", "owner")


def job_view(runner: Runner, job: Job) -> wire.JobView:
    """A job as the list has it."""
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
        bytes=job.disk_bytes(runner.data),
        can_pause=job.state in (JobState.QUEUED, JobState.RUNNING),
        can_resume=job.state in RESUMABLE,
        can_cancel=job.state in OPEN,
    )


def detail_view(runner: Runner, job: Job) -> wire.JobDetail:
    """A job as its page has it."""
    points = job.detail.get("curve", [])
    return wire.JobDetail(
        job=job_view(runner, job),
        config={name: value for name, value in job.config.items() if name not in _INTERNAL},
        curve=[wire.CurvePoint(iteration=int(at), exploitability=found, seconds=s) for at, found, s in points],
        run=run_view(job) if job.kind is JobKind.SIMULATION else None,
        training=training_view(job) if job.kind is JobKind.TRAINING else None,
        hands=import_view(job) if job.kind is JobKind.IMPORT else None,
    )


def training_view(job: Job) -> wire.BlueprintProgress | None:
    """Where a training stands; None before its first report."""
    found = job.detail
    if "points" not in found:
        return None
    responses = [{name: row[name] for name in wire.ResponseGain.model_fields} for row in found["responses"]]
    local = [{name: row[name] for name in wire.LocalGain.model_fields} for row in found["local"]]
    return wire.BlueprintProgress.model_validate(found | {"responses": responses, "local": local})


def import_view(job: Job) -> study.ImportReport:
    """What an import has come to."""
    return study.ImportReport.model_validate(ImportTally.of(job), from_attributes=True)


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


def match_replay(job: Job, config: MatchConfig, found: MatchHand) -> study.HandReplay:
    """The frames of the person at chair 0, with everybody's cards put in."""
    setup, deal = table_of(config, found, job.title)
    path = [deal_hand(setup, deal)]
    for choice in found.choices:
        path.append(path[-1].act(choice))
    row: dict[str, Any] = {"table": job.id, "number": found.number, "imported": False, "played": job.created}
    row |= {"game": config.variant, "ev_lost": None, "worst": None, **summarise(setup, deal, path[-1])}
    record = Record(cast(RowMapping, row), setup, deal, found.choices, ())
    replay = replay_view(record, (), phh_of(setup, path[-1], found.number))
    return replay.model_copy(update={"frames": [_opened(frame, path[frame.step]) for frame in replay.frames]})


def line_view(config: MatchConfig, hand: MatchHand) -> wire.MatchHandLine:
    """Who won and lost most in a hand."""
    best, worst = (pick(range(len(hand.payoffs)), key=hand.payoffs.__getitem__) for pick in (max, min))
    return wire.MatchHandLine(
        hand=hand.number,
        pot_bb=round(hand.pot / config.big_blind, 1),
        board=card_texts(parse_cards(hand.board)),
        winner=config.labels[hand.agents[best]],
        won_bb=round(hand.payoffs[best] / config.big_blind, 1),
        loser=config.labels[hand.agents[worst]],
        lost_bb=round(-hand.payoffs[worst] / config.big_blind, 1),
    )


def _opened(frame: study.ReplayFrame, hand: Hand) -> study.ReplayFrame:
    """The same with all cards, once there are any."""
    if not frame.seats[0].cards:
        return frame
    seats = [
        seat.model_copy(update={"cards": card_texts(hand.cards(seat.seat)), "is_you": False, "is_out": False})
        for seat in frame.seats
    ]
    entry = frame.entry
    if entry is not None and entry.index < len(hand.events):
        event = hand.events[entry.index]
        entry = entry.model_copy(update={"cards": card_texts(event.cards), "taken": card_texts(event.taken)})
    return frame.model_copy(update={"seats": seats, "entry": entry})
