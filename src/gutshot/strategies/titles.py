"""What a strategy is called where people read: blueprints by seats and depth, players as they are called at a table."""

from gutshot.errors import BadConfig
from gutshot.strategies.depth_entries import SETS, set_of
from gutshot.strategies.entries import Entry
from gutshot.strategies.table_walk import TableSize

_SHIPPED = {"shipped:jam_or_fold": "Jam or fold", "shipped:preflop_6max": "6-handed, 100 bb, before the flop (rough)"}
_NETWORK, _BLUEPRINT, _BADUGI, _SEARCH, _AGENT = "policy", "blueprint", "badugi", "search", "agent"


def shown_title(entry: Entry, table: str = "") -> str:
    """`Heads-up, 25 bb`; at a table of its own, `5-handed, 80 bb`. A title that somebody gave stays."""
    size = _size(table)
    if entry.members:
        return f"{handed(entry.seats[0])}, every depth" if size is None else _at(size)
    if entry.title != entry.name.partition(":")[2] or entry.problem:
        return entry.title if size is None else f"{entry.title}, {_at(size)}"
    if entry.kind == _SEARCH:
        return f"{_at(size)} (search)" if size is not None else entry.label
    own = _of_kind(entry)
    return own if size is None else f"{own}, {_at(size)}"


def _of_kind(entry: Entry) -> str:
    tail = entry.agent.partition(":")[2] or entry.title.rpartition("/")[2]
    if entry.kind == _BLUEPRINT and entry.seats and entry.depth is not None:
        more = "" if set_of(entry.agent) else _more(tail)
        return f"{handed(entry.seats[0])}, {entry.depth:g} bb{more}"
    if entry.kind == _NETWORK:
        return f"Trained network ({tail.replace('_', ' ')})"
    if entry.kind == _BADUGI:
        return "Badugi, heads-up" + ("" if entry.name == "shipped:badugi_hu" else f" ({tail.replace('_', ' ')})")
    if entry.kind == _AGENT:
        return entry.label
    return _SHIPPED.get(entry.name, entry.title)


def _more(tail: str) -> str:
    """What tells a bundle from others of its seats and depth; the table's own name says nothing more."""
    for name in SETS:
        tail = tail.removeprefix(f"{name}_")
    return f" ({tail.replace('_', ' ')})"


def handed(seats: int) -> str:
    """Seats as players say them."""
    return "Heads-up" if seats == 2 else f"{seats}-handed"


def _at(size: TableSize) -> str:
    return f"{handed(size.seats)}, {size.stack} bb"


def _size(table: str) -> TableSize | None:
    """A table of the form `6x100`; None where the name says nothing of the kind."""
    try:
        return TableSize.parse(table) if table else None
    except BadConfig:
        return None
