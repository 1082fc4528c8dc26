"""Files of hand histories: which format it is, and every hand in it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gutshot.errors import MalformedInput
from gutshot.games.acpc import game_name, parse_game, read_log
from gutshot.games.history import History, read_phh
from gutshot.games.site_histories import read_hands, site_of, split_hands

_PHH = re.compile(r"^variant\s*=", re.MULTILINE)


@dataclass(frozen=True)
class HistoryFile:
    """What a file holds: the hands read, and a label for each hand that could not be read."""

    hands: tuple[History, ...]
    unread: tuple[str, ...] = ()


def read_file(path: Path, game: Path | None = None) -> HistoryFile:
    """Read PHH, an ACPC log (with its game file, found by the name in the log) or a site's text."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise MalformedInput(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise MalformedInput(f"{path} is not text in UTF-8") from None
    return read_histories(text, path.name, lambda: _game_text(path, text, game))


def read_histories(text: str, name: str, game: Callable[[], str], most: int | None = None) -> HistoryFile:
    """Every hand of a text; `game` gives the game file of a competition's log. More than `most` are refused."""
    if not text.strip():
        raise MalformedInput(f"{name} is empty")
    text = text.replace("\r\n", "\n")
    if _PHH.search(text):
        return HistoryFile(tuple(read_phh(text, name)))
    lines = text.splitlines()
    if any(line.startswith("STATE:") for line in lines):
        return HistoryFile(tuple(read_log(text, parse_game(game()), name)))
    site = site_of(lines)
    if site is None:
        raise MalformedInput(f"{name} is not a known hand history: expected PHH, an ACPC log or a site's text")
    opening, parser = site
    hands = split_hands(lines, opening)
    require_at_most(len(hands), most)
    found, unread = read_hands(hands, parser, name)
    if not found and not unread:
        raise MalformedInput(f"{name} contains no complete hand")
    return HistoryFile(found, unread)


def require_at_most(hands: int, most: int | None) -> None:
    """Refuse more hands than are allowed at once."""
    if most is not None and hands > most:
        raise MalformedInput(f"{hands} hands in one file: expected at most {most}")


def _game_text(path: Path, log: str, game: Path | None) -> str:
    name = game_name(log)
    if game is None and name is None:
        raise MalformedInput(f"{path} does not name its game file: give it with --game")
    file = game or path.parent / str(name)
    if not file.is_file():
        raise MalformedInput(f"{path} needs the game file {file}, which is not there: give it with --game")
    return file.read_text(encoding="utf-8")
