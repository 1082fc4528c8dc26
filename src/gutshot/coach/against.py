"""A second answer: what wins most against those who are seated, rather than against players as good as the strategy.

Every choice is played out with the styles in their seats, known or as likely as what they have done so far makes them,
and with the hands that their own play leaves them; oneself plays on by the strategy. So it is the best next action
against them, not a whole plan. The advice and the grades stay with the balanced strategy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import erf, sqrt

import numpy as np

from gutshot.agents.cast import Cast
from gutshot.agents.registry import builtins
from gutshot.agents.rule_strategy import RuleStrategy
from gutshot.cards.card import mask_of
from gutshot.cards.combos import COMBO_COUNT, combos_with_any
from gutshot.coach.advice import Option, choice_words
from gutshot.coach.judge import opponents_ranges, told
from gutshot.coach.prizes import NO_PRIZES, Prizes
from gutshot.coach.ranges import SeatRange, range_of, ranges_of
from gutshot.coach.sources import player_for, strategy_for
from gutshot.coach.values import Values, played_out
from gutshot.games.actions import Choice
from gutshot.games.observation import Observation
from gutshot.numeric.arrays import Reals
from gutshot.strategies.table_walk import TableSize

Chairs = Mapping[int, tuple[tuple[str, float], ...]]
"""For a seat, the styles that may sit there with how likely each is; seats that are left out play the strategy."""

DEALS = 12_000
_UNLIKELY = 0.03
"""A style less likely than this is left out."""
_LITTLE = 0.02
"""Big blinds: a difference below which two choices are worth the same."""


@dataclass(frozen=True)
class TableAnswer:
    """Options by what they win at this table, best first; how sure it is that the first wins more than the next."""

    options: tuple[Option, ...]
    sure: float
    words: str


@lru_cache(maxsize=32)
def _style(name: str, seats: int) -> RuleStrategy:
    return RuleStrategy(builtins()[name], TableSize(seats))


def against_table(seen: Observation, chairs: Chairs, deals: int = DEALS) -> TableAnswer:
    """The choices of a hold'em decision, valued against these players."""
    likely = {seat: _likely(styles) for seat, styles in chairs.items() if seat != seen.seat}
    choices = _choices(seen)
    players = {seat: [(builtins()[name], share) for name, share in styles] for seat, styles in likely.items()}
    values = played_out(seen, choices, _ranges(seen, likely), Cast(players, player_for(seen.seats)), deals)
    options = options_of(seen, values)
    return TableAnswer(options, *verdict(seen, options))


def ranges_by_style(seen: Observation, styles: Mapping[int, str], prizes: Prizes = NO_PRIZES) -> tuple[SeatRange, ...]:
    """What every opponent still in may hold: as his style plays where it is known, else as the strategy does."""
    dead = mask_of((*seen.cards, *seen.board))
    return tuple(
        _of_style(styles[each.seat], each.seat, seen, dead) if each.seat in styles else each
        for each in opponents_ranges(seen, prizes)
    )


def _of_style(name: str, seat: int, seen: Observation, dead: int) -> SeatRange:
    found = range_of(_style(name, seen.seats), seat, seen)
    return replace(found, weights=found.without(dead))


def _likely(styles: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    most = max(share for _, share in styles)
    return tuple((name, share) for name, share in styles if share >= _UNLIKELY * most)


def _choices(seen: Observation) -> tuple[Choice, ...]:
    """What the strategy chooses from, with all that costs nothing to think of: to fold, to check or call, to raise."""
    legal = seen.legal
    plain: list[Choice] = ["fold", "call"] if legal.call else ["check"]
    offered = [move.choice for move in told(seen)[0].moves]
    least = [] if legal.min_raise_to is None else [legal.min_raise_to]
    return tuple(dict.fromkeys([*plain, *offered, *([] if any(isinstance(c, int) for c in offered) else least)]))


def _ranges(seen: Observation, likely: Mapping[int, tuple[tuple[str, float], ...]]) -> Reals:
    """[seats, 1326] what everybody's own play leaves him; a style counts by how likely its line is, too."""
    balanced = ranges_of(strategy_for(seen.seats), seen)
    found = np.array([each.weights for each in balanced])
    for seat, styles in likely.items():
        held = [share * range_of(_style(name, seen.seats), seat, seen).weights for name, share in styles]
        found[seat] = np.sum(held, axis=0)
    dead = combos_with_any(mask_of((*seen.cards, *seen.board)))
    found[:, dead] = 0.0
    assert found.shape == (seen.seats, COMBO_COUNT)
    return np.asarray(found)


def options_of(seen: Observation, values: Values) -> tuple[Option, ...]:
    """Every choice with what it wins and how much less than the best, best first."""
    best = int(np.argmax(values.means))
    found = []
    for place, choice in enumerate(values.choices):
        lost, error = values.gap(best, place)
        option = Option(choice, choice_words(seen, choice), values.means[place], error=values.errors[place],
                        lost=max(0.0, lost), lost_error=error)  # fmt: skip
        found.append(option)
    return tuple(sorted(found, key=lambda option: -(option.value or 0.0)))


def verdict(seen: Observation, options: Sequence[Option]) -> tuple[float, str]:
    """How sure it is that the first choice is better than the second, and both in a sentence."""
    if len(options) == 1:
        return 1.0, f"{options[0].label}: there is nothing else to do."
    first, second = options[0], options[1]
    lost, error = second.lost or 0.0, second.lost_error
    sure = 0.5 * (1 + erf(lost / (error * sqrt(2)))) if error > 0 else 1.0
    gap = lost / seen.big_blind
    if gap < _LITTLE or sure < 0.9:
        return sure, f"{first.label} or {second.label}: they win the same here, as far as can be told."
    return sure, f"{first.label} wins most here: {gap:.2f} bb more than {second.label}."
