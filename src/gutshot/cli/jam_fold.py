"""`gutshot pushfold`: jam-or-fold equilibria for two to six players."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.json_text import json_text
from gutshot.errors import BadConfig, MalformedInput

if TYPE_CHECKING:
    from gutshot.preflop.jam_fold import PushFold

SEEN = 1e-3
"""Decisions that come up more rarely are left to --json and --all."""


@app.command()
def pushfold(
    stacks: Annotated[
        str, typer.Option(help="Big blinds before blinds and antes: one number, or one per seat: SB,BB,UTG..BTN.")
    ],
    players: Annotated[int | None, typer.Option(help="2 to 6 players (default: the number of stacks, or 2).")] = None,
    ante: Annotated[float, typer.Option(help="Ante in big blinds.")] = 0.0,
    small_blind: Annotated[float, typer.Option(help="Small blind in big blinds.")] = 0.5,
    icm: Annotated[str, typer.Option(help="Play for prize money: one prize per paid place, like 50,30,20.")] = "",
    out: Annotated[Path | None, typer.Option(help="Also save the charts in this folder, for `gutshot show`.")] = None,
    show_all: Annotated[bool, typer.Option("--all", help="Also show decisions that hardly ever come up.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Solve jam or fold: equilibrium charts of jamming and calling, with the value of every hand.

    \b
    gutshot pushfold --stacks 10
    gutshot pushfold --players 3 --stacks 8 --ante 0.125
    gutshot pushfold --stacks 12,6,20 --icm 50,30,20
    """
    from gutshot.preflop.config import JamTable
    from gutshot.preflop.jam_fold import solve_pushfold

    table = JamTable(read_stacks(stacks, players), ante, small_blind)
    prizes = read_numbers(icm, "prizes")
    if out is not None:
        from gutshot.artifacts import require_writable
        from gutshot.preflop.jam_fold_artifact import KIND

        require_writable(out, KIND)
    solved = solve_pushfold(table, prizes, None if as_json else _watch, None if as_json else _progress)
    if out is not None:
        from gutshot.preflop.jam_fold_artifact import save_pushfold

        save_pushfold(solved, out)
    if as_json:
        typer.echo(json_text(describe(solved)))
    else:
        _print(solved, show_all)


def read_numbers(text: str, what: str) -> tuple[float, ...]:
    """`"10,8.5"` -> (10.0, 8.5)."""
    try:
        numbers = tuple(float(word) for word in text.split(",")) if text.strip() else ()
    except ValueError:
        numbers = (math.nan,)
    if any(map(math.isnan, numbers)):
        raise MalformedInput(f"{what} {text!r}: expected numbers separated by commas, as in 50,30,20")
    return numbers


def read_stacks(text: str, players: int | None) -> tuple[float, ...]:
    """One stack for all, or one per seat."""
    numbers = read_numbers(text, "stacks")
    if not numbers:
        raise BadConfig(f"stacks {text!r}: expected big blinds, one for all or one per seat")
    seats = players if players is not None else max(2, len(numbers))
    if not 2 <= seats <= 6:
        raise BadConfig(f"{seats} players: jam or fold is solved for 2 to 6")
    if len(numbers) not in (1, seats):
        raise BadConfig(f"{len(numbers)} stacks for {seats} players: expected one for all or one per seat")
    return numbers * seats if len(numbers) == 1 else numbers


def describe(solved: "PushFold") -> dict[str, Any]:
    """What `--json` prints."""
    from gutshot.preflop.jam_fold import seat_names

    return {
        "ev": list(solved.ev),
        "ranges": {chart.name: str(chart.range) for chart in solved.charts},
        "exploitability": solved.exploitability,
        "percent": {chart.name: chart.percent for chart in solved.charts},
        "charts": [
            {"name": chart.name, "position": chart.position, "action": chart.action, "against": list(chart.against),
             "percent": chart.percent, "reached": chart.reached, "hands": chart.hands()}
            for chart in solved.charts
        ],
        "seats": list(seat_names(solved.table.seats)),
        "stacks": list(solved.table.stacks),
        "ante": solved.table.ante,
        "prizes": list(solved.prizes),
        "unit": "prize money" if solved.prizes else "big blinds",
        "sampling_error": solved.sampling_error,
        "iterations": solved.iterations,
        "seconds": solved.seconds,
    }  # fmt: skip


def _watch(iteration: int, exploitability: float) -> None:
    typer.echo(f"iteration {iteration:>6}  exploitability {exploitability:.2e}", err=True)


def _progress(what: str, done: int, total: int) -> None:
    if done == total or done % 50_000 < 5_000:
        typer.echo(f"{what}: {done:,} of {total:,}", err=True)


def _print(solved: "PushFold", show_all: bool) -> None:
    from gutshot.cli.range_views import print_hand_chart
    from gutshot.preflop.jam_fold import seat_names

    unit = "of prize money" if solved.prizes else "bb"
    for chart in solved.charts:
        if show_all or chart.reached >= SEEN:
            gain = (chart.ev - chart.ev_fold).tolist()
            print_hand_chart(f"{chart.name}: {chart.percent:.3f} % of hands", chart.frequency.tolist(), gain)
            typer.echo(f"{chart.range}\n")
    for name, stack, value in zip(seat_names(solved.table.seats), solved.table.stacks, solved.ev, strict=True):
        typer.echo(f"{name:<4} {stack:g} bb  EV {value:+.6f} {unit}")
    typer.echo(f"numbers under hands: gain of playing over folding, {unit}")
    sampled = f", values +- {solved.sampling_error:.1e} by sampling (standard error)" if solved.sampling_error else ""
    typer.echo(f"exploitability {solved.exploitability:.2e} {unit} a player{sampled}; {solved.seconds:.1f} s")
