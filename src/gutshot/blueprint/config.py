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

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gutshot.abstraction.config import AbstractionConfig
from gutshot.artifacts import read_yaml
from gutshot.errors import BadConfig
from gutshot.trees.bet_sizes import BetSize, Levels, parse_size

STREET_NAMES = ("preflop", "flop", "turn", "river")
LIMPS = ("none", "small_blind", "faced", "all")
AVERAGINGS = ("auto", "opponents", "own")
MOST_PLAYERS = 6


@dataclass(frozen=True)
class GameConfig:
    """The betting. Sizes hold from the number of raises they are listed under; the last list holds for all above."""

    num_players: int = 2
    stack_depth: float | tuple[float, ...] = 100.0  # big blinds; one number, or one per seat from the button
    blinds: tuple[int, int] = (50, 100)  # chips
    ante: int = 0  # chips, from every seat
    bet_sizes: Any = (0.5, 1.0)  # shares of the pot for every street, or {street: [[first bet], [raise], ...]}
    multiway_sizes: Any = None  # the same after the flop while more than two players are left; None: as bet_sizes
    max_raises_per_street: Any = 3  # bets and raises, blinds not counted; one number or {street: number}
    max_flop_players: int = 6  # a call that would take one player more to the flop is not offered
    limps: str = "all"  # who may call the big blind unraised: none, small_blind, all; faced: see docs/blueprint.md
    max_limpers: int = 9  # how many seats may call the big blind unraised
    max_raises_after_limp: int = 9  # before the flop, once somebody has limped
    max_cold_call_raises: int = 9  # a seat that has put in nothing but blinds may not call more raises than this
    force_allin_threshold: float = 0.0  # a bet that leaves less than this share of the pot behind is all-in

    def __post_init__(self) -> None:
        if not 2 <= self.num_players <= MOST_PLAYERS:
            raise BadConfig(f"num_players {self.num_players}: a blueprint has 2 to {MOST_PLAYERS} seats")
        small, big = self.blinds
        if not 0 <= small <= big or big <= 0:
            raise BadConfig(f"blinds {list(self.blinds)}: expected a small and a big blind in chips")
        for stack in self.stacks:
            if stack <= big + self.ante:
                raise BadConfig(f"stack_depth {stack / big:g} is not above the big blind and ante of one hand")
        if self.limps not in LIMPS:
            raise BadConfig(f"unknown limps {self.limps!r}: expected one of {', '.join(LIMPS)}")
        if self.max_flop_players < 2:
            raise BadConfig(f"max_flop_players {self.max_flop_players}: expected at least 2")
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
        for cap in caps:
            if isinstance(cap, bool) or not isinstance(cap, int) or not 0 <= cap <= 20:
                raise BadConfig(f"max_raises_per_street {cap!r}: expected a whole number from 0 to 20")
        return tuple(caps)


@dataclass(frozen=True)
class TrainingConfig:
    """The run. It ends after `iterations` or `minutes`, whichever comes first."""

    iterations: int = 100_000
    mccfr_samples: int = 500  # deals per iteration, each walked once for every seat
    deal_count: int = 0  # use only so many different deals; 0: fresh ones for ever
    abstraction_mode: str = "emd"
    full_width: bool = False  # no sampling; two seats and bets before the flop only
    seed: int = 1
    minutes: float = 0.0  # of training; 0: no limit
    threads: int = 0  # 0: all cores
    deterministic: bool = False  # one thread: the same seed gives the same bits
    checkpoint_minutes: float = 5.0
    averaging: str = "auto"  # opponents (two seats), own (more); see docs/blueprint.md
    average_lines: int = 4  # lines played per seat and deal for averages of their own
    tremble: float = 0.0  # share of uniformly random actions of the others, so that unusual lines are learnt too
    prune_share: float = 0.9  # of the walks skip hopeless actions; the others count them for those that skip
    prune_below: float = 40.0  # stacks of regret, in deals of the present weight, below which an action is hopeless
    prune_after: float = 0.05  # share of the run before the first pruning
    response_seconds: float = 10.0  # each seat's best response learns so long, per checkpoint, for two seats; 0: none
    lbr_hands: int = 0  # of local best response per checkpoint, for two seats; 0: none
    purify: float = 0.05  # probabilities below this are dropped from the bundle
    memory_gb: float = 0.0  # most that the tables may take; 0: three quarters of what is free

    def __post_init__(self) -> None:
        for name in ("iterations", "mccfr_samples", "average_lines"):
            if getattr(self, name) < 1:
                raise BadConfig(f"{name} {getattr(self, name)}: expected at least 1")
        for name in (
            "deal_count",
            "minutes",
            "threads",
            "checkpoint_minutes",
            "prune_below",
            "memory_gb",
            "seed",
            "response_seconds",
            "lbr_hands",
        ):
            if getattr(self, name) < 0:
                raise BadConfig(f"{name} {getattr(self, name)}: expected 0 or more")
        if self.prune_share > 0.99:
            raise BadConfig(f"prune_share {self.prune_share}: expected 0 to 0.99")
        for name in ("tremble", "prune_share", "prune_after", "purify"):
            if not 0 <= getattr(self, name) <= 1:
                raise BadConfig(f"{name} {getattr(self, name)}: expected 0 to 1")
        if self.averaging not in AVERAGINGS:
            raise BadConfig(f"unknown averaging {self.averaging!r}: expected one of {', '.join(AVERAGINGS)}")


