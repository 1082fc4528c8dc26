"""One runout of a postflop model played the obvious way: every pair of hands down the whole tree, and pairs counted."""

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from gutshot.cards.combos import COMBO_CARDS

Share = Callable[[int, int, int], float]
"""(node, combo, action) -> the probability of the action."""


def apart(first: int, second: int) -> bool:
    return not set(COMBO_CARDS[first].tolist()) & set(COMBO_CARDS[second].tolist())


def pair_value(betting: Any, node: int, player: int, hands: tuple[int, int], strengths: Any, share: Share) -> float:
    """What a player wins above half the first pot when both hold these hands and play by `share`."""
    kind = ("decision", "chance", "fold", "showdown")[betting.kind[node]]
    if kind == "fold":
        return float(betting.half[node] * (-1 if betting.actor[node] == player else 1))
    if kind == "showdown":
        return float(betting.half[node] * np.sign(strengths[hands[player]] - strengths[hands[1 - player]]))
    first, count = betting.first[node], betting.actions[node]
    children = betting.child[first : first + count]
    below = [pair_value(betting, int(child), player, hands, strengths, share) for child in children]
    if kind == "chance":
        return below[0]
    combo = hands[betting.actor[node]]
    return sum(share(node, combo, action) * value for action, value in enumerate(below))


def hand_values(betting: Any, player: int, weights: Any, strengths: Any, share: Share) -> dict[int, float]:
    """For every live hand of a player: the sum over the opponent's hands it can meet."""
    live = [int(combo) for combo in np.flatnonzero(strengths)]
    own = [combo for combo in live if weights[player][combo] > 0]
    other = [combo for combo in live if weights[1 - player][combo] > 0]
    found = dict.fromkeys(own, 0.0)
    for hand, facing in product(own, other):
        if apart(hand, facing):
            hands = (hand, facing) if player == 0 else (facing, hand)
            value = pair_value(betting, 0, player, hands, strengths, share)
            found[hand] += weights[1 - player][facing] * value
    return found


def count_pairs(combos: list[int], before: Any, after: Any, sizes: tuple[int, int]) -> np.ndarray:
    """[pairs before, pairs after] how often two hands with these labels meet, seen by either player."""
    counts = np.zeros((sizes[0] ** 2, sizes[1] ** 2))
    for own, other in product(combos, combos):
        if own != other and after[own] >= 0 and after[other] >= 0 and apart(own, other):
            counts[before[own] * sizes[0] + before[other], after[own] * sizes[1] + after[other]] += 1
    return counts
