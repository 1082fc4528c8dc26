"""Long work over the API: solves and simulations to their end, stopped, killed, and gone on with after a restart."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sql
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gutshot.errors import BadConfig
from gutshot.postflop.solution import Solution
from gutshot.postflop.solver import Solver
from gutshot.postflop.spot import Spot
from gutshot.postflop.three_solution import ThreeSolution
from gutshot.trainer.jobs.estimator import Estimator
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.jobs.record import jobs
from gutshot.trainer.jobs.worker import _sentence
from gutshot.trainer.records.store import Store, sqlite_url
from tests.postflop.three_spots import RIVER as THREE_RIVER
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
ENDLESS = RIVER | {"board": "QsJh2c8d", "bets": "30%, 60%, 100%", "raises": "60%, 100%", "oop": "22+,A2s+,K9s+,QTs+"}
FOREVER = {"spot": ENDLESS, "target": 1e-6, "title": "Without end"}
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


def wait_for(client: httpx.Client, job: str, wanted: Callable[[dict[str, Any]], bool], seconds: float = 600) -> Any:
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


def is_past(iteration: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a solve is iterating and has come further than this."""

    def look(detail: dict[str, Any]) -> bool:
        works = is_over(detail) or "of the pot" in detail["job"]["text"]
        return works and detail["curve"][-1]["iteration"] > iteration

    return look


def live(client: httpx.Client, url: str, path: str) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return connect(url.replace("http", "ws") + path, additional_headers={"cookie": cookie}, origin=Origin(url))


def test_a_solve_runs_to_its_target_and_tells_on_the_way(lab: Started) -> None:
    client, folder, url = lab
    with live(client, url, "/api/jobs/live") as socket:
        assert json.loads(socket.recv())["type"] == "jobs"
        job = start_solve(client, target=0.001, title="River, both sizes")
        states: list[str] = []
        while not states or states[-1] != "done":
            message = json.loads(socket.recv(timeout=600))
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


