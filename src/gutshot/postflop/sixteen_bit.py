"""Sixteen-bit tables: each row of hands keeps its largest magnitude, the hands are 15-bit shares of it.

Rounding is stochastic. To the nearest, a regret could never move by less than half a step and the solver would stall;
up with the probability of the part cut off, the error averages out. The dice are a hash of the iteration and the
place in the table, so a run gives the same result every time and on any number of threads.
"""

from typing import Any, NamedTuple

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints, Shorts
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


class LockedRows(NamedTuple):
    """Decisions in which hands are locked, [N] each: their rows of hands stand one after the other, one per action."""

    begin: Ints  # of the numbers
    scale: Ints  # of the first row
    actions: Ints
    hands: Ints
    share: Ints  # of the first share in a list of all shares that are locked, in the order of the table


@kernel
def put_shares(small: Shorts, scales: Floats, locked: Bytes, rows: LockedRows, shares: Floats, seed: int) -> None:
    """Put locked shares, of `STEPS`, into a table, as large as the largest number of the hands that are free.

    A row that is too small for that gets a larger scale; what is free in it is rounded by the dice, as always.
    """
    for n in range(len(rows.begin)):
        begin, first, hands, at = rows.begin[n], rows.scale[n], rows.hands[n], rows.share[n]
        most = _largest_free(small, scales, locked, begin, first, rows.actions[n], hands)
        for action in range(rows.actions[n]):
            row = begin + action * hands
            end = row + hands
            largest = np.float32(0)
            for k in range(_count(locked, row, end)):
                largest = max(largest, shares[at + k])
            _widen_row(small, scales, first + action, row, end, largest * most * np.float32(1.0 / STEPS), seed)
            at = _put_row(small, scales[first + action], row, end, locked, shares, at, most)


@kernel
def _count(locked: Bytes, begin: int, end: int) -> Any:
    count = 0
    for place in range(begin, end):
        count += locked[place]
    return count


@kernel
def _largest_free(
    small: Shorts, scales: Floats, locked: Bytes, begin: int, first: int, actions: int, hands: int
) -> Any:
    """The largest magnitude of the hands of a decision that are not locked; 1 where none has any."""
    most = np.float32(0)
    for action in range(actions):
        factor = scales[first + action] * np.float32(1.0 / STEPS)
        for place in range(begin + action * hands, begin + (action + 1) * hands):
            if not locked[place]:
                most = max(most, abs(np.float32(small[place])) * factor)
    return most if most > np.float32(0) else np.float32(1)


@kernel
def _widen_row(small: Shorts, scales: Floats, scale: int, begin: int, end: int, wanted: Any, seed: int) -> None:
    """A row's scale is at least what is wanted."""
    if wanted <= scales[scale]:
        return
    shrunk = scales[scale] / wanted
    for place in range(begin, end):
        small[place] = np.int16(np.floor(np.float32(small[place]) * shrunk + _dice(seed, place)))
    scales[scale] = wanted


@kernel
def _put_row(small: Shorts, scale: Any, begin: int, end: int, locked: Bytes, shares: Floats, at: int, most: Any) -> Any:
    """One action of a decision; returns where the next one's shares begin."""
    factor = most / scale if scale > np.float32(0) else np.float32(0)
    for place in range(begin, end):
        if locked[place]:
            small[place] = np.int16(np.rint(shares[at] * factor))
            at += 1
    return at


@kernel
def read_shares(small: Shorts, scales: Floats, locked: Bytes, rows: LockedRows, shares: Floats) -> None:
    """The shares of what is locked, as `put_shares` takes them but of 1, out of a table."""
    for n in range(len(rows.begin)):
        begin, hands, at = rows.begin[n], rows.hands[n], rows.share[n]
        count, place = _count(locked, begin, begin + hands), 0
        for h in range(hands):
            if locked[begin + h]:
                _read_hand(small, scales, rows.scale[n], rows.actions[n], begin + h, hands, shares, at + place, count)
                place += 1


@kernel
def _read_hand(
    small: Shorts, scales: Floats, first: int, actions: int, begin: int, hands: int, shares: Floats, at: int, count: int
) -> None:
    total = np.float32(0)
    for action in range(actions):
        total += np.float32(small[begin + action * hands]) * scales[first + action]
    for action in range(actions):
        own = np.float32(small[begin + action * hands]) * scales[first + action]
        shares[at + action * count] = own / total if total > np.float32(0) else np.float32(1) / np.float32(actions)
