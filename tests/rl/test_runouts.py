"""All-ins paid by expectation: against the engine's evaluator board by board, and without bias."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gutshot.cards.evaluate import evaluate7
from gutshot.errors import BadConfig
from gutshot.rl import env, interface
from gutshot.rl.deal import TableSpec, cards_of
from gutshot.rl.holdem import Holdem
from gutshot.rl.menu import PASSIVE, Menu
from gutshot.rl.pots import payouts
from gutshot.rl.runouts import expected_payoffs

GAMES, PLAYERS, BOARDS = 400, 4, 5
GAME = Holdem(TableSpec(players=(PLAYERS,), min_stack=300, max_stack=6000, equal_share=0.0, runouts=BOARDS))
ALL_IN = GAME.actions - 1
expected = jax.jit(expected_payoffs, static_argnums=1)
settle = jax.jit(payouts)


@jax.jit
def finished(key: jax.Array) -> env.TableState:
    """Hands of checks, calls and all-ins, so that many end before the river."""

    def step(state: env.TableState, t: jax.Array) -> tuple[env.TableState, None]:
        pushes = (state.seed[0] >> t) % 5 == 0
        action = jnp.where(pushes & GAME.mask(state)[ALL_IN], ALL_IN, PASSIVE).astype(jnp.int32)
        return GAME.apply(state, action), None

    return jax.lax.scan(step, interface.init(GAME, key, (GAMES,)), jnp.arange(30, dtype=jnp.uint32))[0]


def one_by_one(state: env.TableState, game: int) -> np.ndarray:
    """The slow twin: every board spelled out as a list of cards and settled alone."""
    deck = np.asarray(cards_of(state.seed, state.hand, 2 * PLAYERS + 5 * BOARDS))[:, game]
    assert len(set(deck.tolist())) == len(deck)
    is_open = (0, 3, 4, 5)[int(state.street[game])]
    paid = np.zeros(PLAYERS)
    one = jax.tree.map(lambda leaf: leaf[..., game], state)
    for board in range(BOARDS):
        later = deck[2 * PLAYERS + 5 * board :][:5]
        cards = [*deck[2 * PLAYERS :][:is_open], *later[is_open:]]
        hands = [evaluate7(*map(int, [*deck[2 * seat : 2 * seat + 2], *cards])) for seat in range(PLAYERS)]
        live = env.members(one.live, PLAYERS)
        paid += np.asarray(settle(env.contributions(one), live, jnp.asarray(hands, jnp.int32), one.button, one.players))
    return paid / BOARDS - np.asarray(env.contributions(one))


def test_every_board_is_settled_and_averaged() -> None:
    state = finished(jax.random.PRNGKey(3))
    assert bool(env.is_over(state).all())
    with jax.numpy_dtype_promotion("strict"):
        found = np.asarray(expected(state, BOARDS))
    np.testing.assert_allclose(found.sum(0), 0, atol=1e-2)
    streets = np.asarray(state.street)
    for street in range(4):
        for game in np.flatnonzero(streets == street)[:4]:
            np.testing.assert_allclose(found[:, game], one_by_one(state, game), atol=1e-2)
    as_it_fell = np.asarray(env.payoffs(state))
    river = streets == 3
    np.testing.assert_allclose(found[:, river], as_it_fell[:, river], atol=1e-2)
    assert river.any() and not np.allclose(found[:, ~river], as_it_fell[:, ~river], atol=1e-2)


def test_the_mean_stays_and_the_spread_falls() -> None:
    state = finished(jax.random.PRNGKey(4))
    fell, mean = np.asarray(env.payoffs(state), float), np.asarray(expected(state, BOARDS), float)
    gap = (fell - mean)[0]
    assert abs(gap.mean()) < 4 * gap.std() / np.sqrt(GAMES)
    assert mean.std() < 0.9 * fell.std()


def test_a_deck_holds_so_many_boards() -> None:
    Holdem(TableSpec(players=(10,), runouts=6), Menu.parse("100%"))
    with pytest.raises(BadConfig, match="7 runouts: the deck of a table for 10 holds 1 to 6 boards"):
        Holdem(TableSpec(players=(10,), runouts=7), Menu.parse("100%"))


@pytest.mark.slow
def test_batches_may_lie_in_front() -> None:
    """`jax.vmap` gives [B, 10] arrays with the same numbers as the native [10, B]."""
    game = Holdem(TableSpec(players=(2, 5), min_stack=300, max_stack=6000), chairs=10)
    native_step = jax.jit(partial(interface.step, game))
    mapped_step = jax.jit(jax.vmap(partial(interface.step, game)))
    state = interface.init(game, jax.random.PRNGKey(1), (16,))
    in_front = jax.tree.map(lambda leaf: jnp.moveaxis(leaf, -1, 0), state)
    assert in_front.stacks.shape == (16, 10)
    action = jnp.full(16, game.actions - 1, jnp.int32)
    for _ in range(3):
        native = native_step(state, action)
        mapped = mapped_step(in_front, action)
        for ours, theirs in zip(jax.tree.leaves(native), jax.tree.leaves(mapped), strict=True):
            np.testing.assert_array_equal(np.moveaxis(np.asarray(ours), -1, 0), theirs)
        state, in_front = native.state, mapped.state
