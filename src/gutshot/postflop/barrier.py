"""Threads that work through one kernel together and wait for each other inside it.

A pass over a small turn takes a fraction of a millisecond. To leave the kernel after every step and share the next one
out costs as much again: Python hands the arguments to one thread at a time. So each thread enters once for many
iterations, and `meet` holds it until all have arrived. A waiting thread spins for some microseconds and then sleeps, so
that threads without a core of their own let the others work.

What it earns: when it was introduced, a turn on sixteen cores solved five times faster than by handing out every pass.
"""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints
from gutshot.numeric.atomics import add_one, look

_ARRIVED, _CALLED_OFF, _ASKED_TO_STOP, _STOPPED, _ROUNDS, _SIZE = 0, 8, 9, 10, 11, 16
"""Places in a meeting; the one that is always written has a cache line of its own."""

_SPINS = 3000
_NAP = 20  # microseconds


@intrinsic
def _nap(typing: Any, microseconds: Any) -> Any:
    signature = types.void(types.intc)

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32)])
        sleep = cgutils.get_or_insert_function(builder.module, kind, "usleep")  # type: ignore[no-untyped-call]
        builder.call(sleep, [args[0]])
        return context.get_dummy_value()

    return signature, generate


def _slow_nap(microseconds: int) -> None:
    time.sleep(microseconds * 1e-6)


nap: Any = _slow_nap if config.DISABLE_JIT else _nap  # type: ignore[attr-defined]


@kernel
def meet(meeting: Ints, workers: int) -> bool:
    """Wait until all workers have arrived; False if the work is cancelled because not all will."""
    if workers == 1:
        return True
    goal = (add_one(meeting, _ARRIVED) // workers + 1) * workers
    spins = 0
    while look(meeting, _ARRIVED) < goal:
        if look(meeting, _CALLED_OFF) != 0:
            return False
        spins += 1
        if spins > _SPINS:
            nap(_NAP)
    return True


@kernel
def begin_round(worker: int, workers: int, meeting: Ints) -> bool:
    """Meet before another round; False, for all workers, if a stop was requested or not all have arrived."""
    if worker == 0 and look(meeting, _ASKED_TO_STOP) != 0:
        meeting[_STOPPED] = 1
    return meet(meeting, workers) and look(meeting, _STOPPED) == 0


@kernel
def end_round(worker: int, meeting: Ints) -> None:
    """Count a round that is done."""
    if worker == 0:
        meeting[_ROUNDS] += 1


def new_meeting() -> Ints:
    """For one call of `work_together`."""
    return np.zeros(_SIZE, dtype=np.int64)


def rounds_done(meeting: Ints) -> int:
    """How many rounds all workers have finished."""
    return int(meeting[_ROUNDS])


_TEAMS: dict[int, ThreadPoolExecutor] = {}
_one_team_at_a_time = threading.Lock()


def _forget() -> None:
    """A forked process has none of its parent's threads."""
    global _one_team_at_a_time
    _TEAMS.clear()
    _one_team_at_a_time = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _pool(workers: int) -> ThreadPoolExecutor:
    """A pool of threads, reused."""
    if workers not in _TEAMS:
        _TEAMS[workers] = ThreadPoolExecutor(workers, thread_name_prefix="gutshot-solve")
    return _TEAMS[workers]


def work_together(workers: int, meeting: Ints, part: Callable[[int], None]) -> None:
    """Run `part(worker)` for all workers at the same time, each on a thread of its own.

    Only one team works at a time: two that share threads would wait for each other forever. An interrupt tells the
    workers to stop after their round.
    """
    if workers == 1:
        part(0)
        return

    def call_off() -> None:
        meeting[_CALLED_OFF] = 1

    def ask_to_stop() -> None:
        meeting[_ASKED_TO_STOP] = 1

    def take_part(worker: int) -> None:
        try:
            part(worker)
        except BaseException:
            call_off()
            raise

    with _one_team_at_a_time:
        on_threads(workers, take_part, call_off, ask_to_stop)


def _nothing() -> None:
    pass


def on_threads(
    workers: int,
    part: Callable[[int], None],
    when_threads_lack: Callable[[], None] = _nothing,
    when_interrupted: Callable[[], None] = _nothing,
) -> None:
    """Run `part(worker)` for all workers, and return or raise when none of them runs any more."""
    futures: list[Future[None]] = []
    try:
        for worker in range(workers):
            futures.append(_pool(workers).submit(part, worker))
    except BaseException:
        when_threads_lack()
        _TEAMS.pop(workers).shutdown(cancel_futures=True)  # it counts a thread that it does not have
        raise
    interrupt = None
    while True:
        try:
            wait(futures)
            break
        except KeyboardInterrupt as asked:
            interrupt = asked
            when_interrupted()
    if interrupt is not None:
        raise interrupt
    for future in futures:
        future.result()
