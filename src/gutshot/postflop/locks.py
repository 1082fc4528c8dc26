"""Node locking: a strategy fixed at a line, for all hands or some, while everything else is solved around it.

A star stands for every card: `"check,check|*|"` locks the first decision on every turn. Locks that treat suits
differently (a single card in the line, single combos) switch the merging of isomorphic runouts off.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.arguments import checked_fields
from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_COUNT
from gutshot.cards.isomorphism import interchangeable_suits
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, GutshotError, IllegalAction
from gutshot.games.actions import parse_action
from gutshot.games.lines import ActionStep, DealStep, parse_line
from gutshot.numeric.arrays import Bools, Reals
from gutshot.postflop.board_view import BoardPlace, locate
from gutshot.postflop.lines import find
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import BettingTree, NodeKind

_CLOSE = 1e-6


@checked_fields
@dataclass(frozen=True)
class Lock:
    """`strategy`: a share per action, `{"check": 0.7, "bet 120": 0.3}`, or [actions, 1326]; `hands`: some or all."""

    line: str
    strategy: Mapping[str, float] | NDArray[Any]
    hands: str | Range | None = None

    def held(self) -> Bools:
        """[1326] the hands that are locked."""
        if self.hands is None:
            return np.ones(COMBO_COUNT, dtype=np.bool_)
        chosen = self.hands if isinstance(self.hands, Range) else Range.parse(self.hands)
        return chosen.weights > 0

    def shares(self, tree: BettingTree, node: int) -> Reals:
        """[actions, 1326]"""
        count = int(tree.child_count[node])
        try:
            table = self._table(tree, node, count)
        except GutshotError:
            raise
        except (TypeError, ValueError):
            raise BadConfig(f"lock at {self.line!r}: expected numbers as shares, got {self.strategy!r}") from None
        if table.shape != (count, COMBO_COUNT):
            raise BadConfig(f"lock at {self.line!r}: expected shares for {count} actions, got {table.shape}")
        held = table[:, self.held()]
        if not (held >= -_CLOSE).all() or not (np.abs(held.sum(axis=0) - 1) <= _CLOSE).all():  # NaN is neither
            raise BadConfig(f"lock at {self.line!r}: the shares of the actions must be 0 or more and sum to 1")
        return table

    def _table(self, tree: BettingTree, node: int, count: int) -> Reals:
        """What is given, spread over all hands."""
        if not isinstance(self.strategy, Mapping):
            given = np.array(self.strategy, dtype=np.float64)
            return np.repeat(given[:, None], COMBO_COUNT, axis=1) if given.ndim == 1 else given
        shares = np.zeros(count)
        for word, share in self.strategy.items():
            shares[_action_index(tree, node, word, self.line)] = share
        return np.repeat(shares[:, None], COMBO_COUNT, axis=1)


def _action_index(tree: BettingTree, node: int, word: str, line: str) -> int:
    asked = ActionStep(parse_action(word))
    for k, action in enumerate(tree.actions(node)):
        if asked.means(action):
            return k
    listed = ", ".join(map(str, tree.actions(node)))
    raise IllegalAction(f"lock at {line!r}: no {word!r} there, expected one of {listed}")


def keeps_suits(spot: Spot, locks: Sequence[Lock], tree: BettingTree) -> bool:
    """Whether suits may still be merged: no single cards in the lines, no hands told apart by suit."""
    rows = list(spot.weights)
    plain = interchangeable_suits([spot.board], rows)
    for lock in locks:
        if any(deal.cards for deal in _deals(lock.line)):
            return False
        shares = lock.shares(tree, _node(tree, spot.board, lock.line))
        rows += [lock.held().astype(np.float64), *shares]
    return interchangeable_suits([spot.board], rows) == plain


def _node(tree: BettingTree, board: tuple[Card, ...], line: str) -> int:
    """The betting-tree node of a line; cards do not matter to it."""
    node = find(tree, board, line, any_card=True).node
    if tree.kind[node] != NodeKind.DECISION:
        raise IllegalAction(f"lock at {line!r}: no player acts there")
    return node


def _deals(line: str) -> list[DealStep]:
    return [step for step in parse_line(line) if isinstance(step, DealStep)]


def _places(solver: Solver, line: str) -> list[BoardPlace]:
    """The boards a line stands for."""
    deals, layout = _deals(line), solver.layout
    if all(deal.cards for deal in deals):
        return [locate(layout, find(layout.tree, solver.spot.board, line).cards)]
    if any(deal.cards for deal in deals):
        raise BadConfig(f"lock at {line!r}: use '*' for every card of a line or for none")
    real = np.arange(COMBO_COUNT, dtype=np.int16)
    return [BoardPlace(len(deals), board, real) for board in range(len(layout.boards[len(deals)]))]


def apply_locks(solver: Solver, locks: Sequence[Lock]) -> None:
    """Fix the strategies in the tables, and have them restored after every pass.

    16-bit tables cannot hold a strategy exactly; they become float32 first.
    """
    solver.widen()
    for lock in locks:
        node = _node(solver.layout.tree, solver.spot.board, lock.line)
        player = int(solver.layout.tree.actor[node])
        shares, hands = lock.shares(solver.layout.tree, node), lock.held()
        for place in _places(solver, lock.line):
            _mark(solver, place, node, player, shares, hands)
    hold_locks(solver)


def hold_locks(solver: Solver) -> None:
    """Have the averages that are marked as locked restored after every pass, in all tables."""
    stores = [store for row in solver.stores for store in row if len(store.locked)]
    if not stores:
        return
    places = [np.flatnonzero(store.locked) for store in stores]
    shares = [store.average[where].copy() for store, where in zip(stores, places, strict=True)]

    def restore() -> None:
        for store, where, share in zip(stores, places, shares, strict=True):
            for name in store.names:
                table = getattr(store, name)
                if len(table):
                    table[where] = share

    restore()
    solver.restore_locks = restore


def _mark(solver: Solver, place: BoardPlace, node: int, player: int, shares: Reals, held: Bools) -> None:
    """Mark a locked node's hands in the player's table and put their shares into his average."""
    layout = solver.layout
    forest, store = layout.forests[place.street], solver.stores[place.street][player]
    side = layout.boards[place.street].sides[player]
    count, combos = int(side.rows[place.board]), place.real[side.combos_of(place.board)]
    slot = int(forest.slot[np.flatnonzero(forest.nodes == node)[0]])
    chosen = np.flatnonzero(held[combos])
    begin = int(store.start[place.board]) + slot * count
    where = begin + np.arange(len(shares))[:, None] * count + side.rows_of(place.board)[chosen][None, :]
    if not len(store.locked):
        store.locked = np.zeros(store.total, dtype=np.uint8)
    store.locked[where] = 1
    store.average[where] = shares[:, combos[chosen]]
