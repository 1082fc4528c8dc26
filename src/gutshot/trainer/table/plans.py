"""Pre-actions: what a person has chosen to do when his turn comes, while others are still to act.

A plan is for his next decision alone. What is no longer possible then, such as a check after a bet or a call of a price
that has risen, is dropped, and he decides himself.
"""

from dataclasses import dataclass
from enum import StrEnum

from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.trainer.table.setup import YOU
from gutshot.trainer.table.table import Table


class Plan(StrEnum):
    """Check or fold; check only; call this price only; check or call whatever comes."""

    CHECK_FOLD = "check_fold"
    CHECK = "check"
    CALL = "call"
    CALL_ANY = "call_any"


@dataclass(frozen=True)
class Planned:
    """A plan with the hand it is for, and the price of a call when it was made."""

    plan: Plan
    hand: int
    price: int


def price(hand: Hand, seat: int) -> int:
    """What a call would cost the seat now."""
    return min(max(hand.bets) - hand.bets[seat], hand.stacks[seat])


def offered(table: Table) -> tuple[Plan, ...]:
    """What can be planned now: nothing on your own turn, once you are out or all-in, or while cards are drawn."""
    hand, seat = table.hand, table.seat_of(YOU)
    if seat is None or hand.actor is None or hand.actor == seat or hand.is_drawing:
        return ()
    if not hand.live[seat] or hand.stacks[seat] == 0:
        return ()
    middle = Plan.CALL if price(hand, seat) else Plan.CHECK
    return Plan.CHECK_FOLD, middle, Plan.CALL_ANY


def choice_for(planned: Planned, table: Table) -> Choice | None:
    """What the plan says on the person's turn; None where it does not fit any more."""
    legal = table.hand.legal
    if planned.hand != table.deal.number or legal.draw is not None:
        return None
    if legal.check:
        return None if planned.plan is Plan.CALL else "check"
    if planned.plan is Plan.CHECK_FOLD:
        return "fold"
    fits = planned.plan is Plan.CALL_ANY or (planned.plan is Plan.CALL and legal.call == planned.price)
    return "call" if fits else None
