"""The explorer: the library and its uploads, nodes of a strategy, reports, exports, ranges."""

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Response

from gutshot.agents.played_out import MOST_DEALS
from gutshot.cards.combos import CLASS_COMBOS, CLASS_NAMES, COMBO_COUNT
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.variants import Game
from gutshot.strategies import library_changes, uploads
from gutshot.strategies.catalogue import Library
from gutshot.strategies.entries import asked_for
from gutshot.trainer.jobs import record
from gutshot.trainer.records import history as records
from gutshot.trainer.records.saved_ranges import forget_range, keep_range, ranges_of
from gutshot.trainer.records.store import new_id
from gutshot.trainer.study import PlayedHand
from gutshot.trainer.table.setup import YOU
from gutshot.trainer.table.table import deal_hand
from gutshot.web.context import Context, Here, Person, Refused
from gutshot.web.explore import reading
from gutshot.web.explore import schemas as explore
from gutshot.web.explore.privacy import Source, is_private, owner_of, require_visible, visible
from gutshot.web.explore.reading import StrategyFormat
from gutshot.web.explore.views import entry_view

ranges = APIRouter(prefix="/ranges", tags=["ranges"])
incoming = APIRouter(prefix="/explore/uploads", tags=["explore"])
strategies = APIRouter(prefix="/explore", tags=["explore"])

Name = Annotated[str, Path(min_length=1, max_length=60, pattern=r"^[^/\x00-\x1f]+$", examples=["BTN open"])]


@ranges.post("/read", operation_id="readRange")
def read_range(ask: explore.RangeAsk, _: Person) -> explore.RangeShown:
    """A range as its shortest text and as a matrix. "top 15%" is the best 15 % of hands."""
    return shown(painted(ask.text, ask.brushes))


def painted(text: str, brushes: Sequence[explore.Brush]) -> Range:
    """A range read from text, with some hands given other weights."""
    weights = Range.parse(text).weights.copy() if text.strip() else Range([0.0] * COMBO_COUNT).weights.copy()
    for brush in brushes:
        for hand in brush.hands:
            if hand not in CLASS_NAMES:
                raise MalformedInput(f"no cell {hand!r} in the matrix: expected one like AA, AKs or AKo")
            weights[CLASS_COMBOS[CLASS_NAMES.index(hand)]] = round(brush.weight, 4)
    return Range(weights)


def shown(found: Range) -> explore.RangeShown:
    """A range as text and matrix."""
    return explore.RangeShown(
        text=str(found) if found else "",
        matrix=found.matrix().round(4).tolist(),
        combos=round(found.combo_count, 3),
        share=round(found.share, 5),
    )


@ranges.get("", operation_id="listRanges")
def list_ranges(here: Here, person: Person) -> list[explore.SavedRange]:
    """The ranges you keep, by name."""
    return [explore.SavedRange(name=name, text=text) for name, text in ranges_of(here.store, person)]


@ranges.put("/{name}", operation_id="saveRange")
def save_range(name: Name, ask: explore.SaveRange, here: Here, person: Person) -> explore.SavedRange:
    """Save a range under a name, replacing the one that had it."""
    text = str(painted(ask.text, ()))
    keep_range(here.store, person, name, text)
    return explore.SavedRange(name=name, text=text)


@ranges.delete("/{name}", operation_id="deleteRange", status_code=204)
def delete_range(name: Name, here: Here, person: Person) -> Response:
    """Delete a range."""
    forget_range(here.store, person, name)
    return Response(status_code=204)


UploadId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["3f2a9c1d5e6b7a80"])]
_BYTES: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def _upload(library: Library, upload: str) -> uploads.Upload:
    found = uploads.find(library, upload)
    if found is None:
        raise Refused(404, "not_found", f"there is no upload {upload!r} under way")
    return found


def _upload_view(upload: uploads.Upload) -> explore.UploadView:
    return explore.UploadView(id=upload.id, received=upload.received, bytes=upload.bytes, piece=uploads.PIECE)


