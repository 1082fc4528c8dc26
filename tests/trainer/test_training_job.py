"""The job that trains a blueprint: what it reports, how it stops and goes on, and what it refuses."""

from pathlib import Path

import pytest

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.config import BlueprintConfig
from gutshot.errors import GutshotError
from gutshot.strategies.catalogue import Library
from gutshot.trainer.helpers.reporter import Progress, Reporter, require_plain
from gutshot.trainer.jobs.kinds import JobEnd
from gutshot.trainer.jobs.training import MOST_POINTS, plan_in, run_training, text_of, thinned

JAM = """
game: {num_players: 3, stack_depth: 10, limps: none, bet_sizes: {preflop: [a], flop: [], turn: [], river: []}}
training: {mccfr_samples: 50, iterations: 120, response_seconds: 0.02}
"""


def work(folder: Path, minutes: float, stop_after: int = 10**6) -> tuple[JobEnd, list[Progress]]:
    """Run the job, and stop it after so many reports that have figures."""
    told: list[Progress] = []

    def send(progress: Progress) -> None:
        told.append(progress)
        reporter.asked = sum(each["detail"] is not None for each in told) >= stop_after

    reporter = Reporter(send)
    plan = plan_in(JAM.replace("120", "1000000") if minutes > 1 else JAM, minutes)
    config = {"plan": plan.to_dict(), "title": "mine", "job": "a1"}
    order = {"config": config, "folder": str(folder), "detail": {}, "fraction": 0.0, "threads": 1}
    return run_training(reporter, order | {"memory_bytes": 300_000_000}), told


def test_a_training_ends_with_its_bundle_in_the_library(tmp_path: Path) -> None:
    end, told = work(tmp_path / "training" / "mine-a1", minutes=1)
    assert end["complete"] and end["fraction"] == 1 and "G nodes" in end["text"]
    detail = require_plain(end["detail"])
    assert detail is not None and detail["positions"] == ["BTN", "SB", "BB"] and detail["points"][-1]["visits"] > 0
    assert [row["seat"] for row in detail["responses"]] == [0, 1, 2]
    assert any("best response of BTN" in line for line in detail["lines"])
    assert [entry.title for entry in Library(tmp_path).entries() if entry.name.startswith("file:")] == ["mine"]
    assert all(0 <= each["fraction"] <= 1 for each in told)


def test_a_training_is_stopped_and_goes_on(tmp_path: Path) -> None:
    end, _ = work(tmp_path / "r", minutes=60, stop_after=1)
    assert not end["complete"] and end["detail"] is not None
    before = Blueprint.load(tmp_path / "r" / "bundle").summary["iteration"]
    again, _ = work(tmp_path / "r", minutes=60, stop_after=1)
    assert again["detail"] is not None and len(again["detail"]["points"]) > len(end["detail"]["points"])
    assert Blueprint.load(tmp_path / "r" / "bundle").summary["iteration"] > before > 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game: {num_players: 9}", "game.num_players 9: expected a whole number from 2 to 6"),
        ("game: [", "the config is not YAML"),
        ("game: &all {num_players: 2}\ntraining: *all", "the config has aliases"),
        ("training: {iterations: 1000000000}", "would not end: expected training.minutes"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(GutshotError, match=words.replace("(", r"\(")):
        plan_in(text, None)


def test_a_run_as_text_is_the_run() -> None:
    for plan in (BlueprintConfig(), plan_in(JAM, 3)):
        assert plan_in(text_of(plan), None) == plan


def test_a_long_curve_is_thinned_and_keeps_its_end() -> None:
    rows = [{"seconds": float(number)} for number in range(1001)]
    found = thinned(rows)
    assert len(found) <= MOST_POINTS and found[-1] == rows[-1] and thinned(rows[:5]) == rows[:5]
