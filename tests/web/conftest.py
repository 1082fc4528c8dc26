"""A real server in a thread of the test's own process, and people who talk to it over HTTP."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import httpx
import pytest
import uvicorn

from gutshot.trainer.records.store import sqlite_url
from gutshot.web.access import RequestLimits
from gutshot.web.app import make_app

PLENTY = RequestLimits(per_second=1e6, burst=1e6)

Visitor = Callable[[], httpx.Client]


@contextmanager
def serving(database: str, **options: Any) -> Iterator[str]:
    """The address of a server on a database, for as long as the block runs."""
    app = make_app(database, **{"limits": PLENTY} | options)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return sqlite_url(tmp_path_factory.mktemp("web") / "trainer.db")


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[str]:
    with serving(database) as url:
        yield url


def new_person(url: str) -> httpx.Client:
    client = httpx.Client(base_url=url, timeout=300)
    assert client.post("/api/session").status_code == 200
    return client


@pytest.fixture
def visitor(server: str) -> Iterator[Visitor]:
    """Makes people: each has his own cookies on the same server."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(new_person(server)))


@pytest.fixture
def you(visitor: Visitor) -> httpx.Client:
    return visitor()
