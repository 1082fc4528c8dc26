"""`gutshot abstraction`: build buckets of hands, and look at one."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli import app
from gutshot.cli.options import Json, Threads
from gutshot.errors import MalformedInput

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from gutshot.abstraction.config import AbstractionConfig
    from gutshot.numeric.threads import Progress

group = typer.Typer(help="Build buckets of hands, or look at one.", rich_markup_mode=None, no_args_is_help=True)
app.add_typer(group, name="abstraction")


@group.command("build")
def build_command(
    config: Annotated[
        Path | None, typer.Argument(help="YAML file like configs/abstraction.yaml; default settings if omitted.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Also save the centroids, a few kilobytes, in this folder.")] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Fit the clusters and build the tables of all flops and turns; cached tables are reused.

    \b
    gutshot abstraction build configs/abstraction.yaml
    """
    from gutshot.abstraction.abstraction import build
    from gutshot.clock import Clock

    settings = read_config(config)
    clock = Clock()
    with _bars(as_json) as progress:
        made = build(settings, progress, threads)
    if out is not None:
        made.save(out)
    seconds = clock.seconds
    table_bytes = made.tables.flop.nbytes + made.tables.turn.nbytes
    report = {
        "mode": settings.mode,
        "sizes": list(made.sizes),
        "digest": made.description.digest,
        "table_bytes": table_bytes,
        "seconds": seconds,
    }
    if as_json:
        typer.echo(json.dumps(report | {"out": str(out) if out else None}))
        return
    sizes = ", ".join(
        f"{name} {size}" for name, size in zip(("preflop", "flop", "turn", "river"), made.sizes, strict=True)
    )
    typer.echo(f"{settings.mode}: {sizes} buckets; tables {table_bytes / 1e6:.1f} MB; {seconds:.1f} s")


@group.command("show")
def show_command(
    hand: Annotated[str, typer.Argument(help="Two cards, like AsKs.")],
    board: Annotated[str, typer.Option(help="Three to five cards, like Td9d6h; none preflop.")] = "",
    config: Annotated[
        Path | None, typer.Option(help="YAML file like configs/abstraction.yaml; default settings if omitted.")
    ] = None,
    top: Annotated[int, typer.Option(help="Number of hands and buckets to list.")] = 6,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Show the bucket of a hand, the hands that share it, neighbouring buckets, and a histogram of its river equity.

    \b
    gutshot abstraction show AsKs --board Td9d6h
    """
    from gutshot.cards.card import parse_cards, require_distinct

    hole, cards = parse_cards(hand), parse_cards(board)
    if len(hole) != 2:
        raise MalformedInput(f"hand {hand!r}: expected two cards")
    if len(cards) not in (0, 3, 4, 5):
        raise MalformedInput(f"board {board!r} of {len(cards)} cards: expected 0, 3, 4 or 5")
    require_distinct((*hole, *cards))
    settings = read_config(config)
    from gutshot.abstraction.abstraction import build
    from gutshot.abstraction.inspect import look

    with _bars(as_json) as progress:
        made = build(settings, progress, threads, tables=False)
    seen = look(made, hole, cards, top)
    if as_json:
        names = {"hand": hand, "board": board, "mode": settings.mode}
        typer.echo(json.dumps(names | seen.to_dict()))
        return
    from gutshot.cli.abstraction_views import print_look

    print_look(hole, cards, seen, top)


def read_config(path: Path | None) -> "AbstractionConfig":
    """The settings of a YAML file, alone or under `abstraction:`; the defaults without one."""
    from gutshot.abstraction.config import AbstractionConfig

    return AbstractionConfig() if path is None else AbstractionConfig.read(path)


def _bars(hidden: bool) -> "AbstractContextManager[Progress]":
    from gutshot.cli.abstraction_views import bars

    return bars(hidden)
