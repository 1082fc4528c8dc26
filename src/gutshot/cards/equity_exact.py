"""Exact equity by counting every runout up to symmetry.

Runouts are cut into slices of equal work whose number does not depend on the threads, and slices are added in order,
so the last bit of a result does not depend on the threads either. Counting each class of isomorphic runouts once makes
single combos wrong and the whole right; averaging over the symmetries that were used makes each combo right again.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import prod

import numpy as np

from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.equity_kernels import deal_slice, sweep
from gutshot.cards.equity_plan import MAX_LISTED_DEALS, EquityPlan, EquityQuestion
from gutshot.cards.isomorphism import average_over_symmetries
from gutshot.cards.runouts import Runouts, list_runouts
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.numeric.arrays import Ints, Reals, Shorts
from gutshot.numeric.threads import Progress, ordered_map

SLICE_OPERATIONS = 2e7
MIN_SLICE = 128
"""Runouts in a slice at the least, where there are so many."""

Hands = list[Ints]


def enumerate_runouts(situation: EquityQuestion, plan: EquityPlan, threads: int, progress: Progress | None) -> Reals:
    """[players, 4, 1326] weighted deals, wins, ties and shares over all runouts."""
    runouts = list_runouts(situation.cards_to_come, situation.gone, situation.suit_labels)
    job = _CountingJob(situation, runouts)
    groups = [job.hands] if plan.method == "sweep" else list(_split_deals(job.hands))
    slices = _slices(len(runouts), plan.operations / len(groups))
    work = [(hands, part) for hands in groups for part in slices]
    count = job.sweep_slice if plan.method == "sweep" else job.deal_slice
    tallies = np.zeros((len(job.hands), len(job.union), 4))
    for done, part in enumerate(ordered_map(lambda item: count(*item), work, threads), start=1):
        tallies += part
        if progress is not None:
            progress("counting boards", done, len(work))
    return _by_combo(tallies, job.union, situation)


def _slices(runouts: int, operations: float) -> list[slice]:
    """Parts of equal work, not so small that listing their deals would cost more than counting them."""
    count = int(np.clip(operations / SLICE_OPERATIONS, 1, max(1, runouts // MIN_SLICE)))
    edges = np.linspace(0, runouts, count + 1).astype(np.int64).tolist()
    return [slice(start, end) for start, end in pairwise(edges)]


def _split_deals(hands: Hands) -> Iterator[Hands]:
    """Halve the first range that can be halved until no part has more deals than may be listed."""
    if prod(len(own) for own in hands) <= MAX_LISTED_DEALS:
        yield hands
        return
    player = next(player for player, own in enumerate(hands) if len(own) > 1)
    for half in np.array_split(hands[player], 2):
        yield from _split_deals([*hands[:player], half, *hands[player + 1 :]])


def _by_combo(tallies: Reals, union: Ints, situation: EquityQuestion) -> Reals:
    spread = np.zeros((len(tallies), 4, COMBO_COUNT))
    spread[:, :, union] = np.swapaxes(tallies, 1, 2)
    return average_over_symmetries(spread, situation.suit_labels)


class _CountingJob:
    """What all slices of one question share. Hands are positions in the union of all players' combos."""

    def __init__(self, situation: EquityQuestion, runouts: Runouts) -> None:
        board = list(situation.board)
        self.runouts = runouts
        self.union = np.unique(np.concatenate(situation.hands))
        self.hands: Hands = [np.searchsorted(self.union, own) for own in situation.hands]
        self.cards = COMBO_CARDS[self.union].astype(np.int64)
        self.keys = CARD_KEYS[self.cards].sum(axis=1) + CARD_KEYS[board].sum()
        self.masks = CARD_MASKS[self.cards].sum(axis=1) + CARD_MASKS[board].sum()
        self.reach = np.stack([row[self.union] for row in situation.weights])

    def sweep_slice(self, _hands: Hands, part: slice) -> Reals:
        """[2, hands, 4] of all deals of two players."""
        met = np.zeros((2, len(self.keys), 3))
        keys, masks, weights = self.runouts.keys[part], self.runouts.masks[part], self.runouts.weights[part]
        sweep(keys, masks, weights, self.keys, self.masks, self.cards, self.reach, met)
        seen, won, tied = np.moveaxis(met * self.reach[:, :, None], 2, 0)
        return np.stack([seen, won, tied, won + tied / 2], axis=2)

    def deal_slice(self, hands: Hands, part: slice) -> Reals:
        """[players, hands, 4] of the deals of some hands."""
        deals, chances = self._list_deals(hands)
        tallies = np.zeros((len(hands), len(self.keys), 4))
        keys, masks, weights = self.runouts.keys[part], self.runouts.masks[part], self.runouts.weights[part]
        deal_slice(keys, masks, weights, self.keys, self.masks, deals, chances, tallies)
        return tallies

    def _list_deals(self, hands: Hands) -> tuple[Shorts, Reals]:
        """[n, players] all deals that hold no card twice, and their weights: one more player at a time."""
        deals = np.zeros((1, 0), dtype=np.int16)
        weights, used = np.ones(1), np.zeros(1, dtype=np.uint64)
        own_masks = COMBO_MASKS[self.union]
        for player, own in enumerate(hands):
            partial, chosen = np.nonzero((used[:, None] & own_masks[own]) == 0)
            used = used[partial] | own_masks[own[chosen]]
            weights = weights[partial] * self.reach[player, own[chosen]]
            deals = np.column_stack([deals[partial], own[chosen].astype(np.int16)])
        return np.ascontiguousarray(deals), weights
