"""Played hands and the strategies that cover them: where to find a hand of the history in the library.

A postflop solution knows a hand from the street on that begins with its board, two players and its ratio of stack to
pot. Blueprints and preflop solutions know hands of their number of seats and about their depth; policies, asked only
where nothing solved knows the hand, play at any table. Amounts are scaled; where a strategy does not have one, its
nearest stands for it, and the match says that it is not exact.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from gutshot.cards.card import Card, format_cards, parse_cards
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.strategies.catalogue import Entry, Library
from gutshot.strategies.strategy import Source, Stop, StopKind
from gutshot.strategies.summaries import told_line
from gutshot.strategies.table_walk import BIG_BLIND

_SAME_RATIO = 0.03
_SAME_DEPTH = 0.25
_SAME_AMOUNT = 0.02
_MOST_TRIED = 40
_POLICY = "policy"
_BOARDS = {1: 3, 2: 4, 3: 5}


@dataclass(frozen=True)
class PlayedHand:
    """A hand before each choice, and the seat in question."""

    hands: tuple[Hand, ...]
    choices: tuple[Choice, ...]
    seat: int

    @classmethod
    def of(cls, first: Hand, choices: Sequence[Choice], seat: int) -> "PlayedHand":
        hands = [first]
        for choice in choices[:-1]:
            hands.append(hands[-1].act(choice))
        return cls(tuple(hands), tuple(choices), seat)


@dataclass(frozen=True)
class Match:
    """A place of a played hand in a strategy: after `step` choices of the hand the line leads to the decision."""

    source: str
    title: str
    line: str
    told: str
    step: int
    exact: bool


def matches(library: Library, played: PlayedHand) -> list[Match]:
    """Every decision of the seat that some strategy knows, in the order of the hand."""
    entries = library.entries()
    solved = [entry for entry in entries if entry.kind != _POLICY]
    found = _matches(library, solved, played) or _matches(library, [e for e in entries if e.kind == _POLICY], played)
    return sorted(found, key=lambda match: (match.step, not match.exact))


def _matches(library: Library, entries: Sequence[Entry], played: PlayedHand) -> list[Match]:
    found: list[Match] = []
    known = [(name, entry) for entry in entries if (name := _name_for(entry, played)) is not None]
    for name, entry in known[:_MOST_TRIED]:
        with suppress(GutshotError):  # a line that this strategy does not have
            found += _in(library.open(name), name, entry, played)
    return found


def _name_for(entry: Entry, played: PlayedHand) -> str | None:
    """The source's name at this table; None if it cannot cover the hand."""
    facts = dict(entry.config)
    first = played.hands[0]
    depth = round(min(first.setup.stacks) / first.rules.streets[0].bet)
    if entry.problem:
        return None
    if entry.kind == "postflop":
        return entry.name if _street_of(facts.get("Board", ""), played) else None
    if entry.kind in ("blueprint", "preflop"):
        own = float(facts.get("Stacks", "0").replace(",", " ").split()[0])
        is_near = own > 0 and abs(depth - own) <= _SAME_DEPTH * own
        return entry.name if is_near and facts.get("Seats") == str(first.seats) else None
    if entry.kind == _POLICY and first.seats <= 9 and 1 <= depth <= 1000:
        return f"{entry.name}@{first.seats}x{depth}"
    return None


def _street_of(board: str, played: PlayedHand) -> int | None:
    """The street that begins with a board, as the hand was dealt."""
    wanted = parse_cards(board)
    street = len(wanted) - 2
    last = played.hands[-1].act(played.choices[-1]).board if played.choices else ()
    if _BOARDS.get(street) != len(wanted) or len(last) < len(wanted):
        return None
    same_flop = set(last[:3]) == set(wanted[:3])
    return street if same_flop and last[3 : len(wanted)] == tuple(wanted[3:]) else None


def _in(source: Source, name: str, entry: Entry, played: PlayedHand) -> Iterator[Match]:
    if entry.kind == "postflop":
        begin, factor = _entrance(source, dict(entry.config).get("Board", ""), played)
    else:
        blind = source.describe().big_blind or BIG_BLIND
        begin, factor = 0, blind / played.hands[0].rules.streets[0].bet
    if begin is not None:
        yield from _follow(source, name, entry.title, played, begin, factor)


def _entrance(source: Source, board: str, played: PlayedHand) -> tuple[int | None, float]:
    """The step at which a spot begins, and how many of its chips one of the table's is."""
    street = _street_of(board, played)
    root = source.walk("")[0]
    for step, hand in enumerate(played.hands):
        if hand.street == street:
            stacks = [stack for stack, live in zip(hand.stacks, hand.live, strict=True) if live]
            own = min(chair.stack for chair in root.chairs)
            ratio = min(stacks) / hand.pot / (own / root.pot)
            fits = len(stacks) == 2 and not any(hand.bets) and abs(ratio - 1) <= _SAME_RATIO
            return (step if fits else None), root.pot / hand.pot
    return None, 1.0


def _follow(source: Source, name: str, title: str, played: PlayedHand, begin: int, factor: float) -> Iterator[Match]:
    """Walk the hand from a step on through the strategy, and stop at each decision of the seat."""
    line, exact = "", True
    for step in range(begin, len(played.choices)):
        hand = played.hands[step]
        stop = source.walk(line)[-1]
        if stop.kind is StopKind.CARD:
            line = stop.line_after(format_cards(_dealt(stop, hand)))
            stop = source.walk(line)[-1]
        if stop.kind is not StopKind.DECISION:
            return
        if hand.actor == played.seat:
            yield Match(name, title, stop.line, told_line(list(source.walk(stop.line))), step, exact)
        word, same = _nearest(stop, played.choices[step], factor)
        exact &= same
        line = stop.line_after(word)


def _dealt(stop: Stop, hand: Hand) -> tuple[Card, ...]:
    return hand.board[len(stop.board) : len(stop.board) + stop.deals]


def _nearest(stop: Stop, choice: Choice, factor: float) -> tuple[str, bool]:
    """The strategy's word for a choice, and whether it is the same amount."""
    if choice == "fold":
        return "fold", True
    sized = [move for move in stop.moves if move.amount]
    if isinstance(choice, int) and sized:
        wanted = choice * factor
        best = min(sized, key=lambda move: abs(move.amount - wanted))
        return best.word, abs(best.amount - wanted) <= _SAME_AMOUNT * wanted
    passive = next((move.word for move in stop.moves if move.action.is_passive), "check")
    return passive, not isinstance(choice, int)
