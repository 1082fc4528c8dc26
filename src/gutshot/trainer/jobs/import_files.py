"""Files of hands on their way to the server: they come in pieces, and wait for their job in a folder of their own."""

import json
from collections.abc import Sequence
from pathlib import Path

from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.strategies.uploads import Upload, sweep

Files = list[tuple[str, int]]
"""Names and sizes in bytes."""

MOST_BYTES = 2_000_000_000
MOST_FILES = 2000
TEXT = "hands.txt"
_FILES = "files.json"


def _waiting(data: Path) -> Path:
    return data / "imports" / ".waiting"


def begin(data: Path, id: str, files: Sequence[tuple[str, int]]) -> Upload:
    """Make room for some files, which come one after the other."""
    total = sum(size for _, size in files)
    if not 0 < total <= MOST_BYTES:
        raise BadConfig(f"{total:,} bytes of hands: expected 1 to {MOST_BYTES:,}")
    sweep(_waiting(data))
    folder = _waiting(data) / id
    folder.mkdir(parents=True)
    write_file(folder / _FILES, json.dumps(list(files)).encode())
    return Upload(id, folder, "", TEXT, total)


def find(data: Path, id: str) -> Upload | None:
    """An upload under way; None if there is none of this name."""
    folder = _waiting(data) / id
    try:
        return Upload(id, folder, "", TEXT, sum(size for _, size in _files(folder)))
    except FileNotFoundError:
        return None


def finish(upload: Upload) -> Files:
    """The files, once all of them are there."""
    if upload.received != upload.bytes:
        raise BadConfig(f"{upload.received} of {upload.bytes} bytes have arrived: send the rest first")
    return _files(upload.folder)


def _files(folder: Path) -> Files:
    return [(name, size) for name, size in json.loads((folder / _FILES).read_text(encoding="utf-8"))]
