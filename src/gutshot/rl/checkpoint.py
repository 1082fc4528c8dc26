"""A training run on disk: every array of its state under its path in the tree, so that it goes on bit for bit."""

import os
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gutshot import artifacts
from gutshot.errors import BadConfig

KIND = "ppo-checkpoint"


def named_arrays(tree: Any) -> dict[str, Any]:
    """Leaves by their path, as in `params.policy.params.Dense_0.kernel`."""
    return {_name(path): leaf for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]}


def _name(path: tuple[Any, ...]) -> str:
    parts = [getattr(step, "name", None) or getattr(step, "key", None) or getattr(step, "idx", step) for step in path]
    return ".".join(map(str, parts))


def restored(like: Any, arrays: Any, where: str) -> Any:
    """A tree of the shapes of `like` with the saved arrays; BadConfig if they are of another architecture."""
    wanted = named_arrays(like)
    for name, leaf in wanted.items():
        found = arrays.get(name)
        if found is None or found.shape != leaf.shape or found.dtype != leaf.dtype:
            shape = "nothing" if found is None else f"{found.dtype}{list(found.shape)}"
            raise BadConfig(
                f"{where} has another architecture: {name} is {shape} there, expected {leaf.dtype}{list(leaf.shape)}"
            )
    leaves = [jnp.asarray(np.array(arrays[name])) for name in wanted]
    return jax.tree.unflatten(jax.tree.structure(like), leaves)


def save(path: str | os.PathLike[str], state: Any, config: dict[str, Any], summary: dict[str, Any]) -> None:
    """Write or replace the checkpoint, whole or not at all."""
    arrays = {name: np.asarray(leaf) for name, leaf in named_arrays(state).items()}
    artifacts.save(path, KIND, arrays, config, summary=summary)


def load(path: str | os.PathLike[str], like: Any) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """The state, the config it was made with and its summary."""
    found = artifacts.load(path, KIND)
    return restored(like, found.arrays, f"checkpoint {str(Path(path))!r}"), found.config, found.summary
