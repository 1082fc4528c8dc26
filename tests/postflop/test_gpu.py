"""The GPU's passes on XLA's CPU: step by step what the CPU solver does, from the same tables."""

import os
import signal
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import gutshot as gs
from gutshot.cards.card import Card
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.postflop import gpu_solver, solve
from gutshot.postflop.board_view import meeting
from gutshot.postflop.gpu_plan import LINE, RUNOUT, plan_betting
from gutshot.postflop.gpu_sixteen_bit import in_full, in_short, like
from gutshot.postflop.gpu_solver import GpuSolver, new_solver
from gutshot.postflop.locks import Lock, apply_locks, keeps_suits
from gutshot.postflop.many_rivers import ManyRivers, river_strengths, solve_many
from gutshot.postflop.solver import Solver, TableLayout
from tests.postflop.spots import flop_spot, river_spot, turn_spot

pytestmark = pytest.mark.heavy
QUICK: dict[str, Any] = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
RAKE = {"rate": 0.05, "cap": 8}
CHECK = Lock("", {"check": 1.0}, hands="AA")


def both(spot, locks=(), rule="dcfr", split=0, precision="f32") -> tuple[Solver, GpuSolver]:
    """The same spot on the CPU and by the GPU's passes."""
    layout = TableLayout(spot)
    merge = not locks or keeps_suits(spot, locks, layout.tree)
    pair = tuple(Solver(spot, rule, 1, precision, merge) for _ in range(2))
    for solver in pair:
        if locks:
            apply_locks(solver, locks)
    moved = GpuSolver(pair[1], QUICK)
    if split:
        moved._game = moved._game._replace(split=split)
    return pair[0], moved


def tables_of(solver: Solver) -> list[np.ndarray]:
    return [getattr(store, name) for row in solver.stores for store in row for name in ("average", "regrets")]


def step_together(cpu: Solver, gpu: GpuSolver, steps: int) -> float:
    """The most that tables are apart after any single iteration from the same tables, as a share of the largest."""
    worst = 0.0
    for _ in range(steps):
        for mine, theirs in zip(tables_of(cpu), tables_of(gpu), strict=True):
            theirs[:] = mine
        gpu.stores, gpu.iteration = gpu.stores, cpu.iteration
        assert gpu.exploitability() == pytest.approx(cpu.exploitability(), rel=2e-4, abs=1e-3)
        cpu.iterate()
        gpu.iterate()
        for mine, theirs in zip(tables_of(cpu), tables_of(gpu), strict=True):
            if len(mine):
                worst = max(worst, float(np.abs(mine - theirs).max() / max(np.abs(mine).max(), 1)))
    return worst


@pytest.mark.parametrize(
    ("changes", "locks", "rule"),
    [({}, (), "dcfr"), ({"rake": RAKE}, (CHECK,), "dcfr+")],
    ids=["plain", "rake, a lock and a clipping rule"],
)
def test_a_river_takes_the_same_steps(changes, locks, rule):
    assert step_together(*both(river_spot(**changes), locks, rule), 30) < 5e-6


def test_reach_in_two_short_numbers_is_as_good():
    assert step_together(*both(river_spot(rake=RAKE), split=2), 20) < 2e-5


@pytest.mark.slow
def test_sixteen_bits_on_a_turn_are_a_step_of_each_row_away_and_converge(tmp_path: Path):
    cpu, gpu = both(turn_spot(), precision="i16")
    cpu.iterate(5)
    gpu.stores, gpu.iteration = cpu.stores, 5
    wanted = [store.in_floats("average").copy() for row in cpu.stores for store in row]
    scales = [store.scales_of("average").max() for row in cpu.stores for store in row]
    assert gpu.exploitability() == pytest.approx(cpu.exploitability(), rel=1e-3)
    gpu.iterate(0)
    gpu._fetched = False
    for store, mine, most in zip((s for row in gpu.stores for s in row), wanted, scales, strict=True):
        np.testing.assert_allclose(store.in_floats("average"), mine, atol=2 * most / 32767)
    gpu.iterate(195)
    exact = Solver(turn_spot(), threads=1)
    exact.iterate(200)
    assert gpu.exploitability_percent() < 4 * exact.exploitability_percent()
    gs.Solution(gpu, gpu.exploitability()).save(tmp_path / "short")
    loaded = gs.Solution.load(tmp_path / "short").solver
    assert loaded.precision == "i16"
    assert loaded.exploitability() == pytest.approx(gpu.exploitability(), rel=0.02)


