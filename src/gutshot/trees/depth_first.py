"""Depth-first numbering of the nodes of a betting table, for solvers that walk line by line."""

from typing import NamedTuple

import numpy as np

from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints
from gutshot.trees.table import NODE_CHILD, NODE_PARENT, NODE_STREET, NODE_WIDTH


class DepthFirst(NamedTuple):
    """Where the nodes of a table go, `dealt[node]` places before each of them being left for cards that come."""

    place: Ints  # [nodes]
    dealt: Ints  # [nodes]
    parent: Ints  # [places] -1 at the root
    children: Ints  # all nodes but the root, by their parents
    first_child: Ints  # [places] the first of a node's entries in `children`
    child_count: Ints  # [places]

    def __len__(self) -> int:
        return len(self.parent)


def depth_first(nodes: Ints, chance: bool) -> DepthFirst:
    """The order of a table; with `chance` a dealt street is a node of its own."""
    above = nodes[:, NODE_PARENT]
    dealt = np.where(above >= 0, nodes[:, NODE_STREET] - nodes[np.maximum(above, 0), NODE_STREET], 0)
    if not chance:
        dealt[:] = 0
    place, weight = np.zeros(len(nodes), np.int64), np.zeros(len(nodes), np.int64)
    number(nodes, dealt, weight, place)
    parent = np.arange(weight[0]) - 1  # right for dealt streets and for the nodes after them
    plain = np.flatnonzero(dealt == 0)
    parent[place[plain]] = place[above[plain]]
    dealing = np.flatnonzero(dealt)
    parent[place[dealing] - dealt[dealing]] = place[above[dealing]]
    parent[0] = -1
    counts = np.bincount(parent[1:], minlength=len(parent))
    children = np.argsort(parent[1:], kind="stable") + 1
    return DepthFirst(place, dealt, parent, children, np.cumsum(counts) - counts, counts)


@kernel
def number(nodes: Ints, dealt: Ints, weight: Ints, place: Ints) -> None:
    """Fill in how many places each node and all below it take, and where it goes. Children come after parents."""
    for node in range(len(nodes) - 1, -1, -1):
        weight[node] += 1 + dealt[node]
        if node > 0:
            weight[nodes[node, NODE_PARENT]] += weight[node]
    for node in range(len(nodes)):
        after, first = place[node] + 1, nodes[node, NODE_CHILD]
        for child in range(first, first + nodes[node, NODE_WIDTH]):
            place[child] = after + dealt[child]
            after += weight[child]
