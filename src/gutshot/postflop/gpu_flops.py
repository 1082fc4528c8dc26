"""The flops of a batch on a card: one program for all of one shape, the next flops built while the card works.

Flops of one pattern of suits and pairs have as many boards and renamings as each other, so one compiled program serves
them; hands are padded to the most that any flop of the batch leaves. Other processes lay out the flops to come. Two
threads take turns on the card: while one looks at what its flop has come to, or writes it down, the other's iterations
run. Nothing of a flop is kept but its row in the report.

Within iterations reach is rounded to one bfloat16 number (of eight bits), which moves values by less than a hundredth
of the pot's percent; exploitability is found with two of them, so what is reported is as true as elsewhere.
"""

import os
import queue
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeAlias

import jax
import numpy as np

from gutshot.cards.card import mask_of, parse_cards
from gutshot.cards.combos import COMBO_MASKS
from gutshot.cfr.updates import UpdateRule, parse_rule
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats, Reals
from gutshot.numeric.memory import byte_size
from gutshot.postflop import gpu_passes
from gutshot.postflop.flop_batch import Batch, SolvedFlop
from gutshot.postflop.gpu_passes import EVALUATE, RESPOND, CardArrays, GpuSpot, GpuTables
from gutshot.postflop.gpu_plan import MOST_AT_ONCE, HandPlan, StreetPlan, hand_room, plan_betting, plan_hands
from gutshot.postflop.gpu_sixteen_bit import in_full
from gutshot.postflop.gpu_solver import card_bytes, card_failures, free_on_card, keep_programs
from gutshot.postflop.solve import MOST_ITERATIONS
from gutshot.postflop.solver import TableLayout
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import BettingTree, build_tree

TURNS = 2
"""Flops on the card at a time."""
MOST_PROCESSES = 8
AHEAD = 8
"""Flops that wait for it, besides those being laid out."""
OPTIONS: dict[str, Any] | None = None
"""For the compiler."""
FIRST_LOOK = 40
FALL = 1.6
"""Exploitability falls about with this power of the iterations, a little faster than that where flops were measured."""

Shape: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class FlopOrder:
    """A flop to be solved: the settings of its spot, and which of the bettings it has."""

    name: str
    board: str
    settings: Mapping[str, Any]
    betting: int = 0

    def spot(self) -> Spot:
        """As a spot."""
        return Spot.from_dict({**self.settings, "board": self.board})


@dataclass(frozen=True)
class FlopPlan:
    """A flop laid out."""

    order: FlopOrder
    hands: HandPlan
    pairs: float
    card_bytes: int
    seconds: float

    @property
    def shape(self) -> Shape:
        """Flops alike in this run by the same program."""
        counts = tuple(street.counts.shape for street in self.hands.streets)
        return (self.order.betting, self.hands.boards, self.hands.rooms, counts)


def plan_flop(order: FlopOrder, rooms: tuple[int, int], precision: str, merge_suits: bool) -> FlopPlan:
    """Lay out a flop; for other processes."""
    began = time.perf_counter()
    layout = TableLayout(order.spot(), merge_suits)
    hands = plan_hands(layout, rooms)
    return FlopPlan(order, hands, layout.pairs, card_bytes(layout, precision), time.perf_counter() - began)


class SharedBetting:
    """What flops of one betting share."""

    def __init__(self, orders: Sequence[FlopOrder]) -> None:
        self.spot = orders[0].spot()
        self.tree: BettingTree = build_tree(self.spot.tree_config())
        self.streets: list[StreetPlan] = plan_betting(self.spot, self.tree)
        self.rooms = _rooms(self.spot.weights, orders)
        raked = self.spot.rake.rate > 0 and self.spot.rake.cap > 0
        self.modes = (RESPOND, EVALUATE) if raked else (RESPOND,)

    @cached_property
    def moves(self) -> tuple[list[str], list[str]]:
        """The first player's first actions, and the second's after a check."""
        first = [str(action) for action in self.tree.actions(0)]
        node = int(self.tree.children(0)[first.index("check")])
        return first, [str(action) for action in self.tree.actions(node)]

    def shares(self, tables: GpuTables, node: int) -> Reals:
        """[actions, hands] of the average strategy at a node of the first street."""
        number, place = self.place_of(node)
        rows = np.stack([np.asarray(in_full(row))[0, place] for row in tables.averages[0][number]]).astype(np.float64)
        total = rows.sum(axis=0)
        return np.where(total > 0, rows / np.where(total > 0, total, 1), 1 / len(rows))

    def place_of(self, node: int) -> tuple[int, int]:
        """The group of a node of the first street, and where in it."""
        groups = self.streets[0].groups
        number = next(k for k, group in enumerate(groups) if node in group.nodes)
        return number, groups[number].nodes.index(node)


