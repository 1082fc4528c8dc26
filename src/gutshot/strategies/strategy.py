"""`Strategy`: the one interface to everything that plays, from a solved river to a table of rule agents.

For a public point and a seat it answers: the actions there, what every hand does, how likely the seat is to hold it,
and what it is worth where values are known. A point is a line of the strategy's own game, or a real hand at any table
(`at`). A line leads through stops: decisions, cards to come, and the end. Stops are public and cheap; hands are asked
for one seat at a time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

import numpy as np

from gutshot.arguments import CheckedMethods
from gutshot.cards.card import Card
from gutshot.cards.combos import CLASS_NAMES, by_class, combo_name
from gutshot.frames import Frame, matrix_html, table_html
from gutshot.games.actions import Action, ActionKind, Choice
from gutshot.games.hand import Hand
from gutshot.games.lines import line_after
from gutshot.games.observation import Observation
from gutshot.numeric.arrays import Ints, Reals

Combos = Ints

HOLDEM = "holdem"
_OF_HOLDEM = ("preflop", "flop", "turn", "river")


class StopKind(StrEnum):
    """What a stop waits for."""

    DECISION = "decision"
    CARD = "card"
    OVER = "over"


class Knowledge(StrEnum):
    """Whether a strategy knows a point exactly, only a similar one, or neither."""

    EXACT = "exact"
    NEAR = "near"
    NONE = "none"


class Ability(StrEnum):
    """Optional features of a strategy."""

    VALUES = "values"
    RUNOUTS = "runouts"
    LOCKS = "locks"
    SIMPLIFY = "simplify"


@dataclass(frozen=True)
class Move:
    """An action of a decision, and what it bets or raises as a share of the pot."""

    action: Action
    pot_share: float | None = None

    @classmethod
    def sized(cls, action: Action, pot: int, highest: int, owed: int) -> "Move":
        """The action with its size as a share of the pot after calling `owed`; `highest` is the bet of the street."""
        return cls(action, (action.amount - highest) / (pot + owed) if action.is_sized else None)

    @property
    def word(self) -> str:
        """The text of the action in a line."""
        return str(self.action)

    @property
    def kind(self) -> ActionKind:
        """Fold, check, call, bet, raise, all-in or draw."""
        return self.action.kind

    @property
    def amount(self) -> int:
        """What it bets or raises to; 0 for other actions."""
        return self.action.amount if self.action.is_sized else 0

    @property
    def choice(self) -> Choice:
        """The action for the rules engine."""
        return self.action.choice


@dataclass(frozen=True)
class Chair:
    """A seat at a stop; `bet` is what it has bet on this street."""

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
        """The same stop, and how the line goes on."""
        return replace(self, taken=word)

    def line_after(self, word: str) -> str:
        """The line extended by an action, or by cards where cards come next."""
        return line_after(self.line, word, self.kind is StopKind.CARD)

    @property
    def to_call(self) -> int:
        """What the actor owes."""
        if self.actor is None:
            return 0
        own = self.chairs[self.actor]
        return min(own.stack, max(chair.bet for chair in self.chairs) - own.bet)


@dataclass(frozen=True, repr=False)
class Hands:
    """What one seat's hands do at a stop, [H] over `combos` (0..1325); None means unknown.

    `reach` is how likely the seat gets here with each hand, `weight` its share of the range after card removal,
    `mix` [A, H] the strategy of the actor. Values are chips taken out of the pot as it stands;
    `ev_error` is their standard error, 0 where they are computed in full. `notes` say in words what differs.
    """

    seat: int
    combos: Combos
    reach: Reals
    weight: Reals
    mix: Reals | None = None
    ev: Reals | None = None
    equity: Reals | None = None
    action_ev: Reals | None = None
    ev_error: float | None = None
    knowledge: Knowledge = Knowledge.EXACT
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Hands(seat {self.seat}, {len(self.combos):,} hands, {self.knowledge})"

    @property
    def frequencies(self) -> Reals | None:
        """[A] over the whole range; zeros if no hand gets here."""
        if self.mix is None:
            return None
        if not len(self.combos):
            return np.zeros(len(self.mix))
        total = self.weight.sum()
        return np.asarray(self.mix @ self.weight / total if total > 0 else self.mix.mean(axis=1))


@dataclass(frozen=True, repr=False)
class Answer(Frame):
    """What a strategy says about a real decision: the point in the table's own chips, and a seat's hands there."""

    stop: Stop
    hands: Hands

    def __repr__(self) -> str:
        shares = self.hands.frequencies
        told = zip(self.moves, () if shares is None else shares, strict=False)
        mix = [f"{move.word} {100 * share:.1f} %" for move, share in told]
        return f"Answer({', '.join(mix) or 'no mix'}, {self.knowledge})"

    @property
    def _is_holdem(self) -> bool:
        return self.stop.street in _OF_HOLDEM

    def columns(self) -> dict[str, list[Any]]:
        """One entry per hand of the actor; hold'em by name, other hands by number of their class."""
        hands = self.hands
        found: dict[str, list[Any]] = {
            "hand": [combo_name(c) if self._is_holdem else str(c) for c in hands.combos.tolist()]
        }
        found |= {"reach": hands.reach.tolist(), "weight": hands.weight.tolist()}
        for name, row in (("ev", hands.ev), ("equity", hands.equity)):
            found |= {} if row is None else {name: row.tolist()}
        mix = () if hands.mix is None else hands.mix
        return found | {move.word: row.tolist() for move, row in zip(self.moves, mix, strict=False)}

    def _repr_html_(self) -> str:
        mix = self.hands.mix
        if mix is None or not self._is_holdem:
            return table_html(self.columns(), repr(self))
        shares, reach = by_class(self.hands.combos, self.hands.reach, mix)
        words = [move.word for move in self.moves]
        return matrix_html(CLASS_NAMES, reach.tolist(), shares.tolist(), words, repr(self)[7:-1])

    @property
    def knowledge(self) -> Knowledge:
        """Exact, near or none."""
        return self.hands.knowledge

    @property
    def moves(self) -> tuple[Move, ...]:
        """The actor's actions."""
        return self.stop.moves


