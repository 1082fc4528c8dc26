"""Elements of an int64 array that several threads change inside kernels: counting, looking, and locks of one word.

A lock is an element that is 0 while it is free. Who finds it taken spins: what is done under one takes microseconds.
"""

import threading
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from gutshot.kernel import inline_kernel
from gutshot.numeric.arrays import Ints


def _element(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    return builder.gep(data, [args[1]])


@intrinsic
def _add_one(typing: Any, array: Any, place: Any) -> Any:
    """Add one to an element that other threads change too, and return what it was."""
    signature = types.int64(array, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        one = ir.Constant(ir.IntType(64), 1)
        return builder.atomic_rmw("add", _element(context, builder, sig, args), one, "seq_cst")

    return signature, generate


@intrinsic
def _look(typing: Any, array: Any, place: Any) -> Any:
    """An element that other threads change."""
    signature = types.int64(array, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(_element(context, builder, sig, args), "seq_cst", 8)

    return signature, generate


@intrinsic
def _swap(typing: Any, array: Any, place: Any, value: Any) -> Any:
    """Put a value in place, after everything written before, and return what was there."""
    signature = types.int64(array, types.intp, types.int64)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.atomic_rmw("xchg", _element(context, builder, sig, args), args[2], "seq_cst")

    return signature, generate


_SLOWLY = threading.Lock()


def _slow_add_one(array: Any, place: int) -> int:
    with _SLOWLY:
        array[place] += 1
        return int(array[place]) - 1


def _slow_look(array: Any, place: int) -> int:
    return int(array[place])


def _slow_swap(array: Any, place: int, value: int) -> int:
    with _SLOWLY:
        before = int(array[place])
        array[place] = value
        return before


_JIT = not config.DISABLE_JIT  # type: ignore[attr-defined]
add_one: Any = _add_one if _JIT else _slow_add_one
look: Any = _look if _JIT else _slow_look
swap: Any = _swap if _JIT else _slow_swap


@inline_kernel
def lock(locks: Ints, place: int) -> None:
    """Wait for a lock and take it."""
    while swap(locks, place, 1) != 0:
        while look(locks, place) != 0:
            pass


@inline_kernel
def unlock(locks: Ints, place: int) -> None:
    """Give a lock back: what was written under it is visible to the next holder."""
    swap(locks, place, 0)
