"""The history: finished hands of a person, listed by filter and order, and opened again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import RowMapping

from gutshot.coach.grading import Graded
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.trainer.records.store import Store, hands, tables
from gutshot.trainer.table.setup import TableSetup
from gutshot.trainer.table.table import Deal, choices_from_text, deal_hand

SORTS = {
    "newest": (hands.c.played.desc(), hands.c.number.desc()),
    "ev_lost": (sql.func.coalesce(hands.c.ev_lost, -1).desc(),),
    "pot": (hands.c.pot_bb.desc(),),
    "won": (hands.c.net_bb.desc(),),
    "lost": (hands.c.net_bb.asc(),),
}


@dataclass(frozen=True)
class Filter:
    """Which hands to list; None means any. Amounts are in big blinds."""

    game: str | None = None
    table: str | None = None
    result: str | None = None
    position: str | None = None
    least_ev_lost: float | None = None
    least_pot: float | None = None
    showdown: bool | None = None
    imported: bool | None = None
    marked: bool | None = None
    search: str | None = None  # every word must be in the title of the table, the note, the cards or the board

    def conditions(self, owner: str) -> list[Any]:
        """For a query."""
        where = [hands.c.owner == owner, hands.c.finished]
        for name in ("game", "table", "position", "showdown", "imported", "marked"):
            if getattr(self, name) is not None:
                where.append(hands.c[name] == getattr(self, name))
        if self.least_ev_lost is not None:
            where.append(hands.c.ev_lost >= self.least_ev_lost)
        if self.least_pot is not None:
            where.append(hands.c.pot_bb >= self.least_pot)
        if self.result is not None:
            net = hands.c.net_bb
            where.append({"won": net > 0, "lost": net < 0, "even": net == 0}[self.result])
        return [*where, *map(_holds, (self.search or "").split())]


def _holds(word: str) -> Any:
    """Whether a word stands somewhere in what is said of a hand."""
    escaped = word.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    texts = (hands.c.cards, hands.c.board, sql.func.coalesce(hands.c.note, ""), tables.c.setup)
    return sql.or_(*(sql.func.lower(text).like(f"%{escaped}%", escape="\\") for text in texts))


def list_hands(
    store: Store, owner: str, wanted: Filter, sort: str, offset: int, limit: int
) -> tuple[list[RowMapping], int]:
    """One page of hands, each with its table's setup, and how many there are in all."""
    where = wanted.conditions(owner)
    count = store.row(
        sql.select(sql.func.count().label("count"))
        .select_from(hands.join(tables, tables.c.id == hands.c.table))
        .where(*where)
    )
    page = (
        sql.select(hands, tables.c.setup)
        .join(tables, tables.c.id == hands.c.table)
        .where(*where)
        .order_by(*SORTS[sort], hands.c.played.desc(), hands.c.number.desc())
        .offset(offset)
        .limit(limit)
    )
    return store.rows(page), 0 if count is None else int(count["count"])


@dataclass(frozen=True)
class Record:
    """A finished hand, opened."""

    row: RowMapping
    setup: TableSetup
    deal: Deal
    choices: tuple[Choice, ...]
    grades: tuple[Graded, ...] | None

    @property
    def hand(self) -> Hand:
        """Played up to where it was stored."""
        return deal_hand(self.setup, self.deal, self.choices)


def open_hand(store: Store, owner: str, table: str, number: int) -> Record | None:
    """The person's finished hand, or None."""
    found = store.row(
        sql.select(hands, tables.c.setup)
        .join(tables, tables.c.id == hands.c.table)
        .where(hands.c.owner == owner, hands.c.table == table, hands.c.number == number, hands.c.finished)
    )
    return None if found is None else open_row(found)


def open_row(row: RowMapping) -> Record:
    """A row that carries its table's setup."""
    deal = Deal.from_json(json.loads(row["deal"]))
    return Record(
        row,
        TableSetup.from_json(json.loads(row["setup"])).seated(deal.pool),
        deal,
        tuple(choices_from_text(row["choices"])),
        grades_of(row),
    )


def grades_of(row: RowMapping) -> tuple[Graded, ...] | None:
    """The stored grades, None while there are none."""
    return None if row["grades"] is None else tuple(Graded(**graded) for graded in json.loads(row["grades"]))


def count_ungraded(store: Store, owner: str) -> int:
    """How many finished hands of a person have no grades yet, imported ones too."""
    where = (hands.c.owner == owner, hands.c.finished, hands.c.grades.is_(None))
    found = store.row(sql.select(sql.func.count().label("count")).select_from(hands).where(*where))
    return 0 if found is None else int(found["count"])


def ungraded(store: Store, limit: int) -> Sequence[RowMapping]:
    """Finished hands without grades, oldest first."""
    return store.rows(
        sql.select(hands, tables.c.setup)
        .join(tables, tables.c.id == hands.c.table)
        .where(hands.c.finished, hands.c.grades.is_(None))
        .order_by(hands.c.played)
        .limit(limit)
    )
