"""What only a card can show, stage by stage: `python -m benchmarks.device_batches [SECONDS] [STAGE ...]`.

Every stage is a process of its own with its own time limit, and writes its lines to $OUT/device_batches.jsonl at once:
one that fails or hangs costs the others nothing. Stages:

    rivers    many rivers at once, by every program there is for them
    flops     all flops of configs/spot_flop.yaml to 0.5 % of the pot, until the time is up; rows go to $OUT/flops.json
    coach     the flops of $DEVICE_BATCHES_COACH, a JSON file of spots, to 0.3 %; points go to $OUT/coach_flops.npz
    big       a tree of more than 40 GB in 16 bits; laid out and compiled while others work
    short     flop std in 16 bits beside 32
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import Any

import numpy as np

BEGAN = float(os.environ.get("DEVICE_BATCHES_BEGAN", time.time()))
OUT = Path(os.environ.get("OUT", tempfile.gettempdir()))
SPOT = Path("configs/spot_flop.yaml")
STAGES = {"rivers": 60.0, "flops": 320.0, "big": 85.0, "coach": 110.0, "short": 40.0}
"""Seconds each may take when it is its turn."""
RESERVED = {"big": 80.0, "coach": 45.0}
"""Seconds that the flops leave for what comes after them."""
OWN = {"DEVICE_BATCHES_BEGAN": str(BEGAN), "NUMBA_NUM_THREADS": "1"}
"""Of every process."""
SMALL = bool(os.environ.get("DEVICE_BATCHES_SMALL"))
"""Tiny settings, to see that everything runs."""


def note(what: str, **facts: Any) -> None:
    """A line of results, at once on disk."""
    row = {"at": round(time.time() - BEGAN, 2), "what": what, **facts}
    with (OUT / "device_batches.jsonl").open("a") as file:
        file.write(json.dumps(row, default=float) + "\n")
    print(json.dumps(row, default=float)[:700], flush=True)


def stop_after(seconds: float, what: str) -> None:
    """Whatever hangs, the process ends."""

    def stop() -> None:
        note(f"{what} stopped", limit=seconds)
        os._exit(3)

    watchdog = threading.Timer(max(seconds, 1), stop)
    watchdog.daemon = True
    watchdog.start()


# --- all flops ------------------------------------------------------------------------------------------------------


def flops(limit: float) -> None:
    """Rates and shares of time are of the run so far."""
    from gutshot.postflop import flop_batch, gpu_flops
    from gutshot.settings import read_yaml

    if SMALL:
        pretend_a_card()
    settings = {**read_yaml(SPOT), "target": 0.005, "flops": {"subset": 6} if SMALL else "all"}
    del settings["board"]
    if SMALL:
        settings |= {"oop": "AA,T9s", "ip": "QQ,A5s", "bets": "a", "raises": "", "donk": {}}
    batch = flop_batch.Batch.from_dict(settings)
    lines: list[Any] = []
    usual = gpu_flops.FlopQueue.__init__

    def kept(self: Any, *given: Any) -> None:
        usual(self, *given)
        lines.append(self)

    gpu_flops.FlopQueue.__init__ = kept  # type: ignore[assignment, method-assign]
    began, first = time.time(), [0.0]

    def watch(done: int, total: int, row: dict[str, Any]) -> None:
        first[0] = first[0] or time.time()
        if done in (1, 2, 5, 10, 20) or done % 50 == 0 or done == total:
            spent = time.time() - first[0]
            rate = (done - 1) / spent if spent else 0.0
            note("flops", done=done, seconds=time.time() - began, per_second=rate, **lines[0].notes, last=row)

    processes = int(os.environ.get("DEVICE_BATCHES_PROCESSES", "4"))
    with tempfile.TemporaryDirectory() as folder:
        rows = flop_batch.run_batch(batch, folder, processes, watch=watch, device="gpu", most_seconds=limit - 3)
        seconds = time.time() - began
        again = flop_batch.read_batch(folder)
        (OUT / "flops.json").write_text(json.dumps({"seconds": seconds, "rows": rows}))
    worst = max(row["exploitability_pct"] for row in rows)
    note(
        "flops end",
        done=len(rows),
        read_again=len(again),
        seconds=seconds,
        since_the_first=time.time() - first[0],
        worst_pct=worst,
        mean_iterations=float(np.mean([row["iterations"] for row in rows])),
        **lines[0].notes,
    )


def coach(limit: float) -> None:
    """Compiled while others work; solved when `$DEVICE_BATCHES_GO` is there, and saved every few flops."""
    from gutshot.cfr.updates import parse_rule
    from gutshot.postflop.gpu_flops import FlopGoal, FlopOrder
    from gutshot.postflop.gpu_points import PointLine

    given = json.loads(Path(os.environ["DEVICE_BATCHES_COACH"]).read_text())
    skipped = int(os.environ.get("DEVICE_BATCHES_COACH_SKIP", "0"))
    go, ended = os.environ.get("DEVICE_BATCHES_GO"), [float("inf")]

    def wait() -> None:
        while go and not Path(f"{go}-coach").exists():
            time.sleep(0.05)
        ended[0] = min(ended[0], time.time() + limit - 6)

    names = list(dict.fromkeys(spot["name"] for spot in given))
    own = ("name", "number", "lines", "board")
    orders = [
        FlopOrder(str(k), spot["board"], {key: spot[key] for key in spot if key not in own}, names.index(spot["name"]))
        for k, spot in enumerate(given)
    ][skipped:]
    lines = {str(k): spot["lines"] for k, spot in enumerate(given)}
    line = PointLine(orders, lines, FlopGoal(0.003, None, parse_rule("dcfr")), wait, processes=2, turns=2, ahead=80)
    found: dict[str, Any] = {}
    last = 0.0
    for flop in line.solved():
        name, told = flop.pop("name"), flop.pop("told")
        found[name] = np.array([told[2] / 100 * given[int(name)]["pot"], told[0], told[1]], dtype=np.float32)
        found |= {f"{name}.{key}": value for key, value in flop.items()}
        note("coach", flop=name, kind=given[int(name)]["name"], told=told, **line.notes)
        if time.time() - last > 10 or time.time() > ended[0]:
            save(found)
            last = time.time()
        if time.time() > ended[0]:
            break
    save(found)
    note("coach end", done=sum("." not in key for key in found), of=len(orders), **line.notes)


def save(found: dict[str, Any]) -> None:
    """Aside, and renamed."""
    aside = OUT / "coach_aside.npz"
    np.savez_compressed(aside, **found)
    aside.rename(OUT / "coach_flops.npz")


def pretend_a_card() -> None:
    """The same programs on XLA's CPU."""
    from gutshot.postflop import gpu_solver

    gpu_solver._refusal = lambda solver: None