def test_stochastic_rounding_is_right_on_average():
    row = jnp.linspace(-1, 1, 48, dtype=jnp.float32)[None, None]
    kept = [in_full(like(in_short(row), row / 3, seed, 5)) for seed in range(400)]
    assert len({bytes(np.asarray(one)) for one in kept}) > 300
    step = 1 / 3 / 32767
    np.testing.assert_allclose(np.mean(kept, axis=0), np.asarray(row / 3), atol=0.15 * step + 1e-7)
    np.testing.assert_allclose(kept[0], np.asarray(row / 3), atol=1.01 * step)


def test_a_river_ends_where_the_cpu_does():
    cpu, gpu = both(river_spot())
    for iterations, close in ((1, 1e-6), (9, 1e-5), (90, 1e-2)):
        cpu.iterate(iterations)
        gpu.iterate(iterations)
        assert gpu.iteration == cpu.iteration
        assert gpu.exploitability() == pytest.approx(cpu.exploitability(), rel=10 * close)
        for mine, theirs in zip(cpu.stores[0], gpu.stores[0], strict=True):
            np.testing.assert_allclose(theirs.average, mine.average, atol=close * mine.average.max())


def test_a_turn_takes_the_same_steps_with_suits_merged_and_rake():
    cpu, gpu = both(turn_spot(rake=RAKE))
    assert any(swap for swap in cpu.layout.boards[1].mate_swap)
    assert step_together(cpu, gpu, 12) < 5e-6


def test_a_lock_on_every_river_holds_and_boards_may_be_passed_in_chunks(monkeypatch):
    monkeypatch.setattr(gpu_solver, "chunks_of", lambda layout: 4)
    cpu, gpu = both(turn_spot(), [Lock("check,check|*|", {"check": 1.0})])
    assert len(gpu.layout.boards[1]) % 4 and gpu._hands.boards[1] % 4 == 0
    assert step_together(cpu, gpu, 5) < 5e-6


def test_a_flop_takes_the_same_steps():
    cpu, gpu = both(flop_spot())
    plans = plan_betting(cpu.spot, cpu.layout.tree)
    assert len(plans[0].origins[RUNOUT]) and len(plans[1].origins[RUNOUT]) and len(plans[0].origins[LINE])
    assert step_together(cpu, gpu, 6) < 5e-6


def test_values_come_back_as_a_solution(tmp_path: Path):
    _, gpu = both(river_spot())
    gpu.iterate(50)
    solution = gs.Solution(gpu, gpu.exploitability())
    solution.save(tmp_path / "river")
    loaded = gs.Solution.load(tmp_path / "river")
    assert loaded.solver.exploitability() == pytest.approx(gpu.exploitability(), rel=1e-3)
    np.testing.assert_array_equal(loaded.at("").strategy, solution.at("").strategy)
    resumed = GpuSolver(loaded.solver, QUICK)
    resumed.iterate(50)
    assert resumed.iteration == 100
    assert resumed.exploitability() < gpu.exploitability()


@pytest.mark.parametrize(("device", "words"), [("tpu", "unknown device 'tpu'"), ("gpu", "JAX finds no GPU here")])
def test_a_device_that_is_not_there_is_refused_in_a_sentence(device, words):
    with pytest.raises(BadConfig, match=words):
        new_solver(device, river_spot())


def test_the_doors_solve_lock_save_and_resume(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(gpu_solver, "_refusal", lambda solver: None)
    locked = gs.solve(river_spot(), target=0.02, device="gpu", locks=[CHECK])
    assert isinstance(locked.solver, GpuSolver)
    assert locked.exploitability_percent <= 2
    first = locked.at("")
    aces = [h for h, combo in enumerate(first.combos[0]) if CHECK.held()[combo]]
    np.testing.assert_allclose(first.strategy[0, aces], 1)
    assert locked.exploitability == pytest.approx(Solver.exploitability(locked.solver), rel=1e-3)
    locked.save(tmp_path / "locked")
    longer = gs.resume(gs.Solution.load(tmp_path / "locked"), iterations=locked.iterations, device="gpu")
    assert longer.iterations == 2 * locked.iterations
    assert longer.exploitability < locked.exploitability
    np.testing.assert_allclose(longer.at("").strategy[0, aces], 1)


def test_control_c_waits_for_the_tables(request):
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job begins without
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, usual))
    _, gpu = both(river_spot())
    compiled = gpu._program

    def disturbed(*given):
        os.kill(os.getpid(), signal.SIGINT)
        return compiled.iterate(*given)

    gpu._program = compiled._replace(iterate=disturbed)
    with pytest.raises(KeyboardInterrupt):
        gpu.iterate(10)
    assert gpu.iteration == 10
    assert gpu.exploitability() < 10
    gpu.iteration = 0
    solution = solve.run(gpu, 0.001, None)
    assert solution.interrupted and solution.iterations == 10


