"""What solved spots with two and three ranges have in common as strategies."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Any

import numpy as np

from gutshot.arguments import checked
from gutshot.errors import IllegalAction
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.strategies.real_hand import answer, entrance
from gutshot.strategies.strategy import About, Answer, Hands, Named, Stop, StopKind, weights_of

if TYPE_CHECKING:
    from gutshot.postflop.point import SolvedPoint
    from gutshot.postflop.three_point import ThreePoint

_KEPT = 256
"""Lines and hands that stay in memory: those of a few people's walks, reports and drills."""


class SolvedSpotStrategy(Named, ABC):
    """A solution to look into. It answers one question at a time, because questions share the solver's workspace."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._lock = RLock()
        self._hands = lru_cache(maxsize=_KEPT)(self._fresh_hands)
        self._walked = lru_cache(maxsize=_KEPT)(self._fresh_walk)
        self._runouts = lru_cache(maxsize=16)(self._fresh_runouts)

    @abstractmethod
    def describe(self) -> About: ...

    @abstractmethod
    def _fresh_walk(self, line: str) -> tuple[Stop, ...]: ...

    @abstractmethod
    def _point(self, stop: Stop) -> "SolvedPoint | ThreePoint":
        """The solver's own view of a decision."""

    @abstractmethod
    def _fresh_runouts(self, line: str) -> list[dict[str, Any]]: ...

    @abstractmethod
    def _require_seat(self, seat: int) -> int: ...

    @abstractmethod
    def _having_acted(self, before: Stop, after: Stop, seat: int | None) -> Hands:
        """The ranges after the last decision of a line."""

    def alone(self) -> RLock:
        """A lock to hold while working with the solution directly."""
        return self._lock

    def walk(self, line: str) -> Sequence[Stop]:
        return self._walked(line)

    def hands(self, line: str, seat: int | None = None) -> Hands:
        with self._lock:
            return self._hands(line, seat)

    def runouts(self, line: str) -> list[dict[str, Any]]:
        """What each next card does: EV, equity and frequencies of the player who then acts, one row per card."""
        stop = self.walk(line)[-1]
        if stop.kind is not StopKind.CARD:
            raise IllegalAction(f"line {line!r}: expected one after which a card comes")
        with self._lock:
            return self._runouts(stop.line)

    @checked
    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        hands = public_hands(seen)
        return answer(self, hands, entrance(self.walk("")[0], hands), seat)

    def _fresh_hands(self, line: str, seat: int | None) -> Hands:
        stops = self.walk(line)
        if stops[-1].kind is StopKind.DECISION:
            return self._deciding(self._point(stops[-1]), seat)
        before = next(stop for stop in reversed(stops) if stop.kind is StopKind.DECISION)
        return self._having_acted(before, stops[-1], seat)

    def _deciding(self, point: "SolvedPoint | ThreePoint", seat: int | None) -> Hands:
        who = point.actor if seat is None else self._require_seat(seat)
        acts, live, kept = who == point.actor, point.is_live(who), point.reach[who] > 0
        return Hands(
            who,
            point.combos[who][kept].astype(np.int64),
            point.reach[who][kept].astype(np.float64),
            weights_of(point.weights[who][kept]),
            point.strategy[:, kept] if acts else None,
            point.hand_ev[who][kept] if live else None,
            point.equity_of(who)[kept] if live else None,
            point.action_ev[:, kept] if acts else None,
            ev_error=0.0,
        )
