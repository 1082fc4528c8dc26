"""`gutshot blueprint show`: what a bundle plays at any line on any board."""

import json
from typing import Annotated

import typer

from gutshot.cli.blueprint import blueprint

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
    from gutshot.cards.card import parse_cards

    cards = parse_cards(board)
    from gutshot.agents.bundles import find_bundle
    from gutshot.solvers.blueprint.bundle import Blueprint
    from gutshot.solvers.blueprint.view import seat_named, view_line

    installed = find_bundle(bundle)
    found = Blueprint.load(installed.path if installed else bundle.removeprefix("blueprint:"))
    view = view_line(found, line, cards, seat_named(found, seat) if seat else None)
    if as_json:
        typer.echo(json.dumps(view.to_dict()))
        return
    from gutshot.cli.blueprint_charts import print_view

    print_view(view, found.tree.big_blind)
