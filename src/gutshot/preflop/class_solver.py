"""Regret minimisation on a preflop tree over 169 classes, and how far a strategy is from its best responses."""

import numpy as np

from gutshot.cards.combos import CLASS_COUNT
from gutshot.cfr.best_response import Quality
from gutshot.cfr.updates import parse_rule
from gutshot.numeric.arrays import Reals
from gutshot.preflop.class_sweeps import (
    ClassLayout,
    ClassTables,
    collect,
    collect_best,
    learn,
    match_player,
    spread,
    spread_seat,
)
from gutshot.preflop.end_values import EndValues
from gutshot.preflop.tree import ROOT, PreflopTree


def lay_out(tree: PreflopTree) -> ClassLayout:
    """A tree with a row of numbers for every class at every decision."""
    sizes = CLASS_COUNT * tree.child_count
    start = np.cumsum(sizes) - sizes
    return ClassLayout(tree.actor, tree.parent, tree.place, tree.child_count, start, tree.end_nodes)


class ClassSolver:
    """Tables of one solve. `step` does one iteration of every seat in turn; `average` is the strategy so far."""

    def __init__(self, tree: PreflopTree, ends: EndValues, chance: Reals, rule: str = "dcfr") -> None:
        self.tree, self.ends, self.chance = tree, ends, chance
        self.layout = lay_out(tree)
        self.rule = parse_rule(rule)
        self.iteration = 0
        self.regrets, self.sums = np.zeros((2, self.layout.slots))
        self.strategy = self.layout.uniform()
        self._reach = np.empty((len(tree), tree.seats, CLASS_COUNT))
        self._is_spread = False
        self._players = sorted({int(actor) for actor in tree.actor if actor >= 0})

    def step(self) -> None:
        """One iteration: every player in turn responds to the others' current play."""
        self.iteration += 1
        if not self._is_spread:
            spread(self.layout, self.strategy, self._reach)
            self._is_spread = True
            for seat in range(self.tree.seats):
                self.ends.moved(seat, self._reach)
        for player in self._players:
            self._learn(player)

    def _learn(self, player: int) -> None:
        match_player(player, self.layout, self.regrets, self.strategy)
        spread_seat(player, self.layout, self.strategy, self._reach)
        self.ends.moved(player, self._reach)
        values = self._end_values(player, self._reach)
        collect(player, self.layout, self.strategy, values)
        tables = ClassTables(self.regrets, self.strategy, self.sums)
        discounts = self.rule.discounts(self.iteration)
        learn(player, self.layout, tables, self._reach, values, discounts, self.rule.clip)

    def _end_values(self, player: int, reach: Reals) -> Reals:
        values = np.zeros((len(self.tree), CLASS_COUNT))
        values[self.layout.ends] = self.ends.values(player, reach)
        return values

    def average(self) -> Reals:
        """The average strategy, flat; uniform where a hand never gets."""
        flat = self.layout.uniform()
        for node in self.tree.decisions():
            sums, table = self.layout.table(node, self.sums), self.layout.table(node, flat)
            total = sums.sum(axis=1, keepdims=True)
            np.divide(sums, total, out=table, where=total > 0)
        return flat

    def reaches(self, strategy: Reals) -> Reals:
        """[nodes, seats, 169] the chance that each seat's own choices lead to each node."""
        reach = np.empty_like(self._reach)
        spread(self.layout, strategy, reach)
        return reach

    def node_values(self, player: int, strategy: Reals, best: bool = False) -> Reals:
        """[nodes, 169] what each hand of a player expects at every node, times the chance that the others get there."""
        values = self._end_values(player, self.reaches(strategy))
        if best:
            collect_best(player, self.layout, values)
        else:
            collect(player, self.layout, strategy, values)
        return values

    def node_mass(self, player: int, strategy: Reals) -> Reals:
        """[nodes, 169] the chance that the others let a player get to a node, given his hand."""
        mass = np.zeros((len(self.tree), CLASS_COUNT))
        mass[self.layout.ends] = self.ends.mass(player, self.reaches(strategy))
        collect_best(player, self.layout, mass)
        return mass

    def quality(self, strategy: Reals) -> Quality:
        """Expected values, and those of each seat's best response against the others."""
        seats = range(self.tree.seats)
        earned = [float(self.chance @ self.node_values(seat, strategy)[ROOT]) for seat in seats]
        best = [float(self.chance @ self.node_values(seat, strategy, best=True)[ROOT]) for seat in seats]
        return Quality(tuple(earned), tuple(best))
