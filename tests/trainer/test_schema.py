"""Databases of other builds: completed where something was added, refused in a sentence where they cannot be read."""

import random
import sqlite3
import sys
from pathlib import Path

import pytest

from gutshot.errors import BadConfig
from gutshot.trainer.records import schema, store
from gutshot.trainer.records.history import Filter, list_hands
from gutshot.trainer.records.store import Store, open_engine, sqlite_url
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.setup import TableSettings
from gutshot.trainer.table.table import choices_to_text
from tests.trainer.tables import play_hand, table_of


def keep_a_hand(database: Store, name: str = "t") -> None:
    table = table_of(seats=3)
    play_hand(table, random.Random(1))
    summary = summarise(table.setup, table.deal, table.hand)
    database.write(
        store.new_table(name, "me", table.setup, TableSettings()),
        store.new_hand(name, "me", table.setup, table.deal, choices_to_text(table.choices), summary),
    )


def test_a_database_of_an_earlier_build_is_completed_and_keeps_its_hands(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    database = Store(sqlite_url(path))
    keep_a_hand(database)
    database.close()
    with sqlite3.connect(path) as old:
        old.executescript(
            "DROP TABLE layout; DROP TABLE people; DROP INDEX hands_by_owner;"
            "ALTER TABLE hands DROP COLUMN grades; ALTER TABLE hands DROP COLUMN imported;"
        )
    database = Store(sqlite_url(path))
    keep_a_hand(database, "u")
    hands, total = list_hands(database, "me", Filter(imported=False), "newest", 0, 10)
    assert total == 2 and all(hand["grades"] is None and not hand["imported"] for hand in hands)
    assert database.person_with("nobody") is None
    database.close()


def test_steps_run_once_on_an_old_database_and_never_on_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = sqlite_url(tmp_path / "a.db")
    open_engine(url).dispose()
    ran: list[str] = []
    monkeypatch.setattr(schema, "STEPS", (lambda connection: ran.append("two"),))
    open_engine(url).dispose()
    open_engine(url).dispose()
    open_engine(sqlite_url(tmp_path / "b.db")).dispose()
    assert ran == ["two"]
    monkeypatch.setattr(schema, "STEPS", ())
    with pytest.raises(BadConfig, match="layout 2 from a later build: this build reads up to 1"):
        open_engine(url)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE people (name TEXT)")
    with pytest.raises(BadConfig, match="'people' that is not Gutshot's"):
        open_engine(sqlite_url(path))


def test_a_missing_driver_is_named_with_the_extra_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadConfig, match=r"needs psycopg: install it with `pip install 'gutshot\[postgres\]'`"):
        open_engine("postgresql://me:secret@localhost/db")
