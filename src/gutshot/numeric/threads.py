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


def thread_count(asked: int | None) -> int:
    """So many threads, or one for each core this process may use unless told."""
    if asked is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if asked < 1:
        raise BadConfig(f"{asked} threads: expected at least 1")
    return asked


def ordered_map(function: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Iterator[Result]:
    """`map` on so many threads; kernels release the GIL. When it is left early, what has not begun is dropped."""
    if threads == 1:
        yield from map(function, items)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(function, items)
    finally:
        pool.shutdown(cancel_futures=True)
