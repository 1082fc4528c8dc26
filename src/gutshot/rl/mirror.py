"""Mirror descent with a magnet on a table of logits (MMD; Sokota et al. 2023), for small games.

Each iteration every infoset's logits move by what its actions are worth, and are pulled towards a magnet: the uniform
policy, or a moving average of policies. Step size and pull fall by a power of time. The average of all policies
is what is shipped, later ones weighing more. Values are exact, or means of hands played on the batched table.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from gutshot.rl.config import MirrorConfig
from gutshot.rl.network import Params, Policy
from gutshot.rl.ppo import LossParts, Metrics, Nets
from gutshot.rl.schedules import at, power_law
from gutshot.rl.whole_game import Feedback, GameTree, SmallGame, exact, explored, game_tree, played

_LEAST = 1e-9
_IMPOSSIBLE = -1e9


class MirrorState(NamedTuple):
    """The whole state of a run."""

    params: Params  # logits
    average: Params  # logs of the averaged probabilities
    magnet: Params
    critic: Array  # [I, A] what actions are worth, as the last hands had it
    key: Array
    iteration: Array
    decisions: Array  # uint32 [2], low and high word: how many were played


def start(game: SmallGame, nets: Nets, config: MirrorConfig, key: Array) -> MirrorState:
    """Near the uniform policy."""
    tree = game_tree(game)
    play_key, table_key = jax.random.split(key)
    table = nets.policy.init(table_key, tree.observation, tree.mask)
    uniform = jax.tree.map(jnp.zeros_like, table)
    critic = jnp.zeros(tree.mask.shape)
    average = jax.tree.map(jnp.copy, table)
    return MirrorState(table, average, uniform, critic, play_key, jnp.int32(0), jnp.zeros(2, jnp.uint32))


def iterate(game: SmallGame, nets: Nets, config: MirrorConfig, state: MirrorState) -> tuple[MirrorState, Metrics]:
    """Find what actions are worth, step, and move the magnet and the average."""
    tree = game_tree(game)
    key, play_key = jax.random.split(state.key)
    done = state.iteration.astype(jnp.float32) / config.iterations
    old = log_policy(nets.policy, tree, state.params)
    policy = jnp.exp(old)
    explore = at(config.explore, done)
    found = feedback(game, tree, policy, config.values, explore, play_key, config.hands)
    magnet = log_policy(nets.policy, tree, state.magnet)
    share = 1.0 if config.values == "exact" else found.counts / (found.counts + config.memory)
    critic = state.critic + share * (found.values - state.critic)
    new = _stepped(config, done, tree, old, magnet, critic, found.visits)
    logits = jnp.where(tree.mask, new, 0.0)
    pulled = jnp.where(tree.mask, config.magnet_decay * magnet + (1 - config.magnet_decay) * new, 0.0)
    average = _averaged(config, tree, state, jnp.exp(new))
    following = MirrorState(
        *(_table(logits), _table(average), _table(pulled), critic, key),
        *(state.iteration + 1, counted(state.decisions, found.decisions)),
    )
    return following, metrics(tree, old, new, magnet, found)


def feedback(
    game: SmallGame, tree: GameTree, policy: Array, values: str, explore: Array | float, key: Array, hands: int
) -> Feedback:
    """What actions are worth under a policy, as the settings say."""
    if values == "exact":
        return exact(tree, explored(tree, policy, explore))
    return played(game, tree, policy, explore, key, hands)


def _stepped(
    config: MirrorConfig, done: Array, tree: GameTree, old: Array, magnet: Array, critic: Array, visits: Array
) -> Array:
    """The log probabilities after the step; an infoset with few visits takes a smaller one."""
    size, pull = (power_law(schedule, done) for schedule in (config.step_size, config.magnet_cost))
    if config.values == "played":
        size = size * jnp.minimum(1.0, visits[:, None] / config.full_step_visits)
    mean = (jnp.exp(old) * critic).sum(-1, keepdims=True)
    gain = jnp.where(tree.mask, critic - mean, 0.0)
    return log_softmax(tree, (old + size * gain + size * pull * magnet) / (1 + size * pull))


def _averaged(config: MirrorConfig, tree: GameTree, state: MirrorState, policy: Array) -> Array:
    """The average with iteration t weighing t^(power - 1), as logarithms."""
    age = state.iteration.astype(jnp.float32)
    share = config.average_power / (age + config.average_power)
    before = jax.nn.softmax(jnp.where(tree.mask, state.average["params"]["logits"], _IMPOSSIBLE))
    mixed = (1 - share) * before + share * policy
    return jnp.where(tree.mask, jnp.log(jnp.maximum(mixed, _LEAST)), 0.0)


def log_policy(policy: Policy, tree: GameTree, params: Params) -> Array:
    """[I, A] log probabilities at every infoset."""
    logits: Any = policy.apply(params, tree.observation, tree.mask)
    return log_softmax(tree, logits)


def log_softmax(tree: GameTree, logits: Array) -> Array:
    """Over the legal actions; the others have no probability."""
    return jax.nn.log_softmax(jnp.where(tree.mask, logits, _IMPOSSIBLE))


def _table(logits: Array) -> Params:
    return {"params": {"logits": logits}}


def counted(total: Array, more: Array) -> Array:
    """A sum in two words of 32 bits."""
    low = total[0] + more.astype(jnp.uint32)
    return jnp.stack([low, total[1] + (low < total[0]).astype(jnp.uint32)])


def metrics(tree: GameTree, old: Array, new: Array, magnet: Array, found: Feedback) -> Metrics:
    """What a report shows, weighted by visits."""
    weight = found.visits / jnp.maximum(found.visits.sum(), _LEAST)
    policy = jnp.exp(new)

    def mean(terms: Array) -> Array:
        return (weight * jnp.where(tree.mask, terms, 0.0).sum(-1)).sum()

    zero = jnp.zeros(())
    parts = LossParts(
        policy_loss=-mean(policy * found.values),
        value_loss=zero,
        entropy=-mean(policy * new),
        kl=mean(jnp.exp(old) * (old - new)),
        clipped=zero,
        magnet_kl=mean(policy * (new - magnet)),
    )
    hands = jnp.maximum(found.hands, 1)
    mix = jax.ops.segment_sum(found.visits[:, None] * jnp.exp(old), tree.infoset_actor, tree.players)
    payoff = found.payoffs * hands
    each = jnp.full(tree.players, 1, jnp.int32) * hands
    return Metrics(parts, zero, found.hands, found.decisions, payoff, each, mix)
