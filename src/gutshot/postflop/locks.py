"""Node locking: a strategy fixed at a line, for all hands or some, while everything else is solved around it.

A star stands for every card: `"check,check|*|"` locks the first decision on every turn. Locks that treat suits
differently (a single card in the line, single combos) switch the merging of isomorphic runouts off.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

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
from gutshot.numeric.arrays import Bools, Bytes, Floats, Ints, Reals
from gutshot.postflop.board_view import BoardPlace, locate
from gutshot.postflop.lines import find
from gutshot.postflop.simd import STEPS
from gutshot.postflop.sixteen_bit import LockedRows, put_shares, read_shares
from gutshot.postflop.solver import RESPOND, Solver
from gutshot.postflop.spot import Spot
from gutshot.postflop.storage import SolveStore
from gutshot.trees.betting_tree import BettingTree, NodeKind

if TYPE_CHECKING:
    from gutshot.postflop.three_tree import ThreeTree

_CLOSE = 1e-6
_DICE = 1 << 30
"""Where the seeds of what locks round begin, beyond those of iterations."""


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

    def shares(self, tree: "BettingTree | ThreeTree", node: int) -> Reals:
        """[actions, 1326]"""
        count = len(tree.actions(node))
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

    def _table(self, tree: "BettingTree | ThreeTree", node: int, count: int) -> Reals:
        """What is given, spread over all hands."""
        if not isinstance(self.strategy, Mapping):
            given = np.array(self.strategy, dtype=np.float64)
            return np.repeat(given[:, None], COMBO_COUNT, axis=1) if given.ndim == 1 else given
        shares = np.zeros(count)
        for word, share in self.strategy.items():
            shares[_action_index(tree, node, word, self.line)] = share
        return np.repeat(shares[:, None], COMBO_COUNT, axis=1)


def _action_index(tree: "BettingTree | ThreeTree", node: int, word: str, line: str) -> int:
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
        if any(deal.cards for deal in deals_of(lock.line)):
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


def deals_of(line: str) -> list[DealStep]:
    """The cards between a line's bars."""
    return [step for step in parse_line(line) if isinstance(step, DealStep)]


def _places(solver: Solver, line: str) -> list[BoardPlace]:
    """The boards a line stands for."""
    deals, layout = deals_of(line), solver.layout
    if all(deal.cards for deal in deals):
        return [locate(layout, find(layout.tree, solver.spot.board, line).cards)]
    if any(deal.cards for deal in deals):
        raise BadConfig(f"lock at {line!r}: use '*' for every card of a line or for none")
    real = np.arange(COMBO_COUNT, dtype=np.int16)
    return [BoardPlace(len(deals), board, real) for board in range(len(layout.boards[len(deals)]))]


def apply_locks(solver: Solver, locks: Sequence[Lock]) -> None:
    """Fix the strategies in the tables, and have them restored after every pass.

    16-bit tables hold shares to a 32,767th; on a GPU they become float32 first.
    """
    solver.prepare_locks()
    asked: dict[tuple[int, int], list[tuple[Ints, Floats]]] = {}
    for lock in locks:
        node = _node(solver.layout.tree, solver.spot.board, lock.line)
        player = int(solver.layout.tree.actor[node])
        shares, hands = lock.shares(solver.layout.tree, node), lock.held()
        for place in _places(solver, lock.line):
            asked.setdefault((place.street, player), []).append(_marked(solver, place, node, player, shares, hands))
    hold_locks(solver, asked)


def hold_locks(solver: Solver, asked: Mapping[tuple[int, int], Sequence[tuple[Ints, Floats]]] | None = None) -> None:
    """Have what is locked restored after every pass: what is marked in the tables, and what is asked for now.

    `asked` has, by street and player, places in his tables and their shares; the last that names a place counts.
    """
    holds = []
    for street, row in enumerate(solver.stores):
        for player, store in enumerate(row):
            added = (asked or {}).get((street, player), ())
            if added or len(store.locked):
                holds.append(_held_store(solver, store, street, player, added))
    if not holds:
        return

    def restore() -> None:
        for hold in holds:
            hold()

    restore()
    solver.restore_locks = restore


@dataclass(frozen=True)
class LockCost:
    """What the locks at one decision cost the player who acts there, in chips a hand."""

    line: str
    player: int
    cost: float


