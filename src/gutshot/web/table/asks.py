"""What the page asks of a table, checked at the door: a new table, settings, decisions, plans, cards to show.

Cards are text such as "As"; amounts are whole chips.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import ConfigDict, Field

from gutshot.games.variants import Game
from gutshot.trainer.table.plans import Plan
from gutshot.trainer.table.setup import MOST_CHIPS, MOST_PLAYERS, Mode, Pace
from gutshot.trainer.table.tournament import PrizeShape
from gutshot.web.wire import Ask, CardText


class LevelAsk(Ask):
    """The forced bets of one blind level."""

    small_blind: int = Field(ge=0, le=MOST_CHIPS, examples=[25])
    big_blind: int = Field(ge=1, le=MOST_CHIPS, examples=[50])
    ante: int = Field(default=0, ge=0, le=MOST_CHIPS)


class SettingsAsk(Ask):
    """What may be changed while playing; what is left out stays as it is."""

    pace: Pace | None = Field(default=None, description="How long opponents take to act.")
    auto_advance: bool | None = Field(default=None, description="Deal the next hand after a countdown.")
    auto_coach: bool | None = Field(default=None, description="Show advice on every turn automatically.")
    seconds_to_act: int | None = Field(default=None, ge=0, le=600, description="Seconds for a decision; 0: no clock.")
    time_bank: int | None = Field(default=None, ge=0, le=3600, description="Seconds in reserve for the whole table.")


class NewTable(Ask):
    """A table to sit down at. `{}` is a six-handed hold'em cash game with blinds 25/50 and stacks of 2,500."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{}, {"game": "badugi", "seats": 5, "mode": "sit_and_go"}]}
    )

    game: Game = Game.HOLDEM
    mode: Mode = Mode.CASH
    seats: int = Field(default=6, ge=2, le=9, description="Number of seats, including yours: 2-9, in badugi 2-7.")
    stack: int | None = Field(
        default=None, ge=1, le=MOST_CHIPS, description="Starting stack of every seat; default 2,500."
    )
    stacks: list[Annotated[int, Field(ge=1, le=MOST_CHIPS)]] | None = Field(
        default=None, max_length=9, description="Starting stacks by seat, yours first, instead of `stack`."
    )
    small_blind: int | None = Field(default=None, ge=0, le=MOST_CHIPS)
    big_blind: int | None = Field(default=None, ge=1, le=MOST_CHIPS)
    ante: int = Field(default=0, ge=0, le=MOST_CHIPS)
    opponents: list[Annotated[str, Field(max_length=100)]] | None = Field(
        default=None,
        max_length=8,
        description='Agents for the other seats in order, "random" for any; default: all random.',
    )
    hidden_styles: bool = Field(default=True, description="Hide the opponents' styles until they are revealed.")
    rebuys: bool = Field(default=False, description="Cash only: players who go broke buy back in before the next hand.")
    levels: list[LevelAsk] | None = Field(default=None, min_length=1, max_length=60)
    hands_per_level: int | None = Field(default=None, ge=1, le=10_000)
    minutes_per_level: float | None = Field(default=None, gt=0, le=10_000)
    payouts: list[Annotated[float, Field(ge=0, le=1e9)]] | None = Field(
        default=None, min_length=1, max_length=MOST_PLAYERS
    )
    players: int = Field(
        default=0,
        ge=0,
        le=MOST_PLAYERS,
        description="All players of a tournament with many tables; in a cash game, of a pool with fast fold.",
    )
    prize_shape: PrizeShape = Field(
        default=PrizeShape.USUAL, description="Of a tournament with many tables, unless `payouts` says."
    )
    title: str = Field(default="", max_length=60)
    seed: int | None = Field(
        default=None, ge=0, lt=1 << 53, description="Makes the table repeatable; default: a secret seed."
    )
    settings: SettingsAsk = Field(default_factory=SettingsAsk)


class ActionName(StrEnum):
    """What a person can do on his turn; a bet is a raise from nothing."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"
    DRAW = "draw"


class Act(Ask):
    """One decision. `hand` and `step` are those of the table view it answers, so that a double click acts once."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"hand": 1, "step": 3, "action": "raise", "amount": 150}]},
    )

    hand: int = Field(ge=1, le=2**31)
    step: int = Field(ge=0, le=2**31)
    action: ActionName
    amount: int | None = Field(default=None, ge=0, le=MOST_CHIPS * 16, description="For a raise: what to raise *to*.")
    cards: list[CardText] | None = Field(
        default=None, max_length=5, description="For a draw: cards to discard; [] stands pat."
    )
    confirm: bool = Field(default=False, description="A fold where checking is free must be confirmed.")


class HandRef(Ask):
    """Which hand a command means: asking twice does it once."""

    hand: int = Field(ge=1, le=2**31, examples=[1])


class PauseAsk(Ask):
    """Pause or go on."""

    paused: bool


class PlanAsk(HandRef):
    """What to do when your turn comes; null takes it back."""

    plan: Plan | None


class ShowAsk(HandRef):
    """Cards of yours to show after a hand."""

    cards: list[CardText] = Field(min_length=1, max_length=5)
