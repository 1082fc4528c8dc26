"""The first solve of an installation compiles on two cores: the solver in a process of its own, the tree in this one.

Numba compiles one function at a time in a process. The other process needs no grown tree to begin with: the line in
which everybody checks can be written down by hand, and kernels are the same for every tree.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from gutshot.cards.card import Card, format_cards, parse_cards
from gutshot.cards.ranges import Range
from gutshot.games.actions import ActionKind
from gutshot.postflop import solver as solving
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import BettingTree, NodeKind, TreeConfig
from gutshot.trees.grow import grow

RIVER = 2


@contextmanager
def compiled_beside(spot: Spot, precision: str) -> Iterator[None]:
    """While the block grows the spot's tree for the first time ever, another process compiles the solver."""
    if is_kept(grow) or (os.cpu_count() or 1) < 2:
        yield
        return
    command = [sys.executable, "-P", "-m", "gutshot.postflop.ahead", format_cards(spot.board), precision]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as other:
        try:
            yield
            other.wait()
        finally:
            other.kill()


def is_kept(kernel: Any) -> bool:
    """Whether a kernel was compiled here before, from these sources. With the JIT off there is nothing to compile."""
    cache = getattr(kernel, "_cache", None)
    return cache is None or bool(cache._cache_file._load_index())


def checked_down(config: TreeConfig) -> BettingTree:
    """The tree of a spot in which nobody ever bets: two checks, and a card or the showdown, street by street."""
    streets = RIVER - config.first_street + 1
    count = 3 * streets
    is_end = np.arange(count) == count - 1
    places = np.arange(count) % 3  # to act first, to act second, and what comes then
    kind = np.array([NodeKind.DECISION, NodeKind.DECISION, NodeKind.CHANCE], np.int8)[places]
    kind[-1] = NodeKind.SHOWDOWN
    checks = np.where(places == 0, -1, list(ActionKind).index(ActionKind.CHECK)).astype(np.int8)
    children = (~is_end).astype(np.int16)
    return BettingTree(
        config,
        kind,
        actor=np.array([0, 1, -1], np.int8)[places],
        street=(config.first_street + np.arange(count) // 3).astype(np.int8),
        parent=np.arange(-1, count - 1, dtype=np.int32),
        first_child=(np.cumsum(children) - children).astype(np.int32),
        child_count=children,
        action_kind=checks,
        action_amount=np.zeros(count, np.int64),
        matched=np.zeros(count, np.int64),
        all_in=np.zeros(count, np.bool_),
        children_flat=np.arange(1, count, dtype=np.int32),
    )


def compile_solver(board: str, precision: str) -> None:
    """Solve a spot of one hand against another, whose tree is not grown."""
    taken = parse_cards(board)
    cards = [Card(card) for card in range(52) if card not in taken]
    oop, ip = (Range.of_combos({(low, high): 1.0}) for low, high in (cards[:2], cards[2:4]))
    setattr(solving, "build_tree", checked_down)  # noqa: B010 - a type checker refuses the assignment
    twin = solving.Solver(Spot(board, oop, ip, pot=1, stack=1), "dcfr", 1, precision)
    twin.iterate()
    twin.exploitability()


if __name__ == "__main__":
    compile_solver(*sys.argv[1:])
