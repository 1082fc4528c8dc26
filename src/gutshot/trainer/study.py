"""Played hands and the strategies that cover them: where to find a hand of the history in the library.

A postflop solution knows a hand from the street on that begins with its board, two players and its ratio of stack to
pot. Blueprints and preflop solutions know hands of their number of seats and about their depth; a set of blueprints
knows every depth, with jam or fold below them, and tables with fewer seats than its own. Networks play any hand of
their seats without having solved it, and open slowly: they are asked only where that is wanted. Amounts are scaled;
where a strategy does not have one, its nearest stands for it. What is only near, a match says in words.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from gutshot.cards.card import parse_cards
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.strategies.catalogue import Library
from gutshot.strategies.depth_entries import set_for, set_of
from gutshot.strategies.depth_set import DepthSet
from gutshot.strategies.entries import Entry
from gutshot.strategies.real_hand import SAME, Entrance, entrance, follow
from gutshot.strategies.strategy import Knowledge, Strategy
from gutshot.strategies.summaries import told_line
from gutshot.strategies.table_walk import BIG_BLIND, TableSize

_SAME_DEPTH = 0.25
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
        """Every position of a hand."""
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
    kind: str
    notes: tuple[str, ...]

    @property
    def exact(self) -> bool:
        """Whether nothing differs."""
        return not self.notes


def matches(library: Library, played: PlayedHand, networks: bool = False, hidden: Collection[str] = ()) -> list[Match]:
    """Every decision of the seat that some strategy knows, in the order of the hand; of `networks` only if asked."""
    listed = [entry for entry in library.entries() if entry.name not in hidden]
    wanted = [entry for entry in listed if (entry.kind == _POLICY) == networks]
    return sorted(_matches(library, wanted, played), key=lambda match: (match.step, not match.exact))


def _matches(library: Library, entries: Sequence[Entry], played: PlayedHand) -> list[Match]:
    found: list[Match] = []
    known = [(name, entry) for entry in entries if (name := _name_for(entry, played)) is not None]
    for name, entry in known[:_MOST_TRIED]:
        with suppress(GutshotError):  # a line that this strategy does not have
            found += _in(library.open(name), name, library.title(name), entry, played)
    return found


def _depth(played: PlayedHand) -> float:
    """Big blinds that the seat can win or lose: its own stack, or the largest of the others."""
    first = played.hands[0]
    others = [stack for seat, stack in enumerate(first.setup.stacks) if seat != played.seat]
    return min(first.setup.stacks[played.seat], max(others)) / first.rules.streets[0].bet


def _name_for(entry: Entry, played: PlayedHand) -> str | None:
    """The source's name at this table; None if it cannot cover the hand."""
    facts = dict(entry.config)
    first, depth = played.hands[0], _depth(played)
    if entry.problem:
        return None
    if entry.kind == "postflop":
        return entry.name if _street_of(facts.get("Board", ""), played) else None
    if entry.members:
        return _set_at(entry, first.seats, depth)
    if entry.kind in ("blueprint", "preflop", "jam-or-fold"):
        own = float(facts.get("Stacks", "0").replace(",", " ").split()[0])
        reach = SAME if set_of(entry.agent) else _SAME_DEPTH  # other depths are the set's
        is_near = own > 0 and abs(depth - own) <= reach * own
        return entry.name if is_near and facts.get("Seats") == str(first.seats) else None
    suits = not entry.seats or first.seats in entry.seats
    if entry.kind == _POLICY and suits and first.seats <= 9 and 1 <= depth <= 1000:
        return f"{entry.name}@{TableSize(first.seats, round(depth))}"
    return None


def _set_at(entry: Entry, seats: int, depth: float) -> str | None:
    """The set that tables of so many seats are played by, where none of its own is as deep."""
    if entry.name != f"set:{set_for(seats)}" or seats > entry.seats[0] or not 1 <= depth <= 1000:
        return None
    own = [member.depth for member in entry.members if member.depth is not None]
    has_own = seats == entry.seats[0] and any(abs(depth - each) <= SAME * each for each in own)
    return None if has_own else f"{entry.name}@{TableSize(seats, round(depth))}"


def _street_of(board: str, played: PlayedHand) -> int | None:
    """The street that begins with a board, as the hand was dealt."""
    wanted = parse_cards(board)
    street = len(wanted) - 2
    last = played.hands[-1].act(played.choices[-1]).board if played.choices else ()
    if _BOARDS.get(street) != len(wanted) or len(last) < len(wanted):
        return None
    same_flop = set(last[:3]) == set(wanted[:3])
    return street if same_flop and last[3 : len(wanted)] == tuple(wanted[3:]) else None


def _in(source: Strategy, name: str, title: str, entry: Entry, played: PlayedHand) -> Iterator[Match]:
    if entry.kind == "postflop":
        entered = entrance(source.walk("")[0], played.hands)
    else:
        factor = (source.describe().big_blind or BIG_BLIND) / played.hands[0].rules.streets[0].bet
        entered = Entrance(0, factor, ())
    for found in follow(source, played.hands, entered) if entered is not None else ():
        near = _differences(source, entry, played, found.line)
        if near is not None and played.hands[found.step].actor == played.seat:
            told = told_line(list(source.walk(found.line)))
            yield Match(name, title, found.line, told, found.step, entry.kind, (*near, *found.notes))


def _differences(source: Strategy, entry: Entry, played: PlayedHand, line: str) -> tuple[str, ...] | None:
    """What differs between the table and the one the strategy was made for; None where it does not know the spot."""
    if entry.kind == _POLICY:
        return ("a trained network: it has solved no spot and has no values",)
    own, depth = source.describe().depth, _depth(played)
    if entry.kind == "postflop" or own is None:
        return ()
    near = () if abs(depth - own) <= SAME * own else (f"stacks of {own:g} bb; the hand had {depth:.4g}",)
    if not isinstance(source, DepthSet):
        return near
    knowledge, notes = source.knowledge_at(source.moments(line)[-1].hand)
    return None if knowledge is Knowledge.NONE else (*near, *notes)