@dataclass(frozen=True)
class BlueprintConfig:
    """A whole run."""

    game: GameConfig = field(default_factory=GameConfig)
    abstraction: AbstractionConfig = field(default_factory=AbstractionConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)


def load(path: str | os.PathLike[str]) -> BlueprintConfig:
    """Read a YAML file; one sentence says what is wrong with it."""
    return read(read_yaml(path) or {})


def read(data: Any) -> BlueprintConfig:
    """A config from plain data; BadConfig names the first key that does not exist or has a wrong value."""
    _require_keys(data, ("game", "abstraction", "training"), "config")
    game: GameConfig = _part(GameConfig, data.get("game") or {}, "game")
    training: TrainingConfig = _part(TrainingConfig, data.get("training") or {}, "training")
    buckets = data.get("abstraction") or {}
    if buckets.get("mode", training.abstraction_mode) != training.abstraction_mode:
        raise BadConfig(f"abstraction.mode {buckets['mode']!r}: training.abstraction_mode says otherwise")
    return BlueprintConfig(game, AbstractionConfig.from_dict({**buckets, "mode": training.abstraction_mode}), training)


def plain(config: BlueprintConfig) -> dict[str, Any]:
    """The config as JSON data; `read` gives it back."""
    return _plain(dataclasses.asdict(config))  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _require_keys(data: Any, known: Any, where: str) -> None:
    if not isinstance(data, Mapping):
        raise BadConfig(f"{where} is {data!r}: expected keys with values")
    for key in data:
        if key not in known:
            raise BadConfig(f"unknown key {key!r} in {where}: expected one of {', '.join(known)}")


def _part(kind: Any, data: Any, where: str) -> Any:
    known = {entry.name: entry for entry in dataclasses.fields(kind)}
    _require_keys(data, known, where)
    return kind(**{key: _value(known[key], value, f"{where}.{key}") for key, value in data.items()})


def _value(entry: "dataclasses.Field[Any]", value: Any, where: str) -> Any:
    if entry.name == "stack_depth" and isinstance(value, list | tuple):
        return tuple(_number(float, item, where) for item in value)
    if entry.name == "blinds":
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise BadConfig(f"{where} is {value!r}: expected two numbers of chips")
        return tuple(_number(int, item, where) for item in value)
    if isinstance(entry.default, str):
        if not isinstance(value, str):
            raise BadConfig(f"{where} is {value!r}: expected a word")
        return value
    if isinstance(entry.default, bool | int | float) and entry.name != "max_raises_per_street":
        return _number(type(entry.default), value, where)
    return value


def _number(kind: type, value: Any, where: str) -> Any:
    good = isinstance(value, int | float) if kind is float else isinstance(value, kind)
    if not good or (kind is not bool and isinstance(value, bool)):
        raise BadConfig(f"{where} is {value!r}: expected {kind.__name__}")
    return kind(value)


def _by_street(given: Mapping[Any, Any], where: str, streets: Sequence[str]) -> list[Any]:
    _require_keys(given, streets, where)
    missing = [name for name in streets if name not in given]
    if missing:
        raise BadConfig(f"{where} says nothing about the {missing[0]}: expected {', '.join(streets)}")
    return [given[name] for name in streets]


def _streets(given: Any, where: str, streets: Sequence[str]) -> tuple[Levels, ...]:
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
