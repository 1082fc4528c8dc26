"""A hold'em bundle on a CPU without JAX: opened in a moment, and thousands of decisions a second from rows.

The network is that of `network` with sums in 32 bits; a test holds both against each other.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.errors import BadConfig
from gutshot.games.row import Row
from gutshot.numeric.arrays import Ints
from gutshot.rl.menu import DEFAULT_SIZES, Menu
from gutshot.rl.row_input import Inputs, Logs, PolicyInput, features, policy_input

KIND = "ppo-policy"
_IMPOSSIBLE = np.float32(-1e9)
_TINY = np.float32(1e-6)  # of Flax's LayerNorm
_AT_ONCE = 1024  # decisions: what they need stays in the cache


class Answers(NamedTuple):
    """What a policy would do in n decisions."""

    shares: Inputs  # [n, actions]
    mask: NDArray[np.bool_]
    amounts: Ints  # raise_to


@dataclass(frozen=True, eq=False)
class CpuPolicy:
    """A policy network of a hold'em bundle, with the menu it chooses from."""

    menu: Menu
    weights: Mapping[str, Inputs]
    depth: int
    summary: Mapping[str, Any]

    def answers(self, rules: Row, views: Ints, logs: Logs, lengths: Ints) -> Answers:
        """Probabilities over the menu for rows as `agents.agent.DecidesRows` has them."""
        shares = np.empty((len(views), self.menu.actions), np.float32)
        mask = np.empty(shares.shape, np.bool_)
        amounts = np.empty(shares.shape, np.int64)
        for first in range(0, len(views), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            found = policy_input(self.menu.numbers, rules, views[part], logs[part], lengths[part])
            shares[part], mask[part], amounts[part] = self.shares(found), found.mask, found.amounts
        return Answers(shares, mask, amounts)

    def shares(self, found: PolicyInput) -> Inputs:
        """[n, actions] probabilities for encoded decisions."""
        hidden = self._dense("Trunk_0.Dense_0", found.seen)
        for layer in range(self.depth - 1):
            hidden += self._dense(f"Trunk_0.Dense_{layer + 1}", self._normal(layer, hidden))
        logits = self._dense("Dense_0", self._normal(self.depth - 1, hidden))
        logits = np.where(found.mask, logits, _IMPOSSIBLE)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))

    def _dense(self, name: str, inputs: Inputs) -> Inputs:
        products: Inputs = inputs @ self.weights[f"params.{name}.kernel"]
        products += self.weights[f"params.{name}.bias"]
        return products

    def _normal(self, layer: int, hidden: Inputs) -> Inputs:
        """Normalised, scaled and rectified."""
        name = f"params.Trunk_0.LayerNorm_{layer}"
        centred: Inputs = hidden - hidden.mean(axis=1, keepdims=True)
        variance = np.einsum("nf,nf->n", centred, centred)[:, None] / np.float32(hidden.shape[1])
        centred /= np.sqrt(variance + _TINY)
        centred *= self.weights[f"{name}.scale"]
        centred += self.weights[f"{name}.bias"]
        np.maximum(centred, 0, out=centred)
        return centred


def load(path: str | os.PathLike[str]) -> CpuPolicy:
    """Open a bundle; BadConfig in one sentence if it is none, or plays something else than hold'em."""
    found = artifacts.load(path, KIND)
    game = found.config.get("game", "holdem")
    if game != "holdem":
        raise BadConfig(f"this bundle plays {game}, not hold'em")
    sizes = str(found.config.get("bet_sizes") or found.config.get("sizes") or DEFAULT_SIZES)
    menu, network = Menu.parse(sizes), found.config.get("network", {})
    weights = {name: np.asarray(array, np.float32) for name, array in found.arrays.items()}
    policy = CpuPolicy(menu, weights, int(network.get("depth", 3)), dict(found.summary))
    _require_whole(policy, str(path))
    return policy


def _require_whole(policy: CpuPolicy, path: str) -> None:
    """Every array has the shape that the menu and the network's depth ask for."""
    first = policy.weights.get("params.Trunk_0.Dense_0.kernel", np.zeros((0, 0), np.float32))
    width = first.shape[1] if first.ndim == 2 else 0
    actions, layers = policy.menu.actions, range(policy.depth)
    wanted: dict[str, tuple[int, ...]] = {f"Trunk_0.Dense_{layer}.kernel": (width, width) for layer in layers}
    wanted |= {"Trunk_0.Dense_0.kernel": (features(actions), width), "Dense_0.kernel": (width, actions)}
    parts = "Dense_{}.bias", "LayerNorm_{}.scale", "LayerNorm_{}.bias"
    wanted |= {"Trunk_0." + part.format(layer): (width,) for layer in layers for part in parts}
    wanted["Dense_0.bias"] = (actions,)
    for name, shape in wanted.items():
        array = policy.weights.get(f"params.{name}")
        if array is None or array.shape != shape:
            found = "nothing" if array is None else list(array.shape)
            raise BadConfig(
                f"bundle {path!r} has another architecture: {name} is {found} there, expected {list(shape)}"
            )
