"""Files of hands of any size: cut into parts of whole hands, each of which is read by itself.

Several files lie one after the other in one file of ours. Nothing is read as a whole, and no part has more than a few
hands, so that memory, and what is lost with a part, stay small.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from gutshot.errors import GutshotError
from gutshot.games.site_histories import OPENINGS
from gutshot.trainer.records.imports import Imported, acpc_game, read_text

EACH = 50
"""Hands of a part."""
MOST_BYTES = 500_000
"""Of a part: a single hand may have so many."""
_LOG = "STATE:"
_SECTION = re.compile(r"\[\d{1,9}\]\s*")
_LOOKED_AT = 65_536
_LONGEST_LINE = 8192


@dataclass(frozen=True)
class Span:
    """Where a file lies, in bytes."""

    begin: int
    end: int


@dataclass(frozen=True)
class FilePart:
    """Some bytes of a file, and how many hands begin in them."""

    begin: int
    end: int
    hands: int


def spans(sizes: Iterable[int]) -> list[Span]:
    """Where files of these sizes lie, one after the other."""
    ends = list(accumulate(sizes))
    return [Span(begin, end) for begin, end in zip([0, *ends], ends, strict=False)]


def next_part(path: Path, span: Span, at: int) -> FilePart:
    """From a hand of a file on, so many hands as make a part; MalformedInput for a log that does not say its game."""
    begins = _opening(_head(path, span))
    hands, size, last = 0, 0, 0
    for line in _lines(path, at, span.end):
        if begins(_text(line)):
            if hands == EACH:
                break
            hands, last = hands + 1, size
        size += len(line)
        if size >= MOST_BYTES:
            hands, size = (hands - 1, last) if last else (hands, size)
            break
    return FilePart(at, at + size, hands)


def read_part(path: Path, span: Span, part: FilePart, first: int) -> tuple[list[Imported], list[str]]:
    """Its hands that can be reviewed, and a sentence for each of the others; `first` is the first hand's number."""
    head = _head(path, span)
    begins = _opening(head)
    lines = [_text(line) for line in _lines(path, part.begin, part.end)]
    if not part.hands:
        return _read("".join(lines), "the text", first)
    found, problems = list[Imported](), list[str]()
    for number, hand in enumerate(_hands(lines, begins), first):
        more, unread = _read("".join([*head, *hand]), f"hand {number}", number)
        found += more
        problems += unread
    return found, problems


def _read(text: str, name: str, number: int) -> tuple[list[Imported], list[str]]:
    try:
        return read_text(text, name, number)
    except GutshotError as error:
        said = str(error)
        return [], [said if said.startswith(name) else f"{name}: {said}"]


def _head(path: Path, span: Span) -> list[str]:
    """What stands before the first hand of a competition's log: it names the game of every part; else nothing."""
    lines = [_text(line) for line in _lines(path, span.begin, min(span.end, span.begin + _LOOKED_AT))]
    first = next((place for place, line in enumerate(lines) if line.startswith(_LOG)), None)
    if first is None:
        return []
    acpc_game("".join(lines[:first]))
    return lines[:first] or ["\n"]


def _opening(head: list[str]) -> Callable[[str], bool]:
    """Whether a hand begins with a line."""
    if head:
        return lambda line: line.startswith(_LOG)
    return lambda line: line.startswith(OPENINGS) or _SECTION.fullmatch(line) is not None


def _hands(lines: Iterable[str], begins: Callable[[str], bool]) -> list[list[str]]:
    """The lines of each hand; what comes before the first is dropped."""
    hands: list[list[str]] = []
    for line in lines:
        if begins(line):
            hands.append([])
        if hands:
            hands[-1].append(line)
    return hands


def _lines(path: Path, begin: int, end: int) -> Iterator[bytes]:
    """The lines between two bytes; a line that never ends comes in pieces."""
    with path.open("rb") as file:
        file.seek(begin)
        while begin < end and (line := file.readline(min(_LONGEST_LINE, end - begin))):
            begin += len(line)
            yield line


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
