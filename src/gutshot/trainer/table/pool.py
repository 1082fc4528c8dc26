"""Everybody in a game of more players than one table seats: a fast-fold pool, or a tournament of many tables.

Players have numbers, the person's is 0. A pool says what each has and who sits where before a hand; it is kept with the
deal, so a table still resumes from its setup and its last hand alone.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gutshot.games.row import NOBODY
from gutshot.games.seats import Blinds


@dataclass(frozen=True)
class TableElsewhere:
    """A table at which the person does not sit: the player at each chair, and the blinds of its last hand."""

    players: tuple[int, ...]
    where: Blinds


@dataclass(frozen=True)
class Pool:
    """Chips and places by player (0: still in), who sits at the person's table by chair, and the other tables."""

    chips: tuple[int, ...]
    cast: tuple[int, ...]
    places: tuple[int, ...] = ()
    others: tuple[TableElsewhere, ...] = ()

    def stacks(self, players: Sequence[int]) -> tuple[int, ...]:
        """Chips by chair of a table; none at an empty one."""
        return tuple(0 if player == NOBODY else self.chips[player] for player in players)

    def to_json(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> "Pool":
        """Of what was stored."""
        others = tuple(TableElsewhere(tuple(each["players"]), Blinds(**each["where"])) for each in fields["others"])
        lists = {name: tuple(fields[name]) for name in ("chips", "cast", "places")}
        return cls(**lists, others=others)


def fresh_company(players: int, seats: int, seed: int) -> tuple[int, ...]:
    """The person and others of a pool, drawn anew, as after every hand of fast fold."""
    return (0, *random.Random(seed).sample(range(1, players), seats - 1))
