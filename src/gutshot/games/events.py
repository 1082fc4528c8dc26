"""What happened, as `Event`s, derived from the rows before and after an action, so that kernels need no log."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from gutshot.cards.card import Card, format_cards
from gutshot.games.betting import CALL, FOLD
from gutshot.games.pots import pots, winners
from gutshot.games.row import (
    ACTOR,
    AGGRESSOR,
    BET,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    CARDS,
    DRAWING,
    HIGH,
    HOLE,
    LIVE,
    MAX_HOLE,
    OVER,
    PAID,
    PHASE,
    SEATS,
    STACK,
    START,
    STREET,
    STRENGTH,
    Row,
)
from gutshot.games.rules import Rules


class Kind(StrEnum):
    """What an event is."""

    ANTE = "ante"
    BLIND = "blind"
    DEAL = "deal"
    BOARD = "board"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    DRAW = "draw"
    REFUND = "refund"
    SHOW = "show"
    MUCK = "muck"
    WIN = "win"


_PRIVATE = (Kind.DEAL, Kind.DRAW)
_RAISES = (Kind.BET, Kind.RAISE)
_BETTING = (Kind.FOLD, Kind.CHECK, Kind.CALL, *_RAISES)
_PAYMENTS = (Kind.ANTE, Kind.BLIND, Kind.CALL, *_RAISES)


@dataclass(frozen=True)
class Event:
    """One thing that happened. `amount` is chips moved, or cards drawn; `raise_to` the bet it makes.

    `cards` are those dealt, shown or discarded, `taken` those drawn; `pot` counts from the main pot, 0.
    """

    kind: Kind
    street: int
    seat: int | None = None
    amount: int = 0
    raise_to: int = 0
    cards: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()
    pot: int = 0

    @property
    def is_betting(self) -> bool:
        """Whether a seat folded, checked, called, bet or raised."""
        return self.kind in _BETTING

    @property
    def is_decision(self) -> bool:
        """Whether a seat chose this: betting, or a draw."""
        return self.kind in _BETTING or self.kind is Kind.DRAW

    @property
    def is_raise(self) -> bool:
        """Whether it makes others pay: a bet or a raise."""
        return self.kind in _RAISES

    @property
    def is_payment(self) -> bool:
        """Whether chips went from the stack into the middle."""
        return self.kind in _PAYMENTS

    @property
    def number(self) -> int:
        """The kernels' number of betting: FOLD, CALL (or check), or the amount raised to."""
        return self.raise_to if self.kind in _RAISES else FOLD if self.kind is Kind.FOLD else CALL

    def seen_by(self, seat: int | None) -> "Event":
        """The same event without the cards that this seat (None: the public) cannot see."""
        return self if self.seat == seat or self.kind not in _PRIVATE else self._without_cards

    @cached_property
    def _without_cards(self) -> "Event":
        return Event(self.kind, self.street, self.seat, self.amount)

    def __str__(self) -> str:
        who = "" if self.seat is None else f"seat {self.seat} "
        return f"{who}{_WORDS[self.kind].format(self=self, cards=format_cards(self.cards, ' '))}".rstrip()


_WORDS = {
    Kind.ANTE: "antes {self.amount}",
    Kind.BLIND: "posts {self.amount}",
    Kind.DEAL: "is dealt {cards}",
    Kind.BOARD: "board {cards}",
    Kind.FOLD: "folds",
    Kind.CHECK: "checks",
    Kind.CALL: "calls {self.amount}",
    Kind.BET: "bets {self.raise_to}",
    Kind.RAISE: "raises to {self.raise_to}",
    Kind.DRAW: "draws {self.amount} {cards}",
    Kind.REFUND: "takes back {self.amount}",
    Kind.SHOW: "shows {cards}",
    Kind.MUCK: "mucks",
    Kind.WIN: "wins {self.amount} from pot {self.pot}",
}


def hole_cards(row: Row, seat: int, count: int) -> tuple[Card, ...]:
    """The seat's cards; () where none were dealt."""
    at = HOLE + MAX_HOLE * seat
    return tuple(Card(int(card)) for card in row[at : at + count] if card >= 0)


def _clockwise(row: Row, first: int) -> list[int]:
    seats = int(row[SEATS])
    return [(first + step) % seats for step in range(seats)]


def _from_button(row: Row) -> list[int]:
    return _clockwise(row, int(row[BUTTON]) + 1)


def opening_events(rules: Rules, posted: Row, row: Row) -> Iterator[Event]:
    """Antes, blinds and the deal. `posted` is the row with the blinds up, before any decision or run-out."""
    for seat in _from_button(posted):
        ante = int(posted[START + seat] - posted[STACK + seat] - posted[BET + seat])
        if ante:
            yield Event(Kind.ANTE, 0, seat, ante)
    for seat in _from_button(posted):
        if posted[BET + seat]:
            yield Event(Kind.BLIND, 0, seat, int(posted[BET + seat]))
    if posted[CARDS]:
        for seat in _from_button(posted):
            yield Event(Kind.DEAL, 0, seat, cards=hole_cards(posted, seat, rules.streets[0].hole))
    yield from _consequences(rules, posted, row)


