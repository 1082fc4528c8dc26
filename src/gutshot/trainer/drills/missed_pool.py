"""Hands that were missed in any drill, as one pool: each comes again after a rest that grows while it is played right.

All spots of all strategies count, also decisions of whole hands. A right answer counts once the rest before it is over,
so that playing a hand right three times in one evening is one step; a wrong one begins again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sql
from sqlalchemy.engine import RowMapping

from gutshot.coach.advice import GradeName
from gutshot.trainer.drills.missed_hands import RIGHT
from gutshot.trainer.drills.sessions import answers, asked_line, asked_source, drills, knows_its_spot
from gutshot.trainer.records.store import Store

DAY = 86_400.0
RESTS = (0.0, 1.0, 4.0, 14.0)
"""Days that a missed hand rests, by how often it was played right since; played right after the last, it is known."""


@dataclass(frozen=True)
class Resting:
    """A missed hand: where it was asked, how often it was played right since, and from when on it comes again."""

    source: str
    line: str
    cards: str
    valued: bool  # answers are judged by values that were played out
    steps: int
    due: float


def missed_hands(store: Store, owner: str) -> list[Resting]:
    """Everything the person missed and does not know yet, what is due longest first."""
    pool: dict[tuple[str, str, str], Resting] = {}
    valued: dict[tuple[str, str], bool] = {}
    for row in _answers(store, owner):
        spot = row["source"], row["line"]
        if not row["pool"]:
            valued[spot] = row["valued"]
        after = _after(pool.pop((*spot, row["cards"]), None), row, valued.get(spot, False))
        if after is not None:
            pool[(*spot, row["cards"])] = after
    return sorted(pool.values(), key=lambda hand: hand.due)


def due_now(hands: Sequence[Resting], now: float) -> list[Resting]:
    """Those whose rest is over."""
    return [hand for hand in hands if hand.due <= now]


def _after(before: Resting | None, row: RowMapping, valued: bool) -> Resting | None:
    """Where a hand stands after an answer; None while it was never missed, or once it is known."""
    at, steps = float(row["answered"]), 0
    if GradeName(row["grade"]) in RIGHT:
        if before is None or at < before.due:
            return before
        steps = before.steps + 1
    if steps == len(RESTS):
        return None
    return Resting(row["source"], row["line"], row["cards"], valued, steps, at + DAY * RESTS[steps])


def _answers(store: Store, owner: str) -> Sequence[RowMapping]:
    """Every answer of a person with the spot it was asked at, in the order of answering."""
    query = (
        sql.select(
            asked_source.label("source"),
            asked_line.label("line"),
            drills.c.valued,
            drills.c.pool,
            answers.c.cards,
            answers.c.grade,
            answers.c.answered,
        )
        .join(drills, drills.c.id == answers.c.drill)
        .where(drills.c.owner == owner, knows_its_spot())
        .order_by(answers.c.answered, drills.c.created, answers.c.number)
    )
    return store.rows(query)
