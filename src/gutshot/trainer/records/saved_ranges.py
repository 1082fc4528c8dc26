"""Ranges a person keeps by name."""

import time

import sqlalchemy as sql

from gutshot.errors import BadConfig
from gutshot.trainer.records.store import Store, Write, metadata

MOST_SAVED = 200

saved_ranges = sql.Table(
    "saved_ranges",
    metadata,
    sql.Column("owner", sql.String(32), primary_key=True),
    sql.Column("name", sql.String(60), primary_key=True),
    sql.Column("range", sql.Text, nullable=False),
    sql.Column("changed", sql.Float, nullable=False),
)


def ranges_of(store: Store, owner: str) -> list[tuple[str, str]]:
    """(name, text) of every range the person keeps, by name."""
    wanted = sql.select(saved_ranges).where(saved_ranges.c.owner == owner).order_by(saved_ranges.c.name)
    return [(row["name"], row["range"]) for row in store.rows(wanted)]


def keep_range(store: Store, owner: str, name: str, text: str) -> None:
    """Save a range under a name, replacing any range of that name."""
    names = [known for known, _ in ranges_of(store, owner)]
    if name not in names and len(names) >= MOST_SAVED:
        raise BadConfig(f"{len(names)} ranges are saved already: delete one before you save {name!r}")
    values = {"owner": owner, "name": name, "range": text, "changed": time.time()}
    store.write(_delete(owner, name), Write(sql.insert(saved_ranges), values))


def forget_range(store: Store, owner: str, name: str) -> None:
    """Delete one by name."""
    store.write(_delete(owner, name))


def _delete(owner: str, name: str) -> Write:
    return Write(sql.delete(saved_ranges).where(saved_ranges.c.owner == owner, saved_ranges.c.name == name), {})
