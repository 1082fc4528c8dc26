"""`gutshot rl`: train a policy by self-play, and measure it."""

import importlib.util
import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.options import Json, Resume, RunFolder, Seed
from gutshot.errors import BadConfig

if TYPE_CHECKING:
    from gutshot.rl.exploit import Point
    from gutshot.rl.measure import Result

rl = typer.Typer(help="Train a policy by self-play on batched tables, or measure a bundle.", rich_markup_mode=None)
app.add_typer(rl, name="rl")


def _require_jax() -> None:
    for package in ("jax", "flax", "optax"):
        if importlib.util.find_spec(package) is None:
            raise ModuleNotFoundError(package, name=package)


@rl.command("train")
def train(
    config: Annotated[Path, typer.Argument(help="YAML config, like configs/ppo_6max.yaml.")],
    out: RunFolder = None,
    resume: Resume = False,
    minutes: Annotated[float, typer.Option(help="Stop after this many minutes; resume later.")] = math.inf,
    device: Annotated[str | None, typer.Option(help="auto, cpu or gpu; overrides the config.")] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Iterations of the whole run; with --resume a finished run goes on.")
    ] = None,
    begin_with: Annotated[
        Path | None, typer.Option("--from", help="Begin with the policy of this bundle, whose network is the same.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Train by self-play; checkpoints, logs, curves and the bundle go to the folder."""
    _require_jax()
    import dataclasses

    from gutshot.rl.config import TrainConfig
    from gutshot.rl.train import extended
    from gutshot.rl.train import train as run_training

    plan = TrainConfig.read(config)
    if device is not None:
        plan = dataclasses.replace(plan, device=device)
    if iterations is not None:
        plan = extended(plan, iterations)
    trained = None
    if begin_with is not None:
        from gutshot.rl import bundle as bundles

        trained = bundles.load(begin_with)
    folder = out or Path("runs") / config.stem
    with _screen(as_json) as (report, watch):
        run = run_training(plan, folder, resume, report, 60 * minutes, watch, trained)
    if as_json:
        typer.echo(json.dumps(run.summary() | {"out": str(folder), "bundle": str(folder / "bundle")}))
    else:
        typer.echo(f"bundle in {folder / 'bundle'}")


def _screen(as_json: bool) -> Any:
    """A live display on a terminal; otherwise lines on stderr or in a file."""
    from contextlib import nullcontext

    from gutshot.cli import rl_views

    if as_json or not sys.stdout.isatty():
        return nullcontext((lambda line: typer.echo(line, err=as_json), lambda run: None))
    return rl_views.board()


@rl.command("sweep")
def sweep(
    config: Annotated[Path, typer.Argument(help="YAML config, like configs/mirror_leduc.yaml.")],
    seeds: Annotated[str, typer.Option(help="Seeds, like 1-5 or 1,4,7.")] = "1-5",
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", help="A setting and its values, like 'ppo.clip=[0.1, 0.2]'; may be repeated."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the sweep (default: runs/sweep-NAME).")] = None,
    minutes: Annotated[
        float, typer.Option(help="Stop a run after this many minutes; the same command goes on.")
    ] = math.inf,
    as_json: Json = False,
) -> None:
    """Train for several seeds and settings, and print means and spreads; what is done already is not repeated."""
    _require_jax()
    from gutshot.rl import sweep as sweeps
    from gutshot.rl.config import TrainConfig

    folder = out or Path("runs") / f"sweep-{config.stem}"
    plan = TrainConfig.read(config)
    values = sweeps.read_changes(changes or [])
    rows = sweeps.sweep(plan, sweeps.read_seeds(seeds), values, folder, _on_stderr, 60 * minutes)
    if as_json:
        typer.echo(json.dumps({"out": str(folder), "summary": rows}))
        return
    for row in rows:
        typer.echo(
            f"{row['settings'] or config.stem}: {row['what']} at {row['players']} players "
            f"{row['mean']} ± {row['spread']} ({row['least']} to {row['most']}, {row['seeds']} seeds, "
            f"{float(row['steps']) / 1e6:.1f} M steps, {float(row['cpu_seconds']):.0f} s of CPU each)"
        )


