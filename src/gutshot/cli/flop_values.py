"""`gutshot flopvalues`: what hands are worth on flops, from a postflop model alone."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.json_text import json_text
from gutshot.cli.options import Engine, EngineName, Json, Threads

if TYPE_CHECKING:
    from gutshot.flop_values.model import PostflopModel
    from gutshot.flop_values.values import Arrival, FlopProgress, FlopValues

DEFAULT_SPR = 4.0


@app.command()
def flopvalues(
    config: Annotated[
        Path, typer.Argument(help="YAML with a section postflop_model, like configs/postflop_model_*.yaml.")
    ],
    oop: Annotated[str, typer.Option(help="Range of the player out of position.")] = "100%",
    ip: Annotated[str, typer.Option(help="Range of the player in position.")] = "100%",
    spr: Annotated[
        list[float] | None, typer.Option(help="Stack-to-pot ratio (default: the config's postflop_sprs, or 4).")
    ] = None,
    flop: Annotated[list[str] | None, typer.Option(help="Only this flop, like Td9d6h; may be repeated.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Folder for cached answers; a run resumes from it.")] = None,
    engine: Engine = EngineName.local,
    threads: Threads = None,
    check: Annotated[bool, typer.Option(help="Measure the error of buckets, which takes another solve.")] = True,
    as_json: Json = False,
) -> None:
    """Solve flops with the configured backend and print what each range takes out of the pot, with errors."""
    from gutshot.cards.ranges import Range
    from gutshot.clock import Clock
    from gutshot.flop_values.config import PostflopModelConfig
    from gutshot.flop_values.model import PostflopModel
    from gutshot.flop_values.values import Arrival
    from gutshot.settings import read_yaml

    plain = read_yaml(config)
    settings = PostflopModelConfig.from_dict({"check_abstraction": check, **PostflopModelConfig.own_part(plain)})
    if flop:
        settings = replace(settings, fixed_flops=tuple(flop))
    model = PostflopModel(settings, cache, threads, engine.value)
    ranges = Range.parse(oop).weights, Range.parse(ip).weights
    arrivals = [Arrival(*ranges, 1.0, ratio) for ratio in spr or settings.postflop_sprs or (DEFAULT_SPR,)]
    ignored = settings.ignored_of(plain)
    if ignored and not as_json:
        typer.echo(f"{settings.solve_type} ignores {', '.join(ignored)}")
    clock = Clock()
    found = model.evaluate(arrivals, None if as_json else _Printer())
    result = {"solve_type": settings.solve_type, "ignored": list(ignored), "seconds": clock.seconds}
    result["lines"] = [_line(model, arrival, values) for arrival, values in zip(arrivals, found, strict=True)]
    typer.echo(json_text(result)) if as_json else _print_result(result)


class _Printer:
    """A line at every new stage of a flop, and about ten while it is solved."""

    def __init__(self) -> None:
        self.last: dict[tuple[str, float], tuple[str, int]] = {}

    def __call__(self, progress: "FlopProgress") -> None:
        tenth = 10 * progress.iteration // max(progress.iterations, 1)
        key, now = (progress.flop, progress.spr), (progress.stage, tenth)
        if self.last.get(key) == now:
            return
        self.last[key] = now
        text = f"{progress.done}/{progress.total}  {progress.flop}  SPR {progress.spr:g}  {progress.stage}"
        if progress.stage == "solving" and progress.iteration:
            text += f"  iteration {progress.iteration}/{progress.iterations}  delta {progress.delta:.5f}"
        typer.echo(text)


def _line(model: "PostflopModel", arrival: "Arrival", found: "list[FlopValues]") -> dict[str, Any]:
    from gutshot.cards.card import format_cards
    from gutshot.cards.combos import CLASS_NAMES
    from gutshot.flop_values.values import class_values

    weights = list(model.flops.values())
    classes = class_values(weights, found)
    rows = []
    for flop, weight, values in zip(model.flops, weights, found, strict=True):
        rows.append({"flop": format_cards(flop), "weight": weight, **_flop_row(arrival, values)})
    named = [dict(zip(CLASS_NAMES, row.tolist(), strict=True)) for row in classes.shares]
    return {
        "spr": arrival.spr,
        "ev": [sum(row["weight"] * row["ev"][player] for row in rows) for player in range(2)],
        "flops": rows,
        "classes": {"oop": named[0], "ip": named[1]},
    }


def _flop_row(arrival: "Arrival", values: "FlopValues") -> dict[str, Any]:
    import numpy as np

    weights = np.stack(arrival.ranges) * values.met
    error = np.sqrt((weights * values.standard_error**2).sum() / weights.sum())
    return {
        "ev": list(values.mean_shares(arrival.ranges)),
        "standard_error": float(error),
        "abstraction_error": values.abstraction_error,
        "exploitability": values.exploitability,
    }


def _print_result(result: dict[str, Any]) -> None:
    for line in result["lines"]:
        typer.echo(
            f"SPR {line['spr']:g}: out of position {line['ev'][0]:.4f}, in position {line['ev'][1]:.4f} of the pot"
        )
        typer.echo(f"  {'flop':<8} {'weight':>7} {'oop':>8} {'ip':>8}   error of a hand: sampling, buckets")
        for row in line["flops"]:
            typer.echo(
                f"  {row['flop']:<8} {row['weight']:7.4f} {row['ev'][0]:8.4f} {row['ev'][1]:8.4f}   "
                f"{row['standard_error']:.4f}, {row['abstraction_error']:.4f}"
            )
    typer.echo(f"{result['seconds']:.1f} s")
