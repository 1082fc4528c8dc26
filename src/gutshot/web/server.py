"""The server process: address, database, token; and a word when it is ready."""

import os
import secrets
import socket
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sql
import uvicorn

from gutshot.errors import BadConfig
from gutshot.numeric.folders import data_folder
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.store import open_engine, sqlite_url
from gutshot.web.access import LOOPBACK
from gutshot.web.app import make_app
from gutshot.web.claim import Claim

_SHORTEST_TOKEN = 12


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadConfig(f"data folder {str(folder)!r} cannot be used: {error.strerror or error}") from None
    return folder.resolve()


class Server:
    """Everything that is checked before the first request: a free address, a database, a token for strangers."""

    def __init__(
        self,
        host: str,
        port: int,
        database: str = "",
        token: str = "",
        data: str = "",
        job_limits: JobLimits | None = None,
        light_coach: bool = False,
    ) -> None:
        self.is_local = host in LOOPBACK
        if token and len(token) < _SHORTEST_TOKEN:
            raise BadConfig(f"a token of {len(token)} characters: expected at least {_SHORTEST_TOKEN}")
        self.token = token or (None if self.is_local else secrets.token_urlsafe(18))
        self.data = _made(Path(data) if data else data_folder())
        self.database = database or sqlite_url(self.data / "trainer.db")
        open_engine(self.database).dispose()
        self.host, self.job_limits, self.light_coach = host, job_limits, light_coach
        self.socket = _listen(host, port)

    @property
    def url(self) -> str:
        """Where it answers."""
        name = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        address = f"http://{f'[{name}]' if ':' in name else name}:{self.socket.getsockname()[1]}/"
        return address if self.token is None else f"{address}#token={self.token}"

    def run(self, ready: Callable[[dict[str, Any]], None]) -> None:
        """Serve until interrupted; `ready` is called with the address once requests are answered."""
        warnings.filterwarnings("ignore", "The 'alias' attribute")  # as FastAPI does, but that is lost among threads
        hosts = LOOPBACK if self.is_local else None
        os.environ["GUTSHOT_DATA"] = str(self.data)  # for the processes that we start, too
        app = make_app(
            self.database,
            token=self.token,
            hosts=hosts,
            own_process=True,
            light_coach=self.light_coach,
            data=self.data,
            job_limits=self.job_limits,
        )
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=65536,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=75,
        )
        server = _Telling(config, lambda: ready(self._details()))
        claim = Claim(self.database, lost=server.stop)
        try:
            server.run(sockets=[self.socket])
        finally:
            claim.release()

    def _details(self) -> dict[str, Any]:
        database = sql.engine.make_url(self.database).render_as_string(hide_password=True)
        return {
            "url": self.url,
            "host": self.host,
            "port": self.socket.getsockname()[1],
            "token": self.token,
            "database": database,
            "data": str(self.data),
        }


class _Telling(uvicorn.Server):
    """A uvicorn server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    def stop(self) -> None:
        """As if asked to by Ctrl-C."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise BadConfig(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    return listener
