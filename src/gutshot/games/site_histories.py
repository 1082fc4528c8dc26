"""Hand histories of poker sites: some read by `line_histories`, others by pokerkit's parsers one hand at a time.

Those parsers search every line with expressions that backtrack, so a line made for it keeps them busy for minutes.
A hand is therefore looked at first: short lines, not too many, and in XML no attribute twice on a line. What is left
takes them at most the square of a line's length.
"""

import contextlib
import io
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any

from gutshot.errors import GutshotError, MalformedInput
from gutshot.games.history import History, amount, plain, read_phh
from gutshot.games.line_histories import COLLECTED, DIALECTS, dialect_of, read_hand

# How a hand of each site begins, and pokerkit's name for its parser.
SITES = (
    ("Full Tilt Poker Game #", "from_full_tilt_poker"),
    ("***** History for hand ", "from_ongame_network"),
    ("***** Hand History for Game ", "from_partypoker"),
    ("Stage #", "from_absolute_poker"),
    ("<game gamecode=", "from_ipoker_network"),
)
_CARDS = re.compile(r"\b[SHDC](?=(?:10|[2-9TJQKA])\b)")
"""A suit as iPoker writes it, in front of the rank; pokerkit expects it in small letters."""
OURS = "ours"
"""Stands for our own reader, which is in `line_histories`."""
_AFTER_A_HAND = "\n\n\n\n"
_LONGEST_LINE = 300
_MOST_LINES = 500
_TOOK = re.compile(r"(.{1,60}?) collected [$€£]?([\d,]+(?:\.\d+)?) from ")
_RAKE = re.compile(r"\| Rake [$€£]?([\d,]+(?:\.\d+)?)")
_ATTRIBUTE = re.compile(r"\b\w{1,20}=")


_KNOWN = (*((dialect.opening, OURS) for dialect in DIALECTS), *SITES)
OPENINGS = tuple(opening for opening, _ in _KNOWN)
"""How a hand begins, whoever wrote it."""


def site_of(lines: Iterable[str]) -> tuple[str, str] | None:
    """How the hands of a text begin and which parser reads them; None if no site is known to write so."""
    first = next((line for line in lines if line.startswith(OPENINGS)), "")
    return next(((opening, parser) for opening, parser in _KNOWN if first.startswith(opening)), None)


def split_hands(lines: Iterable[str], opening: str) -> list[list[str]]:
    """The lines of each hand; what comes before the first is dropped."""
    hands: list[list[str]] = []
    for line in lines:
        if line.startswith(opening):
            hands.append([])
        if hands:
            hands[-1].append(line)
    return hands


def read_hands(hands: Iterable[list[str]], parser: str, name: str) -> tuple[tuple[History, ...], tuple[str, ...]]:
    """The hands that pokerkit reads, and a sentence for each of the others."""
    found: list[History] = []
    unread: list[str] = []
    for lines in hands:
        try:
            found += [_told(lines, name)] if parser == OURS else _read(lines, parser, name)
        except MalformedInput as error:
            said = str(error)
            unread.append(said if said.startswith(name) else f"{name}: {said}")
    return tuple(found), tuple(unread)


def _told(lines: list[str], name: str) -> History:
    """A hand that we read ourselves."""
    _require_short(lines)
    dialect = dialect_of(lines[0])
    assert dialect is not None
    return read_hand(lines, dialect, name)


def _read(lines: list[str], parser: str, name: str) -> Iterator[History]:
    from pokerkit import HandHistory

    _require_short(lines)
    if parser == "from_ipoker_network":
        lines = [
            _CARDS.sub(lambda found: found[0].lower(), line) if line.startswith("<cards") else line for line in lines
        ]
    parse: Callable[[str], Iterable[Any]] = getattr(HandHistory, parser)
    try:
        with warnings.catch_warnings(record=True), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("always")
            texts = [(hand.dumps(), f"{name} [{hand.hand}]") for hand in parse("\n".join(lines) + _AFTER_A_HAND)]
    except GutshotError:
        raise
    except Exception:  # a foreign parser on foreign text
        texts = []
    if not texts:
        raise MalformedInput(f"Unable to parse {' '.join(lines)[:60]!r}")
    collected = _collected(lines)
    for text, label in texts:
        for history in read_phh(text, label):
            yield replace(history, details={**history.details, COLLECTED: collected}) if collected else history


def _collected(lines: Iterable[str]) -> dict[str, str]:
    """What each player took from the pots of a hand with rake, which pokerkit does not tell; empty without rake."""
    found: dict[str, Decimal] = {}
    raked = False
    for line in lines:
        if taken := _TOOK.match(line):
            found[taken[1]] = found.get(taken[1], Decimal(0)) + amount(taken[2])
        raked = raked or ((rake := _RAKE.search(line)) is not None and amount(rake[1]) > 0)
    return {name: plain(total) for name, total in found.items()} if raked else {}


def _require_short(lines: list[str]) -> None:
    if len(lines) > _MOST_LINES:
        raise MalformedInput(f"a hand of {len(lines)} lines: expected at most {_MOST_LINES}")
    for line in lines:
        if len(line) > _LONGEST_LINE:
            raise MalformedInput(f"a line of {len(line)} characters: expected at most {_LONGEST_LINE}: {line[:40]!r}")
        named = _ATTRIBUTE.findall(line)
        if line.startswith("<") and len(named) > len(set(named)):
            raise MalformedInput(f"expected one element per line: {line[:40]!r}")
