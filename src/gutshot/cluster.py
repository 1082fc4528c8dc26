"""Ray, for work distributed over machines: the one place where it is found, started and stopped.

Needs the extra `cluster`. Results must not depend on who computed what, so this is never more than a faster way.
"""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from gutshot.errors import BadConfig
from gutshot.extras import missing_extra

ENGINES = ("local", "ray")
ATTEMPTS = 3
_IN_FLIGHT = 2

Job = TypeVar("Job")
Result = TypeVar("Result")


def require_engine(name: str) -> str:
    """The name of an engine: threads of this machine, or a cluster."""
    if name not in ENGINES:
        raise BadConfig(f"unknown engine {name!r}: expected one of {', '.join(ENGINES)}")
    return name


def processors(ray: Any) -> int:
    """How many the whole cluster has; what is in flight follows from it, however many there are here."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def run_on_ray(
    function: Callable[[Job], Result], jobs: Sequence[Job], processors_each: int = 1
) -> Iterator[tuple[Job, Result]]:
    """Every job with its result, as they get ready; enough of them in flight to keep the cluster busy."""
    with connected_ray() as ray:
        task = ray.remote(num_cpus=processors_each)(function)
        at_once = _IN_FLIGHT * max(1, processors(ray) // processors_each)
        left = iter(jobs)
        waiting: dict[Any, Job] = {}
        while True:
            while len(waiting) < at_once and (job := next(left, None)) is not None:
                waiting[task.remote(job)] = job
            if not waiting:
                return
            ready, _ = ray.wait(list(waiting))
            for handle in ready:
                yield waiting.pop(handle), ray.get(handle)


@contextmanager
def connected_ray() -> Iterator[Any]:
    """The module, connected to the cluster that RAY_ADDRESS names or to one started here, which is then stopped."""
    try:
        import ray
    except ModuleNotFoundError as error:
        raise missing_extra(error, "the ray engine") or error from None
    started = not ray.is_initialized()
    if started:
        _start(ray)
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()


def _start(ray: Any) -> None:
    """Ray gives a node half a minute to come up; a busy machine may need that more than once."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    for attempts_left in reversed(range(ATTEMPTS)):
        try:
            ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
            return
        except Exception as problem:  # Ray raises nothing more precise
            ray.shutdown()
            if not attempts_left:
                raise BadConfig(f"Ray could not be started: {problem}") from problem
