"""Artifacts in the user's cache, safe when several builders run at once or one is killed.

A builder writes under its own temporary name and renames: the first to finish stays; the others' results are equal.
"""

import os
import secrets
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.errors import GutshotError
from gutshot.numeric.folders import cache_folder

_STALE_SECONDS = 86_400


def place_of(name: str) -> Path:
    """Where a table of this name is kept."""
    return cache_folder() / "abstraction" / name


def find(name: str, kind: str) -> artifacts.Artifact | None:
    """What is kept under this name; None if there is nothing or it is damaged."""
    return open_artifact(place_of(name), kind)


def open_artifact(folder: Path, kind: str) -> artifacts.Artifact | None:
    """An artifact, or None where there is no sound one."""
    try:
        return artifacts.load(folder, kind)
    except (GutshotError, OSError):
        return None


def keep(name: str, kind: str, arrays: Mapping[str, NDArray[Any]], config: Mapping[str, Any]) -> bool:
    """Keep arrays under this name unless they are there already; whether they can be found now."""
    own = place_of(f".{name}.{secrets.token_hex(4)}")
    try:
        _sweep(own.parent)
        artifacts.save(own, kind, arrays, config)
        _move(own, name, kind)
    except OSError:
        return False
    finally:
        shutil.rmtree(own, ignore_errors=True)
    return True


def _move(own: Path, name: str, kind: str) -> None:
    try:
        os.rename(own, place_of(name))
    except OSError:
        if find(name, kind) is None:
            shutil.rmtree(place_of(name), ignore_errors=True)
            os.rename(own, place_of(name))


def _sweep(folder: Path) -> None:
    """Remove what killed builders left long ago."""
    for left in folder.glob(".*"):
        if time.time() - left.stat().st_mtime > _STALE_SECONDS:
            shutil.rmtree(left, ignore_errors=True)