def workers_of(parent: int) -> list[int]:
    """The worker processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status, line = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if b"the worker" in line and int(status.rpartition(")")[2].split()[1]) == parent:
            found.append(int(folder.name))
    return found


def saved_iterations(folder: Path, detail: dict[str, Any]) -> int:
    return Solution.load(folder / "solutions" / detail["job"]["result"]).iterations


def test_a_solve_is_paused_killed_resumed_and_cancelled_and_keeps_what_it_had(lab: Started) -> None:
    client, folder, url = lab
    job = client.post("/api/solves", json=FOREVER).json()["id"]
    waiting = client.post("/api/solves", json=FOREVER).json()
    assert (waiting["state"], waiting["ahead"]) == ("queued", 0)
    wait_for(client, job, is_past(10))
    assert client.post(f"/api/jobs/{waiting['id']}/cancel").json()["state"] == "cancelled"
    assert client.delete(f"/api/jobs/{job}").status_code == 422, "a running job cannot be deleted"

    client.post(f"/api/jobs/{job}/pause")
    paused = wait_for(client, job, is_over)
    assert paused["job"]["state"] == "paused" and paused["job"]["can_resume"] and not workers_of(os.getpid())
    first = saved_iterations(folder, paused)
    assert first >= paused["curve"][-2]["iteration"] > 0

    assert client.post(f"/api/jobs/{job}/resume").json()["state"] == "running"
    wait_for(client, job, is_past(first + 20))
    (worker,) = workers_of(os.getpid())
    assert os.getpriority(os.PRIO_PROCESS, worker) >= 10
    os.kill(worker, signal.SIGKILL)
    killed = wait_for(client, job, is_over)
    assert killed["job"]["state"] == "failed" and "SIGKILL" in killed["job"]["error"]
    assert "kept" in killed["job"]["text"] and saved_iterations(folder, killed) >= first

    client.post(f"/api/jobs/{job}/resume")
    wait_for(client, job, is_past(first + 20))
    client.post(f"/api/jobs/{job}/cancel")
    cancelled = wait_for(client, job, is_over)
    assert cancelled["job"]["state"] == "cancelled" and cancelled["job"]["error"] is None
    assert saved_iterations(folder, cancelled) > first
    points = [point["iteration"] for point in cancelled["curve"]]
    assert points == sorted(set(points)), "the curve goes on where it was"
    with live(client, url, "/api/jobs/live") as socket:
        assert {entry["id"] for entry in json.loads(socket.recv())["jobs"]} >= {job, waiting["id"]}
        assert client.delete(f"/api/jobs/{job}").status_code == 204
        assert json.loads(socket.recv(timeout=600)) == {"type": "gone", "id": job}
    assert client.get(f"/api/jobs/{job}").status_code == 404
    assert (folder / "solutions" / cancelled["job"]["result"]).is_dir(), "the library keeps the solution"


def test_a_lock_holds_in_the_solution(lab: Started) -> None:
    client, folder, _ = lab
    locks = [{"line": "", "strategy": {"check": 1.0}, "hands": "AA"}, {"line": "check", "strategy": {"check": 1.0}}]
    job = start_solve(client, target=0.002, locks=locks, precision="i16")
    done = wait_for(client, job["id"], is_over)
    assert done["job"]["state"] == "done", done["job"]
    solution = Solution.load(folder / "solutions" / done["job"]["result"])
    rows = {row["hand"]: row for row in solution.rows("")}
    aces = [row for hand, row in rows.items() if hand[0] == hand[2] == "A"]
    assert aces and all(abs(row["check"] - 1) < 1e-6 for row in aces)
    assert any(row["check"] < 0.9 for row in rows.values())
    assert all(abs(row["check"] - 1) < 1e-6 for row in solution.rows("check"))

    source = f"file:solutions/{done['job']['result']}"
    about = client.get("/api/explore/about", params={"source": source}).json()
    assert about["locks"] == [locks[0], locks[1] | {"hands": None}] and about["has_locks"] and about["target"] == 0.002
    assert client.post(f"/api/jobs/{job['id']}/further", json={"target": 0.1}).status_code == 422
    assert client.post(f"/api/jobs/{job['id']}/further", json={"target": 0.0005}).status_code == 200
    further = wait_for(client, job["id"], is_over)
    assert further["job"]["state"] == "done" and further["curve"][-1]["exploitability"] <= 0.05
    assert further["curve"][: len(done["curve"])] == done["curve"], "from where it ended"
    again = Solution.load(folder / "solutions" / done["job"]["result"])
    assert again.iterations > solution.iterations
    assert all(abs(row["check"] - 1) < 1e-6 for row in again.rows("check"))
    assert further["job"]["bytes"] > 1000
    assert client.delete(f"/api/jobs/{job['id']}", params={"files": True}).status_code == 204
    assert not (folder / "solutions" / done["job"]["result"]).exists()


def test_what_locks_cost_is_told_against_the_solution_they_were_made_in(lab: Started) -> None:
    client, folder, _ = lab
    free = wait_for(client, start_solve(client, target=0.001)["id"], is_over)["job"]["result"]
    base, lock = f"file:solutions/{free}", {"line": "", "strategy": {"check": 1.0}, "hands": "AA"}
    job = start_solve(client, target=0.001, locks=[lock], base=base, precision="i16")
    locked = f"file:solutions/{wait_for(client, job['id'], is_over)['job']['result']}"
    about = client.get("/api/explore/about", params={"source": locked}).json()
    told, solution = about["lock_cost"], Solution.load(folder / "solutions" / free)
    assert about["precision"] == "i16"
    assert told["solved"] == pytest.approx(solution.ev, abs=1e-3)
    assert told["solved"][0] > told["answered"][0] + 0.01
    assert [(line["line"], line["player"]) for line in told["lines"]] == [("", 0)] and told["lines"][0]["cost"] > 0
    more = start_solve(client, target=0.001, locks=[lock, {"line": "check", "strategy": {"check": 1.0}}], base=locked)
    both = f"file:solutions/{wait_for(client, more['id'], is_over)['job']['result']}"
    again = client.get("/api/explore/about", params={"source": both}).json()["lock_cost"]
    assert again["solved"] == told["solved"], "of the one without locks, however many were added since"
    assert [line["player"] for line in again["lines"]] == [0, 1]
    other = {"spot": RIVER | {"pot": 101}, "locks": [lock], "base": base}
    answer = client.post("/api/solves", json=other)
    assert answer.status_code == 422 and "another spot" in answer.json()["message"]


def test_three_ranges_are_solved_again_around_locks_that_the_explorer_sends(lab: Started) -> None:
    client, folder, _ = lab

    def solved(spot: dict[str, Any], **ask: Any) -> dict[str, Any]:
        started = client.post("/api/solves/three", json={"spot": spot, "target": 0.01} | ask)
        assert started.status_code == 201, started.text
        done = wait_for(client, started.json()["id"], is_over)
        assert done["job"]["state"] == "done" and done["curve"][-1]["exploitability"] <= 1.0, done["job"]
        source = f"file:solutions/{done['job']['result']}"
        about: dict[str, Any] = client.get("/api/explore/about", params={"source": source}).json()
        return about

    free = solved(THREE_RIVER)
    assert free["kind"] == "three-way" and "locks" in free["abilities"] and not free["has_locks"]
    lock = {"line": "", "strategy": {"all-in 150": 1.0}, "hands": "T9s"}
    locked = solved(free["config"], locks=[lock], base=free["source"])
    assert locked["locks"] == [lock] and locked["has_locks"] and locked["target"] == 0.01
    told, solution = locked["lock_cost"], ThreeSolution.load(folder / locked["source"].removeprefix("file:"))
    bluffs = [row for row in solution.rows("") if {row["hand"][0], row["hand"][2]} == {"T", "9"}]
    assert bluffs and all(row["all-in 150"] == pytest.approx(1) for row in bluffs)
    assert len(told["solved"]) == 3 and told["answered"] == pytest.approx(solution.solver.values(), abs=1e-3)
    assert [(line["line"], line["player"]) for line in told["lines"]] == [("", 0)] and told["lines"][0]["cost"] > 0.01
    assert client.get("/api/explore/node", params={"source": locked["source"], "line": "all-in 150"}).status_code == 200


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"spot": THREE_RIVER | {"players": {"sb": "AA", "bb": "KK"}}}, "expected three"),
        ({"spot": THREE_RIVER | {"stacks": [100, 100]}}, "three in order of action"),
        ({"locks": [{"line": "bet 7", "strategy": {"fold": 1}}]}, "bet 7"),
        ({"locks": [{"line": "check", "strategy": {"check": 0.5}}]}, "sum to 1"),
    ],
)
def test_a_solve_of_three_that_cannot_be_is_refused_in_words(lab: Started, change: dict[str, Any], words: str) -> None:
    answer = lab[0].post("/api/solves/three", json={"spot": THREE_RIVER} | change)
    assert answer.status_code == 422 and words in answer.json()["message"], answer.text


def test_a_whole_side_plays_a_profile_and_is_answered_best(lab: Started) -> None:
    client, folder, _ = lab
    profile = {"player": "ip", "name": "maniac", "strength": 1.0}
    locks = [{"line": "", "strategy": {"check": 1.0}}]
    job = start_solve(client, target=0.002, profile=profile, locks=locks)
    done = wait_for(client, job["id"], is_over)
    assert done["job"]["state"] == "done", done["job"]
    about = client.get("/api/explore/about", params={"source": f"file:solutions/{done['job']['result']}"}).json()
    told = about["profile"]
    assert told["name"] == "maniac" and about["has_locks"]
    assert told["solved"][1] > told["unanswered"][1] > told["answered"][1]
    solution = Solution.load(folder / "solutions" / done["job"]["result"])
    assert solution.at("").frequencies[0] == pytest.approx(1.0, abs=1e-6), "the lock holds beside the profile"
    assert told["answered"] == pytest.approx(solution.solver.expected_values(), abs=1e-3)


def test_sizes_are_found_and_what_they_keep_is_told(lab: Started) -> None:
    client, folder, _ = lab
    job = start_solve(client, RIVER | {"bets": "33%, 66%, 100%, a"}, target=0.002, sizes=2)
    done = wait_for(client, job["id"], is_over)
    assert done["job"]["state"] == "done", done["job"]
    about = client.get("/api/explore/about", params={"source": f"file:solutions/{done['job']['result']}"}).json()
    assert about["sizes"]["count"] == 2 and all(0.9 < kept <= 1 for kept in about["sizes"]["kept"])
    solution = Solution.load(folder / "solutions" / done["job"]["result"])
    assert about["config"]["bets"] == about["sizes"]["bets"] == solution.spot.bets
    assert all(len(text.split(",")) == 2 for text in about["sizes"]["bets"]["river"].values())
    assert client.post(f"/api/jobs/{job['id']}/further", json={"target": 0.001}).status_code == 200
    assert wait_for(client, job["id"], is_over)["job"]["state"] == "done"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"spot": RIVER | {"board": "QsJh2c8dQs"}}, "Qs"),
        ({"spot": RIVER | {"oop": "AAx"}}, "AAx"),
        ({"spot": RIVER | {"bets": "many"}}, "many"),
        ({"spot": RIVER | {"board": "QsJh2c", "oop": "top 100%", "ip": "top 100%"}}, "allows 40 MB"),
        ({"locks": [{"line": "bet 7", "strategy": {"fold": 1}}]}, "bet 7"),
        ({"locks": [{"line": "", "strategy": {"check": 0.5}}]}, "sum to 1"),
        ({"target": 0}, "target"),
        ({"spot": RIVER | {"bets": "33%, 2e"}, "sizes": 1}, "2e"),
        ({"locks": [{"line": "", "strategy": {"check": 1}}], "sizes": 1}, "without locks"),
        ({"profile": {"player": "ip", "name": "whale"}}, "profile.name"),
        ({"out": "/etc/passwd"}, "out"),
    ],
)
def test_a_solve_that_cannot_be_is_refused_in_words(lab: Started, change: dict[str, Any], words: str) -> None:
    client, _, _ = lab
    answer = client.post("/api/solves", json={"spot": RIVER} | change)
    assert answer.status_code == 422 and words in answer.json()["message"], answer.text


def test_an_estimate_is_the_solvers_own(lab: Started) -> None:
    client, _, _ = lab
    found = client.post("/api/solves/estimate", json={"spot": ENDLESS}).json()
    solver = Solver(Spot.from_dict(ENDLESS), empty=True)
    assert found["bytes"] == solver.estimate_bytes() and found["fits"]
    assert found["nodes"] == solver.layout.counts().to_dict()


def test_a_tree_that_takes_too_long_to_size_up_is_refused() -> None:
    sizes = ", ".join(f"{size}%" for size in range(10, 200, 10))
    estimator = Estimator(0.05)
    with pytest.raises(BadConfig, match=r"more than 0\.05 s .* fewer bet sizes"):
        estimator.ask({"spot": RIVER | {"board": "QsJh2c", "bets": sizes, "raises": sizes, "stack": 9000}})
    assert estimator.ask({"spot": RIVER})["hands"], "the next question is answered"
    estimator.close()


def test_jobs_of_others_do_not_exist(lab: Started) -> None:
    client, _, url = lab
    mine = start_solve(client)["id"]
    other = new_person(url)
    assert other.get("/api/jobs").json() == []
    for method, path in (("GET", ""), ("POST", "/pause"), ("POST", "/resume"), ("POST", "/cancel"), ("DELETE", "")):
        assert other.request(method, f"/api/jobs/{mine}{path}").status_code == 404
    with live(other, url, f"/api/jobs/{mine}/live") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=600)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    other.close()
    wait_for(client, mine, is_over)


@pytest.mark.slow
def test_a_killed_server_leaves_its_job_to_be_resumed(tmp_path: Path) -> None:
    def serve() -> tuple[subprocess.Popen[str], str]:
        line = [sys.executable, "-m", "gutshot", "serve", "--port", "0", "--data", str(tmp_path), "--json"]
        process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        return process, json.loads(process.stdout.readline())["url"].rstrip("/")

    process, url = serve()
    client = new_person(url)
    job = client.post("/api/solves", json=FOREVER).json()["id"]
    wait_for(client, job, is_past(10))
    (worker,) = workers_of(process.pid)
    process.kill()
    process.communicate()
    end = time.monotonic() + 60
    while Path(f"/proc/{worker}").exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(f"/proc/{worker}").exists(), "a worker without a server ends"

    process, again = serve()
    cookies = dict(client.cookies)
    client.close()
    with httpx.Client(base_url=again, cookies=cookies, timeout=300) as client:
        found = client.get(f"/api/jobs/{job}").json()
        assert found["job"]["state"] == "interrupted" and found["job"]["result"], "and keeps what it had"
        before = saved_iterations(tmp_path, found)
        assert client.post(f"/api/jobs/{job}/resume").status_code == 200
        detail = wait_for(client, job, is_past(before))
        assert detail["job"]["state"] == "running"
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    store = Store(sqlite_url(tmp_path / "trainer.db"))
    (row,) = store.rows(sql.select(jobs))
    assert row["state"] == "interrupted", "a server that is stopped waits for its workers"
    store.close()


def test_what_goes_wrong_in_a_worker_is_said_in_words() -> None:
    assert "disk is full" in _sentence(OSError(errno.ENOSPC, "No space left on device"))
    assert "memory ran out" in _sentence(MemoryError())
