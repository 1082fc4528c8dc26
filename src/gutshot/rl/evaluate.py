"""Seven-card strengths in JAX from the tables of `cards/tables.py`, for all seats of a table at once.

The 64-bit card keys are read as two 32-bit halves (rank hash, suit counts), because JAX computes in 32
bits by default; the strengths are the very numbers that the compiled evaluator gives.
"""

import jax.numpy as jnp
import numpy as np
from jax import Array

from gutshot.cards import tables
from gutshot.rl.xla_fences import apart

BOARD = 5
_FLUSH_BITS = tuple(shift - 32 + 5 for shift in tables.SUIT_FIELD_SHIFTS)
_SUIT_FIELD = tables.SUIT_FIELD_SHIFTS[1] - tables.SUIT_FIELD_SHIFTS[0]
_ROW_OFFSETS = np.asarray(tables.ROW_OFFSETS, np.int32)
_FLUSH_START = len(tables.RANK_STRENGTHS)
_STRENGTHS = np.concatenate([tables.RANK_STRENGTHS, tables.FLUSH_STRENGTHS]).astype(np.int32)
_FIRST_OF_CATEGORY = np.searchsorted(tables.CLASSES, np.arange(9) << 26).astype(np.int32)
_PLACE = (1 << tables.CATEGORY_SHIFT) - 1


def seat_strengths(cards: Array) -> Array:
    """Strength of each seat's two cards with the board: cards [2 * seats + 5, ...] -> int32 [seats, ...]."""
    rank_keys, has_flush, flush_mask = apart(_seat_keys, cards, cards)
    place = apart(_place, cards, rank_keys, has_flush, flush_mask)
    return jnp.asarray(_STRENGTHS)[place]


def _seat_keys(cards: Array) -> tuple[Array, Array, Array]:
    """Every seat's sum of rank keys, whether it has a flush, and the ranks it holds in that suit."""
    cards = cards.astype(jnp.int32)
    holes = cards.shape[0] - BOARD
    suit, has_flush = _flush_suit(_seat_sums(_suit_keys(cards), holes))
    bits = jnp.left_shift(1, cards >> 2)
    held = jnp.where((cards[:holes] & 3) == jnp.repeat(suit, 2, axis=0), bits[:holes], 0)
    board = jnp.where((cards[holes:] & 3)[:, None] == suit[None], bits[holes:, None], 0).sum(0, dtype=jnp.int32)
    return _seat_sums(_rank_keys(cards), holes), has_flush, held[0::2] + held[1::2] + board


def hand_strength(cards: Array, seen: Array) -> Array:
    """Strength of the cards [7, ...] that are `seen` (5 to 7 of them); of no meaning for fewer."""
    cards = cards.astype(jnp.int32)
    rank_keys = jnp.where(seen, _rank_keys(cards), 0).sum(0, dtype=jnp.int32)
    suit, has_flush = _flush_suit(jnp.where(seen, _suit_keys(cards), 0).sum(0, dtype=jnp.int32))
    in_suit = seen & ((cards & 3) == suit)
    mask = jnp.where(in_suit, jnp.left_shift(1, cards >> 2), 0).sum(0, dtype=jnp.int32)
    return jnp.asarray(_STRENGTHS)[_place(rank_keys, has_flush, mask)]


def _rank_keys(cards: Array) -> Array:
    """The low half of each card's key: a chain of selects, which vectorises where a lookup does not."""
    rank = cards >> 2
    keys = jnp.zeros_like(cards)
    for number, key in enumerate(tables.RANK_KEYS):
        keys = jnp.where(rank == number, key, keys)
    return keys


def _suit_keys(cards: Array) -> Array:
    """The high half: a step in the field of the card's suit."""
    return jnp.left_shift(tables.SUIT_STEP, _SUIT_FIELD * (cards & 3))


def _place(rank_keys: Array, has_flush: Array, flush_mask: Array) -> Array:
    """Where the strength lies: the perfect hash of the rank multiset, or the ranks of the flush's suit."""
    row, column = rank_keys & tables.ROW_MASK, (rank_keys >> tables.ROW_BITS) & tables.COLUMN_MASK
    plain = jnp.minimum(jnp.asarray(_ROW_OFFSETS)[row] + column, _FLUSH_START - 1)
    return jnp.where(has_flush, _FLUSH_START + flush_mask, plain)


def percentile(strength: Array) -> Array:
    """Place of a strength among the 7,462 classes of hands, float32 in 0..1."""
    place = jnp.asarray(_FIRST_OF_CATEGORY)[strength >> tables.CATEGORY_SHIFT] + (strength & _PLACE)
    return place.astype(jnp.float32) / len(tables.CLASSES)


def _seat_sums(keys: Array, holes: int) -> Array:
    return keys[0:holes:2] + keys[1:holes:2] + keys[holes:].sum(0, dtype=jnp.int32)[None]


def _flush_suit(suit_keys: Array) -> tuple[Array, Array]:
    """The suit with five or more cards, and whether there is one."""
    flags = [(suit_keys >> bit) & 1 for bit in _FLUSH_BITS]
    suit = flags[1] + 2 * flags[2] + 3 * flags[3]
    return suit, (flags[0] + flags[1] + flags[2] + flags[3]) > 0
