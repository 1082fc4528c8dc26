"""The user's two folders: the cache, which can be rebuilt, and the data folder."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Derived data: `$GUTSHOT_CACHE`, or `gutshot` in the user's cache (`$XDG_CACHE_HOME` respected)."""
    own = os.environ.get("GUTSHOT_CACHE")
    return Path(own).expanduser() if own else _platform_cache() / "gutshot"


def data_folder() -> Path:
    """What the user made: `$GUTSHOT_DATA`, or `gutshot` in his data (`$XDG_DATA_HOME` respected)."""
    own = os.environ.get("GUTSHOT_DATA")
    shared = os.environ.get("XDG_DATA_HOME")
    return Path(own) if own else Path(shared or Path.home() / ".local" / "share") / "gutshot"


def _platform_cache() -> Path:
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / ".cache"
