"""Advice as plain data, and how a decision is graded."""

from dataclasses import dataclass, field
from enum import StrEnum

from gutshot.cards.card import Card, format_cards
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation


class GradeName(StrEnum):
    """How good a decision was."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Method(StrEnum):
    """Where the coach's values come from."""

    EQUITY = "equity"  # against estimated ranges
    SOLVER = "solver"  # the spot was solved
    DRAWS = "draws"  # badugi: chances of the draws to come


GRADES = tuple(GradeName)
_LIMITS = ((0.02, GradeName.BEST), (0.25, GradeName.FINE), (1.0, GradeName.INACCURACY), (3.0, GradeName.MISTAKE))
"""Big blinds lost up to which a decision earns the grade."""


_TAKEN = 0.15


def grade_of(ev_lost: float) -> GradeName:
    """The grade of a loss in big blinds."""
    return next((grade for limit, grade in _LIMITS if ev_lost <= limit), GradeName.BLUNDER)


@dataclass(frozen=True)
class Option:
    """One option and its value in chips; folding is worth 0.

    `folds`: how often all others fold to it; `share`: how often a solution does it with this hand.
    """

    choice: Choice
    label: str
    value: float
    folds: float | None = None
    share: float | None = None

    @property
    def is_solution(self) -> bool:
        """Whether a solution does it so often that its value differs from the best only by how far it was solved."""
        return self.share is not None and self.share >= _TAKEN


@dataclass(frozen=True)
class Read:
    """The estimate of one opponent: his seat, the share of all hands he may hold if known, and words."""

    seat: int
    share: float | None
    words: str


@dataclass(frozen=True)
class Improvement:
    """A better hand that may come: its words, how likely it is by the end, how many next cards make it."""

    words: str
    chance: float
    outs: int | None = None


@dataclass(frozen=True)
class Advice:
    """The coach's view of one decision. `options` are best first; `method` says in a sentence what `kind` names."""

    options: tuple[Option, ...]
    equity: float
    players: int
    why: str
    method: str
    kind: Method = Method.EQUITY
    reads: tuple[Read, ...] = ()
    outs: int | None = None
    stack_to_pot: float | None = None
    improvements: tuple[Improvement, ...] = field(default=())

    @property
    def best(self) -> Option:
        return self.options[0]

    def value_of(self, choice: Choice) -> float:
        """What a choice among the options is worth."""
        return next(option.value for option in self.options if option.choice == choice)


def choice_words(observation: Observation, choice: Choice) -> str:
    """A choice as an instruction: "Raise to 150", "Call 50", "Discard 9c Kd"."""
    legal = observation.legal
    if isinstance(choice, tuple):
        return throw_words(choice)
    if isinstance(choice, str):
        return f"Call {legal.call}" if choice == "call" else choice.capitalize()
    if (
        choice == legal.max_raise_to
        and choice >= observation.stacks[observation.seat] + observation.bets[observation.seat]
    ):
        return f"All-in for {choice}"
    return f"Raise to {choice}" if max(observation.bets) else f"Bet {choice}"


def throw_words(cards: tuple[Card, ...]) -> str:
    return f"Discard {format_cards(cards, ' ')}" if cards else "Stand pat"


_DOING = {
    "Fold": "folding", "Check": "checking", "Call": "calling", "Bet": "betting", "Raise": "raising",
    "All-in": "going all-in", "Discard": "discarding", "Stand": "standing",
}  # fmt: skip


def doing(label: str) -> str:
    """A label as a gerund: "Raise to 300" -> "raising to 300"."""
    verb, space, rest = label.partition(" ")
    return _DOING[verb] + space + rest


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"
