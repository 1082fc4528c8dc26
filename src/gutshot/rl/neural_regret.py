"""Deep CFR on small games: one network learns mean regrets, another the average policy (Brown et al. 2019).

Each iteration plays regret matching on the first network's regrets. A reservoir without a limit would hold every regret
ever seen with its weight, and the loss on it depends on their weighted sums by infoset alone; so sums are kept. Later
iterations weigh more, in proportion to their number. Regrets are exact, or from hands played on the batched table.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax
from jax import Array, lax

from gutshot.rl.config import RegretConfig
from gutshot.rl.mirror import counted, feedback, log_policy, metrics
from gutshot.rl.network import Params
from gutshot.rl.ppo import Metrics, Nets
from gutshot.rl.schedules import at
from gutshot.rl.whole_game import Feedback, GameTree, SmallGame, exact, explored, game_tree

_LEAST = 1e-9
_LEAST_OWN_REACH = 1e-4


class RegretNets(NamedTuple):
    """Parameters of both, which are of one shape: outputs for each action."""

    regrets: Params
    policy: Params


class RegretSums(NamedTuple):
    """What a reservoir without a limit adds up to at each infoset."""

    regret: Array  # [I, A]
    regret_weight: Array  # [I]
    policy: Array  # [I, A]
    policy_weight: Array  # [I]


class RegretState(NamedTuple):
    """The whole state of a run."""

    params: RegretNets
    optimizer: Any
    sums: RegretSums
    key: Array
    iteration: Array
    decisions: Array  # uint32 [2]

    @property
    def average(self) -> Params:
        """What is measured and shipped."""
        return self.params.policy


def start(game: SmallGame, nets: Nets, config: RegretConfig, key: Array) -> RegretState:
    """Nothing learnt."""
    tree = game_tree(game)
    play_key, *keys = jax.random.split(key, 3)
    params = RegretNets(*(nets.policy.init(one, tree.observation, tree.mask) for one in keys))
    zero, each = jnp.zeros(tree.mask.shape), jnp.zeros(len(tree.keys))
    sums = RegretSums(zero, each, jnp.zeros_like(zero), jnp.zeros_like(each))
    return RegretState(params, _optimizer().init(params), sums, play_key, jnp.int32(0), jnp.zeros(2, jnp.uint32))


def _optimizer() -> optax.GradientTransformation:
    return optax.chain(optax.clip_by_global_norm(10.0), optax.scale_by_adam())


def iterate(game: SmallGame, nets: Nets, config: RegretConfig, state: RegretState) -> tuple[RegretState, Metrics]:
    """Play what the regrets say, add up what it earns, and fit both networks."""
    tree = game_tree(game)
    key, play_key = jax.random.split(state.key)
    done = state.iteration.astype(jnp.float32) / config.iterations
    policy = matched(tree, _outputs(nets, tree, state.params.regrets))
    found = feedback(game, tree, policy, config.values, at(config.explore, done), play_key, config.hands)
    sums = _added(config, tree, state, policy, found, at(config.explore, done))
    params, optimizer = _fitted(nets, config, tree, state, sums, at(config.learning_rate, done))
    count = counted(state.decisions, found.decisions)
    following = RegretState(params, optimizer, sums, key, state.iteration + 1, count)
    shown = jnp.log(jnp.maximum(policy, _LEAST))
    return following, metrics(tree, shown, shown, log_policy(nets.policy, tree, params.policy), found)


def matched(tree: GameTree, regrets: Array) -> Array:
    """Regret matching; where no regret is positive, the action with the largest."""
    gains = jnp.where(tree.mask, jnp.maximum(regrets, 0.0), 0.0)
    total = gains.sum(-1, keepdims=True)
    best = jax.nn.one_hot(jnp.argmax(jnp.where(tree.mask, regrets, -jnp.inf), -1), tree.mask.shape[1])
    return jnp.where(total > 0, gains / jnp.maximum(total, _LEAST), best)


def _outputs(nets: Nets, tree: GameTree, params: Params) -> Array:
    outputs: Any = nets.policy.apply(params, tree.observation, tree.mask)
    return jnp.where(tree.mask, outputs, 0.0)


def _added(
    config: RegretConfig, tree: GameTree, state: RegretState, policy: Array, found: Feedback, share: Array
) -> RegretSums:
    """The sums with this iteration's regrets, weighted by the others' reach, and its policy, weighted by its own."""
    number = state.iteration.astype(jnp.float32) + 1
    mean = (policy * found.values).sum(-1, keepdims=True)
    regret = jnp.where(tree.mask & (found.counts > 0), found.values - mean, 0.0)
    weight = found.weight
    if config.values == "played":  # visits contain the behaviour's own reach, which is known
        weight = found.visits / jnp.maximum(_own_reach(tree, explored(tree, policy, share)), _LEAST_OWN_REACH)
        weight = weight / config.hands
    weight, own = number * weight, number * _own_reach(tree, policy)
    sums = state.sums
    return RegretSums(
        sums.regret + weight[:, None] * regret,
        sums.regret_weight + weight,
        sums.policy + own[:, None] * policy,
        sums.policy_weight + own,
    )


def _own_reach(tree: GameTree, policy: Array) -> Array:
    """[I] how likely a policy itself is to come to an infoset of its own."""
    found = exact(tree, policy)
    return found.visits / jnp.maximum(found.weight, 1e-30)


def _fitted(
    nets: Nets, config: RegretConfig, tree: GameTree, state: RegretState, sums: RegretSums, rate: Array
) -> tuple[RegretNets, Any]:
    """Some steps of Adam on both losses."""
    goal = sums.regret / jnp.maximum(sums.regret_weight, 1e-30)[:, None]
    shares = sums.policy / jnp.maximum(sums.policy_weight, 1e-30)[:, None]
    weights = [jnp.sqrt(w / jnp.maximum(w.sum(), _LEAST)) for w in (sums.regret_weight, sums.policy_weight)]
    regret_weight, policy_weight = (w / jnp.maximum(w.sum(), _LEAST) for w in weights)
    tool = _optimizer()

    def loss(params: RegretNets) -> Array:
        missed = jnp.square(_outputs(nets, tree, params.regrets) - goal).sum(-1)
        surprise = -(shares * jnp.where(tree.mask, log_policy(nets.policy, tree, params.policy), 0.0)).sum(-1)
        return (regret_weight * missed).sum() + (policy_weight * surprise).sum()

    def one_step(carry: tuple[RegretNets, Any], _: None) -> tuple[tuple[RegretNets, Any], None]:
        params, optimizer = carry
        change, optimizer = tool.update(jax.grad(loss)(params), optimizer, params)
        return (jax.tree.map(lambda leaf, delta: leaf - rate * delta, params, change), optimizer), None

    fitted, _ = lax.scan(one_step, (state.params, state.optimizer), None, config.fit_steps)
    return fitted
