"""Whom the coach's verdicts keep waiting."""

import threading
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from gutshot.web.study import grader
from gutshot.web.study.grader import Grader


class SlowWithOldHands:
    """A coach who takes his time over finished hands and grades single decisions at once."""

    def __init__(self) -> None:
        self.old: Future[Any] = Future()
        self.begun, self.graded = threading.Event(), threading.Event()

    def start(self, function: Any, *_: Any) -> Future[Any]:
        self.begun.set()
        return self.old

    def run(self, function: Any, *_: Any) -> str:
        self.graded.set()
        return "a grade"

    def close(self) -> None:
        if not self.old.done():
            self.old.cancel()


def test_a_decision_does_not_wait_for_an_old_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grader, "_IDLE", 0.01)
    left: list[Any] = [{"table": "t", "number": 1}]
    record = SimpleNamespace(setup=None, deal=SimpleNamespace(number=1), choices=())
    monkeypatch.setattr("gutshot.trainer.records.history.ungraded", lambda *_: list(left))
    monkeypatch.setattr("gutshot.trainer.records.history.open_row", lambda row: record)
    written: list[Any] = []
    coach = SlowWithOldHands()

    def write(what: Any) -> None:
        left.clear()
        written.append(what)

    store = SimpleNamespace(write=write)
    judges = Grader(store, coach)  # type: ignore[arg-type]
    judges._thread.start()
    assert coach.begun.wait(300)
    table = SimpleNamespace(setup=None, deal=record.deal, choices=[])
    judges.decided(SimpleNamespace(table=table, grades=[]), 1, 0)  # type: ignore[arg-type]
    assert coach.graded.wait(300), "graded while the old hand is still being judged"
    assert not written
    coach.old.set_result(SimpleNamespace(write=lambda table, number: (table, number)))
    for _ in range(400):
        if written:
            break
        threading.Event().wait(0.05)
    judges.close()
    assert written == [("t", 1)]
