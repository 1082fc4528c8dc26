"""The batched games in the interface of pgx: `init(key)`, `step(state, action, key=None)`, `observe(state, player)`.

A state is that of one hand, and `jax.vmap` makes batches with the batch first, as in pgx. Inside, a batch is laid out
as the tables like it, last: a rule for vmap turns it on the way in and out. pgx is not needed. As there, an illegal
action ends the hand at the cost of 1 to its player, a step after the end changes nothing and pays nothing, and the mask
of a finished hand is all true. Dealing the next hand is a wrapper's work: `auto_reset` here, or pgx's own.
"""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import jax
import jax.numpy as jnp
from flax import struct
from jax import Array
from jax.custom_batching import custom_vmap

from gutshot.rl.deal import TableSpec
from gutshot.rl.env import NOBODY, at_seat
from gutshot.rl.holdem import Holdem
from gutshot.rl.interface import TrainingGame
from gutshot.rl.menu import DEFAULT_SIZES, Menu
from gutshot.rl.small_games import KuhnGame, LeducGame

PENALTY = -1.0  # of an illegal action, as in pgx


@struct.dataclass
class PgxState:
    """The public attributes of a pgx state, and the hand."""

    current_player: Array  # int32
    observation: Array  # float32 [features]
    rewards: Array  # float32 [players], big blinds or chips
    terminated: Array
    truncated: Array  # never
    legal_action_mask: Array  # bool [actions]
    _step_count: Array
    _hand: Any
    _name: str = struct.field(pytree_node=False, default="")  # type: ignore[no-untyped-call]

    @property
    def env_id(self) -> str:
        """The environment's `id`."""
        return self._name

    def save_svg(self, filename: str, **options: Any) -> None:
        """A picture for pgx's tools: who acts, and what was paid."""
        words = f"{self.env_id}: player {self.current_player} to act, rewards {self.rewards}"
        text = words.replace("&", "&amp;").replace("<", "&lt;")
        Path(filename).write_text(f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20">{text}</text></svg>')


def batch_inside(function: Callable[..., Any]) -> Callable[..., Any]:
    """Under `jax.vmap`, call the function once with the batch as every array's last axis, and turn the results back."""
    one = custom_vmap(function)

    def rule(size: int, batched: Any, *given: Any) -> tuple[Any, Any]:
        def inward(leaf: Array, is_batched: bool) -> Array:
            if is_batched:
                return jnp.moveaxis(leaf, 0, -1)
            return jnp.broadcast_to(leaf[..., None], (*leaf.shape, size))

        found = function(*jax.tree.map(inward, tuple(given), tuple(batched)))
        out = jax.tree.map(lambda leaf: jnp.moveaxis(leaf, -1, 0), found)
        return out, jax.tree.map(lambda leaf: True, out)

    one.def_vmap(rule)
    return one


class PgxEnv:
    """One game as a pgx environment; players are seats."""

    def __init__(self, game: TrainingGame, name: str, version: str = "v1") -> None:
        self.game, self._name, self._version = game, name, version
        self._deal = batch_inside(self._deal_hands)
        self._move = batch_inside(self._move_hands)
        self._view = batch_inside(self._view_hands)

    @property
    def id(self) -> str:
        """Its name; Kuhn and Leduc for two have pgx's."""
        return self._name

    @property
    def version(self) -> str:
        """Of its rules."""
        return self._version

    @property
    def num_players(self) -> int:
        """Seats."""
        return self.game.seats

    @property
    def num_actions(self) -> int:
        """Size of the menu."""
        return self.game.actions

    @cached_property
    def observation_shape(self) -> tuple[int, ...]:
        """One player's view."""
        return cast(tuple[int, ...], jax.eval_shape(self.init, jax.random.PRNGKey(0)).observation.shape)

    def init(self, key: Array) -> PgxState:
        """A new hand."""
        hand, views = self._deal(jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else key)
        return self._state(hand, views, jnp.int32(0))

    def step(self, state: PgxState, action: Array, key: Array | None = None) -> PgxState:
        """The state after an action of `current_player`; a poker hand needs no key, its cards are drawn."""
        before = (state._hand, state.current_player, state.terminated, state.legal_action_mask)
        hand, views = self._move(*before, jnp.asarray(action, jnp.int32))
        return self._state(hand, views, state._step_count + 1 - state.terminated.astype(jnp.int32))

    def observe(self, state: PgxState, player_id: Array | int | None = None) -> Array:
        """What a player knows, as if it were its turn; by default the one whose turn it is."""
        player = state.current_player if player_id is None else jnp.asarray(player_id, jnp.int32)
        return cast(Array, self._view(state._hand, player))

    def _state(self, hand: Any, views: tuple[Array, ...], count: Array) -> PgxState:
        player, view, rewards, over, mask = views
        return PgxState(player, view, rewards, over, jnp.zeros_like(over), mask, count, hand, self._name)

    def _deal_hands(self, key: Array) -> tuple[Any, tuple[Array, ...]]:
        """The first state of each key [2, ...]."""
        zero = jnp.zeros(key.shape[1:], jnp.int32)
        hand = self.game.fresh(key.astype(jnp.uint32), zero)
        over = hand.actor < 0
        rewards = jnp.where(over, self.game.payoffs(hand), 0.0)
        return hand, self._views(hand, jnp.maximum(hand.actor, 0), rewards, over)

    def _move_hands(
        self, hand: Any, player: Array, was_over: Array, mask: Array, action: Array
    ) -> tuple[Any, tuple[Array, ...]]:
        refused = (at_seat(mask.astype(jnp.int32), action) == 0) & ~was_over
        moved = self.game.apply(hand, action)
        ended = (moved.actor < 0) & ~was_over
        paid = jax.lax.cond(ended.any(), self.game.payoffs, self._nothing, moved)
        mine = jnp.arange(self.num_players, dtype=jnp.int32).reshape(-1, *[1] * player.ndim) == player
        fined = jnp.where(mine, PENALTY, -PENALTY * (self.num_players - 1))
        rewards = jnp.where(refused, fined, jnp.where(ended, paid, 0.0))
        after = jnp.where(moved.actor < 0, player, moved.actor)
        moved = moved._replace(actor=jnp.where(refused, NOBODY, moved.actor))
        return moved, self._views(moved, after, rewards, was_over | ended | refused)

    def _nothing(self, hand: Any) -> Array:
        return jnp.zeros((self.num_players, *hand.actor.shape), jnp.float32)

    def _views(self, hand: Any, player: Array, rewards: Array, over: Array) -> tuple[Array, ...]:
        """Current player, observation, rewards, whether it is over, mask."""
        view = self._view_hands(hand, player)
        return player.astype(jnp.int32), view, rewards.astype(jnp.float32), over, self.game.mask(hand) | over

    def _view_hands(self, hand: Any, player: Array) -> Array:
        return self.game.observe(hand._replace(actor=player))


def make(name: str, **options: Any) -> PgxEnv:
    """`kuhn_poker`, `leduc_holdem` (both take `players`), or `gutshot_holdem` (`players`, `stack_bb`, `sizes`)."""
    from gutshot.errors import BadConfig

    if name == "kuhn_poker":
        return PgxEnv(KuhnGame(**options), name)
    if name == "leduc_holdem":
        return PgxEnv(LeducGame(**options), name)
    if name == "gutshot_holdem":
        stack = 100 * options.pop("stack_bb", 100)
        players, sizes = options.pop("players", 6), options.pop("sizes", DEFAULT_SIZES)
        return PgxEnv(Holdem(TableSpec((players,), stack, stack, **options), Menu.parse(sizes)), name)
    raise BadConfig(f"unknown environment {name!r}: expected kuhn_poker, leduc_holdem or gutshot_holdem")


def auto_reset(env: PgxEnv) -> Callable[[PgxState, Array, Array], PgxState]:
    """A step that deals the next hand where one ends, and keeps the ended one's `terminated` and `rewards`."""

    def step(state: PgxState, action: Array, key: Array) -> PgxState:
        begun = cast(Any, state).replace(terminated=jnp.zeros_like(state.terminated))
        after = env.step(begun, action)
        fresh = cast(Any, env.init(key)).replace(terminated=after.terminated, rewards=after.rewards)
        pick = lambda new, old: jnp.where(after.terminated, new, old)  # noqa: E731
        return cast(PgxState, jax.tree.map(pick, fresh, after))

    return step
