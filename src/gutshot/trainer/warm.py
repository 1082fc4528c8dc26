"""Compile what a table needs before anybody waits for it: play a few hands with everyone."""

from gutshot.trainer.defaults import make_setup
from gutshot.trainer.setup import Choices, Game
from gutshot.trainer.table import Table

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
