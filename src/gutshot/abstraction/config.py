"""What an abstraction is: plain data, checked once, saved with every result that uses it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from gutshot.errors import BadConfig

MODES = ("emd", "ehs2", "hand_class", "hand_class_v2")
RIVER_MODES = ("ochs", "percentile")
MOST_BUCKETS = 20_000


@dataclass(frozen=True)
class AbstractionConfig:
    """Buckets by street; the sizes say nothing in the `hand_class` modes, whose classes are fixed."""

    mode: str = "emd"  # emd, ehs2, hand_class or hand_class_v2
    flop: int = 200  # buckets on the flop
    turn: int = 200
    river: int = 200
    river_mode: str = "ochs"  # ochs or percentile; only for emd and ehs2
    seed: int = 0  # of the sampled hands and of the first centroids
    boards: int = 4096  # how many boards a street's clusters are fitted to
    hands: int = 64  # how many hands on each of them
    iterations: int = 30  # at most so many rounds of k-means

    def __post_init__(self) -> None:
        _require_name("abstraction mode", self.mode, MODES)
        _require_name("river mode", self.river_mode, RIVER_MODES)
        for name in ("flop", "turn", "river"):
            _require_number(f"{name} buckets", getattr(self, name), 1, MOST_BUCKETS)
        _require_number("boards", self.boards, 1, 1_000_000)
        _require_number("hands per board", self.hands, 1, 1_000)
        _require_number("iterations", self.iterations, 0, 10_000)
        _require_number("seed", self.seed, 0, 2**63 - 1)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "AbstractionConfig":
        """From YAML or JSON; an unknown key is an error."""
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise BadConfig(f"unknown abstraction setting {name!r}: expected one of {', '.join(known)}")
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def _require_name(what: str, name: object, known: tuple[str, ...]) -> None:
    if name not in known:
        raise BadConfig(f"unknown {what} {name!r}: expected one of {', '.join(known)}")


def _require_number(what: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadConfig(f"{what} {value!r}: expected a whole number from {least:,} to {most:,}")