# --- one shape ----------------------------------------------------------------------------------------------------


class Begun(NamedTuple):
    """A flop on the card before its first iteration."""

    cards: CardArrays
    tables: GpuTables
    edges: tuple[Any, Any]  # [hands] of either player, checked down


def _put(game: GpuSpot, host: gpu_passes.HostCards) -> Begun:
    cards = gpu_passes.made_cards(game, host)
    exact = game._replace(split=2 if game.split else 0)
    edges = tuple(gpu_passes.checked_down(exact, cards, q) for q in range(2))
    return Begun(cards, gpu_passes.empty_tables(game), (edges[0], edges[1]))


class ShapeProgram:
    """What is compiled for flops of one shape."""

    def __init__(self, game: GpuSpot, example: FlopPlan, modes: tuple[int, ...], ending: Any) -> None:
        began = time.perf_counter()
        exact = game._replace(split=2 if game.split else 0)
        host = jax.tree.map(_shape_of, gpu_passes.host_cards(example.hands))
        begin = jax.jit(partial(_put, game), compiler_options=OPTIONS).lower(host)
        cards, tables, _ = jax.tree.map(_shape_of, jax.eval_shape(partial(_put, game), host))
        self.locks, program = gpu_passes.no_locks(game), gpu_passes.make_program(game, modes, OPTIONS)
        ends = jax.jit(partial(ending, exact), compiler_options=OPTIONS)
        looks = gpu_passes.make_program(exact, modes, OPTIONS).root_values
        factors = _shape_of(np.zeros((MOST_AT_ONCE, 4), np.float32))
        iterates = program.iterate.lower(cards, self.locks, np.float32(0), tables, factors, np.int32(1), np.int32(0))
        jobs = [begin, iterates, looks.lower(cards, self.locks, tables), ends.lower(cards, self.locks, tables)]
        with ThreadPoolExecutor(len(jobs)) as threads:
            self.begin, self.iterate, self.look, self.end = threads.map(lambda job: job.compile(), jobs)
        self.seconds = time.perf_counter() - began


def _shape_of(array: Any) -> Any:
    return jax.ShapeDtypeStruct(np.shape(array), array.dtype)  # type: ignore[no-untyped-call]


# --- all of them --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FlopGoal:
    """When a flop is done: at a share of the pot, or after so many iterations."""

    target: float | None
    iterations: int | None
    rule: UpdateRule

    def reached(self, iteration: int, share: float) -> bool:
        """Whether to stop."""
        return iteration >= (self.iterations or MOST_ITERATIONS) or (self.target is not None and share <= self.target)

    def steps(self, iteration: int, share: float | None) -> int:
        """Iterations until the next look is worth it."""
        left = (self.iterations or MOST_ITERATIONS) - iteration
        if self.target is None:
            return min(left, MOST_AT_ONCE)
        if share is None:
            return min(left, FIRST_LOOK)
        wanted = float(iteration * ((share / self.target) ** (1 / FALL) - 1))
        return min(left, MOST_AT_ONCE, max(3, round(0.9 * wanted)))

    def factors(self, iteration: int, count: int) -> Floats:
        """[MOST_AT_ONCE, 4] discounts of so many iterations."""
        rows = np.zeros((MOST_AT_ONCE, 4), dtype=np.float32)
        for k in range(count):
            now, later = self.rule.discounts(iteration + k + 1), self.rule.discounts(iteration + k + 2)
            rows[k] = now.positive, now.negative, now.average, later.average
        return rows


