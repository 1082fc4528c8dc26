"""Keep XLA from fusing too much on a CPU.

Its fusion there copies a producer into every consumer: a deck shuffled once would be shuffled again for every card
that an evaluator reads. What runs under a condition is computed once; the conditions here always hold, which the
compiler cannot know. Other devices fuse by other rules and need none of this.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array, lax


def apart(function: Callable[..., Any], natural: Array, *arguments: Any) -> Any:
    """`function(*arguments)`, computed on its own; `natural` is any array of numbers that are never negative."""
    if jax.default_backend() != "cpu" or natural.ndim == 0:
        return function(*arguments)
    shapes = jax.eval_shape(function, *arguments)

    def never(*_: Any) -> Any:
        return jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), shapes)

    return lax.cond(natural.max() >= 0, function, never, *arguments)
