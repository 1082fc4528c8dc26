"""Simplified strategies: rare actions dropped, frequencies rounded, and the cost of doing so."""

from dataclasses import dataclass, replace

import numpy as np

from gutshot.arguments import checked
from gutshot.errors import BadConfig
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import RESPOND, Solver
from gutshot.postflop.storage import SolveStore


@dataclass(frozen=True)
class Simplified:
    """A solution one can remember. `cost[player]`: chips the opponent's best response gains by it, per hand dealt."""

    solution: Solution
    cost: tuple[float, float]


@checked
def simplify(solution: Solution, drop: float = 0.05, steps: int = 0) -> Simplified:
    """Drop actions a hand takes less often than `drop`, then round to multiples of 1/`steps` (0: do not round)."""
    if not 0 <= drop < 0.5 or not isinstance(steps, int) or steps < 0:
        raise BadConfig(
            f"drop {drop} and steps {steps}: expected drop from 0 to below 0.5 and a whole number of steps, 0 or more"
        )
    before = [solution.solver.mean_value(1 - player, RESPOND) for player in range(2)]
    solver = _with_copied_averages(solution.solver)
    for street, forest in enumerate(solver.layout.forests):
        for player in range(2):
            own = forest.views[player].actor == 1
            store = solver.stores[street][player]
            slots, actions = forest.slot[own], forest.views[player].actions[own]
            _simplify_table(store.average, store.start, store.counts, slots, actions, drop, steps)
    after = [solver.mean_value(1 - player, RESPOND) for player in range(2)]
    simple = Solution(solver, solver.exploitability(), solution.seconds)
    return Simplified(simple, (after[0] - before[0], after[1] - before[1]))


def _with_copied_averages(solver: Solver) -> Solver:
    """The same solver on float32 tables of its own; it cannot be resumed, because it has no regrets."""
    other = Solver(solver.spot, str(solver.rule), solver.threads, "f32", layout=solver.layout, empty=True)
    other.stores = [[_averages_alone(store) for store in row] for row in solver.stores]
    other.iteration, other.resumable = solver.iteration, False
    return other


def _averages_alone(store: SolveStore) -> SolveStore:
    nothing = np.zeros(0, dtype=np.float32)
    average = store.in_floats("average") if store.short else store.average.copy()
    return replace(store, average=average, regrets=nothing, scales=nothing, ahead=nothing)


@kernel
def _simplify_table(
    average: Floats,
    start: Ints,
    counts: Ints,
    slots: Ints,
    actions: Ints,
    drop: float,
    steps: int,
) -> None:
    shares = np.zeros(64)
    for board in range(len(start)):
        for k in range(len(slots)):
            begin = start[board] + slots[k] * counts[board]
            for h in range(counts[board]):
                _simplify_hand(average, begin + h, counts[board], actions[k], drop, steps, shares)


@kernel
def _simplify_hand(
    average: Floats,
    first: int,
    stride: int,
    actions: int,
    drop: float,
    steps: int,
    shares: Reals,
) -> None:
    """One hand at one node; what is left after dropping and rounding goes to the most frequent action."""
    total = 0.0
    for a in range(actions):
        total += average[first + a * stride]
    best = 0
    kept = 0.0
    for a in range(actions):
        shares[a] = average[first + a * stride] / total if total > 0 else 1.0 / actions
        best = a if shares[a] > shares[best] else best
    for a in range(actions):
        shares[a] = 0.0 if shares[a] < drop and a != best else shares[a]
        kept += shares[a]
    rest = 1.0
    for a in range(actions):
        shares[a] /= kept
        if steps > 0:
            shares[a] = np.floor(shares[a] * steps + 0.5) / steps
        rest -= shares[a]
    shares[best] += rest
    for a in range(actions):
        average[first + a * stride] = max(shares[a], 0.0)
