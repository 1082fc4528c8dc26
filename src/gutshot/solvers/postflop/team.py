"""Threads that work through one kernel together and wait for each other inside it.

A pass over a small turn takes a fraction of a millisecond. To leave the kernel after every step and share the next one
out costs as much again: Python hands the arguments to one thread at a time. So each thread enters once for many
iterations, and `meet` holds it until all have come. Whoever waits spins for some microseconds and then sleeps, so that
threads without a core of their own let the others work.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from gutshot.kernel import kernel

_ARRIVED, _CALLED_OFF, _SIZE = 0, 8, 16  # places in `meeting`, on cache lines of their own
_SPINS = 3000
_NAP = 20  # microseconds


@intrinsic
def _add_one(typing: Any, array: Any, place: Any) -> Any:
    """Add one to an element that other threads change too, and return what it was."""
    signature = types.int64(array, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        one = ir.Constant(ir.IntType(64), 1)
        return builder.atomic_rmw("add", builder.gep(data, [args[1]]), one, "seq_cst")

    return signature, generate


@intrinsic
def _look(typing: Any, array: Any, place: Any) -> Any:
    """An element that other threads change."""
    signature = types.int64(array, types.intp)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        return builder.load_atomic(builder.gep(data, [args[1]]), "seq_cst", 8)

    return signature, generate


@intrinsic
def _nap(typing: Any, microseconds: Any) -> Any:
    signature = types.void(types.intc)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32)])
        sleep = cgutils.get_or_insert_function(builder.module, kind, "usleep")  # type: ignore[no-untyped-call]
        builder.call(sleep, [args[0]])
        return context.get_dummy_value()

    return signature, generate


_SLOWLY = threading.Lock()


def _slow_add_one(array: Any, place: int) -> int:
    with _SLOWLY:
        array[place] += 1
        return int(array[place]) - 1


def _slow_look(array: Any, place: int) -> int:
    return int(array[place])


def _slow_nap(microseconds: int) -> None:
    time.sleep(microseconds * 1e-6)


_JIT = not config.DISABLE_JIT  # type: ignore[attr-defined]
add_one: Any = _add_one if _JIT else _slow_add_one
look: Any = _look if _JIT else _slow_look
nap: Any = _nap if _JIT else _slow_nap


@kernel
def meet(meeting: NDArray[np.int64], workers: int) -> None:
    """Wait until so many workers have come here; returns at once when the work is called off."""
    if workers == 1:
        return
    goal = (add_one(meeting, _ARRIVED) // workers + 1) * workers
    spins = 0
    while look(meeting, _ARRIVED) < goal and look(meeting, _CALLED_OFF) == 0:
        spins += 1
        if spins > _SPINS:
            nap(_NAP)


_TEAMS: dict[int, ThreadPoolExecutor] = {}
_ONE_TEAM_AT_A_TIME = threading.Lock()


def pool(workers: int) -> ThreadPoolExecutor:
    """So many threads, kept."""
    if workers not in _TEAMS:
        _TEAMS[workers] = ThreadPoolExecutor(workers, thread_name_prefix="gutshot-solve")
    return _TEAMS[workers]


def work_together(workers: int, part: Callable[[int, NDArray[np.int64]], None]) -> None:
    """Run `part(worker, meeting)` for all workers at the same time, each on a thread of its own.

    Only one team works at a time: two that share threads would wait for each other for ever.
    """
    meeting = np.zeros(_SIZE, dtype=np.int64)
    if workers == 1:
        part(0, meeting)
        return

    def take_part(worker: int) -> None:
        try:
            part(worker, meeting)
        except BaseException:
            meeting[_CALLED_OFF] = 1
            raise

    with _ONE_TEAM_AT_A_TIME:
        futures = []
        try:
            for worker in range(workers):
                futures.append(pool(workers).submit(take_part, worker))
        except BaseException:  # not all threads could be had
            meeting[_CALLED_OFF] = 1
            wait(futures)
            raise
        finish(futures)


def finish(futures: list[Future[None]]) -> None:
    """Wait for all, also when interrupted, and pass on what went wrong."""
    try:
        wait(futures)
    except KeyboardInterrupt:
        wait(futures)
        raise
    for future in futures:
        future.result()
