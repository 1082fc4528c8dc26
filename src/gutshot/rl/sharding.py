"""Several devices for one run: each holds its part of the tables and all of the parameters.

What is compiled follows where its arguments lie, so nothing else changes: XLA splits play and losses by tables, and
adds gradients up over the devices. Cards and draws depend on the number of a table alone.
"""

from typing import Any

import jax
import numpy as np
from jax import Array
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from gutshot.errors import BadConfig


def spread(state: Any, devices: int) -> Any:
    """A run's state on that many devices; its tables lie along the last axis of `games`."""
    if devices == 1:
        return state
    found = jax.devices()
    if len(found) < devices:
        raise BadConfig(f"num_devices {devices}: JAX finds only {len(found)} here")
    mesh = Mesh(np.array(found[:devices]), ("tables",))

    def placed(leaf: Array, *axes: str | None) -> Any:
        return jax.device_put(leaf, NamedSharding(mesh, PartitionSpec(*axes)))  # type: ignore[no-untyped-call]

    games = jax.tree.map(lambda leaf: placed(leaf, *[None] * (leaf.ndim - 1), "tables"), state.games)
    return jax.tree.map(placed, state._replace(games=()))._replace(games=games)
