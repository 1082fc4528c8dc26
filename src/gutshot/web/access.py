"""The gate before every request: who may call from where, how much and how often; and the headers of every answer.

Browsers are held to the same origin: `Origin` must be our own host for everything that changes something and for
WebSockets, and a server on the loopback answers only to loopback names, so that no foreign page reaches it through
a rebound name. Answers allow scripts, styles and connections from this server only.
"""

import asyncio
import json
import logging
import re
import time
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from sqlalchemy.exc import OperationalError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gutshot.web.visitors import session_of

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_log = logging.getLogger(__name__)
_NO_DATABASE = "the database does not answer: try again in a moment"
_STOPPING = "the server is stopping: try again when it is back"
_TRY_AGAIN_LATER = 1013
_LONGEST_COOKIE = 4096
_LENGTH = re.compile(r"[0-9]{1,12}")
_SAFE = ("GET", "HEAD", "OPTIONS")
_READ = {name.encode(): name for name in ("host", "content-length", "cookie", "sec-fetch-site", "origin")}

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass(frozen=True)
class RequestLimits:
    """How much one person may ask of the server."""

    per_second: float = 40.0
    burst: float = 160.0
    body_bytes: int = 4_000_000
    open_tables: int = 50
    sockets: int = 60


class Bucket:
    """A token bucket: `rate` requests a second after a first burst."""

    __slots__ = ("level", "seen")

    def __init__(self, burst: float) -> None:
        self.level = burst
        self.seen = time.monotonic()

    def take(self, rate: float, burst: float) -> bool:
        """Whether one more request is allowed now."""
        now = time.monotonic()
        self.level = min(burst, self.level + (now - self.seen) * rate)
        self.seen = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class TooLarge(Exception):
    """The body went over its limit while it was read."""


class Gate:
    """ASGI middleware. `hosts` are the names it answers to; None: any."""

    def __init__(self, app: ASGIApp, limits: RequestLimits, hosts: tuple[str, ...] | None) -> None:
        self._app = app
        self._limits = limits
        self._hosts = hosts
        self._buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {_READ[name]: value.decode("latin-1") for name, value in scope["headers"] if name in _READ}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        is_api = scope["path"].startswith("/api")

        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_extra_headers(is_api)]
            await send(message)

        try:
            await self._app(scope, self._limited(receive), send_with_headers)
        except asyncio.CancelledError:  # stopped while somebody waits for advice: an answer, not a trace in the log
            if scope["type"] == "http" and not started:
                await _refuse(scope, receive, send, 503, "unavailable", _STOPPING)
        except OperationalError as error:  # the database is away, locked or full: the next request tries again
            _log.warning("no answer to %s: %s", scope["path"][:80], str(error.orig).splitlines()[0])
            if scope["type"] == "http" and not started:
                await _refuse(scope, receive, send, 503, "unavailable", _NO_DATABASE)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER, "reason": _NO_DATABASE})

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str, str] | None:
        """Status, code and sentence when the request may not pass."""
        host = headers.get("host", "")
        if self._hosts is not None and _name_of(host) not in self._hosts:
            return 421, "forbidden", f"this server does not answer to the name {host[:80]!r}"
        if not _is_same_origin(scope, headers, host):
            return 403, "forbidden", "requests from another site are not allowed"
        if len(headers.get("cookie", "")) > _LONGEST_COOKIE:
            return 400, "bad_request", f"cookies of more than {_LONGEST_COOKIE} characters: expected the session alone"
        length = headers.get("content-length", "0")
        if _LENGTH.fullmatch(length) is None or int(length) > self._limits.body_bytes:
            return 413, "too_large", f"the request is larger than {self._limits.body_bytes} bytes"
        if scope["path"].startswith("/api") and not self._take(scope, headers):
            return 429, "too_many", "too many requests: wait a moment"
        return None

    def _take(self, scope: Scope, headers: dict[str, str]) -> bool:
        client = scope.get("client") or ("", 0)
        key = session_of(headers.get("cookie", "")) or client[0]
        if len(self._buckets) > 20_000:
            self._buckets.clear()
        bucket = self._buckets.setdefault(key, Bucket(self._limits.burst))
        return bucket.take(self._limits.per_second, self._limits.burst)

    def _limited(self, receive: Receive) -> Receive:
        """The same stream, cut off with an error when a body without a stated length grows too large."""
        seen = 0

        async def receive_limited() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > self._limits.body_bytes:
                    raise TooLarge
            return message

        return receive_limited


@lru_cache(maxsize=64)
def _name_of(host: str) -> str | None:
    """The name in a Host header, None where there is more in it than a name and a port."""
    is_plain = all(letter.isalnum() or letter in ".-:[]_" for letter in host) and host.count("[") <= 1
    return _split(f"//{host}").hostname if is_plain else None


def _split(address: str) -> SplitResult:
    """The parts of an address; none of what is no address."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _is_same_origin(scope: Scope, headers: dict[str, str], host: str) -> bool:
    if scope["type"] == "http" and scope["method"] in _SAFE:
        return True
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or (_split(origin).netloc == host and origin.startswith(("http://", "https://")))


_EXTRA = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_EXTRA_API = [*_EXTRA, (b"cache-control", b"no-store")]


def _extra_headers(is_api: bool) -> list[tuple[bytes, bytes]]:
    return _EXTRA_API if is_api else _EXTRA


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, code: str, sentence: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": sentence})
        return
    body = json.dumps({"code": code, "message": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status in (429, 503):
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *_extra_headers(True)]})
    await send({"type": "http.response.body", "body": body})
