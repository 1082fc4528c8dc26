"""Starting Ray, with a stand-in for it: what is started is stopped, and a node that is late is waited for."""

import sys
from types import SimpleNamespace

import pytest

from gutshot.cluster import ATTEMPTS, connected_ray
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
