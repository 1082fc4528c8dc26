"""A person's figures over many hands: rates with what they were counted from, win rate with its 95 % interval.

bb/100 is 100 times the mean of the results in big blinds, its interval 1.96 standard errors either side.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import sqlalchemy as sql

from gutshot.games.seats import position_names
from gutshot.trainer.records.counts import Counts
from gutshot.trainer.records.store import Store, hands
from gutshot.trainer.table.setup import YOU

_Z = 1.96
MOST_POINTS = 1000


@dataclass
class Sums:
    """Counts and results of some hands."""

    counts: Counts = field(default_factory=Counts)
    results: list[float] = field(default_factory=list)

    def add(self, counts: Counts, net: float) -> None:
        """One more hand."""
        self.counts.add(counts)
        self.results.append(net)

    @property
    def win_rate(self) -> tuple[float, float, float] | None:
        """bb/100 with its interval; None for too few hands."""
        return win_rate(self.results)


def win_rate(results: Sequence[float]) -> tuple[float, float, float] | None:
    """bb/100 with the ends of its 95 % interval; None below two hands."""
    count = len(results)
    if count < 2:
        return None
    mean = sum(results) / count
    variance = sum((result - mean) ** 2 for result in results) / (count - 1)
    error = _Z * math.sqrt(variance / count)
    return 100 * mean, 100 * (mean - error), 100 * (mean + error)


@dataclass
class Figures:
    """Everything the statistics page shows."""

    total: Sums = field(default_factory=Sums)
    by_position: dict[str, Sums] = field(default_factory=lambda: defaultdict(Sums))
    adjusted: list[float] = field(default_factory=list)
    ev_lost: list[float] = field(default_factory=list)
    grades: Counter[str] = field(default_factory=Counter)


def figures(store: Store, owner: str, game: str, table: str | None = None, imported: bool = False) -> Figures:
    """The figures of a person's finished hands of a game, at one table or all."""
    columns = ("position", "net_bb", "adjusted_bb", "counts", "ev_lost", "grades")
    where = [hands.c.owner == owner, hands.c.finished, hands.c.game == game, hands.c.imported == imported]
    if table is not None:
        where.append(hands.c.table == table)
    query = sql.select(*(hands.c[name] for name in columns)).where(*where).order_by(hands.c.played, hands.c.number)
    found = Figures()
    for row in store.rows(query):
        mine = Counts.from_json(json.loads(row["counts"])[str(YOU)])
        found.total.add(mine, row["net_bb"])
        found.by_position[row["position"]].add(mine, row["net_bb"])
        found.adjusted.append(row["adjusted_bb"])
        if row["ev_lost"] is not None:
            found.ev_lost.append(row["ev_lost"])
            found.grades.update(graded["grade"] for graded in json.loads(row["grades"]))
    return found


def running(values: Iterable[float]) -> list[float]:
    """Running totals."""
    total, totals = 0.0, []
    for value in values:
        total += value
        totals.append(total)
    return totals


def thinned(count: int) -> list[int]:
    """Up to MOST_POINTS places of a series, evenly spread, the last one among them."""
    if count <= MOST_POINTS:
        return list(range(count))
    return sorted({round(k * (count - 1) / (MOST_POINTS - 1)) for k in range(MOST_POINTS)})


_ORDER = ("BTN/SB", *position_names(9))


def position_order(name: str) -> int:
    """The sort order of positions: the button first, then round the table."""
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


def opponents_counts(store: Store, owner: str, table: str) -> dict[int, Counts]:
    """The counts of every player of a table over its finished hands."""
    where = (hands.c.owner == owner, hands.c.table == table, hands.c.finished)
    totals: dict[int, Counts] = defaultdict(Counts)
    for row in store.rows(sql.select(hands.c.counts).where(*where)):
        add_counts(totals, row["counts"])
    return totals


def add_counts(totals: dict[int, Counts], counts: str) -> None:
    """Add the counts of a hand, as they are stored, to those of its players."""
    for player, numbers in json.loads(counts).items():
        totals.setdefault(int(player), Counts()).add(Counts.from_json(numbers))
