"""Imports of hands as jobs: files cut between hands, figures that agree with what is kept, stops, deaths."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from gutshot.errors import BadConfig, GutshotError, MalformedInput
from gutshot.trainer.helpers import main
from gutshot.trainer.helpers.kind import HelperDied, TooLong
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.jobs import import_files, record
from gutshot.trainer.jobs.import_files import TEXT
from gutshot.trainer.jobs.imports import HISTORIES, Import, ImportTally, title_of
from gutshot.trainer.jobs.kinds import JobKind, JobState
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.jobs.record import Job, added, one
from gutshot.trainer.jobs.runner import Runner
from gutshot.trainer.records import hand_files
from gutshot.trainer.records.hand_files import Span, next_part, read_part, spans
from gutshot.trainer.records.store import MEMORY, Store, hands, tables
from tests.trainer.test_records import ACPC, POKERSTARS

BROKEN = "PokerStars Hand #7: Omaha Pot Limit\n"


def hand(number: int) -> str:
    return POKERSTARS.replace("123456789", str(number))


def a_file(folder: Path, text: str) -> Path:
    path = folder / TEXT
    path.write_text(text)
    return path


def parts_of(path: Path) -> list[str]:
    """The text of every part; they follow each other without a gap."""
    content = path.read_bytes()
    span, at, found = Span(0, len(content)), 0, list[str]()
    while at < span.end:
        part = next_part(path, span, at)
        assert part.begin == at < part.end
        found.append(content[at : part.end].decode())
        at = part.end
    return found


def test_a_file_is_cut_at_the_beginnings_of_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_files, "EACH", 3)
    text = "junk\n" + "\n\n".join(hand(number) for number in range(7))
    parts = parts_of(a_file(tmp_path, text))
    assert [part.count("PokerStars Hand") for part in parts] == [3, 3, 1] and "".join(parts) == text
    assert spans([2, 0, 3]) == [Span(0, 2), Span(2, 2), Span(2, 5)], "files lie one after the other"
    assert len(parts_of(a_file(tmp_path, "nobody knows this\n" * 10))) == 1
    monkeypatch.setattr(hand_files, "MOST_BYTES", len(hand(0)) + 100)
    parts = parts_of(a_file(tmp_path, text))
    assert [part.count("PokerStars Hand") for part in parts] == [1] * 7, "what would be too large is cut before a hand"


def test_every_part_of_a_log_has_its_game_and_sections_are_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hand_files, "EACH", 1)
    path = a_file(tmp_path, ACPC)
    span = Span(0, path.stat().st_size)
    first = next_part(path, span, 0)
    second = next_part(path, span, first.end)
    found, problems = read_part(path, span, second, 2)
    assert problems == [] and [each.deal.number for each in found] == [2] and second.end == span.end
    with pytest.raises(MalformedInput, match="does not say its game"):
        lone = a_file(tmp_path, ACPC.partition("\n")[2])
        next_part(lone, Span(0, lone.stat().st_size), 0)
    assert len(parts_of(a_file(tmp_path, '[1]\nvariant = "NT"\n\n[2]\nvariant = "NT"\n'))) == 2


def test_an_upload_that_vanished_is_missing(tmp_path: Path) -> None:
    begun = import_files.begin(tmp_path, "a" * 16, [("a.txt", 3)])
    assert import_files.find(tmp_path, begun.id) == begun
    (begun.folder / "files.json").unlink()
    assert import_files.find(tmp_path, begun.id) is None
    with pytest.raises(BadConfig, match="0 bytes"):
        import_files.begin(tmp_path, "b" * 16, [("a.txt", 0)])


class Ended(Exception):
    """Of a test that stops an import in the middle."""


@pytest.fixture
def store() -> Any:
    opened = Store(MEMORY)
    yield opened
    opened.close()


@pytest.fixture
def start(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Import]:
    """An import of some files, read by a thread, one hand in a part."""
    monkeypatch.setattr(hand_files, "EACH", 1)

    def begin(*files: tuple[str, str], job: Job | None = None, reader: Any = None) -> Import:
        a_file(tmp_path, "".join(text for _, text in files))
        named = [(name, len(text.encode())) for name, text in files]
        if job is None:
            job = Job("a1", "me", JobKind.IMPORT, "x", {"files": named})
            store.write(added(job))
        return Import(job, tmp_path, store, reader or Helpers(HISTORIES, apart=False))

    return begin


def kept(store: Store) -> int:
    """Hands in the database; each has its table."""
    counts = [store.row(sql.select(sql.func.count().label("count")).select_from(table)) for table in (tables, hands)]
    assert counts[0] == counts[1] and counts[0] is not None
    return int(counts[0]["count"])


def test_hands_come_in_once_and_what_is_not_read_is_said(start: Any, store: Store) -> None:
    told: list[Any] = []
    files = (("a.txt", hand(1) + hand(2)), ("b.txt", hand(2) + BROKEN), ("c.txt", ""), ("d.txt", "nothing"))
    end = start(*files).run(told.append)
    assert end["complete"] and end["fraction"] == 1 and end["text"] == "2 imported, 1 there already, 2 not read"
    tally = ImportTally(**end["detail"])
    assert (tally.imported, tally.known, tally.unread) == (2, 1, 2) and kept(store) == 2
    assert tally.problems[0] == "c.txt is empty" and tally.problems[1].startswith("b.txt, hand 2: 'PokerStars Hand #7")
    assert tally.problems[2].startswith("d.txt, the text is not a known hand history")
    assert [each["fraction"] for each in told] == sorted(each["fraction"] for each in told) and len(told) == 5
    assert title_of(["", ""]) == "Pasted hands and 1 more" and title_of(["a"]) == "a"


def test_an_import_that_stopped_goes_on_where_it_was(start: Any, store: Store) -> None:
    text = "".join(hand(number) for number in range(5))

    def stop_after_two(progress: Any) -> None:
        if progress["detail"]["imported"] == 2:
            raise Ended

    with pytest.raises(Ended):
        start(("a.txt", text)).run(stop_after_two)
    left = one(store, "me", "a1")
    assert left is not None and left.detail["imported"] == 2 == kept(store), "figures are stored with the hands"
    first = left.detail["first"]
    end = start(("a.txt", text), job=left).run(lambda _: None)
    tally = ImportTally(**end["detail"])
    assert (tally.imported, tally.known, tally.first) == (5, 0, first) and kept(store) == 5
    anew = start(("a.txt", text), job=replace(left, detail={})).run(lambda _: None)
    assert ImportTally(**anew["detail"]).known == 5 and kept(store) == 5, "done again, it recognises what is there"


def test_a_part_is_stored_whole_or_not_at_all(start: Any, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    work = start(("a.txt", hand(1)))
    monkeypatch.setattr(record, "changed", added)  # figures that the database refuses: there is such a job
    with pytest.raises(IntegrityError):
        work.run(lambda _: None)
    left = one(store, "me", "a1")
    assert kept(store) == 0 and left is not None and left.detail == {}


class Reader:
    """Answers in the test's own thread, except where a call of `read_part` ends it."""

    def __init__(self, *errors: Exception | None) -> None:
        self.errors = list(errors)

    def run(self, function: Any, *args: Any) -> Any:
        return function(*args)

    def run_within(self, _: float, function: Any, *args: Any) -> Any:
        error = self.errors.pop(0)
        if error is not None:
            raise error
        return function(*args)

    def close(self) -> None:
        """Nothing runs."""


