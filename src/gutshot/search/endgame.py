"""An endgame: the street that is being played, as a spot to be solved, and how it is solved within a budget."""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from gutshot.cards.card import Card, parse_cards
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig, IllegalAction
from gutshot.games.actions import Action
from gutshot.games.lines import format_line
from gutshot.numeric.arrays import Reals
from gutshot.numeric.memory import free_memory
from gutshot.numeric.threads import thread_count
from gutshot.postflop.lines import find
from gutshot.postflop.locks import Lock, apply_locks
from gutshot.postflop.promise import HeldPromise, Promise
from gutshot.postflop.sampled_cards import CardSample
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import Solver, TableLayout
from gutshot.postflop.spot import Rake, Spot
from gutshot.search.settings import (
    ALMOST_ALL_IN,
    BYTES_A_SECOND,
    FEW_ITERATIONS,
    MENUS,
    SAMPLED_BYTES_A_SECOND,
    SIZES,
    Safety,
    SearchSettings,
    SizeMenu,
)
from gutshot.search.three_endgame import SolvedThree, ThreeEndgame
from gutshot.trees.betting_tree import RIVER, NodeKind, build_tree

CHECK_EVERY = 10
_MOST_ITERATIONS = 2_000
_PROMISED_ITERATIONS = 200
"""Where a promise holds the distance from an equilibrium says little, so the number of iterations is fixed."""
_BELIEF = {Safety.UNSAFE: 1.0, Safety.SAFE: 0.0, Safety.BLEND: 0.5}
_PASSES = 3  # of the tables in an iteration, about: read twice and written once
_TABLE_BYTES = 8  # a regret and an average
_BESIDE_TABLES, _LEAST_ROOM = 1.1, 1e6  # a solver's whole memory, about: a factor of its tables, and some bytes
_BESIDE_ARRAYS = 2e5  # bytes of a solution's spot, ranges and Python objects
_CARDS_TO_COME = 49  # on the flop; one fewer on each street


@dataclass(frozen=True)
class Root:
    """Where a street begins: cards, ranges and chips."""

    board: tuple[Card, ...]
    ranges: tuple[bytes, bytes]  # float64 weights of the players out of and in position
    pot: int
    stack: int
    street: int

    def spot(self, menu: SizeMenu, rake: Rake, played: tuple[str, ...] = ()) -> Spot:
        """As the solver takes it, with the sizes of a menu."""
        oop, ip = (Range(np.frombuffer(weights)) for weights in self.ranges)
        return Spot(
            self.board,
            oop,
            ip,
            self.pot,
            self.stack,
            menu.bets,
            menu.raises,
            add_allin_threshold=menu.add_all_in,
            force_allin_threshold=ALMOST_ALL_IN,
            played=played,
            rake=rake,
        )


@dataclass(frozen=True)
class Endgame:
    """What a solve depends on, and nothing else, so that equal ones are solved once."""

    root: Root
    menu: int  # of those for its street
    played: tuple[str, ...]  # lines that the tree must have
    settled: tuple[str, ...] = ()  # what had been done before the two were alone, which all hands did
    ignored: tuple[str, ...] = ()  # lines whose last action nobody would take, so that all hands did
    promised: int | None = None  # the player whose hands were promised something
    promise: bytes = b""  # float64 [1326] chips out of the pot, NaN for hands without

    def spot(self, rake: Rake) -> Spot:
        """The spot to solve."""
        return self.root.spot(MENUS[self.root.street][self.menu], rake, self.played)


@dataclass(frozen=True)
class Solved:
    """An endgame and its solution."""

    endgame: Endgame
    solution: Solution

    @property
    def bytes(self) -> float:
        """What it holds in memory, about."""
        return self.solution.solver.memory_bytes + _BESIDE_ARRAYS

    @property
    def distance(self) -> float:
        """Chips: the solution's distance from an equilibrium."""
        return self.solution.exploitability

    @property
    def told(self) -> str:
        """How near it is, in words."""
        return f"to {self.solution.exploitability_percent:.2g} % of the pot"


def menu_for(root: Root, settings: SearchSettings) -> int:
    """The richest menu that the memory holds and for which there is time."""
    menus, sample = MENUS[root.street], settings.sample(root.street)
    room, in_time = min(settings.memory * 1e6, 0.8 * free_memory()), _bytes_in_time(settings, sample is not None)
    for number, menu in enumerate(menus[:-1]):
        if number < SIZES.index(settings.sizes):
            continue
        tables = table_bytes(root, menu, settings.rake, sample)
        if tables <= in_time and _BESIDE_TABLES * tables + _LEAST_ROOM <= room:
            return number
    return len(menus) - 1


def table_bytes(root: Root, menu: SizeMenu, rake: Rake, sample: CardSample | None = None) -> float:
    """About what the tables of a solve take, boards that are alike not merged; counted without building them."""
    tree = build_tree(root.spot(menu, rake).tree_config())
    hands = [np.count_nonzero(np.frombuffer(weights)) for weights in root.ranges]
    total, boards = 0.0, 1.0
    chosen = (None, None) if sample is None else (sample.turns, sample.rivers)
    for street in range(tree.config.first_street, RIVER + 1):
        own = (tree.kind == NodeKind.DECISION) & (tree.street == street)
        slots = sum(int(tree.child_count[own & (tree.actor == player)].sum()) * hands[player] for player in (0, 1))
        total += _TABLE_BYTES * slots * boards
        boards *= (_CARDS_TO_COME - street if street == RIVER else chosen[street]) or _CARDS_TO_COME - street
    return total


