"""The one catalogue: everything in the data folder, what is shipped, and registered players; found, named and opened.

A strategy is named by text: `file:solutions/river` (below the data folder), `shipped:ppo_6max`, `agent:style:tag`. What
plays also has the name under which it is seated, `blueprint:hu` or `style:tag`, or the last part of it where only one
has that. Those that play at any table may say which one: `style:tag@6x100` is six seats with 100 big blinds each. Of a
set of blueprints by depth, `set:hu` or `blueprint:hu`, a number chooses one: `blueprint:hu@100`; a table has all of
them answer there: `set:hu@2x60`.
The user's data folder is `GUTSHOT_DATA`; a bundle of his takes the place of a shipped one with the same name.
"""

import os
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import RLock, Thread

from gutshot.arguments import checked
from gutshot.artifacts import MANIFEST
from gutshot.errors import BadConfig, MalformedInput
from gutshot.numeric.folders import data_folder
from gutshot.strategies.depth_entries import SETS, member_of, set_entry, set_of
from gutshot.strategies.entries import Entry, folder_entry, given_title, opener_of, places_of_player
from gutshot.strategies.first_look import look_ahead
from gutshot.strategies.openers import OPENERS
from gutshot.strategies.strategy import HOLDEM, Strategy
from gutshot.strategies.table_walk import TableSize, is_table
from gutshot.strategies.titles import shown_title

MOST_ENTRIES = 500
SHIPPED = Path(__file__).resolve().parents[1] / "data"
_FAMILIES = {opener.family for opener in OPENERS.values() if opener.family}
_MOST_OPEN = 8
_DEEPEST = 4
_NAME = re.compile(r"(file|shipped|agent|set):([^@\x00-\x1f\ud800-\udfff]{1,300})(?:@(\w{1,10}))?")
_WITH_TABLE = re.compile(r"([^@\x00-\x1f\ud800-\udfff]{1,300})(?:@(\w{1,10}))?")


@dataclass(frozen=True)
class Players:
    """Players that are not folders: an entry for each, and how to open one at a table.

    With a `family`, `open_strategy` opens any name `family:NAME` this way, even without an entry. Such a name may be a
    path, so the library, which also answers strangers, does not do that.
    """

    entries: Callable[[], list[Entry]]
    open: Callable[[str, TableSize], Strategy]
    family: str = ""


_PLAYERS: list[Players] = []


def register(players: Players) -> None:
    """Make players part of the catalogue; called by the module that has them."""
    _PLAYERS.append(players)


