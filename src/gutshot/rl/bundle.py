"""A trained policy that can be played: its parameters, the menu it chooses from, and how it was trained."""

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gutshot import artifacts
from gutshot.errors import BadConfig
from gutshot.rl.checkpoint import named_arrays, restored
from gutshot.rl.config import TrainConfig
from gutshot.rl.holdem import Holdem
from gutshot.rl.interface import TrainingGame, init
from gutshot.rl.learners import policy_of
from gutshot.rl.menu import Menu
from gutshot.rl.network import Params, Policy
from gutshot.rl.ppo import batch_last

KIND = "ppo-policy"


@dataclass(frozen=True, eq=False)
class Bundle:
    """A policy network with its parameters; `config` is that of the run that made it."""

    config: TrainConfig
    params: Params
    summary: dict[str, Any]

    @cached_property
    def game(self) -> TrainingGame:
        """The game of its last stage."""
        return self.config.stages()[-1]

    @cached_property
    def policy(self) -> Policy:
        """The network it runs on."""
        return policy_of(self.config.network, self.game)

    @property
    def menu(self) -> Menu:
        """The actions of a hold'em bundle."""
        if not isinstance(self.game, Holdem):
            raise BadConfig(f"this bundle plays {self.config.game}, not hold'em")
        return self.game.menu


def save(path: str | os.PathLike[str], config: TrainConfig, params: Params, summary: dict[str, Any]) -> Path:
    """Write the bundle, a network's parameters in 16 bits: half the size, and no difference that play would show."""
    kind = np.float32 if config.network.table else np.float16
    arrays = {name: np.asarray(leaf, kind) for name, leaf in named_arrays(params).items()}
    return artifacts.save(path, KIND, arrays, config.to_dict(), summary=summary)


def load(path: str | os.PathLike[str]) -> Bundle:
    """Open a bundle; one sentence says so if it is something else or does not fit its own config."""
    found = artifacts.load(path, KIND)
    config = TrainConfig.from_dict(found.config)
    arrays = {name: np.asarray(array, np.float32) for name, array in found.arrays.items()}
    params = restored(parameter_shapes(config), arrays, f"bundle {str(Path(path))!r}")
    return Bundle(config, params, dict(found.summary))


def parameter_shapes(config: TrainConfig) -> Params:
    """The policy's parameter tree of a config, shapes only; input sizes are read off an encoded state."""
    game = config.stages()[-1]

    def build() -> Params:
        state = init(game, jax.random.PRNGKey(0), (1,))
        observation, mask = batch_last(game.observe(state)), batch_last(game.mask(state))
        return policy_of(config.network, game).init(jax.random.PRNGKey(0), observation, mask)

    return jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), jax.eval_shape(build))
