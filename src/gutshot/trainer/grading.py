"""Grades for a person's decisions: each is played back to what he knew then, and held against the coach's best."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.trainer import badugi_coach, coach
from gutshot.trainer.advice import GRADES, Advice, GradeName, choice_words, grade_of
from gutshot.trainer.setup import YOU, TableSetup
from gutshot.trainer.table import Deal, deal_hand


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

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def advise(observation: Observation, also: Choice | None = None) -> Advice:
    """The coach of the game being played."""
    if observation.variant == "badugi":
        return badugi_coach.advise(observation, also)
    return coach.advise(observation, also)


def grade(observation: Observation, choice: Choice, hand: int, step: int) -> Graded:
    """The verdict on one decision, from what its maker could know."""
    view = advise(observation, choice)
    chosen = next(option for option in view.options if _same(option.choice, choice))
    lost = max(0.0, view.best.value - chosen.value) / observation.big_blind
    name = GradeName.BEST if _same(view.best.choice, choice) else grade_of(lost)
    did = choice_words(observation, choice)
    return Graded(
        hand, step, name.value, round(lost, 3), did, view.best.label, _words(name, lost, did, view.best.label)
    )


def _same(one: Choice, other: Choice) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return set(one) == set(other)
    return one == other


def _words(name: GradeName, lost: float, did: str, best: str) -> str:
    if name is GradeName.BEST:
        return f"Best: {did}."
    return f"{name.value.capitalize()}: {did} is worth {lost:.1f} bb less than {best}."


def decisions(setup: TableSetup, deal: Deal, choices: Sequence[Choice]) -> Iterator[tuple[int, Hand, Choice]]:
    """The person's decisions of a hand: the step, the hand before it, the choice."""
    seat = deal.chairs.index(YOU) if YOU in deal.chairs else None
    hand = deal_hand(setup, deal)
    for step, choice in enumerate(choices):
        if hand.actor == seat:
            yield step, hand, choice
        hand = hand.act(choice)


def grade_hand(
    setup: TableSetup, deal: Deal, choices: Sequence[Choice], known: Sequence[Graded] = ()
) -> tuple[Graded, ...]:
    """Grades of all the person's decisions in a hand; those already known are not computed again."""
    done = {graded.step: graded for graded in known if graded.hand == deal.number}
    return tuple(
        done.get(step) or grade(hand.observation(hand.actor or 0), choice, deal.number, step)
        for step, hand, choice in decisions(setup, deal, choices)
    )


def worst_of(grades: Sequence[Graded]) -> str | None:
    """The worst grade, None where there was no decision."""
    return max((graded.grade for graded in grades), key=[grade.value for grade in GRADES].index, default=None)
