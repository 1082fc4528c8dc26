"""`bucketed`: counterfactual regret minimisation on pairs of buckets, every pair on every street in every iteration.

The classical pipeline: hands are forgotten, only buckets, their transitions and their chances at showdown are left. A
pass for one player keeps two [own, other] tables at each node: how likely the pair comes there by chance and by the
opponent's choices, and what it is worth to the player. Chance is one product with the transition matrix for all betting
lines of a street at once, which covers the same turn x turn x river x river pairs that a walk would visit one by one.
Linear weights, alike for regrets and averages; alternating updates.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gutshot.cards.combos import COMBO_COUNT, COMBO_MASKS
from gutshot.flop_values.betting import CHANCE, DECISION, FOLD, FlopBetting
from gutshot.flop_values.buckets import StreetBuckets
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.flop_deck import FlopDeck
from gutshot.flop_values.runout_walk import WalkTables, make_tables, mean_strategy
from gutshot.flop_values.sampled import Tick, floored
from gutshot.flop_values.transitions import Transitions
from gutshot.numeric.arrays import Ints, Reals
from gutshot.trees.betting_tree import FLOP


@dataclass(frozen=True, eq=False)
class BucketedStrategy:
    """Tables whose strategy is the learnt average, and [2, own, other] what two flop buckets win above half the pot."""

    tables: WalkTables
    cells: Reals
    iterations: int
    delta: float


def meeting_by_bucket(deck: FlopDeck, buckets: StreetBuckets, weights: Reals) -> Reals:
    """[1326, flop buckets] the weight of the opponent's hands of each bucket that share no card with a combo."""
    combos = np.flatnonzero(deck.live)
    member = np.zeros((len(combos), buckets.counts[0]))
    member[np.arange(len(combos)), buckets.flop[combos]] = weights[combos]
    found = np.zeros((COMBO_COUNT, buckets.counts[0]))
    apart = (COMBO_MASKS[combos][:, None] & COMBO_MASKS[combos]) == 0
    found[combos] = apart.astype(np.float64) @ member
    return found


class BucketGame:
    """A flop's betting on buckets."""

    def __init__(
        self,
        deck: FlopDeck,
        buckets: StreetBuckets,
        betting: FlopBetting,
        transitions: Transitions,
        ranges: tuple[Reals, Reals],
    ) -> None:
        self.betting, self.transitions, self.counts = betting, transitions, buckets.counts
        self.tables = make_tables(betting, buckets.counts)
        weights = floored(ranges, deck.live)
        self.pairs = [self._pairs(deck, buckets, weights[q], weights[1 - q]) for q in range(2)]
        self.order = [np.flatnonzero(betting.street == street) for street in range(3)]

    def _pairs(self, deck: FlopDeck, buckets: StreetBuckets, own: Reals, other: Reals) -> Reals:
        """[own, other] the weight of deals by flop buckets, of all deals."""
        combos = np.flatnonzero(deck.live)
        pairs = np.zeros((buckets.counts[0], buckets.counts[0]))
        facing = meeting_by_bucket(deck, buckets, other)[combos]
        np.add.at(pairs, buckets.flop[combos], own[combos, None] * facing)
        return np.asarray(pairs / pairs.sum())

    def block(self, table: Reals, node: int) -> Reals:
        """[buckets, actions] of a node, a view."""
        count = int(self.betting.actions[node])
        size = self.counts[int(self.betting.street[node])]
        return table[self.tables.start[node] : self.tables.start[node] + size * count].reshape(size, count)

    def strategy(self, table: Reals, node: int) -> Reals:
        """In proportion to what is positive, evenly where nothing is."""
        positive = np.maximum(self.block(table, node), 0.0)
        total = positive.sum(axis=1, keepdims=True)
        even = 1.0 / positive.shape[1]
        return np.where(total > 0, positive / np.where(total > 0, total, 1.0), even)

    def children(self, node: int) -> Ints:
        """Nodes after each action."""
        first = int(self.betting.first[node])
        return self.betting.child[first : first + int(self.betting.actions[node])]

    def learn(self, player: int, pairs: Reals, weight: float) -> None:
        """One pass: the player's regrets and the opponent's average."""
        self._pass(player, pairs, self.tables.regrets, weight)

    def cells(self, player: int) -> Reals:
        """[own, other] what each pair of flop buckets is worth to a player when both play their averages."""
        return self._pass(player, self.pairs[player], self.tables.average, 0.0)

    def _pass(self, player: int, pairs: Reals, source: Reals, weight: float) -> Reals:
        reach, shares = self._down(player, pairs, source, weight)
        worth: dict[int, Reals] = {}
        for street in (2, 1, 0):
            for node in self.order[street][::-1]:
                if self.betting.kind[node] != CHANCE:
                    worth[node] = self._value(player, int(node), reach, worth, shares, weight)
            if street:
                self._deal_up(street, worth)
        return worth[0]

    def _down(
        self, player: int, pairs: Reals, source: Reals, weight: float
    ) -> tuple[dict[int, Reals], dict[int, Reals]]:
        """The tables of chance and of the opponent's reach at every node, and everybody's strategies."""
        reach, shares = {0: pairs}, {}
        for street in range(3):
            for number in self.order[street]:
                node = int(number)
                if self.betting.kind[node] != DECISION:
                    continue
                shares[node] = self.strategy(source, node)
                theirs = self.betting.actor[node] != player
                if theirs and weight > 0:
                    self.block(self.tables.average, node)[:] += weight * reach[node].sum(axis=0)[:, None] * shares[node]
                for action, child in enumerate(self.children(node)):
                    reach[int(child)] = reach[node] * shares[node][:, action] if theirs else reach[node]
            if street < 2:
                self._deal_down(street, reach)
        return reach, shares

    def _deals(self, street: int) -> Iterator[tuple[int, int]]:
        """The deals that end a street and where they lead."""
        for node in self.order[street]:
            if self.betting.kind[node] == CHANCE:
                yield int(node), int(self.children(int(node))[0])

    def _matrix(self, street: int) -> Reals:
        return self.transitions.to_turn if street == 0 else self.transitions.to_river

    def _deal_down(self, street: int, reach: dict[int, Reals]) -> None:
        deals = list(self._deals(street))
        if deals:
            size = self.counts[street + 1]
            found = np.stack([reach[node].ravel() for node, _ in deals]) @ self._matrix(street)
            for (_, child), row in zip(deals, found, strict=True):
                reach[child] = row.reshape(size, size)

    def _deal_up(self, street: int, worth: dict[int, Reals]) -> None:
        """Values of the deals that end the street before."""
        deals = list(self._deals(street - 1))
        if deals:
            size = self.counts[street - 1]
            found = np.stack([worth[child].ravel() for _, child in deals]) @ self._matrix(street - 1).T
            for (node, _), row in zip(deals, found, strict=True):
                worth[node] = row.reshape(size, size)

    def _value(
        self,
        player: int,
        node: int,
        reach: dict[int, Reals],
        worth: dict[int, Reals],
        shares: dict[int, Reals],
        weight: float,
    ) -> Reals:
        betting = self.betting
        size, half = self.counts[int(betting.street[node])], float(betting.half[node])
        if betting.kind[node] == FOLD:
            return np.full((size, size), -half if betting.actor[node] == player else half)
        if betting.kind[node] != DECISION:
            return half * self.transitions.edge.reshape(size, size)
        below = np.stack([worth[int(child)] for child in self.children(node)])
        if betting.actor[node] != player:
            return np.asarray(np.einsum("aij,ja->ij", below, shares[node]))
        mean: Reals = np.einsum("aij,ia->ij", below, shares[node])
        if weight > 0:
            gains = np.einsum("aij,ij->ia", below - mean, reach[node])
            self.block(self.tables.regrets, node)[:] += weight * gains
        return mean


