"""Hand histories: one `History` whatever the file, written as PHH (Kim, "Recording and describing poker hands").

Players are numbered as in PHH: from the left of the button, which is the last one. Amounts are exact
decimals; the engine plays them as whole numbers of the smallest unit in the hand.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any

from gutshot.cards.card import Card, format_card, parse_card
from gutshot.errors import GutshotError, MalformedInput
from gutshot.games.events import Event, Kind
from gutshot.games.hand import Hand
from gutshot.games.rules import Rules
from gutshot.games.seats import order

UNKNOWN = "??"
_ROUNDED = Decimal("0.001")  # thirds of a chip do not sum exactly
_LEAST, _MOST = Decimal("1e-20"), Decimal("1e30")


class Did(StrEnum):
    """What a move is."""

    HOLE = "dh"
    BOARD = "db"
    FOLD = "f"
    CALL = "cc"
    RAISE = "cbr"
    DRAW = "sd"
    SHOW = "sm"
    OTHER = "other"  # a move of a variant that we do not play


@dataclass(frozen=True)
class HistoryMove:
    """One line of a history. `player` counts from 0, None where the file leaves it to the rules.

    `cards` holds None for a hidden card; a SHOW without cards is a muck.
    """

    did: Did
    player: int | None = None
    amount: Decimal = Decimal(0)
    cards: tuple[Card | None, ...] = ()

    def __str__(self) -> str:
        cards = "".join(UNKNOWN if card is None else format_card(card) for card in self.cards)
        who = "d" if self.did in (Did.HOLE, Did.BOARD) else f"p{(self.player or 0) + 1}"
        to = f"p{(self.player or 0) + 1}" if self.did is Did.HOLE else ""
        amount = plain(self.amount) if self.did is Did.RAISE else ""
        return " ".join(filter(None, (who, self.did.value, to, amount, cards)))


@dataclass(frozen=True)
class History:
    """A recorded hand. `blinds` and `antes` are by player (heads-up the last player is the small blind).

    `payoffs` is the result the file states, if it states one and no rake was taken; `stated` is the result after rake.
    `rules` overrides the variant's usual ones.
    """

    variant: str
    stacks: tuple[Decimal, ...]
    blinds: tuple[Decimal, ...]
    antes: tuple[Decimal, ...]
    bets: tuple[Decimal, ...]
    moves: tuple[HistoryMove, ...]
    label: str = ""
    trims_antes: bool = True
    payoffs: tuple[Decimal, ...] | None = None
    stated: tuple[Decimal, ...] | None = None
    rules: Rules | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


def plain(number: Decimal) -> str:
    """A decimal as people write it: 2, 0.25, 1000; `inf` for an unknown stack."""
    if number.is_infinite():
        return "inf"
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse_move(text: str) -> HistoryMove:
    """One PHH action, such as `"p3 cbr 5.50"` or `"d db Qc4hKs"`."""
    words = text.split("#")[0].split()
    try:
        match words:
            case ["d", "dh", player, cards]:
                return HistoryMove(Did.HOLE, _player(player), cards=_cards(cards))
            case ["d", "db", cards]:
                return HistoryMove(Did.BOARD, cards=_cards(cards))
            case [player, "cbr", number]:
                return HistoryMove(Did.RAISE, _player(player), amount(number))
            case [player, "f" | "cc" as did]:
                return HistoryMove(Did(did), _player(player))
            case [player, "sd" | "sm" as did, *cards] if len(cards) < 2:
                return HistoryMove(Did(did), _player(player), cards=_cards("".join(cards)))
            case [player, "pb"]:
                return HistoryMove(Did.OTHER, _player(player))
    except GutshotError as error:
        raise MalformedInput(f"action {text!r}: {error}") from None
    raise MalformedInput(f"action {text!r} is not one of PHH's, such as 'p1 cc', 'p2 cbr 300' or 'd db AsKd2c'")


def _player(text: str) -> int:
    if found := re.fullmatch(r"p([1-9]\d?)", text):
        return int(found[1]) - 1
    raise MalformedInput(f"{text!r} is not a player: expected p1, p2, ...")


def _cards(text: str) -> tuple[Card | None, ...]:
    pieces = re.findall("..", text) if len(text) % 2 == 0 and text != "-" else [text]
    return tuple(None if piece in (UNKNOWN, "-") else parse_card(piece) for piece in pieces)


def amount(value: object) -> Decimal:
    """An exact amount of chips as any file writes it."""
    try:
        number = Decimal(str(value).replace(",", ""))
    except InvalidOperation:
        number = Decimal("NaN")
    if number.is_nan():
        raise MalformedInput(f"{str(value)[:40]!r} is not an amount")
    # Compared by its power of ten: larger numbers than a Decimal may hold cannot even be made positive.
    if number.is_finite() and number and not _LEAST.adjusted() <= number.adjusted() <= _MOST.adjusted():
        raise MalformedInput(f"{str(value)[:40]!r} is more than {_MOST} or less than {_LEAST}")
    return number


_KNOWN = {
    "variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet",
    "starting_stacks", "actions", "finishing_stacks",
}  # fmt: skip


def from_fields(fields: Mapping[str, Any], label: str = "") -> History:
    """A history from the fields of a PHH section (or of pokerkit's object)."""
    for name in ("variant", "starting_stacks", "actions"):
        if name not in fields:
            raise MalformedInput(f"hand {label or '1'} has no field {name!r}")
    try:
        stacks = _amounts(fields, "starting_stacks")
        players = len(stacks)
        antes, blinds = (_amounts(fields, name, players) for name in ("antes", "blinds_or_straddles"))
        if players == 2:
            antes, blinds = antes[::-1], blinds[::-1]
        bets = tuple(amount(fields[name]) for name in ("min_bet", "small_bet", "big_bet") if fields.get(name))
        stated = _stated(fields, stacks)
        return History(
            variant=str(fields["variant"]),
            stacks=stacks,
            blinds=blinds,
            antes=antes,
            bets=bets,
            moves=tuple(parse_move(action) for action in _texts(fields["actions"])),
            label=label,
            trims_antes=bool(fields.get("ante_trimming_status", False)),
            payoffs=None if stated is None or sum(stated, Decimal(0)) < -_ROUNDED else stated,
            stated=stated,
            details={name: value for name, value in fields.items() if name not in _KNOWN},
        )
    except MalformedInput as error:
        raise MalformedInput(f"hand {label or '1'}: {error}") from None


def _texts(actions: object) -> list[str]:
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise MalformedInput(f"actions {str(actions)[:60]!r}: expected a list of texts such as 'p1 cc'")
    return actions


def _amounts(fields: Mapping[str, Any], name: str, players: int | None = None) -> tuple[Decimal, ...]:
    values = fields.get(name) or [0] * (players or 0)
    if not isinstance(values, list | tuple):
        values = [values] * (players or 1)
    if players is not None and len(values) != players:
        raise MalformedInput(f"{len(values)} {name} for {players} players")
    return tuple(amount(value) for value in values)


def _stated(fields: Mapping[str, Any], stacks: Sequence[Decimal]) -> tuple[Decimal, ...] | None:
    """What the finishing stacks say; nothing where they hold more than there was."""
    if not fields.get("finishing_stacks"):
        return None
    finishing = _amounts(fields, "finishing_stacks", len(stacks))
    if sum(finishing, Decimal(0)) - sum(stacks, Decimal(0)) > _ROUNDED:
        return None
    return tuple(after - before for after, before in zip(finishing, stacks, strict=True))


def read_phh(text: str, name: str = "") -> list[History]:
    """All hands of a PHH text: one hand, or numbered sections as in .phhs files."""
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise MalformedInput(f"{name or 'the history'} is not a complete PHH file: {error}") from None
    if "variant" in document or not all(isinstance(section, dict) for section in document.values()):
        return [from_fields(document, name)]
    return [from_fields(section, f"{name} [{number}]".strip()) for number, section in document.items()]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return plain(value)
    if isinstance(value, date | datetime | time):
        return value.isoformat()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(str(key))} = {_toml(item)}" for key, item in value.items()) + "}"
    return str(value)


