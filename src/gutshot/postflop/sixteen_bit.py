"""Sixteen-bit tables: each row of hands keeps its largest magnitude, the hands are 15-bit shares of it.

Rounding is stochastic. To the nearest, a regret could never move by less than half a step and the solver would stall;
up with the probability of the part cut off, the error averages out. The dice are a hash of the iteration and the
place in the table, so a run gives the same result every time and on any number of threads.
"""

from typing import Any

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Floats, Ints, Shorts
from gutshot.postflop.simd import HASH_PLACE, HASH_ROUND, HASH_SEED, LANES, STEPS, largest_lanes, round_lanes

_FRACTION = np.float32(1.0 / (1 << 24))
_WORD = 0xFFFFFFFF


@inline_kernel
def _dice(seed: Any, place: Any) -> Any:
    """A number in [0, 1): both words mixed by multiplying and folding, cut back to 32 bits; as `round_lanes` has it."""
    word = _low(place * HASH_PLACE + seed * HASH_SEED)
    word = _low(np.int64(_fold(word)) * HASH_ROUND)
    word = _low(np.int64(_fold(word)) * HASH_ROUND)
    return np.float32(np.int32(_fold(word) >> np.uint32(8))) * _FRACTION


@inline_kernel
def _low(word: Any) -> Any:
    return np.uint32(word & _WORD)


@inline_kernel
def _fold(word: Any) -> Any:
    return np.uint32((word >> np.uint32(16)) ^ word)


@kernel
def unpack(small: Shorts, scales: Floats, first_row: int, begin: int, rows: int, hands: int, block: Floats) -> None:
    """Read `rows` rows from `begin` on into `block`."""
    for row in range(rows):
        factor = scales[first_row + row] * np.float32(1.0 / STEPS)
        source = small[begin + row * hands : begin + (row + 1) * hands]
        target = block[row * hands : (row + 1) * hands]
        for h in range(hands):
            target[h] = np.float32(source[h]) * factor


@kernel
def pack(
    small: Shorts, scales: Floats, first_row: int, begin: int, rows: int, hands: int, block: Floats, seed: int
) -> None:
    """Write `rows` rows of `block` back, rounding stochastically."""
    for row in range(rows):
        source = block[row * hands : (row + 1) * hands]
        most = _largest(source)
        scales[first_row + row] = most
        factor = np.float32(STEPS) / most if most > np.float32(0) else np.float32(0)
        first = begin + row * hands
        if hands < LANES:
            _round(source, factor, small[first : first + hands], seed, first)
            continue
        for h in range(0, hands, LANES):
            start = min(h, hands - LANES)  # the last lanes overlap: a place always throws the same dice
            round_lanes(source, start, factor, small, first + start, seed)


@inline_kernel
def _largest(source: Floats) -> Any:
    if len(source) >= LANES:
        return largest_lanes(source, len(source))
    most = np.float32(0)
    for h in range(len(source)):
        most = max(most, abs(source[h]))
    return most


@inline_kernel
def _round(source: Floats, factor: Any, target: Shorts, seed: int, place: int) -> None:
    for h in range(len(source)):
        exact = source[h] * factor
        shifted = min(exact + _dice(seed, place + h), np.float32(STEPS))
        target[h] = np.int16(np.floor(shifted))


@kernel
def narrow(
    table: Floats,
    start: Ints,
    counts: Ints,
    slots: int,
    small: Shorts,
    scales: Floats,
) -> None:
    """A whole float table to 16 bits, to the nearest: for files, where nothing is added any more."""
    for board in range(len(start)):
        hands = counts[board]
        for slot in range(slots):
            begin = start[board] + slot * hands
            most = np.float32(0)
            for h in range(begin, begin + hands):
                most = max(most, abs(table[h]))
            scales[board * slots + slot] = most
            factor = np.float32(STEPS) / most if most > np.float32(0) else np.float32(0)
            for h in range(begin, begin + hands):
                small[h] = np.int16(np.rint(table[h] * factor))


@kernel
def widen(small: Shorts, scales: Floats, start: Ints, counts: Ints, slots: int, table: Floats) -> None:
    """A whole 16-bit table to floats."""
    for board in range(len(start)):
        unpack(
            small,
            scales,
            board * slots,
            start[board],
            slots,
            counts[board],
            table[start[board] : start[board] + slots * counts[board]],
        )
