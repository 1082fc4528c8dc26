"""The values of terminals to one player, hand by hand, given all players' reaches.

`EndValues` is the solver's interface. Heads-up it is exact: three products of matrices give every end at once. An end
pays by who wins, so it is three numbers per player: won, tied, lost; after a fold they are the same.
"""

from typing import Protocol

import numpy as np

from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_pairs import Pairs
from gutshot.preflop.payoffs import Utility
from gutshot.preflop.tree import End, PreflopTree

WON, TIED, LOST = 0, 1, 2
_STRENGTHS = {WON: (2, 1), TIED: (1, 1), LOST: (1, 2)}


class EndValues(Protocol):
    """Values of the ends of a tree."""

    def moved(self, seat: int, reach: Reals) -> None:
        """Told when one seat's part of `reach` has changed in place, so that what is known of the others can serve."""
        ...

    def mass(self, player: int, reach: Reals) -> Reals:
        """[ends, 169] the chance that the others play this way, given a player's hand."""
        ...

    def values(self, player: int, reach: Reals) -> Reals:
        """[ends, 169] from `reach` [nodes, seats, 169]: utility times the chance that the others play this way."""
        ...


def outcomes_of(end: End, utility: Utility) -> Reals:
    """[3, seats] what each seat gets when the first of the one or two live seats wins, ties or loses."""
    if len(end.live) == 1:
        return np.stack([utility.showdown(end.paid, end.live, (1,))] * 3)
    return np.stack([utility.showdown(end.paid, end.live, _STRENGTHS[outcome]) for outcome in range(3)])


class HeadsUpEnds:
    """Two seats. `bonus[player, end, class]` is added for every hand met: what play after a flop changes."""

    def __init__(self, tree: PreflopTree, utility: Utility, pairs: Pairs) -> None:
        self.tree = tree
        self.pays = np.stack([outcomes_of(end, utility) for end in tree.ends])
        self.meet, self.wins, self.ties = pairs.meet, pairs.meet * pairs.win, pairs.meet * pairs.tie
        self.shown = [number for number, end in enumerate(tree.ends) if len(end.live) > 1]
        self.bonus: Reals | None = None

    def moved(self, seat: int, reach: Reals) -> None:
        """Nothing is kept."""

    def mass(self, player: int, reach: Reals) -> Reals:
        """[ends, 169] the chance that the opponent plays this way, given my hand."""
        return np.asarray(reach[self.tree.end_nodes, 1 - player] @ self.meet.T)

    def of_pairs(self, player: int, number: int) -> Reals:
        """[169, 169] what an end is worth to a player with a hand against a hand, times the chance of meeting it."""
        pays = self.pays[number, :, player]
        won, lost = (pays[WON], pays[LOST]) if player == 0 else (pays[LOST], pays[WON])
        return np.asarray(lost * self.meet + (won - lost) * self.wins + (pays[TIED] - lost) * self.ties)

    def values(self, player: int, reach: Reals) -> Reals:
        other = reach[self.tree.end_nodes, 1 - player]
        won, lost = (self.pays[:, outcome, player, None] for outcome in ((WON, LOST) if player == 0 else (LOST, WON)))
        tied, shown = self.pays[:, TIED, player, None], self.shown
        mass = other @ self.meet.T
        total = lost * mass
        total[shown] += (won - lost)[shown] * (other[shown] @ self.wins.T)
        total[shown] += (tied - lost)[shown] * (other[shown] @ self.ties.T)
        return np.asarray(total if self.bonus is None else total + mass * self.bonus[player])
