"""A blueprint as a local best responder meets it: places are nodes of its tree, and every answer is a row of a table.

It translates by the deterministic variant. The responder is offered only calls and bets after which the blueprint still
has a place in its tree: no bet of more than three times the tree's largest, which a seated blueprint leaves to another
player.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.responder import Bet, Reply
from gutshot.blueprint.tree import root_row
from gutshot.cards.combos import COMBO_CLASS, COMBO_COUNT
from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.row import ACTOR, BET, HIGH, POT, STACK, STREET, Row
from gutshot.numeric.arrays import Ints, Reals
from gutshot.trees.translate import DETERMINISTIC, FAR, translate


class TreeOpponent:
    """A blueprint; places are nodes of its tree."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint, self.big_blind, self.first = blueprint, blueprint.tree.big_blind, 0
        self.rules, self.root = root_row(blueprint.config.game)
        self.chips = blueprint.chips
        self._kept: dict[int, Reals] = {}

    def reply(self, place: int | None, row: Row, shown: Ints) -> Reply | None:
        tree = self.blueprint.tree
        if place is None or tree.actor(place) != row[ACTOR] or tree.street(place) != row[STREET]:
            return None
        actions = tuple(self._real_amount(row, place, action) for action in tree.actions(place))
        return Reply(self._shares(place, shown), actions, tuple(tree.children(place)))

    def _shares(self, node: int, shown: Ints) -> Reals:
        """[1326, actions]; nonsense for blocked combos."""
        if node not in self._kept:
            self._kept[node] = self.blueprint.node_strategy(node).astype(np.float64)
        board = shown.tolist()
        buckets = self.blueprint.abstraction.buckets(board) if board else COMBO_CLASS
        return self._kept[node][np.maximum(buckets, 0)]

    def after_call(self, place: int | None, row: Row) -> int | None:
        tree = self.blueprint.tree
        return None if place is None or not tree.is_decision(place) else tree.child(place, CALL)

    def _real_amount(self, row: Row, node: int, action: int) -> int:
        """A raise of the tree at the real table: the same share of the pot, all-in where the tree is."""
        if action <= 0:
            return action
        chips = self.chips
        owed = int(to_call(row))
        extra = action - int(chips.faced[node])
        if extra >= int(chips.behind[node]) - int(chips.owed[node]):
            return int(row[BET + row[ACTOR]] + row[STACK + row[ACTOR]])
        share = extra / int(chips.pot[node] + chips.owed[node])
        return int(row[HIGH]) + round(share * (int(row[POT]) + owed))

    def bets(self, place: int | None, row: Row, shown: Ints, amounts: Sequence[int]) -> Iterable[Bet]:
        tree = self.blueprint.tree
        most = raise_bounds(self.rules, row)[1]
        if place is None or most == 0 or tree.actor(place) != row[ACTOR] or tree.street(place) != row[STREET]:
            return
        raises = [child for child in tree.children(place) if tree.action[child] > 0]
        if not raises:
            return
        chips, pot = self.chips, int(row[POT]) + int(to_call(row))
        whole = int(chips.pot[place] + chips.owed[place])
        sizes = (tree.action[raises] - int(chips.faced[place])) / whole
        largest = FAR * float(sizes[-1]) if int(chips.behind[raises[-1]]) > 0 else np.inf
        for amount in amounts:
            if (amount - int(row[HIGH])) / pot > largest:
                continue
            child = raises[translate((amount - int(row[HIGH])) / pot, sizes.astype(np.float64), DETERMINISTIC)]
            ends = int(chips.behind[child]) == 0
            if self.blueprint.knows(child) and (amount == most or not ends):
                yield Bet(amount, child, self._folds(child, shown))

    def _folds(self, node: int, shown: Ints) -> Reals:
        return (
            self._shares(node, shown)[:, 0] if self.blueprint.tree.actions(node)[0] == FOLD else np.zeros(COMBO_COUNT)
        )
