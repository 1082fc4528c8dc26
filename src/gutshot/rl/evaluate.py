"""Seven-card strengths in JAX from the tables of `cards/tables.py`, for all seats of a table at once.

The 64-bit card keys are read as two 32-bit halves (rank hash, suit counts), because JAX computes in 32
bits by default; the strengths are the very numbers that the compiled evaluator gives.
"""

import jax.numpy as jnp
import numpy as np
from jax import Array

from gutshot.cards import tables

BOARD = 5
_RANK_KEYS = np.asarray(tables.CARD_KEYS & 0xFFFFFFFF, np.int32)
_SUIT_KEYS = np.asarray(tables.CARD_KEYS >> 32, np.int32)
_FLUSH_BITS = tuple(shift - 32 + 5 for shift in tables.SUIT_FIELD_SHIFTS)
_ROW_OFFSETS = np.asarray(tables.ROW_OFFSETS, np.int32)
_RANK_STRENGTHS = np.asarray(tables.RANK_STRENGTHS, np.int32)
_FLUSH_STRENGTHS = np.asarray(tables.FLUSH_STRENGTHS, np.int32)
_FIRST_OF_CATEGORY = np.searchsorted(tables.CLASSES, np.arange(9) << 26).astype(np.int32)
_PLACE = (1 << tables.CATEGORY_SHIFT) - 1


def seat_strengths(cards: Array) -> Array:
    """Strength of each seat's two cards with the board: cards [2 * seats + 5, ...] -> int32 [seats, ...]."""
    cards = cards.astype(jnp.int32)
    holes = cards.shape[0] - BOARD
    rank_keys = _seat_sums(jnp.asarray(_RANK_KEYS)[cards], holes)
    suit_keys = _seat_sums(jnp.asarray(_SUIT_KEYS)[cards], holes)
    suit, has_flush = _flush_suit(suit_keys)
    bits = jnp.left_shift(1, cards >> 2)
    held = jnp.where((cards[:holes] & 3) == jnp.repeat(suit, 2, axis=0), bits[:holes], 0)
    board = jnp.where((cards[holes:] & 3)[:, None] == suit[None], bits[holes:, None], 0).sum(0, dtype=jnp.int32)
    flush = jnp.asarray(_FLUSH_STRENGTHS)[held[0::2] + held[1::2] + board]
    return jnp.where(has_flush, flush, _plain(rank_keys))


def hand_strength(cards: Array, seen: Array) -> Array:
    """Strength of the cards [7, ...] that are `seen` (5 to 7 of them); of no meaning for fewer."""
    cards = cards.astype(jnp.int32)
    rank_keys = jnp.where(seen, jnp.asarray(_RANK_KEYS)[cards], 0).sum(0, dtype=jnp.int32)
    suit_keys = jnp.where(seen, jnp.asarray(_SUIT_KEYS)[cards], 0).sum(0, dtype=jnp.int32)
    suit, has_flush = _flush_suit(suit_keys)
    in_suit = seen & ((cards & 3) == suit)
    mask = jnp.where(in_suit, jnp.left_shift(1, cards >> 2), 0).sum(0, dtype=jnp.int32)
    return jnp.where(has_flush, jnp.asarray(_FLUSH_STRENGTHS)[mask], _plain(rank_keys))


def percentile(strength: Array) -> Array:
    """Place of a strength among the 7,462 classes of hands, float32 in 0..1."""
    place = jnp.asarray(_FIRST_OF_CATEGORY)[strength >> tables.CATEGORY_SHIFT] + (strength & _PLACE)
    return place.astype(jnp.float32) / len(tables.CLASSES)


def _plain(rank_keys: Array) -> Array:
    """Strength without a flush, from the perfect hash of the rank multiset."""
    row, column = rank_keys & tables.ROW_MASK, (rank_keys >> tables.ROW_BITS) & tables.COLUMN_MASK
    place = jnp.minimum(jnp.asarray(_ROW_OFFSETS)[row] + column, len(_RANK_STRENGTHS) - 1)
    return jnp.asarray(_RANK_STRENGTHS)[place]


def _seat_sums(keys: Array, holes: int) -> Array:
    return keys[0:holes:2] + keys[1:holes:2] + keys[holes:].sum(0, dtype=jnp.int32)[None]


def _flush_suit(suit_keys: Array) -> tuple[Array, Array]:
    """The suit with five or more cards, and whether there is one."""
    flags = [(suit_keys >> bit) & 1 for bit in _FLUSH_BITS]
    suit = flags[1] + 2 * flags[2] + 3 * flags[3]
    return suit, (flags[0] + flags[1] + flags[2] + flags[3]) > 0
