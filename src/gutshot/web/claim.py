"""One server for each database: tables live in the server that opened them, and jobs are its own.

Two servers on one file, or on one PostgreSQL database, would each play the same tables and call the other's jobs
interrupted. The claim is a lock of the database itself, so it is gone with its process, however that ended. PostgreSQL
forgets it when it is restarted, too: it is looked after, and made again as soon as PostgreSQL is back.
"""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from gutshot.errors import BadConfig
from gutshot.trainer.records.store import MEMORY, open_engine

_OURS = 0x677574  # the number of our advisory lock


_LOOK = 1.0
"""Seconds between two looks at a claim in PostgreSQL."""
_log = logging.getLogger(__name__)


class Claim:
    """Held until `release`, or until the process ends; BadConfig if another server holds it.

    `lost` is called when another server took the database while this one had no connection to it.
    """

    def __init__(self, database: str, lost: Callable[[], None] = lambda: None) -> None:
        self._held: list[Any] = []
        self._lost, self._over = lost, threading.Event()
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
        connection = _locked(engine)
        self._held += [engine] if connection is None else [connection, engine]
        if connection is None:
            name = engine.url.render_as_string(hide_password=True)
            self.release()
            raise BadConfig(_taken(name))
        threading.Thread(target=self._look_after, args=(engine, connection), name="gutshot-claim", daemon=True).start()

    def _look_after(self, engine: sql.Engine, connection: sql.Connection | None) -> None:
        """Until released: is the connection there that holds the lock, and if not, can it be had again?"""
        while not self._over.wait(_LOOK):
            try:
                if connection is not None:
                    connection.scalar(sql.text("SELECT 1"))
                    continue
                connection = _locked(engine)
            except sql.exc.SQLAlchemyError:  # away
                connection = None
                continue
            if connection is None:
                _log.error("%s", _taken(engine.url.render_as_string(hide_password=True)))
                self._lost()
                return
            self._held.insert(0, connection)

    def release(self) -> None:
        """Let another server have it."""
        self._over.set()
        for held in self._held:
            with suppress(sqlite3.Error, sql.exc.SQLAlchemyError):
                (held.dispose if isinstance(held, sql.Engine) else held.close)()
        self._held.clear()


def _locked(engine: sql.Engine) -> sql.Connection | None:
    """A connection that holds our lock; None if another one holds it."""
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    if connection.scalar(sql.text(f"SELECT pg_try_advisory_lock({_OURS})")):
        return connection
    connection.close()
    return None


def _taken(database: str) -> str:
    return f"another server is running on the database {database!r}: stop it, or give this one its own with --db"
