"""The public part of a hand, as a hand of the engine: the betting and the board are real, the hole cards placeholders.
Code that gets this instead of the hand itself cannot look at a hidden card."""

from dataclasses import replace

from gutshot.cards.card import Card
from gutshot.games.actions import Choice
from gutshot.games.events import Event, Kind
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import usual_rules
from gutshot.games.observation import Observation
from gutshot.games.row import ACTOR, ANTE, BLIND, BOARD, BOARD_COUNT, BUTTON, HOLE, MAX_HOLE, SEATS, START, Row
from gutshot.games.seats import order
from gutshot.games.setup import Setup
from gutshot.numeric.arrays import Ints, Ints32


def public_hands(seen: Hand | Observation) -> tuple[Hand, ...]:
    """The hand before each of its actions and as it stands, with placeholders for all hole cards."""
    setup, actions = (seen.setup, seen.actions) if isinstance(seen, Hand) else _told(seen)
    hands = [Hand(replace(setup, seed=0, deck=_deck(setup, seen.board)))]
    for action in actions:
        hands.append(hands[-1].act(action))
    return tuple(hands)


def _deck(setup: Setup, board: tuple[Card, ...]) -> tuple[Card, ...]:
    """Placeholders for everybody's cards, then the board."""
    hidden = setup.rules.hole_cards * len(setup.stacks)
    return (*[Card(card) for card in setup.rules.deck if card not in board][:hidden], *board)


def _told(seen: Observation) -> tuple[Setup, tuple[Choice, ...]]:
    """The setup and the actions that a history tells; a draw is no part of what strategies are asked about."""
    blinds, antes = [0] * seen.seats, [0] * seen.seats
    for event in seen.history:
        if event.kind in (Kind.ANTE, Kind.BLIND) and event.seat is not None:
            (antes if event.kind is Kind.ANTE else blinds)[event.seat] = event.amount
    rules = usual_rules(seen.variant, seen.big_blind)
    setup = Setup(rules, seen.starting_stacks, seen.button, tuple(blinds), tuple(antes), 0)
    return setup, tuple(choice for event in seen.history if (choice := _choice(event)) is not None)


def _choice(event: Event) -> Choice | None:
    if event.kind in (Kind.BET, Kind.RAISE):
        return event.raise_to
    return event.kind.value if event.kind in (Kind.FOLD, Kind.CHECK, Kind.CALL) else None


def observation_of(view: Row, actions: Ints | Ints32, big_blind: int) -> Observation:
    """What the actor at a hold'em table sees, from his view of its row and the action numbers of the hand so far."""
    seats, actor, button = int(view[SEATS]), int(view[ACTOR]), int(view[BUTTON])
    place = HOLE + MAX_HOLE * actor
    own, board = view[place : place + 2].tolist(), view[BOARD : BOARD + view[BOARD_COUNT]].tolist()
    rules = usual_rules("holdem", big_blind)
    rest = iter([card for card in rules.deck if card not in own and card not in board])
    held = [own if seat == actor else [next(rest), next(rest)] for seat in order(seats, button)]
    deck = [Card(card) for card in (*(pair[0] for pair in held), *(pair[1] for pair in held), *board)]
    stacks, blinds, antes = (tuple(view[first : first + seats].tolist()) for first in (START, BLIND, ANTE))
    hand = Hand(Setup(rules, stacks, button, blinds, antes, 0, tuple(deck)))
    for number in actions.tolist():
        hand = hand.act_unchecked(number)
    return hand.observation(actor)
