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

    STRATEGY = "strategy"  # played out by a strategy
    SOLVER = "solver"  # the spot was solved
    RULES = "rules"  # badugi of three and more: played out by rule players
    DRAWS = "draws"  # badugi's chances of an earlier build, in stored hands
    EQUITY = "equity"  # estimates of an earlier build, in stored hands


GRADES = tuple(GradeName)
_LIMITS = ((0.02, GradeName.BEST), (0.25, GradeName.FINE), (1.0, GradeName.INACCURACY), (3.0, GradeName.MISTAKE))
"""Big blinds lost up to which a decision earns the grade."""

OFTEN = 0.15
"""What a strategy does at least so often with a hand is one of its choices, and never a mistake."""


def grade_of(ev_lost: float) -> GradeName:
    """The grade of a loss in big blinds."""
    return next((grade for limit, grade in _LIMITS if ev_lost <= limit), GradeName.BLUNDER)


@dataclass(frozen=True)
class Option:
    """One option, with how often the strategy takes it with this hand, and its value in chips; folding is worth 0.

    `error` is the standard error of the value, 0 where it is computed in full; `folds` how often all others fold to
    it; `lost` is how much less it is worth than the best of what the strategy does, with the standard error of that.
    What is not known is None. `note` says what the value leaves open.
    """

    choice: Choice
    label: str
    value: float | None = None
    folds: float | None = None
    share: float | None = None
    error: float = 0.0
    lost: float | None = None
    lost_error: float = 0.0
    note: str = ""

    @property
    def is_often(self) -> bool:
        """Whether the strategy takes it so often that it is one of its choices."""
        return self.share is not None and self.share >= OFTEN


@dataclass(frozen=True)
class Read:
    """What one opponent may hold: his seat, the share of all hands if known, and words."""

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
    """The coach's view of one decision. `options` are best first; there are none where no strategy knows the spot.

    `equity` is against the seats of `against`. `whole_range` are the shares of fold, check or call, and bet or raise
    over all hands that come here; `method` says which strategy spoke and how near it is; `is_final` once values are in.
    """

    options: tuple[Option, ...]
    equity: float | None
    against: tuple[int, ...]
    players: int
    why: str
    method: str
    kind: Method = Method.STRATEGY
    is_exact: bool = False
    is_final: bool = True
    reads: tuple[Read, ...] = ()
    whole_range: tuple[tuple[str, float], ...] = ()
    outs: int | None = None
    stack_to_pot: float | None = None
    improvements: tuple[Improvement, ...] = field(default=())

    @property
    def best(self) -> Option | None:
        """None where nobody knows, or not yet."""
        first = self.options[0] if self.options else None
        return None if first is None or (first.share is None and first.value is None) else first

    @property
    def reference(self) -> Option | None:
        """What the others are measured by: the most valuable of what the strategy does."""
        measured = [option for option in self.options if option.lost == 0 and option.lost_error == 0]
        return measured[0] if measured else self.best

    def option_of(self, choice: Choice) -> Option | None:
        """The option of a choice, if it was weighed; cards to discard in any order."""
        return next((option for option in self.options if _same(option.choice, choice)), None)


def _same(one: Choice, other: Choice) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return set(one) == set(other)
    return one == other


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
        others = [
            stack + bet
            for seat, (stack, bet) in enumerate(zip(observation.stacks, observation.bets, strict=True))
            if observation.live[seat] and seat != observation.seat
        ]
        most = max(others, default=choice)
        return f"All-in for {choice}" if most >= choice else f"All-in for {choice}, {most} effective"
    return f"Raise to {choice}" if max(observation.bets) else f"Bet {choice}"


def throw_words(cards: tuple[Card, ...]) -> str:
    """A discard in words."""
    return f"Discard {format_cards(cards, ' ')}" if cards else "Stand pat"


_DOING = {
    "Fold": "folding", "Check": "checking", "Call": "calling", "Bet": "betting", "Raise": "raising",
    "All-in": "going all-in", "Discard": "discarding", "Stand": "standing",
}  # fmt: skip


def doing(label: str) -> str:
    """A label as a gerund: "Raise to 300" -> "raising to 300"."""
    verb, space, rest = label.partition(" ")
    return _DOING[verb] + space + rest


_DOES = {
    "Fold": "folds", "Check": "checks", "Call": "calls", "Bet": "bets", "Raise": "raises", "All-in": "goes all-in",
    "Discard": "discards", "Stand": "stands",
}  # fmt: skip


def does(label: str) -> str:
    """A label as what somebody does: "Raise to 300" -> "raises to 300"."""
    verb, space, rest = label.partition(" ")
    return _DOES[verb] + space + rest


def percent(share: float) -> str:
    """`37 %`."""
    return f"{100 * share:.0f} %"
