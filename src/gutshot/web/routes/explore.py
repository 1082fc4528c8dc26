"""Looking into strategies: the library, the nodes of a source, reports, exports, simplification."""

from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from gutshot.errors import BadConfig
from gutshot.solvers.postflop.simplify import simplify as simplify_solution
from gutshot.trainer import records
from gutshot.trainer.explore.library import Library
from gutshot.trainer.explore.postflop import NAMES, SolutionSource
from gutshot.trainer.explore.source import Source
from gutshot.trainer.explore.study import Played, matches
from gutshot.trainer.setup import YOU, Game
from gutshot.trainer.store import new_id
from gutshot.trainer.table import deal_hand
from gutshot.web import explore_schemas as explore
from gutshot.web.context import Here, Person, Refused
from gutshot.web.explore_views import (
    about_view,
    csv_text,
    entry_view,
    node_view,
    range_text,
    report_view,
    rows_of,
)
from gutshot.web.shelf import Shelf

router = APIRouter(prefix="/explore", tags=["explore"])

SourceQuery = Annotated[str, Query(min_length=1, max_length=320, examples=["file:solutions/river"])]
LineQuery = Annotated[str, Query(max_length=2000, examples=["check,bet 120"], description="Where to look.")]
SeatQuery = Annotated[int | None, Query(ge=0, le=9, description="Whose hands; the actor's if left out.")]
_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.get("/library", operation_id="listLibrary")
def list_library(library: Shelf, _: Person) -> list[explore.LibraryEntry]:
    """Everything that can be looked into: what the lab made, what is shipped, and the built-in agents."""
    return [entry_view(entry) for entry in library.entries()]


@router.get("/about", operation_id="describeSource")
def describe_source(source: SourceQuery, library: Shelf, _: Person) -> explore.AboutView:
    """What a source is, how it was made and how good it is."""
    return about_view(source, library.open(source))


@router.get("/node", operation_id="getNode", response_model=explore.NodeView)
def get_node(source: SourceQuery, library: Shelf, _: Person, line: LineQuery = "", seat: SeatQuery = None) -> Response:
    """The stops along a line, and what a seat's hands do where it leads."""
    view = node_view(source, library.open(source), line, seat)
    return Response(view.model_dump_json(), media_type="application/json")


@router.get("/report", operation_id="getReport")
def get_report(
    source: SourceQuery, library: Shelf, _: Person, line: LineQuery = "", seat: SeatQuery = None
) -> explore.ReportView:
    """What the range is made of, and the curves of equity where they are known."""
    return report_view(library.open(source), line, seat)


def _solution(library: Library, name: str) -> SolutionSource:
    source: Source = library.open(name)
    if not isinstance(source, SolutionSource):
        raise BadConfig(f"{name!r} is no postflop solution: only these have values for every card")
    return source


@router.get("/runouts", operation_id="getRunouts")
def get_runouts(source: SourceQuery, library: Shelf, _: Person, line: LineQuery = "") -> explore.RunoutsView:
    """What every next card does to frequencies, EV and equity, at a line after which one comes."""
    found = _solution(library, source).runouts(line)
    rows = [
        explore.RunoutView(
            card=row["card"],
            actor=row["actor"].upper(),
            actions=row["actions"],
            frequencies=[_finite(share) or 0.0 for share in row["frequencies"]],
            ev=[_finite(value) for value in row["ev"]],
            equity=[_finite(value) for value in row["equity"]],
        )
        for row in found
    ]
    return explore.RunoutsView(line=line, names=list(NAMES), rows=rows)


def _finite(value: float) -> float | None:
    return round(value, 5) if value == value and abs(value) != float("inf") else None


@router.get("/study", operation_id="findStudy")
def find_study(
    hand: Annotated[str, Query(pattern=r"^[0-9a-z]{1,32}:[0-9]{1,9}$", examples=["3f2a9c1d5e6b7a80:12"])],
    here: Here,
    library: Shelf,
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
    played = Played.of(first, record.choices, record.deal.chairs.index(YOU))
    return [explore.StudyMatch(**vars(match)) for match in matches(library, played)]


class ExportFormat(StrEnum):
    """What a strategy is written as."""

    CSV = "csv"
    JSON = "json"
    RANGE = "range"


@router.get("/export", operation_id="exportNode", response_class=Response, responses=_TEXT)
def export_node(
    source: SourceQuery,
    library: Shelf,
    _: Person,
    line: LineQuery = "",
    seat: SeatQuery = None,
    form: Annotated[ExportFormat, Query(alias="format")] = ExportFormat.CSV,
    action: Annotated[str, Query(max_length=40, description="Of a range: only what takes this action.")] = "",
) -> Response:
    """A seat's strategy here as CSV or JSON, one row a hand, or its range as text."""
    import json

    opened = library.open(source)
    if form is ExportFormat.RANGE:
        return Response(range_text(opened, line, seat, action), media_type="text/plain")
    rows = rows_of(opened, line, seat)
    text = csv_text(rows) if form is ExportFormat.CSV else json.dumps(rows, indent=1)
    return Response(text, media_type="text/plain")


@router.post("/simplify", operation_id="simplifySource")
def simplify(ask: explore.SimplifyAsk, library: Shelf, _: Person) -> explore.Simplified:
    """A strategy one can remember: rare actions dropped, frequencies rounded, and what that costs."""
    source = _solution(library, ask.source)
    with source.alone():
        found = simplify_solution(source.solution, ask.drop, ask.steps)
        before = source.solution.exploitability_percent
    pot = source.solution.spot.pot
    kept = None
    if ask.save:
        folder = library.data / "solutions" / f"simple-{new_id()}"
        found.solution.save(folder, resumable=False)
        kept = library.entry(folder).name
    return explore.Simplified(
        names=list(NAMES),
        cost=[round(cost, 4) for cost in found.cost],
        cost_percent=[round(100 * cost / pot, 4) for cost in found.cost],
        exploitability_before=before,
        exploitability_after=found.solution.exploitability_percent,
        source=kept,
    )
