"""Sizes found for a spot: the few of its bet sizes that keep nearly all of its value.

The spot is solved with all its sizes. At every first bet, each set of the wanted number of sizes is rated by what the
hands would lose if these were their only bets, according to that solution, weighted by how often they get there. The
rating assumes that all other values stay the same, so it is an estimate. What a set really keeps is found by solving
again, with one player limited to his few sizes while the other has all; if that is too little, the next best sets are
tried. Each player has his own sizes on each street; raises stay.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

import numpy as np

from gutshot.arguments import checked
from gutshot.cards.combos import COMBO_COUNT
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Ints, Reals
from gutshot.postflop.board_view import BoardPlace, view_board
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import EVALUATE, Solver
from gutshot.postflop.spot import PLAYERS, Spot
from gutshot.postflop.whole_street import BETS, FOLDS, Decisions, decisions_of
from gutshot.trees.bet_sizes import BetSize, SizeKind, format_sizes
from gutshot.trees.betting_tree import STREET_NAMES

MOST_BOARDS = 60
"""Boards of a street that are looked at; more are taken at even distances."""
MOST_SIZES = 8
MOST_SWAPS = 8
ENOUGH = 0.999
_NEAR = 0.1
"""How far the logarithm of a bet may be from that of its size, by rounding and merging; what is farther is all-in."""
_BEYOND = 1e9

Sizes: TypeAlias = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Rated:
    """A set of sizes for a street and player, and what it seems to lose in all."""

    text: str
    lost: float


@dataclass(frozen=True)
class Chosen:
    """The sizes kept of a spot: by street and player as its settings have them, with the sets to choose from."""

    spot: Spot
    sizes: Sizes
    sets: Mapping[tuple[str, int], Sequence[Rated]]  # the best rated first

    @property
    def small(self) -> Spot:
        """The spot in which both players have few sizes."""
        return replace(self.spot, bets=self.sizes)

    def alone(self, player: int) -> Spot:
        """The spot in which only one player has few sizes: what he gets there tells what they cost him."""
        other, every = 1 - player, {name: dict(by_player) for name, by_player in self.sizes.items()}
        for street, name in enumerate(every):
            every[name][PLAYERS[other]] = format_sizes(_candidates(self.spot, street, other))
        return replace(self.spot, bets=every)

    def swapped(self, player: int) -> list["Chosen"]:
        """The same with another set of the player on one street, those first that seem to lose least by it."""
        found = []
        for name, by_player in self.sizes.items():
            sets = self.sets[name, player]
            own = next(each.lost for each in sets if each.text == by_player[PLAYERS[player]])
            for each in sets:
                if each.text != by_player[PLAYERS[player]]:
                    sizes = self.sizes | {name: by_player | {PLAYERS[player]: each.text}}
                    found.append((each.lost - own, replace(self, sizes=sizes)))
        return [other for _, other in sorted(found, key=lambda pair: pair[0])]


@checked
def choose_sizes(solution: Solution, count: int) -> Chosen:
    """The `count` bet sizes for each street and player that seem to lose least of a solution with more of them."""
    if not 1 <= count <= MOST_SIZES:
        raise BadConfig(f"{count} sizes: expected 1 to {MOST_SIZES}")
    spot, sets = solution.spot, dict[tuple[str, int], Sequence[Rated]]()
    for street in range(solution.solver.layout.streets):
        for player in range(2):
            sets[STREET_NAMES[spot.first_street + street], player] = _rated(solution, street, player, count)
    sizes = Sizes()
    for (name, player), rated in sets.items():
        sizes.setdefault(name, {})[PLAYERS[player]] = rated[0].text
    return Chosen(spot, sizes, sets)


@dataclass(frozen=True)
class SizesFound:
    """Sizes with what they keep: by player the share of his EV with all sizes, where he alone has few."""

    chosen: Chosen
    kept: tuple[float, float]


def find_sizes(solution: Solution, count: int, solve: Callable[[Spot], Solver], enough: float = ENOUGH) -> SizesFound:
    """Choose, solve with each player held to his sizes, and swap sizes while that keeps too little."""
    chosen, kept = choose_sizes(solution, count), [0.0, 0.0]
    for player in range(2):
        kept[player] = _kept(solution.solver, solve(chosen.alone(player)), player)
        for other in chosen.swapped(player)[:MOST_SWAPS]:
            if kept[player] >= enough:
                break
            share = _kept(solution.solver, solve(other.alone(player)), player)
            if share > kept[player]:
                chosen, kept[player] = other, share
    return SizesFound(chosen, (kept[0], kept[1]))


def _kept(rich: Solver, alone: Solver, player: int) -> float:
    """At most one: what is beyond is the error of the two solves."""
    before, after = (each.expected_values()[player] for each in (rich, alone))
    return min(1.0, after / before) if before > 0 else 1.0


def _rated(solution: Solution, street: int, player: int, count: int) -> Sequence[Rated]:
    sizes = _candidates(solution.spot, street, player)
    sets = list(combinations(range(len(sizes)), min(count, len(sizes))))
    lost = _lost(solution, street, player, sizes, sets) if len(sets) > 1 else np.zeros(1)
    texts = [format_sizes(tuple(sizes[place] for place in each)) for each in sets]
    return [Rated(texts[place], float(lost[place])) for place in np.argsort(lost, kind="stable").tolist()]


def require_choosable(spot: Spot) -> None:
    """BadConfig unless all bet sizes of a spot can be told apart by their share of the pot."""
    for street in range(len(STREET_NAMES) - spot.first_street):
        for player in range(2):
            _candidates(spot, street, player)


def _candidates(spot: Spot, street: int, player: int) -> tuple[BetSize, ...]:
    """What the spot bets there; BadConfig for sizes that are no share of the pot."""
    sizes = tuple(spot.tree_config().sizes[street][player].bets)
    if other := [size for size in sizes if size.kind not in (SizeKind.POT, SizeKind.ALL_IN)]:
        raise BadConfig(f"bet size {other[0]}: sizes to choose from must be shares of the pot, like 33%, or a")
    if len(sizes) > MOST_SIZES:
        raise BadConfig(f"{len(sizes)} bet sizes to choose from: expected at most {MOST_SIZES} for a street and player")
    return sizes


def _lost(
    solution: Solution, street: int, player: int, sizes: tuple[BetSize, ...], sets: list[tuple[int, ...]]
) -> Reals:
    """[sets] what the player's hands would lose at first bets if they had one set of sizes only."""
    solver, lost = solution.solver, np.zeros(len(sets))
    groups = [(group, _size_of(group, sizes)) for group in _first_bets(solver, street, player)]
    side = solver.layout.boards[street].sides[player]
    total, everything = len(solver.layout.boards[street]), np.arange(COMBO_COUNT, dtype=np.int16)
    for board in np.unique(np.linspace(0, total - 1, min(total, MOST_BOARDS)).round().astype(int)).tolist():
        view = view_board(solver, BoardPlace(street, board, everything), EVALUATE, solution.kept.get(EVALUATE))
        alike = np.bincount(side.rows_of(board), minlength=int(side.rows[board]))
        for group, size in groups:
            weight = view.reach[player][group.own_columns] * alike
            worth = view.values[player][group.children].astype(np.float64)
            best = worth.max(axis=1)
            for place, allowed in enumerate(sets):
                open_to = (size < 0) | np.isin(size, allowed)  # [N, A]
                left = np.where(open_to[:, :, None], worth, -np.inf).max(axis=1)
                lost[place] += float((weight * (best - left)).sum())
    return lost


def _first_bets(solver: Solver, street: int, player: int) -> Iterator[Decisions]:
    """Decisions that face no bet and have something to choose from."""
    for group in decisions_of(solver, street, player):
        opens = (group.kinds != FOLDS).all(axis=1) & (group.kinds == BETS).any(axis=1)
        if opens.any():
            yield Decisions(*(part[opens] for part in group))


def _size_of(group: Decisions, sizes: tuple[BetSize, ...]) -> Ints:
    """[N, A] which of the sizes a bet is; -1 for what is always there: no bet, or an all-in that was added."""
    all_in = next((place for place, size in enumerate(sizes) if size.kind is SizeKind.ALL_IN), -1)
    shares = np.array([size.value if size.kind is SizeKind.POT else np.inf for size in sizes])
    given = np.maximum(group.amounts, 1) / group.pots[:, :, 0]
    apart = np.abs(np.log(given)[:, :, None] - np.log(np.where(np.isfinite(shares), shares, _BEYOND)))
    nearest = np.where(apart.min(axis=2) > _NEAR, all_in, apart.argmin(axis=2))
    return np.where(group.kinds == BETS, nearest, -1)
