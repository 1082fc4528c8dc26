"""Kuhn and Leduc as public trees with every card its own bucket: games on which the kernels can be judged exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from gutshot.blueprint.deals import Deals
from gutshot.blueprint.tree import PublicTree
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.strategy import TabularStrategy
from gutshot.game import CHANCE, TERMINAL
from gutshot.games.kuhn import Kuhn
from gutshot.games.leduc import Leduc
from gutshot.trees.table import (
    FOLDED_OUT,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_PARENT,
    NODE_SIZE,
    NODE_SLOT,
    NODE_STREET,
    NODE_TERMINAL,
    NODE_WIDTH,
    SHOWDOWN,
    BettingTable,
    Chips,
)


def _mixed(z: Any) -> Any:
    """SplitMix64's finisher."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@dataclass
class Toy:
    """A small game: its public tree, where each infoset of the game lies in it, and all its deals."""

    game: FlatGame
    tree: PublicTree
    places: dict[Any, tuple[int, int]]  # infoset -> node, bucket
    deals: Deals

    def deal(self, first: int, count: int) -> Deals:
        """Deals in an order that looks random and that the number decides."""
        numbers = np.arange(first, first + count, dtype=np.uint64)
        with np.errstate(over="ignore"):
            picks = _mixed(numbers * np.uint64(0x9E3779B97F4A7C15)) % np.uint64(len(self.deals.strengths))
        return Deals(self.deals.buckets[picks], self.deals.strengths[picks])

    def strategy(self, table: np.ndarray[Any, Any]) -> TabularStrategy:
        """The averages of a table, as a strategy of the game."""
        weights = np.zeros(self.game.infosets.slots)
        for number, key in enumerate(self.game.infosets.keys):
            node, bucket = self.places[key]
            width = self.tree.width(node)
            base = 2 * self.tree.slot(node, bucket) + width
            weights[self.game.infosets.first[number] :][:width] = table[base : base + width]
        return TabularStrategy.normalised(self.game.infosets, weights)


def _paid_and_live(state: Any) -> tuple[list[int], int]:
    if isinstance(state, Leduc):
        return list(state.paid), sum(1 << seat for seat, live in enumerate(state.live) if live)
    bettors = {turn % state.players for turn, letter in enumerate(state.line) if letter == "b"}
    live = sum(1 << seat for seat in (bettors or range(state.players)))
    return [2 if seat in bettors else 1 for seat in range(state.players)], live


class _Grower:
    def __init__(self, seats: int, buckets: tuple[int, ...]) -> None:
        self.seats, self.buckets = seats, buckets
        self.rows: list[list[int]] = [[0] * NODE_SIZE]
        self.paid: list[list[int]] = []
        self.live: list[int] = []
        self.slots = 0

    def grow(self, state: Any, node: int, parent: int, street: int) -> None:
        while state.actor == CHANCE:
            state, street = state.apply(state.chances[0][0]), street + 1
        row = self.rows[node]
        row[NODE_PARENT], row[NODE_STREET] = parent, street
        if state.actor == TERMINAL:
            paid, live = _paid_and_live(state)
            alone = live & (live - 1) == 0
            row[NODE_ACTOR], row[NODE_TERMINAL] = FOLDED_OUT if alone else SHOWDOWN, len(self.paid)
            self.paid.append([-round(gain) for gain in state.payoffs] if alone else paid)
            self.live.append(live)
            return
        row[NODE_ACTOR], row[NODE_WIDTH], row[NODE_CHILD] = state.actor, len(state.legal), len(self.rows)
        row[NODE_SLOT] = self.slots
        self.slots += len(state.legal) * self.buckets[street]
        self.rows += [[0] * NODE_SIZE for _ in state.legal]
        for k, action in enumerate(state.legal):
            after = state.apply(action)
            row[NODE_ENDS] |= (after.actor == TERMINAL) << k
            self.grow(after, row[NODE_CHILD] + k, node, street)

    def tree(self) -> PublicTree:
        nodes = np.array(self.rows, np.int64)
        paid, live = np.array(self.paid, np.int32), np.array(self.live, np.int32)
        table = BettingTable(nodes, np.zeros(len(nodes), np.int32), paid, live, Chips.room(0))
        return PublicTree(self.seats, self.buckets, table, 0, self.slots, 1)


def _map(state: Any, node: int, buckets: Any, tree: PublicTree, places: dict[Any, tuple[int, int]]) -> None:
    if state.actor >= 0:
        places[state.infoset] = node, int(buckets[state.actor][tree.street(node)])
        for k, action in enumerate(state.legal):
            _map(state.apply(action), tree.children(node)[k], buckets, tree, places)


def kuhn(players: int) -> Toy:
    grower = _Grower(players, (players + 1,))
    grower.grow(Kuhn(players, tuple(range(players))), 0, -1, 0)
    tree, places = grower.tree(), dict[Any, tuple[int, int]]()
    cards = np.array(list(permutations(range(players + 1), players)), np.int32)
    for hands in cards:
        _map(Kuhn(players, tuple(map(int, hands))), 0, hands[:, None], tree, places)
    return Toy(unroll(Kuhn(players)), tree, places, Deals(cards[:, :, None].copy(), cards[:, None]))


def _leduc_deals(ranks: int) -> Iterator[tuple[tuple[int, ...], list[list[int]], list[int]]]:
    for one, two, board in permutations(range(2 * ranks), 3):
        public = board >> 1
        own = [one >> 1, two >> 1]
        buckets = [[rank, ranks * rank + public] for rank in own]
        yield (one, two, board), buckets, [rank + ranks * (rank == public) for rank in own]


def leduc() -> Toy:
    ranks = 3
    grower = _Grower(2, (ranks, ranks * ranks))
    root = Leduc(merge_suits=True)
    grower.grow(root.apply(0).apply(2), 0, -1, 0)
    tree, places = grower.tree(), dict[Any, tuple[int, int]]()
    deals = list(_leduc_deals(ranks))
    for cards, buckets, _ in deals:
        _map_leduc(root.apply(cards[0]).apply(cards[1]), cards[2], 0, buckets, tree, places)
    game = unroll(root)
    return Toy(
        game,
        tree,
        places,
        Deals(np.array([d[1] for d in deals], np.int32), np.array([[d[2]] for d in deals], np.int32)),
    )


def _map_leduc(state: Any, board: int, node: int, buckets: Any, tree: PublicTree, places: dict[Any, Any]) -> None:
    if state.actor == CHANCE:
        state = state.apply(board)
    if state.actor >= 0:
        places[state.infoset] = node, int(buckets[state.actor][tree.street(node)])
        for k, action in enumerate(state.legal):
            _map_leduc(state.apply(action), board, tree.children(node)[k], buckets, tree, places)
