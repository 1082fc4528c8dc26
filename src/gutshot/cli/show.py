"""`gutshot show`: what any strategy does at a line: everything that the explorer opens."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from gutshot.cli import app
from gutshot.cli.json_text import json_text
from gutshot.errors import BadConfig

if TYPE_CHECKING:
    from gutshot.cards.card import Card
    from gutshot.games.lines import DealStep
    from gutshot.strategies.strategy import Stop, Strategy

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


@app.command()
def show(
    strategy: Annotated[
        str, typer.Argument(help="Folder of a solution or bundle, or a name like blueprint:hu or style:tag@6x100.")
    ],
    line: Annotated[str, typer.Argument(help="A line like 'check,bet 120,call|Qc|check'; nothing for the start.")] = "",
    player: Annotated[
        str,
        typer.Option(help="oop or ip in a spot; else a seat like BB, at its last decision (default: the seat to act)."),
    ] = "",
    board: Annotated[str, typer.Option(help="Cards that the line leaves out, like Td9d6h.")] = "",
    top: Annotated[int, typer.Option(min=0, help="How many hands of a spot to list.")] = 12,
    as_json: Json = False,
) -> None:
    """Show the strategy at a line as a 13x13 matrix in colour; for a solved spot also its top hands, EV and equity.

    In a spot's matrix each hand has the number of its most frequent action, and that action's frequency in percent.

    \b
    gutshot show runs/turn "check,bet 60"
    gutshot show blueprint:hu "raise 250,call|Td9d6h|check"
    gutshot show style:tag@6x100 "fold,fold"
    """
    from gutshot.agents import open_strategy
    from gutshot.strategies.catalogue import folder_named
    from gutshot.strategies.entries import opener_of

    folder = folder_named(strategy)
    if folder is not None and opener_of(folder).kind == "postflop":
        from gutshot.cli.solve_views import show_spot

        show_spot(folder, line, player, top, as_json)
        return
    if folder is not None and opener_of(folder).kind == "three-way":
        from gutshot.cli.three_solve import show_three

        show_three(folder, line, player, as_json)
        return
    opened = open_strategy(strategy)
    show_decision(opened, dealt(opened, line, board), player, as_json)


def show_decision(strategy: "Strategy", line: str, seat: str, as_json: bool) -> None:
    """Print the decision that a line leads to; with a seat, the last one of that seat on the way."""
    from gutshot.cli.strategy_views import decision_json, print_decision

    stop = _decision(strategy.walk(line), line, seat)
    about, hands = strategy.describe(), strategy.hands(stop.line)
    if as_json:
        typer.echo(json_text(decision_json(about, stop, hands)))
    else:
        print_decision(about, stop, hands)


def _decision(stops: "Sequence[Stop]", line: str, seat: str) -> "Stop":
    if not seat:
        if stops[-1].deals:
            raise _no_cards(stops[-1], line)
        if stops[-1].actor is None:
            raise BadConfig(f"line {line!r} is the end of a hand: no player acts there")
        return stops[-1]
    who = seat_named([chair.name for chair in stops[0].chairs], seat)
    for stop in reversed(stops):
        if stop.actor == who:
            return stop
    raise BadConfig(f"{stops[0].chairs[who].name} has no decision in line {line!r}")


def seat_named(names: Sequence[str], name: str) -> int:
    """`"BTN"` or `"0"` -> 0."""
    if name.isdecimal() and int(name) < len(names):
        return int(name)
    for place, own in enumerate(names):
        if name.lower() in (own.lower(), *own.lower().split("/")):
            return place
    raise BadConfig(f"unknown seat {name!r}: expected one of {', '.join(names)}")


def dealt(strategy: "Strategy", line: str, board: str) -> str:
    """A line with the cards of a board put in where they come; without a board, as it is."""
    from gutshot.games.lines import DealStep, parse_line

    cards = read_board(board)
    if not cards:
        return line
    found = ""
    for step in parse_line(line, strategy.describe().big_blind):
        if isinstance(step, DealStep):
            _require_in(step, cards, board)
        else:
            stop = on_board(strategy, found, cards)
            passive = "call" if stop.to_call else "check"
            found = stop.line_after(passive if step.either else str(step))
    return on_board(strategy, found, cards).line


def _require_in(deal: "DealStep", cards: "Sequence[Card]", board: str) -> None:
    """Cards that a line deals itself must be those of the board."""
    if not set(deal.cards) <= set(cards):
        raise BadConfig(f"the line deals {deal}, but the board is {board}")


def read_board(text: str) -> "tuple[Card, ...]":
    """The cards of a flop, turn or river, or none."""
    from gutshot.cards.card import format_cards, parse_cards, require_distinct
    from gutshot.errors import MalformedInput

    cards = parse_cards(text)
    require_distinct(cards)
    if len(cards) not in (0, 3, 4, 5):
        raise MalformedInput(f"board {format_cards(cards)!r} of {len(cards)} cards: expected 0, 3, 4 or 5")
    return cards


def on_board(strategy: "Strategy", line: str, cards: "Sequence[Card]") -> "Stop":
    """Where a line leads once the cards that come have been dealt."""
    from gutshot.cards.card import format_cards

    stop = strategy.walk(line)[-1]
    if stop.deals and len(cards) >= len(stop.board) + stop.deals:
        new = cards[len(stop.board) : len(stop.board) + stop.deals]
        stop = strategy.walk(stop.line_after(format_cards(new)))[-1]
    elif stop.deals:
        raise _no_cards(stop, line)
    return stop


def _no_cards(stop: "Stop", line: str) -> BadConfig:
    street, count = {0: "flop", 3: "turn", 4: "river"}[len(stop.board)], len(stop.board) + stop.deals
    return BadConfig(f"line {line!r} is on the {street}: expected a board of {count} cards")