@dataclass(frozen=True)
class About:
    """What a strategy is: its game, how it was made, how good it is, and what can be asked of it.

    `depth` is the stacks in big blinds, None if there are no blinds or stacks differ.
    """

    title: str
    kind: str
    config: dict[str, Any] = field(default_factory=dict)
    quality: dict[str, Any] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()
    big_blind: int | None = None
    seats: int = 2
    depth: float | None = None
    game: str = HOLDEM


class Named(CheckedMethods):
    """A strategy that is shown by its kind and title."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.describe().title!r})"  # type: ignore[attr-defined]


class Strategy(Protocol):
    """A way to play that can be queried."""

    def describe(self) -> About:
        """What it is."""
        ...

    def walk(self, line: str) -> Sequence[Stop]:
        """Every stop from the start to where the line leads; IllegalAction where it cannot go on."""
        ...

    def hands(self, line: str, seat: int | None = None) -> Hands:
        """What a seat's hands do at the end of a line; by default the actor's, or the last actor's."""
        ...

    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        """The same at a decision of a real hand, using public information only.

        Bets, stacks and seats may differ from the strategy's own; the answer says whether it knows the point.
        Where it does not (`Knowledge.NONE`) there is no mix. Equities may be left out: they take longest.
        """
        ...


@runtime_checkable
class AnswersBets(Protocol):
    """A strategy that tells cheaply how often it folds to many bets: it need not work out each answer in full.

    Who asks chooses a bet by this, and then asks `at` for the answer to it; so the shares may be rough, for example of
    one solution with all the sizes in it, and only cost a responder some of what he could win.
    """

    def fold_shares(self, seen: Hand, amounts: Sequence[int]) -> Sequence[Reals | None]:
        """For each raise (to) of the actor, [1326] how often each hand of the other player folds; None if unknown.

        Raises are legal and of a hand with two players left; hands that cannot be there may have any share.
        """
        ...


def weights_of(reach: Reals) -> Reals:
    """Each hand's share of a range."""
    total = reach.sum()
    return reach / total if total > 0 else reach


def nothing_known(seat: int, *notes: str) -> Hands:
    """The hands of a seat at a point that a strategy does not know."""
    none = np.zeros(0)
    return Hands(seat, np.zeros(0, np.int64), none, none, knowledge=Knowledge.NONE, notes=notes)
