"""Seeds by counting: a number for each (seed, stream), so that nothing depends on the order in which work is done.

SplitMix64's finaliser (Steele, Lea and Flood 2014) over the sum of seed and golden-ratio steps.
"""

import numpy as np
from numpy.typing import NDArray

_GOLDEN = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1
_POSITIVE = (1 << 63) - 1


def dice_seed(seed: int, stream: int) -> int:
    """A 63-bit number of a seed and a stream, both of any size."""
    word = (seed * 0xD1342543DE82EF95 + (stream + 1) * _GOLDEN) & _WORD
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _WORD
    return (word ^ word >> 31) & _POSITIVE


def dice_seeds(seed: int, streams: NDArray[np.int64]) -> NDArray[np.int64]:
    """`dice_seed` of every stream."""
    start = np.uint64((seed * 0xD1342543DE82EF95) & _WORD)
    with np.errstate(over="ignore"):
        word = start + (streams.astype(np.uint64) + np.uint64(1)) * np.uint64(_GOLDEN)
        word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        word ^= word >> np.uint64(31)
    return (word & np.uint64(_POSITIVE)).astype(np.int64)
