"""`gutshot blueprint show`: what a bundle plays at any line on any board."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli.blueprint import blueprint

if TYPE_CHECKING:
    from gutshot.blueprint.bundle import Blueprint

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@blueprint.command("show")
def show_command(
    bundle: Annotated[str, typer.Argument(help="A bundle's folder, or an installed one, like blueprint:hu.")],
    line: Annotated[
        str, typer.Argument(help="Like 'fold,raise 250,call|Td9d6h|check' or 'f r2.5bb c / x'; empty: the start.")
    ] = "",
    seat: Annotated[
        str, typer.Option(help="BTN, SB, BB ...: show that seat's last decision (default: the seat to act).")
    ] = "",
    board: Annotated[str, typer.Option(help="The board, like Td9d6h, where the line does not have it.")] = "",
    as_json: Json = False,
) -> None:
    """Draw a 13x13 chart of the strategy at a line, weighted by reach.

    \b
    gutshot blueprint show blueprint:6max "f f f"
    gutshot blueprint show blueprint:hu "raise 250,call|Td9d6h|check,bet 250"
    gutshot blueprint show blueprint:hu "r2.5bb c / x r250" --board Td9d6h
    """
    from gutshot.cli.show import dealt, show_decision
    from gutshot.strategies.blueprint_strategy import BlueprintStrategy

    strategy = BlueprintStrategy(open_bundle(bundle), bundle)
    show_decision(strategy, dealt(strategy, line, board), seat, as_json)


def open_bundle(name: str) -> "Blueprint":
    """A bundle of the catalogue by its name, or any other by its folder."""
    from gutshot.blueprint.bundle import Blueprint
    from gutshot.strategies.catalogue import Library

    found = Library().player(name)
    return Blueprint.load(found.path if found and found.path else name.removeprefix("blueprint:"))


@blueprint.command("lbr")
def lbr_command(
    bundle: Annotated[
        str,
        typer.Argument(help="A heads-up bundle's folder, or any strategy by name, like blueprint:hu or tag@2x100."),
    ],
    hands: Annotated[int, typer.Option(help="Number of hands; the interval shrinks with their square root.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of the deals.")] = 0,
    as_json: Json = False,
) -> None:
    """Measure what a local best response wins from a heads-up strategy: a lower bound on its exploitability."""
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
