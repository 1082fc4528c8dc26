"""How a setting changes over a run: from its first number to its second."""

import jax.numpy as jnp
from jax import Array

from gutshot.rl.config import Schedule

_HALVING = 0.5  # the power of time by which step sizes and magnets fall


def at(schedule: Schedule, done: Array) -> Array:
    """A schedule's value at a share `done` of the run: geometric between its ends, or linear down to zero."""
    done = jnp.minimum(done, 1.0)
    start, end = schedule
    if start > 0 and end > 0:
        return start * jnp.power(end / start, done)
    return start + (end - start) * done


def power_law(schedule: Schedule, done: Array) -> Array:
    """a / sqrt(1 + t / t0), with t0 such that the run ends with the second number; constant if both are equal."""
    start, end = schedule
    if not 0 < end < start:
        return at(schedule, done)
    ratio = (start / end) ** (1 / _HALVING)
    return start * jnp.power(1 + (ratio - 1) * jnp.minimum(done, 1.0), -_HALVING)
