"""What a session says about its player: the costliest decisions, and leaks by sort of spot with their intervals.

A sort of spot is a position, a street and what was faced. A leak's loss is the mean in big blinds per decision with
1.96 standard errors either side; spots come by what they cost in all.
"""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sql

from gutshot.coach.grading import Graded
from gutshot.trainer.records.store import Store, hands

COSTLIEST = 10
MOST_LEAKS = 10
FEWEST = 5
"""Decisions of a sort from which a mean says something."""
LEAST_LOSS = 0.25
_Z = 1.96


@dataclass(frozen=True)
class Decision:
    """A graded decision, and the hand it was made in."""

    table: str
    number: int
    graded: Graded


@dataclass(frozen=True)
class LeakFound:
    """A sort of spot: how many decisions, what one costs on average with its interval, and the costliest."""

    position: str
    street: str
    faced: str
    decisions: int
    lost: float
    low: float
    high: float
    worst: Decision


@dataclass(frozen=True)
class Review:
    """`waiting` counts finished hands without grades."""

    costliest: tuple[Decision, ...]
    leaks: tuple[LeakFound, ...]
    decisions: int
    waiting: int


def review(store: Store, owner: str, game: str, table: str | None = None, imported: bool = False) -> Review:
    """All graded decisions of a person in a game, at one table or all."""
    where = [hands.c.owner == owner, hands.c.finished, hands.c.game == game, hands.c.imported == imported]
    if table is not None:
        where.append(hands.c.table == table)
    rows = store.rows(sql.select(hands.c.table, hands.c.number, hands.c.grades).where(*where))
    graded = [row for row in rows if row["grades"] is not None]
    made = [
        Decision(row["table"], row["number"], Graded(**each)) for row in graded for each in json.loads(row["grades"])
    ]
    costly = sorted((each for each in made if each.graded.ev_lost >= LEAST_LOSS), key=_cost, reverse=True)
    return Review(tuple(costly[:COSTLIEST]), leaks_of(made), len(made), len(rows) - len(graded))


def _cost(decision: Decision) -> float:
    return decision.graded.ev_lost


def leaks_of(made: Iterable[Decision]) -> tuple[LeakFound, ...]:
    """Sorts of spots that cost something, the most expensive first."""
    groups: dict[tuple[str, str, str], list[Decision]] = defaultdict(list)
    for each in made:
        if each.graded.position:
            groups[each.graded.position, each.graded.street, each.graded.faced].append(each)
    found = [_leak(*spot, own) for spot, own in groups.items() if len(own) >= FEWEST and max(map(_cost, own)) > 0]
    return tuple(sorted(found, key=lambda leak: -leak.lost * leak.decisions)[:MOST_LEAKS])


def _leak(position: str, street: str, faced: str, own: Sequence[Decision]) -> LeakFound:
    losses = [_cost(each) for each in own]
    mean = sum(losses) / len(losses)
    spread = math.sqrt(sum((loss - mean) ** 2 for loss in losses) / (len(losses) - 1) / len(losses))
    return LeakFound(
        position, street, faced, len(own), mean, max(0.0, mean - _Z * spread), mean + _Z * spread, max(own, key=_cost)
    )
