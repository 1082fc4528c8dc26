"""Flops as tasks of a Ray cluster, or of a local Ray that is started for the run. Needs the extra `cluster`.

Tasks keep their answers in the folder of the model themselves, so the folder should be one that all machines see.
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gutshot.errors import BadConfig
from gutshot.solvers.postflop_values import FlopValues

if TYPE_CHECKING:
    from gutshot.solvers.postflop_model.model import Job


def run_on_ray(jobs: list["Job"], finished: Callable[["Job"], None]) -> list[list[FlopValues]]:
    """Answers of every job in the order of the jobs, as they would be computed here."""
    from gutshot.solvers.postflop_model.model import run_job

    with connected() as ray:
        task = ray.remote(run_job)
        waiting = {task.remote(job): number for number, job in enumerate(jobs)}
        found: list[list[FlopValues]] = [[] for _ in jobs]
        while waiting:
            ready, _ = ray.wait(list(waiting))
            for handle in ready:
                number = waiting.pop(handle)
                found[number] = ray.get(handle)
                finished(jobs[number])
    return found


@contextmanager
def connected() -> Iterator[Any]:
    """The cluster that RAY_ADDRESS names, or one started here; one that was started is stopped."""
    try:
        import ray
    except ImportError:
        raise BadConfig("the ray engine needs Ray: install the extra with `pip install gutshot[cluster]`") from None
    started = not ray.is_initialized()
    if started:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()
