"""A trained network as an agent: `neural:PATH` of a bundle. Needs the extra `rl`.

One decision goes through `rl.bridge`. Batches stack the same inputs, padded to 64, 256 and so on, because every size is
compiled anew. The dice of a decision follow from the seed, the hand's number and how often the seat has acted.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import numpy as np
from numpy.typing import NDArray

from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.numeric.dice import dice_seed
from gutshot.rl.bridge import NetworkHand, Player, hand_of, network_input
from gutshot.rl.bundle import Bundle, load
from gutshot.rl.menu import FOLD, PASSIVE, Menu
from gutshot.rl.network import Params, Policy, logits_of

_MOST_DECISIONS = 4096
_LEAST_BATCH = 64
_BATCH_STEP = 4


@partial(jax.jit, static_argnums=(0, 1))
def _answers(policy: Policy, menu: Menu, params: Params, hands: NetworkHand) -> tuple[jax.Array, jax.Array]:
    """Probabilities and raise_to amounts [batch, menu] of stacked hands."""

    def answer(hand: NetworkHand) -> tuple[jax.Array, jax.Array]:
        observation, options = network_input(menu, hand)
        return jax.nn.softmax(logits_of(policy, params, observation, options.mask)), options.raise_to

    return jax.vmap(answer)(hands)


def batch_answers(bundle: Bundle, hands: NetworkHand) -> tuple[NDArray[Any], NDArray[Any]]:
    """The same as arrays of NumPy for [n] hands; n is padded, because every size is compiled anew."""
    count, size = len(hands.seats), _LEAST_BATCH
    while size < count:
        size *= _BATCH_STEP
    padded = jax.tree.map(lambda leaf: np.concatenate([leaf, np.repeat(leaf[:1], size - count, axis=0)]), hands)
    shares, amounts = _answers(bundle.policy, bundle.menu, bundle.params, padded)
    return np.asarray(shares)[:count], np.asarray(amounts)[:count]


class NeuralAgent:
    """Plays a bundle. Equal seeds and hand numbers give equal dice."""

    def __init__(self, player: Player, name: str, seed: int = 0) -> None:
        self._player, self._seed, self._number = player, seed, 0
        self.name = name

    def new_hand(self, number: int) -> None:
        self._number = number

    def act(self, observation: Observation) -> Choice:
        return self._player.act(observation, self._uniform(observation, self._number))

    def act_batch(self, observations: Sequence[Observation], numbers: Sequence[int]) -> Sequence[Choice]:
        hands = [hand_of(seen) for seen in observations]
        by_length: dict[int, list[int]] = {}
        for place, hand in enumerate(hands):
            by_length.setdefault(len(hand.seats), []).append(place)
        choices: list[Choice] = [""] * len(hands)
        for places in by_length.values():
            shares, amounts = self._batch([hands[place] for place in places])
            for row, place in enumerate(places):
                uniform = self._uniform(observations[place], numbers[place])
                choices[place] = _pick(observations[place], shares[row], amounts[row], uniform)
        return choices

    def _batch(self, hands: list[NetworkHand]) -> tuple[NDArray[Any], NDArray[Any]]:
        return batch_answers(self._player.bundle, jax.tree.map(lambda *leaves: np.stack(leaves), *hands))

    def _uniform(self, seen: Observation, number: int) -> float:
        acted = sum(event.seat == seen.seat and event.is_betting for event in seen.history)
        return dice_seed(self._seed, number * _MOST_DECISIONS + acted) / 2.0**63


def _pick(seen: Observation, shares: NDArray[Any], amounts: NDArray[Any], uniform: float) -> Choice:
    """The entry of the menu that a uniform number picks, in the engine's words and bounds."""
    legal = seen.legal
    entry = int(min(np.searchsorted(np.cumsum(shares), uniform * shares.sum(), side="right"), shares.nonzero()[0][-1]))
    if entry == FOLD:
        return "fold"
    if entry == PASSIVE or legal.min_raise_to is None or legal.max_raise_to is None:
        return "check" if legal.check else "call"
    return min(max(int(amounts[entry]), legal.min_raise_to), legal.max_raise_to)


def load_neural(path: str, seed: int) -> NeuralAgent:
    """The agent of a bundle; one sentence says so when it is not one, or not hold'em."""
    bundle = load(path)
    _ = bundle.menu  # refuses a bundle of a small game before anyone sits down
    return NeuralAgent(Player(bundle), f"neural:{path}", seed)
