"""Nothing that is sent may hurt the server: spoiled requests get a sentence, and nobody else waits for them."""

import http.client
import json
import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from gutshot.games.hand import Hand
from gutshot.games.history import from_hand, to_phh
from gutshot.games.history_files import read_histories
from gutshot.trainer.helpers.kind import TooLong
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.jobs.imports import HISTORIES
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.records.imports import read_text
from gutshot.trainer.records.store import MEMORY
from tests.trainer.test_records import POKERSTARS
from tests.web.conftest import new_person, serving
from tests.web.fuzz import Fuzzer, Request
from tests.web.playing import open_table, play_hand

ACPC = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
STATE:0:cr300c/cc/cc/cc:AhKd|QsQc/2c7dTh/3s/9d:-300|300:a|b
STATE:1:r300f:AhKd|QsQc:300|-300:b|a
"""
IPOKER = """<game gamecode="1">
<player seat="1" name="Hero" chips="$10" win="$0" bet="$1"/>
<action no="1" player="Hero" type="1" sum="$0.05"/>
</game>
"""
PHH = to_phh(from_hand(Hand.holdem([1000] * 3, (25, 50), 0, seed=1, actions=["fold", "call", "check"] + ["check"] * 6)))
ATTRIBUTES = '<game gamecode="1">\n<player ' + 'seat="1" ' * 9 + "/>\n</game>\n"
STOPS = '<game gamecode="1">\n' + "<player " * 20 + 'seat="1" ' * 150 + 'name="a" ' * 180 + "\n</game>\n"


@pytest.fixture(scope="module")
def fuzzer() -> Iterator[tuple[str, str, dict[str, list[str]]]]:
    """A server with a table and a finished hand, its person's cookie, and what exists there."""
    with serving(MEMORY, job_limits=JobLimits(at_once=0)) as url:
        client = new_person(url)
        view = play_hand(client, open_table(client), random.Random(1))
        ref = client.get("/api/history").json()["hands"][0]["ref"]
        sources = [entry["source"] for entry in client.get("/api/explore/library").json()]
        known = {"table": [view["id"]], "ref": [ref], "hand": [ref], "source": sources}
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        yield url, cookie, known
        client.close()


def send(connection: http.client.HTTPConnection, request: Request, cookie: str) -> tuple[int, bytes]:
    """As it is: no library between us and the server that would correct anything."""
    given = dict(request.headers)
    host = f"{connection.host}:{connection.port}".encode()
    usual = {b"host": host, b"cookie": cookie.encode(), b"content-length": str(len(request.body or b"")).encode()}
    lines = b"".join(name + b": " + value + b"\r\n" for name, value in (usual | given).items())
    if connection.sock is None:
        connection.connect()
    connection.sock.sendall(
        f"{request.method} {request.path} HTTP/1.1\r\n".encode() + lines + b"\r\n" + (request.body or b"")
    )
    answer = http.client.HTTPResponse(connection.sock, method=request.method)
    answer.begin()
    text = answer.read()
    if answer.will_close:
        connection.close()
    return answer.status, text


def answered(connection: http.client.HTTPConnection, request: Request, cookie: str) -> tuple[int, bytes]:
    """The answer; once more where the server had hung up a connection that was idle for seconds."""
    try:
        return send(connection, request, cookie)
    except (http.client.RemoteDisconnected, ConnectionError):
        connection.close()
        return send(connection, request, cookie)


def fuzz(server: tuple[str, str, dict[str, list[str]]], seed: int, count: int) -> list[str]:
    """What went wrong: a 500, or no answer."""
    url, cookie, known = server
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port or 0, timeout=600)
    wrong = []
    for request in Fuzzer(seed, known, [POKERSTARS, PHH, ACPC, IPOKER]).requests(count):
        try:
            status, text = answered(connection, request, cookie)
            if status >= 400:
                connection.close()  # the server may close it, too, after what it could not read
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            wrong.append(f"{type(error).__name__}: {request}")
            continue
        if status >= 500:
            wrong.append(f"{status} {text[:100]!r}: {request}")
    connection.close()
    return wrong


def test_spoiled_requests_are_answered_in_words(fuzzer: Any) -> None:
    assert fuzz(fuzzer, seed=1, count=250) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The 'alias' attribute")  # FastAPI silences it, but not for other threads
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_spoiled_requests_are_answered_in_words(fuzzer: Any, seed: int) -> None:
    """And nobody else waits more than two seconds meanwhile: more where other programs have the processors."""
    with somebody_else(fuzzer[0]) as waits:
        assert fuzz(fuzzer, seed, 5000) == []
    assert max(waits) < 2 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@contextmanager
def somebody_else(url: str) -> Iterator[list[float]]:
    """A person who looks at his table again and again; how long each answer took."""
    waits, over = [0.0], threading.Event()
    with closing(new_person(url)) as person:
        table = open_table(person)["id"]

        def look() -> None:
            while not over.wait(0.2):
                began = time.monotonic()
                assert person.get(f"/api/tables/{table}").status_code == 200
                waits.append(time.monotonic() - began)

        looking = threading.Thread(target=look)
        looking.start()
        try:
            yield waits
        finally:
            over.set()
            looking.join()


@pytest.mark.parametrize(("text", "why"), [(STOPS, "a line of "), (ATTRIBUTES, "expected one element per line")])
def test_what_keeps_a_parser_busy_is_refused_at_once(text: str, why: str) -> None:
    """Elements with many attributes took pokerkit's expressions 130 s, and the whole server with it."""
    (sentence,) = read_histories(text, "the text", str).unread
    assert why in sentence


@pytest.mark.heavy
def test_a_helper_gives_up_on_a_text_and_reads_the_next() -> None:
    with closing(Helpers(replace(HISTORIES, cpu_seconds=1.0, processes=1))) as helpers:
        with pytest.raises(TooLong):
            helpers.run(search_long, STOPS)
        found, problems = helpers.run(read_text, POKERSTARS)
        assert len(found) == 1 and not problems


def search_long(text: str) -> None:
    """What the reader keeps from foreign text."""
    from pokerkit.notation import IPokerNetworkParser

    for line in text.splitlines():
        IPokerNetworkParser.SEATS.search(line)


def test_an_upload_that_vanished_is_no_failure_of_the_server(tmp_path: Path) -> None:
    manifest = {"kind": "postflop-solution", "arrays": {"file": "arrays-0a.safetensors", "bytes": 80}}
    ask = {"name": "river", "manifest": json.dumps(manifest)}
    with serving(MEMORY, data=tmp_path) as url, closing(new_person(url)) as client:
        begun = client.post("/api/explore/uploads", json=ask).json()["id"]
        (folder,) = (tmp_path / ".uploads").iterdir()
        (folder / "name.txt").unlink()
        assert client.put(f"/api/explore/uploads/{begun}", content=b"x").status_code == 404
        (folder / "manifest.json").unlink()
        assert client.post(f"/api/explore/uploads/{begun}/finish").status_code == 404
