"""What one seat may know and do: a frozen copy, from which no other seat's cards can be reached."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gutshot.cards.card import Card
from gutshot.games.actions import NOTHING, Legal
from gutshot.games.events import Event
from gutshot.games.pots import Pot

if TYPE_CHECKING:
    from gutshot.games.hand import Hand


@dataclass(frozen=True)
class Observation:
    """One seat's view. Plain values only: numbers, strings, tuples of them.

    `history` is everything public, with this seat's own cards and nobody else's until they are shown.
    `legal` is falsy unless it is this seat's turn.
    """

    seat: int
    variant: str
    seats: int
    button: int
    street: int
    street_name: str
    actor: int | None
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    contributions: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    live: tuple[bool, ...]
    pot: int
    pots: tuple[Pot, ...]
    big_blind: int
    draws: tuple[tuple[int | None, ...], ...]
    history: tuple[Event, ...]
    legal: Legal

    @property
    def to_call(self) -> int:
        return self.legal.call or 0

    @property
    def is_my_turn(self) -> bool:
        return self.actor == self.seat


def observe(hand: "Hand", seat: int) -> Observation:
    """The view of one seat. Every value is copied out; the hand itself is not kept."""
    actor = hand.actor
    return Observation(
        seat=seat,
        variant=hand.rules.name,
        seats=hand.seats,
        button=hand.button,
        street=hand.street,
        street_name=hand.rules.streets[hand.street].name,
        actor=actor,
        cards=hand.cards(seat),
        board=hand.board,
        stacks=hand.stacks,
        bets=hand.bets,
        contributions=hand.contributions,
        starting_stacks=hand.setup.stacks,
        live=hand.live,
        pot=hand.pot,
        pots=hand.pots,
        big_blind=hand.rules.streets[0].bet,
        draws=hand.draws,
        history=tuple(event.seen_by(seat) for event in hand.events),
        legal=hand.legal if actor == seat else NOTHING,
    )
