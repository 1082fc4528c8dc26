"""What goes over the wire for play before the flop: tables with charts, the charts of one, and what can be solved."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from gutshot.games.actions import ActionKind
from gutshot.preflop.config import MOST_SEATS
from gutshot.strategies.chart_lines import ChartGroup
from gutshot.web.jobs.schemas import Title
from gutshot.web.wire import Ask, Probability, Wire

Blinds = Annotated[float, Field(gt=0, le=1000)]
Prize = Annotated[float, Field(ge=0, le=1e9)]
RaiseText = Annotated[str, Field(min_length=1, max_length=40, examples=["2.5x"])]


class PreflopTable(Wire):
    """A strategy with charts for a table: its name in all other requests, seats and stacks."""

    source: str
    title: str
    kind: str = Field(description="blueprint, preflop or jam-or-fold.")
    seats: int
    stack: float | None = Field(description="Big blinds of every seat; null where they differ.")
    stacks: str = Field(description="The same in words.")
    own: bool = Field(description="Solved or added here; the others are shipped.")


class ShareView(Wire):
    """An action and how often the whole range takes it."""

    word: str
    kind: ActionKind
    amount: int
    share: Probability


class ChartView(Wire):
    """A decision that players keep a chart of; its hands are those of the node at `line`."""

    group: ChartGroup
    position: str
    against: str = Field(description="Whose raise or limp is answered; empty for an opening.")
    line: str
    shares: list[ShareView]
    ev: float | None = Field(description="Chips; null where the strategy has no values.")


class ChartsView(Wire):
    """All charts of a table, in the order of acting."""

    source: str
    title: str
    big_blind: int
    charts: list[ChartView]


class JamAsk(Ask):
    """Jam or fold at a table, stacks in big blinds from the small blind on; with prizes it is played for money."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"stacks": [8, 12]}, {"stacks": [10, 6, 20], "prizes": [50, 30]}]},
    )

    stacks: list[Blinds] = Field(min_length=2, max_length=MOST_SEATS)
    ante: float = Field(default=0, ge=0, le=10, description="From every seat.")
    small_blind: float = Field(default=0.5, ge=0, le=1)
    prizes: list[Prize] = Field(default=[], max_length=12, description="By place; none: chips are what counts.")
    others: list[Blinds] = Field(default=[], max_length=6, description="Stacks of players who are not in this hand.")
    title: Title = ""


class RaisesAsk(Ask):
    """A game of raises before the flop. Flops are checked down, or worth what a sampled solve of some flops says."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"seats": 2, "stack": 25}]})

    seats: int = Field(default=2, ge=2, le=MOST_SEATS)
    stack: float = Field(gt=1, le=1000, description="Big blinds of every seat.")
    small_blind: float = Field(default=0.5, ge=0, le=1)
    ante: float = Field(default=0, ge=0, le=10)
    sizes: list[RaiseText] = Field(default=["2.5x", "3x", "a"], min_length=1, max_length=6)
    limps: bool = True
    rounds: int = Field(default=6, ge=1, le=100)
    flops: Literal["checked_down", "sampled"] = "sampled"
    boards: int = Field(default=25, ge=1, le=200, description="How many flops are sampled.")
    realisation: float = Field(
        default=0, ge=-1, le=1, description="Checked down: the share of equity that being out of position costs."
    )
    title: Title = ""
