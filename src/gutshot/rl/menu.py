"""The fixed menu of actions a policy chooses from: fold, check or call, sizes, all-in.

Sizes are written in the one grammar of `trees/bet_sizes.py`. Here they become raise_to amounts inside a
jit by the same formulas, in exact integers: a share of 33 % is the fraction 33/100. Amounts are clamped to
the legal bounds; an amount that another entry already offers is masked. Fold is offered only to a bet.
"""

from dataclasses import dataclass
from fractions import Fraction

import jax.numpy as jnp
from jax import Array

from gutshot.errors import BadConfig
from gutshot.trees.bet_sizes import BetSize, SizeKind, format_sizes, parse_size

FOLD = 0
PASSIVE = 1  # check or call
SIZES = 2  # the first size; all-in comes last
_FINEST = 1000


@dataclass(frozen=True)
class Menu:
    """Sizes in the order in which a policy numbers them; all-in is always the last action."""

    sizes: tuple[BetSize, ...]

    @classmethod
    def parse(cls, text: str) -> "Menu":
        """`"33%, 66%, 100%"`; `2.5x` is offered only against a bet; all-in need not be written."""
        sizes = [parse_size(word, raises=True) for word in text.split(",") if word.strip()]
        for size in sizes:
            if size.kind == SizeKind.GEOMETRIC:
                raise BadConfig(f"size {str(size)!r}: the environment takes sizes like '33%', '2.5x', '200c' and 'a'")
        return cls(tuple(size for size in sizes if size.kind != SizeKind.ALL_IN))

    def __str__(self) -> str:
        return format_sizes(self.sizes)

    @property
    def actions(self) -> int:
        """How many there are."""
        return SIZES + len(self.sizes) + 1

    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return ("fold", "check/call", *map(str, self.sizes), "all-in")

    def raise_to(self, level: Array, pot_after_call: Array, low: Array, high: Array) -> Array:
        """The amount of every action, int32 [actions, ...]; fold and check/call hold the current level."""
        sizes = [jnp.clip(_amount(size, level, pot_after_call), low, high) for size in self.sizes]
        return jnp.stack([level, level, *sizes, high])

    def size_mask(self, amounts: Array, level: Array, bets_made: Array, can_raise: Array) -> Array:
        """Which sizes and all-in are offered, bool [sizes + 1, ...]: each distinct amount once."""
        high = amounts[-1]
        rows: list[Array] = []
        for index, size in enumerate(self.sizes, SIZES):
            new = amounts[index] < high
            for earlier in range(SIZES, index):
                new &= (amounts[index] != amounts[earlier]) | ~rows[earlier - SIZES]
            rows.append(can_raise & new & _offered(size, level, bets_made))
        return jnp.stack([*rows, can_raise])


def _amount(size: BetSize, level: Array, pot_after_call: Array) -> Array:
    if size.kind == SizeKind.CHIPS:
        return level + int(size.value)
    share = Fraction(size.value).limit_denominator(_FINEST)
    base = pot_after_call if size.kind == SizeKind.POT else level
    amount = (2 * share.numerator * base + share.denominator) // (2 * share.denominator)
    return level + amount if size.kind == SizeKind.POT else amount


def _offered(size: BetSize, level: Array, bets_made: Array) -> Array:
    if size.kind == SizeKind.TIMES:
        return level > 0
    if size.count:
        return bets_made <= size.count
    return jnp.ones_like(level, bool)
