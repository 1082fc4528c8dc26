"""Drills: the lab deals hands at a spot, you act, the strategy grades. What was missed anywhere is a pool to repeat."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path
from sqlalchemy.engine import RowMapping

from gutshot.coach.advice import GradeName
from gutshot.errors import BadConfig, GutshotError
from gutshot.strategies.hand_names import cards_of, hand_key
from gutshot.strategies.summaries import told_line
from gutshot.trainer.drills import sessions as kept
from gutshot.trainer.drills.missed_hands import due
from gutshot.trainer.drills.missed_pool import Resting, due_now, missed_hands
from gutshot.trainer.drills.questions import Question, mean_loss, require_number
from gutshot.trainer.records.store import Store
from gutshot.web.context import Context, Here, Person, Refused
from gutshot.web.explore import reading
from gutshot.web.explore import schemas as explore
from gutshot.web.explore.privacy import require_visible, visible
from gutshot.web.explore.views import known, stop_view

router = APIRouter(prefix="/drills", tags=["drills"])

MISSED = "Missed hands"
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


@router.get("/missed", operation_id="getMissedHands")
def get_missed_hands(here: Here, person: Person) -> explore.MissedView:
    """What you missed in any drill and do not know yet: how many hands are due now, and when the next one is."""
    hands, now = _pool(here, person), time.time()
    ready = due_now(hands, now)
    later = [hand.due for hand in hands if hand.due > now]
    return explore.MissedView(
        due=len(ready),
        later=len(later),
        spots=len({(hand.source, hand.line) for hand in ready}),
        next=None if not later else datetime.fromtimestamp(min(later), UTC).isoformat(timespec="seconds"),
    )


@router.post("/missed", operation_id="repeatMissedHands", status_code=201)
def repeat_missed_hands(here: Here, person: Person) -> explore.DrillView:
    """Start a drill of all missed hands that are due, from whatever spot they are."""
    if not due_now(_pool(here, person), time.time()):
        raise BadConfig("no missed hand is due: expected one that was missed in a drill and has rested long enough")
    return _view(here, kept.begin(here.store, person, "", MISSED, "", "", pool=True))


def _pool(here: Context, person: str) -> list[Resting]:
    """Without the hands of strategies that are gone."""
    library, known = here.reading.library, {entry.name for entry in visible(here, person)}
    hands = missed_hands(here.store, person)
    there = {name for name in {hand.source for hand in hands} if library.full_name(name).partition("@")[0] in known}
    return [hand for hand in hands if hand.source in there]


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
    if asked is None or ask.cards not in (None, _cards(asked)):
        raise Refused(409, "stale", "this drill is at another hand by now: load it again")
    hands, verdict = asked.question.hands, asked.question.grade(asked.place, ask.action)
    cards, where = hand_key(asked.question.game, int(hands.combos[asked.place])), kept.InHand()
    if found.whole:
        spot = asked.question.stop
        reached = here.reading.ask(
            reading.gone_on, found.source, found.line, found.seed, asked.hand, spot.line_after(ask.action)
        )
        where = kept.InHand(asked.hand, reached.line, reached.ended, None, spot.line)
    elif found.pool:
        where = kept.InHand(source=asked.source, spot=asked.line)
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
    source: str
    line: str
    hand: int = 0
    held: tuple[str, ...] = ()  # of a whole hand


def _cards(asked: _AskedHand) -> list[str]:
    if asked.held:
        return list(asked.held)
    return cards_of(hand_key(asked.question.game, int(asked.question.hands.combos[asked.place])))


def _of_pool(here: Context, person: str) -> _AskedHand | None:
    """The missed hand that is due longest and whose strategy still asks it; None where nothing is due."""
    for hand in due_now(_pool(here, person), time.time()):
        with suppress(GutshotError):  # the strategy cannot be opened any more, or has changed
            spot = here.reading.ask(reading.drilled, hand.source, hand.line, hand.valued)
            place = spot.question.place_of(hand.cards)
            if place is not None:
                return _AskedHand(spot, spot.question, place, True, hand.source, hand.line)
    return None


def _asked(here: Context, drill: kept.Drill, rows: Sequence[RowMapping]) -> _AskedHand | None:
    if drill.pool:
        return _of_pool(here, drill.owner)
    if drill.whole:
        hand, line = kept.now_in_hand(rows)
        spot, place, cards = here.reading.ask(
            reading.in_whole_hand, drill.source, drill.line, drill.seed, hand, line, drill.valued
        )
        return _AskedHand(spot, spot.question, place, False, drill.source, drill.line, hand, tuple(cards))
    spot = here.reading.ask(reading.drilled, drill.source, drill.line, drill.valued)
    question = spot.question.only_close() if drill.close else spot.question
    number = len(rows) + 1
    earlier = kept.missed_before(here.store, drill)
    again = due(kept.answered([*earlier, *rows]), len(earlier) + number)
    missed = None if again is None else question.place_of(again)
    if missed is None:
        return _AskedHand(spot, question, question.deal(drill.seed, number), False, drill.source, drill.line)
    return _AskedHand(spot, question, missed, True, drill.source, drill.line)


def _view(here: Context, drill: kept.Drill) -> explore.DrillView:
    rows = kept.answers_of(here.store, drill.id)
    asked = _asked(here, drill, rows)
    view = explore.DrillView(
        id=drill.id,
        source=drill.source,
        title=drill.title,
        line=drill.line,
        told=drill.told,
        big_blind=None,
        path=[],
        number=len(rows) + 1,
        cards=[],
        again=False,
        close=drill.close,
        valued=drill.valued,
        can_be_valued=False,
        whole=drill.whole,
        pool=drill.pool,
        hand=0,
        answers=[_answer(row) for row in rows],
        mean_percent_lost=mean_loss([row["percent_lost"] for row in rows]),
    )
    return view if asked is None else view.model_copy(update=_shown(drill, asked))


def _shown(drill: kept.Drill, asked: _AskedHand) -> dict[str, object]:
    """What the hand to be answered adds to the view; of the pool also whose spot it is."""
    spot = asked.spot
    told = {"source": asked.source, "title": spot.title, "line": asked.line, "told": told_line(list(spot.path))}
    return {
        **(told if drill.pool else {}),
        "big_blind": spot.big_blind,
        "path": [stop_view(stop) for stop in spot.path],
        "cards": _cards(asked),
        "again": asked.again,
        "can_be_valued": spot.can_be_valued,
        "hand": asked.hand,
    }


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
