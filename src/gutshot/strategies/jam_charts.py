"""The shipped charts of jam or fold as a strategy: two to six equal stacks. Two players are solved when asked."""

from dataclasses import replace

import numpy as np

from gutshot.errors import BadConfig
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.numeric.arrays import Reals
from gutshot.preflop.config import MOST_SEATS, JamTable
from gutshot.preflop.jam_fold import decision_points, solve_pushfold
from gutshot.preflop.jam_grid import JamGrid, Point
from gutshot.preflop.tree import CHIPS, jam_tree
from gutshot.strategies.preflop_strategy import JamFoldStrategy, PreflopTreeStrategy, first_hand
from gutshot.strategies.strategy import About, Hands, Knowledge, Move
from gutshot.strategies.table_walk import TableSize, move_at

LEAST_STACK, MOST_STACK = 2, 20
"""Big blinds for which jam or fold is shown; the charts of three and more seats end at 12."""
JAM_STACKS = {seats: (2, 3, 4, 5, 6, 8, 10, 12) if seats < 6 else (5, 10, 12) for seats in range(2, MOST_SEATS + 1)}
"""Stacks by seats that are solved, and not read between two that are."""


def jam_charts(grid: JamGrid, title: str, size: TableSize) -> PreflopTreeStrategy:
    """The charts of a table of equal stacks."""
    if not (2 <= size.seats <= MOST_SEATS and LEAST_STACK <= size.stack <= MOST_STACK):
        raise BadConfig(
            f"jam or fold at {size}: expected 2 to {MOST_SEATS} seats and {LEAST_STACK} to {MOST_STACK} big blinds"
        )
    named = f"{title}, {size.seats} seats, {size.stack} bb"
    table = JamTable((float(size.stack),) * size.seats)
    if size.seats == 2:
        return JamFoldStrategy(solve_pushfold(table), named)
    return JamChartsStrategy(grid, table, named)


class JamChartsStrategy(PreflopTreeStrategy):
    """A point of the grid, or what lies between two. Frequencies alone are kept there, so there are no values."""

    def __init__(self, grid: JamGrid, table: JamTable, title: str) -> None:
        tree = jam_tree(table)
        super().__init__(tree, first_hand(table.stacks, table.small_blind, table.ante))
        self._first = self._on(self._first, 0)
        self._grid, self._table, self._title = grid, table, title
        places = {row: point for point, row in decision_points(tree).items()}
        self._points: dict[int, Point] = {node: places[row] for row, node in enumerate(tree.decisions())}

    def describe(self) -> About:
        table = self._table
        plain = {"players": table.seats, "stacks": list(table.stacks), "ante": table.ante}
        return About(self._title, "jam-or-fold", plain, {}, (), CHIPS, table.seats, table.stacks[0])

    def hands(self, line: str, seat: int | None = None) -> Hands:
        held, stack = super().hands(line, seat), self._table.stacks[0]
        answer = self._grid.at(self._table.seats, next(iter(self._points.values())), stack, self._table.ante)
        if answer is None or answer.is_solved:
            return held
        return replace(held, knowledge=Knowledge.NEAR, notes=(f"{stack:g} bb: between or beyond the solved charts",))

    def _chart(self, node: int) -> tuple[Reals, Reals | None]:
        found = self._grid.at(self._table.seats, self._points[node], self._table.stacks[0], self._table.ante)
        if found is None:
            raise BadConfig(f"the charts have no decision for {self._table.stacks[0]:g} big blinds there")
        return np.stack([1 - found.frequency, found.frequency], axis=1), None

    def _moves(self, node: int, hand: Hand) -> tuple[Move, ...]:
        most = hand.legal.max_raise_to
        return move_at(hand, FOLD), move_at(hand, CALL if most is None else most)
