"""Drills: the lab deals hands at a spot, you act, the strategy grades."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.engine import RowMapping

from gutshot.coach.advice import GradeName
from gutshot.strategies.hand_names import cards_of, hand_key
from gutshot.strategies.summaries import told_line
from gutshot.trainer.drills import sessions as kept
from gutshot.trainer.drills.missed_hands import due
from gutshot.trainer.drills.questions import Question, mean_loss, require_number
from gutshot.trainer.records.store import Store
from gutshot.web.context import Context, Here, Person, Refused
from gutshot.web.explore import reading
from gutshot.web.explore import schemas as explore
from gutshot.web.explore.privacy import require_visible
from gutshot.web.explore.views import known, stop_view

router = APIRouter(prefix="/drills", tags=["drills"])

DrillId = Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$", examples=["3f2a9c1d5e6b7a80"])]


@router.post("", operation_id="startDrill", status_code=201)
def start_drill(ask: explore.DrillAsk, here: Here, person: Person) -> explore.DrillView:
    """Start a drill at a spot and deal the first hand."""
    require_visible(here, person, ask.source)
    spot = here.reading.ask(reading.drilled, ask.source, ask.line, ask.valued)
    told = told_line(list(spot.path))
    if ask.close:
        spot.question.only_close()
    how = (ask.close, ask.valued, ask.whole)
    begun = kept.begin(here.store, person, ask.source, spot.title, spot.question.stop.line, told, *how)
    return _view(here, begun)


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
            line=session.drill.line,
            missed=session.missed,
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
    return _view(here, _drill(here.store, person, drill))


@router.post("/{drill}/act", operation_id="answerDrill")
def answer_drill(drill: DrillId, ask: explore.DrillAct, here: Here, person: Person) -> explore.DrillVerdict:
    """Answer the hand. It is graded, kept, and the next one is dealt, or the same one goes on."""
    found = _drill(here.store, person, drill)
    rows = kept.answers_of(here.store, drill)
    require_number(ask.number, len(rows) + 1)
    asked = _asked(here, found, rows)
    hands, verdict = asked.question.hands, asked.question.grade(asked.place, ask.action)
    cards, where = hand_key(asked.question.game, int(hands.combos[asked.place])), kept.InHand()
    if found.whole:
        line = asked.question.stop.line_after(ask.action)
        reached = here.reading.ask(reading.gone_on, found.source, found.line, found.seed, asked.hand, line)
        where = kept.InHand(asked.hand, reached.line, reached.ended)
    kept.keep_answer(here.store, found, ask.number, cards, ask.action, verdict, where)
    view = _view(here, found)
    assert hands.mix is not None
    return explore.DrillVerdict(
        answer=view.answers[-1],
        mix=[round(float(share), 4) for share in hands.mix[:, asked.place]],
        action_ev=None if hands.action_ev is None else known(hands.action_ev[:, asked.place], 3),
        ended=where.ended,
        drill=view,
    )


@dataclass(frozen=True)
class _AskedHand:
    """The decision to be answered: what is known of it, and the place of the person's hand."""

    spot: reading.DrillSpot
    question: Question
    place: int
    again: bool
    hand: int = 0


def _asked(here: Context, drill: kept.Drill, rows: Sequence[RowMapping]) -> _AskedHand:
    if drill.whole:
        hand, line = kept.now_in_hand(rows)
        spot, place = here.reading.ask(
            reading.in_whole_hand, drill.source, drill.line, drill.seed, hand, line, drill.valued
        )
        return _AskedHand(spot, spot.question, place, False, hand)
    spot = here.reading.ask(reading.drilled, drill.source, drill.line, drill.valued)
    question = spot.question.only_close() if drill.close else spot.question
    number = len(rows) + 1
    earlier = kept.missed_before(here.store, drill)
    again = due(kept.answered([*earlier, *rows]), len(earlier) + number)
    missed = None if again is None else question.place_of(again)
    if missed is None:
        return _AskedHand(spot, question, question.deal(drill.seed, number), False)
    return _AskedHand(spot, question, missed, True)


def _view(here: Context, drill: kept.Drill) -> explore.DrillView:
    rows = kept.answers_of(here.store, drill.id)
    asked = _asked(here, drill, rows)
    cards = hand_key(asked.question.game, int(asked.question.hands.combos[asked.place]))
    return explore.DrillView(
        id=drill.id,
        source=drill.source,
        title=drill.title,
        line=drill.line,
        told=drill.told,
        big_blind=asked.spot.big_blind,
        path=[stop_view(stop) for stop in asked.spot.path],
        number=len(rows) + 1,
        cards=cards_of(cards),
        again=asked.again,
        close=drill.close,
        valued=drill.valued,
        can_be_valued=asked.spot.can_be_valued,
        whole=drill.whole,
        hand=asked.hand,
        answers=[_answer(row) for row in rows],
        mean_percent_lost=mean_loss([row["percent_lost"] for row in rows]),
    )


def _answer(row: RowMapping) -> explore.DrillAnswer:
    return explore.DrillAnswer(
        number=row["number"],
        cards=cards_of(row["cards"]),
        action=row["action"],
        best=row["best"],
        share=row["share"],
        ev_lost=row["ev_lost"],
        percent_lost=row["percent_lost"],
        grade=GradeName(row["grade"]),
    )
