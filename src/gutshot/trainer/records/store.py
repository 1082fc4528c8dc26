"""The database: people, tables, hands. SQLite by default, PostgreSQL by URL, through SQLAlchemy Core.

A hand is its deal and the choices made so far; each decision is one write, answered when it is safe. SQLite runs with a
write-ahead log, so a killed process loses nothing that was answered.
"""

import contextlib
import json
import secrets
import time
from collections.abc import Collection
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Engine, RowMapping
from sqlalchemy.exc import SQLAlchemyError

from gutshot.errors import BadConfig
from gutshot.extras import missing_extra
from gutshot.trainer.records import schema
from gutshot.trainer.records.writing import Checkpointer, Writer
from gutshot.trainer.records.writing import Write as Write
from gutshot.trainer.table.setup import TableSettings, TableSetup
from gutshot.trainer.table.table import Deal

metadata = sql.MetaData()

people = sql.Table(
    "people",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("secret", sql.String(64), nullable=False, unique=True),
    sql.Column("created", sql.Float, nullable=False),
)
tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("owner", sql.String(32), nullable=False, index=True),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("setup", sql.Text, nullable=False),
    sql.Column("settings", sql.Text, nullable=False),
    sql.Column("revealed", sql.Boolean, nullable=False, default=False),
    sql.Column("closed", sql.Boolean, nullable=False, default=False),
    sql.Column("imported", sql.Boolean, nullable=False, default=False),
)
hands = sql.Table(
    "hands",
    metadata,
    sql.Column("table", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("owner", sql.String(32), nullable=False),
    sql.Column("deal", sql.Text, nullable=False),
    sql.Column("choices", sql.Text, nullable=False),
    sql.Column("played", sql.Float, nullable=False),
    sql.Column("finished", sql.Boolean, nullable=False),
    # The summary of a finished hand, by which the history is filtered and sorted.
    sql.Column("game", sql.String(16), nullable=False),
    sql.Column("imported", sql.Boolean, nullable=False, default=False),
    sql.Column("position", sql.String(8)),
    sql.Column("big_blind", sql.Integer),
    sql.Column("net", sql.Float),
    sql.Column("net_bb", sql.Float),
    sql.Column("adjusted_bb", sql.Float),
    sql.Column("pot", sql.Float),
    sql.Column("pot_bb", sql.Float),
    sql.Column("showdown", sql.Boolean),
    sql.Column("ev_lost", sql.Float),
    sql.Column("worst", sql.String(16)),
    sql.Column("counts", sql.Text),
    sql.Column("cards", sql.String(16)),
    sql.Column("board", sql.String(16)),
    sql.Column("grades", sql.Text),
    sql.Column("marked", sql.Boolean, nullable=False, default=False),
    sql.Column("note", sql.Text),
    sql.Column("habits", sql.Text),  # the chances of the hand, as `records.habits` counts them
    sql.Column("shown", sql.String(16)),  # cards that the person showed without having to
    sql.Column("origin", sql.Text),  # of an imported hand: site, number, currency, unit and rake as JSON
    sql.Index("hands_by_owner", "owner", "finished", "played"),
)

MEMORY = "sqlite://"
"""Names a database that is gone when its store is closed."""
MOST_LISTED = 200


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return f"sqlite:///{path}"


def new_id() -> str:
    """A short name that cannot be guessed."""
    return secrets.token_hex(8)


_DATABASES = ("sqlite:", "sqlite+", "postgresql:", "postgresql+")


def open_engine(url: str) -> Engine:
    """An engine with its tables made or brought up to date; BadConfig when the database cannot be used."""
    _require_known(url)
    try:
        engine = sql.create_engine(_with_driver(url), **_engine_options(url))
        if engine.dialect.name == "sqlite":
            sql.event.listen(engine, "connect", _tune_sqlite)
        schema.prepare(engine, metadata)
    except ModuleNotFoundError as error:
        raise missing_extra(error, f"database {_without_password(url)!r}") or error from None
    except (SQLAlchemyError, ImportError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise BadConfig(f"database {_without_password(url)!r} cannot be used: {reason}") from None
    return engine


def _require_known(url: str) -> None:
    if not url.startswith(_DATABASES):
        kind = url.partition(":")[0][:40]
        raise BadConfig(f"database {kind!r} cannot be used: expected sqlite:///FILE or postgresql://HOST/NAME")
    if url in ("sqlite:///", "sqlite:///:memory:"):
        raise BadConfig(
            f"database {url!r} names no file: expected sqlite:///FILE, or {MEMORY} for one that is not kept"
        )


def _with_driver(url: str) -> str:
    """PostgreSQL by the driver of our extra where none is named."""
    return url.replace("postgresql://", "postgresql+psycopg://", 1) if url.startswith("postgresql://") else url


def _engine_options(url: str) -> dict[str, Any]:
    if not url.startswith("sqlite"):
        return {"pool_pre_ping": True}
    return {"connect_args": {"check_same_thread": False, "timeout": 30}}


def _without_password(url: str) -> str:
    with contextlib.suppress(SQLAlchemyError):
        return sql.engine.make_url(url).render_as_string(hide_password=True)
    return url.split("@")[-1]


def _tune_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA wal_autocheckpoint=0")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


_insert_hand = sql.insert(hands)
_update_hand = (
    sql.update(hands)
    .where(hands.c.table == sql.bindparam("at_table"), hands.c.number == sql.bindparam("at_number"))
    .values(choices=sql.bindparam("choices"))
)
SUMMARY = (
    "position", "big_blind", "net", "net_bb", "adjusted_bb", "pot", "pot_bb", "showdown", "counts", "cards", "board",
)  # fmt: skip
_finish_hand = (
    sql.update(hands)
    .where(hands.c.table == sql.bindparam("at_table"), hands.c.number == sql.bindparam("at_number"))
    .values(choices=sql.bindparam("choices"), finished=True, **{name: sql.bindparam(name) for name in SUMMARY})
)
_grade_hand = (
    sql.update(hands)
    .where(hands.c.table == sql.bindparam("at_table"), hands.c.number == sql.bindparam("at_number"))
    .values(**{name: sql.bindparam(name) for name in ("ev_lost", "worst", "grades", "adjusted_bb")})
)


@dataclass(frozen=True)
class StoredTable:
    """A table as stored, with its last hand."""

    id: str
    owner: str
    created: float
    setup: TableSetup
    settings: TableSettings
    revealed: bool
    closed: bool
    deal: Deal | None
    choices: str


class Store:
    """The door to the database."""

    def __init__(self, url: str = MEMORY) -> None:
        # A file even if it is not kept: SQLite in memory has one connection, and there one thread's rollback would undo
        # what another has not yet committed.
        self._passing = TemporaryDirectory(prefix="gutshot-") if url == MEMORY else None
        self.engine = open_engine(url if self._passing is None else sqlite_url(Path(self._passing.name) / "hands.db"))
        self._writer = Writer(self.engine)
        self._checkpointer = Checkpointer(self.engine) if self.engine.dialect.name == "sqlite" else None

    def close(self) -> None:
        """Write what waits, and let go."""
        self._writer.close()
        if self._checkpointer is not None:
            self._checkpointer.close()
        self.engine.dispose()
        if self._passing is not None:
            self._passing.cleanup()

    def submit(self, *writes: Write) -> "Future[None]":
        return self._writer.submit(writes)

    def write(self, *writes: Write) -> None:
        """Write and wait until it is safe."""
        self.submit(*writes).result()

    def rows(self, statement: Any) -> list[RowMapping]:
        """All that a query finds."""
        with self.engine.connect() as connection:
            return list(connection.execute(statement).mappings())

    def row(self, statement: Any) -> RowMapping | None:
        """The first that a query finds."""
        found = self.rows(statement)
        return found[0] if found else None

    def person_with(self, secret: str) -> str | None:
        """The id of the person whose cookie has this digest."""
        found = self.row(sql.select(people.c.id).where(people.c.secret == secret))
        return None if found is None else str(found["id"])

    def table(self, table: str) -> StoredTable | None:
        """A table with its last hand, or None."""
        found = self.row(sql.select(tables).where(tables.c.id == table, ~tables.c.imported))
        if found is None:
            return None
        last = self.row(sql.select(hands).where(hands.c.table == table).order_by(hands.c.number.desc()).limit(1))
        return _stored(found, last)

    def imported_among(self, owner: str, names: Collection[str]) -> set[str]:
        """Those of the names under which a hand is kept that the person has brought in."""
        where = (tables.c.id.in_(names), tables.c.owner == owner, tables.c.imported)
        return {str(row["id"]) for row in self.rows(sql.select(tables.c.id).where(*where))}

    def count_open(self, owner: str) -> int:
        """The number of the person's open tables."""
        where = (tables.c.owner == owner, ~tables.c.closed, ~tables.c.imported)
        found = self.row(sql.select(sql.func.count().label("count")).select_from(tables).where(*where))
        return 0 if found is None else int(found["count"])

    def tables_of(self, owner: str) -> list[StoredTable]:
        """The person's tables, newest first."""
        where = (tables.c.owner == owner, ~tables.c.imported)
        found = self.rows(sql.select(tables).where(*where).order_by(tables.c.created.desc()).limit(MOST_LISTED))
        return [stored for row in found if (stored := self.table(row["id"])) is not None]


def _stored(row: RowMapping, last: RowMapping | None) -> StoredTable:
    return StoredTable(
        id=row["id"],
        owner=row["owner"],
        created=row["created"],
        setup=TableSetup.from_json(json.loads(row["setup"])),
        settings=TableSettings.from_json(json.loads(row["settings"])),
        revealed=row["revealed"],
        closed=row["closed"],
        deal=None if last is None else Deal.from_json(json.loads(last["deal"])),
        choices="" if last is None else last["choices"],
    )


def new_person(person: str, secret: str) -> Write:
    """To store a person."""
    return Write(sql.insert(people), {"id": person, "secret": secret, "created": time.time()})


def new_table(table: str, owner: str, setup: TableSetup, settings: TableSettings, imported: bool = False) -> Write:
    """To store a table."""
    values = {
        "id": table,
        "owner": owner,
        "created": time.time(),
        "setup": json.dumps(setup.to_json()),
        "settings": json.dumps(settings.to_json()),
        "revealed": False,
        "closed": imported,
        "imported": imported,
    }
    return Write(sql.insert(tables), values)


def change_table(table: str, **values: Any) -> Write:
    """Set columns of a table: `settings`, `revealed`, `closed`."""
    if "settings" in values:
        values["settings"] = json.dumps(values["settings"].to_json())
    return Write(sql.update(tables).where(tables.c.id == table).values(**values), {})


def new_hand(
    table: str,
    owner: str,
    setup: TableSetup,
    deal: Deal,
    choices: str,
    summary: dict[str, Any] | None,
    imported: bool = False,
) -> Write:
    """A hand just dealt, with the choices already made in it; `summary` if it is even over."""
    values = {
        "table": table,
        "number": deal.number,
        "owner": owner,
        "deal": json.dumps(deal.to_json()),
        "choices": choices,
        "played": time.time(),
        "finished": summary is not None,
        "game": setup.game.value,
        "imported": imported,
    }
    return Write(_insert_hand, values | (summary or {}))


def more_choices(table: str, number: int, choices: str, summary: dict[str, Any] | None) -> Write:
    """The hand's choices so far; with a summary it is finished."""
    values = {"at_table": table, "at_number": number, "choices": choices}
    return Write(_update_hand, values) if summary is None else Write(_finish_hand, values | summary)


def change_hand(table: str, number: int, **values: Any) -> Write:
    """Set `marked`, `note`, `shown` or `habits` of a hand."""
    return Write(sql.update(hands).where(hands.c.table == table, hands.c.number == number).values(**values), {})


def graded(
    table: str, number: int, ev_lost: float, worst: str | None, grades: list[dict[str, Any]], adjusted_bb: float
) -> Write:
    """The coach's verdict on a finished hand, and its result without the luck of an all-in."""
    values = {"at_table": table, "at_number": number, "ev_lost": ev_lost, "worst": worst, "adjusted_bb": adjusted_bb}
    return Write(_grade_hand, values | {"grades": json.dumps(grades)})
