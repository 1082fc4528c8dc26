"""`search:hu`, `search:3max`, `search:6max` in the catalogue: the shipped blueprints with search on top."""

from gutshot.strategies import catalogue
from gutshot.strategies.entries import Entry
from gutshot.strategies.strategy import Strategy
from gutshot.strategies.table_walk import TableSize
from gutshot.strategies.titles import handed

FAMILY = "search"
BASES = {"hu": 2, "3max": 3, "6max": 6}
"""Seats of the blueprints that search is shipped with."""
OPENINGS = {"hu": "blueprint:hu_wide"}
"""What plays before the flop in place of such a blueprint: one with more sizes there."""


def _opening(name: str) -> str:
    """Who plays before the flop."""
    return OPENINGS.get(name, f"blueprint:{name}")


def _entries() -> list[Entry]:
    return [
        Entry(
            f"agent:{FAMILY}:{name}",
            f"{FAMILY}:{name}",
            FAMILY,
            [("Name", f"{FAMILY}:{name}"), ("Seats", str(seats)), ("Before the flop", _opening(name))],
            [],
            takes_table=True,
            agent=f"{FAMILY}:{name}",
            label=f"{handed(seats)}, with search",
            about=f"{_opening(name)} before the flop; then it solves where it stands, once three or two are left",
        )
        for name, seats in BASES.items()
    ]


def _open(agent: str, size: TableSize) -> Strategy:
    from gutshot.search.opening import open_search

    return open_search(agent.removeprefix(f"{FAMILY}:"), stack=size.stack)


catalogue.register(catalogue.Players(_entries, _open, FAMILY))
