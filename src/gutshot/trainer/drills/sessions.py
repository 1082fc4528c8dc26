"""Drills in the database: one row per session, one row per answer."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sql
from sqlalchemy.engine import RowMapping

from gutshot.coach.advice import GradeName
from gutshot.trainer.drills.missed_hands import Answered, still_missed
from gutshot.trainer.drills.questions import DrillResult
from gutshot.trainer.records.store import Store, Write, metadata, new_id

MOST_LISTED = 200

drills = sql.Table(
    "drills",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("owner", sql.String(32), nullable=False, index=True),
    sql.Column("source", sql.String(320), nullable=False),
    sql.Column("title", sql.String(160), nullable=False),
    sql.Column("line", sql.Text, nullable=False),
    sql.Column("told", sql.Text, nullable=False),
    sql.Column("seed", sql.BigInteger, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("close", sql.Boolean, nullable=False, default=False),
    sql.Column("valued", sql.Boolean, nullable=False, default=False),
    sql.Column("whole", sql.Boolean, nullable=False, default=False),
    sql.Column("pool", sql.Boolean, nullable=False, default=False),
)
answers = sql.Table(
    "drill_answers",
    metadata,
    sql.Column("drill", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("cards", sql.String(4), nullable=False),
    sql.Column("action", sql.String(40), nullable=False),
    sql.Column("best", sql.String(40), nullable=False),
    sql.Column("share", sql.Float, nullable=False),
    sql.Column("ev_lost", sql.Float),
    sql.Column("percent_lost", sql.Float),
    sql.Column("grade", sql.String(16), nullable=False),
    sql.Column("hand", sql.Integer, nullable=False, default=0),  # of a drill of whole hands, from 1
    sql.Column("line", sql.Text),  # of a whole hand: where it stood after it
    sql.Column("ended", sql.Text),  # how the hand ended after it
    sql.Column("source", sql.String(320)),  # where it was asked, if not of the drill's own strategy
    sql.Column("spot", sql.Text),  # the line where it was asked, if not the drill's own
    sql.Column("answered", sql.Float, nullable=False, default=0.0),
)
asked_source = sql.func.coalesce(answers.c.source, drills.c.source)
asked_line = sql.func.coalesce(answers.c.spot, drills.c.line)


def knows_its_spot() -> sql.ColumnElement[bool]:
    """Answers of whole hands did not always say where they were asked."""
    return sql.or_(sql.not_(drills.c.whole), answers.c.spot.is_not(None))


@dataclass(frozen=True)
class Drill:
    """A session at one spot."""

    id: str
    owner: str
    source: str
    title: str
    line: str
    told: str
    seed: int
    created: float
    close: bool = False  # only close decisions are dealt
    valued: bool = False  # values are played out where the strategy states none
    whole: bool = False  # hands go on to their end
    pool: bool = False  # whatever was missed anywhere is asked; the drill has no spot of its own


def begin(
    store: Store,
    owner: str,
    source: str,
    title: str,
    line: str,
    told: str,
    close: bool = False,
    valued: bool = False,
    whole: bool = False,
    pool: bool = False,
) -> Drill:
    """A new drill."""
    made = (secrets.randbits(62), time.time(), close, valued, whole, pool)
    drill = Drill(new_id(), owner, source, title[:160], line, told, *made)
    store.write(Write(sql.insert(drills), dict(vars(drill))))
    return drill


def find(store: Store, owner: str, drill: str) -> Drill | None:
    """The person's drill, or None, also if it belongs to another person."""
    row = store.row(sql.select(drills).where(drills.c.id == drill, drills.c.owner == owner))
    return None if row is None else Drill(**row)


def answers_of(store: Store, drill: str) -> list[RowMapping]:
    """What was answered, first hand first."""
    return store.rows(sql.select(answers).where(answers.c.drill == drill).order_by(answers.c.number))


