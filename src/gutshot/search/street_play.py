"""The present street of a real hand as a solver sees it: two players or three, the chips, and what was done so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from gutshot.cards.card import Card
from gutshot.games.actions import Action, ActionKind, action_of, name_action
from gutshot.games.hand import Hand


@dataclass(frozen=True)
class StreetPlay:
    """A street with two players who can bet; amounts are the table's chips, at most the shorter stack.

    It is the two players' from its beginning, or from where the third of them folded. What the two had bet by then is
    `settled`: the first of the actions, told as if they had been alone, which nobody can choose again. While there are
    three, it is theirs from its beginning, and each may bet his own stack.
    """

    first: int  # of the hand's public positions, where the two are alone
    street: int
    board: tuple[Card, ...]
    seats: tuple[int, ...]  # in order of action
    pot: int  # before the actions, with what others have left in it
    stacks: tuple[int, ...]  # of two, the shorter one for both
    actions: tuple[Action, ...]
    actor: int = 0  # the place of who acts next
    settled: int = 0

    @property
    def stack(self) -> int:
        """The most that anybody can bet."""
        return max(self.stacks)

    @property
    def players(self) -> int:
        """How many."""
        return len(self.seats)

    def player(self, seat: int) -> int:
        """The seat's place in order of action."""
        return self.seats.index(seat)

    def action(self, hand: Hand, number: int) -> Action:
        """A choice at one of the street's decisions, by the solver's name."""
        found = action_of(hand.row, number)
        return found if hand.actor is None else _capped(found, self.stacks[self.player(hand.actor)])

    def wished(self, amount: int) -> Action:
        """A bet or raise to an amount by who acts next, at most his stack, by the solver's name."""
        most = self.stacks[self.actor]
        return name_action(min(amount, most), 0, 0, most)


def street_play(hands: Sequence[Hand]) -> StreetPlay | None:
    """The street of the last of the public positions; None before the flop, or while more than three are in it."""
    now = hands[-1]
    if now.street == 0 or now.is_over:
        return None
    begun = next(place for place, hand in enumerate(hands) if hand.street == now.street)
    first = next((place for place in range(begun, len(hands)) if sum(hands[place].live) == 2), None)
    if first is None:
        return _three_play(hands, begun)
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
    return StreetPlay(
        first, now.street, start.board, (oop, ip), pot, (stack, stack), (*settled, *actions), settled=len(settled)
    )


def _three_play(hands: Sequence[Hand], begun: int) -> StreetPlay | None:
    """The same while three are left; None where there were more when the street began, or one of them is all-in."""
    start, now = hands[begun], hands[-1]
    order = [(start.button + 1 + place) % start.seats for place in range(start.seats)]
    seats = tuple(seat for seat in order if start.live[seat])
    stacks = tuple(start.stacks[seat] for seat in seats)
    if len(seats) != 3 or min(stacks) <= 0:
        return None
    actions = tuple(
        action_of(before.row, before.verify(after.actions[-1]))
        for before, after in zip(hands[begun:], hands[begun + 1 :], strict=False)
    )
    actor = seats.index(now.actor) if now.actor is not None else 0
    return StreetPlay(begun, now.street, start.board, seats, start.pot, stacks, actions, actor)


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
