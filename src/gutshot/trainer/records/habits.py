"""What a person does in the spots that players name, against what the strategy would do with the same hands.

A chance is a decision at which something named could be done, such as a continuation bet; a habit adds them up. Beside
how often it was done stands the share of the strategy: at each of the same decisions, how often it does that with the
very hand that was held. So neither luck of the cards nor other spots come in, and the difference can be judged: if all
were decided as the strategy does, it would be 0 with a spread that its shares tell.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sql

from gutshot.coach.judge import mix_of
from gutshot.errors import GutshotError
from gutshot.games.actions import Choice
from gutshot.games.events import Event, Kind
from gutshot.games.observation import Observation
from gutshot.games.seats import position
from gutshot.games.variants import Game
from gutshot.trainer.records import store as records
from gutshot.trainer.records.store import Store, hands
from gutshot.trainer.table.graded_hands import decisions, prizes_of
from gutshot.trainer.table.setup import TableSetup
from gutshot.trainer.table.table import Deal

FOLD, CALL, RAISE = "fold", "call", "raise"
_LATE = ("CO", "BTN", "BTN/SB", "SB")
_BB = "BB"
_Z = 1.96
VERSION = 1
"""Of what is stored with a hand: another one is counted again."""

HABITS: dict[str, tuple[str, str]] = {
    "open": (RAISE, "Raise first in"),
    "limp": (CALL, "Limp first in"),
    "steal": (RAISE, "Steal from the cutoff, button or small blind"),
    "fold_to_steal": (FOLD, "Fold the big blind to a steal"),
    "three_bet": (RAISE, "3-bet"),
    "fold_to_three_bet": (FOLD, "Fold to a 3-bet"),
    "four_bet": (RAISE, "4-bet"),
    "c_bet_flop": (RAISE, "Continuation bet on the flop"),
    "c_bet_turn": (RAISE, "Continuation bet on the turn"),
    "c_bet_river": (RAISE, "Continuation bet on the river"),
    "fold_to_c_bet_flop": (FOLD, "Fold to a continuation bet on the flop"),
    "fold_to_c_bet_turn": (FOLD, "Fold to a continuation bet on the turn"),
    "fold_to_c_bet_river": (FOLD, "Fold to a continuation bet on the river"),
    "raise_c_bet_flop": (RAISE, "Raise a continuation bet on the flop"),
    "donk": (RAISE, "Bet into the raiser on the flop"),
}
"""What is counted, in the order in which it is shown: the kind of choice, and words."""
_STREETS = ("", "flop", "turn", "river")


@dataclass(frozen=True)
class Noted:
    """A chance: which habit it is of, whether it was taken, and how often the strategy takes it with the hand held."""

    habit: str
    taken: bool
    share: float | None


@dataclass(frozen=True)
class Habit:
    """How often something was done of how many chances, and of `known` of them the strategy's own share.

    `expected` is that share, `spread` its standard error if the strategy had decided, `own` the person's share there.
    """

    name: str
    taken: int
    chances: int
    low: float
    high: float
    known: int
    own: float | None
    expected: float | None
    spread: float | None

    @property
    def differs(self) -> int:
        """1 for more often than the strategy, -1 for less, 0 where luck explains it."""
        if self.own is None or self.expected is None or self.spread is None:
            return 0
        gap = self.own - self.expected
        return 0 if abs(gap) <= _Z * self.spread else (1 if gap > 0 else -1)


def kind_of(choice: Choice) -> str:
    """Fold, call or raise; a check counts as a call."""
    return FOLD if choice == "fold" else RAISE if isinstance(choice, int) else CALL


def chances(seen: Observation) -> Iterator[str]:
    """The habits for which a decision is a chance."""
    betting = [[event for event in seen.history if event.street == street and event.is_betting] for street in range(4)]
    if seen.street == 0:
        yield from _before_flop(seen, betting[0])
        return
    raises = [event.seat for event in betting[0] if event.is_raise]
    if raises:
        yield from _after_flop(seen, betting, raises[-1])


def _before_flop(seen: Observation, betting: Sequence[Event]) -> Iterator[str]:
    def place(seat: int | None) -> str:
        return position(seat or 0, seen.seats, seen.button)

    raises = [event.seat for event in betting if event.is_raise]
    entered = [event for event in betting if event.kind is not Kind.FOLD and event.kind is not Kind.CHECK]
    mine = place(seen.seat)
    if not entered and mine != _BB:
        yield "open"
        yield "limp"
        if mine in _LATE:
            yield "steal"
    elif len(raises) == 1 and raises[0] != seen.seat:
        yield "three_bet"
        if mine == _BB and place(raises[0]) in _LATE and len(entered) == 1:
            yield "fold_to_steal"
    elif len(raises) == 2 and raises[0] == seen.seat != raises[1]:
        yield "fold_to_three_bet"
        yield "four_bet"


def _after_flop(seen: Observation, betting: Sequence[Sequence[Event]], raiser: int | None) -> Iterator[str]:
    """Chances against the last raiser before the flop, who has bet every street since, or for him."""
    now, street = betting[seen.street], _STREETS[seen.street]
    bets = [event.seat for event in now if event.is_raise]
    for earlier in betting[1 : seen.street]:
        if [event.seat for event in earlier if event.is_raise] != [raiser]:
            return  # the line was broken: not bet, or raised
    if raiser == seen.seat:
        if not bets:
            yield f"c_bet_{street}"
    elif bets == [raiser]:
        yield f"fold_to_c_bet_{street}"
        if seen.street == 1:
            yield "raise_c_bet_flop"
    elif not bets and seen.street == 1 and _is_to_come(raiser, seen, now):
        yield "donk"


def _is_to_come(seat: int | None, seen: Observation, now: Sequence[Event]) -> bool:
    return seat is not None and seen.live[seat] and all(event.seat != seat for event in now)


def note_hand(setup: TableSetup, deal: Deal, choices: Sequence[Choice]) -> list[Noted]:
    """The chances of a hand; the strategy's share is None where it does not know the spot or the hand there."""
    if setup.game is not Game.HOLDEM:
        return []
    found = []
    for _, hand, choice in decisions(setup, deal, choices):
        seen = hand.observation(hand.actor or 0)
        names = list(chances(seen))
        shares = _shares(seen, setup, deal) if names else {}
        for name in names:
            kind = HABITS[name][0]
            found.append(Noted(name, kind_of(choice) == kind, shares.get(kind)))
    return found


