"""`gutshot toy`: solve Kuhn or Leduc poker and watch it converge."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.options import Json, Threads

if TYPE_CHECKING:
    from gutshot.cfr.flat import FlatGame
    from gutshot.cfr.runs import CfrRun, RunPlan


class Toy(StrEnum):
    """The small games."""

    kuhn = "kuhn"
    leduc = "leduc"


_DEFAULTS: dict[str, Any] = {
    "players": 2,
    "ranks": None,
    "merge_suits": False,
    "algorithm": "dcfr",
    "seed": 0,
    "batch": 1,
}
_DEFAULTS |= {"weights": "linear", "averaging": "opponents", "visit": 1.0}
_ITERATIONS = 1000


@app.command("toy")
def toy(
    game: Annotated[Toy, typer.Argument(help="Which small game.")],
    players: Annotated[int | None, typer.Option(help="2 to 10 players (default: 2).")] = None,
    ranks: Annotated[int | None, typer.Option(help="Leduc: ranks in the deck (default: players + 1).")] = None,
    merge_suits: Annotated[bool | None, typer.Option(help="Leduc: one infoset for hands that differ in suit.")] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            help="cfr, cfr+, linear, dcfr[:a,b,g] (default), dcfr+[:a,g], pcfr+, hs-dcfr[:n], "
            "or by sampling: external, chance, outcome."
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(help="The iteration to stop at (default: 1000).")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the sampling algorithms (default: 0).")] = None,
    batch: Annotated[
        int | None, typer.Option(help="Sampling: iterations that read the same strategy (default: 1).")
    ] = None,
    weights: Annotated[str | None, typer.Option(help="Sampling: linear (default) or uniform weights.")] = None,
    averaging: Annotated[
        str | None, typer.Option(help="Sampling: opponents (default), or own, for 3 or more players.")
    ] = None,
    visit: Annotated[
        float | None, typer.Option(help="Sampling: how often hopeless actions are tried (default: 1).")
    ] = None,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="Save the run here: artifact, checkpoints and plot.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Resume the run saved here, bit for bit.")] = None,
    checkpoint_seconds: Annotated[float, typer.Option(help="Save this often while running.")] = 10.0,
    as_json: Json = False,
) -> None:
    """Solve a small game; show the strategy and its distance from an equilibrium.

    \b
    gutshot toy kuhn --players 3
    gutshot toy leduc --iterations 5000 --out leduc-run
    gutshot toy leduc --resume leduc-run --iterations 20000
    gutshot toy leduc --algorithm external --iterations 1000000 --batch 1000 --threads 2
    """
    from gutshot import artifacts
    from gutshot.cfr.runs import KIND, CfrRun, carry_out

    asked: dict[str, Any] = {
        "game": game.value,
        "players": players,
        "ranks": ranks,
        "merge_suits": merge_suits,
        "seed": seed,
    }
    asked |= {"algorithm": algorithm, "batch": batch, "weights": weights, "averaging": averaging, "visit": visit}
    plan, target = _plan(asked, iterations, resume)
    if keep := out or resume:
        artifacts.require_writable(keep, KIND)
    with _screen(as_json) as screen:
        flat = _unroll(plan, screen)
        run = CfrRun(flat, plan, threads)
        if resume is not None:
            run.resume(resume)
            if run.iteration == target:
                typer.echo(f"nothing left to run: all {target:,} iterations are done", err=True)
        carry_out(run, target, keep, checkpoint_seconds, screen.watcher(target))
    if keep:
        _save_plot(run, keep)
    if screen.stopped:
        raise KeyboardInterrupt
    if as_json:
        typer.echo(json.dumps(_report(run)))
    else:
        _show(run)


def _plan(asked: dict[str, Any], iterations: int | None, resume: Path | None) -> tuple["RunPlan", int]:
    """What to run, and to which iteration; a resumed run fills in what is not given."""
    from gutshot import artifacts
    from gutshot.cfr.runs import KIND, load_plan, load_target, make_plan
    from gutshot.errors import MalformedInput

    before: dict[str, Any] = dict(_DEFAULTS)
    if resume is not None:
        artifact = artifacts.load(resume, KIND)
        made = vars(load_plan(artifact))
        before = {**made, **made["game"]}
        if missing := _DEFAULTS.keys() - before.keys():
            raise MalformedInput(f"corrupted artifact {str(resume)!r}: its config lacks {', '.join(sorted(missing))}")
        iterations = load_target(artifact) if iterations is None else iterations
    target = _ITERATIONS if iterations is None else iterations
    chosen = {name: before[name] if asked[name] is None else asked[name] for name in _DEFAULTS}
    game = {"game": asked["game"], **{name: chosen.pop(name) for name in ("players", "ranks", "merge_suits")}}
    if game["game"] == "leduc" and game["ranks"] is None:
        game["ranks"] = game["players"] + 1
    return make_plan(game, chosen.pop("algorithm"), target, **chosen), target


def _unroll(plan: "RunPlan", screen: "_Screen") -> "FlatGame":
    from gutshot.cfr.flat import unroll
    from gutshot.errors import BadConfig
    from gutshot.games.kuhn import Kuhn
    from gutshot.games.leduc import Leduc

    game = plan.game
    if game["game"] == "leduc":
        return unroll(Leduc(game["players"], game["ranks"], merge_suits=game["merge_suits"]), progress=screen.unrolling)
    if game["ranks"] is not None or game["merge_suits"]:
        raise BadConfig("Kuhn poker has players + 1 ranks and one suit: --ranks and --merge-suits are for leduc")
    return unroll(Kuhn(game["players"]), progress=screen.unrolling)


class _Screen:
    """Live progress on stderr. The first Ctrl-C saves and stops; the second stops at once."""

    def __init__(self, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[words]}"))
        console = Console(stderr=True)
        hidden = quiet or not console.is_terminal
        self.progress = Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden)
        self._task = self.progress.add_task("unrolling", total=None, words="")
        self.stopped = False

    def stop(self, *_: object) -> None:
        self.stopped = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def unrolling(self, done: int, expected: int) -> None:
        if self.stopped:
            raise KeyboardInterrupt
        self.progress.update(self._task, completed=done, total=expected, words=f"{done:,} histories")

    def watcher(self, target: int) -> Any:
        self.progress.reset(self._task, total=target, description="solving", words="")
        return self._watch

    def _watch(self, run: "CfrRun") -> bool:
        values = " ".join(f"{value:+.5f}" for value in run.quality.values)
        rate = run.iteration / run.seconds if run.seconds else 0.0
        words = f"{run.iteration:,} iterations  NashConv {run.quality.nash_conv:.3g}  values {values}  {rate:,.0f}/s"
        self.progress.update(self._task, completed=run.iteration, words=words)
        return not self.stopped


@contextmanager
def _screen(quiet: bool) -> Iterator[_Screen]:
    screen = _Screen(quiet)
    usual = signal.signal(signal.SIGINT, screen.stop)
    try:
        with screen.progress:
            yield screen
    finally:
        signal.signal(signal.SIGINT, usual)


def _save_plot(run: "CfrRun", folder: Path) -> None:
    import numpy as np

    from gutshot.cfr.plot import convergence_png
    from gutshot.extras import where_plots_are_drawn
    from gutshot.numeric.files import write_file

    if run.record:
        title = f"{run.plan.algorithm} on {_name(run)}"
        with where_plots_are_drawn("convergence.png"):
            write_file(folder / "convergence.png", convergence_png(np.array(run.record), title))


def _name(run: "CfrRun") -> str:
    game = run.plan.game
    return f"{game['game']}, {game['players']} players" + (f", {game['ranks']} ranks" if game["ranks"] else "")


def _report(run: "CfrRun") -> dict[str, Any]:
    chance, decision, terminal = run.game.counts
    return {
        **run.plan.game,
        **{name: value for name, value in vars(run.plan).items() if name != "game"},
        "histories": {"chance": chance, "decision": decision, "terminal": terminal},
        "infosets": len(run.game.infosets),
        "iterations": run.iteration,
        "seconds": run.seconds,
        "iterations_per_second": run.iteration / run.seconds if run.seconds else 0.0,
        "nash_conv": run.quality.nash_conv,
        "exploitability": run.quality.exploitability,
        "values": list(run.quality.values),
        "best_responses": list(run.quality.best_responses),
        "convergence": [{"iteration": int(row[0]), "nash_conv": row[1]} for row in run.record],
        "strategy": {str(key): row for _, key, row in run.solver.average},
    }


def _show(run: "CfrRun") -> None:
    from rich.console import Console

    console = Console()
    infosets = len(run.game.infosets)
    console.print(f"{_name(run)}: {run.game.histories:,} histories, {infosets:,} infosets", highlight=False)
    speed = f"{run.iteration / run.seconds:,.0f} iterations/s" if run.seconds else "no iterations"
    console.print(
        f"{run.plan.algorithm}: {run.iteration:,} iterations in {run.seconds:.2f} s, {speed}", highlight=False
    )
    console.print(f"NashConv {run.quality.nash_conv:.6g} (exploitability {run.quality.exploitability:.6g})")
    values = ", ".join(f"{value:+.6f}" for value in run.quality.values)
    console.print(f"values {values}", highlight=False)
    for player in range(run.game.players):
        console.print(_table(run, player))
    if any("/" in str(key) for key in run.game.infosets.keys):
        console.print(f"First round only; --json and --out give all {infosets:,} infosets.")


def _table(run: "CfrRun", player: int) -> Any:
    """One player's strategy: a row for each line of betting, a column for each card, probabilities in percent."""
    from rich.table import Table

    rows: dict[str, dict[str, str]] = {}
    for seat, key, row in run.solver.average:
        card, _, line = str(key).partition(":")
        if seat == player and "/" not in line:
            played = [f"{str(action)[0]}{100 * p:.0f}" for action, p in row.items() if p >= 0.005]
            rows.setdefault(line, {})[card] = " ".join(played)
    cards = sorted({card for cells in rows.values() for card in cells}, key=_rank)
    table = Table(title=f"player {player}, percent by first letter of the action", title_justify="left", min_width=60)
    table.add_column("line")
    for card in cards:
        table.add_column(card, justify="right")
    for line, cells in sorted(rows.items(), key=lambda item: len(item[0])):
        table.add_row(line or "-", *(cells.get(card, "") for card in cards))
    return table


def _rank(card: str) -> tuple[int, str]:
    from gutshot.cards.card import RANKS

    return RANKS.index(card[0]), card
