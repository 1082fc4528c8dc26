"""The luck of the hole cards in a match, as a control variate beside that of the board (`games.luck`).

Its value function is fixed beforehand: a falling exponential of the hand order, times a constant fitted once on other
matches. AIVAT's terms for the agents' own choices need the strategies' probabilities, which an agent need not reveal;
`aivat` has them. Here any agent can be measured, and the mean stays unbiased.
"""

import numpy as np

from gutshot.agents.agent import Params
from gutshot.agents.preflop_order import PERCENTILE
from gutshot.cards.combo_index import combo_index
from gutshot.games.row import HOLE, MAX_HOLE, SEATS, Row
from gutshot.kernel import kernel

_HOLE_SCALE = 12.0
HOLE_VALUES: Params = np.exp(-_HOLE_SCALE * PERCENTILE) - np.exp(-_HOLE_SCALE * PERCENTILE).mean()
"""[1326] mean zero: how much better than an average hand a combo is."""

HOLE_WEIGHT = 4.0
"""Big blinds for one unit of HOLE_VALUES."""


@kernel
def add_hole_luck(hand: Row, big_blind: int, luck: Params) -> None:
    """Add what the hole cards were worth above their mean: each seat's own, less the mean of the others'."""
    seats = hand[SEATS]
    total = 0.0
    for seat in range(seats):
        total += HOLE_VALUES[combo_index(hand[HOLE + MAX_HOLE * seat], hand[HOLE + MAX_HOLE * seat + 1])]
    for seat in range(seats):
        own = HOLE_VALUES[combo_index(hand[HOLE + MAX_HOLE * seat], hand[HOLE + MAX_HOLE * seat + 1])]
        luck[seat] += HOLE_WEIGHT * big_blind * (own - (total - own) / (seats - 1))
