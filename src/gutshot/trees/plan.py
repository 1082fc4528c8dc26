"""What a betting tree is grown from: the first position, the sizes of every seat, and what is left out of it."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from gutshot.errors import BadConfig
from gutshot.games.poker import start, start_spot
from gutshot.games.row import ANTE, BLIND, BUTTON, SEATS, START, Row, blank
from gutshot.games.rules import Rules
from gutshot.games.seats import forced_bets
from gutshot.numeric.arrays import Ints, Reals
from gutshot.trees.bet_sizes import Levels
from gutshot.trees.table import STREETS

Menu: TypeAlias = Sequence[Levels]
"""Sizes by street, from before the flop to the river."""

NO_SIZE = NO_MENU = -1
NO_STEP = -2  # after the end of a line in `GrowthPlan.played`
MOST_PLAYED = 60
NO_LIMIT = 1 << 30
NO_LIMPS, SMALL_BLIND_LIMPS, FACED_LIMPS, ALL_LIMPS, HEADS_UP_LIMPS = range(5)

# Which menu a seat uses: columns of `GrowthPlan.menu`.
USUAL, IN_A_CROWD, LEADING = range(3)


class Limits(NamedTuple):
    """Limits on the size of a tree; none by default."""

    max_raises: Ints  # [STREETS] bets and raises, blinds not counted
    limps: int = ALL_LIMPS  # who may call the big blind unraised
    max_limpers: int = NO_LIMIT
    raises_after_limp: int = NO_LIMIT  # before the flop, once somebody has limped
    cold_call_raises: int = NO_LIMIT  # a seat that has put in nothing but blinds may not call more raises than this
    flop_players: int = NO_LIMIT  # a call that would take one player more to the flop is not offered
    all_ins_count: bool = True  # whether among those are players who are all-in for less
    last_street: int = STREETS - 1
    jam_or_fold: bool = False  # all-in or fold; a call only where nobody could answer more
    must_end: bool = False  # sizes that reach `max_raises` while chips are left are an error


class GrowthPlan(NamedTuple):
    """The input of `grow`, ready for compiled code."""

    rules: Row
    root: Row
    limits: Limits
    menu: Ints  # [seats, 3] a seat's menu: usual, in a crowd after the flop, leading into the aggressor (or NO_MENU)
    kinds: Ints  # [menus, STREETS, levels, places] and so are values and counts
    values: Reals
    counts: Ints
    force_all_in: float
    add_all_in: float
    merging: float
    hands: Ints  # [STREETS] how many hands or buckets have a strategy of their own
    played: Ints  # [lines, longest] actions from the root on that are in the tree whatever the sizes; then NO_STEP


def first_decision(rules: Rules, stacks: Sequence[int], blinds: Sequence[int], ante: int, button: int) -> Row:
    """A hand from its antes and blinds on, betting only; there may be no decision at all."""
    row, seats = blank(), len(stacks)
    row[SEATS], row[BUTTON] = seats, button
    row[START : START + seats] = stacks
    row[BLIND : BLIND + seats] = forced_bets(blinds, seats, button)
    row[ANTE : ANTE + seats] = ante
    start(rules.packed, row)
    return row


def spot(rules: Rules, stacks: Sequence[int], pot: int, street: int, button: int) -> Row:
    """A hand from the first action of a later street on, betting only."""
    row, seats = blank(), len(stacks)
    row[SEATS], row[BUTTON] = seats, button
    row[START : START + seats] = stacks
    start_spot(rules.packed, row, street, pot)
    return row


def every_street(count: int) -> Ints:
    """[STREETS] the same number."""
    return np.full(STREETS, count, np.int64)


def plan_growth(
    rules: Rules,
    root: Row,
    menus: Sequence[Menu],
    menu: Sequence[Sequence[int]],
    limits: Limits,
    thresholds: tuple[float, float, float] = (0.0, 0.0, 0.0),
    hands: Sequence[int] = (1,) * STREETS,
    played: Sequence[Sequence[int]] = (),
) -> GrowthPlan:
    """A plan from sizes as they are read; `thresholds` force an all-in, add one, and merge sizes."""
    kinds, values, counts = _pack(menus)
    force, add, merging = (float(threshold) for threshold in thresholds)
    choice, kept = np.array(menu, np.int64), np.array(hands, np.int64)
    lines = _pack_lines(played)
    return GrowthPlan(rules.packed, root, limits, choice, kinds, values, counts, force, add, merging, kept, lines)


def _pack_lines(played: Sequence[Sequence[int]]) -> Ints:
    """Lines side by side, each with a NO_STEP behind it."""
    if len(played) > MOST_PLAYED:
        raise BadConfig(f"{len(played)} played lines: expected at most {MOST_PLAYED}")
    packed = np.full((len(played), max(map(len, played), default=0) + 1), NO_STEP, np.int64)
    for row, line in zip(packed, played, strict=True):
        row[: len(line)] = line
    return packed


def _pack(menus: Sequence[Menu]) -> tuple[Ints, Reals, Ints]:
    """Kinds, values and counts of sizes; shorter lists of levels repeat their last."""
    levels = max(len(street) for menu in menus for street in menu)
    places = max((len(level) for menu in menus for street in menu for level in street), default=0) + 1
    kinds = np.full((len(menus), STREETS, levels, places), NO_SIZE, np.int64)
    values, counts = np.zeros(kinds.shape), np.zeros(kinds.shape, np.int64)
    for number, menu in enumerate(menus):
        for street, own in enumerate(menu):
            for level in range(levels):
                for place, size in enumerate(own[min(level, len(own) - 1)]):
                    at = number, street, level, place
                    kinds[at], values[at], counts[at] = size.kind, size.value, size.count
    return kinds, values, counts
