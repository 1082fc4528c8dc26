"""Random numbers by counting: a 32-bit word is a pure function of (game's seed, hand, slot).

Nothing is split or carried, so a game's cards do not depend on the batch it sits in, on the device or
on the order of games. The mixer is the finaliser of MurmurHash3 applied twice over Weyl steps.
"""

import jax
import jax.numpy as jnp
from jax import Array

_WEYL_HAND = 0x9E3779B9
_WEYL_SLOT = 0x85EBCA77


def _mix(word: Array) -> Array:
    word = (word ^ (word >> 16)) * jnp.uint32(0x85EBCA6B)
    word = (word ^ (word >> 13)) * jnp.uint32(0xC2B2AE35)
    return word ^ (word >> 16)


def seeds(key: Array, games: tuple[int, ...]) -> Array:
    """Two independent seed words per game, uint32 [2, *games]."""
    return jax.random.bits(key, (2, *games), jnp.uint32)


def words(seed: Array, hand: Array, count: int, first_slot: int = 0) -> Array:
    """`count` words for the slots from `first_slot` on, uint32 [count, ...]."""
    base = _mix(seed[0] ^ _mix(seed[1] + hand.astype(jnp.uint32) * jnp.uint32(_WEYL_HAND)))
    slots = jnp.arange(first_slot + 1, first_slot + 1 + count, dtype=jnp.uint32) * jnp.uint32(_WEYL_SLOT)
    return _mix(base[None] + slots.reshape((count,) + (1,) * base.ndim))


def below(word: Array, bound: Array | int) -> Array:
    """The word scaled to 0..bound-1 as int32: the high half of word * bound, bound under 2**16."""
    bound = jnp.asarray(bound, jnp.uint32)
    high, low = (word >> 16) * bound, ((word & 0xFFFF) * bound) >> 16
    return ((high + low) >> 16).astype(jnp.int32)


def unit(word: Array) -> Array:
    """The word as a float32 in [0, 1)."""
    scaled: Array = (word >> 8).astype(jnp.float32) * jnp.float32(2.0**-24)
    return scaled
