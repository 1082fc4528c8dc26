"""The present street of a real hand as a solver sees it: two players, the chips, and what was done so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from gutshot.cards.card import Card
from gutshot.games.actions import Action, ActionKind, action_of, name_action
from gutshot.games.hand import Hand


@dataclass(frozen=True)
class StreetPlay:
    """A street with two players who can bet; amounts are the table's chips, at most the shorter stack.

    It is the two players' from its beginning, or from where the third of them folded. What the two had bet by then is
    `settled`: the first of the actions, told as if they had been alone, which nobody can choose again.
    """

    first: int  # of the hand's public positions, where the two are alone
    street: int
    board: tuple[Card, ...]
    seats: tuple[int, int]  # out of position, in position
    pot: int  # before the actions, with what others have left in it
    stack: int
    actions: tuple[Action, ...]
    settled: int = 0

    def player(self, seat: int) -> int:
        """0 out of position, 1 in position."""
        return self.seats.index(seat)

    def action(self, hand: Hand, number: int) -> Action:
        """A choice at one of the street's decisions, by the solver's name."""
        return _capped(action_of(hand.row, number), self.stack)


def street_play(hands: Sequence[Hand]) -> StreetPlay | None:
    """The street of the last of the public positions; None before the flop, or while more than two are in it."""
    now = hands[-1]
    if now.street == 0 or now.is_over:
        return None
    begun = next(place for place, hand in enumerate(hands) if hand.street == now.street)
    first = next((place for place in range(begun, len(hands)) if sum(hands[place].live) == 2), None)
    if first is None:
        return None
    start = hands[first]
    order = [(start.button + 1 + place) % start.seats for place in range(start.seats)]
    oop, ip = (seat for seat in order if start.live[seat])
    bets = (start.bets[oop], start.bets[ip])
    stack = min(start.stacks[oop] + bets[0], start.stacks[ip] + bets[1])
    settled = () if first == begun else _settled(bets, start.actor == oop, stack)
    actions = tuple(
        _capped(action_of(before.row, before.verify(after.actions[-1])), stack)
        for before, after in zip(hands[first:], hands[first + 1 :], strict=False)
    )
    pot = start.pot - sum(bets)
    return StreetPlay(first, now.street, start.board, (oop, ip), pot, stack, (*settled, *actions), len(settled))


def _settled(bets: tuple[int, int], acts_first: bool, stack: int) -> tuple[Action, ...]:
    """Actions of two players that lead to these bets, with the player out of position to act, or the other."""
    amounts = [amount for amount in sorted(bets) if amount > 0]
    if acts_first == bool(len(amounts) % 2):  # an even number of actions leads to the player who acts first
        amounts.insert(0, 0)
    found = []
    for before, amount in zip([0, *amounts], amounts, strict=False):
        found.append(_capped(name_action(amount, before, 0, stack), stack) if amount else Action(ActionKind.CHECK))
    return tuple(found)


def _capped(action: Action, stack: int) -> Action:
    """Nobody bets more than the shorter stack in a spot."""
    return name_action(stack, 0, 0, stack) if action.amount >= stack else action
