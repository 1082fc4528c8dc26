"""The six personalities: how often they bet, how often they snow, how much they ask of a hand."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gutshot.errors import BadConfig

# Columns of a packed profile.
AGGRESSION = 0
BLUFF = 1
TIGHTNESS = 2


def _require_between(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise BadConfig(f"{name} {value}: expected {low} to {high}")


@dataclass(frozen=True)
class StrategyProfile:
    """Three numbers that make one strategy six opponents."""

    id: str
    aggression_factor: float  # multiplies how often it bets and raises, 0.8 to 1.2
    bluff_frequency: float  # how often it snows where a snow is possible, 0.10 to 0.25
    tightness_factor: float  # multiplies what it asks of a hand, 0.8 to 1.2

    def __post_init__(self) -> None:
        _require_between("aggression factor", self.aggression_factor, 0.8, 1.2)
        _require_between("bluff frequency", self.bluff_frequency, 0.10, 0.25)
        _require_between("tightness factor", self.tightness_factor, 0.8, 1.2)

    @property
    def packed(self) -> npt.NDArray[np.float64]:
        """As the array that kernels read."""
        return np.array([self.aggression_factor, self.bluff_frequency, self.tightness_factor])


CPU_PROFILES: tuple[StrategyProfile, ...] = (
    StrategyProfile("CPU 1", 0.9, 0.15, 1.1),
    StrategyProfile("CPU 2", 1.1, 0.20, 0.9),
    StrategyProfile("CPU 3", 1.0, 0.17, 1.0),
    StrategyProfile("CPU 4", 0.8, 0.12, 1.2),
    StrategyProfile("CPU 5", 1.2, 0.22, 0.8),
    StrategyProfile("CPU 6", 1.0, 0.18, 1.0),
)


def profile_of(name: str) -> StrategyProfile:
    """`"cpu3"` or `"CPU 3"` -> the third profile; BadConfig for a number that is not 1 to 6."""
    digits = "".join(character for character in name if character.isdigit())
    if not digits or not 1 <= int(digits) <= len(CPU_PROFILES):
        raise BadConfig(f"badugi opponent {name!r}: expected cpu1 to cpu{len(CPU_PROFILES)}")
    return CPU_PROFILES[int(digits) - 1]
