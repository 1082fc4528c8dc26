"""Hold'em as a PettingZoo AEC environment: one table, agents `seat_0` .. `seat_9`, a hand per episode.

PettingZoo and Gymnasium are optional; this is the only module that imports them. An observation is a dict of
the encoded view and the action mask, as PettingZoo's own card games give it. Rewards are in big blinds and come
at the end of the hand.
"""

from typing import Any

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from gutshot.rl import interface
from gutshot.rl.deal import TableSpec
from gutshot.rl.holdem import Holdem
from gutshot.rl.menu import DEFAULT_SIZES, Menu


class HoldemAEC(AECEnv):  # type: ignore[misc]
    """A hand of no-limit hold'em; an illegal action is played as a check where free and a fold otherwise."""

    metadata = {"name": "gutshot_holdem_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, players: int = 6, stack_bb: int = 100, sizes: str = DEFAULT_SIZES) -> None:
        super().__init__()
        stack = 100 * stack_bb
        self.game = Holdem(TableSpec((players,), stack, stack), Menu.parse(sizes))
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.render_mode = None
        self._apply = jax.jit(self.game.apply)
        self._deal = jax.jit(lambda key: interface.init(self.game, key))
        self._view = jax.jit(lambda state: (self.game.observe(state), self.game.mask(state)))
        self._pay = jax.jit(self.game.payoffs)
        self._key = jax.random.PRNGKey(0)
        features = self._view(self._deal(self._key))[0].shape
        self._actions = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        view = spaces.Box(0.0, np.inf, features, np.float32)
        self._spaces = spaces.Dict(
            {"observation": view, "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8)}
        )

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The same for every agent."""
        return self._spaces

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Of this agent."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new hand."""
        if seed is not None:
            self._key = jax.random.PRNGKey(seed)
        self._key, key = jax.random.split(self._key)
        self.state_of_hand = self._deal(key)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.state_of_hand.actor)]

    def observe(self, agent: str) -> dict[str, Any]:
        """The seat's view as if it were its turn; the mask is empty unless it is."""
        seat = self.possible_agents.index(agent)
        mine = int(self.state_of_hand.actor) == seat
        view, mask = self._view(self.state_of_hand._replace(actor=jnp.int32(seat)))
        legal = np.asarray(mask, np.int8) if mine else np.zeros(self.game.actions, np.int8)
        return {"observation": np.asarray(view), "action_mask": legal}

    def step(self, action: int | None) -> None:
        """Apply the action of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state_of_hand = self._apply(self.state_of_hand, jnp.int32(action))
        self._clear_rewards()
        if int(self.state_of_hand.actor) < 0:
            payoffs = np.asarray(self._pay(self.state_of_hand))
            self.rewards = {name: float(won) for name, won in zip(self.possible_agents, payoffs, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[int(self.state_of_hand.actor)]
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing to show: the browser and the engine's `Hand` do that."""

    def close(self) -> None:
        """Nothing to release."""