def _shares(seen: Observation, setup: TableSetup, deal: Deal) -> dict[str, float]:
    """How often the strategy folds, calls or raises with the hand held; empty where that is not known."""
    try:
        moves, mix = mix_of(seen, np.array([sorted(seen.cards)]), prizes=prizes_of(setup, deal))
    except GutshotError:
        return {}
    if not moves or np.isnan(mix).any():
        return {}
    shares = dict.fromkeys((FOLD, CALL, RAISE), 0.0)
    for move, share in zip(moves, mix[:, 0].tolist(), strict=True):
        shares[kind_of(move.choice)] += share
    return shares


def to_text(noted: Sequence[Noted]) -> str:
    """As it is stored with the hand."""
    rows = [[each.habit, each.taken, None if each.share is None else round(each.share, 4)] for each in noted]
    return json.dumps([VERSION, *rows])


def _from_text(text: str) -> list[Noted]:
    version, *rows = json.loads(text)
    return [Noted(*row) for row in rows if row[0] in HABITS] if version == VERSION else []


def _of_hand(owner: str, imported: bool | None, place: str | None) -> list[Any]:
    where = [hands.c.owner == owner, hands.c.finished, hands.c.game == Game.HOLDEM.value]
    if imported is not None:
        where.append(hands.c.imported == imported)
    if place is not None:
        where.append(hands.c.position == place)
    return where


def _is_counted() -> Any:
    return sql.func.coalesce(hands.c.habits, "").like(f"[{VERSION}%")


def uncounted(store: Store, owner: str, limit: int) -> list[Any]:
    """Hands of a person that have not been read yet, newest first, each with its table's setup."""
    query = (
        sql.select(hands, records.tables.c.setup)
        .join(records.tables, records.tables.c.id == hands.c.table)
        .where(*_of_hand(owner, None, None), ~_is_counted())
        .order_by(hands.c.played.desc())
        .limit(limit)
    )
    return store.rows(query)


def count_uncounted(store: Store, owner: str) -> int:
    """How many hands of a person have not been counted yet."""
    found = store.row(
        sql.select(sql.func.count().label("count"))
        .select_from(hands)
        .where(*_of_hand(owner, None, None), ~_is_counted())
    )
    return 0 if found is None else int(found["count"])


def habits(store: Store, owner: str, imported: bool | None = None, place: str | None = None) -> tuple[list[Habit], int]:
    """The habits of a person over the hands looked through, and how many hands these are."""
    rows = store.rows(sql.select(hands.c.habits).where(*_of_hand(owner, imported, place), _is_counted()))
    return added_up(noted for row in rows for noted in _from_text(row["habits"])), len(rows)


def added_up(noted: Iterable[Noted]) -> list[Habit]:
    """By habit, those with a chance at least."""
    groups: dict[str, list[Noted]] = {name: [] for name in HABITS}
    for each in noted:
        groups[each.habit].append(each)
    return [_habit(name, own) for name, own in groups.items() if own]


def _habit(name: str, own: Sequence[Noted]) -> Habit:
    taken = sum(each.taken for each in own)
    known = [(each.taken, each.share) for each in own if each.share is not None]
    low, high = wilson(taken, len(own))
    if not known:
        return Habit(name, taken, len(own), low, high, 0, None, None, None)
    spread = math.sqrt(sum(share * (1 - share) for _, share in known)) / len(known)
    did, expected = sum(taken for taken, _ in known) / len(known), sum(share for _, share in known) / len(known)
    return Habit(name, taken, len(own), low, high, len(known), did, expected, spread)


def wilson(taken: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's formula, which holds for few chances too."""
    share, square = taken / of, _Z * _Z / of
    middle, width = share + square / 2, _Z * math.sqrt(share * (1 - share) / of + square / (4 * of))
    return max(0.0, (middle - width) / (1 + square)), min(1.0, (middle + width) / (1 + square))
