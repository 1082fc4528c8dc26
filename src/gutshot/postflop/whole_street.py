"""All decisions of a player on a street at once, on one board: where their shares, values and reach are.

The rows and columns are those of `BoardView`, which has reach and values of every line.
"""

from typing import NamedTuple

import numpy as np

from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.games.actions import Action, ActionKind
from gutshot.numeric.arrays import Ints, Reals
from gutshot.postflop.board_view import BoardView
from gutshot.postflop.boards import CARDS
from gutshot.postflop.point import to_call_at
from gutshot.postflop.solver import Solver
from gutshot.trees.betting_tree import BettingTree

FOLDS, STAYS, BETS = 0, 1, 2


class Decisions(NamedTuple):
    """A player's decisions of a street with the same number of actions, [N] or [N, A]."""

    slots: Ints
    children: Ints  # rows of the values after each action
    columns: Ints  # of the opponent's reach
    own_columns: Ints  # of the player's own
    pots: Reals  # [N, 1, 1] with what was bet before
    kinds: Ints  # FOLDS, STAYS or BETS
    amounts: Ints  # of bets and raises


def decisions_of(solver: Solver, street: int, player: int) -> list[Decisions]:
    """A player's decisions on a street, with reach and mix of every hand."""
    tree, forest = solver.layout.tree, solver.layout.forests[street]
    view, own = forest.wide_views[player], forest.wide_views[1 - player].column
    groups = []
    for count in np.unique(view.actions[view.actor == 1]).tolist():
        chosen = np.flatnonzero((view.actor == 1) & (view.actions == count))
        steps = np.arange(count)
        nodes = forest.nodes[chosen]
        pots = np.array([_pot(tree, solver.spot.pot, int(node)) for node in nodes], dtype=np.float64)
        actions = [tree.actions(int(node)) for node in nodes]
        kinds = np.array([[_kind(action) for action in row] for row in actions])
        amounts = np.array([[action.amount for action in row] for row in actions])
        slots = forest.slot[chosen][:, None] + steps
        children = view.child[view.edge[chosen][:, None] + steps]
        groups.append(Decisions(slots, children, view.column[chosen], own[chosen], pots[:, None, None], kinds, amounts))
    return groups


def _pot(tree: BettingTree, first: int, node: int) -> int:
    return first + 2 * int(tree.matched[node]) + to_call_at(tree, node)


def _kind(action: Action) -> int:
    return FOLDS if action.kind is ActionKind.FOLD else STAYS if action.is_passive else BETS


def met_everywhere(solver: Solver, view: BoardView, player: int) -> Reals:
    """[columns, the player's rows] the opponent's reach that each hand meets, wherever the opponent's reach is kept."""
    place, sides = view.place, solver.layout.boards[view.place.street].sides
    own, other = (sides[q].combos_of(place.board) for q in (player, 1 - player))
    reach = view.reach[1 - player][:, sides[1 - player].rows_of(place.board)].astype(np.float64)
    by_card = np.zeros((len(reach), CARDS))
    for card in COMBO_CARDS[other].T:
        np.add.at(by_card.T, card, reach.T)
    full = np.zeros((len(reach), COMBO_COUNT))
    full[:, other] = reach
    by_hand = reach.sum(axis=1, keepdims=True) - by_card[:, COMBO_CARDS[own]].sum(axis=2) + full[:, own]
    met = np.zeros((len(reach), int(sides[player].rows[place.board])))
    met[:, sides[player].rows_of(place.board)] = by_hand  # hands of a row are alike, so any of them does
    return met
