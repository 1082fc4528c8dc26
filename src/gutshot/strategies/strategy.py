"""`Source`: the one face of everything that can be looked into, from a solved river to a table of rule agents.

A line leads through stops: decisions, cards to come, and the end. What a stop is, is public and cheap; what the hands
do there is asked for one seat at a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.card import Card
from gutshot.games.actions import Action, ActionKind
from gutshot.games.lines import line_after

Reals = NDArray[np.float64]
Combos = NDArray[np.int64]


class StopKind(StrEnum):
    """What a stop waits for."""

    DECISION = "decision"
    CARD = "card"
    OVER = "over"


class Ability(StrEnum):
    """What more can be done with a source."""

    VALUES = "values"
    RUNOUTS = "runouts"
    LOCKS = "locks"
    SIMPLIFY = "simplify"


@dataclass(frozen=True)
class Move:
    """An action of a decision, and what it bets or raises as a share of the pot."""

    action: Action
    pot_share: float | None = None

    @property
    def word(self) -> str:
        """Its text in a line."""
        return str(self.action)

    @property
    def kind(self) -> ActionKind:
        return self.action.kind

    @property
    def amount(self) -> int:
        """What it bets or raises to, 0 for the others."""
        return self.action.amount


@dataclass(frozen=True)
class Chair:
    """A seat as the strip shows it; `bet` is what lies before it on this street."""

    name: str
    stack: int
    bet: int = 0
    folded: bool = False


@dataclass(frozen=True)
class Stop:
    """A place on a line. `taken` is how the line goes on from here, "" at its end; `deals` the cards that come next."""

    line: str
    kind: StopKind
    street: str
    board: tuple[Card, ...]
    pot: int
    chairs: tuple[Chair, ...]
    actor: int | None = None
    moves: tuple[Move, ...] = ()
    deals: int = 0
    taken: str = ""

    def left_by(self, word: str) -> "Stop":
        return replace(self, taken=word)

    def line_after(self, word: str) -> str:
        """The line that goes on from here by an action, or by cards where cards come."""
        return line_after(self.line, word, self.kind is StopKind.CARD)

    @property
    def to_call(self) -> int:
        """What the actor owes."""
        if self.actor is None:
            return 0
        own = self.chairs[self.actor]
        return min(own.stack, max(chair.bet for chair in self.chairs) - own.bet)


@dataclass(frozen=True)
class Hands:
    """What one seat's hands do at a stop, [H] over `combos` (0..1325); unknown things are None.

    `reach` is how likely the seat comes here with each hand, `weight` its part of the range with the other seats'
    cards taken out, `mix` [A, H] the strategy of the one who acts. Values are chips taken out of the pot as it stands.
    """

    seat: int
    combos: Combos
    reach: Reals
    weight: Reals
    mix: Reals | None = None
    ev: Reals | None = None
    equity: Reals | None = None
    action_ev: Reals | None = None

    @property
    def frequencies(self) -> Reals | None:
        """[A] over the whole range; zero where no hand comes."""
        if self.mix is None:
            return None
        if not len(self.combos):
            return np.zeros(len(self.mix))
        total = self.weight.sum()
        return np.asarray(self.mix @ self.weight / total if total > 0 else self.mix.mean(axis=1))


@dataclass(frozen=True)
class About:
    """What a source is: a title, how it was made, how good it is, and what can be asked of it."""

    title: str
    kind: str
    config: dict[str, Any] = field(default_factory=dict)
    quality: dict[str, Any] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()
    big_blind: int | None = None


class Source(Protocol):
    """Something that can be looked into."""

    def describe(self) -> About:
        """What it is."""
        ...

    def walk(self, line: str) -> Sequence[Stop]:
        """Every stop from the start to where the line leads; IllegalAction where it cannot go on."""
        ...

    def hands(self, line: str, seat: int | None = None) -> Hands:
        """What a seat's hands do where the line leads; the actor's, or the last actor's, if no seat is named."""
        ...


def weights_of(reach: Reals) -> Reals:
    """Each hand's part of a range."""
    total = reach.sum()
    return reach / total if total > 0 else reach