@rl.command("compare")
def compare(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.")],
    out: Annotated[Path, typer.Option(help="The picture.")] = Path("comparison.png"),
    as_json: Json = False,
) -> None:
    """Draw the measures of several runs, NashConv for small games, against steps and CPU time."""
    _require_jax()
    from gutshot.rl.curves import draw_comparison
    from gutshot.rl.train import read_measures

    measures = {folder.name: read_measures(folder) for folder in runs}
    draw_comparison(measures, out)
    if as_json:
        typer.echo(json.dumps({"picture": str(out), "measures": measures}))
        return
    typer.echo(f"drawn: {out}")


def _on_stderr(line: str) -> None:
    typer.echo(line, err=True)


@rl.command("eval")
def evaluate(
    bundle: Annotated[Path, typer.Argument(help="The folder of a trained policy; for a run it is RUN/bundle.")],
    hands: Annotated[int, typer.Option(help="Number of hands against each opponent at each table size.")] = 20_000,
    exploiter: Annotated[int, typer.Option(help="Also train an exploiter at a table with this many players.")] = 0,
    iterations: Annotated[int, typer.Option(help="Iterations of the exploiter.")] = 100,
    games: Annotated[int, typer.Option(help="Number of tables the exploiter learns on in parallel.")] = 512,
    out: Annotated[Path | None, typer.Option(help="Folder for the exploiter's curve (CSV and PNG).")] = None,
    seed: Seed = 7,
    as_json: Json = False,
) -> None:
    """Measure winnings against random, always-call and tight-aggressive opponents; NashConv for Kuhn and Leduc."""
    _require_jax()
    from gutshot.rl import bundle as bundles
    from gutshot.rl.holdem import Holdem

    if hands < 1:
        raise BadConfig(f"{hands} hands: expected at least 1")
    loaded = bundles.load(bundle)
    if not isinstance(loaded.game, Holdem):
        _show_nash(loaded, as_json)
        return
    if exploiter:
        from gutshot.rl.exploit import exploiter_config, table_of

        table_of(exploiter)  # before hands are played
        exploiter_config(loaded.config.ppo, iterations, games)
    pool = _against_pool(loaded, hands, seed, as_json)
    curve = _exploit(loaded, exploiter, iterations, games, hands, out, as_json) if exploiter else []
    if as_json:
        typer.echo(json.dumps({"pool": pool, "exploiter": curve}))


def _show_nash(loaded: Any, as_json: bool) -> None:
    from gutshot.rl import nash

    found = nash.quality(loaded.game, loaded.policy, loaded.params)
    if as_json:
        typer.echo(json.dumps({"nash_conv": found.nash_conv, "values": list(found.values)}))
    else:
        typer.echo(f"{loaded.config.game}, {loaded.config.num_players} players: NashConv {found.nash_conv:.4f}")


def _against_pool(loaded: Any, hands: int, seed: int, as_json: bool) -> list[dict[str, Any]]:
    from gutshot.rl import measure
    from gutshot.rl.train import evaluation_table

    found = measure.against_pool(evaluation_table(loaded.config), loaded.policy, loaded.params, hands, seed)
    rows = [{"opponent": name, "players": players} | _numbers(one) for (name, players), one in found.items()]
    if not as_json:
        for row in rows:
            typer.echo(
                f"{row['players']:>2} players against {row['opponent']:<17}"
                f"{row['bb100']:+9.1f} ± {row['ci95']:.1f} bb/100 (95 %) over {row['hands']:,} hands"
            )
    return rows


def _exploit(
    loaded: Any, players: int, iterations: int, games: int, hands: int, out: Path | None, as_json: bool
) -> list[dict[str, Any]]:
    from gutshot.rl.exploit import exploit, write_curve

    def show(point: "Point") -> None:
        typer.echo(f"exploiter at {players} players, {point.steps / 1e6:.1f} M steps: {point.result}", err=as_json)

    curve = exploit(loaded, players, iterations, games, hands=hands, report=show)
    if out is not None:
        write_curve(curve, players, out)
    return [{"steps": point.steps, "players": players} | _numbers(point.result) for point in curve]


def _numbers(one: "Result") -> dict[str, float | int]:
    return {"bb100": round(one.bb100, 2), "ci95": round(one.ci95, 2), "hands": one.hands}
