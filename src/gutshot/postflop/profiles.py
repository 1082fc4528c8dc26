"""Profiles: a whole side that plays like a station, a maniac or a nit, and what the best answer to it wins.

A profile bends a solved strategy by what each action is worth: an action counts as if it won a share of the pot more
than it does (`liking`), and a hand takes actions by their share in the solution times exp(worth / `temperature`), both
in pots. So the hands that lose least change first, and no hand gives up much for a liking. What follows later is
valued as the solution plays on. The side is then locked at every decision, and the other side solved against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from gutshot.arguments import checked
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.errors import BadConfig
from gutshot.games.actions import Action, ActionKind
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.postflop.board_view import BoardPlace, BoardView, view_board
from gutshot.postflop.boards import CARDS
from gutshot.postflop.locks import Lock, apply_locks, hold_locks
from gutshot.postflop.point import player_number, to_call_at
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import EVALUATE, Solver
from gutshot.postflop.storage import SolveStore
from gutshot.trees.betting_tree import BettingTree

MOST_STRENGTH = 5.0
_STRAY = 0.01
"""The share that every action has at least before it is bent, so that new ones can appear."""


@dataclass(frozen=True)
class Profile:
    """How a kind of player departs: shares of the pot by which he overrates folding, checking or calling, and betting."""

    name: str
    about: str
    fold: float
    passive: float
    aggressive: float
    temperature: float = 0.03

    def times(self, strength: float) -> "Profile":
        """The same kind of player, less or more so."""
        return replace(
            self, fold=self.fold * strength, passive=self.passive * strength, aggressive=self.aggressive * strength
        )


PROFILES = {
    profile.name: profile
    for profile in (
        Profile("station", "calls far too much and seldom bets", -0.20, 0.08, -0.10),
        Profile("maniac", "bets and raises whatever he has", -0.12, 0.0, 0.20),
        Profile("nit", "folds to pressure and bets only good hands", 0.15, 0.0, -0.12),
        Profile("aggressor", "bets and raises somewhat too much", -0.04, 0.0, 0.08),
        Profile("passive", "checks and calls where he should bet", -0.04, 0.10, -0.08),
        Profile("overfolder", "gives up too often, and is right otherwise", 0.10, 0.0, 0.0),
    )
}


def find_profile(name: str) -> Profile:
    """The profile of a name."""
    if name not in PROFILES:
        raise BadConfig(f"no profile {name!r}: expected one of {', '.join(PROFILES)}")
    return PROFILES[name]


@dataclass(frozen=True)
class Bent:
    """A solver in which one side plays a profile for good, to be iterated for the best answer.

    EVs are in chips by player: `solved` in the solution, `unanswered` where the other side plays on by the solution.
    """

    solver: Solver
    player: int
    solved: tuple[float, float]
    unanswered: tuple[float, float]


@checked
def lay_profile(
    solution: Solution, player: int | str, profile: str, strength: float = 1.0, locks: Sequence[Lock] = ()
) -> Bent:
    """Lock a whole side on a profile; `strength` 0 is the solution itself. Locks come on top of it."""
    if not 0 <= strength <= MOST_STRENGTH:
        raise BadConfig(f"a strength of {strength:g}: expected 0 to {MOST_STRENGTH:g}")
    who, solved = player_number(player), solution.solver.expected_values()
    solver = _copied(solution.solver)
    for street in range(solver.layout.streets):
        _bend_street(solution, solver.stores[street][who], street, who, find_profile(profile).times(strength))
    if locks:
        apply_locks(solver, locks)
    unanswered = solver.expected_values()
    for row in solver.stores:
        store = row[1 - who]
        store.average[store.locked == 0 if len(store.locked) else slice(None)] = 0
    hold_locks(solver)
    return Bent(solver, who, solved, unanswered)


def _copied(solver: Solver) -> Solver:
    """A solver of the same spot that has done nothing but holds the averages."""
    other = Solver(solver.spot, str(solver.rule), solver.threads, "f32", layout=solver.layout)
    for row, known in zip(other.stores, solver.stores, strict=True):
        for store, before in zip(row, known, strict=True):
            store.average[:] = before.in_floats("average")
    return other


def _bend_street(solution: Solution, store: SolveStore, street: int, player: int, profile: Profile) -> None:
    """Bend and lock every decision of a player on a street, board after board."""
    solver, everything = solution.solver, np.arange(COMBO_COUNT, dtype=np.int16)
    groups = _decisions(solver, street, player)
    store.locked = np.ones(store.total, dtype=np.uint8)
    for board in range(len(solver.layout.boards[street])):
        view = view_board(solver, BoardPlace(street, board, everything), EVALUATE, solution.kept.get(EVALUATE))
        begin, rows = int(store.start[board]), int(store.counts[board])
        table = store.average[begin : begin + store.slots * rows].reshape(store.slots, rows)
        met = _met(solver, view, player)
        for group in groups:
            worth = view.values[player][group.children]  # [nodes, actions, rows]
            there = met[group.columns][:, None, :]
            worth = np.divide(worth, there, out=np.zeros_like(worth), where=there > 0)
            table[group.slots] = _bent(table[group.slots], worth / group.pots, group.likings(profile), profile)


class _Decisions(NamedTuple):
    """A player's decisions of a street with the same number of actions, [N] or [N, A]."""

    slots: Ints
    children: Ints  # rows of the values after each action
    columns: Ints  # of the opponent's reach
    pots: Reals  # [N, 1, 1]
    kinds: Ints  # 0 fold, 1 check or call, 2 bet or raise

    def likings(self, profile: Profile) -> Reals:
        """[N, A, 1]"""
        return np.array([profile.fold, profile.passive, profile.aggressive])[self.kinds][:, :, None]


def _decisions(solver: Solver, street: int, player: int) -> list[_Decisions]:
    tree, forest = solver.layout.tree, solver.layout.forests[street]
    view = forest.wide_views[player]
    groups = []
    for count in np.unique(view.actions[view.actor == 1]).tolist():
        chosen = np.flatnonzero((view.actor == 1) & (view.actions == count))
        steps = np.arange(count)
        nodes = forest.nodes[chosen]
        pots = np.array([_pot(tree, solver.spot.pot, int(node)) for node in nodes], dtype=np.float64)
        kinds = np.array([[_kind(action) for action in tree.actions(int(node))] for node in nodes])
        slots = forest.slot[chosen][:, None] + steps
        children = view.child[view.edge[chosen][:, None] + steps]
        groups.append(_Decisions(slots, children, view.column[chosen], pots[:, None, None], kinds))
    return groups


def _pot(tree: BettingTree, first: int, node: int) -> int:
    return first + 2 * int(tree.matched[node]) + to_call_at(tree, node)


def _kind(action: Action) -> int:
    return 0 if action.kind is ActionKind.FOLD else 1 if action.is_passive else 2


def _met(solver: Solver, view: BoardView, player: int) -> Reals:
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


def _bent(table: Floats, worth: Reals, likings: Reals, profile: Profile) -> Floats:
    """[N, A, rows] shares of actions, bent by what they are worth in pots and by liking."""
    total = table.sum(axis=1, keepdims=True)
    shares = np.divide(table, total, out=np.full(table.shape, 1.0 / table.shape[1]), where=total > 0)
    if not likings.any():
        return shares.astype(np.float32)
    pull = (worth + likings) / profile.temperature
    bent = np.maximum(shares, _STRAY) * np.exp(np.clip(pull - pull.max(axis=1, keepdims=True), -60.0, 0.0))
    return np.asarray(bent / bent.sum(axis=1, keepdims=True), dtype=np.float32)
