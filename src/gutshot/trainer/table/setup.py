"""A table's setup: the game, the seats, the stakes and who sits where. Chosen once and stored with the table.

Chair 0 is the person's; the others are agents. Chairs keep their numbers for the life of the table, while a hand
numbers only the seats that are dealt in.
"""

from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from gutshot.errors import BadConfig
from gutshot.games.row import NOBODY
from gutshot.games.variants import Game
from gutshot.preflop.icm import require_payouts
from gutshot.trainer.table.pool import Pool
from gutshot.trainer.table.tournament import BlindSchedule, Level, PrizeShape

YOU = 0
MOST_SEATS = {"holdem": 9, "badugi": 7}
MOST_CHIPS = 1_000_000_000
MOST_PLAYERS = 300
FEWEST_AT_A_TABLE = 3
"""Of a tournament: with two, somebody would sit alone."""


class Mode(StrEnum):
    """Cash: the blinds stay. Sit-and-go and tournament: they rise, and places are paid, at one table or at many."""

    CASH = "cash"
    SIT_AND_GO = "sit_and_go"
    TOURNAMENT = "tournament"

    @property
    def pays_places(self) -> bool:
        """Whether prizes are paid, and not chips."""
        return self is not Mode.CASH

    @property
    def words(self) -> str:
        """What it is called."""
        return {"cash": "cash game", "sit_and_go": "sit-and-go", "tournament": "tournament"}[self.value]


@dataclass(frozen=True)
class TableSetup:
    """The unchanging part of a table; `agents` and `names` are of the chairs after the person's.

    Where `players` is set there are more of them than chairs: all in a tournament, or the pool of fast fold. Then
    agents and names are of all players after the person, and `seated` tells who sits here.
    """

    game: Game
    mode: Mode
    stacks: tuple[int, ...]
    schedule: BlindSchedule
    agents: tuple[str, ...]
    names: tuple[str, ...]
    seed: int
    title: str = ""
    rebuys: bool = False
    hidden_styles: bool = True
    payouts: tuple[float, ...] = ()
    cap: int = 4
    players: int = 0

    def __post_init__(self) -> None:
        seats, most = len(self.stacks), MOST_SEATS[self.game]
        if not 2 <= seats <= most:
            raise BadConfig(f"{seats} seats: {self.game.value} is played by 2 to {most}")
        if len(self.agents) != len(self.names) or len(self.agents) + 1 not in (seats, self.players or seats):
            raise BadConfig(f"{len(self.agents)} opponents for {seats} seats: expected {seats - 1}")
        big = self.schedule.levels[0].big_blind
        for chair, stack in enumerate(self.stacks):
            if not big <= stack <= MOST_CHIPS:
                raise BadConfig(f"seat {chair} has a stack of {stack}: expected {big} (a big blind) to {MOST_CHIPS}")
        if self.mode.pays_places:
            require_payouts(self.payouts, self.players or seats)
            if self.rebuys:
                raise BadConfig(f"rebuys in a {self.mode.words}: players who go broke there are out")
        self._check_players()

    def _check_players(self) -> None:
        if self.mode is Mode.SIT_AND_GO and self.players:
            raise BadConfig(f"{self.players} players: a sit-and-go has as many as seats")
        fewest = self.seats + 1
        if (self.players or self.mode is Mode.TOURNAMENT) and not fewest <= self.players <= MOST_PLAYERS:
            raise BadConfig(f"{self.players} players for {self.seats} seats: expected {fewest} to {MOST_PLAYERS}")
        if self.players and len(set(self.stacks)) > 1:
            raise BadConfig(f"stacks {list(self.stacks)}: where players change tables, all begin with the same")
        if self.mode is Mode.TOURNAMENT and self.seats < FEWEST_AT_A_TABLE:
            raise BadConfig(f"{self.seats} seats: the tables of a tournament have {FEWEST_AT_A_TABLE} or more")

    @property
    def is_fast_fold(self) -> bool:
        """Whether everybody goes on to the next hand, with others, when he folds."""
        return self.mode is Mode.CASH and self.players > 0

    def seated(self, pool: Pool | None) -> "TableSetup":
        """The same table with those who sit at it in a hand; an empty chair has no name."""
        if pool is None or len(self.agents) == self.seats - 1:
            return self
        return replace(
            self,
            agents=tuple("" if player == NOBODY else self.agents[player - 1] for player in pool.cast[1:]),
            names=tuple("" if player == NOBODY else self.names[player - 1] for player in pool.cast[1:]),
        )

    @property
    def seats(self) -> int:
        """How many."""
        return len(self.stacks)

    @property
    def total_chips(self) -> int:
        """Of all players."""
        return sum(self.stacks)

    def name_of(self, chair: int) -> str:
        """Who sits in a chair."""
        return "You" if chair == YOU else self.names[chair - 1]

    def to_json(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> "TableSetup":
        """Of what was stored."""
        schedule = fields["schedule"]
        levels = tuple(Level(**level) for level in schedule["levels"])
        return cls(
            **fields
            | {
                "game": Game(fields["game"]),
                "mode": Mode(fields["mode"]),
                "stacks": tuple(fields["stacks"]),
                "agents": tuple(fields["agents"]),
                "names": tuple(fields["names"]),
                "payouts": tuple(fields["payouts"]),
                "schedule": BlindSchedule(**schedule | {"levels": levels}),
            }
        )


class Pace(StrEnum):
    """How long an opponent takes: as at a real table, a third of that, or no time."""

    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"


_THINKING = (1.0, 1.5, 2.0, 2.0)
_SCALE = {Pace.NORMAL: 1.0, Pace.FAST: 1 / 3, Pace.INSTANT: 0.0}


def thinking_time(pace: Pace, street: int) -> float:
    """Seconds before an opponent acts: 1 before the flop, 1.5 on it, 2 later."""
    return _SCALE[pace] * _THINKING[min(street, 3)]


@dataclass(frozen=True)
class TableSettings:
    """What the person may change while playing."""

    pace: Pace = Pace.NORMAL
    auto_advance: bool = True  # deal the next hand after a countdown
    auto_coach: bool = True
    seconds_to_act: int | None = None  # None: no clock
    time_bank: int = 0  # seconds in reserve, for the whole table
    paused: bool = False

    def __post_init__(self) -> None:
        if self.seconds_to_act is not None and not 3 <= self.seconds_to_act <= 600:
            raise BadConfig(f"{self.seconds_to_act} seconds to act: expected 3 to 600, or none for no clock")
        if not 0 <= self.time_bank <= 3600:
            raise BadConfig(f"a time bank of {self.time_bank} seconds: expected 0 to 3600")

    def to_json(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> "TableSettings":
        """Of what was stored."""
        return cls(**fields | {"pace": Pace(fields["pace"])})


COUNTDOWN = 3.0
"""Seconds between the end of a hand and the next one."""


@dataclass(frozen=True)
class Choices:
    """A person's choices; `defaults.make_setup` fills in the rest."""

    game: Game = Game.HOLDEM
    mode: Mode = Mode.CASH
    seats: int = 6
    stack: int | None = None
    stacks: tuple[int, ...] | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    ante: int = 0
    opponents: tuple[str, ...] | None = None
    hidden_styles: bool = True
    rebuys: bool = False
    levels: tuple[Level, ...] | None = None
    hands_per_level: int | None = None
    minutes_per_level: float | None = None
    payouts: tuple[float, ...] | None = None
    prize_shape: PrizeShape = PrizeShape.USUAL
    players: int = 0
    title: str = ""
    seed: int | None = field(default=None, repr=False)
