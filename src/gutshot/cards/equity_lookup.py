"""Exact equity of two players before the flop, read from the kept `preflop_matrix`."""

import numpy as np

from gutshot.cards.combos import COMBO_COUNT, COMBO_MASKS
from gutshot.cards.equity_plan import EquityQuestion
from gutshot.cards.preflop_matrix import BOARDS_PER_PAIR, preflop_matrix
from gutshot.numeric.arrays import Reals
from gutshot.numeric.threads import Progress


def look_up(situation: EquityQuestion, threads: int, progress: Progress | None) -> Reals:
    """[2, 4, 1326] weighted deals, wins, ties and shares of two players before the flop."""
    matrix = preflop_matrix(progress, threads)
    (first, second), own = situation.weights, situation.hands[0]
    tallies = np.zeros((2, 4, COMBO_COUNT))
    for combo in own:
        reach = first[combo] * second * ((COMBO_MASKS & COMBO_MASKS[combo]) == 0)
        wins, losses = matrix.rows_of(int(combo))
        seen, won, lost = reach * BOARDS_PER_PAIR, reach * wins, reach * losses
        tied = seen - won - lost
        tallies[0, :, combo] = [amount.sum() for amount in (seen, won, tied, won + tied / 2)]
        tallies[1] += [seen, lost, tied, lost + tied / 2]
    return tallies