class Library:
    """What can be opened, below one data folder; the latest opened stay open.

    With `ahead`, a background thread visits every street of a strategy as soon as it is open.
    """

    def __init__(self, data: Path | None = None, ahead: bool = False) -> None:
        self.data = (data_folder() if data is None else data).resolve()
        self._ahead = ahead
        self._open: OrderedDict[tuple[str, float], Strategy] = OrderedDict()
        self._gates: dict[str, RLock] = {}
        self._lock = RLock()

    # --- what there is ---------------------------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """Everything that can be opened: artifacts, newest first, then what is shipped, then hold'em players."""
        own = sorted(self._in(self.data, "file"), key=lambda entry: entry.created, reverse=True)
        shipped = self._in(SHIPPED, "shipped")
        sets = [entry for name in SETS if (entry := set_entry(name, (*shipped, *own))) is not None]
        return [*own, *sets, *shipped, *(each for each in registered() if HOLDEM in each.variants)]

    def players(self) -> list[Entry]:
        """What can be seated: registered players, then bundles, each name once, and sets as one."""
        own = sorted(
            self._in(self.data, "file"), key=lambda entry: (entry.name.startswith("file:bundles/"), entry.name)
        )
        bundles = {entry.agent: entry for entry in (*self._in(SHIPPED, "shipped"), *own) if entry.can_play}
        sets = {f"blueprint:{name}": entry for name in SETS if (entry := set_entry(name, bundles.values())) is not None}
        alone = [entry for entry in bundles.values() if f"blueprint:{set_of(entry.agent)}" not in sets]
        return [*registered(), *sets.values(), *alone]

    def _in(self, root: Path, family: str) -> list[Entry]:
        found = []
        for manifest in _manifests(root, _DEEPEST):
            folder = manifest.parent
            entry = folder_entry(f"{family}:{folder.relative_to(root).as_posix()}", folder)
            if entry is not None:
                found.append(entry)
            if len(found) >= MOST_ENTRIES:
                break
        return found

    def entry(self, folder: Path) -> Entry:
        """The entry of an artifact in the data folder."""
        found = folder_entry(f"file:{folder.relative_to(self.data).as_posix()}", folder)
        if found is None:
            raise BadConfig(f"{folder.name!r} has no strategy to show")
        return found

    def player(self, name: str) -> Entry | None:
        """The player with this full name, or this short name if only one has it; None otherwise. No paths."""
        plain, depth = _without_table(name)
        if depth and not is_table(depth):
            found = self.player(plain)
            return member_of(found, depth) if found is not None and found.members else None
        family, _, tail = name.partition(":")
        bare = name if name in SETS else tail if family == "blueprint" and tail in SETS else ""
        if bare and (found := self._set(bare)) is not None:
            return found
        if tail:
            return _of(name, registered()) or self._bundle(family, tail)
        return _of(name, registered()) or _short(name, self.players())

    def _set(self, name: str) -> Entry | None:
        """A set of blueprints, found without a look at anything else."""
        found = []
        for root, kind in ((SHIPPED, "shipped"), (self.data, "file"), (self.data / "bundles", "file")):
            for folder in sorted(root.glob(f"blueprint_{name}*")) if root.is_dir() else ():
                if _lies_in(folder, root):
                    place = folder.relative_to(SHIPPED if kind == "shipped" else self.data).as_posix()
                    found.append(folder_entry(f"{kind}:{place}", folder))
        return set_entry(name, [entry for entry in found if entry is not None])

    def _bundle(self, family: str, tail: str) -> Entry | None:
        """The bundle of a name, found without a look at all the others."""
        if family not in _FAMILIES:
            return None
        for root, kind in ((self.data, "file"), (SHIPPED, "shipped")):
            for place in places_of_player(family, tail):
                folder = root / place
                if _lies_in(folder, root):
                    entry = folder_entry(f"{kind}:{place}", folder)
                    if entry is not None and entry.agent == f"{family}:{tail}":
                        return entry
        return None

    # --- opening ---------------------------------------------------------------------------------------------------

    def open(self, name: str) -> Strategy:
        """The strategy with this name; the error says why it cannot be opened."""
        name = self.full_name(name)
        family, body, table = _parse(name)
        if family == "agent":
            return _player(body, table)
        if family == "set":
            return self._by_depth(body, table)
        folder = self.folder_of(name)
        title = given_title(folder) or body
        return self._once(name, _changed([folder]), lambda: self._opened(folder, title, table))

    def _once(self, name: str, changed: float, opened: Callable[[], Strategy]) -> Strategy:
        """What is open under a name, as long as its files do not change; the latest few stay open."""
        key = (name, changed)
        with self._lock:
            gate = self._gates.setdefault(name, RLock())
        with gate:  # one caller opens it, others who want the same wait
            found = self._kept(key) or opened()
            with self._lock:
                self._open[key] = found
                self._open.move_to_end(key)
                while len(self._open) > _MOST_OPEN:
                    self._open.popitem(last=False)
            return found

    def _by_depth(self, body: str, depth: str) -> Strategy:
        """A set, whose bundles are opened when they are first asked, or one of its bundles."""
        found = self._known_set(body)
        if depth and not is_table(depth):
            return self.open(member_of(found, depth).name)
        changed = _changed([entry.path for entry in found.members if entry.path is not None])
        return self._once(f"set:{body}@{depth}", changed, lambda: self._set_at(found, body, depth))

    def _set_at(self, found: Entry, body: str, depth: str) -> Strategy:
        """A set at its own table, or at one that is named."""
        from gutshot.strategies.depth_set import DepthSet, Member

        size = _size(depth) if depth else None
        if size is not None and size.seats > found.seats[0]:
            raise BadConfig(f"set:{body}@{depth}: expected at most the {found.seats[0]} seats of the set")
        members = [Member(entry.depth or 0.0, partial(self.open, entry.name)) for entry in found.members]
        main = next(place for place, entry in enumerate(found.members) if entry.path == found.path)
        return DepthSet(members, main, body, size)

    def _known_set(self, body: str) -> Entry:
        found = self._set(body)
        if found is None:
            raise BadConfig(f"there is no set {body!r} of blueprints: expected one of {', '.join(SETS)}")
        return found

    def full_name(self, name: str) -> str:
        """`shipped:blueprint_hu` for `blueprint:hu`, `agent:style:tag@2x50` for `tag@2x50`; full names stay."""
        if _NAME.fullmatch(name) is not None:
            return name
        plain, table = _without_table(name)
        entry = self.player(plain)
        if entry is None:
            return name
        return entry.name + (f"@{table}" if table else "")

    def title(self, name: str) -> str:
        """What a strategy is called where people read; its name where it is not in the library."""
        family, body, table = _parse(self.full_name(name))
        if family == "set":
            entry = self._set(body)
            if entry is not None and table and not is_table(table):
                return self.title(member_of(entry, table).name)
        elif family == "agent":
            entry = _of(body, registered()) or _short(body, registered())
        else:
            entry = folder_entry(f"{family}:{body}", self.folder_of(name))
        return name if entry is None else shown_title(entry, table)

    def _opened(self, folder: Path, title: str, table: str) -> Strategy:
        found = _open(folder, title, table)
        if self._ahead:
            Thread(target=look_ahead, args=(found,), daemon=True).start()
        return found

    def _kept(self, key: tuple[str, float]) -> Strategy | None:
        with self._lock:
            return self._open.get(key)

    def folder_of(self, name: str) -> Path:
        """The folder of a named artifact; never one outside its root."""
        family, body, depth = _parse(self.full_name(name))
        if family == "set":
            entry = self._known_set(body)
            path = (member_of(entry, depth) if depth and not is_table(depth) else entry).path
            assert path is not None
            return path
        root = self.data if family == "file" else SHIPPED
        if family == "agent" or not _lies_in(root / body, root):
            raise BadConfig(f"there is no solution or bundle {body!r} in the library")
        return (root / body).resolve()


