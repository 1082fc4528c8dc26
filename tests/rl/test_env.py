"""The JAX table against the rules engine, step by step, and by hand-made cases."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gutshot.games.rules import holdem
from gutshot.rl import dice, env
from gutshot.rl.deal import BatchDeal, shuffle
from gutshot.rl.evaluate import seat_strengths
from gutshot.rl.menu import FOLD, PASSIVE, Menu
from tests.rl.engine_replay import replay

MENU = Menu.parse("1c, 37%, 100%, 2.5x")
STEPS = 96


def random_deal(rng: np.random.Generator, games: int, low: int, high: int, short: float = 0.3) -> BatchDeal:
    """Tables of low..high players with any stacks; a share of the seats has only a few chips."""
    seats = 10
    stacks = rng.integers(1, 3000, (seats, games))
    tiny = rng.random((seats, games)) < short * rng.random(games)
    stacks = np.where(tiny, rng.integers(1, 260, (seats, games)), stacks)
    players = rng.integers(low, high + 1, games)
    cards = shuffle(jnp.asarray(rng.integers(0, 2**32, (25, games), dtype=np.uint32))).astype(jnp.int8)
    as_ints = partial(jnp.asarray, dtype=jnp.int32)
    return BatchDeal(
        seed=jnp.asarray(rng.integers(0, 2**32, (2, games), dtype=np.uint32)),
        hand=jnp.zeros(games, jnp.int32),
        players=as_ints(players),
        button=as_ints(rng.integers(0, players)),
        small_blind=jnp.full(games, 50, jnp.int32),
        big_blind=jnp.full(games, 100, jnp.int32),
        ante=as_ints(rng.choice([0, 0, 10, 130], games)),
        stacks=as_ints(stacks),
        cards=cards,
        strengths=seat_strengths(cards),
    )


def choose(mask: jax.Array, words: jax.Array) -> jax.Array:
    """A uniformly random legal action."""
    scores = jnp.where(mask, (words >> 8).astype(jnp.int32), -1)
    return jnp.argmax(scores, 0).astype(jnp.int32)


@jax.jit
def record(dealt: BatchDeal) -> tuple[env.TableState, dict[str, jax.Array]]:
    """Play random legal actions and note what the table said before each."""

    def step(state: env.TableState, t: jax.Array) -> tuple[env.TableState, dict[str, jax.Array]]:
        options = env.legal(MENU, state)
        action = choose(options.mask, dice.words(state.seed, state.hand + t, MENU.actions, first_slot=99))
        amount = jnp.take_along_axis(options.raise_to, action[None], 0)[0]
        number = jnp.where(action == FOLD, -1, jnp.where(action == PASSIVE, 0, amount))
        account = {
            "actor": state.actor,
            "street": state.street,
            "to_call": options.to_call,
            "low": jnp.where(options.can_raise, options.min_raise_to, 0),
            "high": jnp.where(options.can_raise, options.max_raise_to, 0),
            "pot": env.contributions(state).sum(0, dtype=jnp.int32),
            "live": state.live,
            "number": number,
        }
        return env.apply(MENU, state, action), account

    return jax.lax.scan(step, env.start(dealt), jnp.arange(STEPS, dtype=jnp.int32))


FIELDS = ("actor", "street", "to_call", "low", "high", "pot", "live")


def assert_same_as_engine(dealt: BatchDeal) -> int:
    """Every account and every payoff equal; returns how many decisions were compared."""
    with jax.numpy_dtype_promotion("strict"):
        last, ours = record(dealt)
        pays = np.asarray(env.payoffs(last))
    ours = {name: np.asarray(value) for name, value in ours.items()}
    table = [np.asarray(x, np.int64) for x in (dealt.players, dealt.button, dealt.stacks)]
    posts = [np.asarray(x, np.int64) for x in (dealt.small_blind, dealt.big_blind, dealt.ante, dealt.cards)]
    account, payoffs, finished, illegal = replay(holdem(100).packed, *table, *posts, ours["number"].astype(np.int64))
    asked = ours["actor"] >= 0
    np.testing.assert_array_equal(asked, account[..., 0] >= 0)
    for index, name in enumerate(FIELDS):
        np.testing.assert_array_equal(ours[name][asked], account[..., index][asked], err_msg=name)
    assert illegal == 0 and finished.all() and bool(env.is_over(last).all())
    np.testing.assert_array_equal(pays, payoffs)
    assert (pays.sum(0) == 0).all()
    return int(asked.sum())


@pytest.mark.parametrize("players", range(2, 11))
def test_every_step_equals_the_engine(players: int) -> None:
    dealt = random_deal(np.random.default_rng(players), 3000, players, players)
    assert assert_same_as_engine(dealt) > 3000
