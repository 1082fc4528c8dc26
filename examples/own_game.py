"""A game of one's own: each draws J, Q or K for an ante of 1; the first may bet 2, the second calls or folds."""

from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import gutshot as gs


@dataclass(frozen=True)
class OneBet:
    cards: Any = ()
    line: tuple[str, ...] = ()
    num_players = 2
    actor = property(lambda self: -1 if not self.cards else {(): 0, ("bet",): 1}.get(self.line, -2))  # chance, end
    legal = property(lambda self: {0: ("check", "bet"), 1: ("fold", "call")}.get(self.actor, ()))
    chances = property(lambda self: tuple((deal, 1 / 6) for deal in permutations("JQK", 2) if not self.cards))
    infoset = property(lambda self: (self.cards[self.actor], *self.line))

    def apply(self, action: Any) -> "OneBet":
        return replace(self, line=(*self.line, action)) if self.cards else replace(self, cards=action)

    @property
    def payoffs(self) -> tuple[float, float]:
        wins = self.line[-1] == "fold" or "JQK".index(self.cards[0]) > "JQK".index(self.cards[1])
        chips = (1 if wins else -1) * (3 if self.line[-1] == "call" else 1)
        return chips, -chips


run = gs.Cfr(OneBet(), "dcfr")
run.run(2000)
assert gs.nash_conv(run.game, run.average) < 1e-6 and run.average["K",]["bet"] > 0.99