@incoming.post("", operation_id="beginUpload", status_code=201)
def begin_upload(ask: explore.UploadAsk, here: Here, _: Person) -> explore.UploadView:
    """Announce a folder by its manifest."""
    return _upload_view(uploads.begin(here.reading.library, new_id(), ask.name, ask.manifest))


@incoming.put("/{upload}", operation_id="sendPiece", openapi_extra=_BYTES)
def send_piece(
    upload: UploadId,
    here: Here,
    _: Person,
    piece: Annotated[bytes, Body(media_type="application/octet-stream", max_length=uploads.PIECE)],
    offset: Annotated[int, Query(ge=0, le=uploads.MOST_BYTES)] = 0,
) -> explore.UploadView:
    """The next bytes of the array file."""
    found = _upload(here.reading.library, upload)
    uploads.add(found, offset, piece)
    return _upload_view(found)


@incoming.post("/{upload}/finish", operation_id="finishUpload")
def finish_upload(upload: UploadId, here: Here, person: Person) -> explore.LibraryEntry:
    """Check the upload and add it to the library."""
    library = here.reading.library
    folder = here.reading.ask(reading.brought_in, _upload(library, upload), person)
    return entry_view(library.entry(folder), private=is_private(here, person, folder))


LineQuery = Annotated[str, Query(max_length=2000, examples=["check,bet 120"], description="Where to look.")]
SeatQuery = Annotated[int | None, Query(ge=0, le=9, description="Whose hands; the actor's if left out.")]
_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


@strategies.get("/library", operation_id="listLibrary")
def list_library(here: Here, person: Person) -> list[explore.LibraryEntry]:
    """Everything that can be opened: your own results, what is shipped, and the built-in agents."""
    here.reading.get_ready()
    library_changes.free(here.reading.library)
    jobs = {job.id for job in here.jobs.all_of(person)}
    return [entry_view(entry, jobs, is_private(here, person, entry.path)) for entry in visible(here, person)]


def _yours(here: Context, person: str, source: str) -> FilePath:
    """A folder that the person may change: not one that another person's job has made."""
    folder = library_changes.own_folder(here.reading.library, source)
    job, owner = asked_for(folder).get("job"), owner_of(here, folder)
    if owner is not None and owner != person and (here.token is not None or _is_of_job(here, job)):
        raise Refused(404, "not_found", f"you have no {source!r}")
    if isinstance(job, str) and owner is not None and here.jobs.pid(job) is not None:
        raise BadConfig("this solve is running: stop it first")
    return folder


def _is_of_job(here: Context, job: object) -> bool:
    return isinstance(job, str) and record.owner_of(here.store, job) is not None


@strategies.patch("/library", operation_id="keepEntry")
def keep_entry(ask: explore.Keep, here: Here, person: Person) -> explore.LibraryEntry:
    """Rename something in the data folder, write notes on it, or share it with the others on this server."""
    folder = _yours(here, person, ask.source)
    library_changes.describe(folder, **ask.model_dump(exclude={"source"}, exclude_none=True))
    return entry_view(here.reading.library.entry(folder), private=is_private(here, person, folder))


@strategies.post("/library/remove", operation_id="removeEntry")
def remove_entry(ask: explore.Remove, here: Here, person: Person) -> explore.Removed:
    """Delete something in the data folder. For ten minutes it can be brought back; then its disk is freed."""
    folder, token = _yours(here, person, ask.source), new_id()
    size = library_changes.size_of(folder)
    library_changes.put_away(here.reading.library, folder, token)
    return explore.Removed(token=token, bytes=size)


@strategies.post("/library/restore", operation_id="restoreEntry")
def restore_entry(ask: explore.Restore, here: Here, _: Person) -> explore.LibraryEntry:
    """Bring back what was deleted; the token is known only to whoever deleted it."""
    folder = library_changes.bring_back(here.reading.library, ask.token)
    if folder is None:
        raise Refused(404, "not_found", "there is nothing to bring back: it was deleted too long ago")
    return entry_view(here.reading.library.entry(folder))


