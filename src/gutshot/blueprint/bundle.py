"""A trained blueprint that can be played: quantised strategies by tree node and bucket, and how they were made.

The betting tree is grown again from the config when the bundle is opened; its digest in the manifest must agree, so a
bundle of a version that grew other trees is refused instead of being misread. Arrays are memory-mapped.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.abstraction.abstraction import Abstraction
from gutshot.blueprint import packing
from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.growing import Tables
from gutshot.blueprint.tables import best_known
from gutshot.blueprint.tree import Line, PublicTree, regrow, with_chips
from gutshot.cards.combos import COMBO_CLASS
from gutshot.errors import BadConfig, MalformedInput
from gutshot.trees.grow import EVERYWHERE
from gutshot.trees.table import Chips

KIND = "blueprint"
VERSION = 1
GROWN = 2
"""The version of bundles that hold a part of a tree: `opened` marks the decisions that go on."""
OPENED = "opened"
_ABSTRACTION = "abstraction."


@dataclass(frozen=True, eq=False)
class Blueprint:
    """A strategy for every seat of a table. Seats count from the button; see `tree` for nodes and lines."""

    config: BlueprintConfig
    tree: PublicTree
    arrays: dict[str, NDArray[Any]] = field(repr=False)
    summary: dict[str, Any] = field(default_factory=dict)
    path: Path | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Blueprint":
        """Open a bundle; one sentence says so if it is something else or of another version."""
        found = artifacts.load(path, KIND, version=GROWN)
        plan = BlueprintConfig.from_dict(found.config)
        nodes = int(found.summary.get("nodes", 0))
        marks = found.arrays.get(OPENED)
        opened = EVERYWHERE if marks is None else np.unpackbits(marks, count=nodes).astype(np.bool_)
        tree = regrow(plan.game, found.summary.get("buckets", ()), nodes, opened)
        blueprint = cls(plan, tree, dict(found.arrays), dict(found.summary), Path(path))
        blueprint._require_fit()
        return blueprint

    @cached_property
    def chips(self) -> Chips:
        """Pots, bets and players at every node of the tree."""
        return with_chips(self.config.game, self.tree).chips

    @cached_property
    def met(self) -> NDArray[np.bool_]:
        """Which nodes training has met and can be played."""
        return np.unpackbits(self.arrays["met"], count=len(self.tree)).astype(np.bool_)

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        return packing.code_starts(self.tree, self.met)[0]

    def knows(self, node: int) -> bool:
        """Whether a decision has a strategy; one with a single action always has."""
        return self.tree.is_decision(node) and (bool(self.met[node]) or self.tree.width(node) == 1)

    def node_strategy(self, node: int) -> NDArray[np.float32]:
        """[buckets, actions] at a decision; uniform where training never came."""
        width, street = self.tree.width(node), self.tree.street(node)
        buckets = self.tree.buckets[street]
        if not self.met[node]:
            return np.full((buckets, width), 1 / width, np.float32)
        start, count = int(self._starts[node]), buckets * (width - 1)
        if street == 0:
            return packing.decode(self.arrays["preflop"][start : start + count].astype(np.int64), width, packing.FINE)
        return packing.decode(packing.read_codes(self.arrays["postflop"], start, count), width, packing.COARSE)

    def strategy(self, node: int, bucket: int) -> NDArray[np.float32]:
        """[actions] at a decision with a bucket of its street."""
        return np.asarray(self.node_strategy(node)[bucket])

    @cached_property
    def abstraction(self) -> Abstraction:
        """The card abstraction it was trained with, from the centroids in the bundle."""
        own = {name[len(_ABSTRACTION) :]: array for name, array in self.arrays.items() if name.startswith(_ABSTRACTION)}
        return Abstraction.from_parts(self.config.abstraction.to_dict(), own)

    def strategy_for_line(self, line: str | Line, board: Sequence[int] = ()) -> NDArray[np.float32]:
        """[1326, actions] of every combo at the decision a line leads to; NaN for combos that the board blocks."""
        node = self.tree.follow(line) if isinstance(line, str) else self.tree.find(line)
        if not self.tree.is_decision(node):
            raise BadConfig(f"line {line!r} is the end of a hand: nobody acts there")
        expected = (0, 3, 4, 5)[self.tree.street(node)]
        if len(board) != expected:
            raise BadConfig(f"line {line!r} needs a board of {expected} cards, got {len(board)}")
        buckets = self.abstraction.buckets(board) if board else COMBO_CLASS.astype(np.int32)
        found = self.node_strategy(node)[np.maximum(buckets, 0)]
        found[buckets < 0] = np.nan
        return np.asarray(found)

    def _require_fit(self) -> None:
        """MalformedInput unless arrays and tree belong together."""
        where = f"bundle {str(self.path)!r}"
        for name in ("met", "preflop", "postflop"):
            if name not in self.arrays or self.arrays[name].dtype != np.uint8:
                raise MalformedInput(f"{where} has no proper array {name!r}")
        if self.summary.get("tree") != digest(self.tree) or len(self.arrays["met"]) != (len(self.tree) + 7) // 8:
            raise MalformedInput(f"{where} was made by a version that grows another betting tree: train it again")
        _, early, late = packing.code_starts(self.tree, self.met)
        if len(self.arrays["preflop"]) != early or len(self.arrays["postflop"]) != (late + 1) // 2:
            raise MalformedInput(f"{where} does not hold the strategies of its own tree")


def save(
    path: str | os.PathLike[str],
    config: BlueprintConfig,
    tree: PublicTree,
    tables: Tables,
    abstraction: dict[str, NDArray[Any]],
    summary: dict[str, Any],
) -> Path:
    """Write the averages of `tables` as a bundle, whole or not at all."""
    made = of_tables(config, tree, tables, abstraction)
    facts = summary | {"nodes": len(made.tree), "buckets": list(tree.buckets), "tree": digest(made.tree)}
    version = GROWN if OPENED in made.arrays else VERSION
    return artifacts.save(path, KIND, made.arrays, config.to_dict(), version=version, summary=facts)


def of_tables(
    config: BlueprintConfig, tree: PublicTree, tables: Tables, abstraction: dict[str, NDArray[Any]]
) -> Blueprint:
    """The averages of `tables` as a blueprint that is not written anywhere; of growing ones, what they know best."""
    training, arrays = config.training, dict[str, NDArray[Any]]()
    if tables.rows.dense:
        arrays |= packing.encode(tree, tables, training.purify)
    else:
        opened, order = best_known(tree, 1e6 * training.bundle_mb)
        tree = regrow(config.game, tree.buckets, len(opened), opened)
        arrays |= {OPENED: np.packbits(opened)} | packing.encode(tree, tables, training.purify, order)
    arrays |= {_ABSTRACTION + name: array for name, array in abstraction.items()}
    return Blueprint(config, tree, arrays)


def digest(tree: PublicTree) -> str:
    """Tells whether two trees have the same lines in the same order."""
    seen = hashlib.sha256(np.ascontiguousarray(tree.action, "<i4").tobytes())
    seen.update(np.ascontiguousarray(tree.nodes[:, :3], "<i8").tobytes())
    return seen.hexdigest()[:16]


def open_bundle(path: str | os.PathLike[str]) -> Blueprint:
    """`Blueprint.load`, once for all who ask; it is read again when it has been written anew."""
    try:
        changed = (Path(path) / artifacts.MANIFEST).stat().st_mtime_ns
    except OSError:
        changed = 0
    return _opened(str(path), changed)


@lru_cache(maxsize=12)
def _opened(path: str, changed: int) -> Blueprint:
    return Blueprint.load(path)
