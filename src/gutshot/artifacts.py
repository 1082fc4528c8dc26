"""Results on disk: a folder with `manifest.json` and one safetensors file. Never pickle, safe to load from strangers.

The manifest says what the thing is (kind and version), how it was made (config), what came out in a few numbers
(summary), what made it (provenance), and which array file belongs to it, with size and SHA-256. The array file carries
its digest in its name, so a new version is written next to the old one and the manifest, replaced by a rename, is the
single point where one becomes the other: a process killed at any moment leaves the old artifact or the new one whole.
The manifest carries a seal, the digest of what else it says, so that no changed bit of either file passes for a value.
Digests are compared when an artifact is opened; of a large file they can be compared page by page, as it is read.
"""

import hashlib
import json
import math
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open

import gutshot
from gutshot.arguments import shown
from gutshot.errors import BadConfig, MalformedInput
from gutshot.numeric.files import sync_file, sync_folder, write_file
from gutshot.numeric.pages import CheckedPages, digests_of
from gutshot.numeric.safetensors_file import NUMPY_TYPES, save_file

FORMAT = 1
MANIFEST = "manifest.json"
SEAL = "seal"
_LONGEST_NAME = 255
PAGED_BYTES = 64_000_000
"""Of array files that are larger, pages have digests, too: who opens them need not read them whole."""

Json: TypeAlias = dict[str, Any]
Array: TypeAlias = npt.NDArray[Any]


@dataclass(frozen=True)
class Artifact:
    """A loaded artifact. `arrays` are read-only views of the file, paged in when touched.

    `pages` is there where it was opened lazily: whoever reads arrays asks there first, or `require` for whole ones.
    """

    path: Path
    kind: str
    version: int
    config: Json
    summary: Json
    provenance: Json
    arrays: Mapping[str, Array] = field(repr=False)
    pages: CheckedPages | None = field(default=None, repr=False)

    def require(self, name: str) -> Array:
        """An array, held against its digests where that has not been done yet."""
        array = self.arrays[name]
        if self.pages is not None and isinstance(array, np.memmap):
            self.pages.require(array.offset, array.offset + array.nbytes)
        return array


def save(
    path: str | os.PathLike[str],
    kind: str,
    arrays: Mapping[str, Array],
    config: Mapping[str, Any],
    *,
    version: int = 1,
    summary: Mapping[str, Any] | None = None,
) -> Path:
    """Write or replace the artifact at `path`, whole or not at all. Config and summary must be plain JSON."""
    folder = _named(path)
    manifest = {"format": FORMAT, "kind": kind, "version": version, "config": dict(config)}
    manifest |= {"summary": dict(summary or {}), "provenance": _provenance()}
    json.dumps(manifest, allow_nan=False)
    if not _is_artifact(folder, kind):
        _create(folder, manifest, arrays)
    else:
        _fill(folder, manifest, arrays)
        _sweep(folder)
    return folder


def require_writable(path: str | os.PathLike[str], kind: str) -> None:
    """BadConfig unless `save` could write an artifact of this kind at `path`: call it before long work."""
    folder = _named(path).absolute()
    _is_artifact(folder, kind)
    for link in (place for place in (folder, *folder.parents) if place.is_symlink() and not place.exists()):
        target = os.readlink(link)
        raise BadConfig(f"will not write to {str(path)!r}: {str(link)!r} is a link to {target!r}, which is not there")
    nearest = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        tempfile.TemporaryFile(dir=nearest).close()
    except OSError as error:
        raise BadConfig(f"will not write to {str(path)!r}: {str(nearest)!r}: {error.strerror}") from None


def load(path: str | os.PathLike[str], kind: str | None = None, *, version: int = 1, lazily: bool = False) -> Artifact:
    """Open an artifact of this kind, of this version or an older one; `lazily` leaves digests of pages to `pages`."""
    folder = _named(path)
    manifest = _read_manifest(folder)
    _require_readable(folder, manifest, kind, version)
    file, pages = _check_arrays(folder, manifest["arrays"], lazily)
    arrays = dict(_map_arrays(folder, file))
    _require_sealed(folder, manifest)
    return Artifact(
        folder,
        manifest["kind"],
        manifest["version"],
        manifest["config"],
        manifest["summary"],
        manifest["provenance"],
        arrays,
        pages,
    )