def solve_bucketed(
    deck: FlopDeck,
    buckets: StreetBuckets,
    betting: FlopBetting,
    transitions: Transitions,
    ranges: tuple[Reals, Reals],
    config: PostflopModelConfig,
    tick: Tick | None = None,
) -> BucketedStrategy:
    """Iterate until the number of iterations or the threshold of the average's change is reached."""
    game = BucketGame(deck, buckets, betting, transitions, ranges)
    generator = np.random.Generator(np.random.Philox([config.seed, *deck.flop]))
    before, delta, iteration = mean_strategy(betting, game.tables, buckets.counts, FLOP), np.inf, 0
    for iteration in range(1, config.postflop_solve_iterations + 1):
        for player in range(2):
            pairs = _drawn(game.pairs[player], config.postflop_solve_samples, generator)
            game.learn(player, pairs, float(iteration))
        now = mean_strategy(betting, game.tables, buckets.counts, FLOP)
        delta, before = float(np.abs(now - before).mean()), now
        if tick is not None:
            tick(iteration, config.postflop_solve_iterations, delta)
        if delta < config.cfr_delta_threshold:
            break
    cells = np.stack([game.cells(player) for player in range(2)])
    tables = game.tables._replace(strategy=mean_strategy(betting, game.tables, buckets.counts))
    return BucketedStrategy(tables, cells, iteration, delta)


def _drawn(pairs: Reals, samples: int, generator: np.random.Generator) -> Reals:
    """A sample of the pairs that can meet, each standing for its share of all; with 0, all of them."""
    possible = np.flatnonzero(pairs)
    if not 0 < samples < len(possible):
        return pairs
    kept = generator.choice(possible, samples, replace=False)
    drawn = np.zeros(pairs.size)
    drawn[kept] = pairs.ravel()[kept] * (len(possible) / samples)
    return drawn.reshape(pairs.shape)


def hand_values(deck: FlopDeck, buckets: StreetBuckets, found: BucketedStrategy, ranges: tuple[Reals, Reals]) -> Reals:
    """[2, 1326] shares of the pot: the values of a hand's bucket against the buckets of the hands it can meet."""
    shares = np.zeros((2, COMBO_COUNT))
    for player in range(2):
        facing = meeting_by_bucket(deck, buckets, np.where(deck.live, ranges[1 - player], 0.0))
        met = facing.sum(axis=1)
        worth = (facing * found.cells[player][buckets.flop]).sum(axis=1)
        shares[player] = np.where(deck.live, 0.5 + np.divide(worth, met, out=np.zeros_like(met), where=met > 0), 0.0)
    return shares
