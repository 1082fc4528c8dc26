"""What a training run is, as plain data: read from YAML, checked, saved with every result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import jax
import jax.numpy as jnp

from gutshot.errors import BadConfig
from gutshot.rl.deal import MAX_SEATS, TableSpec
from gutshot.rl.holdem import Holdem
from gutshot.rl.interface import TrainingGame
from gutshot.rl.menu import DEFAULT_SIZES, Menu
from gutshot.rl.network import NetSpec
from gutshot.rl.small_games import KuhnGame, LeducGame
from gutshot.settings import LARGEST, Settings, setting

Schedule: TypeAlias = tuple[float, float]  # at the start and at the end of the run

GAMES = ("holdem", "kuhn", "leduc")
METHODS = ("ppo", "mirror", "regret")
DEVICES = ("auto", "cpu", "gpu")
MOST_DEPTH = 100_000


def _count(default: int, doc: str, most: int = 10**9) -> Any:
    return setting(default, doc, least=1, most=most)


def _schedule(default: Schedule, doc: str, most: float | None = None) -> Any:
    return setting(default, f"{doc}, at the start and at the end", least=0, most=most, spread=True)


@dataclass(frozen=True)
class PPOConfig(Settings, noun="ppo"):
    """The algorithm. A pair is a schedule: geometric from the first to the second, linear if one is zero."""

    iterations: int = _count(1000, "iterations of the run")
    games: int = _count(4096, "tables played in parallel", 2**24)
    steps: int = _count(64, "actions per table and iteration", 10**5)
    tail: int = setting(16, "further actions that reveal the outcome of the last ones", least=0, most=10**5)
    epochs: int = _count(2, "passes over an iteration's actions", 1000)
    minibatches: int = _count(8, "minibatches per epoch, each with the same number of games", 10**6)
    learning_rate: tuple[float, float] = _schedule((3e-4, 1e-4), "step size of Adam", 10)
    clip: float = setting(0.2, "how far a probability may move in one iteration, as a share", above=0, most=10)
    gae_decay: float = setting(0.95, "weight of each later decision in an advantage", least=0, most=1)
    entropy_cost: tuple[float, float] = _schedule((0.02, 0.005), "weight of the entropy")
    explore: tuple[float, float] = _schedule((0.0, 0.0), "share of uniformly random actions mixed into play", 1)
    magnet_cost: tuple[float, float] = _schedule((0.0, 0.0), "weight of the pull towards the magnet, an earlier policy")
    magnet_every: int = _count(100, "iterations between magnets")
    magnet_decay: float = setting(
        0.0, "weight of the past in a magnet that is a moving average of parameters; 0: copied", least=0, most=1
    )
    value_cost: float = setting(0.5, "weight of the critic's error", least=0)
    huber: float = setting(1.0, "where the critic's squared error becomes linear, in scaled rewards", above=0)
    reward_scale: float = setting(1.0, "factor of the rewards", above=0)
    normalize: bool = setting(True, "normalise advantages to mean 0 and variance 1 in each minibatch")
    max_gradient: float = setting(0.5, "norm to which gradients are clipped", above=0)
    adam_eps: float = setting(1e-5, "epsilon of Adam", above=0, most=1)
    average_decay: float = setting(0.99, "weight of the past in the averaged policy", least=0, most=1)
    pool_share: float = setting(0.0, "share of the games with past versions in some seats", least=0, most=1)
    pool_size: int = _count(4, "past versions in the pool", 1000)
    pool_every: int = _count(50, "iterations between additions to the pool")
    frozen_pool: bool = setting(False, "freeze the pool: an exploiter's opponents")
    half_storage: bool = setting(False, "store observations in bfloat16")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.games % self.minibatches:
            raise BadConfig(f"games {self.games} cannot be split evenly into {self.minibatches} minibatches")

    @property
    def pool_games(self) -> int:
        """How many games seat past versions: a multiple of the pool's size."""
        return int(self.games * self.pool_share) // self.pool_size * self.pool_size

    @property
    def storage(self) -> Any:
        """The type in which observations are kept."""
        return jnp.bfloat16 if self.half_storage else jnp.float32


