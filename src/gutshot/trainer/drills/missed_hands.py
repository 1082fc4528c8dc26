"""Which hand of a drill comes next: one that was missed comes again soon, once more later, and then is known.

A later drill of the same spot goes on where the earlier ones ended, so it begins with what is still missed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gutshot.coach.advice import GradeName

GAPS = (3, 8)
"""Hands until one comes again after a miss, and after it was then played right."""
RIGHT = (GradeName.BEST, GradeName.FINE)


@dataclass(frozen=True)
class Answered:
    """One answer of a drill: its number, the cards, and the grade."""

    number: int
    cards: str
    grade: GradeName


@dataclass
class _Missed:
    latest: int
    right_since: int


def due(answers: Sequence[Answered], number: int) -> str | None:
    """The cards that come again as hand `number`; None where a new hand is dealt."""
    waiting = [(found.latest + GAPS[found.right_since], cards) for cards, found in _unlearnt(answers).items()]
    at, cards = min(waiting, default=(number + 1, ""))
    return cards if at <= number else None


def still_missed(answers: Sequence[Answered]) -> int:
    """How many hands were missed and are not known yet."""
    return len(_unlearnt(answers))


def _unlearnt(answers: Sequence[Answered]) -> dict[str, _Missed]:
    """Hands that were missed and have not since been played right as often as they come again."""
    missed: dict[str, _Missed] = {}
    for answer in answers:
        if answer.grade not in RIGHT:
            missed[answer.cards] = _Missed(answer.number, 0)
        elif answer.cards in missed:
            missed[answer.cards] = _Missed(answer.number, missed[answer.cards].right_since + 1)
    return {cards: found for cards, found in missed.items() if found.right_since < len(GAPS)}
