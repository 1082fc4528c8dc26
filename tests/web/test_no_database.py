"""While the database is away the server answers 503 in a sentence, and everything goes on when it is back."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from gutshot.errors import BadConfig
from gutshot.trainer.records import store
from gutshot.trainer.records.store import MEMORY, Store, open_engine, sqlite_url
from gutshot.trainer.records.writing import Writer
from gutshot.web.server import Server
from tests.web.conftest import new_person, serving
from tests.web.playing import command, decision, open_table, play_hand


def test_a_database_that_went_away_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> Any:
        raise OperationalError("SELECT", {}, Exception("connection refused\nwith details"))

    with serving(MEMORY) as url, closing(new_person(url)) as you:
        table = open_table(you)
        with monkeypatch.context() as broken:
            broken.setattr(Store, "rows", away)
            answer = you.get("/api/history")
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert "retry-after" in answer.headers and "refused" not in answer.text
        assert you.get("/api/history").status_code == 200
        assert you.get(f"/api/tables/{table['id']}").status_code == 200


def test_what_was_played_while_the_database_was_away_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A hand dealt meanwhile had no row, so all that was stored of it later went nowhere."""

    def away(*_: Any) -> Any:
        raise OperationalError("INSERT", {}, Exception("connection refused"))

    database, dice = sqlite_url(tmp_path / "a.db"), random.Random(3)
    with serving(database) as url, closing(new_person(url)) as you:
        view = play_hand(you, open_table(you, rebuys=True), dice)
        cookies = dict(you.cookies)
        with monkeypatch.context() as broken:
            broken.setattr(Writer, "_write", away)
            assert command(you, view, "next").status_code == 503
            assert command(you, view, "next").status_code == 503
            view = you.get(f"/api/tables/{view['id']}").json()
            made = decision(view, dice)
            assert you.post(f"/api/tables/{view['id']}/act", json=made).status_code == 503
        assert view["hand"] == 2
        answer = you.post(f"/api/tables/{view['id']}/act", json=made)  # the same decision again
        assert answer.status_code == 200
        view = play_hand(you, answer.json(), dice)
        assert (view["hand"], you.get("/api/history").json()["total"]) == (2, 2)
    with serving(database) as url, httpx.Client(base_url=url, cookies=cookies, timeout=300) as again:
        kept = again.get(f"/api/tables/{view['id']}").json()
        assert (kept["hand"], kept["step"], kept["board"]) == (view["hand"], view["step"], view["board"])


@pytest.mark.parametrize("url", ["mysql://", "mysql://me:secret@host/db", "oracle://x", "nonsense"])
def test_other_databases_are_refused_by_name(url: str) -> None:
    with pytest.raises(BadConfig, match="expected sqlite:///FILE or postgresql") as caught:
        open_engine(url)
    assert "secret" not in str(caught.value)


def test_a_damaged_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "trainer.db"
    file.write_bytes(b"\x00\xff" * 5000)
    with pytest.raises(BadConfig, match=r"trainer\.db' cannot be used: .*not a database"):
        open_engine(sqlite_url(file))
    assert file.read_bytes() == b"\x00\xff" * 5000


def test_a_database_that_another_program_locks_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "trainer.db"
    open_engine(sqlite_url(file)).dispose()
    monkeypatch.setattr(store, "_engine_options", lambda url: {"connect_args": {"timeout": 0.1}})
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadConfig, match=r"trainer\.db' cannot be used: .*locked"):
            open_engine(sqlite_url(file))


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(BadConfig, match=r"data folder '.*file/data' cannot be used: Not a directory"):
        Server("127.0.0.1", 0, data=str(tmp_path / "file" / "data"))
