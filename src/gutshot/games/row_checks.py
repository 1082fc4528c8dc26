"""Rows that come from outside: whether the kernels that decide by them stay within their bounds."""

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import MalformedInput
from gutshot.games.betting import FOLD
from gutshot.games.public_record import RECORD_SIZE
from gutshot.games.row import (
    ACTOR,
    ANTE,
    ANTED,
    BET,
    BLIND,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    DEAD,
    DECK_CARDS,
    HIGH,
    HOLE,
    LAST_RAISE,
    MAX_HOLE,
    MAX_SEATS,
    MIN_TO,
    PAID,
    POT,
    RAISES,
    SEATS,
    SHORTS,
    SIZE,
    STACK,
    START,
    STREET,
    Row,
)
from gutshot.games.rules import BET_SIZE, RULES_SIZE
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints

_LOG_COLUMNS = 3
_STREETS = 4
_MOST_CHIPS = 1 << 50
_CHIPS = np.array([HIGH, LAST_RAISE, MIN_TO, SHORTS, RAISES, POT, DEAD], np.int64)
_CHIPS_OF_SEATS = np.array([STACK, BET, PAID, START, ANTE, BLIND, ANTED], np.int64)


def require_rows(
    rules: Row, views: Ints, logs: NDArray[np.int32], lengths: Ints, numbers: Ints, records: Ints | None = None
) -> None:
    """MalformedInput unless these are decisions of hold'em as a table keeps them, one for each row of `views`."""
    count, shapes = views.shape[:1], (rules.shape, views.shape, logs.shape[:1], logs.shape[2:], lengths.shape)
    if shapes != ((RULES_SIZE,), (*count, SIZE), count, (_LOG_COLUMNS,), count):
        told = ", ".join(str(list(array.shape)) for array in (rules, views, logs, lengths))
        raise MalformedInput(f"rules, views, logs and lengths have shapes {told}: see gutshot.agents.agent.RowAgent")
    if numbers.shape != count:
        raise MalformedInput(f"numbers have shape {list(numbers.shape)}: expected {list(count)}, one for each view")
    if records is not None and records.shape != (*count, RECORD_SIZE):
        raise MalformedInput(f"records have shape {list(records.shape)}: expected {[*count, RECORD_SIZE]}")
    if not 0 < rules[BET_SIZE] <= _MOST_CHIPS:
        raise MalformedInput(f"rules with a big blind of {rules[BET_SIZE]}: expected `packed` of rules of hold'em")
    wrong = _first_wrong(views, logs, lengths)
    if wrong < len(views):
        raise MalformedInput(f"row {wrong} is no decision of hold'em: no seat, card, street, chips or length may be so")


@kernel
def _first_wrong(views: Ints, logs: NDArray[np.int32], lengths: Ints) -> int:
    """The first row that would lead a kernel out of its arrays; how many there are if none would."""
    for i in range(len(views)):
        view = views[i]
        if not (_is_table(view) and _is_dealt(view) and _is_paid(view) and _is_log(view, logs[i], lengths[i])):
            return i
    return len(views)


@kernel
def _is_table(view: Row) -> bool:
    seats = view[SEATS]
    if not 2 <= seats <= MAX_SEATS or not 0 <= view[STREET] < _STREETS:
        return False
    return bool(0 <= view[ACTOR] < seats and 0 <= view[BUTTON] < seats)


@kernel
def _is_dealt(view: Row) -> bool:
    """Two cards of one's own and the board of the street, all of the deck and all different."""
    hole, street = HOLE + MAX_HOLE * view[ACTOR], view[STREET]
    if view[BOARD_COUNT] != (street + 2 if street > 0 else 0):
        return False
    held = 0
    for place in range(2 + view[BOARD_COUNT]):
        card = view[hole + place] if place < 2 else view[BOARD + place - 2]
        if not 0 <= card < DECK_CARDS or held >> card & 1:
            return False
        held |= 1 << card
    return True


@kernel
def _is_paid(view: Row) -> bool:
    """Chips are counted from 0, not so many that sums go wrong, and those of a seat are what it began with."""
    for column in _CHIPS:
        if not 0 <= view[column] <= _MOST_CHIPS:
            return False
    for seat in range(view[SEATS]):
        for block in _CHIPS_OF_SEATS:
            if not 0 <= view[block + seat] <= _MOST_CHIPS:
                return False
        if view[STACK + seat] + view[PAID + seat] != view[START + seat] or view[BET + seat] > view[HIGH]:
            return False
        if view[ANTE + seat] + view[BLIND + seat] > view[START + seat]:
            return False
    return True


@kernel
def _is_log(view: Row, log: NDArray[np.int32], length: int) -> bool:
    if not 0 <= length <= len(log):
        return False
    for place in range(length):
        if not 0 <= log[place, 0] < view[SEATS] or not 0 <= log[place, 1] < _STREETS:
            return False
        if not FOLD <= log[place, 2] <= view[START + log[place, 0]]:
            return False
    return True
