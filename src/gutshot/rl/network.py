"""Policy and critic: two small residual networks. The policy sees what its seat sees; the critic, which exists in
training only, sees every card as well, which takes the luck of the deal out of the advantages.
"""

from dataclasses import dataclass
from typing import Any, cast

import flax.linen as nn
import jax
import jax.numpy as jnp
from jax import Array

from gutshot.settings import Settings, setting

Params = Any

_IMPOSSIBLE = -1e9


@dataclass(frozen=True)
class NetSpec(Settings, noun="a network"):
    """Size of a network."""

    width: int = setting(512, "units of a layer", least=1, most=65_536)
    depth: int = setting(3, "hidden layers", least=1, most=1000)
    bfloat16: bool = setting(False, "matrix products in 16 bits, sums and parameters in 32")


class Trunk(nn.Module):
    """A dense layer, then residual blocks of normalise, rectify, dense."""

    spec: NetSpec

    @nn.compact
    def __call__(self, inputs: Array) -> Array:
        dtype = jnp.bfloat16 if self.spec.bfloat16 else jnp.float32
        hidden = nn.Dense(self.spec.width, dtype=dtype)(inputs.astype(dtype))
        for _ in range(self.spec.depth - 1):
            hidden = hidden + nn.Dense(self.spec.width, dtype=dtype)(nn.relu(nn.LayerNorm(dtype=dtype)(hidden)))
        return nn.relu(nn.LayerNorm(dtype=dtype)(hidden))


class Policy(nn.Module):
    """Logits of the menu's actions; illegal ones are pushed to zero probability."""

    spec: NetSpec
    actions: int

    @nn.compact
    def __call__(self, observation: Array, mask: Array) -> Array:
        hidden = Trunk(self.spec)(observation)
        logits = nn.Dense(self.actions, kernel_init=nn.initializers.normal(0.01))(hidden.astype(jnp.float32))
        return jnp.where(mask, logits, _IMPOSSIBLE)


class Critic(nn.Module):
    """What the actor will win from here, in the trainer's unit, knowing all cards."""

    spec: NetSpec

    @nn.compact
    def __call__(self, observation: Array, hidden_cards: Array) -> Array:
        everything = jnp.concatenate([observation, hidden_cards], -1)
        value = nn.Dense(1, kernel_init=nn.initializers.normal(0.01))(Trunk(self.spec)(everything).astype(jnp.float32))
        return value[..., 0]


def logits_of(policy: Policy, params: Params, observation: Array, mask: Array) -> Array:
    """[A, B] for an observation."""
    return cast(Array, policy.apply(params, observation, mask))


def value_of(critic: Critic, params: Params, observation: Array, hidden_cards: Array) -> Array:
    """[B] what the critic expects."""
    return cast(Array, critic.apply(params, observation, hidden_cards))


def parameter_count(params: Params) -> int:
    """Numbers in all."""
    return sum(leaf.size for leaf in jax.tree.leaves(params))
