"""Rows that come from outside: whether the kernels that decide by them stay within their bounds."""

import numpy as np
from numpy.typing import NDArray

from gutshot.errors import MalformedInput
from gutshot.games.public_record import RECORD_SIZE
from gutshot.games.row import (
    ACTOR,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    DECK_CARDS,
    HOLE,
    MAX_BOARD,
    MAX_HOLE,
    MAX_SEATS,
    MAX_STREETS,
    NO_CARD,
    SEATS,
    SIZE,
    STREET,
    Row,
)
from gutshot.games.rules import RULES_SIZE
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints

_LOG_COLUMNS = 3


def require_rows(rules: Row, views: Ints, logs: NDArray[np.int32], lengths: Ints, *per_row: Ints) -> None:
    """MalformedInput unless these are decisions of hold'em as a table keeps them, one for each row of `views`."""
    count, shapes = len(views), (rules.shape, views.shape, logs.shape[::2], lengths.shape)
    if shapes != ((RULES_SIZE,), (count, SIZE), (count, _LOG_COLUMNS), (count,)):
        told = ", ".join(str(list(array.shape)) for array in (rules, views, logs, lengths))
        raise MalformedInput(f"rules, views, logs and lengths have shapes {told}: see gutshot.agents.agent.RowAgent")
    for array in per_row:
        if array.shape not in ((count,), (count, RECORD_SIZE)):
            raise MalformedInput(f"an array of shape {list(array.shape)} beside {count} views: expected a row for each")
    wrong = _first_wrong(views, logs, lengths)
    if wrong < count:
        raise MalformedInput(f"row {wrong} is no decision of hold'em: no seat, card, street or length may be so")


@kernel
def _first_wrong(views: Ints, logs: NDArray[np.int32], lengths: Ints) -> int:
    """The first row that would lead a kernel out of its arrays; how many there are if none would."""
    for i in range(len(views)):
        if not (_is_table(views[i]) and _is_dealt(views[i]) and _is_log(views[i], logs[i], lengths[i])):
            return i
    return len(views)


@kernel
def _is_table(view: Row) -> bool:
    seats = view[SEATS]
    if not 2 <= seats <= MAX_SEATS or not 0 <= view[STREET] < MAX_STREETS:
        return False
    return bool(0 <= view[ACTOR] < seats and 0 <= view[BUTTON] < seats)


@kernel
def _is_dealt(view: Row) -> bool:
    hole = HOLE + MAX_HOLE * view[ACTOR]
    if not 0 <= view[BOARD_COUNT] <= MAX_BOARD or view[hole] == view[hole + 1]:
        return False
    for place in range(MAX_HOLE):
        least = 0 if place < 2 else NO_CARD
        if not least <= view[hole + place] < DECK_CARDS:
            return False
    lowest, highest = 0, 0
    for place in range(view[BOARD_COUNT]):
        lowest, highest = min(lowest, view[BOARD + place]), max(highest, view[BOARD + place])
    return bool(lowest >= 0 and highest < DECK_CARDS)


@kernel
def _is_log(view: Row, log: NDArray[np.int32], length: int) -> bool:
    if not 0 <= length <= len(log):
        return False
    for place in range(length):
        if not 0 <= log[place, 0] < view[SEATS] or not 0 <= log[place, 1] < MAX_STREETS:
            return False
    return True
