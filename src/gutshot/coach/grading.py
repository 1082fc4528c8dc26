"""Grades for a person's decisions: each is rebuilt from what he knew then and compared with what the strategy does."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gutshot.coach import badugi as badugi_coach
from gutshot.coach import judge
from gutshot.coach.advice import GRADES, Advice, GradeName, Method, Option, choice_words, grade_of
from gutshot.coach.effort import ADVICE, AT_ONCE, GRADE, Effort
from gutshot.coach.options import SURE
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.coach.spots import faced_by
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.games.seats import position

_SAME_SIZE, _SAME_WORTH = 0.1, 0.05
"""Bets that differ by less are the same decision, as long as they are worth the same within so many big blinds."""


@dataclass(frozen=True)
class Graded:
    """The verdict on the choice after `step` others in a hand; `ev_lost` in big blinds, with its standard error.

    Position, street and what was faced are those of the decision, for a look at many.
    """

    hand: int
    step: int
    grade: str
    ev_lost: float
    action: str
    best: str
    text: str
    method: str = Method.EQUITY.value
    error: float = 0.0
    position: str = ""
    street: str = ""
    faced: str = ""

    def to_json(self) -> dict[str, Any]:
        """As it is stored."""
        return asdict(self)


def advise(
    observation: Observation, also: Choice | None = None, effort: Effort = ADVICE, prizes: Prizes = NO_PRIZES
) -> Advice:
    """The coach of the game being played."""
    if observation.variant == "badugi":
        return badugi_coach.advise(observation, also, effort, prizes=prizes)
    return judge.advise(observation, also, effort, prizes=prizes)


def grade(
    observation: Observation,
    choice: Choice,
    hand: int,
    step: int,
    effort: Effort = GRADE,
    prizes: Prizes = NO_PRIZES,
) -> Graded | None:
    """The verdict on one decision, from what its maker could know; None where no strategy knows the spot."""
    view = _view(observation, choice, effort, prizes)
    chosen, best = view.option_of(choice), view.reference
    if chosen is None or best is None:
        return None
    if not chosen.is_often and (chosen.value is None or best.value is None):
        return None
    lost = max(0.0, (best.value or 0.0) - (chosen.value or 0.0)) if chosen.lost is None else chosen.lost
    lost, error = lost / observation.big_blind, chosen.lost_error / observation.big_blind
    is_same = chosen is best or (lost <= max(SURE * error, _SAME_WORTH) and _is_its_size(chosen, view.options))
    name = GradeName.BEST if is_same else _name(chosen, best, lost, error, view.kind)
    is_sure = name is not GradeName.BEST and lost > SURE * error
    did = choice_words(observation, choice)
    return Graded(
        hand,
        step,
        name.value,
        round(lost, 3) if is_sure else 0.0,
        did,
        best.label,
        _words(name, lost if is_sure else None, error, did, best),
        view.kind.value,
        round(error, 3),
        position(observation.seat, observation.seats, observation.button),
        observation.street_name,
        faced_by(observation),
    )


def _view(observation: Observation, choice: Choice, effort: Effort, prizes: Prizes) -> Advice:
    """Values are not needed for what the strategy does often, and else only those of that and of the choice."""
    is_badugi = observation.variant == "badugi"
    ask = badugi_coach.advise if is_badugi else judge.advise
    if is_badugi or not (prizes or judge.is_searched(observation, effort)):
        quick = ask(observation, choice, AT_ONCE, True)
        chosen = quick.option_of(choice)
        if chosen is None or chosen.is_often:
            return quick
    return ask(observation, choice, effort, True, prizes)


def _is_its_size(chosen: Option, options: Sequence[Option]) -> bool:
    """Whether a bet is nearly one that the strategy makes often."""
    amounts = [each.choice for each in options if each.is_often and isinstance(each.choice, int)]
    own = chosen.choice
    return isinstance(own, int) and any(abs(own - amount) <= _SAME_SIZE * amount for amount in amounts)


def _name(chosen: Option, best: Option, lost: float, error: float, kind: Method) -> GradeName:
    """What the strategy does often is best, or fine where it only loses; so is a loss that is within its error."""
    if chosen.is_often:
        return GradeName.BEST if best.is_often else GradeName.FINE
    if lost == 0 and kind is Method.SOLVER:
        return GradeName.BEST
    if lost <= SURE * error:
        return GradeName.FINE
    found = grade_of(lost)
    return GradeName.FINE if found is GradeName.BEST and kind is not Method.SOLVER else found


def _words(name: GradeName, lost: float | None, error: float, did: str, best: Option) -> str:
    if name is GradeName.BEST:
        return f"Best: {did}."
    if lost is None:
        return f"Fine: {did} costs too little against {best.label} to tell."
    spread = f" (± {error:.1f})" if error >= 0.05 else ""
    return f"{name.value.capitalize()}: {did} is worth {lost:.1f} bb{spread} less than {best.label}."


def worst_of(grades: Sequence[Graded]) -> str | None:
    """The worst grade, None where there was no decision."""
    return max((graded.grade for graded in grades), key=[grade.value for grade in GRADES].index, default=None)
