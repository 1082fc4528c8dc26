"""The methods a run can learn by, behind one interface: a first state, one compiled iteration, and its steps."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from gutshot.errors import BadConfig
from gutshot.rl import ppo
from gutshot.rl.config import TrainConfig
from gutshot.rl.interface import TrainingGame
from gutshot.rl.network import Critic, NetSpec, Params, Policy


def policy_of(spec: NetSpec, game: TrainingGame) -> Policy:
    """The network, or the table with a row for every infoset."""
    if not spec.table:
        return Policy(spec, game.actions)
    from gutshot.rl.whole_game import game_tree  # brings Numba, which a machine for hold'em need not have

    return Policy(spec, game.actions, game_tree(game).keys)  # type: ignore[arg-type]


def networks(config: TrainConfig, game: TrainingGame) -> ppo.Nets:
    """Policy and critic of a run."""
    return ppo.Nets(policy_of(config.network, game), Critic(config.critic))


def _method(config: TrainConfig) -> Any:
    """The module that learns."""
    if config.method == "mirror":
        from gutshot.rl import mirror

        return mirror
    if config.method == "regret":
        from gutshot.rl import neural_regret

        return neural_regret
    return ppo


def start(config: TrainConfig, game: TrainingGame, nets: ppo.Nets, key: Array) -> Any:
    """A fresh state."""
    return _method(config).start(game, nets, config.learning, key)


def iteration(config: TrainConfig, game: TrainingGame, nets: ppo.Nets) -> Any:
    """State -> (state, metrics), to be compiled."""
    return partial(_method(config).iterate, game, nets, config.learning)


def warmed(config: TrainConfig, state: Any, params: Params) -> Any:
    """The state of a new run with a trained policy in every place where a policy stands."""
    if config.method == "ppo":
        pool = jax.tree.map(lambda leaf, old: jnp.broadcast_to(leaf, old.shape) + 0, params, state.pool)
        copies = (jax.tree.map(jnp.copy, params) for _ in range(2))
        learned = state.params._replace(policy=params)
        return state._replace(params=learned, pool=pool, **dict(zip(("average", "magnet"), copies, strict=True)))
    if config.method == "mirror":
        return state._replace(params=params, average=jax.tree.map(jnp.copy, params))
    raise BadConfig("method 'regret' begins with regrets, which a bundle does not hold: expected ppo or mirror")


def steps(config: TrainConfig, state: Any, iterations: int) -> int:
    """Actions learnt from after so many iterations; tails are not counted."""
    if config.method == "ppo":
        return iterations * config.ppo.games * config.ppo.steps
    low, high = (int(word) for word in state.decisions)
    return low + (high << 32)
