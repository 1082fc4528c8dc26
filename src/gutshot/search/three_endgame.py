"""An endgame of three: the street that is being played as a spot with three players, solved within a budget.

It is `endgame` for three: stacks need not be alike, so there may be side pots, and nothing is promised to anybody. A
flop is solved over a few cards that stand for all.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from gutshot.cards.card import Card, format_cards, parse_cards
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action
from gutshot.games.lines import format_line
from gutshot.numeric.memory import free_memory
from gutshot.numeric.threads import thread_count
from gutshot.postflop.spot import Rake
from gutshot.postflop.three_lines import places_along
from gutshot.postflop.three_solution import ThreeSolution
from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import SEATS, ThreeSpot
from gutshot.postflop.three_tree import build_three_tree
from gutshot.search.settings import (
    ALMOST_ALL_IN,
    FEW_ITERATIONS_OF_THREE,
    FLOP,
    SECONDS_A_DECISION,
    THREE_MENUS,
    SearchSettings,
    SizeMenu,
)
from gutshot.trees.betting_tree import RIVER

_NAMES = ("first", "second", "third")
_CHECK_EVERY = 10
_MOST_ITERATIONS = 2_000
_BESIDE_ARRAYS = 2e5  # bytes of a solution's spot, ranges and Python objects
_CARDS_TO_COME = 49  # on the flop; one fewer on each street


@dataclass(frozen=True)
class ThreeRoot:
    """Where a street begins: cards, three ranges and chips, in order of action."""

    board: tuple[Card, ...]
    ranges: tuple[bytes, ...]  # float64 weights
    pot: int
    stacks: tuple[int, ...]
    street: int
    turns: int
    rivers: int

    def spot(self, menu: SizeMenu, rake: Rake, played: tuple[str, ...] = ()) -> ThreeSpot:
        """As the solver takes it, with the sizes of a menu."""
        ranges = (Range(np.frombuffer(weights)) for weights in self.ranges)
        return ThreeSpot(
            self.board,
            dict(zip(_NAMES, ranges, strict=True)),
            self.pot,
            self.stacks,
            menu.bets,
            menu.raises,
            add_allin_threshold=menu.add_all_in,
            force_allin_threshold=ALMOST_ALL_IN,
            turns=self.turns if self.street == FLOP else None,
            rivers=self.rivers if self.street == FLOP else None,
            played=played,
            rake=rake,
        )


@dataclass(frozen=True)
class ThreeEndgame:
    """What a solve depends on, and nothing else, so that equal ones are solved once."""

    root: ThreeRoot
    menu: int  # of those for its street
    played: tuple[str, ...]  # lines that the tree must have

    def spot(self, rake: Rake) -> ThreeSpot:
        """The spot to solve."""
        return self.root.spot(THREE_MENUS[self.root.street][self.menu], rake, self.played)

    def has(self, actions: tuple[Action, ...], rake: Rake) -> bool:
        """Whether its tree has a line of its first street."""
        try:
            places_along(build_three_tree(self.spot(rake)), format_line(actions))
        except IllegalAction:
            return False
        return True


@dataclass(frozen=True)
class SolvedThree:
    """An endgame of three and its solution."""

    endgame: ThreeEndgame
    solution: ThreeSolution

    @property
    def bytes(self) -> float:
        """What it holds in memory, about."""
        return self.solution.solver.memory_bytes + _BESIDE_ARRAYS

    @property
    def distance(self) -> float:
        """Chips: the most that one of the three gains by a best answer to the other two."""
        return max(self.solution.gains)

    @property
    def told(self) -> str:
        """How near it is, in words."""
        gain = max(self.solution.gains_percent)
        return f"for three; a best answer to the other two gains at most {gain:.2g} % of the pot"


def three_menu_for(root: ThreeRoot, settings: SearchSettings) -> int:
    """The richest menu for which there is time, and which the memory holds."""
    menus, room = THREE_MENUS[root.street], min(settings.memory * 1e6, 0.8 * free_memory())
    for number, menu in enumerate(menus[:-1]):
        decisions, size = _work(root, menu, settings.rake)
        seconds = decisions * SECONDS_A_DECISION * FEW_ITERATIONS_OF_THREE / thread_count(settings.threads)
        in_time = settings.seconds is None or settings.iterations is not None or seconds <= settings.seconds
        if in_time and size <= room:
            return number
    return len(menus) - 1


def _work(root: ThreeRoot, menu: SizeMenu, rake: Rake) -> tuple[float, float]:
    """Decisions on all boards, none of them merged, and about the bytes of their tables."""
    tree = build_three_tree(root.spot(menu, rake))
    hands = [np.count_nonzero(np.frombuffer(weights)) for weights in root.ranges]
    first, boards = tree.spot.first_street, [1.0]
    for street in range(first, RIVER):
        chosen = (root.turns, root.rivers)[street] if root.street == FLOP else 0
        boards.append(boards[-1] * (chosen or _CARDS_TO_COME - street))
    decisions = size = 0.0
    for node in range(len(tree)):
        if tree.is_decision(node):
            count = boards[tree.street(node) - first]
            decisions += count
            size += 10 * count * len(tree.children(node)) * hands[tree.actor(node)]
    return decisions, size


def solve_three_endgame(
    endgame: ThreeEndgame, settings: SearchSettings, enough: Callable[[], bool] = lambda: False
) -> SolvedThree:
    """Iterate until the target, the number of iterations, the time, or until `enough` says so."""
    warm_three(len(endgame.root.board))
    began = time.perf_counter()
    try:
        solver = ThreeSolver(
            endgame.spot(settings.rake), threads=settings.threads, memory_limit=int(settings.memory * 1e6)
        )
    except BadConfig as error:
        raise BadConfig(f"search cannot solve this street: {error}") from None
    most = _MOST_ITERATIONS if settings.iterations is None else settings.iterations
    gains = (float("inf"),) * SEATS
    while solver.iteration < most:
        solver.iterate(min(_CHECK_EVERY, most - solver.iteration))
        over = settings.seconds is not None and time.perf_counter() - began >= settings.seconds
        if over or enough() or solver.iteration >= most:
            break
        if settings.iterations is None:
            gains = solver.gains()
            if max(gains) <= settings.target * endgame.root.pot:
                break
    return SolvedThree(endgame, ThreeSolution(solver, solver.gains(), time.perf_counter() - began))


@cache
def warm_three(cards: int) -> None:
    """Load the kernels for a board of so many cards, so that no budget pays for compiling them."""
    board = format_cards(parse_cards("Td9d6h2c7s")[:cards])
    plain = {"board": board, "first": "AA", "second": "KK", "third": "QQ", "pot": 2, "stacks": 2, "bets": "a"}
    few = {"turns": 3, "rivers": 3} if cards == 3 else {}
    solver = ThreeSolver(ThreeSpot.from_dict(plain | few), threads=1)
    solver.iterate()
    _ = ThreeSolution(solver, solver.gains()).at().hand_ev
