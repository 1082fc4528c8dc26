"""`gutshot lbr`: what a local best response wins from a strategy. `gutshot blueprint lbr` is the same command."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli import EXIT_INTERRUPTED, app
from gutshot.cli.blueprint import blueprint
from gutshot.cli.options import Json, Seed

if TYPE_CHECKING:
    from gutshot.blueprint.local_best_response import LocalBestResponse

_REDRAW_S, _SAY_EVERY_S = 1.0, 60.0


def _checked_processes(asked: int | None) -> int | None:
    if asked is not None:
        from gutshot.numeric.threads import thread_count

        thread_count(asked)
    return asked


@blueprint.command("lbr")
@app.command("lbr")
def lbr_command(
    strategy: Annotated[str, typer.Argument(help="A heads-up strategy, like blueprint:hu or tag@2x100, or a folder.")],
    setting: Annotated[
        str, typer.Option(help="fold-call, fcpa-late, bets56-late, bets56-flop or six-sizes.")
    ] = "six-sizes",
    stack: Annotated[int | None, typer.Option(help="Big blinds of each player (default: the strategy's own).")] = None,
    hands: Annotated[int, typer.Option(help="Number of hands; the interval shrinks with the square root.")] = 2000,
    per_board: Annotated[
        int, typer.Option(help="Hands that share a board, for strategies that solve; the interval is over boards.")
    ] = 1,
    processes: Annotated[
        int | None,
        typer.Option("--processes", "--threads", callback=_checked_processes, help="Processes (default: all cores)."),
    ] = None,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Folder for the hands played; earlier ones there count.")] = None,
    as_json: Json = False,
) -> None:
    """Measure what a local best response wins from a heads-up strategy: a lower bound on its exploitability.

    \b
    gutshot lbr blueprint:hu --setting fcpa-late --hands 20000
    gutshot lbr blueprint:hu --setting fold-call --stack 200 --hands 5000 --out runs/fold-call
    """
    import dataclasses

    from gutshot.arena.local_best_response import local_best_response

    with _standing(hands) as progress:
        result = local_best_response(
            strategy,
            setting=setting,
            stack=stack,
            hands=hands,
            seed=seed,
            per_board=per_board,
            processes=processes,
            out=out,
            progress=progress,
        )
    if as_json:
        typer.echo(json.dumps({"strategy": strategy, **dataclasses.asdict(result), "unit": "bb/hand"}))
    else:
        _print(strategy, result)
    if result.hands < hands:
        raise typer.Exit(EXIT_INTERRUPTED)


def _print(strategy: str, result: "LocalBestResponse") -> None:
    typer.echo(f"local best response wins {result} from {strategy}, 95 % interval")
    typer.echo(f"setting {result.setting}, stacks of {result.stack:g} bb, seed {result.seed}{_boards(result)}")
    button, big_blind = (1000 * mean for mean in result.by_seat)
    typer.echo(f"as the button {button:+,.0f}, as the big blind {big_blind:+,.0f}")
    typer.echo(f"without luck taken off {1000 * result.plain_mean:+,.0f} ± {1000 * result.plain_ci95:,.0f}")
    near, none = result.known["near"], result.known["none"]
    if near or none:
        total = sum(result.known.values())
        typer.echo(f"of {total:,} decisions {near:,} were known by a near point and {none:,} not at all (it called)")


def _boards(result: "LocalBestResponse") -> str:
    count = result.hands // result.per_board
    return f", {count:,} boards with {result.per_board} hands each" if result.per_board > 1 else ""


@contextmanager
def _standing(hands: int) -> "Iterator[Callable[[LocalBestResponse], None]]":
    """The figure so far on stderr: a line that changes on a terminal, a new one every minute elsewhere."""
    live = sys.stderr.isatty()
    begin, end, every = ("\r", "\033[K", _REDRAW_S) if live else ("", "\n", _SAY_EVERY_S)
    begun = said = time.monotonic()
    first = 0

    def say(result: "LocalBestResponse") -> None:
        nonlocal said, first
        now = time.monotonic()
        first = first or result.hands
        if now - said > every:
            said = now
            left = (hands - result.hands) * (now - begun) / max(result.hands - first, 1)
            print(f"{begin}{result}, {left:,.0f} s left", end=end, file=sys.stderr, flush=True)

    try:
        yield say
    finally:
        if live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
