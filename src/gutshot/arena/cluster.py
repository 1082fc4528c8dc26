"""Chunks as tasks of a Ray cluster, or of a local Ray that is started for the match. Needs the extra `cluster`."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gutshot.arena.chunk import Played, play
from gutshot.errors import BadConfig

if TYPE_CHECKING:
    from gutshot.arena.match import Job


class RayTasks:
    """Submits chunks; results come back as they were computed, bit for bit."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._play = ray.remote(play)

    def submit(self, job: "Job") -> Any:
        return self._play.remote(job.config, job.first, job.count, job.log)

    def result(self, handle: Any) -> Played:
        played: Played = self._ray.get(handle)
        return played


@contextmanager
def ray_tasks() -> Iterator[RayTasks]:
    """Connect to the cluster that RAY_ADDRESS names, or start one here; one that was started is stopped."""
    try:
        import ray
    except ImportError:
        raise BadConfig("the ray engine needs Ray: install the extra with `pip install gutshot[cluster]`") from None
    started = not ray.is_initialized()
    if started:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    try:
        yield RayTasks(ray)
    finally:
        if started:
            ray.shutdown()