def _named(path: str | os.PathLike[str]) -> Path:
    """The folder of a name; MalformedInput where no folder can be called so."""
    folder = Path(path)
    try:
        longest = max((len(os.fsencode(part)) for part in folder.parts), default=0)
    except UnicodeEncodeError:
        longest = _LONGEST_NAME + 1
    if longest > _LONGEST_NAME or "\0" in str(folder):
        raise MalformedInput(f"{shown(str(folder))} is no name of a folder: expected at most 255 bytes of text")
    return folder


def _provenance() -> Json:
    created = datetime.now(UTC).isoformat(timespec="seconds")
    return {"package": "gutshot", "package_version": gutshot.__version__, "created": created}


def _is_artifact(folder: Path, kind: str) -> bool:
    """Whether an artifact of this kind is there to be replaced; BadConfig if something else is."""
    if not folder.name:
        raise BadConfig(f"will not write to {str(folder)!r}: expected the name of a folder")
    if (folder / MANIFEST).is_file():
        held = _read_manifest(folder).get("kind")
        if held != kind:
            raise BadConfig(f"will not write to {str(folder)!r}: it holds {held!r}, and this would be {kind!r}")
        return True
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadConfig(f"will not write to {str(folder)!r}: it exists and is not an artifact folder")
    return False


