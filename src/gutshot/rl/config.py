"""What a training run is, as plain data: read from YAML, checked, saved with every result."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import jax
import jax.numpy as jnp

from gutshot.errors import BadConfig
from gutshot.rl.deal import TableSpec
from gutshot.rl.holdem import DEFAULT_SIZES, Holdem
from gutshot.rl.interface import TrainingGame
from gutshot.rl.menu import Menu
from gutshot.rl.network import NetSpec
from gutshot.rl.small_games import KuhnGame, LeducGame

Schedule: TypeAlias = tuple[float, float]  # at the start and at the end of the run

GAMES = ("holdem", "kuhn", "leduc")


@dataclass(frozen=True)
class PPOConfig:
    """The algorithm. A pair is a schedule: geometric from the first to the second, linear if one is zero."""

    iterations: int = 1000
    games: int = 4096  # tables played side by side
    steps: int = 64  # actions per table and iteration
    tail: int = 16  # further actions, by which the outcome of the last ones becomes known
    epochs: int = 2
    minibatches: int = 8
    learning_rate: Schedule = (3e-4, 1e-4)
    clip: float = 0.2
    gae_decay: float = 0.95
    entropy_cost: Schedule = (0.02, 0.005)
    explore: Schedule = (0.0, 0.0)  # share of uniformly random actions mixed into play
    magnet_cost: Schedule = (0.0, 0.0)
    magnet_every: int = 100  # iterations between two magnets
    value_cost: float = 0.5
    huber: float = 1.0  # where the critic's squared error turns linear, in rewards after scaling
    reward_scale: float = 1.0
    normalize: bool = True  # advantages to mean 0 and variance 1 in each minibatch
    max_gradient: float = 0.5
    adam_eps: float = 1e-5
    average_decay: float = 0.99
    pool_share: float = 0.0  # share of the games in which past versions sit as well
    pool_size: int = 4
    pool_every: int = 50  # iterations between two entries to the pool
    frozen_pool: bool = False  # the pool stays as it is: an exploiter's opponents
    half_storage: bool = False  # keep observations in bfloat16

    def __post_init__(self) -> None:
        for name in (
            "iterations",
            "games",
            "steps",
            "epochs",
            "minibatches",
            "pool_size",
            "pool_every",
            "magnet_every",
        ):
            if getattr(self, name) < 1:
                raise BadConfig(f"{name} {getattr(self, name)}: expected at least 1")
        if self.games % self.minibatches:
            raise BadConfig(f"games {self.games} cannot be split evenly into {self.minibatches} minibatches")
        if not 0 <= self.pool_share <= 1:
            raise BadConfig(f"pool_share {self.pool_share}: expected 0 to 1")

    @property
    def pool_games(self) -> int:
        """How many games seat past versions: a multiple of the pool's size."""
        return int(self.games * self.pool_share) // self.pool_size * self.pool_size

    @property
    def storage(self) -> Any:
        return jnp.bfloat16 if self.half_storage else jnp.float32


@dataclass(frozen=True)
class TableConfig:
    """Hold'em tables to train on, in big blinds; several stages make a curriculum."""

    players: tuple[int, ...] = (6,)
    stack_bb: tuple[float, float] = (100.0, 100.0)  # shortest and deepest
    equal_share: float = 1.0  # share of hands with equal stacks
    small_blind_bb: float = 0.5
    ante_bb: float = 0.0
    runouts: int = 1  # boards whose mean pays an all-in
    until: float = 1.0  # share of the run after which the next stage begins

    def spec(self, chips_per_bb: int = 100) -> TableSpec:
        low, high = (round(stack * chips_per_bb) for stack in self.stack_bb)
        posts = round(self.small_blind_bb * chips_per_bb), chips_per_bb, round(self.ante_bb * chips_per_bb)
        return TableSpec(tuple(self.players), low, high, self.equal_share, *posts, self.runouts)


