"""The loops over a preflop tree and the 169 classes: strategies from regrets, reaches down, values up.

Regrets, strategy and average are flat: the row of node n and class h starts at `start[n] + h * actions`. Values are
per class: what the hand expects, counting only the chance that the others play this way, as counterfactual values do.
"""

from typing import NamedTuple

import numpy as np

from gutshot.cards.combos import CLASS_COUNT
from gutshot.cfr.updates import Discounts, match_row, next_average, next_regret
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals


class ClassLayout(NamedTuple):
    """A tree as the loops want it: the row of node n and class h starts at `start[n] + h * counts[n]`."""

    actor: Ints
    parent: Ints
    place: Ints  # among the children of the parent
    counts: Ints
    start: Ints
    ends: Ints

    @property
    def slots(self) -> int:
        """Actions of all decisions and classes."""
        return int(CLASS_COUNT * self.counts.sum())

    def table(self, node: int, flat: Reals) -> Reals:
        """[169, actions] view of one decision's rows."""
        first, count = int(self.start[node]), int(self.counts[node])
        return flat[first : first + CLASS_COUNT * count].reshape(CLASS_COUNT, count)

    def uniform(self) -> Reals:
        """Every action alike."""
        return np.repeat(1 / np.maximum(self.counts, 1), CLASS_COUNT * self.counts)


class ClassTables(NamedTuple):
    """What a solve holds for every class at every decision."""

    regrets: Reals
    strategy: Reals
    sums: Reals


@kernel
def match_player(player: int, layout: ClassLayout, regrets: Reals, strategy: Reals) -> None:
    """Play in proportion to positive regret at every node of a player."""
    classes = len(regrets) // layout.counts.sum()
    for node in range(len(layout.actor)):
        if layout.actor[node] == player:
            for hand in range(classes):
                match_row(regrets, strategy, layout.start[node] + hand * layout.counts[node], layout.counts[node])


@kernel
def spread(layout: ClassLayout, strategy: Reals, reach: Reals) -> None:
    """`reach[node, seat, class]`: the chance that a seat's own choices lead to a node, given its hand."""
    reach[0] = 1.0
    for node in range(1, len(layout.actor)):
        above = layout.parent[node]
        reach[node] = reach[above]
        first, count = layout.start[above] + layout.place[node], layout.counts[above]
        row = reach[node, layout.actor[above]]
        for hand in range(len(row)):
            row[hand] *= strategy[first + hand * count]


@kernel
def spread_seat(seat: int, layout: ClassLayout, strategy: Reals, reach: Reals) -> None:
    """The part of `reach` that one seat's choices change."""
    reach[0, seat] = 1.0
    for node in range(1, len(layout.actor)):
        above = layout.parent[node]
        row, came = reach[node, seat], reach[above, seat]
        if layout.actor[above] == seat:
            first, count = layout.start[above] + layout.place[node], layout.counts[above]
            for hand in range(len(row)):
                row[hand] = came[hand] * strategy[first + hand * count]
        else:
            row[:] = came


@kernel
def collect(player: int, layout: ClassLayout, strategy: Reals, values: Reals) -> None:
    """`values[node, class]` of a player, from those of the ends upwards; inner nodes must be zero before."""
    for node in range(len(layout.actor) - 1, 0, -1):
        above = layout.parent[node]
        first, count = layout.start[above] + layout.place[node], layout.counts[above]
        own = layout.actor[above] == player
        for hand in range(values.shape[1]):
            share = strategy[first + hand * count] if own else 1.0
            values[above, hand] += share * values[node, hand]


@kernel
def collect_best(player: int, layout: ClassLayout, values: Reals) -> None:
    """As `collect`, for a best response: the largest value at own nodes. The last child of a node comes first."""
    for node in range(len(layout.actor) - 1, 0, -1):
        above = layout.parent[node]
        if layout.actor[above] != player:
            values[above] += values[node]
        elif layout.place[node] == layout.counts[above] - 1:
            values[above] = values[node]
        else:
            values[above] = np.maximum(values[above], values[node])


@kernel
def learn(
    player: int,
    layout: ClassLayout,
    tables: ClassTables,
    reach: Reals,
    values: Reals,
    discounts: Discounts,
    clip: bool,
) -> None:
    """Regrets and averages of a player after one iteration, by the rule's discounts."""
    regrets, strategy, sums = tables.regrets, tables.strategy, tables.sums
    for node in range(1, len(layout.actor)):
        above = layout.parent[node]
        if layout.actor[above] != player:
            continue
        first, count = layout.start[above] + layout.place[node], layout.counts[above]
        for hand in range(values.shape[1]):
            slot = first + hand * count
            gain = values[node, hand] - values[above, hand]
            regrets[slot] = next_regret(regrets[slot], gain, discounts.positive, discounts.negative, clip)
            weight = reach[above, player, hand] * strategy[slot]
            sums[slot] = next_average(sums[slot], weight, discounts.average)
