"""Work spread over threads: results come in the order of the work, and an interrupt leaves nothing running."""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from gutshot.errors import BadConfig

Item = TypeVar("Item")
Result = TypeVar("Result")

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much it is in all."""


MOST_THREADS = 1024


def thread_count(asked: int | None) -> int:
    """The number of threads: as requested, or one for each core this process may use."""
    if asked is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(asked, bool) or not isinstance(asked, int) or not 1 <= asked <= MOST_THREADS:
        raise BadConfig(f"{asked!r} threads: expected a whole number from 1 to {MOST_THREADS:,}")
    return asked


def ordered_map(function: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Iterator[Result]:
    """`map` on several threads; kernels release the GIL. If the caller leaves early, pending work is dropped."""
    if threads == 1:
        yield from map(function, items)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(function, items)
    finally:
        pool.shutdown(cancel_futures=True)
