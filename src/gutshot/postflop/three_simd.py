"""One vector operation for three-way showdowns: the sum over cards of two opponents' weights, written as LLVM vectors.

A state is a flat float32 array about one opponent's hands that count so far: 48 rows of 48 numbers with the weight of
each pair of cards (row and column are cards left by the board, so every hand stands in it twice), one more row with the
weight of all hands of each card, and the weight of all hands. With the JIT off the slow twin below runs instead.
"""

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, types
from numba.extending import intrinsic

from gutshot.numeric.arrays import Floats

WIDTH = 48
"""Numbers in a row of a state: the 47 cards beside a river's board, or the 48 beside a turn's."""
CARD_SUMS = WIDTH * WIDTH
ALL = CARD_SUMS + WIDTH
STATE_SIZE = ALL + 16
_LANES = 16
_VECTOR = ir.VectorType(ir.FloatType(), _LANES)
_INDEX = ir.IntType(64)


def _left(builder: Any, base: Any, rows: tuple[Any, Any], block: int) -> Any:
    """Sixteen cards' weights less the hands that hold either of two other cards."""

    def at(offset: Any) -> Any:
        place = builder.gep(base, [builder.add(offset, ir.Constant(_INDEX, block))])
        return builder.load(builder.bitcast(place, _VECTOR.as_pointer()), align=4)

    everyone = at(ir.Constant(_INDEX, CARD_SUMS))
    return builder.fsub(builder.fsub(everyone, at(rows[0])), at(rows[1]))


def _added_up(builder: Any, vector: Any) -> Any:
    """The sum of sixteen lanes, halves onto halves."""
    kind, width = ir.VectorType(ir.IntType(32), _LANES), _LANES
    while width > 1:
        width //= 2
        order = ir.Constant(kind, [(lane + width) % _LANES for lane in range(_LANES)])
        vector = builder.fadd(vector, builder.shuffle_vector(vector, vector, order))
    return builder.extract_element(vector, ir.Constant(ir.IntType(32), 0))


@intrinsic
def _card_products(typing: Any, one: Any, other: Any, low: Any, high: Any) -> Any:
    signature = types.float32(one, other, types.intp, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bases = [context.make_array(sig.args[k])(context, builder, args[k]).data for k in range(2)]
        total = ir.Constant(_VECTOR, [0.0] * _LANES)
        for block in range(0, WIDTH, _LANES):
            first, second = (_left(builder, base, (args[2], args[3]), block) for base in bases)
            total = builder.fadd(total, builder.fmul(first, second))
        return _added_up(builder, total)

    return signature, generate


def _slow_card_products(one: Floats, other: Floats, low: int, high: int) -> Any:
    first, second = (
        state[CARD_SUMS:ALL] - state[low : low + WIDTH] - state[high : high + WIDTH] for state in (one, other)
    )
    return np.float32(first @ second)


card_products: Any = _slow_card_products if config.DISABLE_JIT else _card_products  # type: ignore[attr-defined]
"""The sum over all cards of what either state holds of the card without two others, whose rows begin at `low`, `high`.

The terms of the two cards themselves are in it."""
