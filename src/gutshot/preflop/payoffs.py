"""What the end of a line pays: chips won or lost, or the change of prize money (`icm`).

Pots are settled by the rules (`games.pots`), side pots and uncalled chips included, divided without odd chips.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from gutshot.errors import BadConfig
from gutshot.games.pots import fair_shares
from gutshot.games.row import LIVE, PAID, SEATS, STRENGTH, blank
from gutshot.numeric.arrays import Reals
from gutshot.preflop.icm import icm, require_payouts, worth_after

CHIPS_PER_BLIND = 10**9


def takes(paid: Sequence[float], live: Sequence[int], strengths: Sequence[int]) -> Reals:
    """[seats] big blinds that each seat takes out when the live seats show hands of these strengths."""
    row = blank()
    row[SEATS] = len(paid)
    row[LIVE] = sum(1 << seat for seat in live)
    row[PAID : PAID + len(paid)] = [round(amount * CHIPS_PER_BLIND) for amount in paid]
    for seat, strength in zip(live, strengths, strict=True):
        row[STRENGTH + seat] = strength
    return np.array(fair_shares(row)) / CHIPS_PER_BLIND


@dataclass(frozen=True)
class Utility:
    """What chips are worth to a seat: big blinds, or prize money where there are prizes; zero is where one started.

    `others` are stacks that share in the prizes and are not in the hand.
    """

    stacks: tuple[float, ...]
    prizes: tuple[float, ...] = ()
    others: tuple[float, ...] = ()
    start: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        if self.prizes:
            require_payouts(self.prizes, len(self.stacks) + len(self.others))
            if not sum(self.prizes) > 0:
                raise BadConfig(f"prizes {list(self.prizes)}: expected something to play for")
        start = icm((*self.stacks, *self.others), self.prizes)[: len(self.stacks)] if self.prizes else self.stacks
        object.__setattr__(self, "start", start)

    def of_chips(self, chips: Reals) -> Reals:
        """[seats] from what every seat has when the hand is over."""
        if not self.prizes:
            return np.asarray(chips - np.array(self.stacks), dtype=np.float64)
        after = [*(max(0.0, round(amount, 8)) for amount in chips.tolist()), *self.others]
        worth = worth_after((*self.stacks, *self.others), after, self.prizes)[: len(self.stacks)]
        return np.asarray(np.subtract(worth, self.start))

    def showdown(self, paid: Sequence[float], live: Sequence[int], strengths: Sequence[int]) -> Reals:
        """[seats] when the live seats show hands of these strengths; one live seat takes all."""
        return self.of_chips(np.array(self.stacks) - np.array(paid) + takes(paid, live, strengths))
