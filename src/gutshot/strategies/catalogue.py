"""The library: everything in the data folder, what is shipped, and the built-in agents; found, named and opened.

A source is named by text: `file:solutions/river` (below the data folder), `shipped:ppo_6max`, `agent:style:tag`. Those
that play at any table may say which one: `agent:style:tag@6x100` is six seats with 100 big blinds each.
"""

import json
import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import RLock, Thread
from typing import Any

import gutshot
from gutshot.agents.agent import HOLDEM
from gutshot.agents.registry import builtins
from gutshot.artifacts import MANIFEST
from gutshot.errors import BadConfig, MalformedInput
from gutshot.strategies.first_look import look_ahead
from gutshot.strategies.openers import OPENERS, Facts, Opener
from gutshot.strategies.strategy import Source
from gutshot.strategies.table_strategy import RuleSource
from gutshot.strategies.table_walk import TableSize

MOST_ENTRIES = 500
_MOST_OPEN = 8
_DEEPEST = 4
_LARGEST_MANIFEST = 2_000_000
_NAME = re.compile(r"(file|shipped|agent):([^@\x00-\x1f]{1,300})(?:@(\w{1,10}))?")
_SHIPPED = Path(gutshot.__file__).parent / "data"


@dataclass(frozen=True)
class Entry:
    """One line of the library. `problem` says why something cannot be opened."""

    name: str
    title: str
    kind: str
    config: Facts
    quality: Facts
    created: str = ""
    size: int = 0
    takes_table: bool = False
    problem: str = ""


class Library:
    """What can be opened, below one data folder; the latest opened stay open.

    With `ahead` every street of a strategy is looked at as soon as it is open, by a thread that nobody waits for.
    """

    def __init__(self, data: Path, ahead: bool = False) -> None:
        self.data = data.resolve()
        self._ahead = ahead
        self._open: OrderedDict[tuple[str, float], Source] = OrderedDict()
        self._gates: dict[str, RLock] = {}
        self._lock = RLock()

    def entries(self) -> list[Entry]:
        """Artifacts newest first, then what is shipped, then the agents."""
        own = sorted(self._in(self.data, "file"), key=lambda entry: entry.created, reverse=True)
        return [*own, *self._in(_SHIPPED, "shipped"), *_agents()]

    def _in(self, root: Path, family: str) -> list[Entry]:
        found = []
        for manifest in _manifests(root, _DEEPEST):
            folder = manifest.parent
            entry = _entry(f"{family}:{folder.relative_to(root).as_posix()}", folder)
            if entry is not None:
                found.append(entry)
            if len(found) >= MOST_ENTRIES:
                break
        return found

    def entry(self, folder: Path) -> Entry:
        """The entry of an artifact in the data folder."""
        found = _entry(f"file:{folder.relative_to(self.data).as_posix()}", folder)
        if found is None:
            raise BadConfig(f"{folder.name!r} has no strategy to show")
        return found

    def open(self, name: str) -> Source:
        """The source of a name; a sentence says why there is none."""
        family, body, table = _parse(name)
        if family == "agent":
            return _agent(body, table)
        folder = self.folder_of(name)
        key = (name, (folder / MANIFEST).stat().st_mtime)
        with self._lock:
            gate = self._gates.setdefault(name, RLock())
        with gate:  # one opens it, the others wait; who looks into something else does not
            found = self._kept(key) or self._opened(folder, _given_title(folder) or body, table)
            with self._lock:
                self._open[key] = found
                self._open.move_to_end(key)
                while len(self._open) > _MOST_OPEN:
                    self._open.popitem(last=False)
            return found

    def _opened(self, folder: Path, title: str, table: str) -> Source:
        found = _open(folder, title, table)
        if self._ahead:
            Thread(target=look_ahead, args=(found,), daemon=True).start()
        return found

    def _kept(self, key: tuple[str, float]) -> Source | None:
        with self._lock:
            return self._open.get(key)

    def folder_of(self, name: str) -> Path:
        """The folder of an artifact that a name names; never one outside its root."""
        family, body, _ = _parse(name)
        root = self.data if family == "file" else _SHIPPED
        folder = (root / body).resolve()
        if family == "agent" or not folder.is_relative_to(root) or not (folder / MANIFEST).is_file():
            raise BadConfig(f"there is no solution or bundle {body!r} in the library")
        return folder


def _parse(name: str) -> tuple[str, str, str]:
    found = _NAME.fullmatch(name)
    if found is None:
        raise MalformedInput(f"{name[:80]!r} names nothing: expected file:PATH, shipped:NAME or agent:NAME")
    return found[1], found[2], found[3] or ""


@cache
def _agent(body: str, table: str) -> Source:
    return RuleSource(body, TableSize.parse(table) if table else TableSize())


def _open(folder: Path, title: str, table: str) -> Source:
    return _opener(_manifest(folder), folder).open(folder, title, TableSize.parse(table) if table else TableSize())


def _opener(manifest: dict[str, Any], folder: Path) -> Opener:
    kind = manifest.get("kind")
    if kind not in OPENERS:
        known = ", ".join(OPENERS)
        raise BadConfig(f"{folder.name!r} is a {kind!r}, which has no strategy to show: expected one of {known}")
    return OPENERS[kind]


def _manifests(root: Path, deepest: int) -> Iterator[Path]:
    """Manifests below a folder; hidden folders and links are left alone."""
    if deepest < 0 or not root.is_dir():
        return
    if (root / MANIFEST).is_file():
        yield root / MANIFEST
        return
    for child in sorted(root.iterdir()):
        if child.is_dir() and not child.is_symlink() and not child.name.startswith("."):
            yield from _manifests(child, deepest - 1)


def _manifest(folder: Path) -> dict[str, Any]:
    file = folder / MANIFEST
    try:
        if file.stat().st_size > _LARGEST_MANIFEST:
            raise MalformedInput(f"the manifest of {folder.name!r} is larger than {_LARGEST_MANIFEST} bytes")
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise MalformedInput(f"the manifest of {folder.name!r} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise MalformedInput(f"the manifest of {folder.name!r} is not an object")
    return found


def _entry(name: str, folder: Path) -> Entry | None:
    """The line about an artifact; None for kinds that are no strategies."""
    title = _given_title(folder) or name.partition(":")[2]
    try:
        manifest = _manifest(folder)
    except MalformedInput as error:
        return Entry(name, title, "other", [], [], problem=str(error))
    if manifest.get("kind") not in OPENERS:
        return None
    opener = _opener(manifest, folder)
    config, summary, made = (_map(manifest.get(key)) for key in ("config", "summary", "provenance"))
    size = _map(manifest.get("arrays")).get("bytes")
    return Entry(
        name,
        title,
        opener.kind,
        opener.config(config),
        opener.quality(config, summary),
        str(made.get("created", "")),
        size if isinstance(size, int) else 0,
        opener.takes_table,
    )


def _given_title(folder: Path) -> str:
    """What the one who asked for a solution called it."""
    file = folder / "about.json"
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST_MANIFEST:
            return ""
        title = _map(json.loads(file.read_text(encoding="utf-8"))).get("title")
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        return ""
    return title[:120] if isinstance(title, str) else ""


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _agents() -> list[Entry]:
    return [
        Entry(f"agent:{agent.name}", agent.name, "agent", [("Plays", agent.about)], [], takes_table=True)
        for agent in builtins().values()
        if HOLDEM in agent.variants
    ]