def test_what_fails_on_the_card_is_said_in_a_sentence(monkeypatch):
    def fail(*_):
        raise RuntimeError("RESOURCE_EXHAUSTED: Out of memory\nand much more")

    _, gpu = both(river_spot())
    gpu._program = gpu._program._replace(iterate=fail)
    with pytest.raises(BadConfig, match=r"the GPU failed, .*: RESOURCE_EXHAUSTED: Out of memory$"):
        gpu.iterate()


def test_a_driver_that_does_not_start_is_said_in_a_sentence(monkeypatch):
    def fail():
        raise RuntimeError("Unable to initialize backend 'cuda': no driver\n(set JAX_PLATFORMS...)")

    monkeypatch.setattr("jax.default_backend", fail)
    with pytest.raises(BadConfig, match=r"JAX cannot reach it: Unable to initialize backend 'cuda': no driver$"):
        new_solver("gpu", river_spot())


def test_too_large_a_spot_says_what_it_needs(monkeypatch):
    monkeypatch.setattr("jax.default_backend", lambda: "gpu")
    monkeypatch.setattr(gpu_solver, "free_on_card", lambda jax: 1000)
    with pytest.raises(BadConfig, match=r"needs about .* kB on the GPU and 1 kB are free there: use fewer bet sizes"):
        new_solver("gpu", river_spot())
    assert type(new_solver("auto", river_spot())) is Solver


def test_auto_takes_the_cpu_for_a_river():
    assert type(new_solver("auto", river_spot())) is Solver


# --- many rivers at once --------------------------------------------------------------------------------------------

SHAPE = {"pot": 200, "stack": 500, "bets": "100%", "raises": "a"}


def random_rivers(count: int) -> tuple[list[tuple[Card, ...]], np.ndarray, np.ndarray]:
    rng = np.random.default_rng(5)
    boards = [tuple(Card(int(c)) for c in rng.choice(52, 5, replace=False)) for _ in range(count)]
    oop, ip = rng.random((2, count, 1326)).astype(np.float32)
    return boards, oop * (rng.random((count, 1326)) < 0.4), ip**2


def test_many_rivers_are_each_solved_as_alone():
    boards, oop, ip = random_rivers(2)
    spot = gs.Spot(boards[0], Range(oop[0].astype(float)), Range(ip[0].astype(float)), **SHAPE)
    rivers = ManyRivers(spot, 2, options=QUICK)
    rivers.put(river_strengths(boards), oop, ip)
    alone = [
        Solver(gs.Spot(board, Range(first.astype(float)), Range(second.astype(float)), **SHAPE), threads=1)
        for board, first, second in zip(boards, oop, ip, strict=True)
    ]
    for iterations in (1, 4):
        rivers.iterate(iterations)
        found = rivers.exploitability()
        for solver, exploitability in zip(alone, found, strict=True):
            solver.iterate(iterations)
            assert exploitability == pytest.approx(solver.exploitability(), rel=1e-3)
    values, strategy = map(np.asarray, rivers.results())
    for solver, row, shares in zip(alone, values, strategy, strict=True):
        for q, combos in enumerate(solver.layout.combos):
            met = meeting(combos, solver.layout.combos[1 - q], solver.layout.reach[1 - q].astype(float))
            wanted = solver.values(q) / met + solver.spot.pot / 2
            assert np.median(np.abs(row[q, combos] - wanted)) < 1e-2
        np.testing.assert_allclose(shares[:, solver.layout.combos[0]].sum(axis=0), 1, atol=1e-5)


def test_slow_rivers_wait_for_each_other():
    boards, oop, ip = random_rivers(3)
    spot = gs.Spot(boards[0], Range.full(), Range.full(), pot=200, stack=100, bets="a")
    found = solve_many(spot, boards, oop, ip, target="2%", chunk=2)
    assert (found.exploitability <= 4).all() and (found.iterations % 10 == 0).all()
    own = (oop[2] > 0) & (found.values[2, 0] > 0)
    assert found.values[2, 0][own].mean() < 400


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"boards": ["AsKs"]}, "expected five different cards"),
        ({"oop": np.ones((2, 1326))}, "one row per board"),
        ({"oop": -np.ones((1, 1326))}, "weights of at least 0"),
        ({"oop": np.zeros((1, 1326))}, "no hand of one range can meet"),
        ({"chunk": 0}, "0 rivers at once"),
        ({"boards": [], "oop": np.ones((0, 1326)), "ip": np.ones((0, 1326))}, "no boards"),
        ({"spot": turn_spot()}, "a board of five cards"),
    ],
)
def test_many_rivers_that_make_no_sense_are_refused_in_a_sentence(change, words):
    given = {"spot": river_spot(), "boards": ["Ks9s7h4d2c"], "oop": np.ones((1, 1326)), "ip": np.ones((1, 1326))}
    with pytest.raises(BadConfig, match=words):
        solve_many(**(given | change))
