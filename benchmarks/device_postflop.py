"""The postflop solver on the GPU that JAX finds: `python -m benchmarks.device_postflop [SECONDS]`.

Turn std, turn rich, flop std and turn_wide std to 0.3 % of the pot, many rivers at once, and the same flop on the CPU
of the machine, which also judges what the GPU has found. All programs are compiled side by side first; `clean` figures
are measured when nothing else runs. Results are appended to $OUT/device_postflop.jsonl as they come, the most important
first, and what is not done after SECONDS (default 145) is left out.
"""

import gzip
import json
import os
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

BEGAN = time.monotonic()
OUT = Path(os.environ.get("OUT", tempfile.gettempdir()))
NARROW = (
    "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
    "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
)
TREES: dict[str, dict[str, Any]] = {
    "std": {
        "bets": "60%, e, a",
        "raises": "2.5x",
        "donk": {"river": "50%"},
        "add_allin_threshold": 1.5,
        "force_allin_threshold": 0.15,
        "merging_threshold": 0.1,
    },
    "rich": {"bets": "33%, 66%, 100%, 150%, a", "raises": "50%, 100%, a"},
}
BOARDS = {"river": "Td9d6hQc2s", "turn": "Td9d6hQc", "turn_wide": "Td9d6hQc", "flop": "Td9d6h"}
SPOTS = os.environ.get("DEVICE_POSTFLOP_SPOTS", "turn:std flop:std turn:rich turn_wide:std").split()
ROOF = 4.3e12
"""Bytes a second of a plain copy on one H200, as measured."""
TARGET = 0.3
CPU_SPOT = "flop:std" if "flop:std" in SPOTS else SPOTS[0]
AT_ONCE = int(os.environ.get("DEVICE_POSTFLOP_RIVERS", "4096"))
RIVERS = 2 * AT_ONCE
_lock = threading.Lock()


def note(what: str, **facts: Any) -> None:
    """A line of results, at once on disk."""
    row = {"at": round(time.monotonic() - BEGAN, 2), "what": what, **facts}
    with _lock, (OUT / "device_postflop.jsonl").open("a") as file:
        file.write(json.dumps(row, default=float) + "\n")
    print(json.dumps(row, default=float)[:600], flush=True)


@contextmanager
def part(what: str, seconds: Callable[[], float], least: float = 0.0) -> Iterator[None]:
    """A failure is a line of its own, and what comes after goes on."""
    if seconds() < least:
        note(what, left_out=f"{seconds():.0f} s left")
        return
    try:
        yield
    except Exception as error:
        note(what, failed=repr(error)[:500], trace=traceback.format_exc()[-1500:])


def make_spot(name: str) -> Any:
    from gutshot.cards.ranges import Range
    from gutshot.postflop.spot import Spot

    place, tree = name.split(":")
    ranges = (Range.full(), Range.full()) if place == "turn_wide" else tuple(map(Range.parse, NARROW))
    return Spot(BOARDS[place], ranges[0], ranges[1], pot=200, stack=900, **TREES[tree])


# --- in other processes: what needs Numba ---------------------------------------------------------------------------


@dataclass
class Planned:
    """A spot as arrays, and what is known of it."""

    streets: Any
    hands: Any
    pairs: float
    table_bytes: int
    card_bytes: int
    seconds: float


def plan(name: str) -> Planned:
    from gutshot.postflop.gpu_plan import plan_betting, plan_hands
    from gutshot.postflop.gpu_solver import card_bytes
    from gutshot.postflop.solver import TableLayout

    spot = make_spot(name)
    TableLayout(spot)  # compiles
    began = time.perf_counter()
    layout = TableLayout(spot)
    streets, hands = plan_betting(layout.spot, layout.tree), plan_hands(layout)
    seconds = time.perf_counter() - began
    return Planned(streets, hands, layout.pairs, layout.table_bytes("f32"), card_bytes(layout), seconds)


