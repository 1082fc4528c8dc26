"""Preflop: jam or fold beside a linear program, and a solve on few flops from cold and from the cache, CPU seconds."""

import os
import tempfile
import time
from pathlib import Path

import numpy as np
from scipy.optimize import linprog

from benchmarks import harness
from benchmarks.harness import Row
from gutshot.preflop.class_pairs import class_pairs
from gutshot.preflop.config import JamTable, PreflopConfig
from gutshot.preflop.jam_fold import solve_pushfold
from gutshot.preflop.run import solve_preflop
from gutshot.settings import read_yaml

STACK = 10.0
FLOPS = int(os.environ.get("PREFLOP_FLOPS", "2"))
ROUNDS = int(os.environ.get("PREFLOP_ROUNDS", "1"))
CONFIG = Path(__file__).resolve().parents[1] / "configs" / "preflop_hu.yaml"


def run() -> list[Row]:
    two = harness.seconds(lambda: solve_pushfold(JamTable((STACK, STACK))), repeats=3)
    program = harness.seconds(_linear_program, repeats=3)
    rows = [
        Row("jam or fold, 2 players, to an exact equilibrium", "gutshot", two, "s"),
        Row("jam or fold, 2 players, to an exact equilibrium", "scipy HiGHS", program, "s", "value only"),
    ]
    begin = time.process_time()
    solved = solve_pushfold(JamTable((STACK,) * 3))
    note = f"exploitability {solved.exploitability:.1e} bb; table of three kept"
    rows.append(Row("jam or fold, 3 players", "gutshot", time.process_time() - begin, "s", note))
    return rows + _preflop_rows()


def _linear_program() -> float:
    """The small blind's value: maximise over jams what the big blind lets him have."""
    pairs = class_pairs()
    deal = pairs.chance[:, None] * pairs.meet
    cost = deal - STACK * (2 * pairs.equity - 1) * deal
    goal = -np.concatenate([1.5 * pairs.chance, np.ones(169)])
    rows, bounds = np.hstack([cost.T, np.eye(169)]), [(0, 1)] * 169 + [(None, 0)] * 169
    found = linprog(goal, A_ub=rows, b_ub=np.zeros(169), bounds=bounds, method="highs")
    return float(-found.fun - 0.5)


def _preflop_rows() -> list[Row]:
    """The shipped config on `PREFLOP_FLOPS` flops for `PREFLOP_ROUNDS` rounds, twice: cold, and from the cache."""
    plain = read_yaml(CONFIG)
    plain["postflop_model"] = plain["postflop_model"] | {"max_flop_boards": FLOPS}
    config = PreflopConfig.from_dict(plain | {"rounds": ROUNDS})
    kept = os.environ.get("GUTSHOT_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GUTSHOT_CACHE"] = folder
        times = []
        for _ in range(2):
            begin = time.process_time()
            solve_preflop(config, threads=1)
            times.append(time.process_time() - begin)
        if kept is None:
            del os.environ["GUTSHOT_CACHE"]
        else:
            os.environ["GUTSHOT_CACHE"] = kept
    what = f"preflop, heads-up, 25 bb, {FLOPS} flops, {ROUNDS} round(s)"
    return [Row(what, "gutshot, cold", times[0], "s"), Row(what, "gutshot, from cache", times[1], "s")]
