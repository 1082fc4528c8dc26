"""Digests of a large file page by page, so that what is read of it is checked without reading the rest.

A page is a megabyte, or more where there would be over 4,096. Half of a SHA-256 is kept of each: no bit changes unseen.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from gutshot.errors import MalformedInput

_LEAST = 1 << 20
_MOST_PAGES = 4096
_DIGEST = 16


def page_size(total: int) -> int:
    """The bytes of a page in a file of this size."""
    size = _LEAST
    while size * _MOST_PAGES < total:
        size *= 2
    return size


def digests_of(file: Path) -> tuple[str, str]:
    """SHA-256 of a file as hexadecimal digits, and the digests of its pages one behind the other."""
    size, whole, parts = page_size(file.stat().st_size), hashlib.sha256(), []
    with open(file, "rb", buffering=0) as stream:
        for page in iter(lambda: stream.read(size), b""):
            whole.update(page)
            parts.append(_digest(page))
    return whole.hexdigest(), b"".join(parts).hex()


def _digest(page: bytes | memoryview) -> bytes:
    return hashlib.sha256(page).digest()[:_DIGEST]


class CheckedPages:
    """A mapped file of which each page is held against its digest when it is first asked for."""

    def __init__(self, file: Path, digests: str, name: str) -> None:
        """`name` is what sentences call the file."""
        self._bytes, self._name = np.memmap(file, np.uint8, "r"), name
        self._size = page_size(len(self._bytes))
        try:
            self._digests = bytes.fromhex(digests)
        except (TypeError, ValueError):
            self._digests = b""
        self._sound = np.zeros(-(-len(self._bytes) // self._size), np.bool_)
        if len(self._digests) != _DIGEST * len(self._sound):
            raise MalformedInput(f"{name}: its manifest does not have a digest for each page")

    def require(self, begin: int, end: int) -> None:
        """MalformedInput unless bytes begin..end are what was written."""
        for page in self._unseen(begin, end):
            first = page * self._size
            if _digest(self._bytes[first : first + self._size].data) != self._digests[_DIGEST * page :][:_DIGEST]:
                raise MalformedInput(f"{self._name}: its page from byte {first:,} on does not match its digest")
            self._sound[page] = True

    def require_all(self) -> None:
        """The same of the whole file."""
        self.require(0, len(self._bytes))

    def _unseen(self, begin: int, end: int) -> Iterator[int]:
        first, last = begin // self._size, -(-end // self._size)
        if end > begin:
            yield from (first + np.flatnonzero(~self._sound[first:last])).tolist()
