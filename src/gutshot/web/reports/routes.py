"""Reports over many flops: started as jobs, read row by row while they run."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response

from gutshot.cards.card import format_cards, parse_cards
from gutshot.errors import BadConfig
from gutshot.postflop.flop_batch import read_batch, straights, texture
from gutshot.postflop.flop_report import to_csv
from gutshot.trainer.jobs.flop_reports import batch_of
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.jobs.record import Job
from gutshot.web.context import Context, Here, Person
from gutshot.web.jobs.routes import YourJob, no_such_job
from gutshot.web.jobs.schemas import JobView
from gutshot.web.jobs.views import job_view
from gutshot.web.reports import schemas as wire

router = APIRouter(prefix="/reports", tags=["jobs"])

_RANKS = "23456789TJQKA"
_SUITS: dict[str, Any] = {name: name for name in ("monotone", "two-tone", "rainbow")}
_PAIRINGS: dict[int, Any] = {1: "trips", 2: "paired", 3: "unpaired"}


@router.post("", operation_id="startReport", status_code=201)
def start_report(ask: wire.ReportAsk, here: Here, person: Person) -> JobView:
    """Solve a spot on many flops in a worker process."""
    spot = {name: value for name, value in ask.spot.model_dump().items() if value is not None}
    flops: Any = {"subset": ask.flops} if isinstance(ask.flops, int) else ask.flops
    batch = {**spot, "flops": flops, "target": ask.target, "precision": ask.precision}
    config = {"batch": batch, "keep": ask.keep, "engine": ask.engine}
    chosen = list(batch_of(config).flops)
    if ask.keep and len(chosen) > wire.MOST_KEPT:
        raise BadConfig(f"the solutions of {len(chosen)} flops: at most {wire.MOST_KEPT} are kept")
    _require_room(here, spot | {"board": chosen[0]}, ask.precision)
    title = ask.title.strip() or f"{len(chosen)} flops, pot {ask.spot.pot} stack {ask.spot.stack}"
    return job_view(here.jobs, here.jobs.submit(person, JobKind.REPORT, title, config))


def _require_room(here: Context, spot: dict[str, Any], precision: str) -> None:
    """Every flop takes about as much as the first."""
    needed = here.estimator.ask({"spot": spot, "precision": precision})["bytes"]
    limit = here.jobs.limits.memory_bytes
    if needed > limit:
        raise BadConfig(
            f"a flop needs {needed / 1e6:,.0f} MB and this server allows {limit / 1e6:,.0f} MB: use fewer bet sizes, "
            "narrower ranges or precision i16"
        )


def _your_report(found: YourJob) -> Job:
    if found.kind is not JobKind.REPORT:
        raise no_such_job(found.id)
    return found


YourReport = Annotated[Job, Depends(_your_report)]


@router.get("/{job}", operation_id="getReportRows")
def get_report(found: YourReport, here: Here) -> wire.FlopReport:
    """The flops that are done, in the order in which they are solved."""
    pot = int(found.config["batch"]["pot"])
    return wire.FlopReport(pot=pot, rows=[_row(here, found, row) for row in _rows(here, found)])


@router.get("/{job}/export", operation_id="exportReport", response_class=Response)
def export_report(found: YourReport, here: Here) -> Response:
    """The same as CSV, with everything that was measured."""
    rows = _rows(here, found)
    columns = list(dict.fromkeys(name for row in rows for name in row if name not in ("digest", "canonical")))
    headers = {"content-disposition": f'attachment; filename="{found.id}.csv"'}
    return Response(to_csv(rows, columns), media_type="text/csv", headers=headers)


def _rows(here: Context, found: Job) -> list[dict[str, Any]]:
    return read_batch(found.folder(here.data)) if found.has_result(here.data) else []


def _row(here: Context, found: Job, row: dict[str, Any]) -> wire.FlopRow:
    cards = parse_cards(row["flop"])
    ranks = sorted({card >> 2 for card in cards})
    kept = found.folder(here.data) / "solutions" / row["flop"]
    return wire.FlopRow(
        flop=row["flop"],
        cards=[format_cards([card]) for card in cards],
        suits=_SUITS[texture(cards)],
        pairing=_PAIRINGS[len(ranks)],
        straights=straights(cards),
        high=_RANKS[ranks[-1]],
        weight=row["weight"],
        **{name: round(row[name], 5) for name in ("ev_oop", "ev_ip", "equity_oop", "equity_ip")},
        shares=[_share(name, value) for name, value in row.items() if name.startswith(("oop ", "ip "))],
        exploitability=round(row["exploitability_pct"], 4),
        source=f"file:{kept.relative_to(here.data).as_posix()}" if (kept / "manifest.json").is_file() else None,
    )


def _share(name: str, value: float) -> wire.FlopShare:
    player, _, action = name.partition(" ")
    return wire.FlopShare(
        player="oop" if player == "oop" else "ip", action=action, share=min(1.0, max(0.0, round(value, 5)))
    )
