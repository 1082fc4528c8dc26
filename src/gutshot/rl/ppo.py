"""PPO self-play with regularisation: rollout, advantages along each seat's own decisions, loss, update.

Schulman et al. 2017 with a centralised critic. Departures: a seat's next value is that of its *own* next
decision, never an opponent's; entropy and a KL term towards a slowly moving magnet policy are annealed, which
is what makes self-play converge in imperfect-information games (Sokota et al. 2023; Perolat et al. 2022); in
a share of the games some seats are played by past versions. An iteration is one compiled function.
"""

from functools import partial
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
import optax
from jax import Array, lax

from gutshot.rl import interface
from gutshot.rl.config import PPOConfig
from gutshot.rl.env import at_seat
from gutshot.rl.interface import TrainingGame
from gutshot.rl.network import Critic, Params, Policy, logits_of, value_of
from gutshot.rl.pots import seat_axis
from gutshot.rl.schedules import at


class Nets(NamedTuple):
    """The policy and its critic."""

    policy: Policy
    critic: Critic


class Learned(NamedTuple):
    """What gradients change."""

    policy: Params
    critic: Params


class TrainState(NamedTuple):
    """The whole state of a run: saving and resuming it gives the same numbers."""

    params: Learned
    optimizer: Any
    average: Params  # exponential average of the policy: what is measured and shipped
    magnet: Params  # the policy that the KL term pulls towards
    pool: Params  # past policies, stacked along a leading axis
    games: Any  # states of the tables
    key: Array  # uint32 [2]
    iteration: Array  # int32


class Trajectory(NamedTuple):
    """T steps of B games, in time order; leading axes [T, B] unless said."""

    observation: Array  # [T, B, features]
    hidden_cards: Array  # [T, B, features]
    mask: Array  # [T, B, actions]
    action: Array
    log_prob: Array
    value: Array
    actor: Array
    learner: Array  # whether the learning policy acted
    position: Array
    rewards: Array  # [T, seats, B]
    over: Array
    position_payoff: Array  # [T, seats] summed over the hands that ended
    position_hands: Array  # [T, seats]


class Advantages(NamedTuple):
    """[T, B] of what was played; `valid` where the outcome is known."""

    advantage: Array
    target: Array  # for the critic
    valid: Array  # decisions to learn from


class LossParts(NamedTuple):
    """The terms of the loss, and how far the policy has moved from the one that played."""

    policy_loss: Array
    value_loss: Array
    entropy: Array
    kl: Array
    clipped: Array  # share of decisions at which the surrogate is clipped
    magnet_kl: Array


class Metrics(NamedTuple):
    """Means over an iteration, and sums by position."""

    loss: LossParts
    explained: Array  # share of the return's variance that the critic explains
    hands: Array
    decisions: Array
    position_payoff: Array  # [seats] sum over hands
    position_hands: Array  # [seats]
    position_actions: Array  # [seats, actions]


def batch_last(features: Array) -> Array:
    """[features, B] as the networks' [B, features]."""
    return jnp.moveaxis(features, 0, -1)


def rollout(game: TrainingGame, nets: Nets, config: PPOConfig, train: TrainState, key: Array) -> tuple[Any, Trajectory]:
    """Play `config.steps` actions in every game and `config.tail` more; the first games seat past versions too."""

    def one_step(games: Any, key: Array) -> tuple[Any, Trajectory]:
        observation = batch_last(game.observe(games)).astype(config.storage)
        hidden = batch_last(game.reveal(games)).astype(config.storage)
        mask = batch_last(game.mask(games))
        learner = _learner_acts(game, config, games)
        logits = _explored(config, train, _logits(nets, config, train, observation, mask, learner), mask)
        action = jax.random.categorical(key, logits).astype(jnp.int32)
        log_prob = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], -1)[:, 0]
        value = value_of(nets.critic, train.params.critic, observation, hidden)
        after = interface.step(game, games, action)
        seen = Trajectory(
            *(observation, hidden, mask, action, log_prob, value, games.actor, learner),
            at_seat(game.position(games), games.actor),
            *(after.rewards, after.over, *_by_position(game, games, after)),
        )
        return after.state, seen

    return lax.scan(one_step, train.games, jax.random.split(key, config.steps + config.tail))


