"""A network that nobody trained, saved as a bundle."""

from pathlib import Path

import jax
import numpy as np

from gutshot.rl import bundle
from gutshot.rl.config import TrainConfig
from gutshot.rl.network import NetSpec


def untrained(folder: Path, width: int = 16, depth: int = 1) -> Path:
    config = TrainConfig(network=NetSpec(width, depth))
    leaves, tree = jax.tree.flatten(bundle.parameter_shapes(config))
    rng = np.random.default_rng(0)
    params = jax.tree.unflatten(tree, [rng.normal(0, 0.3, leaf.shape).astype(np.float32) for leaf in leaves])
    return bundle.save(folder, config, params, {})
