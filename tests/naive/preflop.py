"""Slow twins of the preflop loops: three hands by listing combos, values of pots by plain sums."""

from itertools import product

import numpy as np

from gutshot.cards.combos import CLASS_COMBOS, COMBO_MASKS


def disjoint_triples(first: int, second: int, third: int) -> int:
    """How many combos of the second and third class go with the first combo of the first."""
    own = COMBO_MASKS[CLASS_COMBOS[first][0]]
    seconds = [mask for mask in COMBO_MASKS[CLASS_COMBOS[second]] if not mask & own]
    thirds = [mask for mask in COMBO_MASKS[CLASS_COMBOS[third]] if not mask & own]
    return sum(not one & two for one, two in product(seconds, thirds))


def best_values(actor, parent, leaves, player):
    """The best response's value at the root from [nodes] values of the leaves, by recursion."""

    def value(node):
        children = [child for child, above in enumerate(parent) if above == node]
        if not children:
            return leaves[node]
        below = [value(child) for child in children]
        return np.max(below, axis=0) if actor[node] == player else np.sum(below, axis=0)

    return value(0)
