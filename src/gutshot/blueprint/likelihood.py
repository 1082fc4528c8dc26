"""How probable every betting line is when all seats play the blueprint: which parts of the tree training knew well.

Before the flop each seat's range is carried along; card removal is left out. After it every bucket counts alike.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.packing import COARSE, code_starts
from gutshot.cards.combos import CLASS_SIZES
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.trees.table import NODE_ACTOR, NODE_CHILD, NODE_STREET, NODE_WIDTH

LEAST = 1e-12


def line_likelihoods(blueprint: Blueprint) -> tuple[Reals, Reals]:
    """[nodes] the probability of the line that leads to each node, at least LEAST; and that of the others' part in it.

    The second leaves out what the actor of the node did before: so often walks of training come there for his sake.
    """
    found, own = np.full(len(blueprint.tree), LEAST), np.ones((len(blueprint.tree), blueprint.tree.seats))
    _before_the_flop(blueprint, found, own)
    starts, _, _ = code_starts(blueprint.tree, blueprint.met)
    buckets = np.asarray(blueprint.tree.buckets, np.int64)
    _after_the_flop(blueprint.tree.nodes, buckets, starts, np.asarray(blueprint.arrays["postflop"]), found, own)
    actors = np.maximum(blueprint.tree.nodes[:, NODE_ACTOR], 0)
    return found, found / np.maximum(own[np.arange(len(found)), actors], LEAST)


def _before_the_flop(blueprint: Blueprint, found: Reals, own: Reals) -> None:
    tree = blueprint.tree
    everything = np.tile(CLASS_SIZES / CLASS_SIZES.sum(), (tree.seats, 1))
    queue = [(0, 1.0, everything)]
    while queue:
        node, likely, ranges = queue.pop()
        found[node] = max(likely, LEAST)
        if not tree.is_decision(node) or tree.street(node) > 0:
            continue
        actor, strategy = tree.actor(node), blueprint.node_strategy(node).astype(np.float64)
        shares = ranges[actor] @ strategy / max(ranges[actor].sum(), LEAST)
        for place, child in enumerate(tree.children(node)):
            after = ranges.copy()
            after[actor] *= strategy[:, place]
            own[child] = own[node]
            own[child, actor] *= shares[place]
            queue.append((child, likely * float(shares[place]), after))


@kernel
def _after_the_flop(
    nodes: Ints, buckets: Ints, starts: Ints, packed: NDArray[np.uint8], found: Reals, own: Reals
) -> None:
    """Parents come before their children; a node without codes has one action, or was never met."""
    for node in range(len(nodes)):
        street, width, first = nodes[node, NODE_STREET], nodes[node, NODE_WIDTH], nodes[node, NODE_CHILD]
        if street == 0 or nodes[node, NODE_ACTOR] < 0:
            continue
        for child in range(first, first + width):
            own[child] = own[node]
        actor, before = nodes[node, NODE_ACTOR], found[node]
        if starts[node] < 0:
            for child in range(first, first + width):
                found[child] = max(found[node] / width, LEAST)
            continue
        left, whole = found[node], buckets[street] * COARSE
        for k in range(width - 1):
            total = 0
            for bucket in range(buckets[street]):
                code = starts[node] + bucket * (width - 1) + k
                total += packed[code // 2] >> 4 * (code % 2) & 15
            share = found[node] * total / whole
            found[first + k] = max(share, LEAST)
            left -= share
        found[first + width - 1] = max(left, LEAST)
        for child in range(first, first + width):
            own[child, actor] *= found[child] / before