def to_phh(history: History) -> str:
    """The hand as PHH text; `read_phh` gives it back."""
    bet_names = ("min_bet",) if len(history.bets) == 1 else ("small_bet", "big_bet")
    turned = slice(None, None, -1 if len(history.stacks) == 2 else 1)
    fields: dict[str, object] = {
        "variant": history.variant,
        "ante_trimming_status": history.trims_antes,
        "antes": history.antes[turned],
        "blinds_or_straddles": history.blinds[turned],
        **dict(zip(bet_names, history.bets, strict=True)),
        "starting_stacks": history.stacks,
        "actions": [str(move) for move in history.moves],
    }
    fields.update(history.details)
    if history.payoffs is not None:
        fields["finishing_stacks"] = [s + won for s, won in zip(history.stacks, history.payoffs, strict=True)]
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def to_phhs(histories: Sequence[History]) -> str:
    """Several hands in numbered sections."""
    return "\n".join(f"[{number}]\n{to_phh(history)}" for number, history in enumerate(histories, 1))


_CODES = {"holdem": "NT", "limit-holdem": "FT", "badugi": "FB"}


def from_hand(hand: Hand, details: Mapping[str, Any] | None = None) -> History:
    """One of our hands as a history, finished or not."""
    setup = hand.setup
    if hand.rules.name not in _CODES:
        raise MalformedInput(f"{hand.rules.name} cannot be written as PHH: expected hold'em or badugi")
    seats = order(hand.seats, hand.button)
    sizes = [street.bet for street in hand.rules.streets]

    def by_player(values: Sequence[int]) -> tuple[Decimal, ...]:
        return tuple(Decimal(values[seat]) for seat in seats)

    return History(
        variant=_CODES[hand.rules.name],
        stacks=by_player(setup.stacks),
        blinds=by_player(setup.blinds),
        antes=by_player(setup.antes),
        bets=(Decimal(sizes[0]),) if hand.rules.name == "holdem" else (Decimal(sizes[0]), Decimal(sizes[-1])),
        moves=tuple(_moves(hand.events, {seat: player for player, seat in enumerate(seats)})),
        trims_antes=not setup.rules.dead_antes,
        payoffs=by_player(hand.payoffs) if hand.is_over else None,
        rules=hand.rules,
        details=details or {},
    )


