"""Sixteen-bit tables on a GPU: the twin of `sixteen_bit`, with whole arrays [boards, nodes, hands] as operands.

Each row of hands keeps its largest magnitude, the hands are 15-bit shares of it, rounded stochastically with dice
hashed from the iteration and the place. Places are counted in the GPU's order, so the dice are not those of the CPU;
they are the same in every run.
"""

from typing import NamedTuple, TypeAlias

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from gutshot.postflop.simd import HASH_PLACE, HASH_ROUND, HASH_SEED, STEPS


class ShortRows(NamedTuple):
    """One action's numbers of a group."""

    numbers: Array  # int16 [boards, nodes, hands]
    scales: Array  # [boards, nodes]


Row: TypeAlias = Array | ShortRows


def in_full(row: Row) -> Array:
    """In float32, whichever it was."""
    if isinstance(row, ShortRows):
        return row.numbers.astype(jnp.float32) * (row.scales * np.float32(1 / STEPS))[..., None]
    return row


def like(old: Row, new: Array, seed: Array | int, salt: int) -> Row:
    """New numbers as they were kept before."""
    return in_short(new, _dice(new.shape, seed, salt)) if isinstance(old, ShortRows) else new


def in_short(new: Array, dice: Array | float = 0.5) -> ShortRows:
    """To 16 bits, up where the dice say so; without any to the nearest."""
    scales = jnp.abs(new).max(axis=-1)
    factor = jnp.where(scales > 0, STEPS / jnp.where(scales > 0, scales, 1), 0)
    shifted = jnp.minimum(new * factor[..., None] + dice, STEPS)
    return ShortRows(jnp.floor(shifted).astype(jnp.int16), scales)


def _dice(shape: tuple[int, ...], seed: Array | int, salt: int) -> Array:
    """Numbers in [0, 1): both words mixed by multiplying and folding; `salt` tells arrays apart."""
    place = jnp.zeros(shape, jnp.uint32)
    for axis, size in enumerate(shape):
        place = place * np.uint32(size) + lax.broadcasted_iota(jnp.uint32, shape, axis)
    key = jnp.asarray(seed).astype(jnp.uint32) * np.uint32(HASH_SEED) + np.uint32(salt * HASH_ROUND & 0xFFFFFFFF)
    word = place * np.uint32(HASH_PLACE) + key
    for _ in range(2):
        word = (word ^ (word >> 16)) * np.uint32(HASH_ROUND)
    return ((word ^ (word >> 16)) >> 8).astype(jnp.float32) * np.float32(2.0**-24)
