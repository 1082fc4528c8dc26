"""Postflop model: sampled play against exhaustive buckets to the same error of hand values, and what a flop costs."""

import multiprocessing
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.harness import Row, pin_to_one_core
from gutshot.cards.card import parse_cards
from gutshot.cards.ranges import Range
from gutshot.flop_values import pipeline
from gutshot.flop_values.betting import CHANCE, DECISION, FOLD, FlopBetting, make_betting, make_spot
from gutshot.flop_values.buckets import chosen_runouts, make_buckets
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.flop_deck import make_deck
from gutshot.flop_values.model import PostflopModel
from gutshot.flop_values.pipeline import value_flop
from gutshot.flop_values.transitions import count_transitions
from gutshot.flop_values.values import Arrival, FlopValues
from gutshot.kernel import kernel

FLOP, SPR = parse_cards("Td9d6h"), 4.5
RANGES = Range.parse("60%").weights, Range.parse("80%").weights
BUCKETED = PostflopModelConfig(cfr_delta_threshold=0.0, check_abstraction=False)
SAMPLED = replace(BUCKETED, solve_type="mccfr", num_hand_buckets_river=20, value_extraction_samples=24)
FINE = replace(
    SAMPLED,
    num_hand_buckets_flop=100,
    num_hand_buckets_turn=200,
    num_hand_buckets_river=200,
    hands_per_bucket=1,
    mccfr_sample_pct=0.01,
    value_extraction_samples=245,
)
BUDGETS = (5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 5e-3)
SEEDS = 3


def run() -> list[Row]:
    """In a process of its own: matrix products take one thread only where that is told before NumPy is there."""
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(measure).result()


def measure() -> list[Row]:
    pin_to_one_core()
    exact = value_flop(FLOP, RANGES, SPR, PostflopModelConfig(solve_type="exact", exact_target=0.005))
    return [*same_error(exact), *one_flop(exact)]


def error(found: FlopValues, exact: FlopValues) -> float:
    """Root mean square over the hands that come, in pots."""
    weights = np.stack(RANGES) * exact.met
    return float(np.sqrt((weights * (found.shares - exact.shares) ** 2).sum() / weights.sum()))


def timed(config: PostflopModelConfig) -> tuple[float, FlopValues]:
    """CPU seconds of a flop from nothing, buckets included, and its values."""
    for kept in (pipeline._deck, pipeline._buckets, pipeline._transitions):
        kept.cache_clear()
    began = time.process_time()
    found = value_flop(FLOP, RANGES, SPR, config)
    return time.process_time() - began, found


def sampled(config: PostflopModelConfig, exact: FlopValues) -> tuple[float, float]:
    """Median CPU seconds, and the root mean square error, of solves with other draws and other buckets."""
    runs = [timed(replace(config, seed=seed)) for seed in range(SEEDS)]
    return float(np.median([took for took, _ in runs])), rms([error(found, exact) for _, found in runs])


def rms(errors: list[float]) -> float:
    return float(np.sqrt(np.mean(np.square(errors))))


def same_error(exact: FlopValues) -> list[Row]:
    for compiled in (SAMPLED, BUCKETED):
        value_flop(FLOP, RANGES, SPR, replace(compiled, mccfr_sample_pct=1e-5, postflop_solve_iterations=1))
    theirs, bucketed = timed(BUCKETED)
    goal = error(bucketed, exact)
    for budget in BUDGETS:
        ours, reached = sampled(replace(SAMPLED, mccfr_sample_pct=budget), exact)
        if reached <= goal:
            break
    what = "one flop, 20 buckets a street, to the error of exhaustive 20/20/50"
    walked, per_pair = walk_seconds()
    return [
        Row(what, "mccfr", ours, "s", f"error {reached:.4f} pots, sample pct {budget:g}"),
        Row(what, "bucketed, pairs as matrices", theirs, "s", f"error {goal:.4f} pots, 200 iterations"),
        Row(
            what, "bucketed, pairs walked one by one", walked, "s", f"{per_pair:.2f} s a flop pair, times 400 x 2 x 200"
        ),
    ]


def one_flop(exact: FlopValues) -> list[Row]:
    ours, reached = sampled(FINE, exact)
    rows = [Row("one flop, 100/200/200 buckets, one line", "mccfr", ours, "s", f"error {reached:.4f} pots")]
    with tempfile.TemporaryDirectory() as folder:
        model = PostflopModel(replace(SAMPLED, fixed_flops=("Td9d6h",)), folder, threads=1)
        arrival = [Arrival(*RANGES, 1.0, SPR)]
        model.evaluate(arrival)
        began = time.process_time()
        model.evaluate(arrival)
        rows.append(Row("the same question again", "mccfr", time.process_time() - began, "s", "from the cache"))
    return rows


def walk_seconds() -> tuple[float, float]:
    """An exhaustive solve that walks the tree for every pair of buckets of every street, from one flop pair's time."""
    deck = make_deck(FLOP)
    buckets = make_buckets(deck, BUCKETED)
    moves = count_transitions(deck, buckets, chosen_runouts(0.2, 0))
    betting = make_betting(make_spot(FLOP, RANGES, SPR, BUCKETED))
    counts = np.array(buckets.counts)
    walk_pair(betting, len(betting.kind) - 1, 0, 0, counts, moves.to_turn, moves.to_river, moves.edge)
    began = time.process_time()
    walk_pair(betting, 0, 10, 10, counts, moves.to_turn, moves.to_river, moves.edge)
    each = time.process_time() - began
    return each * counts[0] ** 2 * 2 * BUCKETED.postflop_solve_iterations, each


@kernel
def walk_pair(
    betting: FlopBetting, node: int, own: int, other: int, counts: Any, to_turn: Any, to_river: Any, edge: Any
) -> Any:
    """What two buckets are worth when everybody chooses evenly: the visits of an exhaustive walk, and no learning."""
    kind, size = betting.kind[node], counts[betting.street[node]]
    if kind == FOLD:
        return betting.half[node]
    if kind != DECISION and kind != CHANCE:
        return betting.half[node] * edge[own * size + other]
    total = 0.0
    if kind == DECISION:
        for action in range(betting.actions[node]):
            child = betting.child[betting.first[node] + action]
            total += walk_pair(betting, child, own, other, counts, to_turn, to_river, edge)
        return total / betting.actions[node]
    child = betting.child[betting.first[node]]
    matrix = to_turn if betting.street[node] == 0 else to_river
    after = counts[betting.street[node] + 1]
    for column in range(matrix.shape[1]):
        chance = matrix[own * size + other, column]
        if chance > 0:
            pair = column // after, column % after
            total += chance * walk_pair(betting, child, pair[0], pair[1], counts, to_turn, to_river, edge)
    return total