def test_hands_that_end_their_reader_are_left_out_with_a_sentence(start: Any, store: Store) -> None:
    died = HelperDied("the reader was killed")
    ends = (died, died, died, None, TooLong("20 s"), RuntimeError("KeyError: 3"))  # the second hand is read again
    work = start(("a.txt", "".join(hand(number) for number in range(4))), reader=Reader(*ends))
    tally = ImportTally(**work.run(lambda _: None)["detail"])
    assert (tally.imported, tally.unread) == (1, 3) and kept(store) == 1
    assert [problem.split(":")[0] for problem in tally.problems] == ["hand 1", "hand 3", "hand 4"]
    assert "killed" in tally.problems[0] and "too long" in tally.problems[1] and "log" in tally.problems[2]


def test_a_stopped_import_ends_and_blames_no_hand(start: Any) -> None:
    work = start(("a.txt", hand(1)), reader=Reader(HelperDied("killed")))
    work.stop()
    end = work.run(lambda _: None)
    assert not end["complete"] and end["detail"]["problems"] == () and end["fraction"] == 0


def test_an_import_waits_for_no_solve_and_leaves_no_text_behind(tmp_path: Path, store: Store) -> None:
    runner, over = Runner(store, tmp_path, JobLimits(at_once=0, imports=1, kept=3), reads_apart=False), Event()

    def listen(job: Job | None, _: str) -> None:
        if job is not None and job.state is JobState.DONE:
            over.set()

    runner.listen(listen)
    solve = runner.submit("me", JobKind.SOLVE, "solve", {})
    brought = tmp_path / "brought"
    for number in (1, 2, 3):
        brought.mkdir()
        path = a_file(brought, hand(number))
        over.clear()
        job = runner.submit("me", JobKind.IMPORT, "hands", {"files": [("", path.stat().st_size)]}, brought)
        assert over.wait(60) and not brought.exists()
    found = runner.find("me", job.id)
    assert found.text == "1 imported" and found.has_result(tmp_path) and kept(store) == 3
    assert not found.folder(tmp_path).exists(), "what was sent is deleted once its hands are there"
    runner.close()
    assert runner.place(solve) == 0 and len(runner.all_of("me")) == 3, "the oldest finished import makes room"


def test_a_call_that_swallows_its_limit_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "_AGAIN", 0.05)
    told = 0
    with pytest.raises(TooLong), main._limited(0.05):
        while True:
            try:
                sum(range(10_000))
            except GutshotError:
                told += 1
                if told == 2:
                    raise
    assert told == 2