def _law(default: Schedule, doc: str, most: float | None = None) -> Any:
    return setting(
        default, f"{doc}; falls from the first to the second by a power of time", least=0, most=most, spread=True
    )


@dataclass(frozen=True)
class MirrorConfig(Settings, noun="mirror"):
    """Mirror descent with a magnet on a table, for Kuhn and Leduc."""

    iterations: int = _count(10_000, "iterations of the run")
    values: str = setting("played", "what actions are worth: found by play, or exactly", choices=("played", "exact"))
    hands: int = _count(4096, "hands played per iteration", 2**24)
    step_size: tuple[float, float] = _law((0.2, 0.02), "step of the logits", 100)
    magnet_cost: tuple[float, float] = _law((1.0, 0.05), "pull towards the magnet")
    magnet_decay: float = setting(1.0, "weight of the past in the magnet; 1 keeps it uniform", least=0, most=1)
    explore: tuple[float, float] = _schedule((0.05, 0.005), "share of uniformly random actions mixed into play", 1)
    full_step_visits: int = _count(200, "visits of an infoset in an iteration for which it takes the whole step")
    memory: float = setting(5.0, "how many hands the last value of an action counts for", least=0)
    average_power: float = setting(5.0, "iteration t weighs t^(power - 1) in the averaged policy", least=1, most=1000)


@dataclass(frozen=True)
class RegretConfig(Settings, noun="regret"):
    """Deep CFR: networks for mean regrets and for the average policy, for Kuhn and Leduc."""

    iterations: int = _count(1000, "iterations of the run")
    values: str = setting("played", "what actions are worth: found by play, or exactly", choices=("played", "exact"))
    hands: int = _count(16_384, "hands played per iteration", 2**24)
    explore: tuple[float, float] = _schedule((0.2, 0.02), "share of uniformly random actions mixed into play", 1)
    fit_steps: int = _count(20, "steps of Adam per iteration", 10**6)
    learning_rate: tuple[float, float] = _schedule((2e-3, 2e-4), "step size of Adam", 10)


@dataclass(frozen=True)
class TableConfig(Settings, noun="a table"):
    """Hold'em tables to train on, in big blinds; several stages make a curriculum."""

    num_players: tuple[int, ...] = setting(
        (6,), "numbers of seats, drawn uniformly", least=2, most=MAX_SEATS, spread=True, aliases=("players",)
    )
    stack_depth: tuple[float, float] = setting(
        (100.0, 100.0),
        "big blinds of the shortest and the deepest stack",
        above=0,
        most=MOST_DEPTH,
        spread=True,
        aliases=("stack_bb",),
    )
    equal_share: float = setting(1.0, "share of hands with equal stacks", least=0, most=1)
    small_blind: float = setting(0.5, "big blinds", above=0, most=1, aliases=("small_blind_bb",))
    ante: float = setting(0.0, "big blinds, from every seat", least=0, most=1000, aliases=("ante_bb",))
    runouts: int = _count(1, "an all-in pays the mean over this many boards", 1000)
    until: float = setting(1.0, "share of the run after which the next stage begins", least=0, most=1)

    def spec(self, chips_per_bb: int = 100) -> TableSpec:
        """In chips."""
        low, high = (round(stack * chips_per_bb) for stack in self.stack_depth)
        posts = round(self.small_blind * chips_per_bb), chips_per_bb, round(self.ante * chips_per_bb)
        return TableSpec(self.num_players, low, high, self.equal_share, *posts, self.runouts)


def _read_sizes(given: Any, where: str) -> str:
    """Sizes as one text: `33%, 66%, 100%`, or a list of them, in which a number is a share of the pot."""
    if isinstance(given, str):
        return given
    if not isinstance(given, Sequence) or any(isinstance(item, bool) or not _is_size(item) for item in given):
        raise BadConfig(f"{where} {given!r}: expected sizes such as '33%, 66%, 100%'")
    return ", ".join(item if isinstance(item, str) else f"{100 * item:.10g}%" for item in given)


def _is_size(item: Any) -> bool:
    return isinstance(item, str | int | float)


