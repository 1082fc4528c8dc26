"""One server for each database: tables live in the server that opened them, and jobs are its own.

Two servers on one file, or on one PostgreSQL database, would each play the same tables and call the other's jobs
interrupted. The claim is a lock of the database itself, so it is gone with its process, however that ended.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from gutshot.errors import BadConfig
from gutshot.trainer.records.store import MEMORY, open_engine

_OURS = 0x677574  # the number of our advisory lock


class Claim:
    """Held until `release`, or until the process ends; BadConfig if another server holds it."""

    def __init__(self, database: str) -> None:
        self._held: list[Any] = []
        url = sql.engine.make_url(database)
        if database == MEMORY:
            return
        if url.get_backend_name() == "sqlite":
            self._claim_file(Path(f"{url.database}.server"))
        else:
            self._claim_postgres(database)

    def _claim_file(self, beside: Path) -> None:
        try:
            connection = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
            self._held.append(connection)
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self.release()
            if "locked" not in str(error):
                raise BadConfig(f"cannot write to {str(beside)!r}: {error}") from None
            raise BadConfig(_taken(str(beside.with_suffix("")))) from None

    def _claim_postgres(self, database: str) -> None:
        engine = open_engine(database)
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._held += [connection, engine]
        if not connection.scalar(sql.text(f"SELECT pg_try_advisory_lock({_OURS})")):
            name = engine.url.render_as_string(hide_password=True)
            self.release()
            raise BadConfig(_taken(name))

    def release(self) -> None:
        """Let another server have it."""
        for held in self._held:
            with suppress(sqlite3.Error, sql.exc.SQLAlchemyError):
                (held.dispose if isinstance(held, sql.Engine) else held.close)()
        self._held.clear()


def _taken(database: str) -> str:
    return f"another server is running on the database {database!r}: stop it, or give this one its own with --db"