def river_data(count: int) -> tuple[Any, Any, float]:
    """Strengths on random boards, the betting of fold, call, pot and all-in, and the seconds of evaluating."""
    from gutshot.cards.card import Card
    from gutshot.postflop.many_rivers import river_strengths

    rng = np.random.default_rng(2026)
    boards = [tuple(Card(int(c)) for c in rng.choice(52, 5, replace=False)) for _ in range(count)]
    river_strengths(boards[:1])
    began = time.perf_counter()
    strengths = river_strengths(boards)
    return boards[0], strengths, time.perf_counter() - began


def on_cpu(name: str, threads: int, go: str, tables: str) -> list[dict[str, Any]]:
    """The same spot by the CPU solver, when `go` exists, and what it thinks of the GPU's averages."""
    from gutshot.postflop.solver import Solver

    solver = Solver(make_spot(name), threads=threads)
    began = time.perf_counter()
    solver.iterate(1)
    solver.exploitability()
    rows: list[dict[str, Any]] = [{"compiling_s": time.perf_counter() - began}]
    while not Path(go).exists():
        time.sleep(0.05)
    for street, row in enumerate(solver.stores):
        for player, store in enumerate(row):
            store.regrets[:] = 0
            if Path(tables, f"{street}_{player}.npy").exists():
                store.average[:] = np.load(Path(tables, f"{street}_{player}.npy"))
    rows.append({"judges_gpu_pct": solver.exploitability_percent()})
    for row in solver.stores:
        for store in row:
            store.average[:] = 0
    solver.iteration, seconds = 0, 0.0
    history: list[tuple[int, float]] = []
    while (not history or history[-1][1] > TARGET) and seconds < 25:
        began = time.perf_counter()
        solver.iterate(10)
        seconds += time.perf_counter() - began
        history.append((solver.iteration, solver.exploitability_percent()))
    rows.append({"threads": threads, "iterations": solver.iteration, "seconds": seconds, "history": history})
    return rows


# --- on the GPU -----------------------------------------------------------------------------------------------------


