"""Seats around the table: position names, blinds, order from the button. Modular arithmetic only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType

from gutshot.errors import BadConfig
from gutshot.games.row import MAX_SEATS

Seat = NewType("Seat", int)

_BACK_FROM_BUTTON = ("BTN", "CO", "HJ", "LJ")


def require_table(seats: int, button: int) -> None:
    """BadConfig unless there are 2 to 10 seats and the button is at one of them."""
    if not 2 <= seats <= MAX_SEATS:
        raise BadConfig(f"{seats} seats: a table has 2 to {MAX_SEATS}")
    if not 0 <= button < seats:
        raise BadConfig(f"button at seat {button}: expected 0 to {seats - 1}")


def order(seats: int, button: int) -> tuple[Seat, ...]:
    """All seats clockwise from the left of the button; the button comes last."""
    return tuple(Seat((button + 1 + step) % seats) for step in range(seats))


def small_blind(seats: int, button: int) -> Seat:
    """The left of the button, or the button itself heads-up."""
    return Seat(button if seats == 2 else (button + 1) % seats)


def big_blind(seats: int, button: int) -> Seat:
    """The seat that posts it."""
    return Seat((small_blind(seats, button) + 1) % seats)


def position_names(seats: int) -> tuple[str, ...]:
    """Names by distance from the button clockwise: BTN, SB, BB, then UTG to CO."""
    require_table(seats, 0)
    if seats == 2:
        return ("BTN/SB", "BB")
    others = seats - 3
    late = _BACK_FROM_BUTTON[1 : 1 + min(others - (others > 2), 3)][::-1]
    early = tuple(f"UTG+{k}" if k else "UTG" for k in range(others - len(late)))
    return ("BTN", "SB", "BB") + early + late


def position(seat: int, seats: int, button: int) -> str:
    """`position(0, 6, button=0)` -> "BTN"."""
    return position_names(seats)[(seat - button) % seats]


def forced_bets(amounts: Sequence[int], seats: int, button: int) -> tuple[int, ...]:
    """What each seat owes when blinds (and straddles) are posted in turn from the small blind."""
    if len(amounts) > seats:
        raise BadConfig(f"{len(amounts)} blinds and straddles for {seats} seats: at most one each")
    owed = [0] * seats
    for step, amount in enumerate(amounts):
        owed[(small_blind(seats, button) + step) % seats] = amount
    return tuple(owed)


@dataclass(frozen=True)
class Blinds:
    """Where the button and blinds are. With a dead button the first two may be empty seats."""

    button: int
    small: int
    big: int


def _next_taken(taken: Sequence[bool], chair: int) -> int:
    chairs = len(taken)
    return next(c % chairs for c in range(chair + 1, chair + 1 + chairs) if taken[c % chairs])


def _require_two(taken: Sequence[bool]) -> None:
    if sum(taken) < 2:
        raise BadConfig(f"{sum(taken)} players with chips: the next hand needs two")


def first_blinds(taken: Sequence[bool], button: int) -> Blinds:
    """The blinds of the first hand, with the button at a taken chair."""
    _require_two(taken)
    small = button if sum(taken) == 2 else _next_taken(taken, button)
    return Blinds(button, small, _next_taken(taken, small))


def move_button(taken: Sequence[bool], last: Blinds) -> Blinds:
    """Moving button: the next player gets it, and the blinds follow him."""
    _require_two(taken)
    return first_blinds(taken, _next_taken(taken, last.button))


def dead_button(taken: Sequence[bool], last: Blinds) -> Blinds:
    """Dead button: the big blind moves to the next player; small blind and button follow, if need be onto empty seats.

    No player pays a blind twice in a row or misses one. `taken` says which seats still have chips.
    """
    _require_two(taken)
    big = _next_taken(taken, last.big)
    if sum(taken) == 2:
        other = _next_taken(taken, big)
        return Blinds(other, other, big)
    return Blinds(last.small, last.big, big)


def seated(taken: Sequence[bool], where: Blinds, amounts: tuple[int, int]) -> tuple[int, tuple[int, ...]]:
    """The button and each seat's blind when only the taken seats are dealt in, numbered in order.

    For the order of action, a button on an empty seat belongs to the last player before it.
    """
    chairs = [chair for chair, there in enumerate(taken) if there]
    last_to_act = max(chairs, key=lambda chair: (chair - where.button - 1) % len(taken))
    owed = {where.small: amounts[0], where.big: amounts[1]}
    return chairs.index(last_to_act), tuple(owed.get(chair, 0) for chair in chairs)