def missed_before(store: Store, drill: Drill) -> list[RowMapping]:
    """What was answered at the same spot in the person's earlier drills, oldest first."""
    same = [drills.c.owner == drill.owner, asked_source == drill.source, asked_line == drill.line]
    query = (
        sql.select(answers)
        .join(drills, drills.c.id == answers.c.drill)
        .where(*same, drills.c.created < drill.created, knows_its_spot())
        .order_by(answers.c.answered, drills.c.created, answers.c.number)
    )
    return store.rows(query)


def answered(rows: Sequence[RowMapping]) -> list[Answered]:
    """The answers as far as the choice of the next hand depends on them, numbered on from one drill to the next."""
    return [Answered(number, row["cards"], GradeName(row["grade"])) for number, row in enumerate(rows, 1)]


@dataclass(frozen=True)
class InHand:
    """Where an answer of a drill of whole hands stands, and how the hand ended after it, if it did.

    `source` and `spot` say where it was asked, if not at the drill's own spot.
    """

    hand: int = 0
    line: str | None = None
    ended: str | None = None
    source: str | None = None
    spot: str | None = None


_ALONE = InHand()


def keep_answer(
    store: Store,
    drill: Drill,
    number: int,
    cards: str,
    action: str,
    verdict: DrillResult,
    where: InHand = _ALONE,
    now: float | None = None,
) -> None:
    """Store an answer with its verdict, given now."""
    values: dict[str, object] = {"answered": time.time() if now is None else now}
    values |= {"drill": drill.id, "number": number, "cards": cards, "action": action, **vars(verdict), **vars(where)}
    store.write(Write(sql.insert(answers), values | {"grade": verdict.grade.value}))


def now_in_hand(rows: Sequence[RowMapping]) -> tuple[int, str | None]:
    """The hand that a drill of whole hands is at, and the last answer's line extended by it; None at its beginning."""
    if not rows or rows[-1]["ended"] is not None:
        return (rows[-1]["hand"] if rows else 0) + 1, None
    return rows[-1]["hand"], rows[-1]["line"]


@dataclass(frozen=True)
class Session:
    """A drill with the sums of its answers."""

    drill: Drill
    hands: int
    best: int  # answers graded best
    percent_lost: float | None
    missed: int = 0  # hands of the spot that were missed and are not known yet, over all its drills


def sessions_of(store: Store, owner: str) -> list[Session]:
    """The person's drills, newest first."""
    sums = (
        sql.select(
            drills,
            sql.func.count(answers.c.number).label("hands"),
            sql.func.sum(sql.case((answers.c.grade == "best", 1), else_=0)).label("best"),
            sql.func.avg(answers.c.percent_lost).label("percent_lost"),
        )
        .join(answers, answers.c.drill == drills.c.id, isouter=True)
        .where(drills.c.owner == owner)
        .group_by(drills.c.id)
        .order_by(drills.c.created.desc())
        .limit(MOST_LISTED)
    )
    waiting = _waiting(store, owner)
    return [_session(row, waiting) for row in store.rows(sums)]


def _session(row: RowMapping, waiting: dict[tuple[str, str], int]) -> Session:
    plain = dict(row)
    hands, best, lost = plain.pop("hands"), plain.pop("best"), plain.pop("percent_lost")
    drill = Drill(**plain)
    missed = waiting.get((drill.source, drill.line), 0)
    return Session(drill, int(hands), int(best or 0), None if lost is None else float(lost), missed)


def _waiting(store: Store, owner: str) -> dict[tuple[str, str], int]:
    """By source and line, how many hands are still to be learnt."""
    query = (
        sql.select(asked_source.label("source"), asked_line.label("line"), answers.c.cards, answers.c.grade)
        .join(answers, answers.c.drill == drills.c.id)
        .where(drills.c.owner == owner, knows_its_spot())
        .order_by(answers.c.answered, drills.c.created, answers.c.number)
    )
    spots: dict[tuple[str, str], list[RowMapping]] = {}
    for row in store.rows(query):
        spots.setdefault((row["source"], row["line"]), []).append(row)
    return {spot: still_missed(answered(rows)) for spot, rows in spots.items()}
