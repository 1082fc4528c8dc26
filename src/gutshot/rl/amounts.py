"""A menu inside a jit: the raise_to amount behind each entry, and which entries are offered."""

import jax.numpy as jnp
from jax import Array

from gutshot.rl.menu import SIZES, Menu, share_of
from gutshot.trees.bet_sizes import BetSize, SizeKind


def raise_to(menu: Menu, level: Array, pot_after_call: Array, low: Array, high: Array) -> Array:
    """The amount of every action, int32 [actions, ...]; fold and check/call hold the current level."""
    sizes = [jnp.clip(_amount(size, level, pot_after_call), low, high) for size in menu.sizes]
    return jnp.stack([level, level, *sizes, high])


def size_mask(menu: Menu, amounts: Array, level: Array, bets_made: Array, can_raise: Array) -> Array:
    """Which sizes and all-in are offered, bool [sizes + 1, ...]: each distinct amount once."""
    high = amounts[-1]
    rows: list[Array] = []
    for index, size in enumerate(menu.sizes, SIZES):
        new = amounts[index] < high
        for earlier in range(SIZES, index):
            new &= (amounts[index] != amounts[earlier]) | ~rows[earlier - SIZES]
        rows.append(can_raise & new & _offered(size, level, bets_made))
    return jnp.stack([*rows, can_raise])


def _amount(size: BetSize, level: Array, pot_after_call: Array) -> Array:
    if size.kind == SizeKind.CHIPS:
        return level + int(size.value)
    share = share_of(size)
    base = pot_after_call if size.kind == SizeKind.POT else level
    amount = (2 * share.numerator * base + share.denominator) // (2 * share.denominator)
    return level + amount if size.kind == SizeKind.POT else amount


def _offered(size: BetSize, level: Array, bets_made: Array) -> Array:
    if size.kind == SizeKind.TIMES:
        return level > 0
    if size.count:
        return bets_made <= size.count
    return jnp.ones_like(level, bool)
