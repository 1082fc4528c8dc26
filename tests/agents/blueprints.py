"""Small bundles with made-up strategies, written by the code that writes trained ones."""

from typing import Any

import numpy as np

from gutshot.abstraction.abstraction import build as build_abstraction
from gutshot.blueprint import bundle
from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.tables import dense_tables
from gutshot.blueprint.tree import build

STREETS = ("preflop", "flop", "turn", "river")
POSTFLOP = {street: [["50%", "100%"], ["a"]] for street in STREETS[1:]}


def game(seats: int, **changes: Any) -> dict[str, Any]:
    plain = {
        "num_players": seats,
        "stack_depth": 100,
        "bet_sizes": {"preflop": [["2.5x"], ["3x"], ["a"]], **POSTFLOP},
        "max_raises_per_street": {"preflop": 3, "flop": 2, "turn": 1, "river": 1},
    }
    if seats > 2:
        plain |= {"max_flop_players": 3, "limps": "small_blind", "max_cold_call_raises": 1}
        plain["multiway_sizes"] = {street: [["66%"], []] for street in STREETS[1:]}
    return plain | changes


def made_up(path: Any, seats: int, taste: str = "random", **changes: Any) -> Blueprint:
    """A bundle that plays at random, or always folds, calls or takes its last action."""
    plan = BlueprintConfig.from_dict({"game": game(seats, **changes), "training": {"abstraction_mode": "hand_class"}})
    abstraction = build_abstraction(plan.abstraction, tables=False)
    tree = build(plan.game, abstraction.sizes)
    table = np.zeros(2 * tree.slots, np.float32)
    dice = np.random.default_rng(7)
    for node in range(len(tree)):
        width, buckets = tree.width(node), tree.buckets[tree.street(node)]
        if not tree.is_decision(node):
            continue
        begin = 2 * tree.slot(node, 0)
        rows = table[begin : begin + 2 * width * buckets].reshape(buckets, 2, width)
        actions = tree.actions(node)
        if taste == "random":
            rows[:, 1] = dice.dirichlet(np.ones(width), buckets)
        else:
            picked = {"fold": 0, "call": actions.index(0) if 0 in actions else 0, "raise": width - 1}[taste]
            rows[:, 1, picked] = 1
    bundle.save(path, plan, tree, dense_tables(tree, table), abstraction.description.arrays(), {})
    return Blueprint.load(path)
