"""One person never sees or touches what is another's; strangers need the token; other sites get nothing."""

import json
import random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gutshot.trainer.records.store import MEMORY
from gutshot.web.access import RequestLimits
from tests.web.conftest import Visitor, serving
from tests.web.playing import open_table, play_hand


def test_the_cookie_is_for_its_owner_alone(server: str) -> None:
    answer = httpx.post(f"{server}/api/session", timeout=60)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert answer.json()["person"] not in cookie


def test_a_session_is_found_again(you: httpx.Client) -> None:
    first, second = you.post("/api/session").json(), you.post("/api/session").json()
    assert first["person"] == second["person"]


def test_without_a_session_there_is_nothing(server: str) -> None:
    for path in ("/api/tables", "/api/history", "/api/stats", "/api/tables/abc", "/api/history/abc:1"):
        answer = httpx.get(f"{server}{path}", timeout=60)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")
    forged = httpx.get(f"{server}/api/tables", cookies={"gutshot_session": "a" * 43}, timeout=60)
    assert forged.status_code == 401


def test_another_persons_table_does_not_exist(visitor: Visitor) -> None:
    yours, other = visitor(), visitor()
    view = play_hand(yours, open_table(yours), random.Random(1))
    path = f"/api/tables/{view['id']}"
    tries = [
        other.get(path),
        other.post(f"{path}/act", json={"hand": 1, "step": view["step"], "action": "call"}),
        other.post(f"{path}/next", json={"hand": 1}),
        other.post(f"{path}/skip", json={"hand": 1}),
        other.post(f"{path}/pause", json={"paused": True}),
        other.patch(f"{path}/settings", json={"pace": "instant"}),
        other.get(f"{path}/advice"),
        other.get(f"{path}/ranges"),
        other.post(f"{path}/reveal", json={}),
        other.delete(path),
        other.get(f"/api/history/{view['id']}:1"),
        other.get(f"/api/history/{view['id']}:1/phh"),
    ]
    assert {answer.status_code for answer in tries} == {404}
    assert other.get("/api/tables").json() == [] and other.get("/api/history").json()["total"] == 0
    assert other.get("/api/history", params={"table": view["id"]}).json()["total"] == 0
    assert other.get("/api/stats", params={"table": view["id"]}).json()["hands"] == 0
    assert yours.get(path).json()["hand"] == view["hand"]


def _socket(client: httpx.Client, table: str, **headers: str) -> ClientConnection:
    address = str(client.base_url).replace("http", "ws").rstrip("/")
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return connect(f"{address}/api/tables/{table}/live", additional_headers={"Cookie": cookie, **headers})


def test_nobody_listens_to_another_persons_table(visitor: Visitor, server: str) -> None:
    yours, other = visitor(), visitor()
    view = open_table(yours)
    with _socket(other, view["id"]) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    stranger = httpx.Client(base_url=server, timeout=60)
    with _socket(stranger, view["id"]) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    stranger.close()
    with _socket(yours, view["id"]) as socket:
        assert json.loads(socket.recv())["table"]["id"] == view["id"]


def test_other_sites_are_refused(you: httpx.Client) -> None:
    host = f"{you.base_url.host}:{you.base_url.port}"
    view = open_table(you)
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = you.post("/api/tables", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert you.post("/api/tables", json={}, headers={"Origin": f"http://{host}"}).status_code == 201
    with pytest.raises(Exception, match="403"), _socket(you, view["id"], Origin="http://evil.example"):
        pass
    with _socket(you, view["id"], Origin=f"http://{host}") as socket:
        assert json.loads(socket.recv())["type"] == "state"


def test_a_local_server_answers_only_to_local_names(you: httpx.Client) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "evil@127.0.0.1", "[::2]"):
        assert you.get("/api/options", headers={"Host": host}).status_code == 421
    assert you.get("/api/options", headers={"Host": "localhost:1"}).status_code == 200


def test_every_answer_has_its_headers(you: httpx.Client) -> None:
    for path in ("/", "/api/options", "/api/nothing"):
        headers = you.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
    assert you.get("/api/options").headers["cache-control"] == "no-store"


def test_a_server_for_others_asks_for_its_token() -> None:
    with serving(MEMORY, token="correct-horse-battery", hosts=None) as url:
        assert httpx.post(f"{url}/api/session", timeout=60).json()["code"] == "unauthorized"
        assert httpx.post(f"{url}/api/session", json={"token": "wrong"}, timeout=60).status_code == 401
        bearer = httpx.post(f"{url}/api/session", headers={"Authorization": "Bearer correct-horse-battery"}, timeout=60)
        assert bearer.status_code == 200
        with httpx.Client(base_url=url, timeout=60) as client:
            assert client.post("/api/session", json={"token": "correct-horse-battery"}).status_code == 200
            assert client.post("/api/session").status_code == 200, "the cookie is enough afterwards"
            assert client.get("/api/tables").status_code == 200


def test_sizes_rates_and_tables_are_limited() -> None:
    limits = RequestLimits(per_second=0.01, burst=30, body_bytes=5000, open_tables=2)
    with serving(MEMORY, limits=limits) as url, httpx.Client(base_url=url, timeout=60) as client:
        client.post("/api/session")
        large = client.post("/api/history/import", json={"text": "x" * 6000})
        assert (large.status_code, large.json()["code"]) == (413, "too_large")
        endless = client.post("/api/history/import", content=(b"x" * 1000 for _ in range(20)))
        assert endless.status_code in (400, 413)
        assert [client.post("/api/tables", json={}).status_code for _ in range(3)] == [201, 201, 422]
        codes = [client.get("/api/options").status_code for _ in range(60)]
        assert codes[0] == 200 and codes[-1] == 429


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../secret", "/x/%2fetc"]
)
def test_no_file_outside_the_front_end_is_served(you: httpx.Client, path: str) -> None:
    answer = you.get(path)
    assert "root:" not in answer.text
