"""What goes over the wire for long work: solves and simulations as asked for, and how they stand."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field

from gutshot.games.variants import Game
from gutshot.postflop.profiles import MOST_STRENGTH
from gutshot.postflop.size_search import MOST_SIZES
from gutshot.postflop.solve import MOST_ITERATIONS
from gutshot.trainer.jobs.kinds import JobKind, JobState
from gutshot.trainer.jobs.limits import MOST_HANDS
from gutshot.trainer.table.setup import MOST_CHIPS
from gutshot.web.explore.schemas import SourceName
from gutshot.web.study.schemas import ImportReport
from gutshot.web.wire import Ask, CardText, Probability, Wire

SizeText = Annotated[str, Field(max_length=200, examples=["33%, 75%, a"])]
SizeKey = Literal["flop", "turn", "river", "oop", "ip"]
Sizes: TypeAlias = SizeText | dict[SizeKey, SizeText | dict[SizeKey, SizeText]]
RangeText = Annotated[str, Field(min_length=1, max_length=20_000, examples=["QQ+,AKs:0.5"])]
LineText = Annotated[str, Field(max_length=400, examples=["check,bet 120,call|Qc|check"])]
Title = Annotated[str, Field(max_length=80)]
ProfileName = Literal["station", "maniac", "nit", "aggressor", "passive", "overfolder"]


class RakeAsk(Ask):
    """Rake taken from every pot."""

    rate: float = Field(default=0, ge=0, le=1)
    cap: float = Field(default=0, ge=0, le=1e9)


class FlopSpotAsk(Ask):
    """A spot for the postflop solver without its board."""

    oop: RangeText
    ip: RangeText
    pot: int = Field(ge=1, le=10**9, examples=[200])
    stack: int = Field(ge=1, le=10**9, examples=[900])
    bets: Sizes = ""
    raises: Sizes = ""
    donk: Sizes | None = None
    add_allin_threshold: float = Field(default=0, ge=0, le=1e6)
    force_allin_threshold: float = Field(default=0, ge=0, le=1e6)
    merging_threshold: float = Field(default=0, ge=0, le=1e6)
    rake: RakeAsk = Field(default_factory=RakeAsk)


class SpotAsk(FlopSpotAsk):
    """A spot for the postflop solver, as in YAML: see docs/postflop.md."""

    board: str = Field(min_length=6, max_length=20, examples=["Td9d6h"])
    played: list[LineText] = Field(
        default_factory=list,
        max_length=20,
        description="Lines of the first street to have in the tree besides the sizes.",
    )


PlayerName = Annotated[str, Field(max_length=20, examples=["btn"])]
ThreeSizes: TypeAlias = SizeText | dict[PlayerName, SizeText | dict[PlayerName, SizeText]]
Cards = Annotated[int, Field(ge=0, le=52)]


class ThreeSpotAsk(Ask):
    """A spot with three ranges, as in YAML: see docs/threeway.md."""

    board: str = Field(min_length=6, max_length=20, examples=["Ks9s7h4d2c"])
    players: dict[PlayerName, RangeText] = Field(max_length=20, description="Names and ranges in order of action.")
    pot: int = Field(ge=1, le=10**9, examples=[100])
    stacks: int | Annotated[list[int], Field(max_length=20)] = Field(examples=[[300, 220, 400]])
    bets: ThreeSizes = ""
    raises: ThreeSizes = ""
    donk: ThreeSizes | None = None
    add_allin_threshold: float = Field(default=0, ge=0, le=1e6)
    force_allin_threshold: float = Field(default=0, ge=0, le=1e6)
    merging_threshold: float = Field(default=0, ge=0, le=1e6)
    turns: Cards | None = Field(default=None, description="Of a flop: cards that stand for all; 0 for every card.")
    rivers: Cards | None = None
    played: list[LineText] = Field(default_factory=list, max_length=20)
    rake: RakeAsk = Field(default_factory=RakeAsk)


class LockAsk(Ask):
    """A strategy fixed at a line: a share for each action, for all hands or for those of a range."""

    line: LineText
    strategy: dict[Annotated[str, Field(max_length=40)], Probability] = Field(
        min_length=1, max_length=20, examples=[{"check": 0.7, "bet 120": 0.3}]
    )
    hands: RangeText | None = Field(default=None, description="All hands if left out.")


class ProfileAsk(Ask):
    """A kind of player that a whole side is to be, once the spot is solved; then the best answer to it is found."""

    player: Literal["oop", "ip"]
    name: ProfileName
    strength: float = Field(default=1, ge=0, le=MOST_STRENGTH)


_RIVER: dict[str, Any] = {
    "board": "QsJh2c8d4s",
    "oop": "AA,KK:0.5,T9s",
    "ip": "AQs+,JJ,98s",
    "pot": 100,
    "stack": 100,
    "bets": "75%",
}


class SolveAsk(Ask):
    """A spot to solve. `target` is the exploitability to stop at, as a share of the pot."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"spot": _RIVER}]})

    spot: SpotAsk
    locks: list[LockAsk] = Field(default_factory=list, max_length=200)
    profile: ProfileAsk | None = None
    base: SourceName | None = Field(
        default=None, description="The solution that the locks were made in: what they cost is told against it."
    )
    sizes: int | None = Field(
        default=None, ge=1, le=MOST_SIZES, description="Keep so many of the bet sizes for each street and player."
    )
    target: float = Field(default=0.003, ge=1e-6, le=0.5)
    iterations: int | None = Field(default=None, ge=1, le=MOST_ITERATIONS)
    precision: Literal["f32", "i16"] = "f32"
    title: Title = ""


