"""Runs: plans that are checked, records that do not depend on interruptions, artifacts that go on bit for bit."""

from pathlib import Path

import numpy as np
import pytest

from gutshot import artifacts
from gutshot.cfr.best_response import nash_conv
from gutshot.cfr.plot import convergence_png
from gutshot.cfr.runs import CfrRun, RunPlan, carry_out, load_plan, make_plan, next_mark
from gutshot.cfr.strategy import TabularStrategy
from gutshot.errors import BadConfig, MalformedInput
from tests.cfr.games import kuhn

GAME = {"game": "kuhn", "players": 2}
PLANS = [
    make_plan(GAME, "dcfr", 100),
    make_plan(GAME, "pcfr+", 100),
    make_plan(GAME, "external", 100, seed=4),
    make_plan(GAME, "external", 100, seed=4, batch=10, averaging="own"),
    make_plan(GAME, "outcome", 100, weights="uniform"),
]


def finish(plan: RunPlan, folder: Path, *stops: int) -> artifacts.Artifact:
    """Run to each stop in a fresh process' worth of objects, resuming from the artifact each time."""
    for number, stop in enumerate(stops):
        run = CfrRun(kuhn(2), plan)
        if number:
            run.resume(folder)
        carry_out(run, stop, folder, 0.0, lambda _: True)
    return artifacts.load(folder)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.algorithm}-{plan.batch}")
def test_an_interrupted_run_ends_with_the_same_bits(tmp_path: Path, plan: RunPlan) -> None:
    whole, pieces = finish(plan, tmp_path / "a", 800), finish(plan, tmp_path / "b", 10, 30, 510, 800)
    assert whole.arrays.keys() == pieces.arrays.keys()
    for name, array in whole.arrays.items():
        assert np.array_equal(array, pieces.arrays[name]), name
    assert whole.config == pieces.config
    assert {**whole.summary, "seconds": 0} == {**pieces.summary, "seconds": 0}
    assert len(whole.arrays["record"]) > 10


def test_the_artifact_holds_the_strategy_and_its_quality(tmp_path: Path) -> None:
    artifact = finish(PLANS[0], tmp_path / "a", 500)
    strategy = TabularStrategy.load(tmp_path / "a")
    assert artifact.summary["nash_conv"] == nash_conv(kuhn(2), strategy) < 0.01
    assert load_plan(artifact) == PLANS[0]


def test_a_watcher_can_stop_a_run_and_what_was_done_is_kept(tmp_path: Path) -> None:
    run = CfrRun(kuhn(2), PLANS[0])
    carry_out(run, 10_000, tmp_path / "a", 60.0, lambda run: run.iteration < 5)
    assert artifacts.load(tmp_path / "a").summary["iterations"] == run.iteration < 100
    assert artifacts.load(tmp_path / "a").summary["target"] == 10_000


def test_marks_depend_on_nothing_but_the_batch() -> None:
    marks, mark = [], 0
    while mark < 200:
        mark = next_mark(mark, 1)
        marks.append(mark)
    assert marks[:12] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] and marks[-3:] == [179, 196, 215]
    assert all(next_mark(i, 1) == next(m for m in marks if m > i) for i in range(200))
    assert next_mark(0, 50) == 50 and next_mark(75, 50) == 100


def test_hs_dcfr_takes_its_horizon_from_the_iterations() -> None:
    assert make_plan(GAME, "hs-dcfr", 500).algorithm == "hs-dcfr:500"


@pytest.mark.parametrize(
    ("algorithm", "iterations", "settings", "words"),
    [
        ("magic", 10, {}, "unknown algorithm 'magic': expected one of cfr, cfr+"),
        ("dcfr", -1, {}, "cannot run -1 iterations"),
        ("dcfr", 10, {"batch": 5}, "batch 5 is for sampling"),
        ("external", 10, {"batch": 0}, "batch 0: expected a whole number from 1"),
        ("dcfr:1", 10, {}, "takes 3 numbers"),
    ],
)
def test_bad_plans(algorithm: str, iterations: int, settings: dict[str, int], words: str) -> None:
    with pytest.raises(BadConfig) as caught:
        make_plan(GAME, algorithm, iterations, **settings)
    assert words in str(caught.value)


def test_resuming_another_plan_is_refused(tmp_path: Path) -> None:
    finish(PLANS[2], tmp_path / "a", 20)
    for other, words in (
        (make_plan(GAME, "external", 10, seed=5), "with seed 5: it was made with seed 4"),
        (make_plan({**GAME, "players": 3}, "external", 10, seed=4), "with players 3: it was made with players 2"),
        (make_plan(GAME, "dcfr", 10), "it was made with algorithm 'external'"),
    ):
        with pytest.raises(BadConfig, match=words):
            CfrRun(kuhn(2), other).resume(tmp_path / "a")
    with pytest.raises(BadConfig, match="cannot resume"):
        CfrRun(kuhn(3), PLANS[2]).resume(tmp_path / "a")
    run = CfrRun(kuhn(2), PLANS[2])
    run.resume(tmp_path / "a")
    with pytest.raises(BadConfig, match="it is at 20"):
        list(run.advance(10))
    with pytest.raises(BadConfig, match="one thread, got 2"):
        CfrRun(kuhn(2), PLANS[0], threads=2)


def test_artifacts_that_are_not_runs_are_refused(tmp_path: Path) -> None:
    artifacts.save(tmp_path / "x", "cfr-run", {}, {"strange": 1})
    artifacts.save(tmp_path / "y", "cfr-run", {}, vars(PLANS[0]), summary={"iterations": 3})
    artifacts.save(tmp_path / "z", "other", {}, {})
    for name, words in (("x", "is not a plan"), ("y", "cannot resume"), ("z", "is a 'other'")):
        with pytest.raises(MalformedInput, match=words):
            CfrRun(kuhn(2), PLANS[0]).resume(tmp_path / name)
    with pytest.raises(MalformedInput, match="no readable infosets"):
        TabularStrategy.load(tmp_path / "z")


def test_the_plot_is_a_picture() -> None:
    record = np.array([[1, 0.5, -0.1, 0.1], [10, 0.0, -0.05, 0.05]])
    assert convergence_png(record, "kuhn").startswith(b"\x89PNG")
