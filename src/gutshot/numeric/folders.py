"""The user's two folders: the cache, which can be rebuilt, and the data folder."""

import os
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Derived data: `$GUTSHOT_CACHE`, or `gutshot` in the user's cache (`$XDG_CACHE_HOME` respected)."""
    if own := os.environ.get("GUTSHOT_CACHE"):
        return Path(own).expanduser()
    import platformdirs  # only where nobody has said where

    return _with_home(platformdirs.user_cache_path("gutshot", appauthor=False))


def data_folder() -> Path:
    """What the user made: `$GUTSHOT_DATA`, or `gutshot` in the user's data (`$XDG_DATA_HOME` respected)."""
    if own := os.environ.get("GUTSHOT_DATA"):
        return Path(own)
    import platformdirs

    return _with_home(platformdirs.user_data_path("gutshot", appauthor=False))


def _with_home(folder: Path) -> Path:
    """A container may give its user no home, and then what is kept there is gone with it."""
    return Path(tempfile.gettempdir(), *folder.parts[1:]) if folder.parts[0] == "~" else folder
