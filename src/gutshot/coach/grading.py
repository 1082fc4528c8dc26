"""Grades for a person's decisions: each is rebuilt from what he knew then and compared with the coach's best."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gutshot.coach import badugi as badugi_coach
from gutshot.coach import holdem as coach
from gutshot.coach.advice import GRADES, Advice, GradeName, Method, choice_words, grade_of
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation


@dataclass(frozen=True)
class Graded:
    """The verdict on the choice after `step` others in a hand; `ev_lost` in big blinds."""

    hand: int
    step: int
    grade: str
    ev_lost: float
    action: str
    best: str
    text: str
    method: str = Method.EQUITY.value

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


Reference = Callable[[Observation, Choice | None], Advice | None]
"""A better judge than the coach's rules; None for a spot that it does not know."""


def references() -> tuple[Reference, ...]:
    """All references; the first one that answers is used. They load the solver, which takes a second or two."""
    from gutshot.coach import solved

    return (solved.advise,)


def advise(observation: Observation, also: Choice | None = None, solving: bool = False) -> Advice:
    """The coach of the game being played; `solving` lets references speak first, which may take seconds."""
    if observation.variant == "badugi":
        return badugi_coach.advise(observation, also)
    for reference in references() if solving else ():
        found = reference(observation, also)
        if found is not None:
            return found
    return coach.advise(observation, also)


def grade(observation: Observation, choice: Choice, hand: int, step: int, solving: bool = False) -> Graded:
    """The verdict on one decision, from what its maker could know."""
    view = advise(observation, choice, solving)
    chosen = next(option for option in view.options if _same(option.choice, choice))
    is_best = chosen.is_solution or chosen is view.best
    lost = 0.0 if is_best else max(0.0, view.best.value - chosen.value) / observation.big_blind
    name = GradeName.BEST if is_best else grade_of(lost)
    did = choice_words(observation, choice)
    words = _words(name, lost, did, view.best.label)
    return Graded(hand, step, name.value, round(lost, 3), did, view.best.label, words, view.kind.value)


def _same(one: Choice, other: Choice) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return set(one) == set(other)
    return one == other


def _words(name: GradeName, lost: float, did: str, best: str) -> str:
    if name is GradeName.BEST:
        return f"Best: {did}."
    return f"{name.value.capitalize()}: {did} is worth {lost:.1f} bb less than {best}."


def worst_of(grades: Sequence[Graded]) -> str | None:
    """The worst grade, None where there was no decision."""
    return max((graded.grade for graded in grades), key=[grade.value for grade in GRADES].index, default=None)