def _create(folder: Path, manifest: Json, arrays: Mapping[str, Array]) -> None:
    """A first version appears by renaming a finished folder, so a half-written one is never seen."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for left in folder.parent.glob(f".{folder.name}.*.tmp"):
        shutil.rmtree(left, ignore_errors=True)
    temporary = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.tmp")
    temporary.mkdir()
    try:
        _fill(temporary, manifest, arrays)
        os.replace(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    sync_folder(folder.parent)


def _fill(folder: Path, manifest: Json, arrays: Mapping[str, Array]) -> None:
    temporary = folder / f".arrays.{secrets.token_hex(4)}.tmp"
    try:
        save_file({name: np.asarray(array, order="C") for name, array in arrays.items()}, temporary)
        temporary.chmod(folder.stat().st_mode & 0o666)  # the library writes for the owner alone
        digest, pages = digests_of(temporary)
        sync_file(temporary)
        name = f"arrays-{digest[:16]}.safetensors"
        size = temporary.stat().st_size
        entry = {"file": name, "bytes": size, "sha256": digest} | ({"pages": pages} if size > PAGED_BYTES else {})
        os.replace(temporary, folder / name)
    finally:
        temporary.unlink(missing_ok=True)
    write_file(folder / MANIFEST, sealed(manifest | {"arrays": entry}))


def sealed(manifest: Json) -> bytes:
    """A manifest as it is written."""
    return json.dumps(manifest | {SEAL: _seal_of(manifest)}, indent=2, allow_nan=False).encode() + b"\n"


def parse_json(text: str | bytes, name: str) -> Any:
    """What a text from anywhere says; MalformedInput if it is not JSON, too deep or with endless numbers."""
    try:
        return json.loads(text if isinstance(text, str) else text.decode("utf-8"))
    except RecursionError:
        raise MalformedInput(f"{name} is not JSON: it is nested too deeply") from None
    except ValueError as error:
        raise MalformedInput(f"{name} is not JSON: {str(error)[:200]}") from None


def _seal_of(manifest: Json) -> str:
    said = {name: value for name, value in manifest.items() if name != SEAL}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _require_sealed(folder: Path, manifest: Json) -> None:
    """Earlier builds wrote no seal; what else is in a manifest has a name that is known."""
    unknown = sorted(manifest.keys() - {"format", SEAL, *_FIELDS})
    if unknown:
        raise MalformedInput(f"corrupted artifact {str(folder)!r}: {MANIFEST} has an unknown {unknown[0][:40]!r}")
    if SEAL in manifest and manifest[SEAL] != _seal_of(manifest):
        raise MalformedInput(f"corrupted artifact {str(folder)!r}: {MANIFEST} was changed after it was sealed")


def _sweep(folder: Path) -> None:
    """Remove the array files that the manifest no longer names, and what a killed process left half-written."""
    keep = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["arrays"]["file"]
    for file in [*folder.glob("arrays-*.safetensors"), *folder.glob(".*.tmp")]:
        if file.name != keep:
            file.unlink(missing_ok=True)


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_manifest(folder: Path) -> Json:
    file = folder / MANIFEST
    if not file.is_file():
        raise MalformedInput(f"no artifact at {str(folder)!r}: expected a folder with {MANIFEST}")
    manifest = parse_json(file.read_bytes(), f"corrupted artifact {str(folder)!r}: {MANIFEST}")
    if not isinstance(manifest, dict):
        raise MalformedInput(f"corrupted artifact {str(folder)!r}: {MANIFEST} is not an object")
    return manifest


_FIELDS: dict[str, type] = {
    "kind": str,
    "version": int,
    "config": dict,
    "summary": dict,
    "provenance": dict,
    "arrays": dict,
}


def _require_readable(folder: Path, manifest: Json, kind: str | None, version: int) -> None:
    found = manifest.get("format")
    if not isinstance(found, int) or found < 1:
        raise MalformedInput(f"corrupted artifact {str(folder)!r}: format {found!r} is not a version number")
    if found > FORMAT:
        raise MalformedInput(
            f"artifact {str(folder)!r} has format {found}, but this version reads up to {FORMAT}: update gutshot"
        )
    for name, wanted in _FIELDS.items():
        if not isinstance(manifest.get(name), wanted):
            raise MalformedInput(f"corrupted artifact {str(folder)!r}: {MANIFEST} has no proper {name!r}")
    if kind is not None and manifest["kind"] != kind:
        raise MalformedInput(f"artifact {str(folder)!r} is a {manifest['kind']!r}, expected a {kind!r}")
    if kind is not None and manifest["version"] > version:
        raise MalformedInput(
            f"artifact {str(folder)!r} is a {kind!r} of version {manifest['version']}, "
            f"but this version reads up to {version}: update gutshot"
        )


def _check_arrays(folder: Path, entry: Json, lazily: bool) -> tuple[Path, CheckedPages | None]:
    """The array file, and what its pages are checked by if they are not yet; earlier builds wrote no such digests."""
    name = entry.get("file")
    file, told = folder / str(name), f"corrupted artifact {str(folder)!r}"
    if not isinstance(name, str) or Path(name).name != name or not file.is_file():
        raise MalformedInput(f"{told}: its array file {name!r} is missing")
    if file.stat().st_size != entry.get("bytes"):
        raise MalformedInput(f"{told}: {name} has {file.stat().st_size} bytes, expected {entry.get('bytes')}")
    if lazily and "pages" in entry:
        pages = CheckedPages(file, entry["pages"], f"{told}: {name}")
        pages.require(0, 8 + _header_bytes(file))
        return file, pages
    if _digest(file) != entry.get("sha256"):
        raise MalformedInput(f"{told}: the digest of {name} does not match the manifest")
    return file, None


def _header_bytes(file: Path) -> int:
    """How long it says that its header is, and no more than there is."""
    with open(file, "rb") as stream:
        return min(int.from_bytes(stream.read(8), "little"), file.stat().st_size - 8)


def _map_arrays(folder: Path, file: Path) -> Iterator[tuple[str, Array]]:
    """Views of a safetensors file: the library checks its header, NumPy maps the bytes without copying them."""
    try:
        with safe_open(file, framework="numpy"):
            pass
    except SafetensorError as error:
        raise MalformedInput(f"corrupted artifact {str(folder)!r}: {file.name} is not safetensors ({error})") from None
    with open(file, "rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        header = json.loads(stream.read(length))
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        if entry["dtype"] not in NUMPY_TYPES:
            raise MalformedInput(f"artifact {str(folder)!r}: array {name!r} has unknown type {entry['dtype']!r}")
        yield name, _map_one(file, entry, 8 + length)


def _map_one(file: Path, entry: Json, data: int) -> Array:
    shape, dtype = tuple(entry["shape"]), np.dtype(NUMPY_TYPES[entry["dtype"]])
    begin, end = entry["data_offsets"]
    if begin == end:
        empty: Array = np.zeros(shape, dtype)
        empty.flags.writeable = False
        return empty
    return np.memmap(file, dtype=dtype, mode="r", offset=data + begin, shape=math.prod(shape)).reshape(shape)
