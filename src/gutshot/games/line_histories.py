"""Hand histories that tell a no-limit hold'em hand line by line: PokerStars with Zoom and tournaments, GGPoker, Winamax
and 888poker.

One reader serves them all, because they say the same things in nearly the same words. A dialect holds what differs:
how a hand begins, whether a raise names what it adds or what it raises to. Names are taken from the seats, so no name
can be mistaken for an action. Written from the formats as the sites publish them; samples lie in `tests/data/sites`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import time
from decimal import Decimal
from typing import Any

from gutshot.cards.card import Card, parse_card
from gutshot.errors import MalformedInput
from gutshot.games.history import Did, History, HistoryMove, amount, plain

COLLECTED = "_collected"
"""The field of a history with what each player took from its pots after rake, by name."""
RAKE = "_rake"
_MONEY = r"[\[(]?\s*(?P<currency>[$€£¥]?)\s*(?P<amount>\d[\d,]*(?:\.\d+)?)\s*(?P<after>[$€£¥]?)"


@dataclass(frozen=True)
class Dialect:
    """How one site writes."""

    venue: str
    opening: str
    header: re.Pattern[str]  # groups hand, and, where they stand there, small and big
    raises_add: bool = False  # "raises [0.30]" puts in 0.30 more


_STARS = (
    r"#(?P<hand>[A-Z]{0,4}\d+):.*Hold'?em No Limit.*?(?:\(\D?(?P<small>[\d,.]+)/\D?(?P<big>[\d,.]+)[^)]*\))?[^()]*$"
)
DIALECTS = (
    Dialect("PokerStars", "PokerStars ", re.compile("PokerStars .{0,40}?(?:Hand|Game) " + _STARS)),
    Dialect("GGPoker", "Poker Hand #", re.compile("Poker Hand " + _STARS)),
    Dialect(
        "Winamax",
        "Winamax Poker - ",
        re.compile(
            r"Winamax Poker - .*HandId: #(?P<hand>[\d-]+) - Holdem no limit "
            r"\((?:\D?[\d.,]+\D?/)??\D?(?P<small>[\d.,]+)\D?/\D?(?P<big>[\d.,]+)\D?\)"
        ),
    ),
    Dialect(
        "888poker",
        "***** 888poker Hand History for Game ",
        re.compile(r"\*\*\*\*\* 888poker Hand History for Game (?P<hand>\d+)"),
        raises_add=True,
    ),
)
_BLINDS_888 = re.compile(r"\D?(?P<small>[\d,.]+)/\D?(?P<big>[\d,.]+) Blinds No Limit Holdem")
_DATE = re.compile(r"(?P<year>\d{4})/(?P<month>\d\d)/(?P<day>\d\d) (?P<time>\d{1,2}:\d\d:\d\d)")
_DATE_888 = re.compile(r"\*\*\* (?P<day>\d\d) (?P<month>\d\d) (?P<year>\d{4}) (?P<time>\d{1,2}:\d\d:\d\d)")
_SEAT = re.compile(r"Seat (?P<seat>\d{1,2}): (?P<name>.+) \( ?\D?(?P<stack>[\d,]+(?:\.\d+)?)\D?[^()]*\)(?P<rest>.*)$")
_BUTTON = re.compile(r"(?:Seat )?#?(?P<seat>\d{1,2}) is the button")
_DEALT = re.compile(r"Dealt to (?P<name>.+?) \[(?P<cards>[^\]]+)\]")
_BOARD = re.compile(
    r"\*\*\*? ?(?P<street>FLOP|TURN|RIVER|Dealing flop|Dealing turn|Dealing river) ?\*\*\*?.*\[(?P<cards>[^\]]+)\]"
)
_TWICE = re.compile(r"\*\*\* (?:FIRST|SECOND) (?:FLOP|TURN|RIVER)")
_RAKE = re.compile(r"\| (?:Rake|Jackpot|Bingo|Fortune|Tax) " + _MONEY)
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]")
_ANTE = re.compile(r"posts (?:the )?ante " + _MONEY)
_BLIND = re.compile(r"posts (?P<which>small|big) blind " + _MONEY)
_ODD_POST = re.compile(r"posts (?:small & big blinds|dead blind|the missed|missed|straddle)")
_TO = re.compile(r"raises .*? to " + _MONEY)
_PUT = re.compile(r"(?P<did>bets|raises) " + _MONEY)
_SHOWS = re.compile(r"shows? \[(?P<cards>[^\]]+)\]")
_TOOK = re.compile(r"collected " + _MONEY)


@dataclass
class _SiteHand:
    """What the lines of a hand have told so far."""

    seats: dict[int, tuple[str, Decimal]] = field(default_factory=dict)
    button: int | None = None
    blinds: dict[str, Decimal] = field(default_factory=dict)  # posted, by name
    posted: dict[str, str] = field(default_factory=dict)  # who posted which
    antes: dict[str, Decimal] = field(default_factory=dict)
    acted: set[str] = field(default_factory=set)
    moves: list[tuple[Did, str | None, Decimal, tuple[Card, ...]]] = field(default_factory=list)
    put: dict[str, Decimal] = field(default_factory=dict)  # on this street
    collected: dict[str, Decimal] = field(default_factory=dict)
    rake: Decimal = Decimal(0)
    facts: dict[str, Any] = field(default_factory=dict)
    in_summary: bool = False


def dialect_of(line: str) -> Dialect | None:
    """Whose hand begins with this line."""
    return next((dialect for dialect in DIALECTS if line.startswith(dialect.opening)), None)


def read_lines(lines: Sequence[str], dialect: Dialect, label: str) -> History:
    """One hand; MalformedInput says what cannot be read."""
    told, (small, big) = _SiteHand(), _header(lines, dialect)
    for line in (line.strip() for line in lines[1:]):
        if line:
            _take(told, line, dialect)
    if told.button is None or len(told.seats) < 2:
        raise MalformedInput(f"{label}: the button is missing, or fewer than two seats are listed")
    order = _order(told)
    if len(order) < 2:
        raise MalformedInput(f"{label}: no player acts")
    return _history(told, order, small, big, f"{label} [{told.facts.get('hand', '')}]")


def _header(lines: Sequence[str], dialect: Dialect) -> tuple[Decimal | None, Decimal | None]:
    found = dialect.header.match(lines[0])
    if found is None:
        raise MalformedInput(f"{lines[0][:60]!r} is not no-limit hold'em as {dialect.venue} writes it")
    stakes = _BLINDS_888.search("\n".join(lines[:3])) if dialect.raises_add else found
    groups = {} if stakes is None else stakes.groupdict()
    small, big = groups.get("small"), groups.get("big")
    return (amount(small), amount(big)) if small and big else (None, None)


def _take(told: _SiteHand, line: str, dialect: Dialect) -> None:
    if not told.facts:
        told.facts = {"venue": dialect.venue}
    if seat := _SEAT.match(line):
        if not told.in_summary and "sitting out" not in seat["rest"] and "out of hand" not in seat["rest"]:
            told.seats[int(seat["seat"])] = (seat["name"], amount(seat["stack"]))
    elif _TWICE.match(line):
        raise MalformedInput("the board was run twice, which cannot be reviewed")
    elif board := _BOARD.match(line):
        told.moves.append((Did.BOARD, None, Decimal(0), _cards(board["cards"])))
        told.put = {}
    elif dealt := _DEALT.match(line):
        told.acted.add(dealt["name"])
        told.moves.append((Did.HOLE, dealt["name"], Decimal(0), _cards(dealt["cards"])))
    elif line.upper().startswith(("*** SUMMARY", "** SUMMARY")):
        told.in_summary = True
    elif (button := _BUTTON.search(line)) and told.button is None:
        told.button = int(button["seat"])
    elif (rake := [amount(each["amount"]) for each in _RAKE.finditer(line)]) and told.in_summary:
        told.rake += sum(rake, Decimal(0))
    else:
        _act(told, line, dialect)


def _act(told: _SiteHand, line: str, dialect: Dialect) -> None:
    """What a seated player does; other lines are talk."""
    names = sorted((name for name, _ in told.seats.values()), key=len, reverse=True)
    name = next((name for name in names if line.startswith((f"{name}: ", f"{name} "))), None)
    if name is None:
        return
    rest = line[len(name) :].lstrip(":").strip()
    if took := _TOOK.match(rest):
        told.collected[name] = told.collected.get(name, Decimal(0)) + amount(took["amount"])
        told.facts.setdefault("currency_symbol", took["currency"] or took["after"])
    elif shows := _SHOWS.match(rest):
        told.moves.append((Did.SHOW, name, Decimal(0), _cards(shows["cards"])))
    elif told.in_summary:
        return
    elif ante := _ANTE.match(rest):
        told.antes[name] = amount(ante["amount"])
        told.acted.add(name)
    elif _ODD_POST.match(rest):
        raise MalformedInput(f"{name} {rest[:40]}: only a small and a big blind can be reviewed")
    elif blind := _BLIND.match(rest):
        _post(told, name, blind)
    else:
        _bet(told, name, rest, dialect)


def _post(told: _SiteHand, name: str, blind: re.Match[str]) -> None:
    if blind["which"] in told.posted.values():
        raise MalformedInput(f"{name} posts a second {blind['which']} blind: only one of each can be reviewed")
    told.posted[name] = blind["which"]
    told.blinds[name] = told.put[name] = amount(blind["amount"])
    told.facts["currency_symbol"] = blind["currency"] or blind["after"]
    told.acted.add(name)


def _bet(told: _SiteHand, name: str, rest: str, dialect: Dialect) -> None:
    verb = rest.split(" ")[0]
    if verb in ("folds", "checks", "calls"):
        told.moves.append((Did.FOLD if verb == "folds" else Did.CALL, name, Decimal(0), ()))
        if verb == "calls":
            told.put[name] = max(told.put.values(), default=Decimal(0))
    elif (to := _TO.match(rest)) or (put := _PUT.match(rest)):
        if to is not None:
            total = amount(to["amount"])
        else:
            assert put is not None
            total = told.put.get(name, Decimal(0)) + amount(put["amount"])
            if put["did"] == "raises" and not dialect.raises_add:
                raise MalformedInput(f"{name} {rest[:40]}: expected a raise that states its amount")
        told.put[name] = total
        told.moves.append((Did.RAISE, name, total, ()))
    else:
        return
    told.acted.add(name)


def _order(told: _SiteHand) -> list[str]:
    """Names of those dealt in, from the left of the button."""
    places = sorted(told.seats)
    ring = [seat for seat in places if seat > (told.button or 0)] + [
        seat for seat in places if seat <= (told.button or 0)
    ]
    return [told.seats[seat][0] for seat in ring if told.seats[seat][0] in told.acted]


def _history(told: _SiteHand, order: list[str], small: Decimal | None, big: Decimal | None, label: str) -> History:
    by_which = {which: name for name, which in told.posted.items()}
    if "big" not in by_which:
        raise MalformedInput(f"{label}: no player posts a big blind")
    if len(order) == 2 and order[0] == by_which.get("small"):
        order = order[::-1]  # some sites put the button elsewhere heads-up; who posts the small blind acts first
    seats = (1, 0) if len(order) == 2 else (0, 1)
    for which, place in zip(("small", "big"), seats, strict=True):
        if by_which.get(which, order[place]) != order[place]:
            raise MalformedInput(f"{label}: the {which} blind is not where it should be, as after a dead button")
    if "small" not in by_which and len(order) > 2:
        raise MalformedInput(f"{label}: no player posts a small blind")
    amounts = {
        "small": small or told.blinds.get(by_which.get("small", ""), Decimal(0)),
        "big": big or told.blinds[by_which["big"]],
    }
    blinds = [Decimal(0)] * len(order)
    for which, place in zip(("small", "big"), seats, strict=True):
        blinds[place] = amounts[which]
    stacks = dict(told.seats.values())
    ante = max(told.antes.values(), default=Decimal(0))
    if told.antes and set(told.antes) != set(order):
        raise MalformedInput(f"{label}: only some players post an ante, which cannot be reviewed")
    place_of = {name: place for place, name in enumerate(order)}
    details = {**told.facts, "players": order, RAKE: plain(told.rake)}
    if told.collected:
        details[COLLECTED] = {name: plain(total) for name, total in told.collected.items()}
    return History(
        variant="NT",
        stacks=tuple(stacks[name] for name in order),
        blinds=tuple(blinds),
        antes=(ante,) * len(order),
        bets=(amounts["big"],),
        moves=tuple(
            HistoryMove(did, None if name is None else place_of[name], total, cards)
            for did, name, total, cards in told.moves
            if name is None or name in place_of
        ),
        label=label,
        trims_antes=True,
        details=details,
    )


def _cards(text: str) -> tuple[Card, ...]:
    """Cards of `Ah Kd`, `[ Ah, Kd ]` or `10h`."""
    return tuple(parse_card(found.replace("10", "T")) for found in _CARD.findall(text))


def with_facts(lines: Iterable[str], history: History, dialect: Dialect) -> History:
    """The same with number, date and table."""
    text = "\n".join(lines)
    facts: dict[str, Any] = dict(history.details)
    if found := dialect.header.match(text.partition("\n")[0]):
        facts["hand"] = found["hand"]
    moment = (_DATE_888 if dialect.raises_add else _DATE).search(text[:600])
    if moment is not None:
        facts |= {name: int(moment[name]) for name in ("year", "month", "day")}
        try:
            facts["time"] = time.fromisoformat(moment["time"].zfill(8))
        except ValueError:
            raise MalformedInput(f"{moment['time']!r} is not a time of day") from None
    return replace(history, details=facts)


def read_hand(lines: Sequence[str], dialect: Dialect, label: str) -> History:
    """One hand with its facts."""
    try:
        return with_facts(lines, read_lines(lines, dialect, label), dialect)
    except MalformedInput as error:
        number = dialect.header.match(lines[0])
        which = f"{label} [{number['hand']}]" if number else label
        raise MalformedInput(f"{which}: {error}") from None
