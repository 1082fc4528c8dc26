"""Regret minimisation on a preflop tree over 169 classes, and how far a strategy is from its best responses."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import CLASS_COUNT
from gutshot.cfr.best_response import Quality
from gutshot.cfr.updates import parse_rule
from gutshot.preflop.class_sweeps import collect, collect_best, learn, match_player, spread
from gutshot.preflop.end_values import EndValues
from gutshot.preflop.tree import ROOT, PreflopTree

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ClassLayout:
    """A tree as the loops want it: the row of node n and class h starts at `start[n] + h * counts[n]`."""

    actor: Ints
    parent: Ints
    place: Ints
    counts: Ints
    start: Ints
    ends: Ints

    @classmethod
    def of(cls, tree: PreflopTree) -> "ClassLayout":
        sizes = CLASS_COUNT * tree.child_count
        start = np.cumsum(sizes) - sizes
        return cls(tree.actor, tree.parent, tree.place, tree.child_count, start, tree.end_nodes)

    @property
    def slots(self) -> int:
        return int(CLASS_COUNT * self.counts.sum())

    def table(self, node: int, flat: Reals) -> Reals:
        """[169, actions] view of one decision's rows."""
        first, count = int(self.start[node]), int(self.counts[node])
        return flat[first : first + CLASS_COUNT * count].reshape(CLASS_COUNT, count)

    def uniform(self) -> Reals:
        return np.repeat(1 / np.maximum(self.counts, 1), CLASS_COUNT * self.counts)


class ClassSolver:
    """Tables of one solve. `step` does one iteration of every seat in turn; `average` is the strategy so far."""

    def __init__(self, tree: PreflopTree, ends: EndValues, chance: Reals, rule: str = "dcfr") -> None:
        self.tree, self.ends, self.chance = tree, ends, chance
        self.layout = ClassLayout.of(tree)
        self.rule = parse_rule(rule)
        self.iteration = 0
        self.regrets, self.sums = np.zeros((2, self.layout.slots))
        self.strategy = self.layout.uniform()
        self._reach = np.empty((len(tree), tree.seats, CLASS_COUNT))
        self._players = sorted({int(actor) for actor in tree.actor if actor >= 0})

    def step(self) -> None:
        """One iteration: every player in turn answers what the others play now."""
        self.iteration += 1
        for player in self._players:
            self._learn(player)

    def _learn(self, player: int) -> None:
        own = self.layout
        shape = (own.actor, own.parent, own.place, own.counts, own.start)
        match_player(player, own.actor, own.counts, own.start, self.regrets, self.strategy)
        spread(*shape, self.strategy, self._reach)
        values = self._end_values(player, self._reach)
        collect(player, *shape, self.strategy, values)
        discounts = self.rule.discounts(self.iteration)
        learn(player, *shape, self._reach, values, self.strategy, self.regrets, self.sums, *discounts, self.rule.clip)

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
        own = self.layout
        reach = np.empty_like(self._reach)
        spread(own.actor, own.parent, own.place, own.counts, own.start, strategy, reach)
        return reach

    def node_values(self, player: int, strategy: Reals, best: bool = False) -> Reals:
        """[nodes, 169] what each hand of a player expects at every node, times the chance that the others get there."""
        own = self.layout
        values = self._end_values(player, self.reaches(strategy))
        if best:
            collect_best(player, own.actor, own.parent, own.place, own.counts, values)
        else:
            collect(player, own.actor, own.parent, own.place, own.counts, own.start, strategy, values)
        return values

    def node_mass(self, player: int, strategy: Reals) -> Reals:
        """[nodes, 169] the chance that the others let a player get to a node, given his hand."""
        own = self.layout
        mass = np.zeros((len(self.tree), CLASS_COUNT))
        mass[own.ends] = self.ends.mass(player, self.reaches(strategy))
        collect_best(player, own.actor, own.parent, own.place, own.counts, mass)
        return mass

    def quality(self, strategy: Reals) -> Quality:
        """Expected values, and those of each seat's best response against the others."""
        seats = range(self.tree.seats)
        earned = [float(self.chance @ self.node_values(seat, strategy)[ROOT]) for seat in seats]
        best = [float(self.chance @ self.node_values(seat, strategy, best=True)[ROOT]) for seat in seats]
        return Quality(tuple(earned), tuple(best))
