"""Maps an off-tree bet to a bet of the tree.

The pseudo-harmonic mapping (Ganzfried and Sandholm, "Action Translation in Extensive-Form Games with Large Action
Spaces", IJCAI 2013): a bet of x pots between the tree's A and B is taken for A with probability
(B - x)(1 + A) / ((B - A)(1 + x)). In the clairvoyance game this is what equilibrium play answers. Below the smallest
and above the largest bet of the tree there is nothing to choose. With dice of one half it is the deterministic variant,
which takes the more probable of the two.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.kernel import kernel

FAR = 3.0
"""A bet of more than so many times the largest of the tree is no longer taken for that one, unless it is all-in."""
DETERMINISTIC = 0.5
"""Dice that always take the more probable size, the larger of two equals."""


@kernel
def lower_share(size: float, low: float, high: float) -> Any:
    """The probability that a bet of `size` pots counts as `low` rather than `high`; low <= size <= high, low < high."""
    return (high - size) * (1.0 + low) / ((high - low) * (1.0 + size))


@kernel
def translate(size: float, sizes: NDArray[np.float64], dice: float) -> int:
    """The index among rising `sizes`, in pots, that a bet is mapped to; `dice` is uniform in [0, 1)."""
    last = len(sizes) - 1
    if size <= sizes[0]:
        return 0
    if size >= sizes[last]:
        return last
    place = 0
    while sizes[place + 1] <= size:
        place += 1
    return place if dice < lower_share(size, sizes[place], sizes[place + 1]) else place + 1


def even_size(low: float, high: float) -> float:
    """The bet that is mapped to either neighbour with equal probability."""
    return (low + high + 2 * low * high) / (low + high + 2)
