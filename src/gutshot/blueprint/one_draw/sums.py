"""Sums over hands of the other player, for all hands of one: against those that share no card, and over draws."""

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.one_draw.cards import HandTables
from gutshot.kernel import kernel
from gutshot.numeric.arrays import AnyReals

LANES = 16
"""So many sums are made at once."""


@kernel
def _add(hands: HandTables, c: int, reach: AnyReals, held: AnyReals) -> None:
    """A class adds its weight to the sets it holds, but for the whole hand."""
    for mask in range(hands.subsets.shape[1] - 1):
        place, share = hands.subsets[c, mask], hands.share[c, mask]
        for lane in range(LANES):
            held[place, lane] += share * reach[c, lane]


@kernel
def _read(hands: HandTables, c: int, held: AnyReals, found: AnyReals) -> None:
    """What hands so far weigh that share no card with a class, by how many of its cards they hold."""
    for mask in range(hands.subsets.shape[1] - 1):
        place, sign = hands.subsets[c, mask], hands.signs[mask]
        for lane in range(LANES):
            found[c, lane] += sign * held[place, lane]


@kernel
def weigh_all(hands: HandTables, reach: AnyReals, held: AnyReals, total: AnyReals) -> None:
    """Fill in `total` [C, LANES]: the weight of hands that share no card, out of `reach` [C, LANES]."""
    last = hands.subsets.shape[1] - 1
    held[:] = 0.0
    total[:] = 0.0
    for c in range(len(reach)):
        _add(hands, c, reach, held)
    for c in range(len(reach)):
        _read(hands, c, held, total)
        for lane in range(LANES):
            total[c, lane] += hands.signs[last] * reach[c, lane]


@kernel
def compare_all(hands: HandTables, reach: AnyReals, held: AnyReals, ahead: AnyReals, total: AnyReals) -> None:
    """Fill in `ahead` [C, LANES], the weight of worse hands less that of better ones, and `total` as `weigh_all`.

    Hands of one strength are read before and after they have been added: the worse ones once more than the better.
    """
    last = hands.subsets.shape[1] - 1
    held[:] = 0.0
    ahead[:] = 0.0
    total[:] = 0.0
    for group in range(len(hands.groups) - 1):
        first, end = hands.groups[group], hands.groups[group + 1]
        for c in range(first, end):
            _read(hands, c, held, ahead)
        for c in range(first, end):
            _add(hands, c, reach, held)
        for c in range(first, end):
            _read(hands, c, held, ahead)
    for c in range(len(reach)):
        _read(hands, c, held, total)
        for lane in range(LANES):
            ahead[c, lane] -= total[c, lane]
            total[c, lane] += hands.signs[last] * reach[c, lane]


@kernel
def draw_all(hands: HandTables, reach: AnyReals, parts: AnyReals, drawn: AnyReals) -> None:
    """Fill in `drawn` [counts, C], the hands after so many cards; `reach` [C, M] before, by the cards that go.

    New cards are none of those that went: a hand reads what stayed of it, less what went with some of the new cards.
    """
    parts[:] = 0.0
    drawn[:] = 0.0
    for c in range(len(reach)):
        for m in range(len(hands.masks)):
            weight = reach[c, m]
            if weight != 0:
                for entry in range(hands.parts[m], hands.parts[m + 1]):
                    parts[hands.features[c, entry]] += hands.part_share[c, entry] * weight
    for c in range(len(reach)):
        for m in range(len(hands.masks)):
            found, count = 0.0, hands.sizes[m]
            for entry in range(hands.parts[m], hands.parts[m + 1]):
                found += hands.part_signs[entry] * parts[hands.features[c, entry]]
            drawn[count, c] += found * hands.chance[count]


@kernel
def undo_draws(
    hands: HandTables, value: AnyReals, parts: AnyReals, before: NDArray[np.float32] | NDArray[np.float64]
) -> None:
    """Fill in `before` [C, M]: what throwing those cards away is worth, by the `value` [counts, C] of hands after."""
    parts[:] = 0.0
    for c in range(len(before)):
        for m in range(len(hands.masks)):
            worth = value[hands.sizes[m], c]
            for entry in range(hands.parts[m], hands.parts[m + 1]):
                parts[hands.features[c, entry]] += hands.part_share[c, entry] * worth
    for c in range(len(before)):
        for m in range(len(hands.masks)):
            found = 0.0
            for entry in range(hands.parts[m], hands.parts[m + 1]):
                found += hands.part_signs[entry] * parts[hands.features[c, entry]]
            before[c, m] = found * hands.chance[hands.sizes[m]]
