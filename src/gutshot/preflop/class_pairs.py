"""Two classes of hands against each other, exactly: how often they meet, and who wins if the board is dealt out.

A class of hands is played the same in all suits, so a strategy is 169 numbers per action. What a class meets is not
the product of class sizes: AA leaves one combo of AA and half as many ace-kings. `meet[a, b]` is the chance that the
opponent holds class b given that I hold class a.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from gutshot.cards.combos import CLASS_COUNT, CLASS_SIZES, COMBO_CLASS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.preflop_matrix import REPRESENTATIVES, preflop_matrix
from gutshot.numeric.arrays import Bools, Reals
from gutshot.numeric.threads import Progress

OPPONENT_COMBOS = 1225


@dataclass(frozen=True, eq=False)
class Pairs:
    """`chance` [169] of a class; [169, 169] `meet`, and of those who meet the shares that win and tie."""

    chance: Reals
    meet: Reals
    win: Reals
    tie: Reals

    @property
    def loss(self) -> Reals:
        """How often the first hand loses."""
        return 1 - self.win - self.tie

    @property
    def equity(self) -> Reals:
        """Wins and half the ties."""
        return self.win + self.tie / 2


@cache
def class_pairs(progress: Progress | None = None) -> Pairs:
    """The exact table, from the kept matrix of all pairs of hands."""
    member = class_members()
    meet = disjoint_combos() @ member / OPPONENT_COMBOS
    _, win, tie = preflop_matrix(progress).class_shares()
    return Pairs(CLASS_SIZES / COMBO_COUNT, meet, win, tie)


def class_members() -> Reals:
    """[1326, 169] 1 where a combo belongs to a class."""
    member = np.zeros((COMBO_COUNT, CLASS_COUNT))
    member[np.arange(COMBO_COUNT), COMBO_CLASS] = 1
    return member


def disjoint_combos() -> Bools:
    """[169, 1326] which combos share no card with the representative of each class."""
    return np.asarray(COMBO_MASKS[REPRESENTATIVES][:, None] & COMBO_MASKS == 0)
