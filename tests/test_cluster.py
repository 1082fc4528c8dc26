"""Starting Ray, with a stand-in for it: what is started is stopped, and a node that is late is waited for."""

import gc
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import gutshot as gs
from gutshot.cluster import ATTEMPTS, connected_ray, processors, run_on_ray
from gutshot.errors import BadConfig


def stand_in(monkeypatch: pytest.MonkeyPatch, late: int, running: bool = False) -> list[str]:
    """A module `ray` whose first so many starts fail; what was called on it."""
    calls: list[str] = []

    def init(**_: object) -> None:
        calls.append("init")
        if calls.count("init") <= late:
            raise Exception("The current node timed out during startup.")

    fake = SimpleNamespace(init=init, shutdown=lambda: calls.append("shutdown"), is_initialized=lambda: running)
    monkeypatch.setitem(sys.modules, "ray", fake)
    return calls


def test_a_late_node_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = stand_in(monkeypatch, late=1)
    with connected_ray():
        calls.append("used")
    assert calls == ["init", "shutdown", "init", "used", "shutdown"]


def test_a_node_that_never_comes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, late=ATTEMPTS)
    with pytest.raises(BadConfig, match="Ray could not be started: The current node timed out"), connected_ray():
        pass


def test_a_cluster_that_was_there_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = stand_in(monkeypatch, late=0, running=True)
    with connected_ray():
        pass
    assert calls == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_two_workers_of_a_cluster_do_as_one_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Own agents by name and as objects, built-in ones, and flops: the same results."""
    ray = pytest.importorskip("ray", reason="Ray is the extra `cluster`, which is not installed")
    (tmp_path / "of_a_user.py").write_text(OWN_AGENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    try:
        with connected_ray() as connected:
            assert processors(connected) == 2
        named = gs.MatchConfig(("of_a_user:Careful", "tag"), hands=300, seed=3)
        assert gs.run_match(named, engine="ray") == gs.run_match(named)
        free = gs.MatchConfig(("careful", "tag"), hands=300, seed=3, free_names=True)
        players = [gs.make_agent("of_a_user:Careful"), gs.make_agent("tag")]
        assert gs.run_match(free, players=players, engine="ray") == gs.run_match(free, players=players)
        batch = gs.Batch.from_dict(SMALL_BATCH)
        here, there = gs.run_batch(batch, tmp_path / "here"), gs.run_batch(batch, tmp_path / "there", engine="ray")
        assert [one | {"seconds": 0} for one in here] == [one | {"seconds": 0} for one in there]
    finally:
        ray.shutdown()
        gc.collect()  # what Ray leaves behind warns when it goes: here, not in some later test


OWN_AGENT = """
class Careful:
    name = "careful"

    def new_hand(self, number):
        pass

    def act(self, seen):
        return "check" if seen.to_call == 0 else "call" if 10 * seen.to_call < seen.stacks[seen.seat] else "fold"
"""
SMALL_BATCH = {
    "oop": "TT+,AKo", "ip": "88-QQ,AQs", "pot": 60, "stack": 60, "bets": "a", "raises": "a",
    "flops": ["AhKd5c", "7s7h2d", "Td9d6h"], "iterations": 5,
}  # fmt: skip


def test_a_batch_knows_its_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = gs.Batch.from_dict(SMALL_BATCH)
    with pytest.raises(BadConfig, match="unknown engine 'mpi'"):
        gs.run_batch(batch, tmp_path / "a", engine="mpi")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadConfig, match=r"gutshot\[cluster\]"):
        gs.run_batch(batch, tmp_path / "b", engine="ray")


def test_as_much_is_in_flight_as_the_cluster_has_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as much as there are threads here: of sixteen, two for each job, twice as many jobs as fit at once."""
    most, waiting = 0, {}

    def submit(job: int) -> object:
        nonlocal most
        handle = object()
        waiting[handle] = job * job
        most = max(most, len(waiting))
        return handle

    task = SimpleNamespace(remote=submit)
    fake = SimpleNamespace(
        is_initialized=lambda: True,
        cluster_resources=lambda: {"CPU": 16.0},
        remote=lambda num_cpus: lambda function: task,
        wait=lambda handles: (handles[:1], handles[1:]),
        get=lambda handle: waiting.pop(handle),
    )
    monkeypatch.setitem(sys.modules, "ray", fake)
    assert sorted(run_on_ray(lambda job: job * job, range(40), 2)) == [(job, job * job) for job in range(40)]
    assert most == 16