class ThreeSolveAsk(Ask):
    """A spot with three ranges to solve. `target` is the largest gain to stop at, as a share of the pot."""

    spot: ThreeSpotAsk
    locks: list[LockAsk] = Field(default_factory=list, max_length=200)
    base: SourceName | None = Field(
        default=None, description="The solution that the locks were made in: what they cost is told against it."
    )
    target: float = Field(default=0.003, ge=1e-6, le=0.5)
    iterations: int | None = Field(default=None, ge=1, le=MOST_ITERATIONS)
    title: Title = ""


class FurtherAsk(Ask):
    """How much lower a finished solve is to go."""

    target: float = Field(ge=1e-6, le=0.5, description="The exploitability to stop at, as a share of the pot.")


class NodeCount(Wire):
    """Nodes of the public tree, runouts that are alike counted once."""

    decision: int
    chance: int
    terminal: int
    actions: int


class Estimate(Wire):
    """What a solve will take, before it starts."""

    bytes: int
    disk: int = Field(description="Bytes that its result takes on disk.")
    limit: int = Field(description="Bytes that this server allows for a solve.")
    fits: bool
    nodes: NodeCount
    hands: list[int] = Field(description="Hands that the board leaves each player, out of position first.")


class SimulationAsk(Ask):
    """Agents to play against each other. `{"agents": [..]}` alone is 10,000 hands of hold'em with 100 big blinds."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"agents": ["style:tag", "style:maniac"], "hands": 600}]}
    )

    agents: list[Annotated[str, Field(max_length=200)]] = Field(min_length=2, max_length=10)
    variant: Game = Game.HOLDEM
    hands: int = Field(default=10_000, ge=1, le=MOST_HANDS)
    stack: int = Field(default=10_000, ge=1, le=MOST_CHIPS)
    small_blind: int = Field(default=50, ge=0, le=MOST_CHIPS)
    big_blind: int = Field(default=100, ge=1, le=MOST_CHIPS)
    ante: int = Field(default=0, ge=0, le=MOST_CHIPS)
    duplicate: bool = Field(default=False, description="The same cards for every rotation of the agents.")
    seed: int = Field(default=0, ge=0, lt=1 << 53)
    title: Title = ""


class InstalledAgent(Wire):
    """An agent that can be put into a slot."""

    name: str
    label: str
    about: str
    variants: list[Game]


class JobView(Wire):
    """The current state of a job. The `can_` fields say what may be done with it now."""

    id: str
    kind: JobKind
    title: str
    state: JobState
    created: str = Field(description="When, in ISO 8601.")
    seconds: float = Field(description="Spent running.")
    fraction: Probability
    text: str = Field(description="How far it is, in words.")
    error: str | None = Field(description="Why it failed, in a sentence.")
    ahead: int | None = Field(description="Number of jobs ahead of it; null unless it is waiting.")
    result: str | None = Field(description="Name of its result, even if unfinished: a solution, a match or a bundle.")
    bytes: int = Field(description="What its result takes on disk.")
    can_pause: bool
    can_resume: bool
    can_cancel: bool


class CurvePoint(Wire):
    """How far a solve was, and when."""

    iteration: int
    exploitability: float = Field(description="Per cent of the pot.")
    seconds: float


class SimRate(Wire):
    """A win rate in big blinds per 100 hands; `ci95` is half the width of its interval, null below two hands."""

    hands: int
    bb100: float
    ci95: float | None


class SimAgent(Wire):
    """One agent's figures; percentages from 0 to 100, null where nothing was counted."""

    name: str
    hands: int
    profit: int
    bb100: float
    ci95: float | None
    adjusted_bb100: float
    adjusted_ci95: float | None
    vpip: float | None
    pfr: float | None
    three_bet: float | None
    af: float | None
    wtsd: float | None
    wsd: float | None
    failures: int
    positions: dict[str, SimRate]
    opponents: dict[str, SimRate]


