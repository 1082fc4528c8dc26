"""From rows to the network: the inputs and answers of the JAX twin, and legal play."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gutshot.agents import make
from gutshot.blueprint.real_betting import log_of
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import usual_rules, view_of
from gutshot.games.observation import observe
from gutshot.rl import bundle, cpu_policy, encode, env
from gutshot.rl.deal import BatchDeal
from gutshot.rl.evaluate import seat_strengths
from gutshot.rl.menu import Menu
from gutshot.rl.network import logits_of
from gutshot.rl.row_input import PolicyInput, policy_input
from tests.rl import jax_replay
from tests.rl.untrained import untrained

MENU = Menu.parse("33%, 2.5x, 100%, 130c2r")


def engine_hand(rng: np.random.Generator, players: int) -> Hand:
    stacks = [int(stack) for stack in rng.integers(150, 4000, players)]
    return Hand.holdem(
        stacks=stacks, blinds=(50, 100), button=int(rng.integers(players)), antes=10, seed=int(rng.integers(1 << 30))
    )


def table_of(hand: Hand) -> env.TableState:
    """The same hand on a JAX table that knows every card."""
    cards = np.zeros(25, np.int8)
    for seat in range(hand.seats):
        cards[2 * seat : 2 * seat + 2] = hand.cards(seat)
    stacks = np.zeros(10, np.int32)
    stacks[: hand.seats] = hand.setup.stacks
    scalars = [jnp.int32(x) for x in (0, hand.seats, hand.button, 50, 100, 10)]
    return start_known(scalars, jnp.asarray(stacks), jnp.asarray(cards))


@jax.jit
def start_known(scalars: Any, stacks: Any, known: Any) -> env.TableState:
    fields: Any = [jnp.zeros(2, jnp.uint32), *scalars, stacks, known, seat_strengths(known)]
    return env.start(BatchDeal(*fields))


STEP = jax.jit(lambda state, folds, raises, to: env.act(state, folds, raises, to))
VIEW = jax.jit(lambda state: (encode.observe(MENU, state), env.legal(MENU, state).mask))
INPUT = jax.jit(lambda hand: jax_replay.network_input(MENU, hand))


def input_of(menu: Menu, hand: Hand) -> PolicyInput:
    """What the network sees of one hand, read from its row."""
    assert hand.actor is not None
    seen = observe(hand, hand.actor)
    log = log_of(seen)
    rules = usual_rules(seen.variant, seen.big_blind).packed
    return policy_input(menu.numbers, rules, view_of(seen)[0][None], log[None], np.array([len(log)]))


def random_choice(rng: np.random.Generator, hand: Hand) -> str | int:
    legal = hand.legal
    if legal.min_raise_to is not None and legal.max_raise_to is not None and rng.random() < 0.4:
        return int(rng.integers(legal.min_raise_to, legal.max_raise_to + 1))
    if legal.check:
        return "check"
    return "call" if rng.random() < 0.75 else "fold"


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_observation_becomes_the_same_input(players: int) -> None:
    rng = np.random.default_rng(players)
    compared = 0
    for _ in range(12):
        hand = engine_hand(rng, players)
        state = table_of(hand)
        while hand.actor is not None:
            board = np.array(state.cards)
            board[20 : 20 + len(hand.board)] = hand.board
            state = state._replace(cards=jnp.asarray(board))
            ours, mask = VIEW(state)
            replayed, options = INPUT(jax_replay.hand_of(observe(hand, hand.actor)))
            np.testing.assert_array_equal(np.asarray(ours), np.asarray(replayed))
            read = input_of(MENU, hand)
            np.testing.assert_allclose(read.seen[0], np.asarray(ours), atol=2e-6)
            np.testing.assert_array_equal(read.mask[0], np.asarray(mask))
            np.testing.assert_array_equal(read.amounts[0], np.asarray(options.raise_to))
            choice = random_choice(rng, hand)
            raises = isinstance(choice, int)
            state = STEP(state, choice == "fold", raises, jnp.int32(choice if raises else 0))
            hand = hand.act(choice)
            compared += 1
    assert compared > 30


def test_the_network_without_jax_is_the_network(tmp_path: Path) -> None:
    folder = untrained(tmp_path / "net", 32, 3)
    ours, theirs = cpu_policy.load(folder), bundle.load(folder)
    rng, compared = np.random.default_rng(4), 0
    for players in (2, 3, 6, 9):
        hand = engine_hand(rng, players)
        while hand.actor is not None:
            read = input_of(ours.menu, hand)
            logits = logits_of(theirs.policy, theirs.params, jnp.asarray(read.seen), jnp.asarray(read.mask))
            np.testing.assert_allclose(ours.shares(read), np.asarray(jax.nn.softmax(logits)), atol=1e-5)
            hand, compared = hand.act(random_choice(rng, hand)), compared + 1
    assert compared > 10


def test_a_bundle_plays_whole_hands_legally(tmp_path: Path) -> None:
    agent, rng = make(f"neural:{untrained(tmp_path / 'net', 32, 2)}", 1), np.random.default_rng(1)
    for number, players in enumerate((2, 3, 6, 9)):
        hand = engine_hand(rng, players)
        agent.new_hand(number)
        while hand.actor is not None:
            hand = hand.act(agent.act(observe(hand, hand.actor)))
        assert sum(hand.payoffs) == 0