@checked
def open_strategy(name: str | os.PathLike[str]) -> Strategy:
    """The strategy of a name of the catalogue, or of any folder: `blueprint:hu`, `style:tag@6x100`, `runs/river`."""
    text = os.fspath(name)
    plain, table = _without_table(text)
    family = _of_family(plain)
    if family is not None and Library().player(plain) is None:
        return family.open(plain, _size(table))
    full = Library().full_name(text)
    if full.startswith("set:"):
        return Library().open(full)
    folder = folder_named(text)
    if folder is None:
        return Library().open(text)
    return _open(folder, given_title(folder) or folder.name, _without_table(text)[1])


def folder_named(name: str) -> Path | None:
    """The folder behind a catalogue name or at a path; None for a player that is not a folder."""
    library = Library()
    full = library.full_name(name)
    if _NAME.fullmatch(full) is not None:
        return None if full.startswith("agent:") else library.folder_of(full)
    plain = _without_table(name)[0]
    family, _, path = plain.partition(":")
    folder = Path(path if path and family in _FAMILIES else plain)
    if not _is_artifact(folder):
        raise MalformedInput(f"no artifact at {plain[:80]!r}: expected a saved folder, or a name such as blueprint:hu")
    return folder


def _without_table(name: str) -> tuple[str, str]:
    found = _WITH_TABLE.fullmatch(name)
    return (name, "") if found is None else (found[1], found[2] or "")


def registered() -> list[Entry]:
    """The registered players of every game."""
    return [entry for players in _PLAYERS for entry in players.entries()]


def _of(agent: str, entries: list[Entry]) -> Entry | None:
    return next((entry for entry in entries if entry.agent == agent), None)


def _of_family(agent: str) -> Players | None:
    """The players that open any name of this one's family."""
    family, _, name = agent.partition(":")
    return next((players for players in _PLAYERS if name and players.family == family), None)


def _short(tail: str, entries: list[Entry]) -> Entry | None:
    """The only entry whose name ends like this."""
    found = [entry for entry in entries if entry.agent.rpartition(":")[2] == tail]
    return found[0] if len(found) == 1 else None


def _lies_in(folder: Path, root: Path) -> bool:
    """Whether a folder is an artifact and really below a root, links resolved."""
    return _is_artifact(folder) and folder.resolve().is_relative_to(root)


def _is_artifact(folder: Path) -> bool:
    """Also called with names that no file can have: too long, or containing NUL."""
    return os.path.isfile(folder / MANIFEST)


def _parse(name: str) -> tuple[str, str, str]:
    found = _NAME.fullmatch(name)
    if found is None:
        raise MalformedInput(
            f"{name[:80]!r} is not the name of a strategy: expected file:PATH, shipped:NAME or agent:NAME"
        )
    return found[1], found[2], found[3] or ""


def _size(table: str) -> TableSize:
    return TableSize.parse(table) if table else TableSize()


def _player(body: str, table: str) -> Strategy:
    for players in _PLAYERS:
        entry = _of(body, players.entries()) or _short(body, players.entries())
        if entry is not None:
            return players.open(entry.agent, _size(table))
    raise BadConfig(f"agent {body[:80]!r}: expected one that `gutshot agents` lists")


def _changed(folders: Sequence[Path]) -> float:
    """When the latest of some artifacts was written."""
    return max((folder / MANIFEST).stat().st_mtime for folder in folders)


def _open(folder: Path, title: str, table: str) -> Strategy:
    opener = opener_of(folder)
    if table and not opener.takes_table:
        raise BadConfig(f"{title}@{table}: expected no table, because this {opener.kind} strategy is for its own")
    return opener.open(folder, title, _size(table))


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
