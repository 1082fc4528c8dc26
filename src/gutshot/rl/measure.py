"""Results with honest error bars: one seat's guest against a table of hosts, until each game has played its hands.

The guest's seat is drawn for every hand, and so is the number of players if the table has several. Hands are
independent, so the 95 % interval is 1.96 standard errors of the mean of its payoffs. Each game counts the same
number of hands, however long they took. All opponents and table sizes are measured in one compiled run, the
games being divided among the opponents in equal blocks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from gutshot.rl import dice, interface
from gutshot.rl.env import at_seat
from gutshot.rl.holdem import Holdem
from gutshot.rl.network import Params, Policy, logits_of
from gutshot.rl.opponents import PLAYERS
from gutshot.rl.ppo import batch_last

Actor: TypeAlias = Callable[[Any, Array], Array]  # (states, random words [actions, B]) -> actions [B]

_ACTION_SLOT = 2000
_MOST_STEPS = 1 << 16


@dataclass(frozen=True)
class Result:
    """Winnings of one side in big blinds per hundred hands, with the half-width of the 95 % interval."""

    bb100: float
    ci95: float
    hands: int

    @property
    def is_winning(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.bb100 - self.ci95 > 0

    def __str__(self) -> str:
        return f"{self.bb100:+.1f} ± {self.ci95:.1f} bb/100"


class _SeatTally(NamedTuple):
    games: Any
    total: Array  # float32 [sizes, B], by number of players
    squares: Array
    hands: Array  # int32 [sizes, B]
    steps: Array


def scripted(game: Holdem, name: str) -> Actor:
    """One of the fixed players, on the game's menu."""
    return partial(PLAYERS[name], game.menu)


def networked(game: Holdem, policy: Policy, params: Params) -> Actor:
    """The policy's own mixed strategy."""

    def act(state: Any, words: Array) -> Array:
        logits = logits_of(policy, params, batch_last(game.observe(state)), batch_last(game.mask(state)))
        noise = -jnp.log(-jnp.log(jnp.clip(dice.unit(words), 1e-9, 1 - 1e-7)))
        return jnp.argmax(logits + batch_last(noise), -1).astype(jnp.int32)

    return act


def in_blocks(actors: list[Actor]) -> Actor:
    """Several actors as one: each plays an equal block of the games."""

    def act(state: Any, words: Array) -> Array:
        width = words.shape[-1] // len(actors)
        blocks = [slice(number * width, (number + 1) * width) for number in range(len(actors))]
        cut = [jax.tree.map(lambda leaf, block=block: leaf[..., block], (state, words)) for block in blocks]
        return jnp.concatenate([actor(*part) for actor, part in zip(actors, cut, strict=True)])

    return act


def play(game: Holdem, guest: Actor, host: Actor, key: Array, batch: int, hands: int) -> tuple[Array, Array, Array]:
    """Sums, sums of squares and counts of the guest's payoffs [sizes, batch] over `hands` hands of each game."""
    sizes = jnp.asarray(game.spec.players, jnp.int32)[:, None]

    def go_on(tally: _SeatTally) -> Array:
        return (tally.hands.sum(0) < hands).any() & (tally.steps < _MOST_STEPS)

    def one_step(tally: _SeatTally) -> _SeatTally:
        state = tally.games
        seat = interface.drawn_seat(game, state)
        words = dice.words(state.seed, state.hand * 4099 + tally.steps, game.actions, first_slot=_ACTION_SLOT)
        action = jnp.where(state.actor == seat, guest(state, words), host(state, words))
        after = interface.step(game, state, action)
        counts = after.over & (tally.hands.sum(0) < hands) & (sizes == state.players)
        payoff = jnp.where(counts, at_seat(after.rewards, seat), 0.0)
        return _SeatTally(
            after.state,
            tally.total + payoff,
            tally.squares + payoff * payoff,
            tally.hands + counts.astype(jnp.int32),
            tally.steps + 1,
        )

    zero = jnp.zeros((len(game.spec.players), batch), jnp.float32)
    start = _SeatTally(interface.init(game, key, (batch,)), zero, zero, zero.astype(jnp.int32), jnp.int32(0))
    tally = lax.while_loop(go_on, one_step, start)
    return tally.total, tally.squares, tally.hands


def _results(game: Holdem, sums: tuple[Array, ...], columns: slice) -> dict[int, Result]:
    """One result per number of players over a block of the games."""
    total, squares, count = (np.asarray(part, np.float64)[:, columns].sum(1) for part in sums)
    mean = total / np.maximum(count, 1)
    error = np.sqrt(np.maximum(squares / np.maximum(count, 1) - mean * mean, 0) / np.maximum(count, 1))
    rows = zip(game.spec.players, mean, error, count, strict=True)
    return {players: Result(100 * float(m), 196 * float(e), int(n)) for players, m, e, n in rows}


@partial(jax.jit, static_argnums=(0, 1, 4, 5))
def _against_pool(
    game: Holdem, policy: Policy, params: Params, key: Array, batch: int, hands: int
) -> tuple[Array, Array, Array]:
    host = in_blocks([scripted(game, name) for name in PLAYERS])
    return play(game, networked(game, policy, params), host, key, batch, hands)


@partial(jax.jit, static_argnums=(0, 1, 5, 6))
def _against_network(
    game: Holdem, policy: Policy, params: Params, host: Params, key: Array, batch: int, hands: int
) -> tuple[Array, Array, Array]:
    return play(game, networked(game, policy, params), networked(game, policy, host), key, batch, hands)


def against_pool(
    game: Holdem, policy: Policy, params: Params, hands: int, seed: int = 7, batch: int = 4096
) -> dict[tuple[str, int], Result]:
    """The network at tables of each scripted opponent, about `hands` hands for each opponent and table size."""
    width = min(batch, hands * len(game.spec.players))
    each = -(-hands * len(game.spec.players) // width)
    sums = _against_pool(game, policy, params, jax.random.PRNGKey(seed), width * len(PLAYERS), each)
    blocks = {name: slice(i * width, (i + 1) * width) for i, name in enumerate(PLAYERS)}
    found = {name: _results(game, sums, block) for name, block in blocks.items()}
    return {(name, players): one for name, by_size in found.items() for players, one in by_size.items()}


def against_network(
    game: Holdem, policy: Policy, params: Params, host: Params, hands: int, seed: int = 7, batch: int = 4096
) -> dict[int, Result]:
    """One network as guest at tables of another, about `hands` hands for each table size."""
    width = min(batch, hands * len(game.spec.players))
    each = -(-hands * len(game.spec.players) // width)
    sums = _against_network(game, policy, params, host, jax.random.PRNGKey(seed), width, each)
    return _results(game, sums, slice(None))
