"""What is said of a job that is stopped before it could save, and of one that compiles."""

import logging
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gutshot.clock import FIRST_USE
from gutshot.trainer.helpers.reporter import Progress, Reporter
from gutshot.trainer.jobs import runner as runners
from gutshot.trainer.jobs import simulate, solve, worker
from gutshot.trainer.jobs.kinds import JobEnd, JobKind, JobState
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.jobs.record import Job, added
from gutshot.trainer.jobs.runner import Runner
from gutshot.trainer.jobs.worker import COMPILING, run_job
from gutshot.trainer.records.store import MEMORY, Store


def order(folder: Path, **facts: Any) -> dict[str, Any]:
    usual = {"kind": JobKind.SOLVE, "folder": str(folder / "a"), "fraction": 0.0, "saved": False, "detail": {}}
    return usual | facts


@pytest.mark.parametrize(
    ("fraction", "saved", "words"), [(0.0, True, "is kept"), (0.4, False, "nothing is saved"), (0.4, True, "is kept")]
)
def test_a_stopped_job_says_what_is_saved_and_not_how_far_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fraction: float, saved: bool, words: str
) -> None:
    def stop(*_: object) -> JobEnd:
        raise KeyboardInterrupt

    monkeypatch.setattr(worker, "_work", stop)
    end = run_job(Reporter(lambda _: None), order(tmp_path, fraction=fraction, saved=saved))
    assert not end["complete"] and words in end["text"] and "began" not in end["text"]


def test_a_worker_is_told_whether_there_is_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []

    class Listening:
        def __init__(self, *_: object) -> None: ...
        def start_reporting(self, _: object, __: object, order: Any) -> Any:
            told.append(order["saved"])
            return Future()

    monkeypatch.setattr(runners, "Helpers", Listening)
    store = Store(MEMORY)
    jobs = [Job(name, "me", JobKind.SOLVE, "", {}, state=JobState.PAUSED) for name in ("a", "b")]
    store.write(*map(added, jobs))
    jobs[1].folder(tmp_path).mkdir(parents=True)
    (jobs[1].folder(tmp_path) / "manifest.json").touch()
    runner = Runner(store, tmp_path, JobLimits(at_once=2))
    for job in jobs:
        runner.resume("me", job.id)
    store.close()
    assert told == [False, True]


def test_compiling_is_said_when_something_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(reporter: Reporter, _: object) -> JobEnd:
        reporter.progress(0.5, "first hands")
        logging.getLogger("gutshot").warning("something else")
        if compiles:
            logging.getLogger("gutshot").warning(FIRST_USE)
        return JobEnd(complete=True, fraction=1.0, text="done", detail=None)

    monkeypatch.setattr(worker, "_work", work)
    for compiles in (False, True):
        told: list[Progress] = []
        run_job(Reporter(told.append), order(tmp_path))
        assert [each["text"] for each in told] == ["first hands", *[COMPILING] * compiles]


@pytest.mark.parametrize(("fraction", "words"), [(0.0, "first hands"), (0.5, "resuming")])
def test_a_job_begins_without_a_word_of_compiling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fraction: float, words: str
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "run_match", stop)
    monkeypatch.setattr(solve, "run", stop)
    monkeypatch.setattr(solve, "_opened", lambda *_: (SimpleNamespace(iteration=9 if fraction else 0), 0.0))
    told: list[Progress] = []
    match = {"agents": ["call", "call"], "hands": 20, "stack": 1000, "small_blind": 5, "big_blind": 10, "seed": 1}
    facts = {"config": match | {"variant": "holdem", "ante": 0, "duplicate": False}, "threads": 1}
    for work, more in ((simulate.run_simulation, facts), (solve.run_solve, facts | {"config": {}, "memory_bytes": 1})):
        with pytest.raises(KeyboardInterrupt):
            detail = {"curve": [[9, 1.0, 1.0]] if fraction else []}
            work(Reporter(told.append), order(tmp_path, fraction=fraction, detail=detail, **more))
    first = [words, "building the tree", "resuming" if fraction else "first iterations"]
    assert [each["text"] for each in told] == first
