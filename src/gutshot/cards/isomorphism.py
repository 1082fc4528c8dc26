"""Suit isomorphism: cards that differ only by a renaming of suits are the same problem.

A situation is a sequence of groups of cards (hole cards, flop, turn, river). Read per suit, it is four signatures: the
rank masks of that suit in every group. Two situations are isomorphic exactly when their four signatures agree as a
multiset, so sorting the signatures gives the canonical form; a later street keeps its own group, as in Waugh, "A Fast
and Optimal Hand Isomorphism Algorithm" (2013). The number of forms follows from Burnside's lemma without a walk.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from math import comb, factorial, prod

import numpy as np

from gutshot.cards.card import Card, make_card, rank_of, suit_of
from gutshot.cards.combos import COMBO_CARDS
from gutshot.numeric.arrays import Reals, Shorts

SUIT_PERMUTATIONS: tuple[tuple[int, ...], ...] = tuple(permutations(range(4)))
"""All 24 renamings; `permutation[suit]` is the new suit, and the first one changes nothing."""

Groups = tuple[tuple[Card, ...], ...]


def permute_card(card: Card, permutation: Sequence[int]) -> Card:
    """The card with its suit replaced."""
    return make_card(rank_of(card), permutation[suit_of(card)])


def _permute_combos(permutation: Sequence[int]) -> Shorts:
    renamed = (COMBO_CARDS & 0xFC) | np.array(permutation)[COMBO_CARDS & 3]
    low, high = renamed.min(axis=1), renamed.max(axis=1)
    return np.asarray(low * (101 - low) // 2 + high - 1, dtype=np.int16)


@cache
def combo_permutations() -> Shorts:
    """[24, 1326] where every combo goes under each of `SUIT_PERMUTATIONS`."""
    table = np.stack([_permute_combos(permutation) for permutation in SUIT_PERMUTATIONS])
    table.setflags(write=False)
    return table


def suit_signatures(groups: Iterable[Iterable[Card]]) -> list[int]:
    """One integer a suit: its 13-bit rank masks in every group, the first group highest."""
    signatures = [0, 0, 0, 0]
    for group in groups:
        signatures = [signature << 13 for signature in signatures]
        for card in group:
            signatures[suit_of(card)] |= 1 << rank_of(card)
    return signatures


def canonical_permutation(groups: Sequence[Iterable[Card]]) -> tuple[int, ...]:
    """The renaming of suits that brings `groups` to their canonical form: the largest signature becomes spades."""
    signatures = suit_signatures(groups)
    order = sorted(range(4), key=lambda suit: (signatures[suit], suit))
    permutation = [0, 0, 0, 0]
    for new, old in enumerate(order):
        permutation[old] = new
    return tuple(permutation)


def canonical(*groups: Sequence[Card]) -> Groups:
    """The representative of all groups that differ by suit names only, e.g. `canonical(hole, flop, turn)`.

    Cards of a group have no order; they come back from high to low.
    """
    permutation = canonical_permutation(groups)
    return tuple(tuple(sorted((permute_card(card, permutation) for card in group), reverse=True)) for group in groups)


def canonical_board(board: Sequence[Card]) -> tuple[Card, ...]:
    """The representative of a board whose cards have no order."""
    return canonical(board)[0]


def interchangeable_suits(fixed: Iterable[Iterable[Card]], weights: Sequence[Reals] = ()) -> list[int]:
    """For every suit the lowest suit it can be swapped with while all card groups and combo weights stay as they are.

    Swapping is an equivalence, so equal labels mean that all renamings within a label are symmetries.
    """
    signatures = suit_signatures(fixed)
    labels = [0, 1, 2, 3]
    for high in range(1, 4):
        for low in range(high):
            if labels[low] == low and signatures[low] == signatures[high] and _swap_keeps(low, high, weights):
                labels[high] = low
                break
    return labels


def _swap_keeps(low: int, high: int, weights: Sequence[Reals]) -> bool:
    swap = [0, 1, 2, 3]
    swap[low], swap[high] = high, low
    moved = combo_permutations()[SUIT_PERMUTATIONS.index(tuple(swap))]
    return all(np.array_equal(row[moved], row) for row in weights)


def symmetries(labels: Sequence[int]) -> list[int]:
    """The numbers of the `SUIT_PERMUTATIONS` that only rename suits within equal labels."""
    return [
        number
        for number, permutation in enumerate(SUIT_PERMUTATIONS)
        if all(labels[permutation[suit]] == labels[suit] for suit in range(4))
    ]


def average_over_symmetries(values: Reals, labels: Sequence[int]) -> Reals:
    """[.., 1326] values by combo, made equal for combos that a symmetry exchanges."""
    group = combo_permutations()[symmetries(labels)]
    return np.asarray(sum(values[..., moved] for moved in group) / len(group))


def count_forms(*sizes: int) -> int:
    """How many canonical forms groups of these sizes have, by Burnside's lemma over the 24 renamings of suits.

    A group is fixed by a renaming when it is a union of its cycles, taken rank by rank.
    """
    fixed = sum(_fixed_deals(_cycle_lengths(permutation), sizes) for permutation in SUIT_PERMUTATIONS)
    return fixed // factorial(4)


def _cycle_lengths(permutation: Sequence[int]) -> tuple[int, ...]:
    lengths, seen = [], set[int]()
    for start in range(4):
        length, suit = 0, start
        while suit not in seen:
            seen.add(suit)
            suit, length = permutation[suit], length + 1
        lengths.append(length)
    return tuple(sorted(length for length in lengths if length))


def _fixed_deals(cycles: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """How many sequences of disjoint groups are unions of cycles; there are 13 cycles (a rank each) per suit cycle."""
    supply = {length: 13 * cycles.count(length) for length in set(cycles)}
    return _fill(tuple(sorted(supply.items())), sizes)


def _fill(supply: tuple[tuple[int, int], ...], sizes: tuple[int, ...]) -> int:
    """Ways to fill the groups in turn from a supply of (length, how many cycles are left)."""
    if not sizes:
        return 1
    ways = 0
    for chosen in _unions(tuple(length for length, _ in supply), sizes[0]):
        left = tuple((length, count - used) for (length, count), used in zip(supply, chosen, strict=True))
        picks = prod(comb(count, used) for (_, count), used in zip(supply, chosen, strict=True))
        ways += picks * _fill(left, sizes[1:]) if picks else 0
    return ways


def _unions(lengths: tuple[int, ...], size: int) -> list[tuple[int, ...]]:
    """All ways to write `size` as a sum of these lengths, as how often each is used."""
    if not lengths:
        return [()] if size == 0 else []
    first, rest = lengths[0], lengths[1:]
    return [(used, *others) for used in range(size // first + 1) for others in _unions(rest, size - used * first)]
