"""Workers that meet inside a kernel."""

import concurrent.futures
import threading
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gutshot.kernel import kernel
from gutshot.postflop import barrier as team
from gutshot.postflop.barrier import begin_round, end_round, meet, new_meeting, rounds_done, work_together
from gutshot.postflop.solver import Solver
from tests.postflop.spots import river_spot, turn_spot


@kernel
def in_turns(worker: int, workers: int, rounds: int, meeting: NDArray[np.int64], seen: NDArray[np.int64]) -> None:
    """Each worker writes its own place and, once all have come, reads everybody's."""
    for k in range(rounds):
        if not begin_round(worker, workers, meeting):
            return
        seen[worker] = k + 1
        meet(meeting, workers)
        for other in range(workers):
            if seen[other] != k + 1:
                seen[workers + worker] += 1
        end_round(worker, meeting)


def play(workers: int, rounds: int) -> tuple[NDArray[np.int64], int]:
    seen, meeting = np.zeros(2 * workers, dtype=np.int64), new_meeting()
    work_together(workers, meeting, lambda worker: in_turns(worker, workers, rounds, meeting, seen))
    return seen, rounds_done(meeting)


@pytest.mark.nojit
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_nobody_goes_on_before_all_have_come(workers: int) -> None:
    seen, done = play(workers, 200)
    assert seen[:workers].tolist() == [200] * workers and done == 200
    assert not seen[workers:].any()


@pytest.mark.nojit
def test_a_worker_that_fails_keeps_nobody_waiting() -> None:
    meeting = new_meeting()

    def part(worker: int) -> None:
        if worker == 1:
            raise ValueError("no")
        assert not meet(meeting, 3)

    with pytest.raises(ValueError, match="no"):
        work_together(3, meeting, part)


@pytest.mark.nojit
def test_threads_that_cannot_be_had_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team, "_TEAMS", {})
    start, started = threading.Thread.start, []

    def start_two(thread: Any) -> None:
        started.append(thread)
        if len(started) == 3:
            raise RuntimeError("can't start new thread")
        start(thread)

    with monkeypatch.context() as few:
        few.setattr(threading.Thread, "start", start_two)
        with pytest.raises(RuntimeError, match="start new thread"):
            play(3, 5)
    assert play(3, 5)[1] == 5, "later ones get threads again"


@pytest.mark.nojit
def test_two_teams_do_not_wait_for_each_other() -> None:
    done: list[int] = []
    threads = [
        threading.Thread(target=lambda: done.extend(play(2, 5)[1] for _ in range(20)), daemon=True) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert done == [5] * 60


def interrupt_while_waiting(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    wait, asked = concurrent.futures.wait, list[bool]()

    def interrupted(futures: Any) -> Any:
        if len(asked) < times:
            asked.append(True)
            raise KeyboardInterrupt
        return wait(futures)

    monkeypatch.setattr(team, "wait", interrupted)


def test_an_interrupt_stops_all_after_the_same_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    solver, other = (Solver(turn_spot(), threads=3) for _ in range(2))
    for each in (solver, other):
        each.iterate(2)  # compiled by now
    with monkeypatch.context() as soon:
        interrupt_while_waiting(soon, times=2)
        with pytest.raises(KeyboardInterrupt):
            solver.iterate(100_000)
    assert 2 <= solver.iteration < 100_002
    other.iterate(solver.iteration - 2)
    for mine, theirs in ((solver.stores[k][p], other.stores[k][p]) for k in range(2) for p in range(2)):
        assert np.array_equal(mine.regrets, theirs.regrets) and np.array_equal(mine.average, theirs.average)


@pytest.mark.parametrize("spot", [river_spot, turn_spot])
def test_an_interrupt_that_comes_late_loses_no_count(spot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gutshot.postflop import solver as module

    solver = Solver(spot(), threads=1)
    name = "iterate_river" if spot is river_spot else "play_turn"
    kernel_itself = getattr(module, name)

    def interrupted(*arguments: Any) -> None:
        kernel_itself(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, name, interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.iterate(7)
    assert solver.iteration == 7
