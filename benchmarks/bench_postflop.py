"""Postflop solving, seconds inside iterations (CPU on one thread): ours, the live peer if built, the recorded peer.

The recorded figures of postflop-solver come from `shared/peers/spots.json` (another machine: Zen 4). For a live
comparison set POSTFLOP_PEER to a program that takes BOARD OOP IP TREE POT STACK THREADS I16 ITERATIONS TARGETS and
prints one JSON line per target reached with `iters` and `cpu_seconds`. POSTFLOP_SPOTS picks, as in "turn:std flop:std".
"""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import harness
from benchmarks.harness import Row
from gutshot.cards.ranges import Range
from gutshot.kernel import kernel
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import Spot

RECORDED = Path(__file__).resolve().parents[2] / "shared" / "peers" / "spots.json"
DEFAULT_SPOTS = "river:std river:rich river_wide:rich turn:std turn_wide:std flop:std"
TARGETS = (0.5, 0.3, 0.1)
CHECK_EVERY = 10
CORES = os.sched_getaffinity(0)


def run() -> list[Row]:
    if not RECORDED.is_file():
        return []
    recorded = json.loads(RECORDED.read_text())
    wanted = os.environ.get("POSTFLOP_SPOTS", DEFAULT_SPOTS).split()
    rows = []
    harness.pin_to_one_core()
    for entry in recorded["spots"]:
        if f"{entry['spot']}:{entry['tree']}" in wanted:
            rows += list(_spot_rows(entry, recorded))
    os.sched_setaffinity(0, CORES)
    return rows


def make_spot(entry: dict[str, Any], recorded: dict[str, Any]) -> Spot:
    ranges = [Range.full() if "+" not in entry[name] else Range.parse(entry[name]) for name in ("oop", "ip")]
    sizes = recorded["trees"][entry["tree"]]
    return Spot(entry["board"], ranges[0], ranges[1], recorded["pot"], recorded["stack"], **sizes)


def _spot_rows(entry: dict[str, Any], recorded: dict[str, Any]) -> Iterator[Row]:
    name = f"{entry['spot']} {entry['tree']}"
    solver = Solver(make_spot(entry, recorded), threads=1)
    ours = solve_to(solver, TARGETS)
    theirs = _live_peer(entry, recorded) if os.environ.get("POSTFLOP_PEER") else {}
    kept = next(r for r in entry["runs"] if r["storage"] == "f32" and r["threads"] == 1)
    for target in TARGETS:
        iterations, seconds = ours[target]
        what = f"{name} to {target} % of pot"
        yield Row(what, "gutshot", seconds, "s", f"{iterations} iterations, {_mega(solver.memory_bytes)}")
        if target in theirs:
            yield Row(
                what,
                "postflop-solver, here",
                theirs[target]["cpu_seconds"],
                "s",
                f"{theirs[target]['iters']} iterations",
            )
        if f"to_{target}pct" in kept:
            past = kept[f"to_{target}pct"]
            note = f"{past['iters']} iterations, {kept['peak_rss_MB']:.0f} MB"
            yield Row(what, "postflop-solver, recorded on Zen 4", past["solve_s"], "s", note)
    per_iteration = ours[TARGETS[-1]][1] / ours[TARGETS[-1]][0]
    bytes_moved = iteration_bytes(solver)
    share = bytes_moved / per_iteration / memory_bandwidth()
    note = f"moves {_mega(bytes_moved)} an iteration, {100 * share:.0f} % of this core's memory bandwidth"
    yield Row(f"{name} per iteration", "gutshot", per_iteration, "s", note)
    if theirs:
        yield Row(f"{name} per iteration", "postflop-solver, here", theirs["per_iteration"]["cpu_per_iter"], "s")


def _mega(count: float) -> str:
    return f"{count / 1e6:,.1f} MB"


def solve_to(solver: Solver, targets: tuple[float, ...]) -> dict[float, tuple[int, float]]:
    """Iterations and CPU seconds inside them until each target; looking at the exploitability does not count."""
    solver.iterate(1)
    solver.exploitability()
    for row in solver.stores:
        for store in row:
            store.regrets[:] = 0
            store.average[:] = 0
    solver.iteration = 0
    seconds, found = 0.0, {}
    for target in targets:
        while target not in found:
            start = time.process_time()
            solver.iterate(CHECK_EVERY)
            seconds += time.process_time() - start
            if solver.exploitability_percent() <= target:
                found[target] = (solver.iteration, seconds)
    return found


def iteration_bytes(solver: Solver) -> int:
    """Regrets are read in the opponent's pass, read and written in one's own; averages read and written once."""
    return sum(3 * s.regrets.nbytes + 2 * s.average.nbytes for row in solver.stores for s in row)


@kernel
def _stream(array: np.ndarray) -> None:
    for k in range(len(array)):
        array[k] = array[k] * np.float32(0.5) + np.float32(1.0)


def memory_bandwidth() -> float:
    """Bytes a second of reading and writing an array too large for any cache."""
    array = np.zeros(50_000_000, dtype=np.float32)
    return 2 * array.nbytes / harness.seconds(lambda: _stream(array), repeats=3)


def _live_peer(entry: dict[str, Any], recorded: dict[str, Any]) -> dict[Any, Any]:
    ranges = [entry["oop"], entry["ip"]]
    targets = ",".join(map(str, TARGETS))
    words = [os.environ["POSTFLOP_PEER"], entry["board"], *ranges, entry["tree"], recorded["pot"], recorded["stack"]]
    done = subprocess.run(
        [str(word) for word in [*words, 1, 0, 2000, targets]], capture_output=True, text=True, check=True
    )
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = {line["target"]: line for line in lines if "target" in line}
    return {**found, "per_iteration": next(line for line in lines if "cpu_per_iter" in line)}