def is_there(spot: Spot, actions: Sequence[Action]) -> bool:
    """Whether a spot's tree has a line of its first street."""
    try:
        find(build_tree(spot.tree_config()), spot.board, format_line(actions))
    except IllegalAction:
        return False
    return True


def _bytes_in_time(settings: SearchSettings, is_sampled: bool) -> float:
    """Tables of which the time allows a few iterations."""
    if settings.seconds is None or settings.iterations is not None:
        return np.inf
    in_a_second = SAMPLED_BYTES_A_SECOND if is_sampled else BYTES_A_SECOND
    return settings.seconds * in_a_second * thread_count(settings.threads) / (_PASSES * FEW_ITERATIONS)


def solve_endgame(
    endgame: Endgame,
    settings: SearchSettings,
    enough: Callable[[], bool] = lambda: False,
    alike: Solved | None = None,
) -> Solved:
    """Iterate until the target, the number of iterations, the time, or until `enough` says so.

    A solution of the same root with other bets, `alike`, spares the work of finding the boards again.
    """
    warm(6 - len(endgame.root.board))
    solver = _solver(endgame, settings, alike)
    apply_locks(solver, [*_locks(endgame.settled), *map(_forced, endgame.ignored)])
    held = _held(endgame, settings, solver)
    began, most = time.perf_counter(), settings.iterations
    end = most if most is not None else _MOST_ITERATIONS if held is None else _PROMISED_ITERATIONS
    while solver.iteration < end:
        (solver if held is None else held).iterate(min(CHECK_EVERY, end - solver.iteration))
        is_near = most is None and held is None and solver.exploitability() <= settings.target * endgame.root.pot
        if is_near or enough() or _is_over(began, settings.seconds):
            break
    if held is not None:
        held.release()
    return Solved(endgame, Solution(solver, solver.exploitability(), time.perf_counter() - began))


def _locks(settled: Sequence[str]) -> list[Lock]:
    return [Lock(", ".join(settled[:place]), {action: 1.0}) for place, action in enumerate(settled)]


def _forced(line: str) -> Lock:
    """All hands take the last action of a line."""
    before, _, action = line.rpartition(",")
    return Lock(before, {action: 1.0})


def surprise(found: Solved, actions: Sequence[Action], least_share: float) -> str | None:
    """The line up to the first action that a smaller share of a range takes; None where there is none."""
    if least_share == 0:
        return None
    for count in range(len(found.endgame.settled), len(actions)):
        line, point = format_line(actions[: count + 1]), found.solution.at(format_line(actions[:count]))
        share = point.frequencies[point.actions.index(actions[count])]
        if line not in found.endgame.ignored and share < least_share:
            return line
    return None


def _held(endgame: Endgame, settings: SearchSettings, solver: Solver) -> HeldPromise | None:
    if endgame.promised is None:
        return None
    values = np.frombuffer(endgame.promise)
    return HeldPromise(Promise(endgame.promised, values, _BELIEF[settings.safety]), solver)


@cache
def warm(streets: int) -> None:
    """Load the kernels for a number of streets, so that no budget pays for compiling them."""
    board, hands = parse_cards("Td9d6h2c7s")[: 6 - streets], (Range.parse("AA"), Range.parse("KK"))
    solver = Solver(Spot(board, *hands, pot=2, stack=2, bets="a"), threads=1)
    solver.iterate()
    Solution(solver, solver.exploitability()).at().action_ev.any()


def _solver(endgame: Endgame, settings: SearchSettings, alike: Solved | None) -> Solver:
    try:
        spot = endgame.spot(settings.rake)
        if alike is None:
            layout = TableLayout(spot, sample=settings.sample(endgame.root.street))
        else:
            layout = alike.solution.solver.layout.with_bets(spot)
        return Solver(layout.spot, threads=settings.threads, memory_limit=int(settings.memory * 1e6), layout=layout)
    except BadConfig as error:
        raise BadConfig(f"search cannot solve this street: {error}") from None


def _is_over(began: float, seconds: float | None) -> bool:
    return seconds is not None and time.perf_counter() - began >= seconds


def packed(weights: Reals) -> bytes:
    """A range as a root keeps it."""
    return np.ascontiguousarray(weights, dtype=np.float64).tobytes()


class KeptSolutions:
    """The latest solutions, as many as the memory holds, and the last one whatever it takes."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Endgame | ThreeEndgame, Solved | SolvedThree] = OrderedDict()

    def get(self, endgame: Endgame | ThreeEndgame) -> Solved | SolvedThree | None:
        """The solution, if it is still kept."""
        found = self._kept.get(endgame)
        if found is not None:
            self._kept.move_to_end(endgame)
        return found

    def alike(self, root: Root) -> Solved | None:
        """One of the same root, if there is one."""
        kept = (solved for solved in reversed(self._kept.values()) if isinstance(solved, Solved))
        return next((solved for solved in kept if solved.endgame.root == root), None)

    def put(self, endgame: Endgame | ThreeEndgame, solved: Solved | SolvedThree) -> None:
        """Keep one; the oldest make room."""
        self._kept[endgame] = solved
        while len(self._kept) > 1 and sum(each.bytes for each in self._kept.values()) > self._most:
            self._kept.popitem(last=False)