@dataclass(frozen=True)
class TrainConfig(Settings, noun="a training run"):
    """A run: the game, the networks, the algorithm, and what is reported when."""

    game: str = setting("holdem", "the game", choices=GAMES)
    num_players: int = setting(2, "number of players in Kuhn and Leduc", least=2, most=MAX_SEATS, aliases=("players",))
    num_ranks: int = setting(0, "ranks of Leduc's deck; 0: one more than players", least=0, most=13)
    method: str = setting("ppo", "how the policy is learnt; mirror and regret are for Kuhn and Leduc", choices=METHODS)
    bet_sizes: str = setting(
        DEFAULT_SIZES,
        "sizes the policy can choose; all-in is always included",
        expected="sizes such as 33%, 66% or a list of them",
        reader=_read_sizes,
        aliases=("sizes",),
    )
    tables: tuple[TableConfig, ...] = setting((TableConfig(),), "hold'em tables, stage by stage")
    network: NetSpec = setting(NetSpec, "the policy")
    critic: NetSpec = setting(NetSpec, "the network that values positions in training")
    ppo: PPOConfig = setting(PPOConfig, "proximal policy optimisation")
    mirror: MirrorConfig = setting(MirrorConfig, "mirror descent with a magnet")
    regret: RegretConfig = setting(RegretConfig, "Deep CFR")
    seed: int = setting(1, "seed of deals, play and initial weights", least=0, most=LARGEST)
    device: str = setting("auto", "where to compute", choices=DEVICES)
    num_devices: int = setting(1, "devices that share the tables of a ppo run", least=1, most=65_536)
    tensorboard: bool = setting(True, "write event files for TensorBoard")
    wandb_project: str = setting("", "report to this project of Weights & Biases, where that is installed")
    report_every: int = _count(10, "iterations between reports")
    measure_every: int = _count(100, "iterations between measurements against the fixed pool, or of NashConv")
    measure_hands: int = _count(20_000, "hands per measurement")
    save_every: int = _count(100, "iterations between checkpoints")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.tables:
            raise BadConfig("no tables: a hold'em run needs at least one")
        if self.game == "holdem":
            self.stages()
        if self.game == "holdem" and (self.method != "ppo" or self.network.table):
            raise BadConfig(
                f"method {self.method!r} and tables are for kuhn and leduc: hold'em takes ppo and a network"
            )
        if self.num_devices > 1 and (self.method != "ppo" or self.ppo.games % self.num_devices):
            raise BadConfig(f"num_devices {self.num_devices}: expected ppo, and games that split evenly among devices")
        if (self.method == "mirror") != self.network.table:
            raise BadConfig(
                "mirror and a table go together: set `method: mirror` and `network: {table: true}`, or neither"
            )

    @property
    def learning(self) -> PPOConfig | MirrorConfig | RegretConfig:
        """The settings of the method."""
        if self.method == "ppo":
            return self.ppo
        return self.mirror if self.method == "mirror" else self.regret

    def stages(self) -> tuple[TrainingGame, ...]:
        """The games of the curriculum; all of one shape, so that a run can pass from one to the next."""
        if self.game == "kuhn":
            return (KuhnGame(self.num_players),)
        if self.game == "leduc":
            return (LeducGame(self.num_players, self.num_ranks),)
        menu = Menu.parse(self.bet_sizes)
        seats = max(table.spec().seats for table in self.tables)
        return tuple(Holdem(table.spec(), menu, seats) for table in self.tables)

    def stage(self, iteration: int) -> int:
        """Which stage of the curriculum an iteration belongs to."""
        done = iteration / self.learning.iterations
        later = [number for number, table in enumerate(self.tables) if done < table.until]
        return later[0] if later and self.game == "holdem" else len(self.tables) - 1


def require_device(name: str) -> None:
    """Make JAX compute on the device asked for; BadConfig if it is not there."""
    if name not in DEVICES:
        raise BadConfig(f"unknown device {name!r}: expected auto, cpu or gpu")
    if name == "auto":
        return
    try:
        device = jax.devices(name)[0]
    except RuntimeError:
        raise BadConfig(f"device {name!r} was requested, but JAX finds only {jax.default_backend()!r} here") from None
    jax.config.update("jax_default_device", device)  # type: ignore[no-untyped-call]
