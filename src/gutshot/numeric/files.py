"""Where derived data is kept between runs, and how a file gets there whole or not at all."""

import os
import sys
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """`$GUTSHOT_CACHE`, or the folder `gutshot` in the user's cache (`$XDG_CACHE_HOME` respected)."""
    own = os.environ.get("GUTSHOT_CACHE")
    return Path(own).expanduser() if own else _platform_cache() / "gutshot"


def _platform_cache() -> Path:
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ".cache"


def write_whole(path: Path, content: bytes) -> None:
    """Write under a temporary name, force it to the disk, and rename: readers see the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
