"""`gutshot serve`: one document when ready, a token for strangers, and plain refusals."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from gutshot.cli import main
from gutshot.errors import BadConfig
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.store import sqlite_url
from gutshot.web.access import Gate, RequestLimits
from gutshot.web.server import Server


def test_serve_tells_its_address_and_stops_when_asked(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gutshot", "serve", "--port", "0", "--db", sqlite_url(tmp_path / "a.db"), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    details = json.loads(process.stdout.readline())
    assert details["host"] == "127.0.0.1" and details["token"] is None
    assert httpx.get(f"{details['url']}api/options", timeout=60).status_code == 200
    assert "text/html" in httpx.get(details["url"], timeout=60).headers["content-type"]
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=60)
    assert rest == "" and "Traceback" not in errors


def test_other_hosts_need_a_token(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path / "a.db")
    local, open_to_all = Server("127.0.0.1", 0, database), Server("0.0.0.0", 0, database)
    assert local.token is None and not local.url.count("#")
    assert open_to_all.token is not None and open_to_all.url.endswith(f"#token={open_to_all.token}")
    chosen = Server("127.0.0.1", 0, database, "a-long-enough-token")
    assert chosen.token == "a-long-enough-token"
    for server in (local, open_to_all, chosen):
        server.socket.close()


def test_the_operator_lends_what_he_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    lent: list[JobLimits] = []

    def make(*args: object) -> None:
        lent.extend(each for each in args if isinstance(each, JobLimits))
        raise BadConfig("that is all we wanted to know")

    monkeypatch.setattr("gutshot.web.server.Server", make)
    assert main(["serve", "--jobs", "3", "--job-memory", "1.5"]) == 2 and main(["serve"]) == 2
    assert (lent[0].at_once, lent[0].memory_bytes) == (3, 1_500_000_000) and lent[0].threads >= 1
    assert lent[1] == JobLimits()
    assert main(["serve", "--jobs", "0"]) == 2


def test_what_cannot_be_served_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadConfig, match="a token of 5 characters"):
        Server("127.0.0.1", 0, sqlite_url(tmp_path / "a.db"), "short")
    taken = Server("127.0.0.1", 0, sqlite_url(tmp_path / "a.db"))
    port = str(taken.socket.getsockname()[1])
    assert main(["serve", "--port", port]) == 2
    assert "cannot listen on 127.0.0.1" in capsys.readouterr().err
    assert main(["serve", "--port", "0", "--db", "nonsense"]) == 2
    assert "cannot be used" in capsys.readouterr().err
    taken.socket.close()


def test_who_waits_while_the_server_stops_gets_an_answer() -> None:
    """The server cancels what takes too long; that left a trace in its log for every request."""
    sent: list[Message] = []

    async def never(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(3600)

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def stop() -> None:
        scope = {"type": "http", "method": "GET", "path": "/api/x", "headers": [], "client": ("127.0.0.1", 1)}
        waiting = asyncio.create_task(Gate(never, RequestLimits(), None)(scope, receive, send))
        await asyncio.sleep(0)
        waiting.cancel()
        await waiting

    asyncio.run(stop())
    assert sent[0]["status"] == 503 and b"stopping" in sent[1]["body"]


def test_a_database_in_memory_is_asked_for_by_its_name(tmp_path: Path) -> None:
    for url in ("sqlite:///", "sqlite:///:memory:"):
        with pytest.raises(BadConfig, match=r"names no file: expected sqlite:///FILE"):
            Server("127.0.0.1", 0, url, data=str(tmp_path))
