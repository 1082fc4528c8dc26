"""The bundles that come with the package: small, playable, without plays that are wrong by dominance."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gutshot
from gutshot.blueprint.bundle import Blueprint
from gutshot.cards.combos import CLASS_NAMES, CLASS_SIZES
from gutshot.games.betting import FOLD
from gutshot.trees.table import NODE_STREET

DATA = Path(gutshot.__file__).parent / "data"
SEATS = {"hu": 2, "hu_15": 2, "hu_25": 2, "hu_40": 2, "hu_wide": 2, "3max": 3, "3max_25": 3, "6max": 6, "6max_20": 6}
RIVER = 3


@pytest.fixture(scope="module", params=SEATS)
def shipped(request: pytest.FixtureRequest) -> Blueprint:
    blueprint = Blueprint.load(DATA / f"blueprint_{request.param}")
    assert len(blueprint.tree.positions) == SEATS[request.param]
    return blueprint


def folds_at(blueprint: Blueprint, street: int, bucket: int) -> list[float]:
    """How often a bucket folds where it may, at up to 400 known decisions of a street spread over the tree."""
    tree = blueprint.tree
    on_street = np.flatnonzero(np.asarray(tree.nodes)[:, NODE_STREET] == street)
    found: list[Any] = []
    for node in on_street[:: max(1, len(on_street) // 4000)]:
        if len(found) == 400:
            break
        if not tree.is_decision(node) or tree.width(node) == 1 or not blueprint.knows(node):
            continue
        if tree.actions(node)[0] == FOLD:
            found.append(float(blueprint.strategy(node, bucket)[0]))
    return found


def test_aces_and_the_strongest_river_hands_never_fold(shipped: Blueprint) -> None:
    aces = folds_at(shipped, 0, CLASS_NAMES.index("AA"))
    best = folds_at(shipped, RIVER, shipped.tree.buckets[RIVER] - 1)
    assert len(aces) > 5 and not any(aces)
    assert len(best) > 50 and not any(best)


def test_everything_that_is_shipped_takes_less_than_64_megabytes() -> None:
    assert {path.name for path in DATA.glob("blueprint_*")} == {f"blueprint_{name}" for name in SEATS}
    assert sum(file.stat().st_size for file in DATA.rglob("*") if file.is_file()) < 64e6


def test_openings_widen_towards_the_button() -> None:
    blueprint = Blueprint.load(DATA / "blueprint_6max")
    shares = []
    for folds in range(4):
        node = blueprint.tree.find((FOLD,) * folds)
        play = blueprint.node_strategy(node)
        weights = np.asarray(CLASS_SIZES) / 1326
        shares.append(float(weights @ (1 - play[:, 0])))
    assert shares == sorted(shares) and 0.1 < shares[0] < 0.25 < 0.35 < shares[-1] < 0.6
