"""Drills: the lab deals hands at a spot, you act, the strategy grades."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.engine import RowMapping

from gutshot.cards.combos import combo_name
from gutshot.coach.advice import GradeName
from gutshot.strategies.summaries import told_line
from gutshot.trainer.drills import sessions as kept
from gutshot.trainer.drills.again import due
from gutshot.trainer.drills.questions import Question, mean_loss, require_number
from gutshot.trainer.records.store import Store
from gutshot.web.context import Here, Person, Refused
from gutshot.web.explore import reading
from gutshot.web.explore import schemas as explore
from gutshot.web.explore.views import known, stop_view

router = APIRouter(prefix="/drills", tags=["drills"])

DrillId = Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$", examples=["3f2a9c1d5e6b7a80"])]


@router.post("", operation_id="startDrill", status_code=201)
def start_drill(ask: explore.DrillAsk, here: Here, person: Person) -> explore.DrillView:
    """Start a drill at a spot and deal the first hand."""
    spot = here.reading.ask(reading.drilled, ask.source, ask.line)
    told = told_line(list(spot.path))
    if ask.close:
        spot.question.only_close()
    begun = kept.begin(here.store, person, ask.source, spot.title, spot.question.stop.line, told, ask.close)
    return _view(here.store, begun, spot)


@router.get("", operation_id="listDrills")
def list_drills(here: Here, person: Person) -> list[explore.DrillSummary]:
    """Your drills, newest first, with how they went."""
    return [
        explore.DrillSummary(
            id=session.drill.id,
            source=session.drill.source,
            title=session.drill.title,
            told=session.drill.told,
            created=datetime.fromtimestamp(session.drill.created, UTC).isoformat(timespec="seconds"),
            hands=session.hands,
            best=session.best,
            percent_lost=session.percent_lost,
        )
        for session in kept.sessions_of(here.store, person)
    ]


def _drill(store: Store, person: str, drill: str) -> kept.Drill:
    found = kept.find(store, person, drill)
    if found is None:
        raise Refused(404, "not_found", f"you have no drill {drill!r}")
    return found


@router.get("/{drill}", operation_id="getDrill")
def get_drill(drill: DrillId, here: Here, person: Person) -> explore.DrillView:
    """A drill with the hand to be answered."""
    found = _drill(here.store, person, drill)
    return _view(here.store, found, here.reading.ask(reading.drilled, found.source, found.line))


@router.post("/{drill}/act", operation_id="answerDrill")
def answer_drill(drill: DrillId, ask: explore.DrillAct, here: Here, person: Person) -> explore.DrillVerdict:
    """Answer the hand. It is graded, kept, and the next one is dealt."""
    found = _drill(here.store, person, drill)
    rows = kept.answers_of(here.store, drill)
    require_number(ask.number, len(rows) + 1)
    spot = here.reading.ask(reading.drilled, found.source, found.line)
    question = _asked(found, spot)
    place, _ = _dealt(found, question, rows)
    verdict = question.grade(place, ask.action)
    cards = combo_name(int(question.hands.combos[place]))
    kept.keep_answer(here.store, found, ask.number, cards, ask.action, verdict)
    view = _view(here.store, found, spot)
    hands = question.hands
    assert hands.mix is not None
    return explore.DrillVerdict(
        answer=view.answers[-1],
        mix=[round(float(share), 4) for share in hands.mix[:, place]],
        action_ev=None if hands.action_ev is None else known(hands.action_ev[:, place], 3),
        drill=view,
    )


def _asked(drill: kept.Drill, spot: reading.DrillSpot) -> Question:
    return spot.question.only_close() if drill.close else spot.question


def _dealt(drill: kept.Drill, question: Question, rows: Sequence[RowMapping]) -> tuple[int, bool]:
    """The place of the next hand, and whether it was missed before."""
    number = len(rows) + 1
    again = due(kept.answered(rows), number)
    place = None if again is None else question.place_of(again)
    return (question.deal(drill.seed, number), False) if place is None else (place, True)


def _view(store: Store, drill: kept.Drill, spot: reading.DrillSpot) -> explore.DrillView:
    question = _asked(drill, spot)
    rows = kept.answers_of(store, drill.id)
    place, again = _dealt(drill, question, rows)
    cards = combo_name(int(question.hands.combos[place]))
    return explore.DrillView(
        id=drill.id,
        source=drill.source,
        title=drill.title,
        line=drill.line,
        told=drill.told,
        big_blind=spot.big_blind,
        path=[stop_view(stop) for stop in spot.path],
        number=len(rows) + 1,
        cards=[cards[:2], cards[2:]],
        again=again,
        close=drill.close,
        answers=[
            explore.DrillAnswer(
                number=row["number"],
                cards=[row["cards"][:2], row["cards"][2:]],
                action=row["action"],
                best=row["best"],
                share=row["share"],
                ev_lost=row["ev_lost"],
                percent_lost=row["percent_lost"],
                grade=GradeName(row["grade"]),
            )
            for row in rows
        ],
        mean_percent_lost=mean_loss([row["percent_lost"] for row in rows]),
    )