class Bench:
    """A spot, compiled."""

    def __init__(self, name: str, planned: Planned, options: dict[str, Any] | None = None) -> None:
        import jax

        from gutshot.cfr.updates import parse_rule
        from gutshot.postflop import gpu_passes

        self.name, self.planned, self.rule = name, planned, parse_rule("dcfr")
        began = time.perf_counter()
        self.game = gpu_passes.make_game(planned.streets, planned.hands)
        self.cards = jax.block_until_ready(gpu_passes.put_cards(self.game, planned.hands))
        put = time.perf_counter() - began
        self.locks, self.floor = gpu_passes.no_locks(self.game), np.float32(-np.inf)
        self.tables, self.iteration = gpu_passes.empty_tables(self.game), 0
        program = gpu_passes.make_program(self.game, (gpu_passes.RESPOND,))
        began = time.perf_counter()
        lowered = program.iterate.lower(
            self.cards, self.locks, self.floor, self.tables, self._factors(10), np.int32(10)
        )
        responds = program.root_values.lower(self.cards, self.locks, self.tables)
        traced = time.perf_counter() - began
        with ThreadPoolExecutor(2) as threads:
            jobs = [threads.submit(job.compile, compiler_options=options) for job in (lowered, responds)]
            self.iterate, self.respond = (job.result() for job in jobs)
        self.compiling = time.perf_counter() - began
        memory: Any = None
        with part(f"{name} memory", lambda: 0.0):
            memory = self.iterate.memory_analysis()
        megabytes = {
            f"{kind}_MB": getattr(memory, f"{kind}_size_in_bytes", 0) / 1e6 for kind in ("temp", "argument", "alias")
        }
        note(
            f"{name} compiled",
            put_s=put,
            trace_s=traced,
            compile_s=self.compiling,
            **megabytes,
            plan_s=planned.seconds,
            table_MB=planned.table_bytes / 1e6,
            card_MB=planned.card_bytes / 1e6,
        )

    def _factors(self, count: int) -> Any:
        from gutshot.postflop.gpu_plan import MOST_AT_ONCE

        rows = np.zeros((MOST_AT_ONCE, 4), dtype=np.float32)
        for k in range(count):
            now, later = self.rule.discounts(self.iteration + k + 1), self.rule.discounts(self.iteration + k + 2)
            rows[k] = now.positive, now.negative, now.average, later.average
        return rows

    def restart(self) -> None:
        from gutshot.postflop import gpu_passes

        self.tables, self.iteration = gpu_passes.empty_tables(self.game), 0

    def run(self, count: int) -> float:
        """Seconds of so many iterations."""
        import jax

        factors = self._factors(count)
        jax.block_until_ready(self.tables)
        began = time.perf_counter()
        self.tables = self.iterate(self.cards, self.locks, self.floor, self.tables, factors, np.int32(count))
        jax.block_until_ready(self.tables)
        self.iteration += count
        return time.perf_counter() - began

    def percent(self) -> float:
        values = self.respond(self.cards, self.locks, self.tables)[0]
        reach = self.planned.hands.reach
        gain = sum(float(reach[q].astype(np.float64) @ np.asarray(values[q], dtype=np.float64)[0]) for q in range(2))
        return 100 * gain / self.planned.pairs / 2 / 200

    def to_target(self, label: str, target: float = TARGET, most: int = 500) -> None:
        self.restart()
        self.run(1)
        self.percent()
        self.restart()
        seconds = looking = 0.0
        history: list[tuple[int, float]] = []
        while self.iteration < most and (not history or history[-1][1] > target):
            seconds += self.run(10)
            began = time.perf_counter()
            history.append((self.iteration, self.percent()))
            looking += time.perf_counter() - began
        per = seconds / self.iteration
        note(
            f"{self.name} to {target} % {label}",
            iterations=self.iteration,
            seconds=seconds,
            s_per_iteration=per,
            looking_s=looking,
            floor_share=2.5 * self.planned.table_bytes / per / ROOF,
            history=history,
        )


def bandwidth() -> None:
    import jax
    import jax.numpy as jnp

    add = jax.jit(lambda x: x + 1, donate_argnums=0)
    x = add(jnp.zeros(500_000_000, jnp.float32))
    jax.block_until_ready(x)
    times = []
    for _ in range(5):
        began = time.perf_counter()
        x = jax.block_until_ready(add(x))
        times.append(time.perf_counter() - began)
    note("copy", TB_per_s=4e9 / float(np.median(times)) / 1e12)