def _by_position(game: TrainingGame, games: Any, after: interface.GameStep) -> tuple[Array, Array]:
    """Payoffs and hands of the hands that have just ended, summed by position [seats]."""
    place = game.position(games)
    here = (place[None] == seat_axis(game.seats, place.ndim)) & after.over
    payoff = jnp.where(here, after.rewards[None], 0.0)
    rest = tuple(range(1, here.ndim))
    return payoff.sum(rest), here.sum(rest, dtype=jnp.int32)


def _learner_acts(game: TrainingGame, config: PPOConfig, games: Any) -> Array:
    """Whether the actor is the learning policy. In a game of the pool one drawn seat is on its own: a learner
    among past versions or, unless the pool is frozen, every other hand a past version among learners."""
    alone = games.actor == interface.drawn_seat(game, games)
    guest_learns = jnp.bool_(config.frozen_pool) | (games.hand % 2 == 0)
    past = alone ^ guest_learns
    self_play = jnp.arange(config.games, dtype=jnp.int32) >= config.pool_games
    return cast(Array, ~past | self_play)


def _logits(nets: Nets, config: PPOConfig, train: TrainState, observation: Array, mask: Array, learner: Array) -> Array:
    """The learner's logits, and a past version's where one acts; each version has its block of games."""
    logits = logits_of(nets.policy, train.params.policy, observation, mask)
    if config.pool_games == 0:
        return logits
    blocks = (config.pool_size, config.pool_games // config.pool_size)
    past_observation = observation[: config.pool_games].reshape(*blocks, -1)
    past_mask = mask[: config.pool_games].reshape(*blocks, -1)
    past = jax.vmap(partial(logits_of, nets.policy))(train.pool, past_observation, past_mask)
    past = past.reshape(config.pool_games, -1)
    chosen = jnp.where(learner[: config.pool_games, None], logits[: config.pool_games], past)
    return jnp.concatenate([chosen, logits[config.pool_games :]])


def _explored(config: PPOConfig, train: TrainState, logits: Array, mask: Array) -> Array:
    """Logits of the mixture with uniformly random play that keeps rare lines in sight."""
    if not any(config.explore):
        return logits
    share = at(config.explore, _done(config, train))
    uniform = mask.astype(jnp.float32) / mask.sum(-1, keepdims=True, dtype=jnp.float32)
    mixed = (1 - share) * jax.nn.softmax(logits) + share * uniform
    return jnp.where(mask, jnp.log(jnp.maximum(mixed, 1e-9)), logits)


def _done(config: PPOConfig, train: TrainState) -> Array:
    """Which share of the run is over."""
    return train.iteration.astype(jnp.float32) / config.iterations


def gae(path: Trajectory, seats: int, decay: float, scale: float) -> Advantages:
    """Generalised advantages along each seat's own decisions, backwards in time, undiscounted.

    At a hand's end every seat's future is its payoff. A decision whose seat neither acts again nor sees the
    hand end inside the trajectory gives its value to earlier ones, but is not learnt from. Because that happens
    more often after actions that prolong a hand, the trajectory has a tail in which futures come to be known and
    from which nothing is learnt. A seat that never acted has no decision and no part in this.
    """
    batch = path.actor.shape[1:]
    index = seat_axis(seats, len(batch))

    def back(future: Any, now: tuple[Array, Array, Array, Array]) -> tuple[Any, Advantages]:
        actor, value, rewards, over = now
        next_value = jnp.where(over, rewards * scale, future[0])
        carried = jnp.where(over, 0.0, future[1])
        known = future[2] | over
        mine = index == actor
        valid = (mine & known).any(0)
        step = at_seat(next_value, actor) - value
        advantage = jnp.where(valid, step + decay * at_seat(carried, actor), 0.0)
        future = (jnp.where(mine, value, next_value), jnp.where(mine, advantage, carried), known | mine)
        return future, Advantages(advantage, advantage + value, valid)

    start = (jnp.zeros((seats, *batch)), jnp.zeros((seats, *batch)), jnp.zeros((seats, *batch), bool))
    _, result = lax.scan(back, start, (path.actor, path.value, path.rewards, path.over), reverse=True)
    return result._replace(valid=result.valid & path.learner)


def loss(
    params: Learned,
    nets: Nets,
    config: PPOConfig,
    magnet: Params,
    path: Trajectory,
    gain: Advantages,
    entropy_cost: Array,
    magnet_cost: Array,
) -> tuple[Array, LossParts]:
    """Clipped surrogate, entropy and magnet terms, and the critic's squared error, over the valid decisions."""
    observation = path.observation.astype(jnp.float32)
    weight = gain.valid.astype(jnp.float32)
    weight = weight / jnp.maximum(weight.sum(), 1.0)
    logits = logits_of(nets.policy, params.policy, observation, path.mask)
    log_probs = jax.nn.log_softmax(logits)
    probs = jnp.exp(log_probs)
    log_prob = jnp.take_along_axis(log_probs, path.action[..., None], -1)[..., 0]
    change = log_prob - path.log_prob
    ratio = jnp.exp(change)
    advantage = _scaled(gain.advantage, weight) if config.normalize else gain.advantage
    bounded = jnp.clip(ratio, 1 - config.clip, 1 + config.clip)
    policy_loss = -(jnp.minimum(ratio * advantage, bounded * advantage) * weight).sum()
    entropy = -(jnp.where(path.mask, probs * log_probs, 0.0).sum(-1) * weight).sum()
    magnet_kl = _magnet_kl(nets, config, magnet, observation, path.mask, probs, log_probs, weight)
    value = value_of(nets.critic, params.critic, observation, path.hidden_cards.astype(jnp.float32))
    value_loss = (optax.huber_loss(value, gain.target, delta=config.huber) * weight).sum()
    total = policy_loss - entropy_cost * entropy + magnet_cost * magnet_kl + config.value_cost * value_loss
    kl = ((ratio - 1 - change) * weight).sum()
    clipped = ((jnp.abs(ratio - 1) > config.clip).astype(jnp.float32) * weight).sum()
    return total, LossParts(policy_loss, value_loss, entropy, kl, clipped, magnet_kl)


def _scaled(advantage: Array, weight: Array) -> Array:
    mean = (advantage * weight).sum()
    spread = jnp.sqrt((jnp.square(advantage - mean) * weight).sum())
    return (advantage - mean) / (spread + 1e-6)


def _magnet_kl(
    nets: Nets,
    config: PPOConfig,
    magnet: Params,
    observation: Array,
    mask: Array,
    probs: Array,
    log_probs: Array,
    weight: Array,
) -> Array:
    """KL(policy || magnet), zero at no cost where the config has no magnet."""
    if not any(config.magnet_cost):
        return jnp.zeros(())
    goal = jax.nn.log_softmax(logits_of(nets.policy, magnet, observation, mask))
    return (jnp.where(mask, probs * (log_probs - goal), 0.0).sum(-1) * weight).sum()


def optimizer(config: PPOConfig) -> optax.GradientTransformation:
    """Adam with gradients clipped."""
    return optax.chain(optax.clip_by_global_norm(config.max_gradient), optax.scale_by_adam(eps=config.adam_eps))


def update(
    nets: Nets, config: PPOConfig, train: TrainState, path: Trajectory, gain: Advantages
) -> tuple[Learned, Any, LossParts]:
    """`epochs` passes over the trajectory in minibatches of whole games."""
    done = _done(config, train)
    rate, entropy_cost, magnet_cost = (
        at(schedule, done) for schedule in (config.learning_rate, config.entropy_cost, config.magnet_cost)
    )
    tool = optimizer(config)

    def one_batch(carry: tuple[Learned, Any], number: Array) -> tuple[tuple[Learned, Any], LossParts]:
        params, state = carry
        part_path, part_gain = (_games_block(tree, config, number) for tree in (path, gain))
        gradient, parts = jax.grad(loss, has_aux=True)(
            params, nets, config, train.magnet, part_path, part_gain, entropy_cost, magnet_cost
        )
        change, state = tool.update(gradient, state, params)
        params = jax.tree.map(lambda leaf, delta: leaf - rate * delta, params, change)
        return (params, state), parts

    numbers = jnp.arange(config.epochs * config.minibatches, dtype=jnp.int32) % config.minibatches
    (params, state), parts = lax.scan(one_batch, (train.params, train.optimizer), numbers)
    return params, state, jax.tree.map(jnp.mean, parts)


def _games_block(tree: Any, config: PPOConfig, number: Array) -> Any:
    """Minibatch `number`: every k-th game, so that each batch has games of every kind."""
    width = config.games // config.minibatches

    def take(leaf: Array) -> Array:
        split = leaf.reshape(leaf.shape[0], width, config.minibatches, *leaf.shape[2:])
        return cast(Array, lax.dynamic_index_in_dim(split, number, 2, keepdims=False))

    if isinstance(tree, Trajectory):  # what has other axes is not needed again
        spent = dict.fromkeys(("rewards", "position_payoff", "position_hands"), tree.value)
        tree = tree._replace(**spent)
    return jax.tree.map(take, tree)


def iterate(game: TrainingGame, nets: Nets, config: PPOConfig, train: TrainState) -> tuple[TrainState, Metrics]:
    """One iteration: play, judge, learn; then move the average, the magnet and the pool."""
    key, play_key = jax.random.split(train.key)
    games, path = rollout(game, nets, config, train, play_key)
    gain = gae(path, game.seats, config.gae_decay, config.reward_scale)
    path, gain = jax.tree.map(lambda leaf: leaf[: config.steps], (path, gain))
    params, state, parts = update(nets, config, train, path, gain)
    age = train.iteration.astype(jnp.float32)
    decay = jnp.minimum(config.average_decay, (1 + age) / (10 + age))  # young averages forget faster
    average = jax.tree.map(lambda old, new: decay * old + (1 - decay) * new, train.average, params.policy)
    count = train.iteration + 1
    refresh = count % config.magnet_every == 0
    magnet = jax.tree.map(partial(jnp.where, refresh), average, train.magnet)
    if config.magnet_decay:
        moved = partial(lambda share, old, new: share * old + (1 - share) * new, config.magnet_decay)
        magnet = jax.tree.map(moved, train.magnet, params.policy)
    following = TrainState(params, state, average, magnet, _pooled(config, train, params), games, key, count)
    return following, _metrics(game, path, gain, parts)


def _pooled(config: PPOConfig, train: TrainState, params: Learned) -> Params:
    """Every `pool_every` iterations the policy replaces the oldest of the pool."""
    count = train.iteration + 1
    slot = (count // config.pool_every) % config.pool_size
    due = (count % config.pool_every == 0) & (not config.frozen_pool)

    def put(leaf: Array, new: Array) -> Array:
        here = (jnp.arange(leaf.shape[0]) == slot) & due
        return jnp.where(here.reshape((-1,) + (1,) * new.ndim), new[None], leaf)

    return jax.tree.map(put, train.pool, params.policy)


def _metrics(game: TrainingGame, path: Trajectory, gain: Advantages, parts: LossParts) -> Metrics:
    weight = gain.valid.astype(jnp.float32)
    total = jnp.maximum(weight.sum(), 1.0)
    mean = (gain.target * weight).sum() / total
    variance = (jnp.square(gain.target - mean) * weight).sum() / total
    missed = (jnp.square(gain.target - path.value) * weight).sum() / total
    seats = jnp.arange(game.seats, dtype=jnp.int32)
    at_position = (path.position[..., None] == seats) & path.learner[..., None]
    action = path.action[..., None] == jnp.arange(game.actions, dtype=jnp.int32)
    mix = jnp.einsum("tbs,tba->sa", at_position.astype(jnp.float32), action.astype(jnp.float32))
    return Metrics(
        loss=parts,
        explained=1 - missed / jnp.maximum(variance, 1e-9),
        hands=path.over.sum(dtype=jnp.int32),
        decisions=gain.valid.sum(dtype=jnp.int32),
        position_payoff=path.position_payoff.sum(0),
        position_hands=path.position_hands.sum(0, dtype=jnp.int32),
        position_actions=mix,
    )


@partial(jax.jit, static_argnums=(0, 1, 2))
def start(game: TrainingGame, nets: Nets, config: PPOConfig, key: Array) -> TrainState:
    """A fresh run. Compiled, so that no two arrays share memory and all can be donated."""
    key, policy_key, critic_key, games_key = jax.random.split(key, 4)
    games = interface.init(game, games_key, (config.games,))
    observation, mask = batch_last(game.observe(games))[:1], batch_last(game.mask(games))[:1]
    policy = nets.policy.init(policy_key, observation, mask)
    critic = nets.critic.init(critic_key, observation, batch_last(game.reveal(games))[:1])
    learned = Learned(policy, critic)
    pool = jax.tree.map(lambda leaf: jnp.repeat(leaf[None], config.pool_size, 0), policy)
    return TrainState(learned, optimizer(config).init(learned), policy, policy, pool, games, key, jnp.int32(0))
