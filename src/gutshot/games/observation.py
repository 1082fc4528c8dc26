"""What one seat may know and do: a frozen copy, from which no other seat's cards can be reached."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gutshot.arguments import checked_fields
from gutshot.cards.card import Card
from gutshot.errors import BadConfig
from gutshot.games.actions import NOTHING, Legal
from gutshot.games.events import Event, hole_cards
from gutshot.games.pots import Pot
from gutshot.games.row import (
    ACTOR,
    BET,
    BOARD,
    BOARD_COUNT,
    DECK_CARDS,
    DRAWN,
    LIVE,
    MAX_BOARD,
    MAX_HOLE,
    MAX_SEATS,
    MAX_STREETS,
    NO_DRAW,
    PAID,
    POT,
    STACK,
    STREET,
)

if TYPE_CHECKING:
    from gutshot.games.hand import Hand


@checked_fields
@dataclass(frozen=True)
class Observation:
    """One seat's view. Plain values only: numbers, strings, tuples of them.

    `history` is everything public, with this seat's own cards; other cards appear when they are shown.
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

    def __post_init__(self) -> None:
        """What others make goes where the engine's own goes, so it must fit a table; `observe` skips this."""
        by_seat = (self.stacks, self.bets, self.contributions, self.starting_stacks, self.live)
        if not 2 <= self.seats <= MAX_SEATS or any(len(column) != self.seats for column in by_seat):
            raise BadConfig(f"an observation of {self.seats} seats: expected 2 to {MAX_SEATS}, with a number for each")
        for name, seat in (("seat", self.seat), ("button", self.button), ("actor", self.actor)):
            if seat is not None and not 0 <= seat < self.seats:
                raise BadConfig(f"an observation with {name} {seat}: this table has seats 0 to {self.seats - 1}")
        if any(event.seat is not None and not 0 <= event.seat < self.seats for event in self.history):
            raise BadConfig(f"an observation whose history names a seat that is not among its {self.seats}")
        cards = (*self.cards, *self.board)
        if len(set(cards)) != len(cards) or not all(0 <= card < DECK_CARDS for card in cards):
            raise BadConfig(f"an observation with cards {list(map(int, cards))}: expected different ones, 0 to 51")
        if len(self.cards) > MAX_HOLE or len(self.board) > MAX_BOARD or not 0 <= self.street < MAX_STREETS:
            raise BadConfig(f"an observation of street {self.street} with {len(cards)} cards: no game here deals so")

    @property
    def to_call(self) -> int:
        """What a call costs; 0 where none is due."""
        return self.legal.call or 0

    @property
    def pot_to_win(self) -> int:
        """What of the pot the seat can win by calling: where that is all-in, not what others have put in beyond it."""
        if self.to_call < self.stacks[self.seat]:
            return self.pot
        most = self.contributions[self.seat] + self.to_call
        return self.pot - sum(max(0, paid - most) for paid in self.contributions)

    @property
    def price(self) -> float:
        """The share of the pot that a call must win to break even; 0 where none is due."""
        return self.to_call / (self.pot_to_win + self.to_call) if self.to_call else 0.0

    @property
    def is_my_turn(self) -> bool:
        """Whether this seat acts."""
        return self.actor == self.seat


def observe(hand: "Hand", seat: int) -> Observation:
    """The view of one seat. Every value is copied out; the hand itself is not kept."""
    row, seats, rules = hand.row.tolist(), hand.seats, hand.rules
    street, actor = row[STREET], row[ACTOR]
    drawn = (row[at : at + seats] for at in range(DRAWN, DRAWN + MAX_SEATS * (street + 1), MAX_SEATS))
    return _as_the_engine_has_it(
        seat=seat,
        variant=rules.name,
        seats=seats,
        button=hand.button,
        street=street,
        street_name=rules.streets[street].name,
        actor=None if actor < 0 else actor,
        cards=hole_cards(row, seat, rules.hole_cards),
        board=tuple(row[BOARD : BOARD + row[BOARD_COUNT]]),
        stacks=tuple(row[STACK : STACK + seats]),
        bets=tuple(row[BET : BET + seats]),
        contributions=tuple(row[PAID : PAID + seats]),
        starting_stacks=hand.setup.stacks,
        live=tuple([row[LIVE] >> other & 1 == 1 for other in range(seats)]),
        pot=row[POT],
        pots=hand.pots,
        big_blind=rules.streets[0].bet,
        draws=tuple([tuple([None if count == NO_DRAW else count for count in counts]) for counts in drawn]),
        history=tuple([event.seen_by(seat) for event in hand.events]),
        legal=hand.legal if actor == seat else NOTHING,
    )


def _as_the_engine_has_it(**fields: Any) -> Observation:
    """Without the checks, which only what others make needs."""
    made = object.__new__(Observation)
    vars(made).update(fields)
    return made


def require_holdem(name: str, seen: Observation) -> None:
    """Refuse a decision of another game, for an agent of this name."""
    if seen.variant != "holdem":
        raise BadConfig(f"agent {name!r} does not play {seen.variant}")