@strategies.get("/about", operation_id="describeSource")
def describe_source(source: Source, here: Here, _: Person) -> explore.AboutView:
    """What a source is, how it was made and how good it is."""
    return here.reading.ask(reading.about, source)


@strategies.get("/node", operation_id="getNode", response_model=explore.NodeView)
def get_node(
    source: Source,
    here: Here,
    _: Person,
    line: LineQuery = "",
    seat: SeatQuery = None,
    deals: Annotated[
        int, Query(ge=0, le=MOST_DEALS, description="Play out the values of a blueprint with so many deals per hand.")
    ] = 0,
) -> Response:
    """The stops along a line and a seat's hands at its end. The first request waits until the strategy is open."""
    return Response(here.reading.ask(reading.node, source, line, seat, deals), media_type="application/json")


@strategies.get("/report", operation_id="getReport")
def get_report(
    source: Source, here: Here, _: Person, line: LineQuery = "", seat: SeatQuery = None
) -> explore.ReportView:
    """The composition of the range, and equity curves where equity is known."""
    return here.reading.ask(reading.report, source, line, seat)


@strategies.get("/runouts", operation_id="getRunouts")
def get_runouts(source: Source, here: Here, _: Person, line: LineQuery = "") -> explore.RunoutsView:
    """What every next card does to frequencies, EV and equity, at a line after which one comes."""
    return here.reading.ask(reading.runouts, source, line)


@strategies.get("/study", operation_id="findStudy")
def find_study(
    hand: Annotated[str, Query(pattern=r"^[0-9a-z]{1,32}:[0-9]{1,9}$", examples=["3f2a9c1d5e6b7a80:12"])],
    here: Here,
    person: Person,
    networks: Annotated[bool, Query(description="Ask trained networks, which know any spot and none exactly.")] = False,
) -> list[explore.StudyMatch]:
    """Strategies in the library that cover your decisions of a finished hand; empty if none does."""
    table, _, number = hand.partition(":")
    found = records.open_hand(here.store, person, table, int(number))
    if found is None:
        raise Refused(404, "not_found", f"you have no finished hand {hand!r}")
    if found.setup.game is not Game.HOLDEM or YOU not in found.deal.chairs or not found.choices:
        return []
    first = deal_hand(found.setup, found.deal)
    played = PlayedHand.of(first, found.choices, found.deal.chairs.index(YOU))
    return [
        explore.StudyMatch(**vars(match), exact=match.exact)
        for match in here.reading.ask(reading.study, played, networks, _hidden(here, person))
    ]


def _hidden(here: Context, person: str) -> frozenset[str]:
    """Sources that are somebody else's."""
    if here.token is None:
        return frozenset()
    seen = {entry.name for entry in visible(here, person)}
    return frozenset(entry.name for entry in here.reading.library.entries() if entry.name not in seen)


@strategies.get("/export", operation_id="exportNode", response_class=Response, responses=_TEXT)
def export_node(
    source: Source,
    here: Here,
    _: Person,
    line: LineQuery = "",
    seat: SeatQuery = None,
    form: Annotated[StrategyFormat, Query(alias="format")] = StrategyFormat.CSV,
    action: Annotated[str, Query(max_length=40, description="Of a range: only what takes this action.")] = "",
) -> Response:
    """A seat's strategy as CSV or JSON with one row per hand, or its range as text."""
    text = here.reading.ask(reading.export, source, line, seat, form, action)
    return Response(text, media_type="text/plain")


@strategies.post("/simplify", operation_id="simplifySource")
def simplify(ask: explore.SimplifyAsk, here: Here, person: Person) -> explore.SimplifiedView:
    """A simpler strategy: rare actions dropped, frequencies rounded, and what that costs."""
    require_visible(here, person, ask.source)
    folder = here.reading.library.data / "solutions" / f"simple-{new_id()}" if ask.save else None
    return here.reading.ask(reading.simplified, ask, folder, person)


routers = (ranges, incoming, strategies)
