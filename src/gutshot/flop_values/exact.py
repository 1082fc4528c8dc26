"""`exact`: the range solver on every hand and every runout of a flop; slow, and the yardstick for the other backends.

Hands outside a range get a weight too small to matter to the opponent, so that the solver finds their best play too.
"""

from dataclasses import dataclass

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import COMBO_COUNT, combos_with_any
from gutshot.flop_values.betting import POT_CHIPS, make_spot
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.sampled import Tick, floored
from gutshot.flop_values.values import Flop, meeting_weights
from gutshot.numeric.arrays import Reals
from gutshot.postflop.solver import Solver

CHECK_EVERY = 10


@dataclass(frozen=True, eq=False)
class ExactValues:
    """[2, 1326] shares of the pot, and the exploitability of the strategies behind them, in pots."""

    shares: Reals
    exploitability: float
    iterations: int


def solve_exact(
    flop: Flop,
    ranges: tuple[Reals, Reals],
    spr: float,
    config: PostflopModelConfig,
    tick: Tick | None = None,
    narrow: bool = False,
) -> ExactValues:
    """Iterate to `exact_target` or `postflop_solve_iterations`, as comes first; `tick` gets the exploitability.

    `narrow` leaves out the hands that a range does not hold, which is faster and gives them no value.
    """
    live = ~combos_with_any(mask_of(flop))
    weights = np.stack([np.where(live, own, 0.0) for own in ranges]) if narrow else floored(ranges, live)
    solver = Solver(make_spot(flop, (weights[0], weights[1]), spr, config), threads=1)
    most, exploitability = config.postflop_solve_iterations, np.inf
    while solver.iteration < most and exploitability > config.exact_target:
        solver.iterate(min(CHECK_EVERY, most - solver.iteration))
        exploitability = solver.exploitability() / POT_CHIPS
        if tick is not None:
            tick(solver.iteration, most, exploitability)
    return ExactValues(_shares(solver, flop, weights), exploitability, solver.iteration)


def _shares(solver: Solver, flop: Flop, weights: Reals) -> Reals:
    shares = np.zeros((2, COMBO_COUNT))
    for player, combos in enumerate(solver.layout.combos):
        met = meeting_weights(flop, weights[1 - player])[combos]
        shares[player, combos] = 0.5 + solver.values(player) / np.maximum(met, 1e-300) / POT_CHIPS
    return shares
