"""The user's two folders: the cache, which can be rebuilt, and the data folder."""

import os
import sys
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Derived data: `$GUTSHOT_CACHE`, or `gutshot` in the user's cache (`$XDG_CACHE_HOME` respected)."""
    own = os.environ.get("GUTSHOT_CACHE")
    return Path(own).expanduser() if own else _platform_cache() / "gutshot"


def data_folder() -> Path:
    """What the user made: `$GUTSHOT_DATA`, or `gutshot` in his data (`$XDG_DATA_HOME` respected)."""
    own = os.environ.get("GUTSHOT_DATA")
    return Path(own) if own else _platform_data() / "gutshot"


def _home() -> Path:
    """The user's home; a container may give him none, and then what is kept there is gone with it."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir())


def _platform_data() -> Path:
    if shared := os.environ.get("XDG_DATA_HOME"):
        return Path(shared)
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local")
    return _home() / ".local" / "share"


def _platform_cache() -> Path:
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared).expanduser()
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local")
    return _home() / ".cache"
