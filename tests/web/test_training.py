"""Training a blueprint over the API: watched, paused, resumed, and its bundle opened."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.store import sqlite_url
from tests.web.conftest import new_person, serving
from tests.web.test_jobs import wait_for

JAM = """
game: {num_players: 3, stack_depth: 10, limps: none, bet_sizes: {preflop: [a], flop: [], turn: [], river: []}}
training: {mccfr_samples: 50, iterations: 1000000, response_seconds: 0.05, checkpoint_minutes: 0.01}
"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[httpx.Client]:
    limits = JobLimits(at_once=1, threads=1, memory_bytes=500_000_000)
    with serving(sqlite_url(tmp_path / "t.db"), data=tmp_path, job_limits=limits) as url:
        client = new_person(url)
        yield client
        client.close()


def has_measured(more_than: int = 0) -> Callable[[dict[str, Any]], bool]:
    return lambda detail: bool(detail["training"]) and len(detail["training"]["responses"]) > more_than


def test_a_training_is_watched_paused_resumed_and_its_bundle_opened(lab: httpx.Client) -> None:
    asked = lab.post("/api/trainings", json={"text": JAM, "minutes": 60})
    assert asked.status_code == 201, asked.text
    job = asked.json()
    assert job["kind"] == "training" and job["title"] == "Blueprint, 3 seats, 10 bb"
    seen = wait_for(lab, job["id"], has_measured())["training"]
    assert seen["positions"] == ["BTN", "SB", "BB"] and seen["points"][-1]["visits"] > 0
    assert seen["points"][-1]["nodes_per_second"] > 0 and any("best response of BTN" in line for line in seen["lines"])
    lab.post(f"/api/jobs/{job['id']}/pause")
    paused = wait_for(lab, job["id"], lambda detail: detail["job"]["state"] == "paused")
    before = paused["training"]["points"][-1]["visits"]
    source = f"file:training/{paused['job']['result']}/bundle"
    assert source in {entry["source"] for entry in lab.get("/api/explore/library").json()}
    lab.post(f"/api/jobs/{job['id']}/resume")
    wait_for(lab, job["id"], lambda detail: detail["training"]["points"][-1]["visits"] > before)
    lab.post(f"/api/jobs/{job['id']}/cancel")
    over = wait_for(lab, job["id"], lambda detail: detail["job"]["state"] == "cancelled")
    assert len(over["training"]["points"]) > len(paused["training"]["points"])
