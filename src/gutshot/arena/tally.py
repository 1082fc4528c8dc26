"""Sums of a match, chunk by chunk: everything a report needs, and nothing that grows with the match.

Chunks are added in the order of their hands, so equal matches give equal sums to the last bit however they were run.
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from gutshot.arena.chunk import PlayedChunk
from gutshot.arena.config import MatchConfig
from gutshot.arena.counts import COUNTS
from gutshot.arena.schedule import total_hands
from gutshot.numeric.arrays import Ints, Reals

MOST_POINTS = 250


@dataclass(frozen=True)
class Tally:
    """Sums in chips. A unit is what is independent of the rest: a hand, or a block of a duplicate match."""

    hands: Ints  # [agents]
    profit: Ints  # [agents]
    units: Ints  # [agents]
    squares: Reals  # [agents] of profits by unit
    adjusted: Reals  # [agents]
    adjusted_squares: Reals  # [agents]
    aivat: Reals  # [agents] zero unless it is measured
    aivat_squares: Reals  # [agents]
    position_hands: Ints  # [agents, seats] by distance from the button
    position_profit: Ints
    position_squares: Reals
    opponent_hands: Ints  # [agents, agents] hands together at a table
    opponent_profit: Reals  # chips won from each opponent
    opponent_squares: Reals
    counts: Ints  # [agents, COUNTS]
    failures: Ints  # [agents]
    point_hands: Ints  # [points, agents] by stretch of the match
    point_profit: Ints
    point_adjusted: Reals

    @classmethod
    def empty(cls, config: MatchConfig) -> "Tally":
        """Of a match of which nothing is played."""
        agents, seats, points = len(config.agents), config.seats, point_count(config)
        shapes = {
            "position": (agents, seats),
            "opponent": (agents, agents),
            "counts": (agents, COUNTS),
            "point": (points, agents),
        }
        arrays: dict[str, Any] = {}
        for entry in fields(cls):
            shape = shapes.get(entry.name.split("_")[0], (agents,))
            arrays[entry.name] = np.zeros(shape, np.float64 if entry.type is Reals else np.int64)
        return cls(**arrays)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(**{entry.name: getattr(self, entry.name) + getattr(other, entry.name) for entry in fields(self)})

    @property
    def played(self) -> int:
        """Hands of the match so far."""
        return int(self.position_hands[:, 0].sum())

    def arrays(self) -> dict[str, Ints | Reals]:
        """All sums by name, to be saved."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


def point_count(config: MatchConfig) -> int:
    """The number of stretches into which the curves of a match are cut."""
    return int(min(MOST_POINTS, -(-total_hands(config) // config.seats)))


def tally(config: MatchConfig, played: PlayedChunk) -> Tally:
    """The sums of one chunk."""
    agents, who = len(config.agents), played.plan.lineups
    return Tally(
        hands=_numbers(who, agents),
        profit=_int_sums(who, played.payoffs, agents),
        adjusted=_sums(who, played.adjusted, agents),
        aivat=_sums(who, _aivat(played), agents),
        counts=played.counts,
        failures=played.failures,
        **_units(config, played),
        **_positions(played, agents, config.seats),
        **_opponents(who, played.payoffs, agents),
        **_points(config, played),
    )


def _aivat(played: PlayedChunk) -> Reals:
    return np.zeros(played.adjusted.shape) if played.aivat is None else played.aivat


def _numbers(groups: Ints, size: int) -> Ints:
    """How many there are of each group."""
    return np.bincount(groups.ravel(), minlength=size).astype(np.int64)


def _sums(groups: Ints, values: Ints | Reals, size: int) -> Reals:
    """Sums of values by group."""
    return np.asarray(np.bincount(groups.ravel(), values.ravel(), size), dtype=np.float64)


def _int_sums(groups: Ints, values: Ints, size: int) -> Ints:
    """Exact: chips of a chunk stay far below 2**53."""
    return _sums(groups, values, size).astype(np.int64)


def _units(config: MatchConfig, played: PlayedChunk) -> dict[str, Any]:
    """Squares of what each agent won in a hand, or in a block of hands with the same cards."""
    who, agents, seats = played.plan.lineups, len(config.agents), config.seats
    payoffs, adjusted, aivat = played.payoffs, played.adjusted, _aivat(played)
    if config.duplicate:
        who = who[::seats]
        payoffs = payoffs.reshape(-1, seats, seats).sum(axis=1)
        adjusted = adjusted.reshape(-1, seats, seats).sum(axis=1)
        aivat = aivat.reshape(-1, seats, seats).sum(axis=1)
    return {
        "units": _numbers(who, agents),
        "squares": _sums(who, _squares(payoffs), agents),
        "adjusted_squares": _sums(who, _squares(adjusted), agents),
        "aivat_squares": _sums(who, _squares(aivat), agents),
    }


def _squares(payoffs: Ints | Reals) -> Reals:
    """Squares as floats, flat: integers could overflow with deep stacks."""
    return np.square(payoffs.astype(np.float64)).ravel()


def _positions(played: PlayedChunk, agents: int, seats: int) -> dict[str, Any]:
    """An agent's seats by distance from the button."""
    distance = (np.arange(seats) - played.plan.buttons[:, None]) % seats
    cells = played.plan.lineups * seats + distance
    shape, size = (agents, seats), agents * seats
    return {
        "position_hands": _numbers(cells, size).reshape(shape),
        "position_profit": _int_sums(cells, played.payoffs, size).reshape(shape),
        "position_squares": _sums(cells, _squares(played.payoffs), size).reshape(shape),
    }


def _opponents(lineups: Ints, payoffs: Ints, agents: int) -> dict[str, Any]:
    """Who won from whom: each loser pays the winners of a hand in proportion to what they won."""
    won, lost = np.maximum(payoffs, 0), np.maximum(-payoffs, 0)
    part = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    paid = part[:, :, None] * lost[:, None, :]
    net = paid - paid.transpose(0, 2, 1)
    cells = lineups[:, :, None] * agents + lineups[:, None, :]
    shape, size = (agents, agents), agents * agents
    return {
        "opponent_hands": _numbers(cells, size).reshape(shape),
        "opponent_profit": _sums(cells, net, size).reshape(shape),
        "opponent_squares": _sums(cells, np.square(net), size).reshape(shape),
    }


def _points(config: MatchConfig, played: PlayedChunk) -> dict[str, Any]:
    """What was won in each stretch of the match."""
    agents, points = len(config.agents), point_count(config)
    numbers = played.plan.first + np.arange(len(played.plan))
    stretch = numbers * points // total_hands(config)
    cells = stretch[:, None] * agents + played.plan.lineups
    shape, size = (points, agents), points * agents
    return {
        "point_hands": _numbers(cells, size).reshape(shape),
        "point_profit": _int_sums(cells, played.payoffs, size).reshape(shape),
        "point_adjusted": _sums(cells, played.adjusted, size).reshape(shape),
    }
