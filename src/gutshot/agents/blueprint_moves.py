"""The betting of a real hand in the terms of a betting tree: seats from the button, raises as shares of the pot."""

from dataclasses import dataclass

from gutshot.games.betting import CALL, FOLD
from gutshot.games.events import Kind
from gutshot.games.observation import Observation

RAISE = 1
NOBODY = -1


@dataclass(frozen=True)
class Move:
    """One action. `seat` counts from the button; `share` is the raise over the bet faced, in pots after calling."""

    street: int
    seat: int
    action: int  # FOLD, CALL (or check) or RAISE
    share: float = 0.0


@dataclass(frozen=True)
class Betting:
    """All moves of a hand, and where they have led: chips are the table's."""

    moves: tuple[Move, ...]
    faced: int  # the highest bet of this street
    aggressor: int  # who bet or raised last in the hand, from the button, or NOBODY
    raises: int  # bets and raises of this street
    aggressor_before: int  # who had bet or raised last when this street began
    pot_before: int  # what was in the middle then


def betting_of(seen: Observation) -> Betting:
    """Read the public history once."""
    seats, button = seen.seats, seen.button
    bets, pot, faced, street, raises = [0] * seats, 0, 0, 0, 0
    aggressor = before = NOBODY
    pot_before = 0
    moves = []
    for event in seen.history:
        kind, seat = event.kind, event.seat
        if event.street != street:
            street, faced, raises, bets = event.street, 0, 0, [0] * seats
            before, pot_before = aggressor, pot
        if seat is None:
            continue
        if kind is Kind.FOLD:
            moves.append(Move(street, (seat - button) % seats, FOLD))
        elif kind is Kind.CHECK or kind is Kind.CALL:
            moves.append(Move(street, (seat - button) % seats, CALL))
            pot, bets[seat] = pot + event.amount, bets[seat] + event.amount
        elif kind is Kind.BET or kind is Kind.RAISE:
            aggressor, raises = (seat - button) % seats, raises + 1
            share = (event.raise_to - faced) / max(pot + faced - bets[seat], 1)
            moves.append(Move(street, aggressor, RAISE, share))
            pot, bets[seat], faced = pot + event.amount, event.raise_to, event.raise_to
        elif kind is Kind.BLIND:
            pot, bets[seat] = pot + event.amount, bets[seat] + event.amount
            faced = max(faced, bets[seat])
        elif kind is Kind.ANTE:
            pot += event.amount
        elif kind is Kind.REFUND:
            pot -= event.amount
    return Betting(tuple(moves), faced, aggressor, raises, before, pot_before)
