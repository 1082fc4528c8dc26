"""The fixed menu of actions a policy chooses from: fold, check or call, sizes, all-in.

Sizes are written in the one grammar of `trees/bet_sizes.py`. `amounts` turns them into raise_to amounts inside a jit,
`row_input` in a kernel, by the same formulas in exact integers: a share of 33 % is the fraction 33/100. Amounts are
clamped to the legal bounds; an amount that another entry already offers is masked. Fold is offered only to a bet.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Ints
from gutshot.trees.bet_sizes import BetSize, SizeKind, format_sizes, parse_size

FOLD = 0
PASSIVE = 1  # check or call
SIZES = 2  # the first size; all-in comes last
KIND, NUMERATOR, DENOMINATOR, COUNT = range(4)  # columns of `Menu.numbers`
DEFAULT_SIZES = "33%, 66%, 100%"
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

    @cached_property
    def numbers(self) -> Ints:
        """[sizes, 4] for kernels: kind, the fraction or chips, and after how many bets a size is no longer offered."""
        rows = [(int(size.kind), *_ratio(size), size.count) for size in self.sizes]
        return np.array(rows, np.int64).reshape(-1, 4)


def _ratio(size: BetSize) -> tuple[int, int]:
    if size.kind == SizeKind.CHIPS:
        return int(size.value), 1
    return share_of(size).as_integer_ratio()


def share_of(size: BetSize) -> Fraction:
    """A share of the pot, or a factor, as an exact fraction."""
    return Fraction(size.value).limit_denominator(_FINEST)
