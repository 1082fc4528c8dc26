"""`gutshot eval`: name a hand in words."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.games.variants import Game

if TYPE_CHECKING:
    from gutshot.cards.card import Card


@app.command("eval")
def evaluate_hand(
    cards: Annotated[list[str], typer.Argument(help='5-7 cards, or 4 for badugi, as in "As Ks Qs Js Ts 2d 3c".')],
    game: Annotated[Game, typer.Option(help="Which game's hand ranking to use.")] = Game.HOLDEM,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Name a hand and show the cards that play.

    \b
    gutshot eval "As Ks Qs Js Ts 2d 3c"
    gutshot eval --game badugi "2c 2d 3h 4s"
    """
    from gutshot.cards.card import parse_cards

    hand = parse_cards(" ".join(cards))
    report = _holdem_report(hand) if game is Game.HOLDEM else _badugi_report(hand)
    if as_json:
        typer.echo(json.dumps({"game": game.value, "cards": _names(hand)} | report))
        return
    for label, value in report.items():
        typer.echo(f"{label:<10}{_plain(value)}")


def _names(cards: tuple["Card", ...]) -> list[str]:
    from gutshot.cards.card import format_card

    return [format_card(card) for card in cards]


def _holdem_report(hand: tuple["Card", ...]) -> dict[str, Any]:
    from gutshot.cards import made_hand

    strength = made_hand.strength_of(hand)
    return {
        "category": made_hand.CATEGORIES[made_hand.category_of(strength)],
        "words": made_hand.words_of(strength),
        "plays": _names(made_hand.best_five(hand)),
        "strength": strength,
    }


def _badugi_report(hand: tuple["Card", ...]) -> dict[str, Any]:
    from gutshot.cards import made_badugi

    strength = made_badugi.strength_of(hand)
    return {
        "category": made_badugi.CATEGORIES[made_badugi.size_of(strength)],
        "words": made_badugi.words_of(strength),
        "plays": _names(made_badugi.best_subset(hand)),
        "strength": strength,
        "keeps": [_names(keep) for keep in made_badugi.optimal_keeps(hand)],
    }


def _plain(value: Any) -> str:
    """Cards side by side, alternatives separated by commas, anything else as it is."""
    if not isinstance(value, list):
        return str(value)
    return ", ".join(map(_plain, value)) if isinstance(value[0], list) else " ".join(value)
