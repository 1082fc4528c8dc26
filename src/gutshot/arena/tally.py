"""Sums of a match, chunk by chunk: everything a report needs, and nothing that grows with the match.

Chunks are added in the order of their hands, so equal matches give equal sums to the last bit however they were run.
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.arena.chunk import Played
from gutshot.arena.config import MatchConfig
from gutshot.arena.counts import COUNTS
from gutshot.arena.schedule import Ints, total_hands

MOST_POINTS = 250
Floats = NDArray[np.float64]


@dataclass
class Tally:
    """Sums in chips. A unit is what is independent of the rest: a hand, or a block of a duplicate match."""

    hands: Ints  # [agents]
    profit: Ints  # [agents]
    units: Ints  # [agents]
    squares: Floats  # [agents] of profits by unit
    adjusted: Floats  # [agents]
    adjusted_squares: Floats  # [agents]
    position_hands: Ints  # [agents, seats] by distance from the button
    position_profit: Ints
    position_squares: Floats
    opponent_hands: Ints  # [agents, agents] hands together at a table
    opponent_profit: Floats  # chips won from each opponent
    opponent_squares: Floats
    counts: Ints  # [agents, COUNTS]
    failures: Ints  # [agents]
    point_hands: Ints  # [points, agents] by stretch of the match
    point_profit: Ints
    point_adjusted: Floats

    @classmethod
    def empty(cls, config: MatchConfig) -> "Tally":
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
            arrays[entry.name] = np.zeros(shape, np.float64 if entry.type is Floats else np.int64)
        return cls(**arrays)

    def add(self, other: "Tally") -> None:
        for entry in fields(self):
            mine = getattr(self, entry.name)
            mine += getattr(other, entry.name)

    @property
    def played(self) -> int:
        """Hands of the match so far."""
        return int(self.position_hands[:, 0].sum())

    def arrays(self) -> dict[str, Ints | Floats]:
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


def point_count(config: MatchConfig) -> int:
    """Into how many stretches the curves of a match are cut."""
    return int(min(MOST_POINTS, -(-total_hands(config) // config.seats)))


def tally(config: MatchConfig, played: Played) -> Tally:
    """The sums of one chunk."""
    agents, result = len(config.agents), Tally.empty(config)
    lineups, payoffs = played.plan.lineups, played.payoffs
    who = lineups.ravel()
    result.hands = np.bincount(who, minlength=agents).astype(np.int64)
    result.profit = _int_sums(who, payoffs, agents)
    result.adjusted = _sums(who, played.adjusted.ravel(), agents)
    _add_units(config, played, result)
    _add_positions(played, result, config.seats)
    _add_opponents(lineups, payoffs, result)
    _add_points(config, played, result)
    result.counts, result.failures = played.counts, played.failures
    return result


def _sums(groups: Ints, values: Ints | Floats, size: int) -> Floats:
    """Sums of values by group."""
    return np.asarray(np.bincount(groups.ravel(), values.ravel(), size), dtype=np.float64)


def _int_sums(groups: Ints, values: Ints, size: int) -> Ints:
    """Exact: chips of a chunk stay far below 2**53."""
    return _sums(groups, values, size).astype(np.int64)


def _add_units(config: MatchConfig, played: Played, result: Tally) -> None:
    who, agents = played.plan.lineups, len(config.agents)
    if not config.duplicate:
        result.units = result.hands.copy()
        result.squares = _sums(who.ravel(), _squares(played.payoffs), agents)
        result.adjusted_squares = _sums(who.ravel(), _squares(played.adjusted), agents)
        return
    blocks = who.shape[0] // config.seats
    chairs = who[:: config.seats].ravel()
    result.units = np.bincount(chairs, minlength=agents).astype(np.int64)
    by_block = played.payoffs.reshape(blocks, config.seats, config.seats).sum(axis=1)
    adjusted = played.adjusted.reshape(blocks, config.seats, config.seats).sum(axis=1)
    result.squares = _sums(chairs, _squares(by_block), agents)
    result.adjusted_squares = _sums(chairs, _squares(adjusted), agents)


def _squares(payoffs: Ints | Floats) -> Floats:
    """Squares as floats, flat: integers could overflow with deep stacks."""
    return np.square(payoffs.astype(np.float64)).ravel()


def _add_positions(played: Played, result: Tally, seats: int) -> None:
    """An agent's seats by distance from the button."""
    agents = len(result.hands)
    distance = (np.arange(seats) - played.plan.buttons[:, None]) % seats
    cells = (played.plan.lineups * seats + distance).ravel()
    shape, size = (agents, seats), agents * seats
    result.position_hands = np.bincount(cells, minlength=size).reshape(shape).astype(np.int64)
    result.position_profit = _int_sums(cells, played.payoffs, size).reshape(shape)
    result.position_squares = _sums(cells, _squares(played.payoffs), size).reshape(shape)


def _add_opponents(lineups: Ints, payoffs: Ints, result: Tally) -> None:
    """Who won from whom: each loser pays the winners of a hand in proportion to what they won."""
    agents = len(result.hands)
    won, lost = np.maximum(payoffs, 0), np.maximum(-payoffs, 0)
    part = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    paid = part[:, :, None] * lost[:, None, :]
    net = paid - paid.transpose(0, 2, 1)
    cells = (lineups[:, :, None] * agents + lineups[:, None, :]).ravel()
    shape, size = (agents, agents), agents * agents
    result.opponent_hands = np.bincount(cells, minlength=size).reshape(shape).astype(np.int64)
    result.opponent_profit = _sums(cells, net.ravel(), size).reshape(shape)
    result.opponent_squares = _sums(cells, np.square(net).ravel(), size).reshape(shape)


def _add_points(config: MatchConfig, played: Played, result: Tally) -> None:
    agents, points = len(result.hands), point_count(config)
    numbers = played.plan.first + np.arange(len(played.plan))
    stretch = numbers * points // total_hands(config)
    cells = (stretch[:, None] * agents + played.plan.lineups).ravel()
    shape, size = (points, agents), points * agents
    result.point_hands = np.bincount(cells, minlength=size).reshape(shape).astype(np.int64)
    result.point_profit = _int_sums(cells, played.payoffs, size).reshape(shape)
    result.point_adjusted = _sums(cells, played.adjusted.ravel(), size).reshape(shape)
