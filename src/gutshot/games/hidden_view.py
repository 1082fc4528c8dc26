"""What a decision kernel may see: the engine's row with everything hidden from the actor blanked.

`hide` makes it inside compiled matches. `view_of` gets the same row from an `Observation` by replaying its public
actions without cards, so an agent decides alike through either door. Blanked are the other seats' cards, the deck,
the shuffler, the discards and the strengths.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.betting import CALL, FOLD, raise_bounds
from gutshot.games.events import Event, Kind
from gutshot.games.observation import Observation
from gutshot.games.poker import act, draw, start
from gutshot.games.public_record import RECORD_SIZE, clear_record, note
from gutshot.games.row import (
    ACTOR,
    ANTE,
    BETTING,
    BLIND,
    BOARD,
    BOARD_COUNT,
    BUTTON,
    CARDS,
    DECK,
    DRAWN,
    HOLE,
    MAX_HOLE,
    NO_CARD,
    PHASE,
    PILE,
    SEATS,
    SHUFFLED,
    SIZE,
    STACK,
    START,
    STRENGTH,
    STUB,
    TOP,
    Row,
    blank,
)
from gutshot.games.rules import Rules, badugi, holdem, limit_holdem
from gutshot.kernel import kernel


@kernel
def hide(hand: Row, view: Row) -> None:
    """Fill `view`, made by `blank_view` or by a call before, with what the actor of `hand` may know."""
    last, seat = HOLE + MAX_HOLE * view[ACTOR], HOLE + MAX_HOLE * hand[ACTOR]
    for card in range(MAX_HOLE):
        view[last + card] = NO_CARD
    for card in range(MAX_HOLE):
        view[seat + card] = hand[seat + card]
    for place in range(PILE):
        view[place] = hand[place]
    view[BOARD_COUNT] = hand[BOARD_COUNT]
    for place in range(STACK, STRENGTH):
        view[place] = hand[place]
    for place in range(DRAWN, HOLE):
        view[place] = hand[place]
    for place in range(BOARD, DECK):
        view[place] = hand[place]
    for other in range(hand[SEATS]):  # as posted: an observation does not tell what a short stack still owed
        view[ANTE + other] = min(hand[ANTE + other], hand[START + other])
        view[BLIND + other] = min(abs(hand[BLIND + other]), hand[START + other] - view[ANTE + other])
    view[TOP] = view[SHUFFLED] = view[STUB] = 0


@kernel
def blank_view() -> Row:
    """A view in which no seat holds a card."""
    view = np.zeros(SIZE, np.int64)
    view[HOLE:BOARD] = NO_CARD
    view[DECK:SIZE] = NO_CARD
    return view


@kernel
def _replay(rules: Row, row: Row, record: Row, actions: Row) -> None:
    """Start the hand in `row` without cards and make the actions, keeping the record."""
    row[CARDS] = 0
    start(rules, row)
    clear_record(record)
    for action in actions:
        note(record, row, action, raise_bounds(rules, row)[1] > 0 if row[PHASE] == BETTING else False)
        if row[PHASE] == BETTING:
            act(rules, row, action)
        else:
            draw(rules, row, action)


@lru_cache(maxsize=64)
def usual_rules(variant: str, big_blind: int) -> Rules:
    """The variant at its usual bet sizes: an observation tells no more, and its own bounds have the last word."""
    if variant == "holdem":
        return holdem(big_blind)
    if variant == "limit-holdem":
        return limit_holdem(big_blind, 2 * big_blind)
    if variant == "badugi":
        return badugi(big_blind, 2 * big_blind)
    raise BadConfig(f"no built-in agent plays {variant!r}: expected holdem, limit-holdem or badugi")


def view_of(observation: Observation) -> tuple[Row, Row]:
    """The actor's view and the public record, as `hide` and `note` would have made them."""
    row, record = blank(), np.zeros(RECORD_SIZE, np.int64)
    seats = observation.seats
    row[SEATS], row[BUTTON] = seats, observation.button
    row[START : START + seats] = observation.starting_stacks
    for event in observation.history:
        if event.kind in (Kind.ANTE, Kind.BLIND) and event.seat is not None:
            row[(ANTE if event.kind is Kind.ANTE else BLIND) + event.seat] = event.amount
    rules = usual_rules(observation.variant, observation.big_blind)
    _replay(rules.packed, row, record, np.array(list(_actions(observation.history)), np.int64))
    _put_cards(row, observation)
    view = blank_view()
    hide(row, view)
    return view, record


def _actions(history: Iterable[Event]) -> Iterable[int]:
    for event in history:
        if event.is_betting:
            yield event.number
        elif event.kind is Kind.DRAW:
            yield (1 << event.amount) - 1


def _put_cards(row: Row, observation: Observation) -> None:
    hole = HOLE + MAX_HOLE * observation.seat
    row[CARDS] = 1
    row[hole : hole + len(observation.cards)] = observation.cards
    row[BOARD : BOARD + len(observation.board)] = observation.board
    row[BOARD_COUNT] = len(observation.board)


def legal_choice(observation: Observation, action: int) -> Choice:
    """A kernel's number as a choice, moved into the bounds where the table's limits differ from the usual ones."""
    legal = observation.legal
    if legal.draw is not None:
        return tuple(card for place, card in enumerate(observation.cards) if action >> place & 1)
    if action == FOLD:
        return "fold"
    if action == CALL or legal.min_raise_to is None or legal.max_raise_to is None:
        return "call" if legal.call else "check"
    return min(max(action, legal.min_raise_to), legal.max_raise_to)
