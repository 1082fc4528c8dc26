"""Node locking for three players: a strategy fixed at a line, for all hands or some, and the rest solved around it.

`Lock` and its lines are those of two players (`locks`): a star stands for every card.
"""

from collections.abc import Sequence

import numpy as np

from gutshot.cards.isomorphism import interchangeable_suits
from gutshot.errors import IllegalAction
from gutshot.numeric.arrays import Bools, Ints, Reals, Shorts
from gutshot.postflop.locks import Lock, LockCost, deals_of, free_only
from gutshot.postflop.sweeps import RESPOND
from gutshot.postflop.three_lines import places_along
from gutshot.postflop.three_point import locate_board
from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import ThreeSpot
from gutshot.postflop.three_tree import ThreeTree


def keeps_three_suits(spot: ThreeSpot, locks: Sequence[Lock], tree: ThreeTree) -> bool:
    """Whether suits may still be merged: no single cards in the lines, no hands told apart by suit."""
    rows = list(spot.weights)
    plain = interchangeable_suits([spot.board], rows)
    for lock in locks:
        if any(deal.cards for deal in deals_of(lock.line)):
            return False
        rows += [lock.held().astype(np.float64), *lock.shares(tree, _node(tree, lock.line))]
    return interchangeable_suits([spot.board], rows) == plain


def require_three_locks(tree: ThreeTree, locks: Sequence[Lock]) -> None:
    """IllegalAction or BadConfig unless every lock is at a decision and its shares are those of its actions."""
    for lock in locks:
        lock.shares(tree, _node(tree, lock.line))


def _node(tree: ThreeTree, line: str) -> int:
    place = places_along(tree, line, any_card=True)[-1]
    if place.waits or not tree.is_decision(place.node):
        raise IllegalAction(f"lock at {line!r}: no player acts there")
    return place.node


def apply_three_locks(solver: ThreeSolver, locks: Sequence[Lock]) -> None:
    """Fix the strategies in the tables, and have them restored after every pass."""
    for lock in locks:
        node = _node(solver.layout.tree, lock.line)
        shares, held = lock.shares(solver.layout.tree, node), lock.held()
        for street, board in _boards(solver, lock.line):
            _mark(solver, street, board, node, shares, held)
    hold_three_locks(solver)


def hold_three_locks(solver: ThreeSolver) -> None:
    """Have the averages that are marked as locked restored after every pass, in both tables."""
    stores = [store for row in solver.stores for store in row if len(store.locked)]
    if not stores:
        return
    places = [np.flatnonzero(store.locked) for store in stores]
    shares = [store.average[where].copy() for store, where in zip(stores, places, strict=True)]

    def restore() -> None:
        for store, where, share in zip(stores, places, shares, strict=True):
            store.average[where] = share
            if len(store.regrets):  # a file may have been saved without
                store.regrets[where] = share

    restore()
    solver.restore_locks = restore


def three_lock_costs(solver: ThreeSolver, locks: Sequence[Lock]) -> list[LockCost]:
    """What could be won more by playing freely what is locked at a line, everything else as it is; a line each."""
    tree, found = solver.layout.tree, list[LockCost]()
    for line in dict.fromkeys(lock.line for lock in locks):
        node = _node(tree, line)
        player, shown = tree.actor(node), _boards(solver, line)
        held = np.any([lock.held() for lock in locks if lock.line == line], axis=0)
        fixed = solver.mean_value(player)
        marks = [(street, _slots(solver, street, board, node, held)[0]) for street, board in shown]
        with free_only([row[player] for row in solver.stores], marks):
            found.append(LockCost(line, player, max(0.0, solver.mean_value(player, RESPOND) - fixed)))
    return found


def _boards(solver: ThreeSolver, line: str) -> list[tuple[int, int]]:
    """The boards that a line stands for: one, or all whose cards fit it."""
    deals = deals_of(line)
    if all(deal.cards for deal in deals):
        place = places_along(solver.layout.tree, line)[-1]
        where = locate_board(solver, place.cards)
        return [(where.street, where.board)]
    if any(deal.cards for deal in deals):
        raise IllegalAction(f"lock at {line!r}: expected a card or a star for every card that comes, not some of each")
    return [(len(deals), board) for board in range(len(solver.layout.boards[len(deals)]))]


def _mark(solver: ThreeSolver, street: int, board: int, node: int, shares: Reals, held: Bools) -> None:
    """Mark a locked node's hands in the player's table and put their shares into his average."""
    store = solver.stores[street][solver.layout.tree.actor(node)]
    where, combos = _slots(solver, street, board, node, held)
    if not len(store.locked):
        store.locked = np.zeros(len(store.average), np.uint8)
    store.locked[where] = 1
    store.average[where] = shares[:, combos]


def _slots(solver: ThreeSolver, street: int, board: int, node: int, held: Bools) -> tuple[Ints, Shorts]:
    """[actions, hands] where the held hands of a node lie in the player's table, and their combos."""
    layout = solver.layout
    player, actions = layout.tree.actor(node), len(layout.tree.children(node))
    store, combos = solver.stores[street][player], layout.boards[street].combos_of(player, board)
    chosen: Ints = np.flatnonzero(held[combos])
    begin = int(store.start[board]) + layout.streets[street].slot_of[node] * len(combos)
    return begin + np.arange(actions)[:, None] * len(combos) + chosen[None, :], combos[chosen]
