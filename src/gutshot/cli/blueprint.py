"""`gutshot blueprint`: train strategies for whole hands at two to six seats, and inspect a bundle."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.options import Json, Resume, RunFolder, Threads
from gutshot.errors import BadConfig

if TYPE_CHECKING:
    from gutshot.blueprint.config import BlueprintConfig
    from gutshot.blueprint.exchange import Crew

blueprint = typer.Typer(help="Train and inspect strategies for whole hands at 2 to 6 seats.", rich_markup_mode=None)
app.add_typer(blueprint, name="blueprint")


@blueprint.command("train")
def train(
    config: Annotated[Path, typer.Argument(help="YAML config, like configs/blueprint_6max.yaml.")],
    out: RunFolder = None,
    resume: Resume = False,
    minutes: Annotated[float | None, typer.Option(help="Minutes of training; overrides the config.")] = None,
    iterations: Annotated[int | None, typer.Option(help="Iterations; overrides the config.")] = None,
    threads: Threads = None,
    engine: Annotated[str, typer.Option(help="local, or ray to train with the workers of a cluster.")] = "local",
    workers: Annotated[int | None, typer.Option(help="Ray workers of --threads each (default: what fits).")] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only print the size of the game.")] = False,
    as_json: Json = False,
) -> None:
    """Train by external-sampling MCCFR; checkpoints, report and the bundle go to the folder.

    Ctrl-C saves; --resume continues. Example: gutshot blueprint train configs/blueprint_hu.yaml --minutes 5
    """
    from gutshot.blueprint.config import BlueprintConfig

    each = 1 if engine == "ray" and threads is None else threads
    plan = _with(BlueprintConfig.read(config), minutes=minutes, iterations=iterations, threads=each)
    if estimate:
        _estimate(plan, as_json)
        return
    from gutshot.blueprint.run import train as run_training
    from gutshot.cli.blueprint_views import watching

    folder = out or Path("runs") / config.stem
    with _crew(plan, engine, workers) as crew, watching(as_json) as (say, show):
        run = run_training(plan, folder, resume, say, show, crew)
    if as_json:
        typer.echo(json.dumps(run.summary() | {"out": str(folder), "bundle": str(folder / "bundle")}))
    else:
        typer.echo(f"bundle in {folder / 'bundle'}, report in {folder / 'report.html'}")


def _with(plan: "BlueprintConfig", **given: Any) -> "BlueprintConfig":
    """The config with the settings given on the command line."""
    import dataclasses

    own = {name: value for name, value in given.items() if value is not None}
    return dataclasses.replace(plan, training=dataclasses.replace(plan.training, **own))


@contextmanager
def _crew(plan: "BlueprintConfig", engine: str, workers: int | None) -> Iterator["Crew | None"]:
    """The workers that train; None where this process does."""
    from gutshot.cluster import require_engine

    if require_engine(engine) == "local":
        if workers is not None:
            raise BadConfig(f"--workers {workers}: expected --engine ray with it; --threads is for this machine")
        yield None
        return
    from gutshot.blueprint.ray_crew import ray_crew

    with ray_crew(plan, workers) as crew:
        yield crew


def _estimate(plan: "BlueprintConfig", as_json: bool) -> None:
    import dataclasses

    from gutshot.blueprint.setup import plan_tables, size_in_words

    size, grows = plan_tables(plan)
    if as_json:
        tables = {"bytes_needed": size.bytes_needed, "tables": "growing" if grows else "dense"}
        typer.echo(json.dumps(dataclasses.asdict(size) | tables))
    else:
        words = size_in_words(plan, size, grows)
        typer.echo(f"{plan.game.num_players} seats: {words}; decisions by street {', '.join(map(str, size.decisions))}")


@blueprint.command("install")
def install_command(
    folder: Annotated[Path, typer.Argument(help="A bundle's folder, or that of a training run.")],
    name: Annotated[str, typer.Option(help="The name after blueprint: (default: that of the folder).")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace a bundle of the same name.")] = False,
    as_json: Json = False,
) -> None:
    """Copy a bundle into your data folder, so that it can be seated, simulated and explored by its name.

    Example: gutshot blueprint install runs/blueprint_hu --name mine, then gutshot arena blueprint:mine tag
    """
    from gutshot.blueprint.install import install

    agent, place = install(folder, name, replace)
    if as_json:
        typer.echo(json.dumps({"agent": agent, "path": str(place)}))
    else:
        typer.echo(f"{agent} in {place}")


@blueprint.command("info")
def info(
    bundle: Annotated[
        str, typer.Argument(help="A bundle's folder, like RUN/bundle, or an installed one, like blueprint:hu.")
    ],
    as_json: Json = False,
) -> None:
    """Show what a bundle is, how it was trained and what was measured."""
    from gutshot.cli.blueprint_show import open_bundle

    found = open_bundle(bundle)
    if as_json:
        typer.echo(json.dumps({"config": found.config.to_dict(), "summary": found.summary}))
        return
    from gutshot.cli.blueprint_views import print_info

    print_info(found)
