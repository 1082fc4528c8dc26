"""One line of the catalogue: what a strategy is called, what it is, how good, and who plays it. Read from manifests."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gutshot.artifacts import MANIFEST, parse_json
from gutshot.errors import BadConfig, MalformedInput
from gutshot.strategies.openers import OPENERS, Facts, Opener, bundle_depth, bundle_quality, bundle_seats
from gutshot.strategies.strategy import HOLDEM

ABOUT = "about.json"
"""Beside a manifest: a title, and for a solve the spot as asked, locks, target and the job that made it."""
_LARGEST_MANIFEST = 2_000_000
_BUNDLES = "bundles/"


@dataclass(frozen=True)
class Entry:
    """A strategy in the catalogue. `problem` says why it cannot be opened.

    `agent` is its name as a player, "" if it cannot be seated; `label` and `about` are for whoever chooses an opponent;
    `needs` is a package that it cannot be played without. `depth` is the stacks of a blueprint in big blinds, and
    `members` are the blueprints of a set (`strategies.depth_entries`).
    """

    name: str
    title: str
    kind: str
    config: Facts
    quality: Facts
    created: str = ""
    size: int = 0
    takes_table: bool = False
    problem: str = ""
    agent: str = ""
    label: str = ""
    about: str = ""
    variants: tuple[str, ...] = (HOLDEM,)
    path: Path | None = None
    needs: str = ""
    seats: tuple[int, ...] = ()
    depth: float | None = None
    members: tuple["Entry", ...] = ()

    @property
    def can_play(self) -> bool:
        """Whether it can be seated here."""
        return bool(self.agent) and not self.problem and not (self.needs and find_spec(self.needs) is None)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of an artifact folder, if it is a plain file of reasonable size."""
    file = folder / MANIFEST
    try:
        if file.stat().st_size > _LARGEST_MANIFEST:
            raise MalformedInput(f"the manifest of {folder.name!r} is larger than {_LARGEST_MANIFEST} bytes")
        found = parse_json(file.read_bytes(), f"the manifest of {folder.name!r}")
    except OSError as error:
        raise MalformedInput(f"the manifest of {folder.name!r} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise MalformedInput(f"the manifest of {folder.name!r} is not an object")
    return found


def opener_of(folder: Path) -> Opener:
    """How to open a folder; BadConfig if it is not a strategy."""
    kind = read_manifest(folder).get("kind")
    if kind not in OPENERS:
        known = ", ".join(OPENERS)
        raise BadConfig(f"{folder.name!r} is a {kind!r}, which has no strategy to show: expected one of {known}")
    return OPENERS[kind]


def folder_entry(name: str, folder: Path) -> Entry | None:
    """The entry of an artifact; None for kinds that are not strategies."""
    return _read(name, folder, _changed(folder / MANIFEST), _changed(folder / ABOUT))


def _changed(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=2048)
def _read(name: str, folder: Path, manifest_changed: int, about_changed: int) -> Entry | None:
    """Cached until the manifest changes."""
    title = given_title(folder) or name.partition(":")[2]
    try:
        manifest = read_manifest(folder)
    except MalformedInput as error:
        return Entry(name, title, "other", [], [], problem=str(error))
    opener = OPENERS.get(str(manifest.get("kind")))
    if opener is None:
        return None
    config, summary, made = (_map(manifest.get(key)) for key in ("config", "summary", "provenance"))
    size = _map(manifest.get("arrays")).get("bytes")
    tail = player_tail(name.partition(":")[2], opener.family)
    return Entry(
        name,
        title,
        opener.kind,
        opener.config(config),
        opener.quality(config, summary),
        str(made.get("created", "")),
        size if isinstance(size, int) else 0,
        opener.takes_table,
        agent=f"{opener.family}:{tail}" if opener.family else "",
        label=f"{opener.label} {tail.replace('_', ' ')}",
        about=_about(config, summary),
        path=folder,
        needs=opener.needs,
        seats=bundle_seats(config),
        depth=bundle_depth(config),
    )


def player_tail(place: str, family: str) -> str:
    """The name of a bundle within its family, by its place: `bundles/blueprint_hu` is `hu`."""
    inner = place.removeprefix(_BUNDLES)
    return inner.removeprefix(f"{family}_") if "/" not in inner else inner


def places_of_player(family: str, tail: str) -> Iterator[str]:
    """Where a bundle with this name may be below its root: the inverse of `player_tail`."""
    for inner in (f"{family}_{tail}", tail):
        yield _BUNDLES + inner
        yield inner


def _about(config: dict[str, Any], summary: dict[str, Any]) -> str:
    seats, quality = bundle_seats(config), bundle_quality(summary)
    sizes = f"for {_counted(seats)} seats" if seats else "for any table"
    return f"{sizes}; {quality}" if quality else sizes


def _counted(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats[:-1])) + (" or " if len(seats) > 1 else "") + str(seats[-1])


def given_title(folder: Path) -> str:
    """The title given by the user who asked for a solution."""
    title = asked_for(folder).get("title")
    return title[:120] if isinstance(title, str) else ""


def asked_for(folder: Path) -> dict[str, Any]:
    """What stands beside a manifest about who asked for it, and for what; empty if nothing does."""
    file = folder / ABOUT
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST_MANIFEST:
            return {}
        return _map(parse_json(file.read_bytes(), ABOUT))
    except (OSError, MalformedInput):
        return {}


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
