"""What a blueprint run is, as plain data: read from YAML, checked, saved with every result.

game:                       # fields of the betting
  num_players: 2            # 2 to 6
  stack_depth: 100          # big blinds; a list gives one per seat, the button first
  bet_sizes: [0.5, 1.0]     # shares of the pot on every street, or sizes by street and by number of raises
  max_raises_per_street: 3
training:                   # fields of the run
  iterations: 100000
  mccfr_samples: 500        # deals per iteration
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gutshot.abstraction.config import MODES, AbstractionConfig
from gutshot.errors import BadConfig
from gutshot.numeric.threads import MOST_THREADS
from gutshot.settings import LARGEST, Rule, Settings, setting, whole
from gutshot.trees.bet_sizes import BetSize, Levels, parse_size

STREET_NAMES = ("preflop", "flop", "turn", "river")
LIMPS = ("none", "small_blind", "faced", "all")
AVERAGINGS = ("auto", "opponents", "own")
TABLES = ("auto", "dense", "growing")
MOST_PLAYERS = 6
MOST_DEPTH = 100_000
MOST_CHIPS = 10**6
MOST_MINUTES = 10**6

_RAISES = Rule(least=0, most=20)


def _frozen(value: Any, where: str = "") -> Any:
    """Lists as tuples, so that settings from a file and from Python are equal."""
    if isinstance(value, Mapping):
        return {key: _frozen(item) for key, item in value.items()}
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class GameConfig(Settings, noun="game"):
    """The betting. Sizes hold from the number of raises they are listed under; the last list holds for all above."""

    num_players: int = setting(2, "seats", least=2, most=MOST_PLAYERS)
    stack_depth: float | tuple[float, ...] = setting(
        100.0, "big blinds; a list gives one per seat, the button first", above=0, most=MOST_DEPTH
    )
    blinds: tuple[int, int] = setting((50, 100), "chips of the small and the big blind", least=0, most=MOST_CHIPS)
    ante: int = setting(0, "chips, from every seat", least=0, most=MOST_CHIPS)
    bet_sizes: Any = setting(
        (0.5, 1.0),
        "shares of the pot for every street, or {street: [[first bet], [raise], ...]}",
        reader=_frozen,
        expected="sizes, or sizes by street",
    )
    multiway_sizes: Any = setting(
        None,
        "postflop sizes while more than two players are left; default: as bet_sizes",
        reader=_frozen,
        expected="sizes, sizes by street, or nothing",
    )
    max_raises_per_street: Any = setting(
        3,
        "bets and raises, blinds not counted",
        reader=_frozen,
        expected="a whole number from 0 to 20, or {street: number}",
    )
    max_flop_players: int = setting(
        6, "a call that would bring more players than this to the flop is not offered", least=2
    )
    limps: str = setting("all", "who may limp; faced: see docs/blueprint.md", choices=LIMPS)
    max_limpers: int = setting(9, "how many seats may limp", least=0)
    max_raises_after_limp: int = setting(9, "raises preflop after a limp", least=0)
    max_cold_call_raises: int = setting(
        9, "a seat that has put in nothing but blinds may not call more raises than this", least=0
    )
    force_allin_threshold: float = setting(
        0.0, "make a bet all-in when it leaves less than this many pots behind", least=0
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        small, big = self.blinds
        if not small <= big or big <= 0:
            raise BadConfig(f"blinds {list(self.blinds)}: expected a small and a big blind in chips")
        for stack in self.stacks:
            if stack <= big + self.ante:
                raise BadConfig(f"stack_depth {stack / big:g} is not above the big blind and ante of one hand")
        self.levels(), self.multiway_levels(), self.raise_caps()

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips by seat, the button first."""
        depths = self.stack_depth if isinstance(self.stack_depth, tuple) else (self.stack_depth,) * self.num_players
        if len(depths) != self.num_players:
            raise BadConfig(f"stack_depth has {len(depths)} stacks for {self.num_players} seats")
        return tuple(round(depth * self.blinds[1]) for depth in depths)

    def levels(self) -> tuple[Levels, ...]:
        """Sizes by street, then by number of raises."""
        return _streets(self.bet_sizes, "bet_sizes", STREET_NAMES)

    def multiway_levels(self) -> tuple[Levels, ...]:
        """Sizes by street while more than two players are left; before the flop never used."""
        if self.multiway_sizes is None:
            return self.levels()
        own = _streets(self.multiway_sizes, "multiway_sizes", STREET_NAMES[1:])
        return (self.levels()[0], *own)

    def raise_caps(self) -> tuple[int, ...]:
        """How many bets and raises each street may have."""
        given = self.max_raises_per_street
        caps = _by_street(given, "max_raises_per_street", STREET_NAMES) if isinstance(given, Mapping) else [given] * 4
        return tuple(whole(cap, "max_raises_per_street", _RAISES) for cap in caps)


def _read_threads(given: Any, where: str) -> int | None:
    """Older files say 0 for all cores."""
    return None if given in (None, 0) and given is not False else whole(given, where, Rule(least=1, most=MOST_THREADS))


