"""What the trainer needs of a game, and the step that pays a finished hand and deals the next one.

The three calls are those of pgx: `init`, `step`, `observe`. Arrays are seat-major (see `env`): axis 0 is
the seat, action or feature, further axes are the batch.
"""

from functools import partial
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
from jax import Array, lax

from gutshot.rl import dice
from gutshot.rl.xla_fences import apart

_GUEST_SLOT = 1000


class HandState(Protocol):
    """The part of a state that every game has."""

    @property
    def seed(self) -> Array:  # uint32 [2, ...]
        """From which its cards follow."""
        ...

    @property
    def hand(self) -> Array:  # how many hands this game has finished
        """Its number."""
        ...

    @property
    def actor(self) -> Array: ...  # negative when the hand is over


class TrainingGame(Protocol):
    """Rules and views of one game, without state; hashable, so that a jit can close over it."""

    @property
    def seats(self) -> int:
        """The most players there are."""
        ...

    @property
    def actions(self) -> int:
        """How many a policy chooses from."""
        ...

    def fresh(self, seed: Array, hand: Array) -> Any:
        """Deal hand number `hand` of each stream."""

    def apply(self, state: Any, action: Array) -> Any:
        """The state after the actor's action; an illegal one is replaced by the game's stated rule."""

    def mask(self, state: Any) -> Array:
        """Legal actions, bool [actions, ...]."""

    def observe(self, state: Any) -> Array:
        """What the actor knows, float32 [features, ...]."""

    def reveal(self, state: Any) -> Array:
        """What he does not know, for a critic in training, float32 [features, ...]."""

    def payoffs(self, state: Any) -> Array:
        """What each seat has won at the end, float32 [seats, ...]; in big blinds where there are blinds."""

    def taken(self, state: Any) -> Array:
        """How many seats are taken, int32 [...]; they are the first ones."""

    def position(self, state: Any) -> Array:
        """Each seat's place in the order of action, int32 [seats, ...]: by what results are broken down."""


class GameStep(NamedTuple):
    """After one action. Where `over`, `rewards` are the hand's payoffs and `state` is the next hand."""

    state: Any
    rewards: Array  # float32 [seats, ...], zero unless over
    over: Array  # bool [...]


def drawn_seat(game: TrainingGame, state: Any) -> Array:
    """A seat drawn anew for each hand, from words of the dice that no deal uses: where a guest sits."""
    word = dice.words(state.seed, state.hand, 1, first_slot=_GUEST_SLOT)[0]
    return dice.below(word, game.taken(state).astype(jnp.uint32))


def init(game: TrainingGame, key: Array, batch: tuple[int, ...] = ()) -> Any:
    """The first hand of `batch` independent games."""
    return game.fresh(dice.seeds(key, batch), jnp.zeros(batch, jnp.int32))


def step(game: TrainingGame, state: Any, action: Array) -> GameStep:
    """Apply an action; where it ends the hand, pay it and deal the next.

    Paying and dealing are conditional on any game being over.
    """
    state = apart(game.apply, state.hand, state, action)
    over = state.actor < 0
    rewards = lax.cond(over.any(), game.payoffs, partial(_nothing, game), state)
    following = lax.cond(over.any(), partial(_next_hand, game), lambda old: old, state)
    mixed = jax.tree.map(partial(jnp.where, over), following, state)
    return GameStep(mixed, jnp.where(over, rewards, 0.0), over)


def _next_hand(game: TrainingGame, state: Any) -> Any:
    return game.fresh(state.seed, state.hand + 1)


def _nothing(game: TrainingGame, state: Any) -> Array:
    return jnp.zeros((game.seats, *state.actor.shape), jnp.float32)
