"""A hand at a table of fewer seats: the nearest that a strategy for six knows of an early seat at a table of nine.

Those who have folded are taken out first, from the earliest on; then, as if they would fold, those right behind the
one who acts. The blinds stay, and so does everybody who has put chips in.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Reals

_NUMBERS = ("none", "one", "two", "three")


class SmallerTable(NamedTuple):
    """A hand at a table of fewer seats, with what differs in words, and which seats of the large table are kept."""

    hand: Hand
    notes: tuple[str, ...]
    kept: tuple[int, ...]

    def seen(self, seen: Observation, weights: Reals) -> tuple[Observation, Reals]:
        """What the actor sees there, and the ranges of those who are there."""
        assert self.hand.actor is not None
        return replace(self.hand.observation(self.hand.actor), cards=seen.cards), np.asarray(weights[list(self.kept)])


def smaller(hand: Hand, seats: int) -> SmallerTable | None:
    """The hand at a table of so many seats; None where too many are in it."""
    order = [(hand.button + 1 + place) % hand.seats for place in range(hand.seats)]
    doing = _doing(hand)
    free = [seat for seat in order if seat != hand.actor and not hand.setup.blinds[seat]]
    folded = [seat for seat in free if doing.get(seat) == {"fold"}]
    behind = [seat for seat in free if seat not in doing]
    out = [*folded, *behind][: hand.seats - seats]
    if len(out) < hand.seats - seats:
        return None
    kept = [seat for seat in order if seat not in out]
    found = Hand(_setup(hand, kept))
    for seat, choice in _told(hand):
        if seat in kept:
            found = found.act(choice)
    return SmallerTable(found, _notes(hand, len([seat for seat in out if seat in behind])), tuple(kept))


def _told(hand: Hand) -> list[tuple[int, Choice]]:
    movers = [event.seat for event in hand.events if event.is_decision and event.seat is not None]
    return list(zip(movers, hand.actions, strict=True))


def _doing(hand: Hand) -> dict[int, set[str]]:
    """What every seat has done: "fold", "call", or a raise."""
    found: dict[int, set[str]] = {}
    for seat, choice in _told(hand):
        found.setdefault(seat, set()).add(choice if isinstance(choice, str) else "raise")
    return found


def _setup(hand: Hand, kept: list[int]) -> Setup:
    """Seats are kept in order from the small blind, so the last of them has the button."""
    setup = hand.setup
    return replace(
        setup,
        stacks=tuple(setup.stacks[seat] for seat in kept),
        button=len(kept) - 1,
        blinds=tuple(setup.blinds[seat] for seat in kept),
        antes=tuple(setup.antes[seat] for seat in kept),
        deck=setup.deck[: setup.rules.hole_cards * len(kept)] + hand.board,
    )


def _notes(hand: Hand, behind: int) -> tuple[str, ...]:
    if not behind:
        return (f"a table of {hand.seats}, without those who folded first",)
    more = "one more player" if behind == 1 else f"{_NUMBERS[behind]} more players"
    return (f"a table of {hand.seats}, where {more} behind can still wake up with a hand: play somewhat tighter",)
