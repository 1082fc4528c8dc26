"""Ray, for work distributed over machines: the one place where it is found, started and stopped.

Needs the extra `cluster`. Results must not depend on who computed what, so this is never more than a faster way.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gutshot.errors import BadConfig
from gutshot.extras import missing_extra

ATTEMPTS = 3


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