@dataclass(frozen=True)
class TrainingConfig(Settings, noun="training"):
    """The run. It ends after `iterations` or `minutes`, whichever comes first."""

    iterations: int = setting(100_000, "iterations to stop at", least=1, most=10**12)
    mccfr_samples: int = setting(500, "deals per iteration, each walked once for every seat", least=1, most=10**7)
    deal_count: int = setting(0, "reuse this many deals; 0: always deal fresh ones", least=0, most=10**10)
    abstraction_mode: str = setting("emd", "how hands are grouped", choices=MODES)
    full_width: bool = setting(False, "no sampling; two seats and preflop betting only")
    seed: int = setting(1, "seed of deals and walks", least=0, most=LARGEST)
    minutes: float = setting(0.0, "minutes of training; 0: no limit", least=0, most=MOST_MINUTES)
    threads: int | None = setting(
        None,
        "number of threads; default: all cores",
        reader=_read_threads,
        expected="a whole number from 1 to 1,024 or nothing",
    )
    deterministic: bool = setting(False, "one thread: the same seed gives the same bits")
    checkpoint_minutes: float = setting(5.0, "minutes between checkpoints", least=0, most=MOST_MINUTES)
    averaging: str = setting("auto", "opponents (two seats) or own (more); see docs/blueprint.md", choices=AVERAGINGS)
    average_lines: int = setting(4, "lines per seat and deal for own averages", least=1, most=10**4)
    tremble: float = setting(
        0.0, "share of random actions by the other seats, so that unusual lines are learnt too", least=0, most=1
    )
    prune_share: float = setting(0.9, "share of the walks that skip hopeless actions", least=0, most=0.99)
    prune_below: float = setting(
        40.0, "an action is hopeless below minus this many stacks of regret, in deals of the current weight", least=0
    )
    prune_after: float = setting(0.05, "share of the run before the first pruning", least=0, most=1)
    response_seconds: float = setting(
        10.0,
        "seconds that each seat's best response learns per checkpoint; more than two share those of two; 0: none",
        least=0,
        most=10**6,
    )
    lbr_hands: int = setting(
        0, "hands of local best response per checkpoint, for two seats; 0: none", least=0, most=10**9
    )
    purify: float = setting(0.05, "probabilities below this are dropped from the bundle", least=0, most=1)
    memory_gb: float = setting(
        0.0, "memory limit for the tables in GB; 0: three quarters of free memory", least=0, most=10**6
    )
    tables: str = setting(
        "auto", "dense: the whole game; growing: what is visited; auto: dense where it fits", choices=TABLES
    )
    bits: int = setting(16, "bits of a regret in growing tables, 16 or 32", least=16, most=32)
    bundle_mb: float = setting(
        64.0,
        "megabytes of strategies in the bundle of growing tables; the most visited lines are kept",
        above=0,
        most=10**6,
    )

    exchange_iterations: int = setting(
        100, "iterations of each worker between two exchanges, where several workers train", least=1, most=10**6
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bits not in (16, 32):
            raise BadConfig(f"bits {self.bits}: expected 16 or 32")


@dataclass(frozen=True)
class BlueprintConfig(Settings, noun="a blueprint run"):
    """A whole run."""

    game: GameConfig = setting(GameConfig, "the betting")
    abstraction: AbstractionConfig = setting(AbstractionConfig, "the buckets of hands")
    training: TrainingConfig = setting(TrainingConfig, "the run")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.abstraction.mode != self.training.abstraction_mode:
            raise BadConfig(f"abstraction.mode {self.abstraction.mode!r}: training.abstraction_mode differs")

    @classmethod
    def from_dict(cls, plain: Any) -> "BlueprintConfig":
        """From plain data; the mode of the buckets is that of `training` unless both are given."""
        return super().from_dict(_with_mode(plain))


def _with_mode(plain: Any) -> Any:
    if not isinstance(plain, Mapping):
        return plain
    buckets, training = plain.get("abstraction") or {}, plain.get("training") or {}
    if not isinstance(buckets, Mapping) or not isinstance(training, Mapping):
        return plain
    mode = training.get("abstraction_mode", TrainingConfig.abstraction_mode)
    return {**plain, "abstraction": {"mode": mode, **buckets}}


def _by_street(given: Mapping[Any, Any], where: str, streets: Sequence[str]) -> list[Any]:
    for name in given:
        if name not in streets:
            raise BadConfig(f"unknown street {name!r} of {where}: expected {', '.join(streets)}")
    missing = [name for name in streets if name not in given]
    if missing:
        raise BadConfig(f"{where} says nothing about the {missing[0]}: expected {', '.join(streets)}")
    return [given[name] for name in streets]


def _streets(given: Any, where: str, streets: Sequence[str]) -> tuple[Levels, ...]:
    if not isinstance(given, Mapping | list | tuple):
        raise BadConfig(f"{where} {given!r}: expected a list of sizes, or one for each street")
    lists = _by_street(given, where, streets) if isinstance(given, Mapping) else [list(given)] * len(streets)
    return tuple(_levels(levels, f"{where}.{street}") for levels, street in zip(lists, streets, strict=True))


def _levels(given: Any, where: str) -> Levels:
    """`[["33%", "75%"], ["a"]]`, or one list or one size for every number of raises."""
    if not isinstance(given, list | tuple):
        given = [given]
    if not any(isinstance(level, list | tuple) for level in given):
        given = [given]
    levels = [level if isinstance(level, list | tuple) else [level] for level in given]
    opens = where.endswith("preflop")  # the first bet before the flop raises the blind
    return tuple(tuple(_size(item, where, opens or place > 0) for item in level) for place, level in enumerate(levels))


def _size(item: Any, where: str, raises: bool) -> BetSize:
    """A share of the pot as a number, or a size in the grammar of `trees.bet_sizes`."""
    if isinstance(item, bool) or not isinstance(item, int | float | str):
        raise BadConfig(f"{where} holds {item!r}: expected a share of the pot or a size such as '75%', '2.5x' or 'a'")
    return parse_size(item if isinstance(item, str) else f"{100 * item:.10g}%", raises)
