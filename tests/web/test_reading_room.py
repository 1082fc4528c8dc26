"""Questions are answered in another process: answers and refusals come back, and its death is told and survived."""

import os
import signal
from pathlib import Path

import pytest

from gutshot.errors import GutshotError, IllegalAction
from gutshot.strategies.catalogue import Library
from gutshot.web.explore.reading_room import ReadingRoom


def who_reads(library: Library, word: str) -> tuple[int, str, str]:
    return os.getpid(), library.data.name, word


def refuse(_: Library, word: str) -> None:
    raise IllegalAction(f"no {word} here")


def break_down(_: Library) -> None:
    raise KeyError("a mistake of ours")


def die(_: Library) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_another_process_answers_refuses_and_may_die(tmp_path: Path) -> None:
    room = ReadingRoom(tmp_path, apart=True)
    try:
        first = room.ask(who_reads, "hello")
        assert first[0] != os.getpid() and first[1:] == (tmp_path.name, "hello")
        with pytest.raises(IllegalAction, match="no raise here"):
            room.ask(refuse, "raise")
        with pytest.raises(RuntimeError, match="a mistake of ours"):
            room.ask(break_down)
        with pytest.raises(GutshotError, match="try again"):
            room.ask(die)
        assert room.ask(who_reads, "again")[0] not in (first[0], os.getpid())
    finally:
        room.close()