_DID = {
    Kind.DEAL: Did.HOLE,
    Kind.BOARD: Did.BOARD,
    Kind.FOLD: Did.FOLD,
    Kind.CHECK: Did.CALL,
    Kind.CALL: Did.CALL,
    Kind.BET: Did.RAISE,
    Kind.RAISE: Did.RAISE,
    Kind.DRAW: Did.DRAW,
    Kind.SHOW: Did.SHOW,
    Kind.MUCK: Did.SHOW,
}


def _moves(events: Sequence[Event], player_of: Mapping[int, int]) -> list[HistoryMove]:
    """PHH deals replacements when all have drawn."""
    moves: list[HistoryMove] = []
    owed: list[HistoryMove] = []
    street = 0
    for event in events:
        if event.kind not in _DID:
            continue
        player = None if event.seat is None else player_of[event.seat]
        if event.kind is not Kind.DRAW or event.street != street:
            moves += owed
            owed = []
        street = event.street
        amount = Decimal(event.raise_to if _DID[event.kind] is Did.RAISE else 0)
        moves.append(HistoryMove(_DID[event.kind], player, amount, tuple(event.cards)))
        if event.kind is Kind.DRAW and event.taken:
            owed.append(HistoryMove(Did.HOLE, player, cards=tuple(event.taken)))
    return moves + owed
