"""Sets of blueprints in the catalogue: which bundles belong to one, and the line that stands for all of them.

The bundles of a set are called by its name, or by its name and a number: `blueprint_hu`, `blueprint_hu_15`. A set is
`blueprint:hu`, one of its bundles `blueprint:hu@15`. A bundle of the user takes the place of the shipped one with the
same name, and one of another depth joins the set.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from gutshot.errors import BadConfig
from gutshot.strategies.entries import Entry

SETS = {"hu": 2, "3max": 3, "6max": 6}
"""The seats of every set."""
JAM_OR_FOLD_TO = 12
_FAMILY = "blueprint"
_MEMBER = re.compile(rf"{_FAMILY}:({'|'.join(SETS)})(?:_[0-9]+)?")


def set_for(seats: int) -> str:
    """The set for a table of a given size: at a smaller one the seats in front have folded, at a larger they had."""
    return next((name for name, own in SETS.items() if own >= seats), "6max")


def set_of(agent: str) -> str:
    """The set that a bundle of this name belongs to; "" if to none."""
    found = _MEMBER.fullmatch(agent)
    return "" if found is None else found[1]


def set_entry(name: str, bundles: Iterable[Entry]) -> Entry | None:
    """The line of a set, from all bundles of which the later win; None where there is none of its seats."""
    own = {entry.agent: entry for entry in bundles if set_of(entry.agent) == name}
    main = own.get(f"{_FAMILY}:{name}")
    members = sorted((entry for entry in own.values() if _belongs(entry, name)), key=lambda entry: entry.depth or 0.0)
    if main is None or main not in members:
        return None
    depths = ", ".join(f"{entry.depth:g}" for entry in members)
    about = f"for {SETS[name]} seats by depth: {depths} bb, and jam or fold up to {JAM_OR_FOLD_TO} bb"
    return replace(
        main,
        name=f"set:{name}",
        title=name,
        config=[
            ("Seats", str(SETS[name])),
            ("Stacks", f"{depths} bb"),
            ("Below", f"jam or fold to {JAM_OR_FOLD_TO} bb"),
        ],
        size=sum(entry.size for entry in members),
        takes_table=True,
        about=about,
        depth=None,
        members=tuple(members),
    )


def _belongs(entry: Entry, name: str) -> bool:
    return not entry.problem and entry.seats == (SETS[name],) and entry.depth is not None


def member_of(entry: Entry, depth: str) -> Entry:
    """The bundle of a set by its depth, as a player of its own; BadConfig tells the depths there are."""
    for member in entry.members:
        if f"{member.depth:g}" == depth:
            tail = f"{entry.agent.partition(':')[2]}@{depth}"
            return replace(member, agent=f"{_FAMILY}:{tail}", label=f"{entry.label} at {depth} bb")
    known = ", ".join(f"{member.depth:g}" for member in entry.members)
    raise BadConfig(f"{entry.agent}@{depth}: there is no bundle of that depth, expected one of {known}")
