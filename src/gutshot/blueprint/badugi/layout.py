"""What a seat remembers of the public part of a hand, and where the strategies for it begin.

Whole: the betting of the round, by its turn. In part: what was put in before (in groups), who drew how many cards (of
the draws before the last two only a part), and at a draw who bet last before it. Forgotten: who bet on earlier streets.
So lines that are told apart in the tree may share their strategies, as in other work on games with imperfect recall
(Waugh et al. 2009); a best response that forgets nothing says what that costs.
"""

from typing import NamedTuple

import numpy as np

from gutshot.blueprint.badugi.hands import CLASSES
from gutshot.blueprint.badugi.rounds import STREETS, TURNS, most_paid, widths
from gutshot.numeric.arrays import Ints

MOST_DRAWN = (0, 3, 2, 2)
"""The most cards that may be drawn before a street."""
COUNTS = tuple(most + 1 for most in MOST_DRAWN)
HISTORIES = (1, 4, 12, 36)
"""How many histories of own draws there are on a street: the counts as digits, the first draw first."""
FIRST_VIEW = (0, 1, 5, 17)
VIEWS = 53
FINE = 255
"""What the codes of a class at a decision add up to, the last left out."""
AGGRESSORS = 3
"""At a draw: nobody bet before it, the button did last, or the big blind."""

_BET_GROUPS = ((), (2, 3, 4, 5), (2, 3, 4, 5, 7), (2, 3, 4, 5, 7, 10, 13))
_DRAW_GROUPS = ((), (2, 3, 4, 5), (2, 3, 4, 5, 7), (3, 5, 8))
"""With how many small bets of each seat a group begins, by the street that begins, or the draw before it."""

_DRAWS_ONE = (0, 1, 2, 3)
_DRAWS_TWO = tuple(3 * min(first, 2) + second for first in range(4) for second in range(3))
_DRAWS_THREE = tuple(
    9 * min(first, 1) + 3 * second + third for first in range(4) for second in range(3) for third in range(3)
)
"""Of a draw whether it was pat, one, or more; of the first of three whether it was pat."""
_DRAWS = ((0,), _DRAWS_ONE, _DRAWS_TWO, _DRAWS_THREE)


class StrategyLayout(NamedTuple):
    """Where strategies begin, in numbers per class of hand; `size` is one for all of them together.

    Made for tables (a number for every action) and for bundles (all but the last action).
    """

    bet_start: Ints  # [street]
    draw_start: Ints  # [street]
    bet_group: Ints  # [street, small bets of each seat]
    draw_group: Ints
    bet_groups: Ints  # [street] how many
    draw_groups: Ints
    memory: Ints  # [street, history of draws] what is remembered of it
    memories: Ints  # [street] how many
    turn_at: Ints  # [street, turn] within the block of a round
    turn_size: Ints
    block: Ints  # [street] numbers of a round
    less: int  # how many fewer numbers than actions a decision has
    size: int


def _groups(edges: tuple[tuple[int, ...], ...]) -> Ints:
    table = np.zeros((STREETS, most_paid(STREETS) + 1), np.int64)
    for street in range(1, STREETS):
        table[street] = np.searchsorted(edges[street], np.arange(table.shape[1]), side="right")
    return table


def make_layout(less: int) -> StrategyLayout:
    """The layout in which a decision of A actions has A - `less` numbers for every class."""
    sizes = np.array([widths(street) for street in range(STREETS)], np.int64) - less
    block = sizes.sum(axis=1)
    memory = np.zeros((STREETS, max(HISTORIES)), np.int64)
    for street, kept in enumerate(_DRAWS):
        memory[street, : len(kept)] = kept
    memories = np.array([max(kept) + 1 for kept in _DRAWS])
    bet_groups = np.array([len(edges) + 1 for edges in _BET_GROUPS])
    draw_groups = np.array([len(edges) + 1 for edges in _DRAW_GROUPS])
    bet_start, draw_start, at = np.zeros(STREETS, np.int64), np.zeros(STREETS, np.int64), 0
    for street in range(STREETS):
        if street:
            draw_start[street] = at
            own = COUNTS[street] - less
            at += draw_groups[street] * AGGRESSORS * memories[street - 1] ** 2 * own * (1 + COUNTS[street])
        bet_start[street] = at
        at += bet_groups[street] * memories[street] ** 2 * block[street]
    return StrategyLayout(
        bet_start, draw_start, _groups(_BET_GROUPS), _groups(_DRAW_GROUPS), bet_groups, draw_groups,
        memory, memories, np.cumsum(sizes, axis=1) - sizes, sizes, block, less, int(at),
    )  # fmt: skip


SLOTS, CODES = make_layout(0), make_layout(1)
assert all(len(widths(street)) == TURNS for street in range(STREETS))
SLOT_COUNT, CODE_COUNT = SLOTS.size * CLASSES, CODES.size * CLASSES
"""How many numbers there are for all classes."""
