"""The canonical boards of every street and the way from any board to its place among them.

A board without order is four 13-bit rank masks, one per suit. Sorted, with the largest as spades (as in
`cards.isomorphism`), they name the canonical board; packed into 52 bits they are the key of a hash table with linear
probing that all three streets share. The sort also gives the renaming of suits, two bits per suit, to apply to hole
cards before they are looked up on the canonical board.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gutshot.cards.isomorphism import SUIT_PERMUTATIONS, combo_permutations
from gutshot.cards.runouts import canonical_boards
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Ints32, Shorts

BOARD_COUNTS = {3: 1_755, 4: 16_432, 5: 134_459}
HASH_BITS = 18
HASH_SIZE = 1 << HASH_BITS
_EMPTY = -1


class BoardIndex(NamedTuple):
    """The hash table: `places[slot]` is the number of the board with key `keys[slot]` among those of its street."""

    keys: Ints  # [HASH_SIZE], -1 where empty
    places: Ints32


@inline_kernel
def _lower_first(a: Any, b: Any) -> Any:
    return (a, b) if a < b else (b, a)


@inline_kernel
def canonical_key(m0: Any, m1: Any, m2: Any, m3: Any) -> Any:
    """(key, renaming) of a board given as rank masks by suit; the new suit of suit s is `renaming >> 2 * s & 3`."""
    a, b = _lower_first(m0 << 2, m1 << 2 | 1)
    c, d = _lower_first(m2 << 2 | 2, m3 << 2 | 3)
    a, c = _lower_first(a, c)
    b, d = _lower_first(b, d)
    b, c = _lower_first(b, c)
    key = (a >> 2) | (b >> 2) << 13 | (c >> 2) << 26 | (d >> 2) << 39
    renaming = 1 << 2 * (b & 3) | 2 << 2 * (c & 3) | 3 << 2 * (d & 3)
    return key, renaming


@inline_kernel
def renamed(card: Any, renaming: Any) -> Any:
    """The card with its suit renamed; two bits of the renaming for each suit."""
    return (card & ~3) | (renaming >> 2 * (card & 3) & 3)


@kernel
def key_of_cards(cards: Ints) -> Any:
    """`canonical_key` of a board given as cards."""
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return canonical_key(masks[0], masks[1], masks[2], masks[3])


@inline_kernel
def _slot(key: Any) -> Any:
    mixed = ((key ^ key >> 25) & 0x7FFFFFFF) * 0x9E3779B1  # below 2**63 on purpose: nothing wraps with the JIT off
    return (mixed ^ mixed >> 21) & (HASH_SIZE - 1)


@inline_kernel
def find_board(keys: Ints, places: Ints32, key: Any) -> Any:
    """The place of a canonical board among those of its street."""
    slot = _slot(key)
    while keys[slot] != key:
        slot = (slot + 1) & (HASH_SIZE - 1)
    return places[slot]


@kernel
def _insert(sorted_keys: Ints, keys: Ints, places: Ints32) -> None:
    for place in range(len(sorted_keys)):
        slot = _slot(sorted_keys[place])
        while keys[slot] != _EMPTY:
            slot = (slot + 1) & (HASH_SIZE - 1)
        keys[slot] = sorted_keys[place]
        places[slot] = place


@kernel
def _keys_of_masks(masks: Ints, out: Ints) -> None:
    for i in range(len(masks)):
        mask = masks[i]
        key, _ = canonical_key(mask & 0x1FFF, mask >> 16 & 0x1FFF, mask >> 32 & 0x1FFF, mask >> 48 & 0x1FFF)
        out[i] = key


@cache
def board_keys(size: int) -> tuple[Ints, Ints32]:
    """The keys of all canonical boards of a given size in rising order, and how many boards each represents."""
    boards = canonical_boards(size)
    keys = np.empty(len(boards), np.int64)
    _keys_of_masks(boards.masks, keys)
    order = np.argsort(keys)
    return keys[order], boards.weights[order]


def board_cards(key: int) -> list[int]:
    """The cards of a canonical board."""
    return [4 * rank + suit for rank in range(13) for suit in range(4) if key >> (13 * suit + rank) & 1]


@cache
def board_index() -> BoardIndex:
    """The table of all flops, turns and rivers."""
    keys = np.full(HASH_SIZE, _EMPTY, np.int64)
    places = np.zeros(HASH_SIZE, np.int32)
    for size in BOARD_COUNTS:
        _insert(board_keys(size)[0], keys, places)
    keys.setflags(write=False)
    places.setflags(write=False)
    return BoardIndex(keys, places)


@cache
def renamed_combos() -> Shorts:
    """[256, 1326] where every combo goes under a packed renaming; rows that are no renaming are not to be used."""
    table = np.zeros((256, combo_permutations().shape[1]), np.int16)
    for number, permutation in enumerate(SUIT_PERMUTATIONS):
        packed = sum(new << 2 * old for old, new in enumerate(permutation))
        table[packed] = combo_permutations()[number]
    table.setflags(write=False)
    return table
