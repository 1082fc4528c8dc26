"""Artifacts brought in from elsewhere: the manifest is checked first, the arrays come in pieces into a hidden folder,
and only what loads as what it says it is becomes part of the library. Nothing in it is ever executed."""

import json
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gutshot import artifacts
from gutshot.errors import BadConfig, MalformedInput
from gutshot.numeric.files import write_file
from gutshot.strategies.catalogue import Library
from gutshot.strategies.entries import ABOUT
from gutshot.strategies.openers import OPENERS
from gutshot.strategies.table_walk import TableSize

MOST_BYTES = 2_000_000_000
PIECE = 2_000_000
_WAITING = ".uploads"
_MOST_WAITING = 4
_GONE = "this upload is no longer there: too many were begun after it; begin again"
_OLDEST = 24 * 3600
_ARRAYS = re.compile(r"arrays-[0-9a-f]{1,64}\.safetensors")
_ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class Upload:
    """An artifact on its way in."""

    id: str
    folder: Path
    name: str
    file: str
    bytes: int

    @property
    def received(self) -> int:
        """Bytes so far."""
        place = self.folder / self.file
        return place.stat().st_size if place.is_file() else 0


def begin(library: Library, id: str, name: str, manifest: str) -> Upload:
    """Check a manifest and make room for its arrays."""
    entry = _checked(manifest)
    waiting = library.data / _WAITING
    sweep(waiting)
    folder = waiting / id
    folder.mkdir(parents=True)
    write_file(folder / artifacts.MANIFEST, manifest.encode())
    write_file(folder / "name.txt", name.encode())
    return Upload(id, folder, name, entry["file"], entry["bytes"])


def _checked(manifest: str) -> dict[str, Any]:
    """The manifest's entry about its array file, if it is one that can be opened here."""
    plain = artifacts.parse_json(manifest, "the manifest")
    kind = plain.get("kind") if isinstance(plain, dict) else None
    if not isinstance(kind, str) or kind not in OPENERS:
        raise BadConfig(f"a folder of kind {str(kind)[:80]!r} cannot be opened: expected one of {', '.join(OPENERS)}")
    entry = plain.get("arrays")
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str) or not isinstance(entry.get("bytes"), int):
        raise MalformedInput("the manifest does not say which array file belongs to it, and how large it is")
    if _ARRAYS.fullmatch(entry["file"]) is None:
        raise MalformedInput(f"array file {entry['file'][:80]!r}: expected a name like arrays-0123abcd.safetensors")
    if not 0 < entry["bytes"] <= MOST_BYTES:
        raise BadConfig(f"an array file of {entry['bytes']} bytes: expected 1 to {MOST_BYTES}")
    return entry


def sweep(waiting: Path) -> None:
    """Delete abandoned uploads, to make room for one more."""
    known = sorted(waiting.iterdir(), key=lambda folder: folder.stat().st_mtime) if waiting.is_dir() else []
    late = [folder for folder in known if folder.stat().st_mtime < time.time() - _OLDEST]
    for folder in [
        *late,
        *[folder for folder in known if folder not in late][: max(0, len(known) - _MOST_WAITING + 1)],
    ]:
        shutil.rmtree(folder, ignore_errors=True)


def find(library: Library, id: str) -> Upload | None:
    """An upload under way, or None."""
    folder = library.data / _WAITING / id
    if _ID.fullmatch(id) is None:
        return None
    try:
        manifest, name = ((folder / file).read_text(encoding="utf-8") for file in (artifacts.MANIFEST, "name.txt"))
    except FileNotFoundError:
        return None
    entry = _checked(manifest)
    return Upload(id, folder, name, entry["file"], entry["bytes"])


def add(upload: Upload, offset: int, piece: bytes) -> None:
    """The next piece of the array file."""
    if offset != upload.received:
        raise BadConfig(f"a piece from byte {offset}: expected one from {upload.received}")
    if offset + len(piece) > upload.bytes or not piece:
        raise BadConfig(f"a piece of {len(piece)} bytes at {offset}: the file has {upload.bytes}")
    try:
        with open(upload.folder / upload.file, "ab") as file:
            file.write(piece)
    except FileNotFoundError:
        raise BadConfig(_GONE) from None


def finish(library: Library, upload: Upload, owner: str = "") -> Path:
    """Check everything and put it into the library, as the owner's; what does not load is thrown away."""
    if upload.received != upload.bytes:
        raise BadConfig(f"{upload.received} of {upload.bytes} bytes have arrived: send the rest first")
    try:
        loaded = artifacts.load(upload.folder)
        OPENERS[loaded.kind].open(upload.folder, upload.name, TableSize())
    except Exception as error:
        shutil.rmtree(upload.folder, ignore_errors=True)
        if isinstance(error, BadConfig | MalformedInput):
            raise
        raise MalformedInput(f"{upload.name!r} does not load: {type(error).__name__}: {error}") from None
    try:
        (upload.folder / "name.txt").unlink()
        if owner:
            write_file(upload.folder / ABOUT, json.dumps({"owner": owner}).encode())
        return _moved(library.data / "uploads", upload)
    except FileNotFoundError:
        raise BadConfig(_GONE) from None


def _moved(shelf: Path, upload: Upload) -> Path:
    shelf.mkdir(exist_ok=True)
    target = shelf / upload.name
    if target.exists():
        target = shelf / f"{upload.name}-{upload.id[:6]}"
    upload.folder.rename(target)
    return target
