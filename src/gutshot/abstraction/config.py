"""What an abstraction is: plain data, checked once, saved with every result that uses it."""

from dataclasses import dataclass

from gutshot.settings import LARGEST, Settings, setting

MODES = ("emd", "ehs2", "hand_class", "hand_class_v2")
RIVER_MODES = ("ochs", "percentile")
MOST_BUCKETS = 20_000


@dataclass(frozen=True)
class AbstractionConfig(Settings, noun="an abstraction", section="abstraction"):
    """Buckets by street; the sizes say nothing in the `hand_class` modes, whose classes are fixed."""

    mode: str = setting("emd", "how hands are grouped", choices=MODES)
    flop: int = setting(200, "buckets on the flop", least=1, most=MOST_BUCKETS)
    turn: int = setting(200, "buckets on the turn", least=1, most=MOST_BUCKETS)
    river: int = setting(200, "buckets on the river", least=1, most=MOST_BUCKETS)
    river_mode: str = setting("ochs", "how rivers are grouped, in the modes emd and ehs2", choices=RIVER_MODES)
    seed: int = setting(0, "seed of the sampled hands and of the first centroids", least=0, most=LARGEST)
    boards: int = setting(4096, "boards that a street's clusters are fitted to", least=1, most=1_000_000)
    hands: int = setting(64, "hands sampled per board", least=1, most=1_000)
    iterations: int = setting(30, "maximum number of k-means rounds", least=0, most=10_000)
