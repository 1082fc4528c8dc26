"""Requests that nobody should send: made up from the API's description, then spoiled in one or two places."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from gutshot.web.openapi import document

Body = bytes | None

NASTY: tuple[Any, ...] = (
    "", "\0", "a\0b", "\ud800", "é" * 300, "x" * 300, "../../etc/passwd", "%00", "'; drop table hands; --", "٣", "²",
    [], [[]], {}, {"a": {"b": []}}, [None], None, True, False, 0, -1, 1.5, 1e308, -1e308, float("nan"), float("inf"),
    10**18, -(10**18), 2**63, 10**400, ["AA"], [["AA"]], "AA@1", "?" * 60, ",", ":", ":::", "agent:", "file:",
    "file:..", "file:" + "a" * 300, "file:a\0b", "shipped:\ud800", "x" * 5000,
)  # fmt: skip
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"origin", b"not a url"), (b"origin", b"http://["), (b"origin", b"http://[::1"), (b"origin", b"\xff\xfe"),
    (b"origin", b"http://a]b"), (b"referer", b"\xff"), (b"cookie", b"gutshot_session=\xff\xfe\xfd"),
    (b"cookie", b"gutshot_session=" + b"\\" * 3000), (b"cookie", b'gutshot_session="\\351"; \x80=\x81'),
    (b"cookie", b"gutshot_session=" + b"a" * 63 + b"\xe9"), (b"accept-language", b"\xff" * 50),
    (b"sec-fetch-site", b"\xff"), (b"host", b"["), (b"host", b"\xff"), (b"host", b"127.0.0.1:99999999"), (b"host", b""),
    (b"content-type", b"\xff/\xfe"), (b"content-type", b"text/plain"), (b"content-type", b"multipart/form-data"),
    (b"content-type", b"application/json; charset=\xff"), (b"content-type", b"application/x-www-form-urlencoded"),
    (b"authorization", b"Basic \xff"), (b"range", b"bytes=9-1"), (b"if-none-match", b"\xff"),
)  # fmt: skip
BODIES: tuple[bytes, ...] = (
    b"", b"\xff\xfe\x00", b"{", b"null", b"[]", b"1", b'"a"', b"[" * 5000, b'{"a":' * 4000, b"9" * 5000, b"NaN",
    b'{"seats":' + b"9" * 5000 + b"}", b'{"name":"\\ud800","text":"x"}', b"{}" * 10, b'{"a":1,"a":2}', b"\x00" * 100,
)  # fmt: skip


@dataclass
class Request:
    """What is sent, byte for byte."""

    method: str
    path: str
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: Body = None

    def __str__(self) -> str:
        return f"{self.method} {self.path[:200]} {self.headers} {(self.body or b'')[:300]!r}"


class Fuzzer:
    """Seeded: the same seed makes the same requests. `known` are values that exist, by the name of a parameter."""

    def __init__(self, seed: int, known: dict[str, list[str]], texts: list[str]) -> None:
        self._dice = random.Random(seed)
        self._known, self._texts = known, texts
        described = document()
        self._schemas = described["components"]["schemas"]
        self._operations = [
            (method.upper(), path, operation)
            for path, methods in sorted(described["paths"].items())
            for method, operation in sorted(methods.items())
        ]

    def requests(self, count: int) -> Iterator[Request]:
        for _ in range(count):
            yield self._dice.choices((self._request, self._history, self._manifest), (85, 12, 3))[0]()

    def _request(self) -> Request:
        dice = self._dice
        method, path, operation = dice.choice(self._operations)
        query = []
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "cookie" or not (parameter.get("required") or dice.random() < 0.5):
                continue
            value = self._value(parameter["name"], parameter["schema"])
            if dice.random() < 0.25:
                value = dice.choice(NASTY)
            text = quote(value if isinstance(value, str) else json.dumps(value), safe=":", errors="surrogatepass")
            if parameter["in"] == "path":
                path = path.replace(f"{{{parameter['name']}}}", text or "x")
            elif parameter["name"] != "wait":
                query.append(f"{parameter['name']}={text}")
        request = Request(method, "?".join(filter(None, (path, "&".join(query)))))
        content = operation.get("requestBody", {}).get("content", {})
        if content:
            kind, described = next(iter(content.items()))
            request.headers.append((b"content-type", kind.encode()))
            request.body = self._body(described["schema"])
        if dice.random() < 0.2:
            request.headers.append(dice.choice(HEADERS))
        return request

    def _body(self, schema: dict[str, Any]) -> bytes:
        if self._dice.random() < 0.12:
            return self._dice.choice(BODIES)
        value = self._value("", schema)
        for _ in range(self._dice.choice((0, 1, 1, 1, 2, 3))):
            value = self._spoiled(value)
        return json.dumps(value).encode()

    def _value(self, name: str, schema: dict[str, Any]) -> Any:
        """Something that the schema allows, most of the time."""
        dice = self._dice
        if name in self._known and dice.random() < 0.8:
            return dice.choice(self._known[name])
        while "$ref" in schema:
            schema = self._schemas[schema["$ref"].rsplit("/", 1)[1]]
        for choices in ("examples", "enum", "anyOf", "oneOf"):
            if choices in schema and dice.random() < 0.9:
                found = dice.choice(schema[choices])
                return self._value(name, found) if choices.endswith("Of") else found
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if kind == "object":
            needed = schema.get("required", [])
            fields = schema.get("properties", {}).items()
            return {key: self._value(key, one) for key, one in fields if key in needed or dice.random() < 0.4}
        if kind == "array":
            count = min(max(dice.randint(0, 3), schema.get("minItems", 0)), schema.get("maxItems", 9))
            return [self._value(name, schema.get("items", {})) for _ in range(count)]
        if kind in ("integer", "number"):
            low, high = schema.get("minimum", 0), schema.get("maximum", 100)
            number = dice.choice((low, high, dice.uniform(low, min(high, low + 100))))
            return int(number) if kind == "integer" else number
        return {"boolean": dice.random() < 0.5, "null": None, "string": "x"}.get(str(kind))

    def _spoiled(self, value: Any) -> Any:
        """The value with one part of it replaced by what does not belong there."""
        dice = self._dice
        if isinstance(value, dict) and value and dice.random() < 0.9:
            key = dice.choice(list(value))
            return {**value, key: self._spoiled(value[key])}
        if isinstance(value, list) and value and dice.random() < 0.7:
            place = dice.randrange(len(value))
            return [*value[:place], self._spoiled(value[place]), *value[place + 1 :]]
        return dice.choice(NASTY)

    def _history(self) -> Request:
        """An import of a history with pieces cut out, doubled, swapped and replaced."""
        dice = self._dice
        text = dice.choice(self._texts)
        for _ in range(dice.randint(1, 4)):
            text = self._damaged(text)
        body = json.dumps({"text": text or "x", "name": "damaged"}).encode()
        return Request("POST", "/api/history/import", [(b"content-type", b"application/json")], body)

    def _manifest(self) -> Request:
        """The manifest of an upload, spoiled."""
        manifest: Any = {
            "kind": "postflop-solution",
            "version": 1,
            "arrays": {"file": "arrays-0a.safetensors", "bytes": 80},
        }
        manifest = self._spoiled(manifest)
        text = self._dice.choice((json.dumps(manifest), "[" * 5000, '{"kind":' + "9" * 5000 + "}", "\ud800", "null"))
        body = json.dumps({"name": "river", "manifest": text}).encode()
        return Request("POST", "/api/explore/uploads", [(b"content-type", b"application/json")], body)

    def _damaged(self, text: str) -> str:
        dice = self._dice
        lines = text.splitlines()
        place = dice.randrange(len(lines)) if lines else 0
        at = dice.randrange(len(text)) if text else 0
        match dice.randrange(7):
            case 0:
                del lines[place : place + dice.randint(1, 3)]
            case 1:
                lines[place:place] = [dice.choice(lines or ["x"])] * dice.randint(1, 12)
            case 2:
                dice.shuffle(lines)
            case 3:
                odd = ("\0", "\ud800", "9" * 5000, "-", "[", "1e999999", "²", "nan", "[" * 3000, "p9", "??", " " * 200)
                return text[:at] + dice.choice(odd) + text[at + dice.randint(0, 4) :]
            case 4:
                words = text.split(" ")
                words[dice.randrange(len(words))] = dice.choice(words)
                return " ".join(words)
            case 5:
                return text[:at]
            case _:
                digit = dice.choice("0123456789")
                return text.replace(digit, dice.choice(("0", "7", "99", "", "-1", "1e9")), dice.randint(1, 3))
        return "\n".join(lines)
