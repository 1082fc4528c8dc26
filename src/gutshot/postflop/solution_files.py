"""Saving and opening solved spots, with two ranges or three: what goes wrong is said in one sentence."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from typing import Any

from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.errors import BadConfig, GutshotError, MalformedInput


def write_solution(
    path: str | PathLike[str],
    kind: str,
    version: int,
    arrays: Mapping[str, NDArray[Any]],
    config: Mapping[str, Any],
    summary: Mapping[str, Any],
) -> None:
    """Save an artifact, or say why the disk did not take it."""
    try:
        artifacts.save(path, kind, arrays, config, version=version, summary=summary)
    except OSError as error:
        raise BadConfig(f"cannot save to {str(path)!r}, which stays as it was: {error.strerror or error}") from None


@contextmanager
def reading_manifest(path: str | PathLike[str]) -> Iterator[None]:
    """While a manifest is read into a solver: whatever it lacks makes the folder a corrupted solution."""
    try:
        yield
    except GutshotError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedInput(
            f"corrupted solution {str(path)!r}: its manifest does not describe one ({error!r})"
        ) from None
