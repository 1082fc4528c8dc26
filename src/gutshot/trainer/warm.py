"""Compile what a table needs before a person waits for it: play a few hands with every agent, and ask the coach.

`gutshot warm --table` does it ahead, with progress; compiled code is kept on disk, so that the next start finds it.
"""

from collections.abc import Callable
from functools import partial

from gutshot.games.variants import Game
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.setup import Choices
from gutshot.trainer.table.table import Table

_HANDS = 3


def warm_up(game: Game) -> None:
    """Play a few short hands, the person calling everything."""
    table = Table(make_setup(Choices(game=game, seats=4, seed=1, rebuys=True)))
    while True:
        table.agents_act()
        if table.is_hand_over:
            if table.deal.number == _HANDS:
                return
            table.next_hand()
        else:
            legal = table.hand.legal
            table.act(() if legal.draw is not None else "check" if legal.check else "call")


def warm_coach() -> None:
    """Let the coach judge a hand of each game, and advise in it."""
    from gutshot.coach.effort import LIGHT
    from gutshot.coach.grading import advise
    from gutshot.trainer.table.graded_hands import grade_hand

    for game in Game:
        table = Table(make_setup(Choices(game=game, seats=2, seed=1)))
        while not table.is_hand_over:
            if not table.agent_act():
                legal = table.hand.legal
                advise(table.hand.observation(table.hand.actor or 0), effort=LIGHT)
                table.act(() if legal.draw is not None else "check" if legal.check else "call")
        grade_hand(table.setup, table.deal, table.choices, effort=LIGHT)


def warm_search() -> None:
    """Solve a tiny river, turn and flop, as search does."""
    from gutshot.cards.card import parse_cards
    from gutshot.cards.ranges import Range
    from gutshot.search.endgame import Endgame, Root, packed, solve_endgame, warm
    from gutshot.search.settings import FLOP, MENUS, SearchSettings

    for streets in (1, 2):
        warm(streets)
    ranges = packed(Range.parse("AA").weights), packed(Range.parse("KK").weights)
    root = Root(parse_cards("Td9d6h"), ranges, 2, 2, FLOP)
    thin = Endgame(root, len(MENUS[FLOP]) - 1, ())
    solve_endgame(thin, SearchSettings(first_street="flop", iterations=1, threads=1))


TABLE: tuple[tuple[str, Callable[[], None]], ...] = (
    ("hold'em and its opponents", partial(warm_up, Game.HOLDEM)),
    ("badugi and its opponents", partial(warm_up, Game.BADUGI)),
    ("the coach", warm_coach),
    ("search", warm_search),
)
