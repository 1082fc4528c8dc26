"""Changes to artifacts in the data folder: titles, notes, deleting and restoring.

A deleted artifact stays in a hidden folder for a while, where it can be restored; then its disk space is freed.
"""

import json
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.strategies.catalogue import Library
from gutshot.strategies.entries import ABOUT, asked_for

TRASH = ".trash"
KEPT_SECONDS = 600.0
"""How long something deleted can be brought back."""
_FROM = "place.json"
_TOKEN = re.compile(r"[0-9a-z]{1,32}")


def own_folder(library: Library, name: str) -> Path:
    """The folder of an artifact in the data folder; BadConfig for what is shipped or is no folder."""
    full = library.full_name(name)
    if not full.startswith("file:"):
        raise BadConfig(f"{name[:80]!r} is not in your data folder: only strategies there can be changed")
    folder = library.folder_of(full)
    if folder == library.data or any(part.startswith(".") for part in folder.relative_to(library.data).parts):
        raise BadConfig(f"{name[:80]!r} is not in the library")
    return folder


def describe(folder: Path, **changes: str | bool) -> None:
    """Write a title, notes, the owner or whether it is shared beside the manifest; all else that stands there stays."""
    about: dict[str, Any] = asked_for(folder) | changes
    write_file(folder / ABOUT, json.dumps(about, indent=2).encode())


def size_of(folder: Path) -> int:
    """What a folder takes on disk."""
    with suppress(OSError):
        return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return 0


def put_away(library: Library, folder: Path, token: str) -> None:
    """Delete an artifact so that `bring_back` can undo it for some minutes."""
    place = library.data / TRASH / token
    place.mkdir(parents=True)
    write_file(place / _FROM, json.dumps(folder.relative_to(library.data).as_posix()).encode())
    folder.rename(place / "kept")


def bring_back(library: Library, token: str) -> Path | None:
    """The folder where it was before; None if there is nothing to bring back."""
    place = library.data / TRASH / token
    if _TOKEN.fullmatch(token) is None or not (place / _FROM).is_file():
        return None
    folder = library.data / str(json.loads((place / _FROM).read_text(encoding="utf-8")))
    if folder.exists():
        raise BadConfig(f"{folder.name!r} has been replaced by something else: the deleted one cannot be restored")
    folder.parent.mkdir(parents=True, exist_ok=True)
    (place / "kept").rename(folder)
    shutil.rmtree(place, ignore_errors=True)
    return folder


def free(library: Library, older_than: float = KEPT_SECONDS) -> None:
    """Free the disk of what was deleted longer ago."""
    with suppress(OSError):
        for place in (library.data / TRASH).iterdir():
            if time.time() - place.stat().st_mtime > older_than:
                shutil.rmtree(place, ignore_errors=True)
