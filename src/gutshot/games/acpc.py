"""The logs of the Annual Computer Poker Competition's dealer, with the game files that explain them.

A log line is `STATE:hand:betting:cards:values:names`. Its rules differ from a casino's in three ways
that are options of ours (`rules.ACPC_LIMIT`), and `rN` counts a player's chips over the whole hand.
Kuhn and Leduc logs are the same engine with a smaller deck and one hole card.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from gutshot.cards.card import Card, parse_cards
from gutshot.errors import MalformedInput
from gutshot.games.history import Did, History, HistoryMove, amount
from gutshot.games.row import MAX_SEATS, MAX_STREETS
from gutshot.games.rules import ACPC_LIMIT, Betting, Rules, Showdown, Street

_LINE = re.compile(r"STATE:(?P<hand>\d+):(?P<betting>[^:]*):(?P<cards>[^:]*):(?P<values>[^:]*):(?P<names>[^:]*)")
_WHOLE = re.compile(r"[0-9]{1,9}")
_ENDLESS_STACK = 1_000_000  # a limit game states no stacks: nobody runs out
_HEADER = re.compile(r"^#\s*name/game/hands/seed\s+\S+\s+(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class AcpcGame:
    """What a game file says."""

    rules: Rules
    blinds: tuple[int, ...]
    stacks: tuple[int, ...]


def game_name(log: str) -> str | None:
    """The game file that a log names in its first lines."""
    found = _HEADER.search(log)
    return found[1] if found else None


def parse_game(text: str) -> AcpcGame:
    """Read a GAMEDEF."""
    if "GAMEDEF" not in text or "END GAMEDEF" not in text:
        raise MalformedInput("the game file is not a complete GAMEDEF")
    fields = {
        key.strip().lower(): [int(word) for word in value.split()]
        for key, _, value in (line.partition("=") for line in text.splitlines())
        if value.strip() and all(_WHOLE.fullmatch(word) for word in value.split())
    }
    missing = [
        key for key in ("numplayers", "numrounds", "blind", "numholecards", "numboardcards") if key not in fields
    ]
    if missing:
        raise MalformedInput(f"the game file has no {missing[0]}")
    no_limit = any(line.strip().lower() == "nolimit" for line in text.splitlines())
    players = fields["numplayers"][0]
    _require_lengths(fields, no_limit)
    _require_usual_order(fields)
    stacks = tuple(fields.get("stack", [_ENDLESS_STACK] * players))
    return AcpcGame(_rules(fields, no_limit), tuple(fields["blind"]), stacks)


def _require_lengths(fields: dict[str, list[int]], no_limit: bool) -> None:
    """A number for each player or round; refuse what the engine has no room for."""
    players, rounds = fields["numplayers"][0], fields["numrounds"][0]
    if not (2 <= players <= MAX_SEATS and 1 <= rounds <= MAX_STREETS):
        raise MalformedInput(f"{players} players and {rounds} rounds: expected 2 to {MAX_SEATS} and 1 to {MAX_STREETS}")
    lengths = {"blind": players, "stack": players, "numboardcards": rounds, "maxraises": rounds, "firstplayer": rounds}
    if not no_limit:
        lengths["raisesize"] = rounds
        fields.setdefault("raisesize", [])
    for name, length in lengths.items():
        if len(fields.get(name, [0] * length)) != length:
            raise MalformedInput(f"the game file has {len(fields[name])} numbers for {name}: expected {length}")


def _require_usual_order(fields: dict[str, list[int]]) -> None:
    """We start left of the last largest blind, then with the first player; refuse a game with another order."""
    blinds, rounds = fields["blind"], fields["numrounds"][0]
    last_largest = max(range(len(blinds)), key=lambda player: (blinds[player], player))
    usual = [(last_largest + 1) % len(blinds) + 1] + [1] * (rounds - 1)
    if fields.get("firstplayer", usual) != usual:
        raise MalformedInput(f"firstPlayer is {fields['firstplayer']}: with these blinds the first player is {usual}")


def _rules(fields: dict[str, list[int]], no_limit: bool) -> Rules:
    rounds, blinds = fields["numrounds"][0], fields["blind"]
    boards = fields["numboardcards"]
    sizes = [max(blinds)] * rounds if no_limit else fields["raisesize"]
    caps = [None] * rounds if no_limit else fields.get("maxraises", [None] * rounds)
    hole = fields["numholecards"][0]
    streets = tuple(
        Street(f"round {index + 1}", hole=0 if index else hole, board=boards[index], bet=sizes[index], cap=caps[index])
        for index in range(rounds)
    )
    limit = ACPC_LIMIT if no_limit else replace(ACPC_LIMIT, betting=Betting.FIXED)
    whole = hole + sum(boards) >= 5
    return Rules("acpc", streets, limit, Showdown.HIGH if whole else Showdown.PAIR)


def read_log(log: str, game: AcpcGame, name: str = "") -> Iterator[History]:
    """Every STATE line of a log as a history; other lines are the dealer's remarks."""
    for number, line in enumerate(log.splitlines(), 1):
        if not line.startswith("STATE"):
            continue
        found = _LINE.fullmatch(line.strip())
        if not found:
            raise MalformedInput(f"{name} line {number} is not STATE:hand:betting:cards:values:names: {line[:60]!r}")
        yield _history(found, game, f"{name} [{found['hand']}]".strip())


def _history(line: re.Match[str], game: AcpcGame, label: str) -> History:
    holes, *boards = line["cards"].split("/")
    hands = [parse_cards(hole) for hole in holes.split("|")]
    values = [amount(value) for value in line["values"].split("|")]
    if not len(hands) == len(values) == len(game.stacks):
        raise MalformedInput(
            f"hand {label}: {len(hands)} hands and {len(values)} values for {len(game.stacks)} players"
        )
    dealt = [HistoryMove(Did.HOLE, player, cards=tuple(cards)) for player, cards in enumerate(hands)]
    return History(
        variant="ACPC",
        stacks=tuple(map(Decimal, game.stacks)),
        blinds=tuple(map(Decimal, game.blinds)),
        antes=(Decimal(0),) * len(game.stacks),
        bets=(),
        moves=(*dealt, *_moves(line["betting"], [parse_cards(board) for board in boards], game)),
        label=label,
        payoffs=tuple(values),
        rules=game.rules,
    )


def _moves(betting: str, boards: list[tuple[Card, ...]], game: AcpcGame) -> Iterator[HistoryMove]:
    """Betting and boards in order; raises are turned from a total over the hand into this round's raise_to."""
    before = high = max(game.blinds)
    before = 0
    for index, round_text in enumerate(betting.split("/")):
        if index and boards:
            yield HistoryMove(Did.BOARD, cards=tuple(boards.pop(0)))
            before = high
        for letter, total in re.findall(r"([fcr])([0-9]*)", round_text):
            if letter == "r":
                high = int(amount(total)) if total else high
                yield HistoryMove(Did.RAISE, amount=Decimal(high - before if total else 0))
            else:
                yield HistoryMove(Did.FOLD if letter == "f" else Did.CALL)
    for board in boards:
        yield HistoryMove(Did.BOARD, cards=tuple(board))