class RiverBench:
    """Many rivers at once, compiled."""

    def __init__(self, data: tuple[Any, Any, float]) -> None:
        import jax.numpy as jnp

        from gutshot.cards.ranges import Range
        from gutshot.postflop.many_rivers import ManyRivers
        from gutshot.postflop.spot import Spot

        board, self.strengths, seconds = data
        spot = Spot(board, Range.full(), Range.full(), pot=200, stack=900, bets="100%, a", raises="100%, a")
        self.rivers = ManyRivers(spot, AT_ONCE)
        rng = np.random.default_rng(7)
        began = time.perf_counter()
        self.ranges = [jnp.asarray(rng.random((RIVERS, 1326), dtype=np.float32)) for _ in range(2)]
        self.on_device = jnp.asarray(self.strengths)
        self._put(0)
        self.rivers.iterate(1)
        self.rivers.exploitability()
        self.rivers.results()
        numbers = sum(self.rivers.game.streets[0].slots) * 1081
        note("rivers compiled", seconds=time.perf_counter() - began, evaluating_s=seconds, numbers=numbers)

    def _put(self, first: int) -> None:
        self.rivers.put(*(rows[first : first + AT_ONCE] for rows in (self.on_device, *self.ranges)))

    def some(self, count: int) -> None:
        import jax

        self.rivers.iterate(count)
        jax.block_until_ready(self.rivers.tables)

    def run(self, label: str) -> None:
        """Chunks until 98 % and until all are at the target, all work on the device counted."""
        import jax

        found, numbers = [], sum(self.rivers.game.streets[0].slots) * 1081
        for first in range(0, RIVERS, AT_ONCE):
            began = time.perf_counter()
            self._put(first)
            jax.block_until_ready(self.rivers.cards)
            putting, inside = time.perf_counter() - began, 0.0
            reached: dict[float, tuple[float, ...]] = {}
            while len(reached) < 3 and self.rivers.iteration < 400:
                start = time.perf_counter()
                self.rivers.iterate(10)
                jax.block_until_ready(self.rivers.tables)
                inside += time.perf_counter() - start
                shares = self.rivers.exploitability() / 2.0
                for share in (0.5, 0.98, 1.0):
                    if share not in reached and (shares <= TARGET).mean() >= share:
                        passed = time.perf_counter() - began
                        reached[share] = (self.rivers.iteration, inside, passed, AT_ONCE / passed)
            start = time.perf_counter()
            jax.block_until_ready(self.rivers.results())
            results = time.perf_counter() - start
            per = inside / self.rivers.iteration
            found.append({"reached": reached, "putting_s": putting, "results_s": results, "s_per_iteration": per})
            note(
                f"rivers {label}",
                at_once=AT_ONCE,
                floor_share=20 * numbers * AT_ONCE / per / ROOF,
                mean_pct=float(shares.mean()),
                worst_pct=float(shares.max()),
                **found[-1],
            )


def profile(bench: Any, name: str, count: int) -> None:
    """Where the time of some iterations goes, kernel by kernel."""
    import jax

    folder = tempfile.mkdtemp()
    jax.profiler.start_trace(folder)
    try:
        bench(count)
    finally:
        jax.profiler.stop_trace()
    file = next(Path(folder).rglob("*.xplane.pb"))
    totals: dict[str, list[float]] = {}
    seen: list[str] = []
    for plane in jax.profiler.ProfileData.from_file(str(file)).planes:
        for line in plane.lines:
            seen.append(f"{plane.name}/{line.name}")
            if "GPU" not in plane.name or "Stream" not in line.name:
                continue
            for event in line.events:
                row = totals.setdefault(event.name, [0, 0.0])
                row[0] += 1
                row[1] += event.duration_ns / 1e3
    ranked = sorted(totals.items(), key=lambda item: -item[1][1])
    note(
        f"profile {name}",
        iterations=count,
        lines=seen[:40],
        kernels=sum(row[0] for row in totals.values()),
        busy_us=sum(row[1] for row in totals.values()),
        most=[(key[:80], int(row[0]), round(row[1], 1)) for key, row in ranked[:45]],
    )


def dump(bench: Bench) -> None:
    with gzip.open(OUT / f"{bench.name.replace(':', '_')}_hlo.txt.gz", "wt") as file:
        file.write(bench.iterate.as_text())


def leave_tables(bench: Bench, folder: Path) -> None:
    """Averages in the order of the CPU's tables, for the CPU to judge."""
    from gutshot.postflop.gpu_solver import GpuSolver
    from gutshot.postflop.solver import Solver

    solver = GpuSolver(Solver(make_spot(bench.name), threads=1, empty=True))
    solver.take_memory()
    solver._tables, solver._fetched, solver.iteration = bench.tables, False, bench.iteration
    began = time.perf_counter()
    for street, row in enumerate(solver.stores):
        for player, store in enumerate(row):
            np.save(folder / f"{street}_{player}.npy", store.average)
    seconds = time.perf_counter() - began
    note(f"{bench.name} tables to the host", seconds=seconds, iterations=bench.iteration, percent=bench.percent())


