"""`gutshot blueprint show`: what a bundle plays at any line on any board."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.blueprint import blueprint

if TYPE_CHECKING:
    from gutshot.blueprint.bundle import Blueprint
    from gutshot.strategies.strategy import Stop

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


@blueprint.command("show")
def show_command(
    bundle: Annotated[str, typer.Argument(help="A bundle's folder, or an installed one as blueprint:hu.")],
    line: Annotated[
        str, typer.Argument(help="As 'f f r250 c / x r300'; raises to chips or r2.5bb; nothing: the start.")
    ] = "",
    seat: Annotated[
        str, typer.Option(help="BTN, SB, BB ... : that seat's last decision; the seat to act unless told.")
    ] = "",
    board: Annotated[str, typer.Option(help="The board after the flop, as Td9d6h.")] = "",
    as_json: Json = False,
) -> None:
    """A 13x13 chart of the strategy at a line, weighted by the hands that come there.

    \b
    gutshot blueprint show blueprint:6max "f f f"
    gutshot blueprint show blueprint:hu "r250 c / x r250" --board Td9d6h
    """
    from gutshot.blueprint.tree import parse_line
    from gutshot.cli.show import on_board, read_board, show_decision
    from gutshot.strategies.blueprint_strategy import BlueprintStrategy

    cards, found = read_board(board), open_bundle(bundle)
    strategy = BlueprintStrategy(found, bundle)
    whole = ""
    for action in parse_line(line, found.tree.big_blind):
        stop = on_board(strategy, whole, cards)
        whole = stop.line_after(_word(action, stop))
    show_decision(strategy, on_board(strategy, whole, cards).line, seat, as_json)


def _word(action: int, stop: "Stop") -> str:
    """An action of the short language in the words of lines."""
    return "fold" if action < 0 else f"bet {action}" if action else "call" if stop.to_call else "check"


def open_bundle(name: str) -> "Blueprint":
    """A bundle of the catalogue by its name, or any other by its folder."""
    from gutshot.blueprint.bundle import Blueprint
    from gutshot.strategies.catalogue import Library

    found = Library().player(name)
    return Blueprint.load(found.path if found and found.path else name.removeprefix("blueprint:"))


@blueprint.command("lbr")
def lbr_command(
    bundle: Annotated[
        str, typer.Argument(help="A heads-up bundle's folder, one as blueprint:hu, or any strategy as tag@2x100.")
    ],
    hands: Annotated[int, typer.Option(help="How many hands; the interval shrinks with their square root.")] = 2000,
    seed: Annotated[int, typer.Option(help="Of the deals.")] = 0,
    as_json: Json = False,
) -> None:
    """What a local best response wins from a heads-up strategy, with its 95 % interval: a bound of its weakness."""
    import dataclasses

    from gutshot.agents import open_strategy
    from gutshot.blueprint.local_best_response import require_hands
    from gutshot.cli.abstraction_views import bars
    from gutshot.strategies.blueprint_strategy import BlueprintStrategy
    from gutshot.strategies.local_best_response import local_best_response

    found = open_strategy(bundle)
    require_hands(found.describe().seats, hands)
    with bars(as_json) as progress:
        if isinstance(found, BlueprintStrategy) and found.blueprint.tree.buckets[1] > 1:  # jam or fold has no boards
            found.blueprint.abstraction.open_tables(progress)
        result = local_best_response(found, hands, seed, lambda done, total: progress("hands", done, total))
    if as_json:
        typer.echo(json.dumps(dataclasses.asdict(result) | {"unit": "bb/hand"}))
    else:
        typer.echo(f"local best response wins {result}, 95 % interval")
