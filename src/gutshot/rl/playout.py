"""Random legal play of many tables in one compiled loop: the raw speed of the environment."""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from gutshot.rl import dice, interface
from gutshot.rl.holdem import Holdem
from gutshot.rl.opponents import nth_legal

_ACTION_SLOT = 3000


class PlayoutResult(NamedTuple):
    """What came of it."""

    games: Any
    decisions: Array
    hands: Array
    payoff: Array  # float32 [seats], summed over games


@partial(jax.jit, static_argnums=(0, 2), donate_argnums=1)
def play_randomly(game: Holdem, games: Any, steps: int, first_step: Array) -> PlayoutResult:
    """`steps` random legal actions in every game; finished hands are paid and new ones dealt."""

    def one_step(state: Any, step: Array) -> tuple[Any, tuple[Array, Array]]:
        word = dice.words(state.seed, step, 1, first_slot=_ACTION_SLOT)[0]
        after = interface.step(game, state, nth_legal(game.mask(state), word))
        return after.state, (after.over.sum(dtype=jnp.int32), after.rewards.sum(-1))

    games, (hands, payoff) = lax.scan(one_step, games, first_step + jnp.arange(steps, dtype=jnp.int32))
    return PlayoutResult(games, jnp.int32(steps) * games.actor.shape[-1], hands.sum(dtype=jnp.int32), payoff.sum(0))


@partial(jax.jit, static_argnums=(0, 2))
def tables(game: Holdem, key: Array, batch: int) -> Any:
    """`batch` first hands, compiled, so that their arrays can be donated."""
    return interface.init(game, key, (batch,))