class SimCurve(Wire):
    """Big blinds won after each number of hands of the agent; `adjusted` without all-in luck."""

    hands: list[int]
    won: list[float]
    adjusted: list[float]


class NotedHand(Wire):
    """One of the largest pots of a match."""

    hand: int
    won_bb: float
    winner: str


class MatchHandLine(Wire):
    """One hand of a match in a list."""

    hand: int
    pot_bb: float
    board: list[CardText]
    winner: str
    won_bb: float
    loser: str
    lost_bb: float


class SimRun(Wire):
    """Where a match stands."""

    hands: int
    total: int
    complete: bool
    big_blind: int
    unit: str = Field(description="What the intervals count: a hand, or a block with the same cards.")
    agents: list[SimAgent]
    curves: list[SimCurve]
    noted: list[NotedHand]


class TrainingPoint(Wire):
    """A run at a moment; `infosets` and the regret are estimated from a sample where there are many."""

    seconds: float
    visits: int
    nodes_per_second: float
    infosets: int
    average_regret: float = Field(description="Big blinds.")
    memory: int = Field(description="Bytes, of the whole process.")
    tables: int = Field(description="Bytes of tree and tables.")


class ResponseGain(Wire):
    """What a seat's best response inside the abstraction wins over its own strategy, big blinds a hand."""

    seconds: float
    seat: int
    gain: float
    gain_ci95: float


class LocalGain(Wire):
    """What a local best response wins, big blinds a hand."""

    seconds: float
    hands: int
    mean: float
    ci95: float


class BlueprintProgress(Wire):
    """Where the training of a blueprint stands. Intervals are 95 %."""

    positions: list[str]
    points: list[TrainingPoint]
    opens: dict[str, float] = Field(description="How often each seat raises when it is folded to.")
    responses: list[ResponseGain]
    local: list[LocalGain]
    threads: int
    grows: bool = Field(description="Whether tables grow with what is visited.")
    lines: list[str] = Field(description="The latest that was said.")


class JobDetail(Wire):
    """A job with everything its page draws: a solve's curve, or a match's figures."""

    job: JobView
    config: dict[str, Any] = Field(description="As requested.")
    curve: list[CurvePoint]
    run: SimRun | None
    training: BlueprintProgress | None = Field(description="Of a training, after its first report.")
    hands: ImportReport | None = Field(description="Of an import of hands.")


class JobsMessage(Wire):
    """WebSocket /api/jobs/live, at the start: all your jobs, newest first."""

    type: Literal["jobs"] = "jobs"
    jobs: list[JobView]


class JobMessage(Wire):
    """WebSocket /api/jobs/live: a job has changed or is new."""

    type: Literal["job"] = "job"
    job: JobView


class DetailMessage(Wire):
    """WebSocket /api/jobs/{job}/live, at once and after every change."""

    type: Literal["detail"] = "detail"
    detail: JobDetail


class GoneMessage(Wire):
    """WebSocket: a job was deleted."""

    type: Literal["gone"] = "gone"
    id: str


JobServerMessage = Annotated[JobsMessage | JobMessage | DetailMessage | GoneMessage, Field(discriminator="type")]
