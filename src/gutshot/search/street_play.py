"""The present street of a real hand as a solver sees it: two players, the chips, and what was done so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from gutshot.cards.card import Card
from gutshot.games.actions import Action, action_of, name_action
from gutshot.games.hand import Hand


@dataclass(frozen=True)
class StreetPlay:
    """A street that began with two players who can bet; amounts are the table's chips, at most the shorter stack."""

    first: int  # of the hand's public positions, where the street begins
    street: int
    board: tuple[Card, ...]
    seats: tuple[int, int]  # out of position, in position
    pot: int
    stack: int
    actions: tuple[Action, ...]

    def player(self, seat: int) -> int:
        """0 out of position, 1 in position."""
        return self.seats.index(seat)

    def action(self, hand: Hand, number: int) -> Action:
        """A choice at one of the street's decisions, by the solver's name."""
        return _capped(action_of(hand.rules, hand.row, number), self.stack)


def street_play(hands: Sequence[Hand]) -> StreetPlay | None:
    """The street of the last of the public positions; None before the flop, or where more than two began it."""
    now = hands[-1]
    if now.street == 0 or now.is_over:
        return None
    first = next(place for place, hand in enumerate(hands) if hand.street == now.street)
    start = hands[first]
    order = [(start.button + 1 + place) % start.seats for place in range(start.seats)]
    seats = [seat for seat in order if start.live[seat]]
    if len(seats) != 2:
        return None
    stack = min(start.stacks[seat] for seat in seats)
    actions = tuple(
        _capped(action_of(before.rules, before.row, before.verify(after.actions[-1])), stack)
        for before, after in zip(hands[first:], hands[first + 1 :], strict=False)
    )
    return StreetPlay(first, now.street, start.board, (seats[0], seats[1]), start.pot, stack, actions)


def _capped(action: Action, stack: int) -> Action:
    """Nobody bets more than the shorter stack in a spot."""
    return name_action(stack, 0, 0, stack) if action.amount >= stack else action