def lock_costs(solver: Solver, locks: Sequence[Lock]) -> list[LockCost]:
    """What could be won more by playing freely what is locked at a line, everything else as it is; a line each."""
    tree, board = solver.layout.tree, solver.spot.board
    found = []
    for line in dict.fromkeys(lock.line for lock in locks):
        node = _node(tree, board, line)
        player = int(tree.actor[node])
        held = np.any([lock.held() for lock in locks if lock.line == line], axis=0)
        fixed = solver.mean_value(player)
        shares = np.zeros((int(tree.child_count[node]), COMBO_COUNT))
        marks = [
            (place.street, _marked(solver, place, node, player, shares, held)[0]) for place in _places(solver, line)
        ]
        with free_only([row[player] for row in solver.stores], marks):
            found.append(LockCost(line, player, max(0.0, solver.mean_value(player, RESPOND) - fixed)))
    return found


class LockableStore(Protocol):
    """Tables of one player on a street, for two players or three."""

    average: NDArray[Any]
    locked: Bytes


@contextmanager
def free_only(stores: Sequence[LockableStore], marks: Sequence[tuple[int, Ints]]) -> Iterator[None]:
    """While a player's best responses may differ from his averages in these places of his tables alone, by street."""
    before = [store.locked for store in stores]
    for store in stores:
        store.locked = np.ones(len(store.average), dtype=np.uint8)
    for street, where in marks:
        stores[street].locked[where] = 0
    try:
        yield
    finally:
        for store, locked in zip(stores, before, strict=True):
            store.locked = locked


def _held_store(
    solver: Solver, store: SolveStore, street: int, player: int, added: Sequence[tuple[Ints, Floats]]
) -> Callable[[], None]:
    """Mark what is added in one player's tables of a street; returns what puts all locked shares there back."""
    before = np.flatnonzero(store.locked)
    known = _shares_now(solver, store, street, player)
    if not len(store.locked):
        store.locked = np.zeros(store.total, dtype=np.uint8)
    for where, _ in added:
        store.locked[where] = 1
    places = np.flatnonzero(store.locked)
    shares = np.zeros(len(places), dtype=np.float32)
    for where, given in ((before, known), *added):
        shares[np.searchsorted(places, where)] = given
    if store.short:
        return partial(_put_short, solver, store, _locked_rows(solver, store, street, player), shares * STEPS)
    return partial(_put, store, places, shares)


def _shares_now(solver: Solver, store: SolveStore, street: int, player: int) -> Floats:
    """The shares of what is locked already, in the order of the tables."""
    if not store.short or not len(store.locked):
        return np.asarray(store.average[np.flatnonzero(store.locked)])
    shares = np.zeros(int(store.locked.sum()), dtype=np.float32)
    read_shares(
        store.average, store.scales_of("average"), store.locked, _locked_rows(solver, store, street, player), shares
    )
    return shares


def _put(store: SolveStore, places: Ints, shares: Floats) -> None:
    for name in store.names:
        table = getattr(store, name)
        if len(table):
            table[places] = shares


def _put_short(solver: Solver, store: SolveStore, rows: LockedRows, shares: Floats) -> None:
    for name in store.names:
        table = getattr(store, name)
        if len(table):
            put_shares(table, store.scales_of(name), store.locked, rows, shares, _DICE + solver.iteration)


def _locked_rows(solver: Solver, store: SolveStore, street: int, player: int) -> LockedRows:
    """Every decision of a player's 16-bit tables of a street in which some hands are locked."""
    tree, forest = solver.layout.tree, solver.layout.forests[street]
    own = (tree.kind[forest.nodes] == NodeKind.DECISION) & (tree.actor[forest.nodes] == player)
    slots, actions = forest.slot[own].astype(np.int64), tree.child_count[forest.nodes[own]].astype(np.int64)
    boards = np.arange(len(store.start))[:, None]
    begin = store.start[:, None] + slots * store.counts[:, None]
    places = np.flatnonzero(store.locked)
    first, end = (np.searchsorted(places, edge) for edge in (begin, begin + actions * store.counts[:, None]))
    chosen = end > first
    columns = begin, boards * store.slots + slots, actions + 0 * boards, store.counts[:, None] + 0 * slots, first
    return LockedRows._make(np.ascontiguousarray(column[chosen], dtype=np.int64) for column in columns)


def _marked(
    solver: Solver, place: BoardPlace, node: int, player: int, shares: Reals, held: Bools
) -> tuple[Ints, Floats]:
    """Where a locked node's hands are in the player's table, and their shares."""
    layout = solver.layout
    forest, store = layout.forests[place.street], solver.stores[place.street][player]
    side = layout.boards[place.street].sides[player]
    count, combos = int(side.rows[place.board]), place.real[side.combos_of(place.board)]
    slot = int(forest.slot[np.flatnonzero(forest.nodes == node)[0]])
    chosen = np.flatnonzero(held[combos])
    begin = int(store.start[place.board]) + slot * count
    where = begin + np.arange(len(shares))[:, None] * count + side.rows_of(place.board)[chosen][None, :]
    return where, shares[:, combos[chosen]].astype(np.float32)
