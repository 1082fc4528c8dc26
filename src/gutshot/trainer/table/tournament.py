"""Tournaments: blind levels by hands or time, places and payouts. What a stack is worth is told by `preflop.icm`."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gutshot.errors import BadConfig

MOST_LEVELS = 60


@dataclass(frozen=True)
class Level:
    """The forced bets of one level; in badugi the small bet is the big blind, the big bet twice that."""

    small_blind: int
    big_blind: int
    ante: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.small_blind <= self.big_blind or self.big_blind < 1:
            raise BadConfig(f"blinds {self.small_blind}/{self.big_blind}: expected a small blind up to the big one")
        if not 0 <= self.ante <= self.big_blind:
            raise BadConfig(f"ante {self.ante}: expected 0 to the big blind, {self.big_blind}")


@dataclass(frozen=True)
class BlindSchedule:
    """Levels and how long each lasts: a number of hands, or of minutes; neither: for ever."""

    levels: tuple[Level, ...]
    hands_per_level: int | None = None
    minutes_per_level: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.levels) <= MOST_LEVELS:
            raise BadConfig(f"{len(self.levels)} blind levels: expected 1 to {MOST_LEVELS}")
        if self.hands_per_level is not None and self.minutes_per_level is not None:
            raise BadConfig("levels by hands and by minutes are both set: expected one of them")
        for name, length in (("hands", self.hands_per_level), ("minutes", self.minutes_per_level)):
            if length is not None and not length > 0:
                raise BadConfig(f"{length} {name} per level: expected a number above 0")

    def level_at(self, hands_played: int, seconds_played: float) -> int:
        """The index of the level in force."""
        if self.hands_per_level is not None:
            passed = hands_played // self.hands_per_level
        elif self.minutes_per_level is not None:
            passed = int(seconds_played / (60 * self.minutes_per_level))
        else:
            passed = 0
        return min(passed, len(self.levels) - 1)

    def left(self, hands_played: int, seconds_played: float) -> tuple[int | None, float | None]:
        """Hands, or seconds, until the next level; (None, None) when there is none."""
        level = self.level_at(hands_played, seconds_played)
        if level == len(self.levels) - 1:
            return None, None
        if self.hands_per_level is not None:
            return (level + 1) * self.hands_per_level - hands_played, None
        if self.minutes_per_level is not None:
            return None, (level + 1) * 60 * self.minutes_per_level - seconds_played
        return None, None


HOLDEM_LEVELS = tuple(
    Level(*numbers)
    for numbers in (
        (25, 50), (50, 100), (75, 150), (100, 200), (150, 300, 25), (200, 400, 50), (300, 600, 75),
        (400, 800, 100), (600, 1200, 150), (800, 1600, 200), (1000, 2000, 250), (1500, 3000, 400),
    )
)  # fmt: skip
BADUGI_LEVELS = tuple(
    Level(*numbers)
    for numbers in (
        (25, 50),
        (40, 80),
        (50, 100),
        (75, 150),
        (100, 200),
        (150, 300),
        (200, 400),
        (300, 600),
        (500, 1000),
    )
)
LATE_LEVELS = tuple(
    Level(*numbers)
    for numbers in (
        (2000, 4000, 500), (3000, 6000, 750), (4000, 8000, 1000), (6000, 12000, 1500), (8000, 16000, 2000),
        (10000, 20000, 2500), (15000, 30000, 4000), (20000, 40000, 5000),
    )
)  # fmt: skip
"""What follows in hold'em at many tables, where the last stacks are large."""
HANDS_PER_LEVEL = 10

_USUAL_PAYOUTS = ((2, (100.0,)), (4, (65.0, 35.0)), (9, (50.0, 30.0, 20.0)))


def usual_payouts(seats: int) -> tuple[float, ...]:
    """Prizes in percent: winner takes all heads-up, two places up to four players, then three."""
    return next(prizes for most, prizes in _USUAL_PAYOUTS if seats <= most)


class PrizeShape(StrEnum):
    """How the prizes of many tables fall from place to place."""

    USUAL = "usual"
    TOP_HEAVY = "top_heavy"
    FLAT = "flat"
    SATELLITE = "satellite"
    WINNER = "winner"


_SHAPES = {
    PrizeShape.USUAL: (0.15, 1.0),
    PrizeShape.TOP_HEAVY: (0.10, 1.25),
    PrizeShape.FLAT: (0.25, 0.6),
    PrizeShape.SATELLITE: (0.10, 0.0),
    PrizeShape.WINNER: (0.0, 0.0),
}
"""The share of players paid, and by which power of the place prizes fall."""


def prizes_for(players: int, shape: PrizeShape) -> tuple[float, ...]:
    """Prizes in percent: place k is paid in proportion to k to a power; a satellite pays its places alike."""
    share, power = _SHAPES[shape]
    weights = [place**-power for place in range(1, max(1, round(share * players)) + 1)]
    prizes = [round(100 * weight / sum(weights), 2) for weight in weights]
    return (round(100 - sum(prizes[1:]), 2), *prizes[1:]) if power else tuple(100 / len(weights) for _ in weights)


def places_of(busted: Sequence[tuple[int, int]], still_in: int) -> dict[int, int]:
    """Places of chairs that went broke on one hand, given as (chair, chips before it): more chips, better place."""
    ordered = sorted(busted, key=lambda pair: (-pair[1], pair[0]))
    return {chair: still_in + 1 + index for index, (chair, _) in enumerate(ordered)}
