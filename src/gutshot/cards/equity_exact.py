"""Exact equity: from the preflop matrix, or by counting every runout up to symmetry.

Runouts are cut into slices of equal work whose number does not depend on the threads, and slices are added in order,
so the last bit of a result does not depend on the threads either. Counting each class of isomorphic runouts once makes
single combos wrong and the whole right; averaging over the symmetries that were used makes each combo right again.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.equity_kernels import deal_slice, sweep
from gutshot.cards.equity_plan import Plan, Situation
from gutshot.cards.isomorphism import average_over_symmetries
from gutshot.cards.preflop_matrix import BOARDS_PER_PAIR, Progress, preflop_matrix
from gutshot.cards.runouts import Runouts, list_runouts
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS

SLICE_OPERATIONS = 2e7
MAX_SLICES = 200

Floats = NDArray[np.float64]


def look_up(situation: Situation, threads: int, progress: Progress | None) -> Floats:
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


def enumerate_runouts(situation: Situation, plan: Plan, threads: int, progress: Progress | None) -> Floats:
    """[players, 4, 1326] weighted deals, wins, ties and shares over all runouts."""
    runouts = list_runouts(situation.cards_to_come, situation.gone, situation.suit_labels)
    count = _sweep_slice if plan.method == "sweep" else _deal_slice
    union = np.unique(np.concatenate(situation.hands))
    job = _Job(situation, runouts, union)
    slices = int(np.clip(plan.operations / SLICE_OPERATIONS, 1, min(MAX_SLICES, len(runouts))))
    edges = np.linspace(0, len(runouts), slices + 1).astype(np.int64)
    tallies = np.zeros((len(situation.hands), len(union), 4))
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda part: count(job, slice(edges[part], edges[part + 1])), range(slices))
        for done, part in enumerate(parts, start=1):
            tallies += part
            if progress is not None:
                progress("counting boards", int(edges[done]), len(runouts))
    return _by_combo(tallies, union, situation)


def _by_combo(tallies: Floats, union: NDArray[np.int64], situation: Situation) -> Floats:
    spread = np.zeros((len(tallies), 4, COMBO_COUNT))
    spread[:, :, union] = np.swapaxes(tallies, 1, 2)
    return average_over_symmetries(spread, situation.suit_labels)


class _Job:
    """What all slices of one question share."""

    def __init__(self, situation: Situation, runouts: Runouts, union: NDArray[np.int64]) -> None:
        board = list(situation.board)
        self.runouts = runouts
        self.cards = COMBO_CARDS[union].astype(np.int64)
        self.keys = CARD_KEYS[self.cards].sum(axis=1) + CARD_KEYS[board].sum()
        self.masks = CARD_MASKS[self.cards].sum(axis=1) + CARD_MASKS[board].sum()
        self.reach = np.stack([row[union] for row in situation.weights])
        self.situation = situation
        self.union = union
        self._deals: tuple[NDArray[np.int16], Floats] | None = None

    def deals(self) -> tuple[NDArray[np.int16], Floats]:
        """[n, players] all deals that share no card, as positions in the union of hands, and their weights."""
        if self._deals is None:
            self._deals = _list_deals(self.situation.hands, self.union, self.reach)
        return self._deals


def _list_deals(
    hands: list[NDArray[np.int64]], union: NDArray[np.int64], reach: Floats
) -> tuple[NDArray[np.int16], Floats]:
    """Add one player at a time to all partial deals that hold no card twice."""
    deals = np.zeros((1, 0), dtype=np.int16)
    weights, used = np.ones(1), np.zeros(1, dtype=np.uint64)
    for player, own in enumerate(hands):
        position = np.searchsorted(union, own)
        partial, chosen = np.nonzero((used[:, None] & COMBO_MASKS[own]) == 0)
        used = used[partial] | COMBO_MASKS[own[chosen]]
        weights = weights[partial] * reach[player, position[chosen]]
        deals = np.column_stack([deals[partial], position[chosen].astype(np.int16)])
    return np.ascontiguousarray(deals), weights


def _sweep_slice(job: _Job, part: slice) -> Floats:
    """[2, hands, 4]"""
    met = np.zeros((2, len(job.keys), 3))
    runouts = job.runouts
    sweep(
        runouts.keys[part], runouts.masks[part], runouts.weights[part],
        job.keys, job.masks, job.cards, job.reach, met,
    )  # fmt: skip
    seen, won, tied = np.moveaxis(met * job.reach[:, :, None], 2, 0)
    return np.stack([seen, won, tied, won + tied / 2], axis=2)


def _deal_slice(job: _Job, part: slice) -> Floats:
    """[players, hands, 4]"""
    deals, weights = job.deals()
    tallies = np.zeros((deals.shape[1], len(job.keys), 4))
    runouts = job.runouts
    deal_slice(
        runouts.keys[part], runouts.masks[part], runouts.weights[part],
        job.keys, job.masks, deals, weights, tallies,
    )  # fmt: skip
    return tallies