class FlopQueue:
    """Flops on their way: laid out, compiled for, solved; `solved` gives them as they are done."""

    def __init__(
        self,
        orders: Sequence[FlopOrder],
        goal: FlopGoal,
        precision: str = "f32",
        processes: int | None = None,
        merge_suits: bool = True,
        turns: int | None = None,
        ahead: int = AHEAD,
    ) -> None:
        self._orders, self._goal, self._precision, self._merge = orders, goal, precision, merge_suits
        self._processes = processes or max(1, min(MOST_PROCESSES, (os.cpu_count() or 2) - 1))
        kinds = sorted({order.betting for order in orders})
        self._bettings = {kind: SharedBetting([order for order in orders if order.betting == kind]) for kind in kinds}
        self._events: queue.Queue[Any] = queue.Queue()
        self._ready: queue.Queue[tuple[FlopPlan, ShapeProgram] | None] = queue.Queue()
        self._programs: dict[Shape, ShapeProgram | None] = {}
        self._waiting: dict[Shape, list[FlopPlan]] = {}
        self._card, self._stopped, self._turns, self._ahead = threading.Lock(), False, turns or TURNS, ahead
        self.notes: defaultdict[str, float] = defaultdict(float)  # seconds by what they went into

    def solved(self) -> Iterator[Any]:
        """What `figures` gives for every flop, in whatever order."""
        keep_programs()
        compilers = ThreadPoolExecutor(3)
        with _planners(self._processes) as planners:
            threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._turns)]
            for thread in threads:
                thread.start()
            try:
                yield from self._watched(planners, compilers)
            finally:
                self._stopped = True
                for _ in threads:
                    self._ready.put(None)
                compilers.shutdown(wait=False, cancel_futures=True)
                for thread in threads:
                    thread.join()

    def _watched(self, planners: Any, compilers: Any) -> Iterator[Any]:
        left, open_, done = list(reversed(self._orders)), 0, 0
        while done < len(self._orders):
            while left and open_ < self._processes + self._ahead:
                order = left.pop()
                rooms = self._bettings[order.betting].rooms
                job = planners.submit(plan_flop, order, rooms, self._precision, self._merge)
                job.add_done_callback(self._events.put)
                open_ += 1
            event = self._events.get()
            if isinstance(event, Future):
                event = event.result()
            if isinstance(event, BaseException):
                raise event
            if isinstance(event, FlopDone):
                done, open_ = done + 1, open_ - 1
                yield event.figures
            elif isinstance(event, FlopPlan):
                self._arrived(event, compilers)
            else:
                shape, program = event
                self._programs[shape] = program
                self.notes["compiling"] += program.seconds
                for plan in self._waiting.pop(shape, []):
                    self._ready.put((plan, program))

    def _arrived(self, plan: FlopPlan, compilers: Any) -> None:
        """To the card if its program is there."""
        self.notes["laying out"] += plan.seconds
        if plan.shape not in self._programs:
            _require_room(plan, self._turns)
            self._programs[plan.shape] = None
            streets = self._bettings[plan.order.betting].streets
            game = gpu_passes.make_game(streets, plan.hands, None, self._precision == "i16")
            compilers.submit(self._compile, game._replace(split=min(game.split, 1)), plan)
        program = self._programs[plan.shape]
        if program is None:
            self._waiting.setdefault(plan.shape, []).append(plan)
        else:
            self._ready.put((plan, program))

    def _compile(self, game: GpuSpot, plan: FlopPlan) -> None:
        try:
            with card_failures():
                self._events.put(
                    (plan.shape, ShapeProgram(game, plan, self._bettings[plan.order.betting].modes, self.ending()))
                )
        except BaseException as error:  # to be raised where somebody waits for it
            self._events.put(error)

    def ending(self) -> Any:
        """What is found when a flop is done, from game, cards, locks and tables."""
        return partial(_values, (EVALUATE,))

    # --- on the card ----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        """One of the threads that take turns."""
        while (item := self._ready.get()) is not None and not self._stopped:
            try:
                with card_failures():
                    found = self._solve(*item)
                if found is not None:
                    self._events.put(FlopDone(found))
            except BaseException as error:
                self._events.put(error)
                return

    def _solve(self, plan: FlopPlan, program: ShapeProgram) -> Any:
        began = time.perf_counter()
        with self._card:
            start = time.perf_counter()
            host = jax.device_put(gpu_passes.host_cards(plan.hands))
            cards, tables, edges = program.begin(host)
            self.notes["copying"] += time.perf_counter() - start
        floor = np.float32(0.0 if self._goal.rule.clip else -np.inf)
        iteration, share = 0, None
        while share is None or not self._goal.reached(iteration, share):
            if self._stopped:
                return None
            steps = self._goal.steps(iteration, share)
            factors = self._goal.factors(iteration, steps)
            with self._card:
                start = time.perf_counter()
                tables = program.iterate(
                    cards, program.locks, floor, tables, factors, np.int32(steps), np.int32(iteration)
                )
                found = program.look(cards, program.locks, tables)
                jax.block_until_ready(tables)  # type: ignore[no-untyped-call]
                self.notes["iterating"] += time.perf_counter() - start
            iteration += steps
            self.notes["iterations"] += steps
            share = self._share(found, plan)
        told = (iteration, time.perf_counter() - began, 100 * share)
        return self.figures(plan, program, Begun(cards, tables, edges), told)

    def _share(self, found: Any, plan: FlopPlan) -> float:
        """Exploitability as a share of the pot."""
        gains = [_mean(pair, plan) for pair in found]
        spot = self._bettings[plan.order.betting].spot
        return (sum(gains[0]) - sum(sum(each) for each in gains[1:])) / 2 / spot.pot

    def figures(self, plan: FlopPlan, program: ShapeProgram, found: Begun, told: tuple[int, float, float]) -> Any:
        """What is kept of a flop; `told` are iterations, seconds and exploitability in percent."""
        betting = self._bettings[plan.order.betting]
        values = program.end(found.cards, program.locks, found.tables)[-1]
        half = betting.spot.pot / 2
        ev, edge = _mean(values, plan), _mean(found.edges, plan)
        equity = (0.5 + edge[0] / 2, 0.5 + edge[1] / 2)
        reach = [row.astype(np.float64) for row in plan.hands.reach]
        check = betting.moves[0].index("check")
        first = betting.shares(found.tables, 0)
        second = betting.shares(found.tables, int(betting.tree.children(0)[check]))
        weights = (
            reach[0] * (plan.hands.together @ reach[1]),
            reach[1] * ((reach[0] * first[check]) @ plan.hands.together),
        )
        taken = [
            dict(zip(names, (shares @ weight / weight.sum()).tolist(), strict=True))
            for names, shares, weight in zip(betting.moves, (first, second), weights, strict=True)
        ]
        ends = (ev[0] + half, ev[1] + half)
        return SolvedFlop(plan.order.name, *told, betting.spot.pot, ends, equity, (taken[0], taken[1]))


