"""Files of hand histories: which format it is, and every hand in it. Foreign formats go through pokerkit's parsers."""

import contextlib
import io
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gutshot.errors import MalformedInput
from gutshot.games.acpc import game_name, parse_game, read_log
from gutshot.games.history import History, read_phh

# How a hand of each site begins, and pokerkit's name for its parser.
_SITES = (
    ("PokerStars ", "from_pokerstars"),
    ("Full Tilt Poker Game #", "from_full_tilt_poker"),
    ("***** History for hand ", "from_ongame_network"),
    ("***** Hand History for Game ", "from_partypoker"),
    ("Stage #", "from_absolute_poker"),
    ("<game gamecode=", "from_ipoker_network"),
)
_PHH = re.compile(r"^variant\s*=", re.MULTILINE)
_HAND_SEPARATOR = "\n\n\n\n"


@dataclass(frozen=True)
class HistoryFile:
    """What a file holds: the hands read, and a label for each hand that could not be read."""

    hands: tuple[History, ...]
    unread: tuple[str, ...] = ()


def read_file(path: Path, game: Path | None = None) -> HistoryFile:
    """Read PHH, an ACPC log (with its game file, found by the name in the log) or a site's text."""
    try:
        text = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise MalformedInput(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise MalformedInput(f"{path} is not text in UTF-8") from None
    if not text.strip():
        raise MalformedInput(f"{path} is empty")
    if _PHH.search(text):
        return HistoryFile(tuple(read_phh(text, path.name)))
    if any(line.startswith("STATE:") for line in text.splitlines()):
        return HistoryFile(tuple(read_log(text, parse_game(_game_text(path, text, game)), path.name)))
    for opening, parser in _SITES:
        if any(line.startswith(opening) for line in text.splitlines()):
            return _read_site(text, parser, path.name)
    raise MalformedInput(f"{path.name} is not a known hand history: expected PHH, an ACPC log or a site's text")


def _game_text(path: Path, log: str, game: Path | None) -> str:
    name = game_name(log)
    if game is None and name is None:
        raise MalformedInput(f"{path} does not name its game file: give it with --game")
    file = game or path.parent / str(name)
    if not file.is_file():
        raise MalformedInput(f"{path} needs the game file {file}, which is not there: give it with --game")
    return file.read_text(encoding="utf-8")


def _read_site(text: str, parser: str, name: str) -> HistoryFile:
    from pokerkit import HandHistory

    parse: Callable[[str], Iterable[Any]] = getattr(HandHistory, parser)
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("always")
        found = list(parse(text + _HAND_SEPARATOR))
    hands = tuple(_from_pokerkit(hand, f"{name} [{hand.hand}]") for hand in found)
    failed = [str(warning.message) for warning in caught if str(warning.message).startswith("Unable to parse")]
    if not hands and not failed:
        raise MalformedInput(f"{name} contains no complete hand")
    return HistoryFile(hands, tuple(f"{name}: {sentence[:80]}" for sentence in failed))


def _from_pokerkit(hand: Any, label: str) -> History:
    (history,) = read_phh(hand.dumps(), label)
    return history
