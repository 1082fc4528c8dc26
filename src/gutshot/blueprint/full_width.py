"""The exact way for two seats and a tree that ends before the flop: every class against every class, no sampling.

Vector CFR over the 169 classes with exact all-in equities and card removal, updated by DCFR(1.5, 0, 3) as in
`cfr.updates`. Also the exact value of any strategies in such a tree, by which the sampled ones are judged.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from gutshot.blueprint.tree import PublicTree
from gutshot.cards.combos import CLASS_COUNT, COMBO_CLASS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.preflop_matrix import preflop_matrix
from gutshot.cfr.updates import parse_rule
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Reals
from gutshot.trees.table import FOLDED_OUT, NODE_ACTOR, NODE_STREET, NODE_TERMINAL


@cache
def pair_weights() -> Reals:
    """[169, 169] the probability that two seats are dealt these classes."""
    member = np.zeros((COMBO_COUNT, CLASS_COUNT))
    member[np.arange(COMBO_COUNT), COMBO_CLASS] = 1
    disjoint = (COMBO_MASKS[:, None] & COMBO_MASKS[None, :]) == 0
    pairs = member.T @ disjoint @ member
    return np.asarray(pairs / pairs.sum())


@dataclass
class FullWidth:
    """A solver that can be continued; `average[node]` is [169, actions]. Values are in big blinds."""

    tree: PublicTree

    def __post_init__(self) -> None:
        decisions = self.tree.nodes[:, NODE_ACTOR] >= 0
        if self.tree.seats != 2 or self.tree.nodes[decisions, NODE_STREET].any():
            raise BadConfig("full width is for two seats and bets before the flop only: sample other games")
        self.iteration = 0
        shapes = {int(node): (CLASS_COUNT, self.tree.width(int(node))) for node in np.flatnonzero(decisions)}
        self.regrets = {node: np.zeros(shape) for node, shape in shapes.items()}
        self.sums = {node: np.zeros(shape) for node, shape in shapes.items()}
        self._rule = parse_rule("dcfr")
        self._lead = pair_weights() * (2 * preflop_matrix().class_shares()[0] - 1)

    @property
    def average(self) -> dict[int, Reals]:
        """Average strategy by node."""
        return {node: _normalised(rows) for node, rows in self.sums.items()}

    def run(self, iterations: int) -> None:
        """Run more iterations, one seat after the other."""
        for _ in range(iterations):
            self.iteration += 1
            for hero in range(2):
                self._play = {node: _normalised(np.maximum(rows, 0)) for node, rows in self.regrets.items()}
                self._walk(0, hero, np.ones(CLASS_COUNT), np.ones(CLASS_COUNT))

    def _walk(self, node: int, hero: int, own: Reals, other: Reals) -> Reals:
        """[169] counterfactual values of the hero's classes below a node; learns at his decisions."""
        actor = self.tree.actor(node)
        if actor < 0:
            return self._end(node, hero, other)
        play, children = self._play[node], self.tree.children(node)
        if actor != hero:
            below = [self._walk(child, hero, own, other * play[:, k]) for k, child in enumerate(children)]
            return np.asarray(sum(below))
        values = np.stack(
            [self._walk(child, hero, own * play[:, k], other) for k, child in enumerate(children)], axis=1
        )
        mean = (values * play).sum(axis=1)
        factor = self._rule.discounts(self.iteration)
        old = self.regrets[node]
        self.regrets[node] = old * np.where(old > 0, factor.positive, factor.negative) + values - mean[:, None]
        self.sums[node] = self.sums[node] * factor.average + own[:, None] * play
        return np.asarray(mean)

    def _end(self, node: int, hero: int, other: Reals) -> Reals:
        """The hero's result at a terminal against the other's reach."""
        at = self.tree.nodes[node, NODE_TERMINAL]
        lost = float(self.tree.table.paid[at, hero]) / self.tree.big_blind
        if self.tree.actor(node) == FOLDED_OUT:
            return np.asarray(-lost * (pair_weights() @ other))
        return np.asarray(lost * (self._lead @ other))  # both paid the same: what one wins the other loses

    def values(self, play: dict[int, Reals]) -> tuple[float, float]:
        """What each seat wins when both play so; the button first."""
        first = float(self._value(play, 0, 0, np.ones(CLASS_COUNT), np.ones(CLASS_COUNT)))
        return first, -first

    def _value(self, play: dict[int, Reals], node: int, hero: int, own: Reals, other: Reals) -> float:
        actor = self.tree.actor(node)
        if actor < 0:
            return float(own @ self._end(node, hero, other))
        total = 0.0
        for k, child in enumerate(self.tree.children(node)):
            share = play[node][:, k]
            mine, theirs = (own * share, other) if actor == hero else (own, other * share)
            total += self._value(play, child, hero, mine, theirs)
        return total

    def write(self, table: Floats) -> None:
        """Put the averages where sampling keeps them."""
        for node, rows in self.sums.items():
            begin, width = 2 * self.tree.slot(node, 0), self.tree.width(node)
            view = table[begin : begin + 2 * width * CLASS_COUNT].reshape(CLASS_COUNT, 2, width)
            view[:, 1] = rows


def _normalised(rows: Reals) -> Reals:
    sums = rows.sum(axis=1, keepdims=True)
    return np.where(sums > 0, rows / np.where(sums > 0, sums, 1.0), 1.0 / rows.shape[1])
