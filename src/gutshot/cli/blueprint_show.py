"""`gutshot blueprint show`: what a bundle plays at any line on any board."""

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
