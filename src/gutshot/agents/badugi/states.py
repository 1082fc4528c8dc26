"""The 1,092 badugi values as states: what a hand is worth, and all that its future draws depend on.

A hand's best subset has distinct suits, so up to renaming suits it is just its set of ranks. States are
numbered by strength, 0 for a lone king up to 1,091 for the A-2-3-4 badugi; a rank set is a mask of 13 bits,
bit 0 the ace. Ranks in the words of a player count from 1 (ace) to 13 (king), as `high_card` does.
"""

from enum import IntEnum
from itertools import combinations

import numpy as np
import numpy.typing as npt

from gutshot.cards.badugi import strength
from gutshot.games.row import HOLE, MAX_HOLE, Row
from gutshot.kernel import inline_kernel

RANK_COUNT = 13
MASKS = 1 << RANK_COUNT


class HandType(IntEnum):
    """How many cards play."""

    ONE_CARD = 1
    TWO_CARD = 2
    THREE_CARD = 3
    BADUGI = 4


def _all_masks() -> list[int]:
    sets = [low for size in range(1, 5) for low in combinations(range(RANK_COUNT), size)]
    masks = [(len(ranks), sum(1 << rank for rank in ranks)) for ranks in sets]
    return [mask for _, mask in sorted(masks, key=lambda item: (item[0], -item[1]))]


def _state_of_mask(masks: list[int]) -> npt.NDArray[np.int64]:
    table = np.full(MASKS, -1, dtype=np.int64)
    table[masks] = np.arange(len(masks))
    table.setflags(write=False)
    return table


_ORDERED = _all_masks()
STATES = len(_ORDERED)
STATE_MASK = np.array(_ORDERED, dtype=np.int64)
STATE_SIZE = np.array([mask.bit_count() for mask in _ORDERED], dtype=np.int64)
HIGH_CARD = np.array([mask.bit_length() for mask in _ORDERED], dtype=np.int64)
STATE_OF_MASK = _state_of_mask(_ORDERED)
for _table in (STATE_MASK, STATE_SIZE, HIGH_CARD):
    _table.setflags(write=False)


@inline_kernel
def state_of(c0: int, c1: int, c2: int, c3: int) -> int:
    """The state of four distinct cards (repeat a card to evaluate fewer)."""
    return int(STATE_OF_MASK[-strength(c0, c1, c2, c3) & (MASKS - 1)])


@inline_kernel
def seat_state(row: Row, seat: int) -> int:
    """The state of a seat's four hole cards."""
    at = HOLE + MAX_HOLE * seat
    return state_of(row[at], row[at + 1], row[at + 2], row[at + 3])


def ranks_of(state: int) -> tuple[int, ...]:
    """The ranks of a state in rising order, 1 for an ace."""
    return tuple(rank + 1 for rank in range(RANK_COUNT) if STATE_MASK[state] >> rank & 1)


def state_of_ranks(ranks: tuple[int, ...]) -> int:
    """`(1, 2, 3)` -> the state of a three-card A-2-3."""
    return int(STATE_OF_MASK[sum(1 << rank - 1 for rank in ranks)])