@dataclass(frozen=True)
class TrainConfig:
    """A run: the game, the networks, the algorithm, and what is reported when."""

    game: str = "holdem"
    players: int = 2  # of kuhn and leduc
    sizes: str = DEFAULT_SIZES
    tables: tuple[TableConfig, ...] = (TableConfig(),)
    network: NetSpec = field(default_factory=NetSpec)
    critic: NetSpec = field(default_factory=NetSpec)
    ppo: PPOConfig = field(default_factory=PPOConfig)
    seed: int = 1
    device: str = "auto"  # auto, cpu or gpu
    report_every: int = 10  # iterations
    measure_every: int = 100  # iterations between two measurements against the fixed pool, or of NashConv
    measure_hands: int = 20_000
    save_every: int = 100  # iterations

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise BadConfig(f"unknown game {self.game!r}: expected one of {', '.join(GAMES)}")
        if not self.tables:
            raise BadConfig("no tables: a hold'em run needs at least one")
        if self.game == "holdem":
            self.stages()

    def stages(self) -> tuple[TrainingGame, ...]:
        """The games of the curriculum; all of one shape, so that a run can pass from one to the next."""
        if self.game == "kuhn":
            return (KuhnGame(self.players),)
        if self.game == "leduc":
            return (LeducGame(self.players),)
        menu = Menu.parse(self.sizes)
        seats = max(table.spec().seats for table in self.tables)
        return tuple(Holdem(table.spec(), menu, seats) for table in self.tables)

    def stage(self, iteration: int) -> int:
        """Which stage of the curriculum an iteration belongs to."""
        done = iteration / self.ppo.iterations
        later = [number for number, table in enumerate(self.tables) if done < table.until]
        return later[0] if later and self.game == "holdem" else len(self.tables) - 1


def read(data: Mapping[str, Any]) -> TrainConfig:
    """A config from plain data; BadConfig names the first key that does not exist or has a wrong value."""
    config: TrainConfig = _build(TrainConfig, data, "")
    return config


def plain(config: TrainConfig) -> dict[str, Any]:
    """The config as plain data; `read` gives it back."""
    return _plain(dataclasses.asdict(config))  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


_PARTS: dict[str, Any] = {"network": NetSpec, "critic": NetSpec, "ppo": PPOConfig}


def _build(kind: Any, data: Any, path: str) -> Any:
    if not isinstance(data, Mapping):
        raise BadConfig(f"{path.rstrip('.') or 'config'} is {data!r}: expected keys with values")
    known = {entry.name: entry for entry in dataclasses.fields(kind)}
    values = {}
    for key, value in data.items():
        if key not in known:
            raise BadConfig(f"unknown config key {path + str(key)!r}: expected one of {', '.join(known)}")
        values[key] = _value(known[key], value, path)
    return kind(**values)


def _value(entry: "dataclasses.Field[Any]", value: Any, path: str) -> Any:
    where = path + entry.name
    if entry.name in _PARTS:
        return _build(_PARTS[entry.name], value, where + ".")
    if entry.name == "tables":
        return tuple(_build(TableConfig, table, f"{where}.") for table in _listed(value, where))
    if isinstance(entry.default, tuple):
        return _pair(entry, value, where)
    return _scalar(type(entry.default), value, where)


def _listed(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise BadConfig(f"{where} is {value!r}: expected a list")
    return list(value)


def _pair(entry: "dataclasses.Field[Any]", value: Any, where: str) -> tuple[Any, ...]:
    """A tuple; a single number stands for a schedule that does not move, or for the only player count."""
    single = not isinstance(value, list | tuple)
    kind = type(cast(tuple[Any, ...], entry.default)[0])
    values = tuple(_scalar(kind, item, where) for item in ([value] if single else value))
    if kind is int:
        return values
    values = values * 2 if single else values
    if len(values) != 2:
        raise BadConfig(f"{where} is {value!r}: expected one number or two")
    return values


def _scalar(kind: type, value: Any, where: str) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is float and isinstance(value, str):
        return _number(value, where)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadConfig(f"{where} is {value!r}: expected {kind.__name__}")
    return value


def _number(text: str, where: str) -> float:
    """YAML reads 3e-4 as text; take it for the number it is."""
    try:
        return float(text)
    except ValueError:
        raise BadConfig(f"{where} is {text!r}: expected a number") from None


def require_device(name: str) -> None:
    """Make JAX compute on the device asked for; BadConfig if it is not there."""
    if name not in ("auto", "cpu", "gpu"):
        raise BadConfig(f"unknown device {name!r}: expected auto, cpu or gpu")
    if name == "auto":
        return
    try:
        device = jax.devices(name)[0]
    except RuntimeError:
        raise BadConfig(f"device {name!r} was requested, but JAX finds only {jax.default_backend()!r} here") from None
    jax.config.update("jax_default_device", device)  # type: ignore[no-untyped-call]
