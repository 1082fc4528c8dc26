"""One way of solving many rivers, timed: what `device_batches` runs for each, in a process of its own."""

import fcntl
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

SMALL = bool(os.environ.get("DEVICE_BATCHES_SMALL"))
AT_ONCE = 4 if SMALL else 4096
CHUNKS = 1 if SMALL else 3
TARGET = 0.3
FIRST_LOOK = 60
WAYS = ("kernel 4", "kernel 2", "kernel 8", "sums")
"""All iterations in one kernel, with so many warps to a river, or plain XLA."""


def measure(way: str, limit: float, note: Callable[..., None]) -> None:
    """Chunks of rivers until half, 98 % and all of them are at the target."""
    import jax
    import jax.numpy as jnp

    from gutshot.cards.ranges import Range
    from gutshot.postflop.many_rivers import KernelRivers, ManyRivers
    from gutshot.postflop.spot import Spot

    ends = time.time() + limit
    boards, strengths, seconds = river_data(AT_ONCE * CHUNKS)
    spot = Spot(boards[0], Range.full(), Range.full(), pot=200, stack=900, bets="100%, a", raises="100%, a")
    kernel = way.startswith("kernel")
    rivers = KernelRivers(spot, AT_ONCE, warps=int(way.split()[1])) if kernel else ManyRivers(spot, AT_ONCE)
    rng = np.random.default_rng(7)
    ranges = [jnp.asarray(rng.random((len(strengths), 1326), dtype=np.float32)) for _ in range(2)]
    on_device = jnp.asarray(strengths)

    def put(first: int) -> None:
        rivers.put(*(rows[first : first + AT_ONCE] for rows in (on_device, *ranges)))
        jax.block_until_ready((rivers.cards, rivers.tables))

    def seconds_of(work: Callable[[], Any]) -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    def iterate(count: int) -> None:
        rivers.iterate(count)
        jax.block_until_ready(rivers.tables)

    step = 2 if SMALL else 10
    put(0)
    compiling = seconds_of(lambda: iterate(step))
    looking = seconds_of(rivers.exploitability)
    jax.block_until_ready(rivers.results())
    note(f"rivers {way} compiled", iterations_s=compiling, look_s=looking, evaluating_s=seconds)
    if kernel:
        note(f"rivers {way} beside XLA", **beside_xla(rivers, spot, put, iterate, step))
    turns = os.environ.get("DEVICE_BATCHES_TURNS")
    if turns:
        mine = open(turns, "w")  # noqa: SIM115 - held until the process ends
        fcntl.flock(mine, fcntl.LOCK_EX)
    for chunk in range(CHUNKS):
        if time.time() > ends - 3:
            break
        began = time.perf_counter()
        put(chunk * AT_ONCE)
        putting = time.perf_counter() - began
        inside = looks = 0.0
        reached: dict[str, tuple[float, ...]] = {}
        while len(reached) < 3 and rivers.iteration < (step if SMALL else 400):
            inside += seconds_of(lambda: iterate(step))
            if rivers.iteration < (0 if SMALL else FIRST_LOOK):
                continue
            start = time.perf_counter()
            shares = rivers.exploitability() / 2.0
            looks += time.perf_counter() - start
            for part in (0.5, 0.98, 1.0):
                if str(part) not in reached and (shares <= TARGET).mean() >= part:
                    passed = time.perf_counter() - began
                    reached[str(part)] = (rivers.iteration, inside, passed, AT_ONCE / passed)
        results = seconds_of(lambda: jax.block_until_ready(rivers.results()))
        per = inside / rivers.iteration
        numbers = sum(rivers.game.streets[0].slots) * 1081
        note(
            f"rivers {way}",
            at_once=AT_ONCE,
            reached=reached,
            us_per_river_and_iteration=1e6 * per / AT_ONCE,
            floor_share=20 * numbers * AT_ONCE / per / 4.3e12,
            putting_s=putting,
            looks_s=looks,
            results_s=results,
            mean_pct=float(shares.mean()),
            worst_pct=float(shares.max()),
        )


def beside_xla(rivers: Any, spot: Any, put: Callable[[int], None], iterate: Callable[[int], None], step: int) -> Any:
    """How far averages are apart after the same iterations, as a share of the largest number."""
    from gutshot.postflop.many_rivers import ManyRivers

    put(0)
    iterate(step)
    mine = [np.asarray(row[:64]) for group in rivers._grouped(rivers.tables).averages[0] for row in group]
    plain = ManyRivers(spot, AT_ONCE)
    plain.order, plain.cards, plain.pairs, plain.locks = rivers.order, rivers.cards, rivers.pairs, rivers.locks
    plain.tables = plain._empty()
    plain.iterate(step)
    theirs = [np.asarray(row[:64]) for group in plain.tables.averages[0] for row in group]
    apart = [np.abs(a - b)[..., :1081] for a, b in zip(mine, theirs, strict=True)]
    return {
        "iterations": step,
        "largest": max(float(row.max()) for row in apart),
        "mean": float(np.mean([row.mean() for row in apart])),
        "of": max(float(row.max()) for row in theirs),
    }


def river_data(count: int) -> tuple[Any, Any, float]:
    """Random boards, strengths on them, and the seconds of evaluating."""
    from gutshot.cards.card import Card
    from gutshot.postflop.many_rivers import river_strengths

    rng = np.random.default_rng(2026)
    boards = [tuple(Card(int(c)) for c in rng.choice(52, 5, replace=False)) for _ in range(count)]
    river_strengths(boards[:1])
    began = time.perf_counter()
    strengths = river_strengths(boards)
    return boards, strengths, time.perf_counter() - began
