"""Bet sizes in chips: the one place for rounding, bounds, forced and added all-ins, and merging.

Compiled, because trees have millions of nodes; `raise_to` converts a single size. Amounts are always
*raise to*. Which sizes become actions follows postflop-solver and PioSOLVER.
"""

import math
from typing import NamedTuple

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints
from gutshot.trees.bet_sizes import BetSize, SizeKind

_POT, _TIMES, _CHIPS, _GEOMETRIC = (
    int(SizeKind.POT),
    int(SizeKind.TIMES),
    int(SizeKind.CHIPS),
    int(SizeKind.GEOMETRIC),
)
_MOST = 1 << 52  # far above any stack, and a float still counts single chips there
_TINY = 1e-12


class SizeContext(NamedTuple):
    """What a size needs: the pot after calling, the bet faced, the most one can raise to, streets left, bets made."""

    pot_after_call: int
    faced: int
    all_in: int
    streets_left: int
    bets_made: int


@inline_kernel
def round_half_up(amount: float) -> int:
    """Whole chips, halves up, capped far above any stack."""
    if amount >= _MOST:
        return _MOST
    whole = math.floor(amount)
    return int(whole + 1) if amount - whole >= 0.5 else int(whole)


@kernel
def size_to(kind: int, value: float, count: int, now: SizeContext) -> int:
    """The amount a size bets or raises to, before legal bounds; 0 where its raise cap forbids it."""
    if kind == _POT:
        return int(now.faced + round_half_up(now.pot_after_call * value))
    if kind == _TIMES:
        return round_half_up(now.faced * value)
    if kind == _CHIPS:
        return 0 if count > 0 and now.bets_made > count else int(now.faced + int(value))
    if kind == _GEOMETRIC:
        return int(now.faced + _geometric(value, count, now))
    return int(now.all_in)


@inline_kernel
def _geometric(most: float, count: int, now: SizeContext) -> int:
    """Each of the rounds left bets the same share of the pot, and the last one is all-in."""
    rounds = count if count > 0 else now.streets_left
    if now.bets_made > 0:
        rounds = max(rounds - now.bets_made + 1, 1)
    behind = (now.all_in - now.faced) / now.pot_after_call
    share = ((2.0 * behind + 1.0) ** (1.0 / rounds) - 1.0) / 2.0
    return round_half_up(now.pot_after_call * min(share, most))


def raise_to(size: BetSize, now: SizeContext) -> int | None:
    """The amount this size bets or raises to, before legal bounds; None where its raise cap forbids it."""
    if size.kind is SizeKind.CHIPS and 0 < size.count < now.bets_made:
        return None
    return size_to(int(size.kind), float(size.value), size.count, now)


@inline_kernel
def bounded(amount: int, least: int, force: float, now: SizeContext) -> int:
    """Within the legal bounds, and all-in where less than `force` of the pot would be left behind."""
    amount = min(max(amount, least), now.all_in)
    pot = now.pot_after_call + 2 * (amount - now.faced)
    return int(now.all_in if now.all_in <= amount + round_half_up(pot * force) else amount)


@inline_kernel
def adds_all_in(threshold: float, now: SizeContext) -> bool:
    """Whether to offer an all-in that no size asks for: it is at most `threshold` pots."""
    return bool(now.all_in <= now.faced + round_half_up(now.pot_after_call * threshold))


@inline_kernel
def insert(found: Ints, begin: int, used: int, amount: int) -> int:
    """Keep `found[begin:used]` increasing and without repeats; the new length."""
    at = begin
    while at < used and found[at] < amount:
        at += 1
    if at < used and found[at] == amount:
        return used
    for place in range(used, at, -1):
        found[place] = found[place - 1]
    found[at] = amount
    return used + 1


@inline_kernel
def merge(found: Ints, begin: int, used: int, threshold: float, now: SizeContext) -> int:
    """Drop a size when a kept larger one x and it, y (in pots), have (1 + x) / (1 + y) < 1 + threshold."""
    kept = used
    for at in range(used - 1, begin - 1, -1):
        share = (found[at] - now.faced) / now.pot_after_call
        if kept < used:
            larger = (found[kept] - now.faced) / now.pot_after_call
            if share >= (larger - threshold) / (1.0 + threshold) * (1.0 - _TINY):
                continue
        kept -= 1
        found[kept] = found[at]
    for at in range(kept, used):
        found[begin + at - kept] = found[at]
    return begin + used - kept
