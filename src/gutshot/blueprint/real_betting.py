"""The betting of a real hand in the terms of a betting tree: seats from the button, raises as shares of the pot."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.games.betting import CALL
from gutshot.games.observation import Observation
from gutshot.games.row import ANTE, BLIND, BUTTON, MAX_SEATS, SEATS, START, STREET, Row
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals

RAISE = 1
NOBODY = -1

# Columns of a log: what a table writes down of every action, the last as its number.
LOG_SEAT, LOG_STREET, LOG_ACTION = 0, 1, 2
LOG_SIZE = 3

# Columns of `moves`: the seat counts from the button, the action is FOLD, CALL (or check) or RAISE.
MOVE_STREET, MOVE_SEAT, MOVE_ACTION = 0, 1, 2
MOVE_SIZE = 3


class HandBetting(NamedTuple):
    """Where the moves of a hand have led: chips are the table's, seats count from the button."""

    faced: int  # the highest bet of this street
    aggressor: int  # who bet or raised last in the hand, or NOBODY
    raises: int  # bets and raises of this street
    aggressor_before: int  # who had bet or raised last when this street began
    pot_before: int  # what was in the middle then


@kernel
def read_betting(view: Row, log: NDArray[np.int32], count: int, moves: Ints, shares: Reals) -> HandBetting:
    """Fill `moves` [count, MOVE_SIZE] and the raises' `shares` in pots after calling from the log of a hand."""
    seats, button = view[SEATS], view[BUTTON]
    bets, left = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    pot, faced, street, raises = 0, 0, 0, 0
    for seat in range(seats):
        ante, blind = view[ANTE + seat], view[BLIND + seat]
        bets[seat], left[seat] = blind, view[START + seat] - ante - blind
        pot, faced = pot + ante + blind, max(faced, blind)
    aggressor, before, pot_before = NOBODY, NOBODY, 0
    for i in range(count):
        seat, action = log[i, LOG_SEAT], log[i, LOG_ACTION]
        if log[i, LOG_STREET] != street:
            street, faced, raises, before, pot_before = log[i, LOG_STREET], 0, 0, aggressor, pot
            bets[:] = 0
        own = (seat - button + seats) % seats
        moves[i, MOVE_STREET], moves[i, MOVE_SEAT], moves[i, MOVE_ACTION] = street, own, min(action, RAISE)
        shares[i], paid = 0.0, 0
        if action == CALL:
            paid = min(faced - bets[seat], left[seat])
        elif action > CALL:
            aggressor, raises = own, raises + 1
            shares[i] = (action - faced) / max(pot + faced - bets[seat], 1)
            paid, faced = action - bets[seat], action
        pot, bets[seat], left[seat] = pot + paid, bets[seat] + paid, left[seat] - paid
    if view[STREET] != street:
        faced, raises, before, pot_before = 0, 0, aggressor, pot
    return HandBetting(faced, aggressor, raises, before, pot_before)


def log_of(seen: Observation) -> NDArray[np.int32]:
    """[actions, LOG_SIZE] the log that a table would have kept of the public history."""
    rows = [(event.seat, event.street, event.number) for event in seen.history if event.is_betting]
    return np.array(rows, np.int32).reshape(-1, LOG_SIZE)
