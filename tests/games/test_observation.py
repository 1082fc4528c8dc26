"""What a seat sees, and above all what it cannot reach."""

import gc
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gutshot.cards.card import format_card
from gutshot.errors import BadConfig
from gutshot.games.events import Kind
from gutshot.games.hand import Hand

pytestmark = pytest.mark.nojit


def reachable(root: object) -> Iterator[object]:
    """Everything that hangs on an object, by the garbage collector's references; classes and modules excepted."""
    seen, queue = {id(root)}, [root]
    while queue:
        thing = queue.pop()
        yield thing
        for other in gc.get_referents(thing):
            if id(other) not in seen and not isinstance(other, type) and not hasattr(other, "__globals__"):
                seen.add(id(other))
                queue.append(other)


def random_hand(dice: random.Random, steps: int) -> Hand:
    deal: Any = dice.choice([Hand.holdem, Hand.badugi])
    hand: Hand = deal([1000] * 4, seed=dice.getrandbits(30))
    for _ in range(steps):
        if hand.actor is None:
            break
        legal = hand.legal
        if legal.draw is not None:
            hand = hand.act(tuple(card for card in hand.cards(hand.actor) if dice.random() < 0.5))
        else:
            hand = hand.act(dice.choice(["call" if legal.call else "check", legal.min_raise_to or "fold"]))
    return hand


def test_no_other_seats_cards_can_be_reached() -> None:
    dice = random.Random(1)
    for _ in range(60):
        hand = random_hand(dice, dice.randrange(14))
        for seat in range(4):
            view = hand.observation(seat)
            things = list(reachable(view))
            assert not any(isinstance(thing, Hand) or type(thing).__module__.startswith("numpy") for thing in things)
            own = {card for event in hand.events if event.seat == seat for card in (*event.cards, *event.taken)}
            shown = {card for event in hand.events if event.kind is Kind.SHOW for card in event.cards}
            seen = {card for event in view.history for card in (*event.cards, *event.taken)} | set(view.cards)
            assert seen <= own | shown | set(view.board)


def test_equal_views_of_hands_that_differ_in_hidden_cards() -> None:
    """Same own cards, other cards for the rest: the seat cannot tell the hands apart."""
    first = Hand.holdem([1000] * 3, seed=1, deck="AsKsQs AhKhQh 2c3c4c").act("call").act("call")
    second = Hand.holdem([1000] * 3, seed=2, deck="AsJsTs AhJhTh 2c3c4c").act("call").act("call")
    assert first.observation(1) == second.observation(1)
    assert first.observation(0) != second.observation(0)


def test_a_view_is_frozen_and_complete() -> None:
    hand = Hand.holdem([1000, 800, 600], antes=10, seed=1).act(250)
    view = hand.observation(1)
    assert view.is_my_turn and view.legal == hand.legal and view.to_call == 200
    assert (view.stacks, view.bets, view.contributions) == (hand.stacks, hand.bets, hand.contributions)
    assert view.starting_stacks == (1000, 800, 600) and view.pot == hand.pot and view.button == 0
    assert not hand.observation(0).legal and hand.observation(2).actor == 1
    with pytest.raises(AttributeError):
        view.pot = 0  # type: ignore[misc]
    with pytest.raises(BadConfig, match="seat 3"):
        hand.observation(3)


def test_the_deal_is_told_without_cards() -> None:
    hand = Hand.badugi([1000] * 2, seed=1)
    dealt = [event for event in hand.observation(0).history if event.kind is Kind.DEAL]
    assert [bool(event.cards) for event in dealt] == [False, True]
    assert all(format_card(card) in str(dealt[1]) for card in hand.cards(0))
