"""The door between the engine and the network: same input on both sides, legal answers, hidden cards unread."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gutshot.errors import GutshotError
from gutshot.games.hand import Hand
from gutshot.games.observation import observe
from gutshot.rl import bridge, encode, env
from gutshot.rl.bundle import Bundle, parameter_shapes
from gutshot.rl.config import TrainConfig
from gutshot.rl.deal import BatchDeal
from gutshot.rl.evaluate import seat_strengths
from gutshot.rl.menu import Menu
from gutshot.rl.network import NetSpec

MENU = Menu.parse("33%, 66%, 100%")


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
INPUT = jax.jit(lambda hand: bridge.network_input(MENU, hand))


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
            theirs, options = INPUT(bridge.hand_of(observe(hand, hand.actor)))
            np.testing.assert_array_equal(np.asarray(ours), np.asarray(theirs))
            np.testing.assert_array_equal(np.asarray(mask), np.asarray(options.mask))
            choice = random_choice(rng, hand)
            raises = isinstance(choice, int)
            state = STEP(state, choice == "fold", raises, jnp.int32(choice if raises else 0))
            hand = hand.act(choice)
            compared += 1
    assert compared > 30


def small_bundle() -> Bundle:
    config = TrainConfig(network=NetSpec(32, 2))
    shapes = parameter_shapes(config)
    leaves, tree = jax.tree.flatten(shapes)
    rng = np.random.default_rng(0)
    params = jax.tree.unflatten(tree, [jnp.asarray(rng.normal(0, 0.3, leaf.shape), jnp.float32) for leaf in leaves])
    return Bundle(config, params, {})


def test_a_bundle_plays_whole_hands_legally() -> None:
    player, rng = bridge.Player(small_bundle()), np.random.default_rng(1)
    for players in (2, 3, 6, 9):
        hand = engine_hand(rng, players)
        while hand.actor is not None:
            options = player.options(observe(hand, hand.actor))
            assert abs(sum(share for _, share in options) - 1) < 1e-6
            hand = hand.act(player.act(observe(hand, hand.actor), float(rng.random())))
        assert sum(hand.payoffs) == 0


def test_only_the_seat_to_act_is_answered() -> None:
    hand = engine_hand(np.random.default_rng(2), 3)
    waiting = next(seat for seat in range(3) if seat != hand.actor)
    with pytest.raises(GutshotError, match="not to act"):
        bridge.hand_of(observe(hand, waiting))
