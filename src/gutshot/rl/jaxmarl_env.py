"""The batched games in the shape of JaxMARL: dicts by agent, `reset(key)` and `step(key, state, actions)`.

Every agent gives an action at every step, and only that of the one whose turn it is counts; the others have one action,
the last, which is to wait. A finished hand is dealt anew inside `step`, as JaxMARL's own environments do.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from gutshot.rl.pgx_env import PgxEnv, PgxState, auto_reset

ByAgent = dict[str, Array]


class MarlSpace(NamedTuple):
    """A space by its shape and the number of choices, 0 where it is continuous."""

    shape: tuple[int, ...]
    n: int
    dtype: Any


class MarlEnv:
    """One game for `agent_0` .. `agent_k`."""

    def __init__(self, env: PgxEnv) -> None:
        self.env = env
        self.agents = [f"agent_{seat}" for seat in range(env.num_players)]
        self.num_agents = env.num_players
        self._step = auto_reset(env)

    @property
    def name(self) -> str:
        """Of the environment."""
        return self.env.id

    @property
    def wait(self) -> int:
        """The action of those whose turn it is not."""
        return self.env.num_actions

    def observation_space(self, agent: str) -> MarlSpace:
        """The same for every agent."""
        return MarlSpace(self.env.observation_shape, 0, jnp.float32)

    def action_space(self, agent: str) -> MarlSpace:
        """The menu, and waiting."""
        return MarlSpace((), self.env.num_actions + 1, jnp.int32)

    def reset(self, key: Array) -> tuple[ByAgent, PgxState]:
        """A new hand: what everyone sees, and the state."""
        state = self.env.init(key)
        return self.get_obs(state), state

    def step(
        self, key: Array, state: PgxState, actions: ByAgent
    ) -> tuple[ByAgent, PgxState, ByAgent, ByAgent, dict[str, Any]]:
        """Views, state, rewards, dones (with `__all__`) and infos after the actor's action."""
        given = jnp.stack([actions[agent] for agent in self.agents])
        after = self._step(state, given[state.current_player], key)
        rewards = {agent: after.rewards[seat] for seat, agent in enumerate(self.agents)}
        dones = dict.fromkeys([*self.agents, "__all__"], after.terminated)
        return self.get_obs(after), after, rewards, dones, {}

    def get_obs(self, state: PgxState) -> ByAgent:
        """Every agent's view, as if it were its turn."""
        seats = jnp.arange(self.num_agents, dtype=jnp.int32)
        return {agent: self.env.observe(state, seat) for agent, seat in zip(self.agents, seats, strict=True)}

    def get_avail_actions(self, state: PgxState) -> ByAgent:
        """The legal actions of the actor; the others wait."""
        waits = jax.nn.one_hot(self.wait, self.wait + 1, dtype=jnp.bool_)
        acts = jnp.append(state.legal_action_mask, False)
        return {agent: jnp.where(state.current_player == seat, acts, waits) for seat, agent in enumerate(self.agents)}
