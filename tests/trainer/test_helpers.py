"""Helper processes: they answer and refuse, a death is told and survived, limits hold, and stopped work is saved."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gutshot.errors import GutshotError, IllegalAction
from gutshot.strategies.catalogue import Library
from gutshot.trainer.helpers.kind import HelperDied, HelperKind, TooLong, death
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.helpers.reporter import Progress, Reporter
from gutshot.web.explore.reading import ReadingRoom

PATIENCE = 120.0


@pytest.fixture
def helper() -> Iterator[Helpers]:
    helpers = Helpers(HelperKind("the helper", nice=3, first_to_go=True))
    yield helpers
    helpers.close()


def echo(word: str) -> tuple[int, int, str]:
    print("a stray print harms nobody")
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0), word


def refuse(word: str) -> None:
    raise IllegalAction(f"no {word} here")


def break_down() -> None:
    raise KeyError("a mistake of ours")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def spin(seconds: float) -> str:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "done"


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def test_it_answers_refuses_and_may_die(helper: Helpers) -> None:
    first = helper.run(echo, "hello")
    assert first[0] == helper.pid != os.getpid() and first[2] == "hello"
    assert first[1] == os.getpriority(os.PRIO_PROCESS, 0) + 3
    with pytest.raises(IllegalAction, match="no raise here"):
        helper.run(refuse, "raise")
    with pytest.raises(RuntimeError, match="KeyError: 'a mistake of ours'"):
        helper.run(break_down)
    with pytest.raises(HelperDied, match=r"^the helper was killed \(SIGKILL\), as happens when memory runs out$"):
        helper.run(die)
    assert helper.run(echo, word="again")[0] not in (first[0], os.getpid())


def test_calls_wait_for_room_and_those_that_wait_are_cancelled(helper: Helpers) -> None:
    busy, waiting = helper.start(sleep, 60.0), helper.start(echo, "later")
    assert not busy.done() and not waiting.running()
    helper.close()
    assert waiting.cancelled() and isinstance(busy.exception(), HelperDied)
    assert helper.start(echo, "too late").cancelled()


def test_a_limit_of_processor_time_refuses_and_one_of_the_clock_kills() -> None:
    helper = Helpers(HelperKind("the helper", cpu_seconds=0.3))
    try:
        with pytest.raises(TooLong, match=r"more than 0\.3 s"):
            helper.run(spin, 60.0)
        assert helper.run(spin, 0.01) == "done"
        with pytest.raises(TooLong, match="did not answer within 1 s"):
            helper.run_within(1.0, sleep, 60.0)
        assert helper.run(spin, 0.01) == "done"
    finally:
        helper.close()


def count(reporter: Reporter, folder: str) -> int:
    """Count until interrupted, then save."""
    number = 0
    try:
        with reporter.heeded():
            while True:
                number += 1
                reporter.progress(0.5, f"at {number}")
                time.sleep(0.01)
    except KeyboardInterrupt:
        (Path(folder) / "saved").write_text(str(number))
    return number


def test_long_work_tells_and_saves_when_it_is_stopped(tmp_path: Path) -> None:
    helper = Helpers(HelperKind("the worker", reports=True))
    told: list[dict[str, Any]] = []
    begun = threading.Event()

    def hear(progress: dict[str, Any]) -> None:
        told.append(progress)
        begun.set()

    ending = helper.start_reporting(hear, count, str(tmp_path))
    assert begun.wait(PATIENCE)
    helper.stop()
    assert str(ending.result(PATIENCE)) == (tmp_path / "saved").read_text()
    assert told[0] == {"fraction": 0.5, "text": "at 1", "detail": None}
    helper.close()


SERVER = """
import sys, time
from gutshot.trainer.helpers.kind import HelperKind
from gutshot.trainer.helpers.pool import Helpers
from tests.trainer.test_helpers import count, echo, sleep
plain, worker = Helpers(HelperKind("plain")), Helpers(HelperKind("worker", reports=True))
plain.run(echo, "x")
plain.start(sleep, 600.0)
worker.start_reporting(lambda progress: None, count, sys.argv[1])
time.sleep(0.5)
print([plain.pid, worker.pid], flush=True)
time.sleep(600)
"""


def test_they_end_with_a_server_that_is_killed_and_long_work_is_saved(tmp_path: Path) -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pids = json.loads(server.stdout.readline())
    server.kill()
    server.communicate()
    end = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert int((tmp_path / "saved").read_text()) >= 0


def test_how_it_died_is_said_in_words() -> None:
    assert death("the coach", -signal.SIGSEGV) == "the coach was ended by SIGSEGV"
    assert death("the coach", 3) == "the coach ended with status 3: the server's log says why"


def test_threads_stand_in_for_processes() -> None:
    helper = Helpers(HelperKind("the helper"), apart=False)
    assert helper.run(echo, "here")[0] == os.getpid() and not helper.are_apart and helper.pid is None
    helper.close()


def data_of(library: Library, word: str) -> tuple[int, str, str]:
    return os.getpid(), library.data.name, word


def die_reading(_: Library) -> None:
    die()


def test_a_library_is_read_in_another_process(tmp_path: Path) -> None:
    room = ReadingRoom(tmp_path, apart=True)
    try:
        pid, *found = room.ask(data_of, "hello")
        assert pid != os.getpid() and found == [tmp_path.name, "hello"]
        with pytest.raises(GutshotError, match="try again"):
            room.ask(die_reading)
        assert room.ask(data_of, "again")[0] != pid
    finally:
        room.close()


def test_progress_that_a_page_could_not_read_is_refused() -> None:
    told: list[Progress] = []
    reporter = Reporter(told.append)
    with pytest.raises(ValueError, match="JSON compliant"):
        reporter.progress(0.5, "half", {"ev": float("nan")})
    reporter.progress(0.5, "half", {"ev": 1.0})
    assert told == [{"fraction": 0.5, "text": "half", "detail": {"ev": 1.0}}]
