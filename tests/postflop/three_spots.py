"""Small three-player spots that several tests share, and strategies of a solver by decision."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import SEATS, ThreeSpot

RIVER = {
    "board": "Ks9s7h4d2c",
    "players": {"sb": "KK,QJs,A5s:0.5,T9s", "bb": "99,K7s,86s,QTs", "btn": "77,KTs,98s:0.25,JTs"},
    "pot": 100,
    "stacks": [150, 90, 220],
    "bets": "60%, a",
    "raises": "a",
}
TURN = {
    "board": "KsQs7s2h",
    "players": {"sb": "AA,KJs,T9s", "bb": "QQ,A5s,87s", "btn": "KK,JTs"},
    "pot": 100,
    "stacks": [180, 150, 200],
    "bets": "75%",
    "raises": "a",
}


FLOP = {
    "board": "Ks9s7h",
    "players": {"sb": "KK,QJs,A5s:0.5", "bb": "99,K7s,QTs", "btn": "77,KTs,JTs"},
    "pot": 100,
    "stacks": [150, 90, 220],
    "bets": "75%",
    "raises": "",
    "turns": 3,
    "rivers": 3,
}


def flop(**changes: Any) -> ThreeSpot:
    return ThreeSpot.from_dict({**FLOP, **changes})


def river(**changes: Any) -> ThreeSpot:
    return ThreeSpot.from_dict({**RIVER, **changes})


def turn(**changes: Any) -> ThreeSpot:
    return ThreeSpot.from_dict({**TURN, **changes})


def scatter(solver: ThreeSolver, seed: int = 1) -> None:
    """Averages at random, some of them zero."""
    rng = np.random.default_rng(seed)
    for row in solver.stores:
        for store in row:
            store.average[:] = rng.random(len(store.average)) * (rng.random(len(store.average)) < 0.8)


def mix_at(solver: ThreeSolver, node: int) -> dict[int, NDArray[np.float64]]:
    """The average strategy at a decision of the first street by combo of the actor."""
    layout = solver.layout
    actor = layout.tree.actor(node)
    combos, actions = layout.boards[0].combos_of(actor, 0), len(layout.tree.children(node))
    slot = layout.streets[0].slot_of[node]
    block = solver.stores[0][actor].block("average", 0, slot, actions, len(combos)).astype(np.float64)
    total = block.sum(axis=0)
    shares = np.where(total > 0, block / np.where(total > 0, total, 1), 1 / actions)
    return {int(combo): shares[:, h] for h, combo in enumerate(combos)}


def everybody(solver: ThreeSolver) -> list[NDArray[np.float32]]:
    """All averages, one after another."""
    return [store.average for row in solver.stores for store in row[:SEATS]]
