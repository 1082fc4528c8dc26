"""Exact quality of a policy on Kuhn and Leduc: its probabilities at every infoset, and NashConv by `cfr`."""

from functools import lru_cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from gutshot.cfr.best_response import Quality, measure
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.strategy import TabularStrategy
from gutshot.game import CHANCE, TERMINAL, Action, State
from gutshot.games import kuhn, leduc
from gutshot.rl.network import Params, Policy, logits_of
from gutshot.rl.ppo import batch_last
from gutshot.rl.small_games import EMPTY, KuhnGame, LeducGame, replayed

_LETTERS = {"p": 0, "b": 1, "f": 0, "c": 1, "r": 2}
_ACTIONS = {kuhn.PASS: 0, kuhn.BET: 1, leduc.FOLD: 0, leduc.CALL: 1, leduc.RAISE: 2}


class PolicyInfosets(NamedTuple):
    """The reference game unrolled, and the network's inputs at each of its infosets."""

    flat: FlatGame
    observation: Array  # [I, features]
    mask: Array  # [I, actions]


def reference(game: KuhnGame | LeducGame) -> State:
    """The same game in `games`."""
    if isinstance(game, KuhnGame):
        return kuhn.Kuhn(game.players)
    return leduc.Leduc(game.players, game.ranks or None, merge_suits=True)


@lru_cache(maxsize=8)
def infosets(game: KuhnGame | LeducGame) -> PolicyInfosets:
    """Every infoset's input, by playing one of its histories on the batched game."""
    flat = unroll(reference(game))
    found = _histories(reference(game))
    wanted = [found[int(actor), key] for actor, key in zip(flat.infosets.actor, flat.infosets.keys, strict=True)]
    longest = max(len(actions) for _, actions in wanted)
    lines = [actions + [EMPTY] * (longest - len(actions)) for _, actions in wanted]
    cards = jnp.asarray(np.array([cards for cards, _ in wanted], np.int32).T)
    actions = jnp.asarray(np.array(lines, np.int32).reshape(len(wanted), longest).T)
    state = jax.jit(replayed, static_argnums=0)(game, cards, actions)
    return PolicyInfosets(flat, batch_last(game.observe(state)), batch_last(game.mask(state)))


def _histories(root: State) -> dict[tuple[int, Any], tuple[list[int], list[int]]]:
    """For each (player, infoset) the cards and actions of one history in it."""
    found: dict[tuple[int, Any], tuple[list[int], list[int]]] = {}
    stack = [root]
    while stack:
        state = stack.pop()
        if state.actor == TERMINAL:
            continue
        if state.actor != CHANCE:
            found.setdefault((state.actor, state.infoset), _deal_and_line(state))
        branches = [action for action, _ in state.chances] if state.actor == CHANCE else state.legal
        stack.extend(state.apply(action) for action in branches)
    return found


def _deal_and_line(state: Any) -> tuple[list[int], list[int]]:
    actions = [_LETTERS[letter] for letter in state.line if letter in _LETTERS]
    if isinstance(state, kuhn.Kuhn):
        return list(state.cards), actions
    spare = next(card for card in range(2 * state.ranks) if card not in state.cards)
    return [*state.cards, state.board if state.board >= 0 else spare], actions


def columns(actions: tuple[Action, ...]) -> list[int]:
    """Where a reference game's actions stand on the batched game's menu."""
    return [_ACTIONS[str(action)] for action in actions]


def strategy(game: KuhnGame | LeducGame, policy: Policy, params: Params) -> TabularStrategy:
    """The network's behaviour strategy in the reference game."""
    known = infosets(game)
    probabilities = np.asarray(jax.nn.softmax(logits_of(policy, params, known.observation, known.mask)), np.float64)
    sets = known.flat.infosets
    rows = [row[columns(actions)] for row, actions in zip(probabilities, sets.actions, strict=True)]
    return TabularStrategy.normalised(sets, np.concatenate(rows))


def quality(game: KuhnGame | LeducGame, policy: Policy, params: Params) -> Quality:
    """Values and NashConv of the network playing every seat."""
    return measure(infosets(game).flat, strategy(game, policy, params))
