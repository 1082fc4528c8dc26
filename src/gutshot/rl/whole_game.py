"""Every infoset of a small game at once: what its actions are worth, exactly or from hands played on the batched table.

A policy is [infosets, actions] here. A network is asked about all infosets once, so that a step of play costs a lookup;
what is learnt from an iteration are sums by infoset, which say the same as the hands themselves.
"""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from gutshot.cfr.flat import FlatGame
from gutshot.errors import BadConfig
from gutshot.rl import interface, nash
from gutshot.rl.env import at_seat
from gutshot.rl.network import observation_keys, place_of
from gutshot.rl.pots import seat_axis
from gutshot.rl.small_games import KuhnGame, LeducGame

SmallGame: TypeAlias = KuhnGame | LeducGame

_LEAST_REACH = 1e-30


class GameTree(NamedTuple):
    """The histories of a game in level order, each by the edge that leads there, and the infosets with their inputs."""

    levels: tuple[int, ...]
    parent: Array  # [H]
    owner: Array  # [H] who chose the edge into it; the number of players for chance and the root
    edge_infoset: Array  # [H]
    edge_action: Array  # [H]
    chance: Array  # [H] the edge's probability where chance chose it
    infoset: Array  # [H]; that of another history where nobody acts
    actor: Array  # [H], the number of players where nobody acts
    payoffs: Array  # [H, players]
    observation: Array  # [I, features]
    mask: Array  # [I, actions]
    infoset_actor: Array  # [I]
    keys: tuple[int, ...]  # by which an observation finds its infoset

    @property
    def players(self) -> int:
        """How many."""
        return self.payoffs.shape[1]


class Feedback(NamedTuple):
    """What an iteration found out."""

    values: Array  # [I, A] of each action for the one who acts, given that play comes here
    counts: Array  # [I, A] from how many hands, weighted; infinite where exact
    weight: Array  # [I] how likely the others and chance are to come here, or how often they did
    visits: Array  # [I] how likely play is to come here, or how often it did
    payoffs: Array  # [players] mean
    decisions: Array  # int32, played
    hands: Array  # int32


@lru_cache(maxsize=4)
def game_tree(game: SmallGame) -> GameTree:
    """The game, unrolled once."""
    known = nash.infosets(game)
    flat, sets = known.flat, known.flat.infosets
    edges = _edges(flat)
    ends, acts = flat.infoset < -1, flat.infoset >= 0
    payoffs = np.zeros((flat.histories, flat.players), np.float32)
    payoffs[ends] = flat.payoffs[-2 - flat.infoset[ends]]
    actor = np.where(acts, sets.actor[np.maximum(flat.infoset, 0)], flat.players)
    keys = observation_keys(np.asarray(known.observation))
    if len(set(keys)) < len(keys):
        raise BadConfig("two infosets of this game look alike to a table: this game needs a network")
    return GameTree(
        tuple(map(int, flat.levels)),
        jnp.asarray(np.maximum(flat.parent, 0)),
        *edges,
        jnp.asarray(np.maximum(flat.infoset, 0)),
        jnp.asarray(actor),
        jnp.asarray(payoffs),
        known.observation,
        known.mask,
        jnp.asarray(sets.actor),
        keys,
    )


def _edges(flat: FlatGame) -> tuple[Array, Array, Array, Array]:
    """Owner, infoset, action on the menu and chance of the edge into each history."""
    sets = flat.infosets
    column = np.concatenate([nash.columns(actions) for actions in sets.actions])
    above = np.maximum(flat.parent, 0)
    from_infoset = flat.infoset[above]
    place = np.arange(flat.histories) - flat.child[above]
    chosen = (from_infoset >= 0) & (flat.parent >= 0)
    infoset = np.where(chosen, from_infoset, 0)
    slot = np.where(chosen, sets.first[infoset] + place, 0)
    before = np.where(place > 0, flat.cumulative[np.maximum(np.arange(flat.histories) - 1, 0)], 0.0)
    chance = np.where(chosen | (flat.parent < 0), 1.0, flat.cumulative - before)
    owner = np.where(chosen, sets.actor[infoset], flat.players)
    whole = [jnp.asarray(numbers.astype(np.int32)) for numbers in (owner, infoset, column[slot])]
    return whole[0], whole[1], whole[2], jnp.asarray(chance.astype(np.float32))


def explored(tree: GameTree, policy: Array, share: Array | float) -> Array:
    """The policy with a share of uniformly random actions."""
    uniform = tree.mask / tree.mask.sum(-1, keepdims=True, dtype=jnp.float32)
    return jnp.where(tree.mask, (1 - share) * policy + share * uniform, 0.0)


