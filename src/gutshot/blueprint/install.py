"""Installing a trained bundle: a copy in the user's data folder, under a name by which it can be seated."""

import re
import secrets
import shutil
from os import PathLike
from pathlib import Path

from gutshot import artifacts
from gutshot.blueprint.bundle import Blueprint
from gutshot.errors import BadConfig
from gutshot.numeric.folders import data_folder

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_PREFIX = "blueprint_"


def install(folder: str | PathLike[str], name: str = "", replace: bool = False) -> tuple[str, Path]:
    """Copy a bundle, or the one of a training run; the name of its agent, and where the copy is.

    The name is that of the run's folder unless one is given. One that is taken is refused unless it is to be replaced.
    """
    source = _bundle_in(Path(folder))
    Blueprint.load(source)
    tail = name or (source.parent if source.name == "bundle" else source).resolve().name.removeprefix(_PREFIX)
    if _NAME.fullmatch(tail) is None:
        raise BadConfig(f"name {tail[:80]!r}: expected letters, digits, '_', '.' and '-', 64 at most")
    target = data_folder() / "bundles" / f"{_PREFIX}{tail}"
    if target.exists() and not replace:
        raise BadConfig(f"{tail!r} is installed already: choose another --name, or --replace it")
    _copy(source, target)
    return f"blueprint:{tail}", target


def _bundle_in(folder: Path) -> Path:
    """The bundle at a path, or inside a run's folder."""
    inner = folder / "bundle"
    return inner if (inner / artifacts.MANIFEST).is_file() and not (folder / artifacts.MANIFEST).is_file() else folder


def _copy(source: Path, target: Path) -> None:
    """Whole or not at all; what was there before goes last."""
    hidden = target.parent / f".{target.name}.{secrets.token_hex(4)}"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, hidden)
        if target.exists():
            target.rename(old := hidden.with_name(f"{hidden.name}.old"))
            hidden.rename(target)
            shutil.rmtree(old, ignore_errors=True)
        else:
            hidden.rename(target)
    except OSError as error:
        shutil.rmtree(hidden, ignore_errors=True)
        raise BadConfig(f"cannot install into {str(target.parent)!r}: {error.strerror}") from None