def _values(modes: tuple[int, ...], game: GpuSpot, *given: Any) -> Any:
    return gpu_passes.root_values(game, modes, *given)


class FlopDone(NamedTuple):
    """A flop is done."""

    figures: Any


def _mean(pair: Any, plan: FlopPlan) -> tuple[float, float]:
    """Of both players' hands, over their ranges."""
    means = [
        float(reach.astype(np.float64) @ np.asarray(values, dtype=np.float64).reshape(-1)) / plan.pairs
        for reach, values in zip(plan.hands.reach, pair, strict=True)
    ]
    return means[0], means[1]


def batch_line(batch: Batch, flops: Sequence[str], processes: int | None = None) -> FlopQueue:
    """The flops of a batch."""
    goal = FlopGoal(batch.target, batch.iterations, parse_rule("dcfr"))
    return FlopQueue(
        [FlopOrder(flop, flop, batch.settings) for flop in in_order(flops)], goal, batch.precision, processes
    )


def in_order(flops: Sequence[str]) -> list[str]:
    """One of each pattern first, so that everything is compiled early, and then pattern after pattern."""
    patterns: dict[tuple[int, ...], list[str]] = {}
    for flop in flops:
        patterns.setdefault(pattern_of(flop), []).append(flop)
    ranked = sorted(patterns.values(), key=len, reverse=True)
    return [row[0] for row in ranked] + [flop for row in ranked for flop in row[1:]]


def pattern_of(flop: str) -> tuple[int, ...]:
    """What suits and pairs have in common with each other, whichever they are."""
    cards = parse_cards(flop)
    counts = [sorted(Counter(of).values()) for of in ([card >> 2 for card in cards], [card & 3 for card in cards])]
    return (*counts[0], 0, *counts[1])


def _rooms(weights: Sequence[Reals], orders: Sequence[FlopOrder]) -> tuple[int, int]:
    """For the most hands that any of the flops leaves."""
    most = [0, 0]
    for order in orders:
        free = (COMBO_MASKS & mask_of(parse_cards(order.board))) == 0
        own = weights if order.settings is orders[0].settings else order.spot().weights
        most = [max(before, int((free & (np.asarray(row) > 0)).sum())) for before, row in zip(most, own, strict=True)]
    return hand_room(most[0]), hand_room(most[1])


def _require_room(plan: FlopPlan, turns: int) -> None:
    free = free_on_card(jax)
    if free is not None and turns * plan.card_bytes > free:
        raise BadConfig(
            f"flops at a time, {turns}, need about {byte_size(turns * plan.card_bytes)} on the GPU and "
            f"{byte_size(free)} are free there: use fewer bet sizes, narrower ranges, precision i16 or device 'cpu'"
        )


@contextmanager
def _planners(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that lay out flops; they go with us."""
    pool = ProcessPoolExecutor(count, get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
