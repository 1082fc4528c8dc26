"""Agents by name: what exists, what is refused, and that a decision sees only what its seat may know."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from gutshot.agents import Agent, listing, make
from gutshot.agents.registry import builtins
from gutshot.cards.card import DECK
from gutshot.errors import BadConfig
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import blank_view, hide, view_of
from gutshot.games.observation import observe
from gutshot.games.row import DECK as DECK_COLUMN
from gutshot.games.row import HOLE, MAX_HOLE

HOLDEM_NAMES = [name for name, agent in builtins().items() if "holdem" in agent.variants]


def random_hands(count: int, badugi: bool = False) -> Iterator[Hand]:
    """Positions of random play at tables of all sizes with uneven stacks."""
    dice = random.Random(7)
    for seed in range(count):
        seats = dice.randint(2, 7)
        stacks = [dice.choice([90, 350, 2_000, 10_000]) for _ in range(seats)]
        if max(stacks) < 100:
            stacks[0] = 500
        game = Hand.badugi if badugi else Hand.holdem
        hand = game(stacks, button=seed % seats, antes=10 if seed % 3 == 0 else 0, seed=seed)
        player = make("random", seed)
        player.new_hand(seed)
        while hand.actor is not None:
            yield hand
            hand = hand.act(player.act(observe(hand, hand.actor)))


def test_names_with_and_without_family() -> None:
    assert make("tag").name == make("style:tag").name == "style:tag"
    assert make("badugi:cpu3").name == make("cpu3").name
    assert isinstance(make("maniac", 3), Agent)
    assert repr(make("maniac", 3)) == "make('style:maniac', seed=3)"


def test_the_listing_has_every_agent_with_a_line() -> None:
    names = {name for name, _, about in listing() if about}
    eight = {"rock", "maniac", "tag", "station", "shark", "lag", "tight-passive", "loose-passive"}
    assert {f"style:{name}" for name in eight} <= names
    assert {f"badugi:cpu{number}" for number in range(1, 7)} <= names
    assert {"random", "call", "fold", "min-raise", "jam"} <= names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("maniak", "did you mean 'maniac'"),
        ("style:tga", "did you mean 'style:tag'"),
        ("zzzzzz", "`gutshot agents` lists"),
        ("", "unknown agent ''"),
        ("badugi:cpu9", "did you mean 'badugi:cpu"),
    ],
)
def test_unknown_names_suggest_the_nearest(name: str, words: str) -> None:
    with pytest.raises(BadConfig) as caught:
        make(name)
    assert words in str(caught.value)


@pytest.mark.parametrize("badugi", [False, True])
def test_an_observation_gives_the_view_that_compiled_matches_use(badugi: bool) -> None:
    compiled = blank_view()
    for hand in random_hands(60, badugi):
        assert hand.actor is not None
        view, _ = view_of(observe(hand, hand.actor))
        hide(hand.row, compiled)
        assert np.array_equal(view, compiled)


def test_a_view_holds_no_card_that_the_seat_does_not_see() -> None:
    view = blank_view()
    for hand in random_hands(30):
        assert hand.actor is not None
        hide(hand.row, view)
        holes = view[HOLE : HOLE + MAX_HOLE * 10].reshape(10, MAX_HOLE)
        assert (np.delete(holes, hand.actor, axis=0) == -1).all()
        assert (view[DECK_COLUMN:] == -1).all()


def shuffled_unseen(hand: Hand, dice: random.Random) -> Hand:
    """The same hand for its actor, with every card that he does not see dealt anew."""
    assert hand.actor is not None
    seats, hole = hand.seats, hand.rules.hole_cards
    order = [(hand.button + 1 + step) % seats for step in range(seats)]
    seen = {*hand.cards(hand.actor), *hand.board}
    unseen = [card for card in DECK if card not in seen]
    dice.shuffle(unseen)
    deck = []
    for place in range(hole):
        for seat in order:
            deck.append(hand.cards(seat)[place] if seat == hand.actor else unseen.pop())
    deck += [*hand.board, *unseen]
    changed = Hand.holdem(
        hand.setup.stacks, button=hand.button, antes=hand.setup.antes, posts=hand.setup.blinds, deck=deck
    )
    for choice in hand.actions:
        changed = changed.act(choice)
    return changed


@pytest.mark.parametrize("name", HOLDEM_NAMES)
def test_hidden_cards_never_change_a_decision(name: str) -> None:
    agent, dice = make(name, 5), random.Random(1)
    agent.new_hand(9)
    for hand in random_hands(12):
        assert hand.actor is not None
        other = shuffled_unseen(hand, dice)
        assert other.cards((hand.actor + 1) % hand.seats) != () and other.actor == hand.actor
        assert agent.act(observe(hand, hand.actor)) == agent.act(observe(other, hand.actor))


@pytest.mark.parametrize("name", list(builtins()))
def test_every_agent_chooses_legally_and_alike_for_a_seed(name: str) -> None:
    first, second = make(name, 11), make(name, 11)
    for number, hand in enumerate(random_hands(25, "holdem" not in builtins()[name].variants)):
        assert hand.actor is not None
        first.new_hand(number)
        second.new_hand(number)
        choice = first.act(observe(hand, hand.actor))
        hand.verify(choice)
        assert second.act(observe(hand, hand.actor)) == choice


def test_seeds_and_hand_numbers_change_the_dice() -> None:
    hand = Hand.holdem((10_000,) * 6, seed=1)
    assert hand.actor is not None
    seen = observe(hand, hand.actor)

    def choices(seeds: range, numbers: range) -> set[object]:
        found: set[object] = set()
        for seed in seeds:
            agent = make("random", seed)
            for number in numbers:
                agent.new_hand(number)
                found.add(agent.act(seen))
        return found

    assert len(choices(range(20), range(1))) > 3
    assert len(choices(range(1), range(20))) > 3


def test_simple_agents_do_what_they_say() -> None:
    for hand in random_hands(20):
        assert hand.actor is not None
        seen = observe(hand, hand.actor)
        passive = "call" if hand.legal.call else "check"
        assert make("call").act(seen) == passive
        assert make("fold").act(seen) == ("fold" if hand.legal.call else "check")
        assert make("min-raise").act(seen) == (hand.legal.min_raise_to or passive)
        assert make("jam").act(seen) == (hand.legal.max_raise_to or passive)


def test_an_agent_refuses_a_game_it_does_not_play() -> None:
    hand = Hand.badugi((1_000,) * 3, seed=1)
    assert hand.actor is not None
    with pytest.raises(BadConfig, match="'style:tag' does not play badugi"):
        make("tag").act(observe(hand, hand.actor))
