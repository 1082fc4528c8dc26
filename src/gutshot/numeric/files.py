"""Writing files: completely or not at all."""

import hashlib
import os
import secrets
from pathlib import Path

_DIGEST = 32


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write under a temporary name, sync, rename: readers see the old file or the new. A device is just written to."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with open(target, "wb") as device:
            device.write(data)
        return
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except OSError as error:
        error.filename, error.filename2 = str(target), None  # nobody has heard of the temporary one
        raise
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(target.parent)


def write_with_digest(path: str | os.PathLike[str], data: bytes) -> None:
    """`write_file`, with the SHA-256 of the data before it."""
    write_file(path, hashlib.sha256(data).digest() + data)


def read_with_digest(path: str | os.PathLike[str]) -> bytes | None:
    """What `write_with_digest` wrote; None where it is not there, or not as it was written."""
    try:
        content = Path(path).read_bytes()
    except OSError:
        return None
    digest, data = content[:_DIGEST], content[_DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None


def sync_file(path: Path) -> None:
    """Flush a file that another writer wrote to disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, where the system supports it."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
