"""Random numbers by counting: a number for each (seed, stream), so that nothing depends on the order of the work.

All are SplitMix64 (Steele, Lea and Flood 2014): the n-th word of a stream is a finaliser over its start plus n golden
steps. A stream inside a kernel is its state alone, a `np.uint64`: `next_word` and `roll` return the state after them.
"""

import numpy as np

from gutshot.kernel import inline_kernel
from gutshot.numeric.arrays import Ints

_GOLDEN, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_SPREAD = 0xD1342543DE82EF95  # parts seeds whose streams are counted
_WORD = (1 << 64) - 1
_POSITIVE = (1 << 63) - 1

GOLDEN = np.uint64(_GOLDEN)
_FIRST_FACTOR, _SECOND_FACTOR = np.uint64(_MIX_1), np.uint64(_MIX_2)
_S30, _S27, _S31, _S32, _S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(11)
_TO_UNIT = 2.0**-53


# --- inside kernels -----------------------------------------------------------------------------------------------


@inline_kernel
def mix(word: np.uint64) -> np.uint64:
    """The finaliser: every bit of the word changes about half of the result's."""
    word = (word ^ (word >> _S30)) * _FIRST_FACTOR
    word = (word ^ (word >> _S27)) * _SECOND_FACTOR
    return word ^ (word >> _S31)


@inline_kernel
def seed_dice(seed: np.uint64, number: int, stream: int) -> np.uint64:
    """Separate dice for every number (an iteration, a deal) and stream (a player, a purpose)."""
    return mix(mix(seed + np.uint64(number) * GOLDEN) + np.uint64(stream) * GOLDEN)


@inline_kernel
def next_word(dice: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The next dice, and 64 random bits."""
    dice = dice + GOLDEN
    return dice, mix(dice)


@inline_kernel
def roll(dice: np.uint64) -> tuple[np.uint64, float]:
    """The next dice, and a number in [0, 1)."""
    dice, word = next_word(dice)
    return dice, np.float64(word >> _S11) * _TO_UNIT


@inline_kernel
def below(word: np.uint64, bound: int) -> int:
    """A number under `bound` from the high 32 bits of a word; the bias is under bound / 2**32."""
    return np.int64(((word >> _S32) * np.uint64(bound)) >> _S32)  # type: ignore[return-value]


# --- in Python's integers, and over arrays ------------------------------------------------------------------------


def mixed(word: int) -> int:
    """`mix` of a Python integer of 64 bits."""
    word = (word ^ word >> 30) * _MIX_1 & _WORD
    word = (word ^ word >> 27) * _MIX_2 & _WORD
    return word ^ word >> 31


def stream_of(seed: int, block: int) -> np.uint64:
    """Where the stream of a block of work starts: seed and block, each mixed in turn."""
    return np.uint64(_stepped(_stepped(seed & _WORD) + block & _WORD))


def _stepped(word: int) -> int:
    return mixed(word + _GOLDEN & _WORD)


def dice_seed(seed: int, stream: int) -> int:
    """A 63-bit number of a seed and a stream, both of any size."""
    return mixed(int(seed) * _SPREAD + (int(stream) + 1) * _GOLDEN & _WORD) & _POSITIVE


def dice_seeds(seed: int, streams: Ints) -> Ints:
    """`dice_seed` of every stream."""
    start = np.uint64((seed * _SPREAD) & _WORD)
    with np.errstate(over="ignore"):
        words = start + (streams.astype(np.uint64) + np.uint64(1)) * GOLDEN
        words = (words ^ words >> _S30) * _FIRST_FACTOR
        words = (words ^ words >> _S27) * _SECOND_FACTOR
        words ^= words >> _S31
    return (words & np.uint64(_POSITIVE)).astype(np.int64)
