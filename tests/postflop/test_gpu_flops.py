"""Flops that share a program, on XLA's CPU: the same figures as flops solved one by one on the CPU."""

from typing import Any

import numpy as np
import pytest

import gutshot as gs
from gutshot.cfr.updates import parse_rule
from gutshot.errors import BadConfig
from gutshot.postflop import flop_batch, gpu_flops, gpu_solver
from gutshot.postflop.flop_batch import Batch, read_batch, run_batch
from gutshot.postflop.gpu_flops import FlopGoal, FlopOrder, in_order, pattern_of
from gutshot.postflop.gpu_points import PointLine

pytestmark = pytest.mark.heavy
QUICK: dict[str, Any] = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
SHAPE = {"oop": "AA,T9s,KQs:0.5", "ip": "QQ,A5s", "pot": 100, "stack": 150, "bets": "a", "raises": ""}
RAKE = {"rate": 0.05, "cap": 8}


@pytest.fixture
def on_card(monkeypatch):
    """As if there were a GPU."""
    monkeypatch.setattr(gpu_solver, "_refusal", lambda solver: None)
    monkeypatch.setattr(gpu_flops, "OPTIONS", QUICK)


@pytest.mark.slow
def test_a_batch_gives_the_rows_of_the_cpu_and_goes_on_where_it_stopped(tmp_path, on_card):
    batch = Batch.from_dict({**SHAPE, "rake": RAKE, "flops": ["KsQs7s", "KsTs7s"], "iterations": 3})
    first = run_batch(batch, tmp_path / "card", 1, device="gpu", most_seconds=1e-6)
    assert len(first) == 1 == len(read_batch(tmp_path / "card"))
    told: list[int] = []
    rows = run_batch(batch, tmp_path / "card", 1, device="gpu", watch=lambda done, total, row: told.append(done))
    assert told == [1, 2] and rows[[row["flop"] for row in rows].index(first[0]["flop"])] == first[0]
    for mine, theirs in zip(rows, run_batch(batch, tmp_path / "cpu", 1), strict=True):
        assert list(mine) == list(theirs)
        for key, value in theirs.items():
            if key != "seconds":
                assert mine[key] == (pytest.approx(value, rel=1e-3) if isinstance(value, float) else value)


def test_points_of_flops_are_those_of_the_solution(on_card):
    spot = gs.Spot("KsQs7s", **SHAPE)
    settings = {key: value for key, value in spot.to_dict().items() if key != "board"}
    lines = {"one": ["", "check"]}
    line = PointLine([FlopOrder("one", "KsQs7s", settings)], lines, FlopGoal(None, 40, parse_rule("dcfr")), processes=1)
    (read,) = line.solved()
    solution = gs.solve(spot, iterations=40, threads=1)
    for k, name in enumerate(lines["one"]):
        point = solution.at(name)
        combos = point.combos[point.actor]
        np.testing.assert_allclose(read[f"{k}.strategy"][:, combos], point.strategy, atol=0.02)
        np.testing.assert_allclose(read[f"{k}.ev"][:, combos], point.action_ev, atol=0.3)
        assert np.nanmin((read[f"{k}.best"] - read[f"{k}.ev"])[:, combos]) > -0.01
        assert read[f"{k}.actions"] == "|".join(map(str, point.actions))


def test_patterns_go_together_and_one_of_each_goes_first():
    flops = ["AsKd2h", "AsKs2h", "AsKs2s", "AsAd2h", "QsJs2h", "QsJs3h"]
    assert in_order(flops)[:4] == ["AsKs2h", "AsKd2h", "AsKs2s", "AsAd2h"]
    kinds = {pattern_of(flop) for flop in flop_batch.all_flops()}
    assert len(kinds) == 6


def test_looks_come_when_they_may_tell_something():
    goal = FlopGoal(0.005, None, parse_rule("dcfr"))
    assert goal.steps(0, None) == 40
    assert 30 < goal.steps(40, 0.021) <= 64 and goal.steps(80, 0.0051) == 3
    assert goal.reached(80, 0.0049) and not goal.reached(80, 0.0051)
    assert FlopGoal(None, 100, parse_rule("dcfr")).steps(64, 0.5) == 36


def test_what_fails_on_the_card_leaves_what_was_done(tmp_path, on_card, monkeypatch):
    batch = Batch.from_dict({**SHAPE, "flops": ["KsQs7s", "KsTs7s"], "iterations": 2})
    done: list[str] = []
    usual = gpu_flops.FlopQueue._solve

    def fails_the_second_time(line, plan, program):
        if done:
            raise RuntimeError("CUDA_ERROR_ILLEGAL_ADDRESS\nand much more")
        done.append(plan.order.name)
        return usual(line, plan, program)

    monkeypatch.setattr(gpu_flops, "TURNS", 1)
    monkeypatch.setattr(gpu_flops.FlopQueue, "_solve", fails_the_second_time)
    with pytest.raises(
        BadConfig, match=r"the GPU failed, and what was saved before is still there: CUDA_ERROR_ILLEGAL"
    ):
        run_batch(batch, tmp_path, 1, device="gpu")
    assert [row["flop"] for row in read_batch(tmp_path)] == done


def test_a_time_that_makes_no_sense_is_refused():
    batch = Batch.from_dict({**SHAPE, "flops": ["KsQs7s"], "iterations": 2})
    with pytest.raises(BadConfig, match="-1 seconds at most: expected a number above 0"):
        run_batch(batch, "unused", most_seconds=-1)
