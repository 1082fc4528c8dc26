"""The pgx-shaped environment by pgx's own test, against the table it wraps, and JaxMARL's shape against it."""

from typing import Any, Literal, get_args

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gutshot.errors import GutshotError
from gutshot.rl.jaxmarl_env import MarlEnv
from gutshot.rl.pgx_env import PENALTY, PgxEnv, auto_reset, make

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kuhn_poker", {}),
    ("leduc_holdem", {"players": 3}),
    ("gutshot_holdem", {"players": 3, "stack_bb": 10, "sizes": "100%"}),
]


def choose(mask: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """A random legal action of each hand [B, actions]."""
    return np.asarray(np.argmax(dice.random(mask.shape) * mask, -1), np.int32)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda item: str(item))
def test_pgx_accepts_it(name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("pgx._src.api_test")
    monkeypatch.setattr(api, "EnvId", Literal[(*get_args(api.EnvId), "gutshot_holdem")])  # its list of names is closed
    act = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32))))
    monkeypatch.setattr(api, "act_randomly", act)  # that of pgx 2.6 asks today's JAX for an axis that one hand has not
    for use_key in (True, False):
        api.api_test(make(name, **options), 2, use_key)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda item: str(item))
def test_a_batch_is_the_table_step_by_step(name: str, options: dict[str, Any]) -> None:
    env, batch, dice = make(name, **options), 64, np.random.default_rng(1)
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    keys = jax.random.split(jax.random.PRNGKey(2), batch)
    state = init(keys)
    fresh = jax.jit(env.game.fresh)
    table = fresh(keys.T.astype(jnp.uint32), jnp.zeros(batch, jnp.int32))
    look = jax.jit(lambda table: (env.game.observe(table), env.game.mask(table)))
    apply, pay = jax.jit(env.game.apply), jax.jit(env.game.payoffs)
    paid = np.zeros((env.num_players, batch))
    for _ in range(40):
        acting = np.asarray(table.actor) >= 0
        view, mask = look(table)
        np.testing.assert_array_equal(np.asarray(state.terminated), ~acting)
        np.testing.assert_array_equal(np.asarray(state.current_player)[acting], np.asarray(table.actor)[acting])
        np.testing.assert_allclose(np.asarray(state.observation)[acting], np.asarray(view).T[acting], atol=1e-6)
        np.testing.assert_array_equal(np.asarray(state.legal_action_mask)[acting], np.asarray(mask).T[acting])
        assert np.asarray(state.legal_action_mask)[~acting].all()
        if not acting.any():
            break
        action = choose(np.asarray(state.legal_action_mask), dice)
        state, table = step(state, action), apply(table, jnp.asarray(action))
        paid += np.asarray(state.rewards).T
    assert not acting.any()
    np.testing.assert_allclose(paid, pay(table), atol=1e-5)
    after = step(state, np.zeros(batch, np.int32))
    assert not np.asarray(after.rewards).any() and np.asarray(after.terminated).all()


@pytest.mark.slow
def test_one_hand_is_its_row_of_a_batch_and_a_player_may_be_asked_for() -> None:
    env = make("leduc_holdem")
    keys = jax.random.split(jax.random.PRNGKey(3), 4)
    many = jax.vmap(env.step)(jax.vmap(env.init)(keys), jnp.full(4, 2))
    for row in range(4):
        one = env.step(env.init(keys[row]), jnp.int32(2))
        jax.tree.map(lambda a, b, row=row: np.testing.assert_array_equal(a, b[row]), one, many)
    views = [np.asarray(env.observe(one, seat)) for seat in (0, 1)]
    assert np.abs(views[0] - views[1]).max() == 1
    np.testing.assert_array_equal(views[int(one.current_player)], one.observation)
    assert env.observation_shape == one.observation.shape and env.num_actions == 3 and env.version == "v1"


def test_an_illegal_action_ends_the_hand_at_its_players_cost() -> None:
    env = make("leduc_holdem", players=3)
    state = env.step(env.init(jax.random.PRNGKey(0)), jnp.int32(0))  # nothing to fold to
    assert bool(state.terminated) and bool(state.legal_action_mask.all())
    np.testing.assert_allclose(state.rewards, [PENALTY, 2, 2])
    again = env.step(state, jnp.int32(1))
    assert not np.asarray(again.rewards).any() and int(again._step_count) == 1
    with pytest.raises(GutshotError, match="unknown environment 'go'"):
        make("go")


def play(env: PgxEnv, steps: int) -> tuple[np.ndarray, ...]:
    """Random hands one after the other: rewards and ends of 32 tables."""
    step = jax.jit(jax.vmap(auto_reset(env)))
    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), 32))
    dice, rewards, ends = np.random.default_rng(1), [], []
    for number in range(steps):
        action = choose(np.asarray(state.legal_action_mask), dice)
        state = step(state, action, jax.random.split(jax.random.PRNGKey(10 + number), 32))
        rewards.append(np.asarray(state.rewards))
        ends.append(np.asarray(state.terminated))
    return np.array(rewards), np.array(ends)


def test_auto_reset_and_jaxmarl_play_the_same_hands() -> None:
    env = make("leduc_holdem")
    rewards, ends = play(env, 30)
    assert 3 < ends.sum(0).mean() < 15
    np.testing.assert_allclose(rewards.sum(-1), 0, atol=1e-6)
    assert (np.abs(rewards).max(-1) > 0)[ends].mean() > 0.8 and not rewards[~ends].any()
    marl = MarlEnv(env)
    reset, step = jax.jit(jax.vmap(marl.reset)), jax.jit(jax.vmap(marl.step))
    allowed = jax.jit(jax.vmap(marl.get_avail_actions))
    views, state = reset(jax.random.split(jax.random.PRNGKey(1), 32))
    dice = np.random.default_rng(1)
    assert marl.agents == ["agent_0", "agent_1"] and marl.action_space("agent_0").n == 4
    for number in range(30):
        action = choose(np.asarray(state.legal_action_mask), dice)
        masks = allowed(state)
        turn = np.asarray(state.current_player)
        given = {}
        for seat, agent in enumerate(marl.agents):
            waits = turn != seat
            given[agent] = np.where(waits, marl.wait, action)
            assert views[agent].shape == (32, *marl.observation_space(agent).shape)
            assert np.asarray(masks[agent])[np.arange(32), given[agent]].all()
            assert (np.asarray(masks[agent])[waits].sum(1) == 1).all()
        views, state, won, dones, _ = step(jax.random.split(jax.random.PRNGKey(10 + number), 32), state, given)
        np.testing.assert_array_equal(np.stack([won[agent] for agent in marl.agents], 1), rewards[number])
        np.testing.assert_array_equal(dones["__all__"], ends[number])
