"""`gutshot preflop`: solve the preflop game with a postflop model, and show its charts."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.json_text import json_text
from gutshot.cli.options import Engine, EngineName, Json, Resume, RunFolder, Threads

if TYPE_CHECKING:
    from gutshot.flop_values.values import FlopProgress
    from gutshot.preflop.config import PreflopConfig
    from gutshot.preflop.rounds import RoundReport
    from gutshot.preflop.solution import LineChart, PreflopSolution

preflop = typer.Typer(help="Solve preflop play with a postflop model, and show charts.", rich_markup_mode=None)
app.add_typer(preflop, name="preflop")


@preflop.command("solve")
def solve(
    config: Annotated[Path, typer.Argument(help="YAML config, like configs/preflop_hu.yaml.")],
    out: RunFolder = None,
    engine: Engine = EngineName.local,
    resume: Resume = False,
    rounds: Annotated[int | None, typer.Option(help="Total number of rounds; overrides the config.")] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Solve limps, raises and all-ins preflop; a postflop model gives the value of flops.

    Every round is saved: Ctrl-C loses only the current one, and --resume continues.

    \b
    gutshot preflop solve configs/preflop_hu.yaml
    gutshot preflop chart runs/preflop_hu --line "raise 2.5bb"
    """
    import dataclasses

    from gutshot.preflop.run import solve_preflop

    plan, ignored = read_config(config)
    if rounds is not None:
        plan = dataclasses.replace(plan, rounds=rounds)
    folder = out or Path("runs") / config.stem
    if ignored and not as_json:
        typer.echo(f"this solve_type ignores {', '.join(ignored)}", err=True)
    quiet: dict[str, Any] = {}
    loud = {"watch": _say_round, "watch_flops": _FlopLine()}
    begun = time.time()
    how: dict[str, Any] = quiet if as_json else loud
    solved = solve_preflop(plan, folder, resume=resume, engine=engine.value, threads=threads, **how)
    if resume and (folder / "manifest.json").stat().st_mtime < begun:
        typer.echo(f"nothing left to solve: all {plan.rounds} rounds are done", err=True)
    if as_json:
        typer.echo(json_text(describe(solved) | {"out": str(folder), "ignored": list(ignored)}))
    else:
        _print_result(solved, folder)


def read_config(path: Path) -> "tuple[PreflopConfig, tuple[str, ...]]":
    """The settings, and those of the postflop model that its backend ignores."""
    from gutshot.flop_values.config import SECTION, PostflopModelConfig
    from gutshot.preflop.config import PreflopConfig
    from gutshot.settings import read_yaml

    plain = read_yaml(path)
    config = PreflopConfig.from_dict(plain)
    model = config.postflop_model
    named = plain.get(SECTION)
    return config, model.ignored_of(named) if isinstance(model, PostflopModelConfig) and named else ()


def describe(solved: "PreflopSolution") -> dict[str, Any]:
    """What `solve --json` prints."""
    root = solved.at("")
    return {
        "ev": list(solved.ev),
        "joint_exploitability": solved.reports[-1].joint_exploitability,
        "rounds": [report.to_dict() for report in solved.reports],
        "seats": list(solved.seats),
        "lines": solved.lines(),
        "root": dict(zip(root.actions, root.frequencies, strict=True)),
    }


def _say_round(report: "RoundReport") -> None:
    evs = ", ".join(f"{value:+.4f}" for value in report.ev)
    typer.echo(
        f"round {report.round}: EV {evs} bb, joint exploitability {1000 * report.joint_exploitability:.2f} mbb "
        f"per player, flop values moved by {report.change:.4f} bb, {report.seconds:.1f} s"
    )


class _FlopLine:
    """A line for every tenth of the flops."""

    def __call__(self, now: "FlopProgress") -> None:
        step = max(1, now.total // 10)
        if now.stage in ("done", "cached") and (now.done == now.total or now.done % step == 0):
            typer.echo(f"  flops {now.done}/{now.total}, last {now.flop} at SPR {now.spr:.2f}: {now.stage}", err=True)


def _print_result(solved: "PreflopSolution", folder: Path) -> None:
    root = solved.at("")
    for name, value in zip(solved.seats, solved.ev, strict=True):
        typer.echo(f"{name:<4} EV {value:+.4f} bb a hand")
    shares = ", ".join(
        f"{action} {100 * share:.1f} %" for action, share in zip(root.actions, root.frequencies, strict=True)
    )
    typer.echo(f"{root.position} first: {shares}")
    typer.echo(f"saved in {folder}; show it with: gutshot preflop chart {folder}")


@preflop.command("chart")
def chart(
    folder: Annotated[Path, typer.Argument(help="Folder of a preflop solution.")],
    line: Annotated[
        str, typer.Option(help="Actions so far, like 'raise 2.5bb,raise 7.5bb'; empty for the start.")
    ] = "",
    png: Annotated[Path | None, typer.Option(help="Also save the chart as an image.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Also write one row per hand to this file.")] = None,
    as_json: Json = False,
) -> None:
    """Show the strategy at a line as a 13x13 matrix, with the lines that follow."""
    from gutshot.preflop.solution import PreflopSolution

    solved = PreflopSolution.load(folder)
    found = solved.at(line)
    if csv is not None:
        _write_csv(found, csv)
    if png is not None:
        from gutshot.cli.preflop_views import draw_png

        draw_png(found, png)
    if as_json:
        typer.echo(json_text(chart_json(solved, found)))
        return
    from gutshot.cli.preflop_views import print_chart

    print_chart(found, _next_lines(solved, found))


def chart_json(solved: "PreflopSolution", found: "LineChart") -> dict[str, Any]:
    """What `chart --json` prints."""
    return {
        "line": found.line,
        "position": found.position,
        "actions": list(found.actions),
        "frequencies": list(found.frequencies),
        "reached": found.reached,
        "ranges": {action: str(found.range_of(k)) for k, action in enumerate(found.actions)},
        "hands": found.rows(),
        "next": _next_lines(solved, found),
    }


def _next_lines(solved: "PreflopSolution", found: "LineChart") -> list[str]:
    """Lines one action further at which a player acts."""
    from gutshot.games.lines import line_after

    wanted = [line_after(found.line, action) for action in found.actions]
    return [line for line in solved.lines() if line in wanted]


def _write_csv(found: "LineChart", path: Path) -> None:
    import csv
    import io

    from gutshot.numeric.files import write_file

    rows, text = found.rows(), io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_file(path, text.getvalue().encode())