# --- one large tree, and 16 bits ------------------------------------------------------------------------------------


def timed(solver: Any, seconds: float, what: str, target: float = 0.0, every: int = 10) -> None:
    """Iterate, look, write down."""
    spent, history = 0.0, []
    while spent < seconds:
        start = time.perf_counter()
        solver.iterate(every)
        spent += time.perf_counter() - start
        start = time.perf_counter()
        percent = solver.exploitability_percent()
        looking = time.perf_counter() - start
        history.append((solver.iteration, round(spent, 3), percent))
        note(what, iteration=solver.iteration, seconds=spent, percent=percent, looking_s=looking)
        if percent <= target:
            break
    per = spent / solver.iteration
    tables = solver.layout.table_bytes(solver.precision)
    note(
        f"{what} end", s_per_iteration=per, table_GB=tables / 1e9, floor_share=2.5 * tables / per / 4.3e12, all=history
    )


def big(limit: float) -> None:
    """Laid out and compiled at once; iterated when `$DEVICE_BATCHES_GO` is there."""
    from gutshot.cards.ranges import Range
    from gutshot.postflop.gpu_solver import GpuSolver, card_bytes
    from gutshot.postflop.solver import Solver
    from gutshot.postflop.spot import Spot

    sizes: dict[str, Any] = {"bets": "33%, 66%, 100%, 150%, a", "raises": "50%, 100%, a"}
    ranges = (Range.full(), Range.full())
    if SMALL:
        sizes, ranges = {"bets": "a", "raises": ""}, (Range.parse("AA,T9s"), Range.parse("QQ,A5s"))
    spot = Spot("Td9h6c", *ranges, pot=200, stack=1100, **sizes)
    began = time.time()
    solver = GpuSolver(Solver(spot, threads=1, precision="i16", empty=True))
    layout = solver.layout
    note(
        "big laid out",
        seconds=time.time() - began,
        table_GB=layout.table_bytes("i16") / 1e9,
        card_GB=card_bytes(layout, "i16") / 1e9,
        actions=layout.counts().actions,
        decisions=layout.counts().decision,
        chunks=solver._chunks,
    )
    began = time.time()
    planned = solver._betting, solver._hands
    note("big planned", seconds=time.time() - began, groups=[len(street.groups) for street in planned[0]])
    compile_ahead(solver)
    if os.environ.get("DEVICE_BATCHES_LOWER"):
        return
    go = os.environ.get("DEVICE_BATCHES_GO")
    while go and not Path(f"{go}-big").exists():
        time.sleep(0.2)
    began = time.time()
    stop_after(limit, "big")
    solver.compile()
    note("big on the card", seconds=time.time() - began, **memory())
    timed(solver, 5 if SMALL else limit - 35, "big", every=5)
    note("big memory", **memory())


