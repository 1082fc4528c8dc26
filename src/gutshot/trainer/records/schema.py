"""The database's layout: made when it is new, brought up to date when an earlier build wrote it.

`layout` holds one number, the version of what the columns mean. Tables, columns and indexes that were added since are
added to an old database as they are found missing; a change of meaning is a step in `STEPS`. A database of a later
build is refused.
"""

from collections.abc import Callable
from functools import partial

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from gutshot.errors import BadConfig

Step = Callable[[Connection], None]


def _grade_again(game: str, connection: Connection) -> None:
    """What was graded by estimates; hands without grades are graded when there is time."""
    again = sql.text("UPDATE hands SET grades = NULL, ev_lost = NULL, worst = NULL WHERE game = :game")
    connection.execute(again, {"game": game})


STEPS: tuple[Step, ...] = (partial(_grade_again, "holdem"), partial(_grade_again, "badugi"))
"""What takes a database from version 1 + its place to the next one."""

_layout = sql.Table("layout", sql.MetaData(), sql.Column("version", sql.Integer, nullable=False))


def latest() -> int:
    """The version that this build writes."""
    return 1 + len(STEPS)


def prepare(engine: Engine, metadata: sql.MetaData) -> None:
    """Make or complete the tables; BadConfig for a database that cannot be used by this build."""
    with engine.begin() as connection:
        inspector = sql.inspect(connection)
        _layout.create(connection, checkfirst=True)
        version = connection.scalar(sql.select(_layout.c.version))
        if version is not None and version > latest():
            raise BadConfig(f"the database has layout {version} from a later build: this build reads up to {latest()}")
        present = set(inspector.get_table_names()) & set(metadata.tables)
        for name in sorted(present):
            _add_columns(connection, inspector, metadata.tables[name])
        metadata.create_all(connection)
        for name in sorted(present):
            _add_indexes(connection, inspector, metadata.tables[name])
        for step in STEPS[(version or 1) - 1 :] if present else ():
            step(connection)
        if version != latest():
            connection.execute(sql.delete(_layout))
            connection.execute(sql.insert(_layout), {"version": latest()})


def _add_columns(connection: Connection, inspector: sql.Inspector, table: sql.Table) -> None:
    known = {column["name"] for column in inspector.get_columns(table.name)}
    if not {column.name for column in table.primary_key} <= known:
        raise BadConfig(f"the database has a table {table.name!r} that is not Gutshot's")
    quote, dialect = connection.dialect.identifier_preparer.quote, connection.dialect
    for column in table.columns:
        if column.name not in known:
            kind = column.type.compile(dialect)
            text = f"ALTER TABLE {quote(table.name)} ADD COLUMN {quote(column.name)} {kind}{_filled(column)}"
            connection.execute(sql.text(text))


def _filled(column: "sql.Column[object]") -> str:
    """What old rows hold in a new column."""
    if column.nullable:
        return ""
    value = getattr(column.default, "arg", None)
    if not isinstance(value, bool | int | float):
        raise BadConfig(f"the database is from a build too old to read: {column.table.name}.{column.name} is missing")
    return f" NOT NULL DEFAULT {str(value).upper() if isinstance(value, bool) else value}"


def _add_indexes(connection: Connection, inspector: sql.Inspector, table: sql.Table) -> None:
    known = {index["name"] for index in inspector.get_indexes(table.name)}
    for index in table.indexes:
        if index.name not in known:
            index.create(connection)
