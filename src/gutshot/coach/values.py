"""What each choice of a decision is worth: from a strategy that knows values, else from hands played out by it.

A played-out value is a mean over deals with its standard error; differences of two choices have an error of their own,
which is smaller, because both are played with the same deals. Deals are added until the error is small or time is up.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gutshot.agents.agent import DecidesRows
from gutshot.agents.rollout import Rollout, roll_out
from gutshot.cards.combos import combo_of
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import Answer

DEALS = 2000
"""Deals of a round."""
SECONDS = 2.0
"""Of processor time, after which no further round begins."""
_CLOSE = 0.04
"""Big blinds: a difference with a smaller error is not measured further."""


@dataclass(frozen=True)
class Values:
    """Values in chips by choice, with standard errors; `guessed` says how much of the play a stand-in made up."""

    choices: tuple[Choice, ...]
    means: tuple[float, ...]
    errors: tuple[float, ...]
    gap: Callable[[int, int], tuple[float, float]]
    guessed: tuple[float, ...]
    are_solved: bool = False


def played_out(seen: Observation, choices: Sequence[Choice], ranges: Reals, player: DecidesRows, most: int) -> Values:
    """By rollouts; folding is 0."""

    def again(number: int) -> Rollout:
        return roll_out(seen, choices, ranges, player, min(DEALS, most), 1 + number)

    return in_rounds(again, max(1, most // DEALS), seen.big_blind)


def in_rounds(again: Callable[[int], Rollout], most: int, big_blind: int) -> Values:
    """Rounds of deals until every difference is known well enough, or there have been so many, or time is up."""
    began, found = time.process_time(), again(0)
    for number in range(1, most):
        if _is_close(found, big_blind) or time.process_time() - began > SECONDS:
            break
        found = found.and_more(again(number))
    return Values(
        found.choices,
        tuple(found.means.tolist()),
        tuple(found.errors.tolist()),
        found.difference,
        tuple(found.guessed.tolist()),
    )


def _is_close(found: Rollout, big_blind: int) -> bool:
    """Whether every difference from the first choice is known well enough."""
    errors = [found.difference(0, place)[1] for place in range(1, len(found.choices))]
    return max(errors, default=0.0) <= _CLOSE * big_blind


def solved_values(seen: Observation, answer: Answer) -> Values | None:
    """The values that a strategy states for the observer's hand; None where it has none."""
    values = answer.hands.action_ev
    place = np.flatnonzero(answer.hands.combos == combo_of(*seen.cards))
    if values is None or not len(place):
        return None
    error, choices = answer.hands.ev_error or 0.0, tuple(move.choice for move in answer.moves)
    own = values[:, place[0]]
    if "fold" not in choices:  # nobody has to, and it is worth nothing
        choices, own = (*choices, "fold"), np.append(own, 0.0)

    def gap(one: int, other: int) -> tuple[float, float]:
        return float(own[one] - own[other]), 0.0 if one == other else error

    return Values(choices, tuple(own.tolist()), (error,) * len(own), gap, (0.0,) * len(own), are_solved=True)
