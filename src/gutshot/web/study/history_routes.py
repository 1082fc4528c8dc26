"""Looking back: the list of hands, the replay, PHH out and in."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from gutshot.games.variants import Game
from gutshot.trainer.records import history as records
from gutshot.trainer.records import store
from gutshot.trainer.records.history import Filter, Record
from gutshot.trainer.records.imports import Imported, read_text
from gutshot.trainer.records.phh import export_phh
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.setup import TableSettings, TableSetup
from gutshot.trainer.table.table import choices_to_text
from gutshot.web.context import Context, Here, Person, Refused
from gutshot.web.study import schemas as study
from gutshot.web.study.grader import FinishedHand, judge
from gutshot.web.study.replay import replay_view
from gutshot.web.study.views import hand_summary

router = APIRouter(prefix="/history", tags=["history"])

Ref = Annotated[str, Path(pattern=r"^[0-9a-z]{1,32}:[0-9]{1,9}$", examples=["3f2a9c1d5e6b7a80:12"])]
_PLAIN_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
Least = Annotated[float | None, Query(ge=0, le=1e9)]


@router.get("", operation_id="listHands")
def list_hands(
    here: Here,
    person: Person,
    game: Game | None = None,
    table: Annotated[str | None, Query(max_length=32)] = None,
    result: study.ResultName | None = None,
    position: Annotated[str | None, Query(max_length=8, examples=["BTN"])] = None,
    least_ev_lost: Least = None,
    least_pot: Least = None,
    showdown: bool | None = None,
    imported: bool | None = None,
    sort: study.SortName = study.SortName.NEWEST,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> study.HandPage:
    """Your finished hands. Pot and EV lost are in big blinds."""
    wanted = Filter(
        None if game is None else game.value,
        table,
        None if result is None else result.value,
        position,
        least_ev_lost,
        least_pot,
        showdown,
        imported,
    )
    rows, total = records.list_hands(here.store, person, wanted, sort.value, offset, limit)
    hands = [hand_summary(row, records.open_row(row).setup) for row in rows]
    following = offset + len(hands)
    return study.HandPage(hands=hands, total=total, next_offset=following if following < total else None)


def _record(here: Context, person: str, ref: str) -> Record:
    table, _, number = ref.partition(":")
    found = records.open_hand(here.store, person, table, int(number))
    if found is None:
        raise Refused(404, "not_found", f"you have no finished hand {ref!r}")
    return found


@router.get("/{ref}", operation_id="getReplay")
def get_replay(ref: Ref, here: Here, person: Person) -> study.HandReplay:
    """A finished hand step by step, with the coach's grades."""
    record = _record(here, person, ref)
    grades = record.grades
    if grades is None:
        played = FinishedHand(record.setup, record.deal, record.choices)
        verdict = here.coach.run(judge, played, (), here.coach.are_apart)
        here.store.write(verdict.write(record.row["table"], record.deal.number))
        record, grades = _record(here, person, ref), verdict.grades
    return replay_view(record, grades, export_phh(record.setup, record.deal, record.hand))


@router.get("/{ref}/phh", operation_id="exportHand", response_class=Response, responses=_PLAIN_TEXT)
def export_hand(ref: Ref, here: Here, person: Person) -> Response:
    """A finished hand as PHH, for other programs. Cards you did not see are ????."""
    record = _record(here, person, ref)
    return PlainTextResponse(export_phh(record.setup, record.deal, record.hand))


@router.post("/import", operation_id="importHands", status_code=201)
def import_hands(ask: study.ImportAsk, here: Here, person: Person) -> study.ImportResult:
    """Read a hand-history file (PHH, PokerStars and others) so that its hands can be reviewed."""
    found, problems = read_text(ask.text)
    refs = [_keep(here, person, imported, ask.name) for imported in found]
    return study.ImportResult(imported=len(refs), refs=refs, problems=problems)


def _keep(here: Context, person: str, imported: Imported, name: str) -> str:
    table = store.new_id()
    setup, deal = _titled(imported.setup, name), imported.deal
    summary = summarise(setup, deal, imported.hand)
    text = choices_to_text(imported.choices)
    here.store.write(
        store.new_table(table, person, setup, TableSettings(), imported=True),
        store.new_hand(table, person, setup, deal, text, summary, imported=True),
    )
    return f"{table}:{deal.number}"


def _titled(setup: TableSetup, name: str) -> TableSetup:
    return replace(setup, title=name[:60] or setup.title)
