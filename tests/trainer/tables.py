"""Tables for the tests: made from a seed, played by a person who answers at random but repeatably."""

import random
from collections.abc import Callable

from gutshot.games.actions import Choice, Legal
from gutshot.games.variants import Game
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.setup import Choices
from gutshot.trainer.table.table import Table

Player = Callable[[Table], Choice]


def table_of(game: Game = Game.HOLDEM, seats: int = 6, seed: int = 1, **choices: object) -> Table:
    return Table(make_setup(Choices(game=game, seats=seats, seed=seed, **choices)))  # type: ignore[arg-type]


def random_choice(table: Table, dice: random.Random) -> Choice:
    """Any legal choice; folding rarely, so that hands last."""
    legal: Legal = table.hand.legal
    if legal.draw is not None:
        return tuple(card for card in table.hand.cards(table.hand.actor or 0) if dice.random() < 0.4)
    if legal.min_raise_to is not None and legal.max_raise_to is not None and dice.random() < 0.25:
        most = min(legal.max_raise_to, 4 * legal.min_raise_to) if dice.random() < 0.9 else legal.max_raise_to
        return dice.randint(legal.min_raise_to, max(most, legal.min_raise_to))
    if legal.check:
        return "check"
    return "fold" if dice.random() < 0.35 else "call"


def play_hand(table: Table, dice: random.Random) -> None:
    """The hand to its end."""
    while not table.is_hand_over:
        if not table.agent_act():
            table.act(random_choice(table, dice), confirmed=True)
