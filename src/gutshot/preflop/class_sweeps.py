"""The loops over a preflop tree and the 169 classes: strategies from regrets, reaches down, values up.

Regrets, strategy and average are flat: the row of node n and class h starts at `start[n] + h * actions`. Values are
per class: what the hand expects, counting only the chance that the others play this way, as counterfactual values do.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.cfr.updates import match_row, next_average, next_regret
from gutshot.kernel import kernel

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]


@kernel
def match_player(player: int, actor: Ints, counts: Ints, start: Ints, regrets: Reals, strategy: Reals) -> None:
    """Play in proportion to positive regret at every node of a player."""
    classes = len(regrets) // counts.sum()
    for node in range(len(actor)):
        if actor[node] == player:
            for hand in range(classes):
                match_row(regrets, strategy, start[node] + hand * counts[node], counts[node])


@kernel
def spread(actor: Ints, parent: Ints, place: Ints, counts: Ints, start: Ints, strategy: Reals, reach: Reals) -> None:
    """`reach[node, seat, class]`: the chance that a seat's own choices lead to a node, given its hand."""
    reach[0] = 1.0
    for node in range(1, len(actor)):
        above = parent[node]
        reach[node] = reach[above]
        first, count = start[above] + place[node], counts[above]
        row = reach[node, actor[above]]
        for hand in range(len(row)):
            row[hand] *= strategy[first + hand * count]


@kernel
def collect(player: int, actor: Ints, parent: Ints, place: Ints, counts: Ints, start: Ints, strategy: Reals,
            values: Reals) -> None:  # fmt: skip
    """`values[node, class]` of a player, from those of the ends upwards; inner nodes must be zero before."""
    for node in range(len(actor) - 1, 0, -1):
        above = parent[node]
        first, count = start[above] + place[node], counts[above]
        own = actor[above] == player
        for hand in range(values.shape[1]):
            share = strategy[first + hand * count] if own else 1.0
            values[above, hand] += share * values[node, hand]


@kernel
def collect_best(player: int, actor: Ints, parent: Ints, place: Ints, counts: Ints, values: Reals) -> None:
    """As `collect`, for a best response: the largest value at own nodes. The last child of a node comes first."""
    for node in range(len(actor) - 1, 0, -1):
        above = parent[node]
        if actor[above] != player:
            values[above] += values[node]
        elif place[node] == counts[above] - 1:
            values[above] = values[node]
        else:
            values[above] = np.maximum(values[above], values[node])


@kernel
def learn(player: int, actor: Ints, parent: Ints, place: Ints, counts: Ints, start: Ints, reach: Reals, values: Reals,
          strategy: Reals, regrets: Reals, average: Reals, positive: float, negative: float, fade: float,
          clip: bool) -> None:  # fmt: skip
    """Regrets and averages of a player after one iteration, by the rule's discounts."""
    for node in range(1, len(actor)):
        above = parent[node]
        if actor[above] != player:
            continue
        first, count = start[above] + place[node], counts[above]
        for hand in range(values.shape[1]):
            slot = first + hand * count
            gain = values[node, hand] - values[above, hand]
            regrets[slot] = next_regret(regrets[slot], gain, positive, negative, clip)
            average[slot] = next_average(average[slot], reach[above, player, hand] * strategy[slot], fade)
