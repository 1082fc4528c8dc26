"""Where regrets and cumulative strategies of infosets lie, in single precision or in 16 bits.

A row is the regrets of an infoset's actions and then their cumulative strategies, so that a visit touches one place in
memory. Dense rows lie node after node, bucket after bucket: 8 bytes per infoset-action. Growing ones lie in blocks of
their node (`growing`), each behind a key that says whose it is: bucket + 1, in 4 bytes, or in 16 bits of its own.

With 16 bits a row has two scales, powers of two, and rounds by lot, so that nothing is lost on average: 4 bytes per
infoset-action and 4 per row. Rounding to the nearest stalls as soon as what is added is less than half a step. The lots
come from the dice of the walk and the place, so one thread repeats itself. A value that outgrows its 16 bits doubles
the step of its half of the row.
"""

import math
from typing import NamedTuple

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Floats, Ints, Ints32, Reals, Shorts
from gutshot.numeric.dice import GOLDEN, mix

_BIAS = 40
_CODES = 127
_UNITS = np.ldexp(1.0, np.arange(_CODES + 1) - _BIAS)
"""The step by the code of a scale; code 0 stands for a half row in which nothing has been written yet."""
_ROOM = 32_766
_BITS = 13  # of what is written first
_REGRETS, _AVERAGES = 0, 8  # bits of the scales' word


class Rows(NamedTuple):
    """All rows. The arrays are views of the same memory; a dense table has only `floats`."""

    floats: Floats
    shorts: Shorts
    keys: Ints32
    words: Ints
    dense: bool
    short: bool

    @classmethod
    def dense_room(cls, slots: int) -> "Rows":
        """Zeros for a number of infoset-actions."""
        none = np.zeros(0, np.int64)
        return cls(np.zeros(2 * slots, np.float32), none.view(np.int16), none.view(np.int32), none, True, False)

    @classmethod
    def of_memory(cls, words: Ints, short: bool) -> "Rows":
        """Growing rows in a piece of memory."""
        return cls(words.view(np.float32), words.view(np.int16), words.view(np.int32), words, False, short)


@inline_kernel
def row_length(rows: Rows, width: int) -> int:
    """A growing row with its key, in the elements of its array."""
    return 2 + 2 * width if rows.short else 1 + 2 * width


@inline_kernel
def first_row(rows: Rows, word: int) -> int:
    """Where the regrets of the first row behind a word of memory begin."""
    return 4 * word + 2 if rows.short else 2 * word + 1


@inline_kernel
def key_at(rows: Rows, at: int) -> int:
    """Whose a growing row is: its bucket + 1, or 0."""
    return int(rows.shorts[at - 2]) if rows.short else int(rows.keys[at - 1])


@inline_kernel
def set_key(rows: Rows, at: int, key: int) -> None:
    """Write whose row this is."""
    if rows.short:
        rows.shorts[at - 2] = key
    else:
        rows.keys[at - 1] = key


@inline_kernel
def copy_row(rows: Rows, old: int, new: int, width: int) -> None:
    """Copy a growing row, but for its key."""
    if rows.short:
        for place in range(-1, 2 * width):
            rows.shorts[new + place] = rows.shorts[old + place]
    else:
        for place in range(2 * width):
            rows.floats[new + place] = rows.floats[old + place]


@inline_kernel
def read_regrets(rows: Rows, at: int, width: int, out: Reals) -> None:
    """The regrets of a row; `at` -1 stands for one that has none yet."""
    _read(rows, at, 0, width, _REGRETS, out)


@inline_kernel
def read_averages(rows: Rows, at: int, width: int, out: Reals) -> None:
    """The cumulative strategy of a row."""
    _read(rows, at, width, width, _AVERAGES, out)


@inline_kernel
def _read(rows: Rows, at: int, skip: int, width: int, half: int, out: Reals) -> None:
    if at < 0:
        for k in range(width):
            out[k] = 0.0
    elif rows.short:
        unit = _UNITS[rows.shorts[at - 1] >> half & _CODES]
        for k in range(width):
            out[k] = rows.shorts[at + skip + k] * unit
    else:
        for k in range(width):
            out[k] = rows.floats[at + skip + k]


@inline_kernel
def write_regrets(rows: Rows, at: int, width: int, values: Reals) -> None:
    """Replace the regrets of a row; in 16 bits the steps are as fine as the largest allows."""
    if rows.short:
        rows.shorts[at - 1] = rows.shorts[at - 1] & ~(_CODES << _REGRETS)
        for k in range(width):
            rows.shorts[at + k] = 0
    else:
        for k in range(width):
            rows.floats[at + k] = 0
    add_regrets(rows, at, width, values, np.uint64(0))


@inline_kernel
def add_regrets(rows: Rows, at: int, width: int, gains: Reals, dice: np.uint64) -> None:
    """Add to the regrets of a row."""
    if rows.short:
        _add_short(rows.shorts, at, at, width, _REGRETS, gains, dice)
    else:
        for k in range(width):
            rows.floats[at + k] += np.float32(gains[k])


@inline_kernel
def add_averages(rows: Rows, at: int, width: int, gains: Reals, dice: np.uint64) -> None:
    """Add to the cumulative strategy of a row."""
    if rows.short:
        _add_short(rows.shorts, at, at + width, width, _AVERAGES, gains, ~dice)
    else:
        for k in range(width):
            rows.floats[at + width + k] += np.float32(gains[k])


@kernel
def _add_short(shorts: Shorts, at: int, begin: int, width: int, half: int, gains: Reals, dice: np.uint64) -> None:
    """Add in steps of the half row, the rest by lot; a larger step first where it would not fit."""
    top = 0.0
    for k in range(width):
        top = max(top, abs(gains[k]))
    if top == 0:
        return
    before = shorts[at - 1] >> half & _CODES
    code = before if before > 0 else min(max(math.frexp(top)[1] - _BITS + _BIAS, 1), _CODES)
    lots = mix(dice + np.uint64(begin) * GOLDEN)
    while code < _CODES and not _fits(shorts, begin, width, gains, _UNITS[code]):
        code += 1
        for k in range(width):
            shorts[begin + k] = (shorts[begin + k] + np.int64(lots >> np.uint64(k) & np.uint64(1))) >> 1
        lots = mix(lots + GOLDEN)
    for k in range(width):
        lot = (np.int64(lots >> np.uint64(16 * (k & 3)) & np.uint64(0xFFFF)) + 0.5) / 65536.0
        shorts[begin + k] += math.floor(gains[k] / _UNITS[code] + lot)
        if k & 3 == 3:
            lots = mix(lots + GOLDEN)
    if code != before:
        shorts[at - 1] = (shorts[at - 1] & ~(_CODES << half)) | code << half


@inline_kernel
def _fits(shorts: Shorts, begin: int, width: int, gains: Reals, unit: float) -> bool:
    top = 0.0
    for k in range(width):
        top = max(top, abs(shorts[begin + k] + gains[k] / unit))
    return top <= _ROOM
