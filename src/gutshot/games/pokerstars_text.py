"""A hold'em hand as PokerStars writes it, so that other trackers read it; `line_histories` reads it back."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from gutshot.cards.card import Card, format_card
from gutshot.errors import MalformedInput
from gutshot.games.events import Event, Kind
from gutshot.games.hand import Hand
from gutshot.games.variants import Game
from gutshot.games.words import hand_words

_STREETS = {1: "FLOP", 2: "TURN", 3: "RIVER"}


@dataclass(frozen=True)
class Told:
    """A hand and what is to be told of it."""

    hand: Hand
    names: Sequence[str]  # by seat
    number: int
    played: float
    you: int | None = None
    secret: Collection[int] = ()  # seats that showed nothing, whatever the engine turned over
    table: str = "Gutshot"


def to_pokerstars(told: Told) -> str:
    """The hand as text; MalformedInput for a game that it cannot be."""
    if told.hand.rules.name != "holdem":
        raise MalformedInput(f"{told.hand.rules.name} cannot be written as PokerStars text: expected no-limit hold'em")
    return "\n".join((*_head(told), *_forced(told), *_played(told), *_summary(told))) + "\n"


def _head(told: Told) -> Iterator[str]:
    setup = told.hand.setup
    small, big = sorted(setup.blinds)[-2:]
    moment = datetime.fromtimestamp(told.played, UTC).strftime("%Y/%m/%d %H:%M:%S")
    yield f"PokerStars Hand #{told.number}:  Hold'em No Limit ({small}/{big}) - {moment} UTC"
    yield f"Table '{told.table}' {max(2, told.hand.seats)}-max Seat #{told.hand.button + 1} is the button"
    for seat, stack in enumerate(setup.stacks):
        yield f"Seat {seat + 1}: {told.names[seat]} ({stack} in chips)"


def _forced(told: Told) -> Iterator[str]:
    big = max(told.hand.setup.blinds)
    for event in told.hand.events:
        if event.kind is Kind.ANTE:
            yield f"{_who(told, event)}: posts the ante {event.amount}"
        elif event.kind is Kind.BLIND:
            name = "big" if told.hand.setup.blinds[event.seat or 0] == big else "small"
            yield f"{_who(told, event)}: posts {name} blind {event.amount}"
    yield "*** HOLE CARDS ***"
    if told.you is not None:
        yield f"Dealt to {told.names[told.you]} [{_text(told.hand.cards(told.you))}]"


def _played(told: Told) -> Iterator[str]:
    bet, board, shows = max(told.hand.setup.blinds), list[Card](), False
    for event in told.hand.events:
        if event.kind is Kind.BOARD:
            before = f" [{_text(board)}]" if board else ""
            yield f"*** {_STREETS[event.street]} ***{before} [{_text(event.cards)}]"
            board += event.cards
            bet = 0
        elif event.kind in (Kind.SHOW, Kind.MUCK) and not shows:
            shows = True
            yield "*** SHOW DOWN ***"
        line = _line(told, event, bet, board)
        bet = event.raise_to if event.is_raise else bet
        if line:
            yield line


def _line(told: Told, event: Event, bet: int, board: Sequence[Card]) -> str:
    who = _who(told, event)
    match event.kind:
        case Kind.FOLD:
            return f"{who}: folds"
        case Kind.CHECK:
            return f"{who}: checks"
        case Kind.CALL:
            return f"{who}: calls {event.amount}"
        case Kind.BET:
            return f"{who}: bets {event.raise_to}"
        case Kind.RAISE:
            return f"{who}: raises {event.raise_to - bet} to {event.raise_to}"
        case Kind.REFUND:
            return f"Uncalled bet ({event.amount}) returned to {who}"
        case Kind.WIN:
            return f"{who} collected {event.amount} from {'pot' if event.pot == 0 else f'side pot-{event.pot}'}"
        case Kind.SHOW if event.seat not in told.secret:
            return f"{who}: shows [{_text(event.cards)}] ({hand_words(Game.HOLDEM, event.cards, board)})"
        case Kind.SHOW | Kind.MUCK:
            return f"{who}: mucks hand"
    return ""


def _summary(told: Told) -> Iterator[str]:
    hand = told.hand
    yield "*** SUMMARY ***"
    yield f"Total pot {sum(event.amount for event in hand.events if event.kind is Kind.WIN)} | Rake 0"
    if hand.board:
        yield f"Board [{_text(hand.board)}]"


def _who(told: Told, event: Event) -> str:
    return "" if event.seat is None else told.names[event.seat]


def _text(cards: Sequence[Card]) -> str:
    return " ".join(format_card(card) for card in cards)
