"""The few kilobytes an abstraction is: config, centroids by street, and the clusters of opponent hands.

Everything else, tables included, follows from them, so a bundle carries only this.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.abstraction.config import AbstractionConfig
from gutshot.abstraction.hand_class import EQUITY_STEPS, class_count
from gutshot.abstraction.lookup import HAND_CLASS, HAND_CLASS_V2, OCHS, PERCENTILE
from gutshot.cards.combos import CLASS_COUNT, COMBO_CLASS
from gutshot.errors import MalformedInput
from gutshot.numeric.arrays import Bytes, Shorts

ALGORITHM = 1
"""Raised whenever the same description would mean other buckets."""
CLUSTERS = 8

Rows = Shorts


def wanted_sizes(config: AbstractionConfig) -> tuple[int, int, int, int]:
    """Buckets by street as a config asks for them, before any has been made; classes of hands are what they are."""
    if config.mode.startswith("hand_class"):
        second = config.mode == "hand_class_v2"
        return CLASS_COUNT, class_count(3, second), class_count(4, second), class_count(5, second)
    return CLASS_COUNT, config.flop, config.turn, config.river


@dataclass(frozen=True)
class Description:
    """Centroids are [buckets, columns] int16 by rising sum; empty where a mode needs none."""

    config: AbstractionConfig
    flop: Rows
    turn: Rows
    river: Rows
    clusters: Bytes  # [169] the cluster of opponent hands that a class belongs to

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """Buckets by street; the preflop classes are 169."""
        if self.config.mode.startswith("hand_class"):
            return wanted_sizes(self.config)
        river = len(self.river) if self.config.river_mode == "ochs" else self.config.river
        return CLASS_COUNT, len(self.flop), len(self.turn), river

    @property
    def river_code(self) -> tuple[int, int]:
        """What `Tables.river` holds."""
        if self.config.mode == "hand_class":
            return HAND_CLASS, 0
        if self.config.mode == "hand_class_v2":
            return HAND_CLASS_V2, EQUITY_STEPS[5]
        return (OCHS, len(self.river)) if self.config.river_mode == "ochs" else (PERCENTILE, self.config.river)

    @property
    def combo_clusters(self) -> Bytes:
        """[1326]"""
        return np.ascontiguousarray(self.clusters[COMBO_CLASS])

    @property
    def digest(self) -> str:
        """Names the tables that follow from this description: what the buckets are, not how they were found."""
        stamp = hashlib.sha256(f"{ALGORITHM} {self.config.mode} {self.river_code}".encode())
        for array in self.arrays().values():
            stamp.update(json.dumps(array.shape).encode() + array.astype(array.dtype.newbyteorder("<")).tobytes())
        return stamp.hexdigest()[:16]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What to save along with `config.to_dict()`; `from_parts` reads it back."""
        return {"flop": self.flop, "turn": self.turn, "river": self.river, "clusters": self.clusters}

    @classmethod
    def from_parts(cls, config: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> "Description":
        """From a saved config and arrays, which are checked as they may come from strangers."""
        settings = AbstractionConfig.from_dict(config)
        rows = [_rows(arrays, name) for name in ("flop", "turn", "river")]
        clusters = _array(arrays, "clusters", np.uint8)
        if clusters.shape != (CLASS_COUNT,) or clusters.max(initial=0) >= CLUSTERS:
            raise MalformedInput(f"array 'clusters' of shape {clusters.shape}: expected the clusters of 169 classes")
        return cls(settings, rows[0], rows[1], rows[2], clusters)


def _array(arrays: Mapping[str, NDArray[Any]], name: str, dtype: Any) -> NDArray[Any]:
    if name not in arrays or arrays[name].dtype != dtype:
        raise MalformedInput(f"an abstraction without a proper array {name!r}: expected {np.dtype(dtype).name}")
    return np.ascontiguousarray(np.asarray(arrays[name]))


def _rows(arrays: Mapping[str, NDArray[Any]], name: str) -> Rows:
    rows = _array(arrays, name, np.int16)
    if rows.ndim != 2 or (np.diff(rows.sum(axis=1, dtype=np.int64)) < 0).any():
        raise MalformedInput(f"array {name!r} of an abstraction: expected rows by rising sum")
    return rows