def main(limit: float) -> None:
    def left() -> float:
        return limit - (time.monotonic() - BEGAN)

    processes: ProcessPoolExecutor | None = None

    def stop(word: str = "stopped") -> None:
        note(word, limit=limit)
        for child in list((processes._processes or {}).values()) if processes else []:
            child.kill()
        os._exit(0)

    watchdog = threading.Timer(max(left(), 1), stop)
    watchdog.daemon = True
    watchdog.start()
    OUT.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    os.environ["JAX_PLATFORMS"] = "cpu"  # of the other processes
    processes = ProcessPoolExecutor(4, mp_context=get_context("spawn"))
    plans = {name: processes.submit(plan, name) for name in SPOTS[:2]}
    threads = max((os.cpu_count() or 2) - 2, 1)
    cpu = processes.submit(on_cpu, CPU_SPOT, threads, str(folder / "go"), str(folder))
    data = processes.submit(river_data, RIVERS)
    plans |= {name: processes.submit(plan, name) for name in SPOTS if name not in plans}
    time.sleep(0.5)
    del os.environ["JAX_PLATFORMS"]
    if os.environ.get("DEVICE_POSTFLOP_PLATFORM"):
        os.environ["JAX_PLATFORMS"] = os.environ["DEVICE_POSTFLOP_PLATFORM"]
    import jax

    note(
        "device",
        jax=jax.__version__,
        devices=str(jax.devices()),
        cores=os.cpu_count(),
        flags=os.environ.get("XLA_FLAGS"),
    )
    with part("copy", left):
        bandwidth()
    benches: dict[str, Bench] = {}
    rivers: dict[str, RiverBench] = {}
    quick = threading.Lock()

    def prepare(name: str, key: str, options: dict[str, Any] | None = None) -> None:
        with part(f"{key} prepared", left):
            bench = Bench(key, plans[name].result(), options)
            with quick:
                bench.to_target("while others compile")
            benches[key] = bench

    def prepare_rivers() -> None:
        with part("rivers prepared", left):
            rivers["rivers"] = RiverBench(data.result())

    workers = ThreadPoolExecutor(8)
    jobs: list[Future[None]] = [workers.submit(prepare, name, name) for name in SPOTS]
    jobs.insert(2, workers.submit(prepare_rivers))
    graphs = {"xla_gpu_graph_min_graph_size": 1}
    wait(jobs, timeout=max(left() - 55, 5))
    note("compiling done", done=sorted([*benches, *rivers]))
    for name in ("flop:std", "turn:std"):
        with part(f"{name} clean", left):
            if name in benches:
                benches[name].to_target("clean")
    with part("rivers clean", left, 4):
        if rivers:
            rivers["rivers"].run("clean")
    for name in ("turn:rich", "turn_wide:std"):
        with part(f"{name} clean", left, 3):
            if name in benches:
                benches[name].to_target("clean")
    for name in ("flop:std", "turn:std"):
        with part(f"{name} profile", left, 5):
            if name in benches:
                profile(benches[name].run, name, 3)
    with part("river profile", left, 5):
        if rivers:
            profile(rivers["rivers"].some, "rivers", 2)
    with part("tables for the CPU", left, 3):
        if CPU_SPOT in benches:
            leave_tables(benches[CPU_SPOT], folder)
    (folder / "go").touch()
    for name in ("flop:std", "turn:std"):
        with part(f"{name} program", left, 8):
            if name in benches:
                dump(benches[name])
    with part("cpu", left, 2):
        for row in cpu.result(timeout=max(left() - 12, 1)):
            note(f"{CPU_SPOT} on the CPU", **row)
    with part("turn:std other graphs", left, 25):
        if "turn:std" in plans:
            prepare("turn:std", "turn:std graphs of one", graphs)
    for name in ("flop:std", "turn:rich", "turn:std"):
        with part(f"{name} deeper", left, 5):
            if name in benches:
                benches[name].to_target("deeper", 0.1, 1000)
    stop("end")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 145.0)
