"""Advantages along each seat's own decisions, the learner's seats, and strict types in the whole rollout."""

import jax
import jax.numpy as jnp
import numpy as np

from gutshot.rl import ppo
from gutshot.rl.config import PPOConfig
from gutshot.rl.network import Critic, NetSpec, Policy
from gutshot.rl.small_games import KuhnGame


def trajectory(actors: list[int], values: list[float], overs: dict[int, list[float]], seats: int) -> ppo.Trajectory:
    """One game: who acted, what the critic said, and the payoffs where a hand ended."""
    steps = len(actors)
    rewards = np.zeros((steps, seats, 1), np.float32)
    over = np.zeros((steps, 1), bool)
    for step, pays in overs.items():
        rewards[step, :, 0], over[step] = pays, True
    column = lambda numbers, kind: jnp.asarray(np.array(numbers, kind)[:, None])  # noqa: E731
    zero = column([0] * steps, np.int32)
    fields = dict.fromkeys(ppo.Trajectory._fields, zero)
    fields |= {"actor": column(actors, np.int32), "value": column(values, np.float32), "rewards": jnp.asarray(rewards)}
    return ppo.Trajectory(**fields | {"over": jnp.asarray(over), "learner": jnp.ones((steps, 1), bool)})


def test_a_seat_learns_from_its_own_next_decision() -> None:
    path = trajectory([0, 1, 0, 1], [1.0, -1.0, 2.0, -3.0], {3: [5.0, -5.0, 0.0]}, seats=3)
    one = ppo.gae(path, 3, 1.0, 1.0)
    np.testing.assert_allclose(one.advantage[:, 0], [4.0, -4.0, 3.0, -2.0])
    half = ppo.gae(path, 3, 0.5, 1.0)
    np.testing.assert_allclose(half.advantage[:, 0], [1 + 0.5 * 3, -2 + 0.5 * -2, 3.0, -2.0])
    assert bool(one.valid.all())


def test_unfinished_decisions_bootstrap_but_are_not_learnt_from() -> None:
    path = trajectory([0, 1, 0, 1], [1.0, -1.0, 2.0, -3.0], {}, seats=2)
    gain = ppo.gae(path, 2, 1.0, 1.0)
    np.testing.assert_array_equal(gain.valid[:, 0], [True, True, False, False])
    np.testing.assert_allclose(gain.advantage[:2, 0], [1.0, -2.0])


def test_a_hand_does_not_reach_into_the_next_and_a_walk_is_no_decision() -> None:
    path = trajectory([0, 0, 1], [0.5, 1.0, -1.0], {0: [-1.0, 1.0, 0.0], 2: [2.0, -2.0, 0.0]}, seats=3)
    gain = ppo.gae(path, 3, 0.9, 1.0)
    np.testing.assert_allclose(gain.advantage[:, 0], [-1.5, 1.0, -1.0])


def test_rollout_has_strict_types_and_seats_past_versions() -> None:
    game, config = KuhnGame(2), PPOConfig(games=64, steps=6, tail=2, minibatches=2, pool_share=0.5, explore=(0.1, 0.1))
    nets = ppo.Nets(Policy(NetSpec(16, 2), 2), Critic(NetSpec(16, 2)))
    train = ppo.start(game, nets, config, jax.random.PRNGKey(0))
    with jax.numpy_dtype_promotion("strict"):
        _, path = jax.jit(lambda t: ppo.rollout(game, nets, config, t, t.key))(train)
        gain = ppo.gae(path, 2, 0.95, 1.0)
    learner = np.asarray(path.learner)
    assert learner[:, config.pool_games :].all()
    assert 0.2 < learner[:, : config.pool_games].mean() < 0.8
    assert not np.asarray(gain.valid)[~learner].any()
    np.testing.assert_allclose(np.asarray(path.rewards).sum(1), 0, atol=1e-6)
