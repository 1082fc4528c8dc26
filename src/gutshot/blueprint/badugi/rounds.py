"""A heads-up betting round of fixed limit: its ten turns, and what every action leads to.

A turn is told by how many bets and raises there have been and who acts, the first or the second to act: every line
without a fold leads to another one. So within a round nothing is forgotten.
"""

from typing import NamedTuple

from gutshot.games.betting import CALL, FOLD

CAP = 4
TURNS = 2 * (CAP + 1)
BUTTON, BIG_BLIND = 0, 1
STREETS = 4
SMALL_BETS = (1, 1, 2, 2)
"""What a bet costs on each street, in small bets."""
RAISE = 1
"""A bet or a raise: there is only one size."""


class RoundStep(NamedTuple):
    """Where an action leads: to a turn, or to the end of the round or the hand."""

    action: int  # FOLD, CALL (or check) or RAISE
    turn: int  # -1 at an end
    folded: int  # who has folded, the first (0) or the second to act; -1
    raises: int
    aggressor: int  # at the end of a round who bet or raised last, 0 or 1; -1 for nobody


def turn_of(raises: int, role: int) -> int:
    """The number of a turn."""
    return 2 * raises + role


def seat_in_role(street: int, role: int) -> int:
    """Before the first draw the button acts first, later the big blind."""
    return role if street == 0 else 1 - role


def faces_bet(street: int, turn: int) -> bool:
    """Whether there is something to call."""
    return turn >= 2 or (street == 0 and turn == 0)


def steps(street: int, turn: int) -> tuple[RoundStep, ...]:
    """What may be done at a turn."""
    raises, role = divmod(turn, 2)
    found = [RoundStep(FOLD, -1, role, raises, -1)] if faces_bet(street, turn) else []
    if turn == 0:
        found.append(RoundStep(CALL, turn_of(0, 1), -1, 0, -1))
    else:
        found.append(RoundStep(CALL, -1, -1, raises, 1 - role if raises else -1))
    if raises < CAP:
        found.append(RoundStep(RAISE, turn_of(raises + 1, 1 - role), -1, raises + 1, -1))
    return tuple(found)


def widths(street: int) -> tuple[int, ...]:
    """How many actions each turn has."""
    return tuple(len(steps(street, turn)) for turn in range(TURNS))


def level(street: int, pot: int, raises: int) -> int:
    """What a seat that has matched so many bets has put in, in small bets; `pot` is each seat's share before."""
    return (1 if street == 0 else pot) + raises * SMALL_BETS[street]


def most_paid(street: int) -> int:
    """The most a seat can have put in when a street begins, in small bets."""
    return 1 + CAP * sum(SMALL_BETS[:street]) if street else 0
