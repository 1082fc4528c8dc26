"""Three players after the flop: CPU seconds until no player gains more than 0.1 % of the pot by a best answer.

A turn to 0.5 %, decisions beside those of the two-player solver, and random rivers: a stack-to-pot ratio of 1 to 20
(every second spot with three different stacks), ranges of 100 to 400 combos from the upper part of a noisy order, two
sizes and all-in for bets and raises. THREEWAY_SPOTS says how many of the hundred are solved, THREEWAY_FIRST with which
to begin, THREEWAY_RULE by which update rule. A line per spot goes to the standard error output.
"""

import math
import os
import sys
import time
from dataclasses import dataclass

import numpy as np

from benchmarks.harness import Row
from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_CARDS, COMBO_CLASS, COMBO_COUNT, COMBO_MASKS
from gutshot.cards.ranges import Range
from gutshot.numeric.arrays import Reals
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import Spot
from gutshot.postflop.three_solver import ThreeSolver
from gutshot.postflop.three_spot import ThreeSpot

POT = 1000
TARGET = 0.1  # per cent of the pot
MOST_SECONDS = 60.0
CHECK_EVERY = 20
TWO_CORES = 10.0  # CPU seconds in five on two cores
COMPARED = (1, 2, 4, 6, 20, 28)
OOP = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
IP = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
TURN = {
    "board": "Td9d6hQc",
    "players": {"sb": OOP, "bb": IP, "btn": OOP},
    "pot": 200,
    "stacks": 900,
    "bets": "60%",
    "raises": "a",
}


@dataclass(frozen=True)
class Solved:
    """One spot: CPU seconds with building and checks, iterations, and the largest gain in per cent of the pot."""

    seconds: float
    building: float
    iterations: int
    gain: float
    decisions: int


def run() -> list[Row]:
    count, first = int(os.environ.get("THREEWAY_SPOTS", "10")), int(os.environ.get("THREEWAY_FIRST", "0"))
    ThreeSolver(random_spot(0, ratio=1.0), threads=1).gains()  # compiles
    solved = []
    for number in range(first, first + count):
        solved.append(solve_to_target(random_spot(number)))
        print(number, solved[-1], file=sys.stderr, flush=True)
    seconds = sorted(each.seconds for each in solved)
    within = sum(each.seconds <= TWO_CORES and each.gain <= TARGET for each in solved)
    note = f"{within} of {count} within {TWO_CORES:.0f} CPU s, slowest {seconds[-1]:.1f} s"
    return [
        Row(f"random rivers to {TARGET} %", "median", float(np.median(seconds)), "s", note),
        Row(f"random rivers to {TARGET} %", "nine in ten", float(np.quantile(seconds, 0.9)), "s"),
        *(_beside_two(number) for number in COMPARED),
        _turn(),
    ]


def _per_decision(solver: ThreeSolver | Solver, decisions: int) -> float:
    """CPU microseconds of one thread per decision and iteration, the best of three rounds."""
    solver.iterate(2)
    count, best = max(4, 8000 // decisions), math.inf
    for _ in range(3):
        began = time.thread_time()
        solver.iterate(count)
        best = min(best, (time.thread_time() - began) / count)
    return 1e6 * best / decisions


def _beside_two(number: int) -> Row:
    """A random river beside the two-player solver with the ranges of its first and last player."""
    spot = random_spot(number)
    three = ThreeSolver(spot, threads=1)
    ranges, stack = list(spot.players.values()), min(spot.stacks)
    two = Solver(Spot(spot.board, ranges[0], ranges[2], spot.pot, stack, bets=spot.bets, raises=spot.raises), threads=1)
    decisions = three.layout.counts().decision
    ours, theirs = _per_decision(three, decisions), _per_decision(two, two.layout.counts().decision)
    note = f"{ours:.2f} and {theirs:.2f} us, {decisions} decisions, {[len(own) for own in three.layout.reach]} hands"
    return Row(f"river {number}, a decision", "three players by two", ours / theirs, "x", note)


def _turn() -> Row:
    """A turn to 0.5 % of the pot."""
    began = time.process_time()
    solver = ThreeSolver(ThreeSpot.from_dict(TURN), threads=1)
    while max(solver.gains_percent()) > 0.5 or not solver.iteration:
        solver.iterate(CHECK_EVERY)
    note = f"{solver.iteration} iterations, {solver.layout.counts().decision:,} decisions"
    return Row("turn to 0.5 %", "one thread", time.process_time() - began, "s", note)


def random_spot(number: int, ratio: float | None = None) -> ThreeSpot:
    """The spot of this number."""
    rng = np.random.default_rng(number)
    board = tuple(Card(int(card)) for card in rng.permutation(52)[:5])
    spr = float(np.exp(rng.uniform(0, np.log(20)))) if ratio is None else ratio
    ratios = np.full(3, spr) if number % 2 == 0 else np.exp(rng.uniform(0, np.log(max(spr, 1.001)), 3))
    return ThreeSpot.from_dict(
        {
            "board": board,
            "players": {name: _random_range(rng, board) for name in ("sb", "bb", "btn")},
            "pot": POT,
            "stacks": [max(1, int(POT * each)) for each in ratios],
            "bets": "50%, 100%, a",
            "raises": "50%, 100%, a",
        }
    )


def _random_range(rng: np.random.Generator, board: tuple[Card, ...]) -> Range:
    """The best hands of an order by rank, suits and pairs with noise on every class."""
    noise, ranks = rng.normal(0, 6, 169), COMBO_CARDS // 4
    pair, suited = ranks[:, 0] == ranks[:, 1], COMBO_CARDS[:, 0] % 4 == COMBO_CARDS[:, 1] % 4
    score: Reals = 2.0 * ranks.max(axis=1) + ranks.min(axis=1) + 10.0 * pair + 3.0 * suited + noise[COMBO_CLASS]
    dead = (COMBO_MASKS & np.uint64(sum(1 << card for card in board))) != 0
    best = np.argsort(-np.where(dead, -np.inf, score), kind="stable")[: rng.integers(100, 401)]
    weights = np.zeros(COMBO_COUNT)
    weights[best] = 1.0
    return Range(weights)


def solve_to_target(spot: ThreeSpot) -> Solved:
    """Iterate on one thread until the target, or until the time is up."""
    began = time.process_time()
    solver = ThreeSolver(spot, os.environ.get("THREEWAY_RULE", "dcfr"), threads=1)
    building = time.process_time() - began
    while True:
        solver.iterate(CHECK_EVERY)
        gain, seconds = max(solver.gains_percent()), time.process_time() - began
        if gain <= TARGET or seconds > MOST_SECONDS:
            return Solved(seconds, building, solver.iteration, gain, solver.layout.counts().decision)