def compile_ahead(solver: Any) -> None:
    """Compile from shapes alone, so that nothing is on the card yet."""
    import jax

    from gutshot.postflop import gpu_passes
    from gutshot.postflop.gpu_plan import MOST_AT_ONCE

    began = time.time()
    game, program = solver._game, solver._program
    host = gpu_passes.host_cards(solver._hands)
    cards = jax.eval_shape(lambda given: gpu_passes.made_cards(game, given), host)
    tables = jax.eval_shape(lambda: gpu_passes.empty_tables(game))
    factors = jax.ShapeDtypeStruct((MOST_AT_ONCE, 4), np.float32)
    one = np.float32(0)
    lowered = program.iterate.lower(cards, solver._locks, one, tables, factors, np.int32(1), np.int32(0))
    looks = program.root_values.lower(cards, solver._locks, tables)
    note("big lowered", seconds=time.time() - began)
    if os.environ.get("DEVICE_BATCHES_LOWER"):
        return
    ready = []
    for name, job in (("iterations", lowered), ("look", looks)):
        ready.append(job.compile())
        known: Any = ready[-1].memory_analysis()
        sizes = {
            f"{kind}_GB": getattr(known, f"{kind}_size_in_bytes", 0) / 1e9 for kind in ("temp", "argument", "alias")
        }
        note(f"big compiled {name}", seconds=time.time() - began, **sizes)
    solver._program = gpu_passes.GpuProgram(ready[0], ready[1])


def memory() -> dict[str, float]:
    import jax

    known = jax.devices()[0].memory_stats() or {}
    return {f"{name}_GB": known[name] / 1e9 for name in ("bytes_in_use", "peak_bytes_in_use") if name in known}


def short(limit: float) -> None:
    """Flop std in both precisions to 0.3 % of the pot."""
    from tests.postflop.spots import turn_spot

    from gutshot.postflop.gpu_solver import GpuSolver
    from gutshot.postflop.solver import Solver
    from gutshot.postflop.spot import Spot

    for precision in ("i16", "f32"):
        spot = turn_spot() if SMALL else Spot.read(SPOT)
        solver = GpuSolver(Solver(spot, threads=1, precision=precision, empty=True))
        began = time.time()
        solver.compile()
        note(f"short {precision} compiled", seconds=time.time() - began)
        timed(solver, limit / 4, f"short {precision}", target=0.3)


# --- rivers ---------------------------------------------------------------------------------------------------------


def rivers(limit: float) -> None:
    """Each way in a process of its own; they compile side by side and are timed one after another."""
    from benchmarks.device_rivers import WAYS

    turns = Path(tempfile.mkdtemp()) / "turns"
    jobs = [
        (f"rivers:{way}", run_stage(f"rivers:{way}", limit, False, DEVICE_BATCHES_TURNS=str(turns))) for way in WAYS
    ]
    ends = time.time() + limit
    for stage, job in jobs:
        wait_for(job, stage, max(ends - time.time(), 1))


# --- one after another ----------------------------------------------------------------------------------------------


def run_stage(stage: str, limit: float, wait: bool = True, **environment: str) -> Any:
    """In its own process; killed a little after its limit."""
    words = [sys.executable, "-m", "benchmarks.device_batches", "--stage", stage, str(limit)]
    child = subprocess.Popen(words, env={**os.environ, **OWN, **environment})
    return wait_for(child, stage, limit) if wait else child


def wait_for(child: Any, stage: str, limit: float) -> None:
    """Until it ends or its time is up."""
    try:
        note(f"{stage} process", rc=child.wait(timeout=limit + 8))
    except subprocess.TimeoutExpired:
        child.kill()
        note(f"{stage} killed", limit=limit)


def main(limit: float, stages: list[str]) -> None:
    """The large tree is laid out and compiled while the flops run."""
    OUT.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    os.environ.setdefault("GUTSHOT_CACHE", tempfile.mkdtemp())
    go = Path(tempfile.mkdtemp()) / "go"

    def left() -> float:
        return limit - (time.time() - BEGAN)

    waiting: dict[str, Any] = {}
    ahead = [stage for stage in ("big", "coach") if stage in stages and "flops" in stages]
    for stage in stages:
        most = min(STAGES[stage], left())
        if most < 15:
            note(f"{stage} left out", left=left())
            continue
        if stage == "flops":
            for later in ahead:
                own = {"DEVICE_BATCHES_GO": str(go), "XLA_PYTHON_CLIENT_MEM_FRACTION": ".9"}
                waiting[later] = run_stage(later, STAGES[later], False, **own)
            most = min(most, left() - sum(RESERVED[later] for later in ahead))
        if stage in waiting:
            Path(f"{go}-{stage}").touch()
            wait_for(waiting[stage], stage, most)
            continue
        run_stage(stage, most)
    for job in waiting.values():
        if job.poll() is None:
            job.kill()
    note("end", seconds=time.time() - BEGAN)


def stage_of(name: str, limit: float) -> None:
    """One stage, in this process."""
    chosen = {"rivers": rivers, "flops": flops, "big": big, "short": short, "coach": coach}
    if name not in ("big", "rivers", "coach"):
        stop_after(limit + 5, name)
    try:
        if name.startswith("rivers:"):
            from benchmarks.device_rivers import measure

            measure(name.partition(":")[2], limit, note)
        else:
            chosen[name](limit)
    except Exception as error:
        note(name, failed=repr(error)[:500], trace=traceback.format_exc()[-1500:])
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--stage"]:
        stage_of(sys.argv[2], float(sys.argv[3]))
    else:
        main(
            float(sys.argv[1]) if len(sys.argv) > 1 else 500.0,
            sys.argv[2:] or ["rivers", "flops", "big", "coach", "short"],
        )
