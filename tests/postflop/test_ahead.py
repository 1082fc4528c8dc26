"""Two processes compile a first solve: when the second is started, what it solves, and that it never stays behind."""

import subprocess
from typing import Any

import numpy as np
import pytest

import gutshot as gs
from gutshot.postflop import ahead
from gutshot.trees.betting_tree import build_tree

BOARDS = ("Td9d6hQc2s", "Td9d6hQc", "Td9d6h")


@pytest.mark.parametrize("board", BOARDS)
def test_the_tree_written_by_hand_is_the_one_that_grows(board: str) -> None:
    config = gs.Spot(board=board, oop="AA", ip="KK", pot=1, stack=1).tree_config()
    grown, written = build_tree(config), ahead.checked_down(config)
    for name in grown.__dataclass_fields__:
        if name != "config":
            one, other = getattr(grown, name), getattr(written, name)
            assert one.dtype == other.dtype and np.array_equal(one, other), name


class Other:
    """Stands for the second process."""

    def __init__(self, command: list[str], **_: Any) -> None:
        self.command, self.did = command, list[str]()

    def __enter__(self) -> "Other":
        return self

    def __exit__(self, *_: object) -> None:
        self.did.append("gone")

    def wait(self) -> None:
        self.did.append("waited for")

    def kill(self) -> None:
        self.did.append("killed")


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> list[Other]:
    """The processes that were started."""
    found: list[Other] = []

    def start(command: list[str], **how: Any) -> Other:
        found.append(Other(command, **how))
        return found[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    return found


def test_a_second_process_works_only_where_nothing_is_kept(others: list[Other], monkeypatch: Any) -> None:
    spot = gs.Spot(board=BOARDS[0], oop="AA", ip="KK", pot=1, stack=1)
    build_tree(spot.tree_config())
    with ahead.compiled_beside(spot, "f32"):
        assert others == []
    monkeypatch.setattr(ahead, "is_kept", lambda kernel: False)
    with ahead.compiled_beside(spot, "i16"):
        pass
    (other,) = others
    assert other.command[-2:] == [BOARDS[0], "i16"] and other.did == ["waited for", "killed", "gone"]


def test_a_spot_that_is_refused_leaves_no_process_behind(others: list[Other], monkeypatch: Any) -> None:
    monkeypatch.setattr(ahead, "is_kept", lambda kernel: False)
    spot = gs.Spot(board=BOARDS[0], oop="AA", ip="KK", pot=1, stack=1)
    with pytest.raises(gs.BadConfig), ahead.compiled_beside(spot, "f32"):
        raise gs.BadConfig("too large")
    assert others[0].did == ["killed", "gone"]


@pytest.mark.parametrize("board", [BOARDS[0], *(pytest.param(board, marks=pytest.mark.slow) for board in BOARDS[1:])])
def test_what_the_second_process_does_runs(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gutshot.postflop.solver.build_tree", build_tree)  # put back what it replaces
    ahead.compile_solver(board, "f32")
