"""How hands of a strategy are called: combos in hold'em, classes in badugi, with the categories both come in."""

import re

import numpy as np

from gutshot.blueprint.badugi.class_names import ROWS, chart_places, class_examples, class_names
from gutshot.cards.card import Card, format_card
from gutshot.cards.combos import COMBO_COUNT, combo_name
from gutshot.cards.hand_categories import Categories, categories
from gutshot.errors import BadConfig
from gutshot.strategies.badugi_strategy import GAME as BADUGI
from gutshot.strategies.strategy import HOLDEM

_COMBOS = tuple(combo_name(combo) for combo in range(COMBO_COUNT))
_CLASS_KEY = re.compile(r"\d{4}")


def hand_names(game: str) -> tuple[str, ...]:
    """The name of every hand of a game, by its number."""
    return class_names() if game == BADUGI else _COMBOS


def hand_key(game: str, number: int) -> str:
    """Four letters that stand for a hand: a combo, or the number of a class."""
    return f"{number:04d}" if game == BADUGI else _COMBOS[number]


def cards_of(key: str) -> list[str]:
    """The cards of a `hand_key`; of a class those of one of its hands."""
    if _CLASS_KEY.fullmatch(key):
        return [format_card(card) for card in class_examples()[int(key)]]
    return [key[:2], key[2:]]


def categories_of(game: str, board: tuple[Card, ...]) -> Categories:
    """What hands make: on a board, or how many of their cards play."""
    if game != BADUGI:
        return categories(board)
    rows = chart_places()[0]
    return Categories(ROWS, rows, (), np.zeros_like(rows))


def require_holdem(game: str, what: str) -> None:
    """For what takes two cards and a board."""
    if game != HOLDEM:
        raise BadConfig(f"a strategy of {game}: {what} in hold'em only")