def exact(tree: GameTree, policy: Array) -> Feedback:
    """Every line of play, weighted by how likely it is."""
    edge = jnp.where(tree.owner < tree.players, policy[tree.edge_infoset, tree.edge_action], tree.chance)
    reach = _reaches(tree, edge)
    values = _values(tree, edge)
    acts = tree.actor < tree.players
    own = jnp.where(tree.actor[:, None] == seat_axis(tree.players + 1, 1).T, 1.0, reach)
    others = jnp.where(acts, own.prod(1), 0.0)
    count = len(tree.keys)
    weight = jax.ops.segment_sum(others, tree.infoset, count)
    visits = jax.ops.segment_sum(jnp.where(acts, reach.prod(1), 0.0), tree.infoset, count)
    chosen = tree.owner < tree.players
    worth = jnp.take_along_axis(values, jnp.minimum(tree.owner, tree.players - 1)[:, None], 1)[:, 0]
    share = others[tree.parent] / jnp.maximum(weight[tree.edge_infoset], _LEAST_REACH)
    found = (
        jnp.zeros(tree.mask.shape).at[tree.edge_infoset, tree.edge_action].add(jnp.where(chosen, share * worth, 0.0))
    )
    return Feedback(found, jnp.full(found.shape, jnp.inf), weight, visits, values[0], jnp.int32(0), jnp.int32(0))


def _reaches(tree: GameTree, edge: Array) -> Array:
    """[H, players + 1] what each player, and chance, contribute to reaching a history."""
    index = seat_axis(tree.players + 1, 1).T
    level = jnp.ones((1, tree.players + 1))
    found = [level]
    for above, begin, end in zip(tree.levels, tree.levels[1:], tree.levels[2:], strict=False):
        factor = jnp.where(index == tree.owner[begin:end, None], edge[begin:end, None], 1.0)
        level = level[tree.parent[begin:end] - above] * factor
        found.append(level)
    return jnp.concatenate(found)


def _values(tree: GameTree, edge: Array) -> Array:
    """[H, players] what everyone expects from a history on."""
    spans = list(zip(tree.levels, tree.levels[1:], strict=False))
    begin, end = spans[-1]
    found = [tree.payoffs[begin:end]]
    for (above, until), (begin, end) in zip(spans[-2::-1], spans[:0:-1], strict=True):
        coming = found[-1] * edge[begin:end, None]
        up = jax.ops.segment_sum(coming, tree.parent[begin:end] - above, until - above, indices_are_sorted=True)
        found.append(tree.payoffs[above:until] + up)
    return jnp.concatenate(found[::-1])


def played(game: SmallGame, tree: GameTree, policy: Array, share: Array | float, key: Array, hands: int) -> Feedback:
    """Fresh hands on the batched table, each to its end, with a share of random actions.

    An action's value is the mean of what its hands paid. A hand counts by how much likelier the policy itself is to
    make the actor's later choices; the others' exploration is part of the game that is learnt, and fades.
    """
    behaviour = explored(tree, policy, share)
    ratio = jnp.where(tree.mask, policy / jnp.maximum(behaviour, _LEAST_REACH), 0.0)
    sums = jnp.cumsum(behaviour, -1)[:, :-1]
    deal_key, play_key = jax.random.split(key)

    def one_step(state: interface.HandState, key: Array) -> tuple[interface.HandState, tuple[Array, ...]]:
        place = place_of(game.observe(state), tree.keys)  # type: ignore[arg-type]
        draw = jax.random.uniform(key, (hands,))
        action = (draw[:, None] >= sums[place]).sum(-1, dtype=jnp.int32)
        return game.apply(state, action), (place, action, state.actor)  # type: ignore[arg-type]

    start = interface.init(game, deal_key, (hands,))
    end, (place, action, actor) = lax.scan(one_step, start, jax.random.split(play_key, game.longest))
    payoffs, acted = game.payoffs(end), actor >= 0
    later = _later_ratios(tree.players, ratio[place, action], actor)
    earned = jax.vmap(lambda seat: at_seat(payoffs, seat))(actor)
    slot = (place * game.actions + action).ravel()
    shape = tree.mask.shape
    count = jax.ops.segment_sum(later.ravel(), slot, tree.mask.size).reshape(shape)
    total = jax.ops.segment_sum((later * earned).ravel(), slot, tree.mask.size).reshape(shape)
    visits = count.sum(1)
    values = total / jnp.maximum(count, _LEAST_REACH)
    decisions = acted.sum(dtype=jnp.int32)
    return Feedback(values, count, visits, visits, payoffs.mean(1), decisions, jnp.int32(hands))


def _later_ratios(players: int, ratio: Array, actor: Array) -> Array:
    """[T, B] the product of the actor's ratios after each decision; 0 where nobody acted."""

    def back(after: Array, now: tuple[Array, Array]) -> tuple[Array, Array]:
        ratio, actor = now
        mine = seat_axis(players, 1) == actor
        return jnp.where(mine, after * ratio, after), jnp.where(actor >= 0, at_seat(after, actor), 0.0)

    _, later = lax.scan(back, jnp.ones((players, actor.shape[1])), (ratio, actor), reverse=True)
    return later