def step_events(rules: Rules, before: Row, action: int, after: Row) -> Iterator[Event]:
    """The action (a betting action or a draw mask, as PHASE says) and all that followed until the next decision."""
    seat, street = int(before[ACTOR]), int(before[STREET])
    if before[PHASE] == DRAWING:
        places = [place for place in range(rules.hole_cards) if action >> place & 1]
        yield _draw_event(before, after, seat, street, places)
        bets = before
    else:
        event = _betting_event(before, action, seat, street)
        yield event
        bets = before.copy()
        bets[BET + seat] += event.amount
        bets[STACK + seat] -= event.amount
    yield from _consequences(rules, bets, after)


def _draw_event(before: Row, after: Row, seat: int, street: int, places: list[int]) -> Event:
    at = HOLE + MAX_HOLE * seat
    dealt = bool(before[CARDS])
    return Event(
        Kind.DRAW,
        street,
        seat,
        amount=len(places),
        cards=tuple(Card(int(before[at + place])) for place in places if dealt),
        taken=tuple(Card(int(after[at + place])) for place in places if dealt),
    )


def _betting_event(before: Row, action: int, seat: int, street: int) -> Event:
    if action == FOLD:
        return Event(Kind.FOLD, street, seat)
    if action == CALL:
        owed = int(min(before[HIGH] - before[BET + seat], before[STACK + seat]))
        return Event(Kind.CALL if owed else Kind.CHECK, street, seat, owed, int(before[BET + seat]) + owed)
    kind = Kind.RAISE if before[HIGH] else Kind.BET
    return Event(kind, street, seat, int(action - before[BET + seat]), int(action))


def _consequences(rules: Rules, bets: Row, after: Row) -> Iterator[Event]:
    """Uncalled chips returned, streets dealt, showdown and payment, as far as they happened between the two rows."""
    street = int(bets[STREET])
    if after[STREET] != street or after[PHASE] != bets[PHASE]:
        yield from _refund(bets, street)
    boards = list(_boards(rules, bets, after))
    shown = list(showdown_events(rules, after)) if after[PHASE] == OVER else []
    yield from shown + boards  # hands are open before a board that is only run out
    if after[PHASE] == OVER:
        yield from _payments(after)


def _boards(rules: Rules, bets: Row, after: Row) -> Iterator[Event]:
    dealt = int(bets[BOARD_COUNT])
    for street in range(int(bets[STREET]) + 1, int(after[STREET]) + 1):
        count = rules.streets[street].board
        if count and after[CARDS]:
            cards = tuple(Card(int(card)) for card in after[BOARD + dealt : BOARD + dealt + count])
            dealt += count
            yield Event(Kind.BOARD, street, cards=cards)


def _refund(bets: Row, street: int) -> Iterator[Event]:
    seats = int(bets[SEATS])
    ordered = sorted(range(seats), key=lambda seat: -bets[BET + seat])
    excess = int(bets[BET + ordered[0]] - bets[BET + ordered[1]])
    if excess:
        yield Event(Kind.REFUND, street, ordered[0], excess)


def _payments(after: Row) -> Iterator[Event]:
    for index, pot in enumerate(pots(after)):
        best = winners(after, pot)
        part, odd = divmod(pot.amount, len(best))
        for place, seat in enumerate(seat for seat in _from_button(after) if seat in best):
            yield Event(Kind.WIN, int(after[STREET]), seat, part + (place < odd), pot=index)


def showdown_events(rules: Rules, after: Row) -> Iterator[Event]:
    """Who shows and who mucks: the last aggressor first, then clockwise.

    When someone is all-in every live hand is shown; otherwise a hand is shown if no hand shown so far
    beats it in every pot it is in. No hand is shown when all others have folded.
    """
    street, live = int(after[STREET]), int(after[LIVE])
    if live & (live - 1) == 0:
        return
    all_in = any(after[PAID + seat] == after[START + seat] for seat in range(int(after[SEATS])) if live >> seat & 1)
    shown: set[int] = set()
    layers = pots(after)
    for seat in _clockwise(after, int(after[AGGRESSOR])):
        if not live >> seat & 1:
            continue
        mine = int(after[STRENGTH + seat])
        rivals = [
            max((int(after[STRENGTH + s]) for s in pot.seats if s in shown), default=mine)
            for pot in layers
            if seat in pot.seats
        ]
        if all_in or any(mine >= rival for rival in rivals):
            shown.add(seat)
            yield Event(Kind.SHOW, street, seat, cards=hole_cards(after, seat, rules.hole_cards))
        else:
            yield Event(Kind.MUCK, street, seat)
