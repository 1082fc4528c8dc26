"""Workers that meet inside a kernel."""

import threading

import numpy as np
import pytest
from numpy.typing import NDArray

from gutshot.kernel import kernel
from gutshot.solvers.postflop import team
from gutshot.solvers.postflop.team import meet, work_together


@kernel
def in_turns(worker: int, workers: int, rounds: int, meeting: NDArray[np.int64], seen: NDArray[np.int64]) -> None:
    """Each worker writes its own place and, once all have come, reads everybody's."""
    for k in range(rounds):
        seen[worker] = k + 1
        meet(meeting, workers)
        for other in range(workers):
            if seen[other] != k + 1:
                seen[workers + worker] += 1
        meet(meeting, workers)


@pytest.mark.nojit
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_nobody_goes_on_before_all_have_come(workers: int) -> None:
    seen = np.zeros(2 * workers, dtype=np.int64)
    work_together(workers, lambda worker, meeting: in_turns(worker, workers, 200, meeting, seen))
    assert seen[:workers].tolist() == [200] * workers
    assert not seen[workers:].any()


@pytest.mark.nojit
def test_a_worker_that_fails_keeps_nobody_waiting() -> None:
    def part(worker: int, meeting: NDArray[np.int64]) -> None:
        if worker == 1:
            raise ValueError("no")
        meet(meeting, 3)

    with pytest.raises(ValueError, match="no"):
        work_together(3, part)


@pytest.mark.nojit
def test_threads_that_cannot_be_had_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    real = team.pool(2)

    class Exhausted:
        def submit(self, part: object, worker: int) -> object:
            if worker == 1:
                raise RuntimeError("can't start new thread")
            return real.submit(part, worker)  # type: ignore[arg-type]

    monkeypatch.setattr(team, "pool", lambda _: Exhausted())
    with pytest.raises(RuntimeError, match="start new thread"):
        work_together(2, lambda worker, meeting: meet(meeting, 2))


@pytest.mark.nojit
def test_two_teams_do_not_wait_for_each_other() -> None:
    done = []

    def run() -> None:
        seen = np.zeros(4, dtype=np.int64)
        for _ in range(20):
            work_together(2, lambda worker, meeting: in_turns(worker, 2, 5, meeting, seen))
        done.append(seen[2:].any())

    threads = [threading.Thread(target=run, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert done == [False] * 3
