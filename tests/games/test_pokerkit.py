"""Random hands played here and in pokerkit side by side: same actor, same choices and bounds, same pots, same end.

Two stated differences. Odd chips: pokerkit gives all of a pot's to one seat, we give one each from the
left of the button. And a seat that faces nothing while everyone else is all-in is asked to check by
pokerkit, not by us.
"""

import random
import warnings
from collections.abc import Iterator
from functools import cache
from typing import Any
from unittest.mock import patch

import pokerkit
import pytest
from pokerkit import HoleCardsShowingOrMucking, StandardHighHand

from gutshot.cards.card import DECK, Card, format_cards
from gutshot.games.actions import Choice
from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from tests.games.pokerkit_table import Mirror

HOLDEM_CHUNKS, HOLDEM_HANDS = 20, 20_000
BADUGI_CHUNKS, BADUGI_HANDS = 4, 3_000


@pytest.fixture(autouse=True)
def _quiet_and_quick() -> Iterator[None]:
    """Let pokerkit warn (of pointless folds, of discards dealt again), and rank each hand once, not thirty times."""
    rank = cache(StandardHighHand.from_game)
    look_up: Any = cache(lambda kind, cards: kind.lookup.get_entry(cards))
    with (
        warnings.catch_warnings(),
        patch.object(
            StandardHighHand, "from_game", classmethod(lambda _, hole, board=(): rank(tuple(hole), tuple(board)))
        ),
        patch.object(pokerkit.Hand, "entry", property(lambda hand: look_up(type(hand), hand.cards))),
    ):
        warnings.simplefilter("ignore")
        yield


def random_stacks(seats: int, dice: random.Random) -> list[int]:
    """Unequal stacks, short ones often: many blinds, bets and raises will be all-in for less."""
    deepest = dice.choice((150, 400, 1500, 20_000))
    return [dice.randint(1, deepest) for _ in range(seats)]


def random_holdem(dice: random.Random) -> tuple[Hand, list[Card]]:
    (seats,) = dice.choices(range(2, 11), weights=(6, 5, 4, 3, 3, 2, 2, 1, 1))  # pokerkit is slow at full tables
    stacks = random_stacks(seats, dice)
    stacks[dice.randrange(seats)] += 200
    blinds = dice.choice([(50, 100), (50, 100), (5, 10), (0, 20), (25, 25), (50, 100, 200)[: max(2, min(3, seats))]])
    extra: Any = dice.choice([{}, {}, {"antes": 10}, {"antes": dice.randint(1, 40)}, {"big_blind_ante": 100}])
    if seats > 3 and dice.random() < 0.1:
        extra = {"posts": [0, 50, 100, *(dice.choice((0, 0, -100, -150)) for _ in range(seats - 3))]}
    deck = dice.sample(DECK, 52)
    button = 0 if "posts" in extra else dice.randrange(seats)
    return Hand.holdem(stacks, blinds, button, seed=0, deck=deck, **extra), deck


def random_badugi(dice: random.Random) -> tuple[Hand, list[Card]]:
    seats = dice.randint(2, 7)
    stacks = random_stacks(seats, dice)
    stacks[dice.randrange(seats)] += 200
    extra: Any = dice.choice([{}, {"antes": 7}])
    return Hand.badugi(stacks, (50, 100), dice.randrange(seats), seed=dice.getrandbits(40), **extra), []


def random_choice(hand: Hand, dice: random.Random) -> Choice:
    legal = hand.legal
    if legal.draw is not None:
        return tuple(card for card in hand.cards(hand.actor or 0) if dice.random() < 0.4)
    roll = dice.random()
    if legal.call and roll < 0.15:
        return "fold"
    if legal.min_raise_to is not None and legal.max_raise_to is not None and roll > 0.6:
        high = legal.max_raise_to if dice.random() < 0.3 else min(legal.max_raise_to, 2 * legal.min_raise_to)
        return dice.randint(legal.min_raise_to, high)
    return "call" if legal.call else "check"


