"""A turn's solution with every river solved anew, as one strategy whose exploitability is exact.

That is what search plays when it goes from a turn to a river: both seats' river strategies come from solves that begin
with the ranges of the turn's solution, with or without a promise to the other seat. Put into the turn's own tables, a
best response to all of it can be found.

The error of the rivers bounds what that costs. A hand of a best responder gains on a river what its best play there
takes more from the new strategy than from the turn's; it comes to one of the lines that lead there, so to the best of
them at most. Summed over hands and rivers, the whole is exploitable by no more than the turn alone and this error.
"""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from gutshot.cards.combos import COMBO_COUNT
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.games.actions import Action
from gutshot.games.lines import DealStep, format_line
from gutshot.numeric.arrays import Reals, Shorts
from gutshot.postflop.point import SolvedPoint, normalized
from gutshot.postflop.promise import HeldPromise, Promise, promise_of
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import Solver, TableLayout
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import BettingTree, NodeKind

Watch = Callable[[int, int], None]
RIVERS_LEFT = 44
"""River cards that a turn and two hands leave."""


@dataclass(frozen=True)
class Composed:
    """The whole strategy, and the error of its rivers in chips."""

    solution: Solution
    river_error: float

    @property
    def exploitability(self) -> float:
        """Of the whole, in chips."""
        return self.solution.exploitability


def whole_solver(spot: Spot, threads: int | None = None) -> Solver:
    """A solver whose boards and hands are all told apart, as composing wants it."""
    return Solver(spot, threads=threads, layout=TableLayout(spot, merge_suits=False, merge_hands=False))


def with_rivers_resolved(
    turn: Solution, iterations: int, belief: float | None = None, watch: Watch | None = None
) -> Composed:
    """The turn's solution with all rivers solved anew for so many iterations.

    `belief` None trusts the ranges; 0 keeps the promise of the turn's solution alone, 1/2 is the blend.
    """
    layout = turn.solver.layout
    if layout.streets != 2 or layout.merge_suits or layout.merge_hands or turn.spot.donk is not None:
        raise BadConfig("rivers are composed for a turn without leads of its own, made by whole_solver")
    composed = copy(turn.solver)
    composed.stores = [
        [replace(store, average=store.average.copy()) for store in street] for street in turn.solver.stores
    ]
    boards = layout.boards[1].boards
    for number, board in enumerate(boards):
        for entry in _entries(layout.tree):
            point = turn.at(format_line((*_actions(layout.tree, entry), DealStep((board[-1],)))))
            _replace_river(composed, point, number, belief, iterations)
        if watch is not None:
            watch(number + 1, len(boards))
    whole = Solution(composed, composed.exploitability())
    return Composed(whole, river_error(turn, whole))


def river_error(turn: Solution, whole: Solution) -> float:
    """What best responses may gain on the rivers where the whole plays other than the turn's solution, in chips."""
    layout, root, total = turn.solver.layout, turn.at(), 0.0
    for board in layout.boards[1].boards:
        gains = np.zeros((2, COMBO_COUNT))
        for entry in _entries(layout.tree):
            line = format_line((*_actions(layout.tree, entry), DealStep((board[-1],))))
            before, after = turn.at(line), whole.at(line)
            for player in range(2):
                more = np.nan_to_num(after.best_ev[player] - before.best_ev[player]) * before.met[player]
                own = before.combos[player]
                gains[player, own] = np.maximum(gains[player, own], more)
        total += sum(float(root.reach[player] @ gains[player, root.combos[player]]) for player in range(2))
    return total / 2 / RIVERS_LEFT / float(root.reach[0] @ root.met[0])


def _entries(tree: BettingTree) -> Iterator[int]:
    """The first river decision of every line."""
    for node in np.flatnonzero(tree.kind == NodeKind.CHANCE):
        child = int(tree.children(int(node))[0])
        if tree.kind[child] == NodeKind.DECISION:
            yield child


def _actions(tree: BettingTree, node: int) -> list[Action]:
    """The actions that lead from the root to a river's first decision."""
    found: list[Action] = []
    node = int(tree.parent[node])
    while node > 0:
        found.append(tree.action(node))
        node = int(tree.parent[node])
    return found[::-1]


def _replace_river(composed: Solver, point: SolvedPoint, board: int, belief: float | None, iterations: int) -> None:
    spot = _river(composed.spot, point)
    if spot is None:
        return
    for players in ((0, 1),) if belief is None else ((0,), (1,)):
        solver = Solver(spot, threads=1, layout=TableLayout(spot, merge_suits=False, merge_hands=False))
        if belief is None:
            solver.iterate(iterations)
        else:
            other = 1 - players[0]
            promise = promise_of(point.combos[other], point.hand_ev[other])
            HeldPromise(Promise(other, promise, belief), solver).iterate(iterations)
        for node, own in _pairs(composed.layout.tree, point.node, solver.layout.tree, 0):
            player = int(composed.layout.tree.actor[node])
            if player in players:
                _copy_node(composed, node, board, solver, own, player)


def _river(turn: Spot, point: SolvedPoint) -> Spot | None:
    """The river as a spot of its own; None where nobody comes."""
    ranges = []
    for player in range(2):
        weights = np.zeros(COMBO_COUNT)
        weights[point.combos[player]] = point.reach[player]
        if weights.max() <= 0:
            return None
        ranges.append(Range(weights / weights.max()))
    behind = turn.stack - point.paid[0]
    return replace(turn, board=point.board, oop=ranges[0], ip=ranges[1], pot=point.pot, stack=behind)


def _pairs(tree: BettingTree, node: int, other: BettingTree, own: int) -> Iterator[tuple[int, int]]:
    """Equal decisions of two trees, below two nodes."""
    if tree.kind[node] != NodeKind.DECISION:
        return
    yield node, own
    for one, two in zip(tree.children(node), other.children(own), strict=True):
        yield from _pairs(tree, int(one), other, int(two))


def _copy_node(composed: Solver, node: int, board: int, river: Solver, own: int, player: int) -> None:
    """Put a river's strategy into the tables of the whole; hands that do not come keep theirs."""
    shares, combos = _read(river, own, player)
    store, side = composed.stores[1][player], composed.layout.boards[1].sides[player]
    rows, wanted = int(side.rows[board]), side.combos_of(board)
    forest = composed.layout.forests[1]
    slot = int(forest.slot[np.flatnonzero(forest.nodes == node)[0]])
    begin, place = int(store.start[board]) + slot * rows, np.full(COMBO_COUNT, -1)
    place[combos] = np.arange(len(combos))
    block = store.average[begin : begin + len(shares) * rows].reshape(len(shares), rows)
    known = place[wanted] >= 0
    block[:, known] = shares[:, place[wanted[known]]]


def _read(river: Solver, node: int, player: int) -> tuple[Reals, Shorts]:
    side, forest = river.layout.boards[0].sides[player], river.layout.forests[0]
    slot = int(forest.slot[np.flatnonzero(forest.nodes == node)[0]])
    width = int(river.layout.tree.child_count[node])
    block = river.stores[0][player].block("average", 0, slot, width, int(side.rows[0]))
    return normalized(block), side.combos_of(0)
