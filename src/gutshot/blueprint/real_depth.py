"""How deep a real decision is: the effective stack of the pot, counted from before the blinds.

It is the most that the actor can win or lose against the players who matter: before the flop those who have called or
raised, or all who are still in if none has; after the flop the players in the pot.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.place_tables import BIG_BLIND_AT, TreePlaces
from gutshot.blueprint.placing import NO_SEAT, seat_of
from gutshot.blueprint.real_betting import LOG_ACTION, LOG_SEAT, LOG_STREET
from gutshot.games.betting import FOLD
from gutshot.games.row import ACTOR, BUTTON, LIVE, SEATS, START, STREET, Row
from gutshot.kernel import kernel

Logs = NDArray[np.int32]
SAME_DEPTH = 0.02
"""Stacks that differ by less are the same."""


@kernel
def entered(log: Logs, count: int) -> int:
    """The mask of seats that have called or raised before the flop."""
    inside = 0
    for i in range(count):
        if log[i, LOG_STREET] > 0:
            break
        if log[i, LOG_ACTION] != FOLD:
            inside |= 1 << log[i, LOG_SEAT]
    return inside


@kernel
def rivals_of(view: Row, inside: int) -> int:
    """The mask of those who matter to the actor."""
    others = view[LIVE] & ~(1 << view[ACTOR])
    return int(others & inside if view[STREET] == 0 and others & inside else others)


@kernel
def effective_stack(view: Row, rivals: int) -> int:
    """Chips, from before the blinds."""
    most = 0
    for seat in range(view[SEATS]):
        if rivals >> seat & 1:
            most = max(most, view[START + seat])
    return int(min(view[START + view[ACTOR]], most))


@kernel
def tree_stack(places: TreePlaces, view: Row, rivals: int) -> int:
    """The effective stack of the same seats in a bundle's tree, in the tree's chips."""
    seats, own = view[SEATS], len(places.stacks)
    hero = seat_of((view[ACTOR] - view[BUTTON] + seats) % seats, seats, own)
    most, mine = 0, 0
    for seat in range(seats):
        place = seat_of((seat - view[BUTTON] + seats) % seats, seats, own)
        if rivals >> seat & 1 and place != NO_SEAT:
            most = max(most, places.stacks[place])
    for place in range(own):
        if hero == NO_SEAT or place == hero:
            mine = max(mine, places.stacks[place])
    return int(min(mine, most) if most > 0 else mine)


@kernel
def fits_depth(places: TreePlaces, unit: int, view: Row, log: Logs, count: int) -> bool:
    """Whether the table is as deep as the bundle's tree; `unit` is the big blind."""
    rivals = rivals_of(view, entered(log, count))
    real = effective_stack(view, rivals) / unit
    own = tree_stack(places, view, rivals) / places.facts[BIG_BLIND_AT]
    return bool(abs(real - own) <= SAME_DEPTH * own)
