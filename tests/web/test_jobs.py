"""Long work over the API: solves and simulations to their end, stopped, killed, and gone on with after a restart."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from gutshot.solvers.solution import Solution
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.store import sqlite_url
from tests.web.conftest import new_person, serving

RIVER = {
    "board": "QsJh2c8d4s",
    "oop": "QQ+,AQs,JTs,T9s:0.5",
    "ip": "JJ+,AQs,KQs,98s",
    "pot": 100,
    "stack": 200,
    "bets": {"river": {"oop": "50%", "ip": "75%, a"}},
    "raises": "60%",
}
ENDLESS = RIVER | {"board": "QsJh2c8d"}
SIX = ["style:tag", "style:lag", "style:rock", "style:maniac", "style:shark", "style:station"]
LIMITS = JobLimits(at_once=1, threads=1, memory_bytes=40_000_000)

Started = tuple[httpx.Client, Path, str]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    folder = tmp_path_factory.mktemp("jobs")
    with serving(sqlite_url(folder / "t.db"), data=folder, job_limits=LIMITS) as url:
        client = new_person(url)
        yield client, folder, url
        client.close()


def start_solve(client: httpx.Client, spot: dict[str, Any] = RIVER, **ask: Any) -> dict[str, Any]:
    answer = client.post("/api/solves", json={"spot": spot} | ask)
    assert answer.status_code == 201, answer.text
    job: dict[str, Any] = answer.json()
    return job


def wait_for(client: httpx.Client, job: str, wanted: Callable[[dict[str, Any]], bool], seconds: float = 180) -> Any:
    """The job's detail once it is as wanted."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        detail = client.get(f"/api/jobs/{job}").json()
        if wanted(detail):
            return detail
        time.sleep(0.1)
    raise AssertionError(f"waited in vain: {detail['job']}")


def is_over(detail: dict[str, Any]) -> bool:
    return detail["job"]["state"] not in ("queued", "running")


def has_begun(detail: dict[str, Any]) -> bool:
    return is_over(detail) or len(detail["curve"]) > 1


def live(client: httpx.Client, url: str, path: str) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return connect(url.replace("http", "ws") + path, additional_headers={"cookie": cookie}, origin=url)  # type: ignore[arg-type]


def test_a_solve_runs_to_its_target_and_tells_on_the_way(lab: Started) -> None:
    client, folder, url = lab
    with live(client, url, "/api/jobs/live") as socket:
        first = json.loads(socket.recv())
        assert first == {"type": "jobs", "jobs": []}
        job = start_solve(client, target=0.001, title="River, both sizes")
        states = []
        while not states or states[-1] != "done":
            message = json.loads(socket.recv(timeout=180))
            assert message["job"]["id"] == job["id"]
            states.append(message["job"]["state"])
    assert states[0] == "running" or states[:2] == ["queued", "running"]
    detail = client.get(f"/api/jobs/{job['id']}").json()
    assert detail["job"]["fraction"] == 1 and detail["job"]["error"] is None
    assert detail["curve"][-1]["exploitability"] <= 0.1
    assert detail["config"]["spot"]["bets"] == RIVER["bets"]
    solution = Solution.load(folder / "solutions" / detail["job"]["result"])
    assert solution.exploitability_percent <= 0.1
    assert solution.iterations == detail["curve"][-1]["iteration"]
    about = json.loads((folder / "solutions" / detail["job"]["result"] / "about.json").read_text())
    assert about["title"] == "River, both sizes" and about["job"] == job["id"]
