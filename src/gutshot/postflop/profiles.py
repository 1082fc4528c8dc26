"""Profiles: a whole side that plays like a station, a maniac or a nit, and what the best response to it wins.

A profile bends a solved strategy by the values of its actions: an action counts as if it won a share of the pot more
than it does (`liking`), and a hand takes each action with its share in the solution times exp(value / `temperature`),
both in pots. So the hands that lose least change first, and no hand gives up much. Later play is valued as in the
solution. The side is then locked at every decision, and the other side is solved against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gutshot.arguments import checked
from gutshot.cards.combos import COMBO_COUNT
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Reals
from gutshot.postflop.board_view import BoardPlace, view_board
from gutshot.postflop.locks import Lock, apply_locks, hold_locks
from gutshot.postflop.point import player_number
from gutshot.postflop.sixteen_bit import narrow
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import EVALUATE, Solver
from gutshot.postflop.storage import SolveStore
from gutshot.postflop.whole_street import decisions_of, met_everywhere

MOST_STRENGTH = 5.0
_STRAY = 0.01
"""The share that every action has at least before it is bent, so that new ones can appear."""


@dataclass(frozen=True)
class Profile:
    """A kind of player: shares of the pot by which he overrates folding, checking or calling, and betting."""

    name: str
    about: str
    fold: float
    passive: float
    aggressive: float
    temperature: float = 0.03

    @property
    def likings(self) -> Reals:
        """By kind of action, as `whole_street` numbers them."""
        return np.array([self.fold, self.passive, self.aggressive])

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
    other = Solver(solver.spot, str(solver.rule), solver.threads, solver.precision, layout=solver.layout)
    for row, known in zip(other.stores, solver.stores, strict=True):
        for store, before in zip(row, known, strict=True):
            store.average[:] = before.average
            store.scales_of("average")[:] = before.scales_of("average")
    return other


def _bend_street(solution: Solution, store: SolveStore, street: int, player: int, profile: Profile) -> None:
    """Bend and lock every decision of a player on a street, board after board."""
    solver, everything = solution.solver, np.arange(COMBO_COUNT, dtype=np.int16)
    groups = decisions_of(solver, street, player)
    store.locked = np.ones(store.total, dtype=np.uint8)
    average = store.in_floats("average")
    for board in range(len(solver.layout.boards[street])):
        view = view_board(solver, BoardPlace(street, board, everything), EVALUATE, solution.kept.get(EVALUATE))
        begin, rows = int(store.start[board]), int(store.counts[board])
        table = average[begin : begin + store.slots * rows].reshape(store.slots, rows)
        met = met_everywhere(solver, view, player)
        for group in groups:
            worth = view.values[player][group.children]  # [nodes, actions, rows]
            there = met[group.columns][:, None, :]
            worth = np.divide(worth, there, out=np.zeros_like(worth), where=there > 0)
            table[group.slots] = _bent(
                table[group.slots], worth / group.pots, profile.likings[group.kinds][:, :, None], profile
            )
    if store.short:
        narrow(average, store.start, store.counts, store.slots, store.average, store.scales_of("average"))


def _bent(table: Floats, worth: Reals, likings: Reals, profile: Profile) -> Floats:
    """[N, A, rows] shares of actions, bent by what they are worth in pots and by liking."""
    total = table.sum(axis=1, keepdims=True)
    shares = np.divide(table, total, out=np.full(table.shape, 1.0 / table.shape[1]), where=total > 0)
    if not likings.any():
        return np.asarray(shares, dtype=np.float32)
    pull = (worth + likings) / profile.temperature
    bent = np.maximum(shares, _STRAY) * np.exp(np.clip(pull - pull.max(axis=1, keepdims=True), -60.0, 0.0))
    shares = bent / bent.sum(axis=1, keepdims=True)
    return np.asarray(shares, dtype=np.float32)
