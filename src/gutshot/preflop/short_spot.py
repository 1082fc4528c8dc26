"""Whether a real decision before the flop is one of jam or fold: read from the table, one row for each decision.

Only folds, all-ins and calls of all-ins make a line of jam or fold. A raise that covers everyone else's stack is an
all-in, and so is a call for the last chips. How deep a decision is, `blueprint.real_depth` says.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.real_betting import LOG_ACTION, LOG_SEAT, LOG_STREET
from gutshot.blueprint.real_depth import effective_stack, rivals_of
from gutshot.games.betting import CALL, FOLD, to_call
from gutshot.games.row import ACTOR, ANTE, BLIND, BUTTON, LIVE, SEATS, START, STREET, Row
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints

Logs = NDArray[np.int32]

POSTFLOP, JAM_LINE, OTHER_LINE = range(3)
# Columns of a spot. Seats count from the small blind, masks too; chips are the table's.
LINE, EFFECTIVE, PLAYERS, HERO, INSIDE, LEFT, LEAST, MOST, SMALL_BLIND, ANTES, OWES, DEEP_BEHIND = range(12)
SPOT_SIZE = 12


class StackLimit(NamedTuple):
    """The big blind, and from how many chips on a stack behind counts as deep."""

    big: int
    short: int


@kernel
def read_spots(views: Ints, logs: Logs, lengths: Ints, blinds: StackLimit, spots: Ints) -> None:
    """Fill `spots` [n, SPOT_SIZE] from what the table shows."""
    for i in range(len(views)):
        read_spot(views[i], logs[i], lengths[i], blinds, spots[i])


@kernel
def read_spot(view: Row, log: Logs, count: int, blinds: StackLimit, spot: Row) -> None:
    """One decision."""
    seats, hero = view[SEATS], view[ACTOR]
    first = view[BUTTON] if seats == 2 else (view[BUTTON] + 1) % seats
    inside, is_jam_line = _inside(view, log, count, blinds.big, first)
    effective = effective_stack(view, rivals_of(view, inside))
    spot[LINE] = POSTFLOP if view[STREET] > 0 else JAM_LINE if is_jam_line else OTHER_LINE
    spot[EFFECTIVE], spot[PLAYERS], spot[HERO] = effective, seats, (hero - first + seats) % seats
    spot[INSIDE] = spot[LEFT] = spot[ANTES] = spot[DEEP_BEHIND] = 0
    spot[LEAST], spot[MOST] = view[START + hero], view[START + hero]
    for place in range(seats):
        seat = (first + place) % seats
        spot[ANTES] += view[ANTE + seat]
        if view[LIVE] >> seat & 1:
            spot[LEFT] |= 1 << place
            spot[INSIDE] |= (seat != hero and inside >> seat & 1 == 1) << place
            spot[LEAST] = min(spot[LEAST], view[START + seat])
            spot[MOST] = max(spot[MOST], view[START + seat])
            if seat != hero and not (inside >> seat & 1):
                spot[DEEP_BEHIND] |= min(view[START + hero], view[START + seat]) > blinds.short
    spot[SMALL_BLIND], spot[OWES] = view[BLIND + first], to_call(view)


@kernel
def _inside(view: Row, log: Logs, count: int, big_blind: int, first: int) -> tuple[int, bool]:
    """Who has called or raised before the flop, and whether that was jam or fold."""
    seats, high, inside, out, is_jam_line = view[SEATS], big_blind, 0, 0, True
    for seat in range(seats):
        is_blind = seat == first or seat == (first + 1) % seats
        is_jam_line = is_jam_line and (is_blind or view[BLIND + seat] == 0)
    for i in range(count):
        seat, action = log[i, LOG_SEAT], log[i, LOG_ACTION]
        if log[i, LOG_STREET] > 0:
            break
        most = view[START + seat] - view[ANTE + seat]
        if action == FOLD:
            out |= 1 << seat
            continue
        if action == CALL:
            is_jam_line = is_jam_line and (inside != 0 or most <= high)
        else:
            high = action
            is_jam_line = is_jam_line and action >= min(most, _most_of_others(view, out | 1 << seat))
        inside |= 1 << seat
    return inside, is_jam_line


@kernel
def _most_of_others(view: Row, but: int) -> int:
    """The largest bet that any player outside a mask could make."""
    most = 0
    for seat in range(view[SEATS]):
        if not but >> seat & 1:
            most = max(most, view[START + seat] - view[ANTE + seat])
    return int(most)
