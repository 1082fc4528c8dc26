"""Looking into strategies: the library, the nodes of a source, reports, exports, simplification."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from gutshot.games.variants import Game
from gutshot.trainer.records import history as records
from gutshot.trainer.records.store import new_id
from gutshot.trainer.study import PlayedHand
from gutshot.trainer.table.setup import YOU
from gutshot.trainer.table.table import deal_hand
from gutshot.web.context import Here, Person, Refused
from gutshot.web.explore import questions
from gutshot.web.explore import schemas as explore
from gutshot.web.explore.questions import StrategyFormat
from gutshot.web.explore.views import entry_view

router = APIRouter(prefix="/explore", tags=["explore"])

SourceQuery = Annotated[str, Query(min_length=1, max_length=320, examples=["file:solutions/river"])]
LineQuery = Annotated[str, Query(max_length=2000, examples=["check,bet 120"], description="Where to look.")]
SeatQuery = Annotated[int | None, Query(ge=0, le=9, description="Whose hands; the actor's if left out.")]
_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.get("/library", operation_id="listLibrary")
def list_library(here: Here, _: Person) -> list[explore.LibraryEntry]:
    """Everything that can be looked into: what the lab made, what is shipped, and the built-in agents."""
    here.reading.get_ready()
    return [entry_view(entry) for entry in here.reading.library.entries()]


@router.get("/about", operation_id="describeSource")
def describe_source(source: SourceQuery, here: Here, _: Person) -> explore.AboutView:
    """What a source is, how it was made and how good it is."""
    return here.reading.ask(questions.about, source)


@router.get("/node", operation_id="getNode", response_model=explore.NodeView)
def get_node(source: SourceQuery, here: Here, _: Person, line: LineQuery = "", seat: SeatQuery = None) -> Response:
    """The stops along a line, and what a seat's hands do where it leads; the first answer waits for the opening."""
    return Response(here.reading.ask(questions.node, source, line, seat), media_type="application/json")


@router.get("/report", operation_id="getReport")
def get_report(
    source: SourceQuery, here: Here, _: Person, line: LineQuery = "", seat: SeatQuery = None
) -> explore.ReportView:
    """What the range is made of, and the curves of equity where they are known."""
    return here.reading.ask(questions.report, source, line, seat)


@router.get("/runouts", operation_id="getRunouts")
def get_runouts(source: SourceQuery, here: Here, _: Person, line: LineQuery = "") -> explore.RunoutsView:
    """What every next card does to frequencies, EV and equity, at a line after which one comes."""
    return here.reading.ask(questions.runouts, source, line)


@router.get("/study", operation_id="findStudy")
def find_study(
    hand: Annotated[str, Query(pattern=r"^[0-9a-z]{1,32}:[0-9]{1,9}$", examples=["3f2a9c1d5e6b7a80:12"])],
    here: Here,
    person: Person,
) -> list[explore.StudyMatch]:
    """Where your decisions of a finished hand are found in the library; empty where no strategy knows them."""
    table, _, number = hand.partition(":")
    record = records.open_hand(here.store, person, table, int(number))
    if record is None:
        raise Refused(404, "not_found", f"you have no finished hand {hand!r}")
    if record.setup.game is not Game.HOLDEM or YOU not in record.deal.chairs or not record.choices:
        return []
    first = deal_hand(record.setup, record.deal)
    played = PlayedHand.of(first, record.choices, record.deal.chairs.index(YOU))
    return [explore.StudyMatch(**vars(match)) for match in here.reading.ask(questions.study, played)]


@router.get("/export", operation_id="exportNode", response_class=Response, responses=_TEXT)
def export_node(
    source: SourceQuery,
    here: Here,
    _: Person,
    line: LineQuery = "",
    seat: SeatQuery = None,
    form: Annotated[StrategyFormat, Query(alias="format")] = StrategyFormat.CSV,
    action: Annotated[str, Query(max_length=40, description="Of a range: only what takes this action.")] = "",
) -> Response:
    """A seat's strategy here as CSV or JSON, one row a hand, or its range as text."""
    text = here.reading.ask(questions.export, source, line, seat, form, action)
    return Response(text, media_type="text/plain")


@router.post("/simplify", operation_id="simplifySource")
def simplify(ask: explore.SimplifyAsk, here: Here, _: Person) -> explore.SimplifiedView:
    """A strategy one can remember: rare actions dropped, frequencies rounded, and what that costs."""
    folder = here.reading.library.data / "solutions" / f"simple-{new_id()}" if ask.save else None
    return here.reading.ask(questions.simplified, ask, folder)