def compare_betting(hand: Hand, mirror: Mirror) -> None:
    state, legal = mirror.state, hand.legal
    assert state.actor_index is not None and hand.actor == mirror.seat_of[state.actor_index]
    assert hand.bets == mirror.seats(state.bets)
    assert hand.stacks == mirror.seats(state.stacks)
    assert hand.pot == state.total_pot_amount
    assert (legal.call or 0) == state.checking_or_calling_amount
    assert legal.fold and state.can_fold()
    assert legal.min_raise_to == state.min_completion_betting_or_raising_to_amount
    assert legal.max_raise_to == state.max_completion_betting_or_raising_to_amount
    assert hand.live == tuple(map(bool, mirror.seats(state.statuses)))


def skip_pointless_checks(hand: Hand, mirror: Mirror) -> None:
    """Let pokerkit's lone live player check where we do not ask him."""
    state = mirror.state
    while state.actor_index is not None and (
        hand.actor is None or hand.street > (state.street_index or 0) or hand.is_drawing
    ):
        assert state.checking_or_calling_amount == 0
        assert state.min_completion_betting_or_raising_to_amount is None
        state.check_or_call()


def step(hand: Hand, mirror: Mirror, choice: Choice) -> Hand:
    state, after = mirror.state, hand.act(choice)
    if isinstance(choice, tuple):
        player = state.stand_patter_or_discarder_index
        assert player is not None and hand.actor == mirror.seat_of[player]
        state.stand_pat_or_discard(format_cards(choice))
        taken = next(event.taken for event in reversed(after.events) if event.kind is Kind.DRAW)
        mirror.owe(player, taken)
    elif choice == "fold":
        state.fold()
    elif isinstance(choice, int):
        state.complete_bet_or_raise_to(choice)
    else:
        state.check_or_call()
    skip_pointless_checks(after, mirror)
    return after


def compare_end(hand: Hand, mirror: Mirror, choppers: int) -> None:
    """Equal stacks, or apart only by odd chips: fewer per pot than there are seats sharing it."""
    theirs = mirror.seats(mirror.state.stacks)
    assert not mirror.state.status
    assert sum(hand.payoffs) == 0
    if not choppers:
        assert hand.stacks == theirs
    else:
        assert sum(theirs) == sum(hand.stacks)
        assert all(abs(ours - other) <= choppers for ours, other in zip(hand.stacks, theirs, strict=True))


def odd_chips(hand: Hand) -> int:
    """How many chips did not divide, over all pots."""
    shares: dict[int, list[int]] = {}
    for event in hand.events:
        if event.kind is Kind.WIN:
            shares.setdefault(event.pot, []).append(event.amount)
    return sum(sum(amounts) % len(amounts) for amounts in shares.values())


def compare_showdown(hand: Hand, mirror: Mirror) -> None:
    """The same seats show, in the same order, and the same seats muck."""
    ours = [(event.seat, event.kind is Kind.SHOW) for event in hand.events if event.kind in (Kind.SHOW, Kind.MUCK)]
    theirs = [
        (mirror.seat_of[operation.player_index], bool(operation.hole_cards))
        for operation in mirror.state.operations
        if isinstance(operation, HoleCardsShowingOrMucking)
    ]
    assert ours == theirs


def play_both(hand: Hand, deck: list[Card], dice: random.Random) -> None:
    mirror = Mirror(hand, deck)
    skip_pointless_checks(hand, mirror)
    while hand.actor is not None:
        if not hand.is_drawing:
            compare_betting(hand, mirror)
        hand = step(hand, mirror, random_choice(hand, dice))
    compare_end(hand, mirror, odd_chips(hand))
    compare_showdown(hand, mirror)


def chunks(count: int, always: int) -> list[Any]:
    """The first ones are played in every run, the others by `make test-slow`: pokerkit takes 6 ms a hand."""
    return [pytest.param(chunk, marks=[pytest.mark.slow] if chunk >= always else []) for chunk in range(count)]


@pytest.mark.parametrize("chunk", chunks(HOLDEM_CHUNKS, always=3))
def test_holdem_hands_agree_with_pokerkit(chunk: int) -> None:
    dice = random.Random(f"holdem {chunk}")
    for _ in range(HOLDEM_HANDS // HOLDEM_CHUNKS):
        play_both(*random_holdem(dice), dice)


@pytest.mark.parametrize("chunk", chunks(BADUGI_CHUNKS, always=1))
def test_badugi_hands_agree_with_pokerkit(chunk: int) -> None:
    dice = random.Random(f"badugi {chunk}")
    for _ in range(BADUGI_HANDS // BADUGI_CHUNKS):
        play_both(*random_badugi(dice), dice)
