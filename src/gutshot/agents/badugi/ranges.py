"""Opponents as distributions: for every draw history and betting level, how good the hand will be at the showdown.

A population plays the reference draws (`future`) with a few other choices mixed in, snows among them. Following it
through a draw history gives the hands that draw so; the estimate of `draws` then moves its confidence's share of
the weight onto the hands it names; the rest of the draws are played out. All by enumeration, none by sampling.
"""

from functools import cache, partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gutshot.agents.badugi.draw_outcomes import DRAWS, OPTIONS, after_draw, entering, reference, step
from gutshot.agents.badugi.draws import (
    DRAW_PHASES,
    HISTORIES,
    LEVELS,
    MAX_DRAWN,
    HandStrengthRange,
    estimate_range,
    history_of_code,
)
from gutshot.agents.badugi.shipped import shipped_codes, shipped_crowd
from gutshot.agents.badugi.states import HIGH_CARD, STATE_SIZE, STATES
from gutshot.blueprint.badugi.crowd_bundle import CrowdCodes
from gutshot.numeric.arrays import Bytes, Reals

KNOTS = 64
TYPES = HISTORIES * LEVELS
_EVEN_SHARE = 0.2  # of the knots lie evenly over all states, the rest where hands end up
_OTHER_DRAW = 0.02  # how often the population drops one card more or less than the reference
_SNOW = 0.10  # how often it stands pat without a badugi


class Odds(NamedTuple):
    """The tables a decision reads. Chances to win are interpolated between KNOTS states, exact at each of them."""

    beats: npt.NDArray[np.float32]  # [TYPES, STATES] chance of a final state against an opponent, ties half
    beats_knot: npt.NDArray[np.float32]  # [TYPES, KNOTS] the same at the knots
    final: npt.NDArray[np.float32]  # [DRAWS + 1, STATES, OPTIONS, KNOTS] where an option leads, by draws left
    codes: Bytes  # the trained strategy for two players (`solved`)
    crowd: CrowdCodes  # and for more


def _option_for(drawn: int) -> npt.NDArray[np.int64]:
    """[STATES] the option by which each state draws that many cards; -1 where none does."""
    option = STATE_SIZE - (4 - drawn)
    return np.where((option >= 0) & (option < OPTIONS), option, -1)


def _draw_chance(number: int, drawn: int) -> Reals:
    """[STATES] how likely the population is to draw that many with this state on draw `number`."""
    wanted = 4 - np.maximum(STATE_SIZE - reference().option[DRAWS + 1 - number], 1)
    incomplete = STATE_SIZE < 4
    usual = 1.0 - 2 * _OTHER_DRAW - np.where(incomplete, _SNOW, 0.0)
    if drawn == 0:
        return np.where(incomplete, _SNOW, np.where(wanted == 0, usual, _OTHER_DRAW))
    return np.where(wanted == drawn, usual, np.where(abs(wanted - drawn) == 1, _OTHER_DRAW, 1e-6))


def _normal(weights: Reals) -> Reals:
    """Rows [..., STATES] that sum to one."""
    result: Reals = weights / weights.sum(axis=-1, keepdims=True)
    return result


def _after(start: Reals, number: int, drawn: int) -> Reals:
    """The hands [..., STATES] after drawing that many cards; drawing all four counts as drawing three."""
    drawn = min(drawn, 3)
    weights = start * _draw_chance(number, drawn)
    return _normal(after_draw(weights, number, _option_for(drawn)) if drawn else weights)


@cache
def holdings() -> Reals:
    """[HISTORIES, STATES] what the population holds after each draw history, before its betting says more."""
    table = np.empty((HISTORIES, STATES))
    table[0] = entering()
    for number in range(1, DRAW_PHASES + 1):
        parents = _codes(number - 1)
        for drawn in range(MAX_DRAWN + 1):
            table[5 * parents + drawn + 1] = _after(table[parents], number, drawn)
    return table


def _codes(draws: int) -> npt.NDArray[np.int64]:
    """The codes of the histories with a given number of draws."""
    first = (5**draws - 1) // 4
    return np.arange(first, first + 5**draws)


def weigh(hands: Reals, estimate: HandStrengthRange) -> Reals:
    """The hands with the estimate's confidence as the weight of those it names."""
    named = estimate.min_hand_type < STATE_SIZE
    named |= (estimate.min_hand_type == STATE_SIZE) & (estimate.max_high_card >= HIGH_CARD)
    inside = np.where(named, hands, 0.0)
    if inside.sum() == 0.0:
        return hands
    return estimate.confidence * _normal(inside) + (1.0 - estimate.confidence) * hands


def _opponents() -> Reals:
    """[TYPES, STATES] final distributions by draw history and betting level."""
    finals = np.empty((HISTORIES, LEVELS, STATES))
    for draws in range(DRAW_PHASES + 1):
        codes = _codes(draws)
        for level in range(LEVELS):
            estimates = [estimate_range(history_of_code(int(code)), level) for code in codes]
            hands = [weigh(holdings()[code], estimate) for code, estimate in zip(codes, estimates, strict=True)]
            finals[codes, level] = np.array(hands) @ reference().final[DRAW_PHASES - draws]
    return finals.reshape(TYPES, STATES)


def _knots(weights: Reals) -> tuple[npt.NDArray[np.int64], Reals]:
    """KNOTS states spread evenly over the weights, and every state as a mixture [STATES, KNOTS] of its two nearest."""
    place = np.cumsum(weights) - weights / 2
    knots = np.searchsorted(place, np.linspace(place[0], place[-1], KNOTS))
    position = np.interp(place, place[knots], np.arange(KNOTS))
    lower = np.minimum(position.astype(np.int64), KNOTS - 2)
    mixture = np.zeros((STATES, KNOTS))
    mixture[np.arange(STATES), lower] = 1.0 - (position - lower)
    mixture[np.arange(STATES), lower + 1] = position - lower
    return knots, mixture


@cache
def odds() -> Odds:
    """The tables, built on first use in a second or two."""
    opponents = _opponents()
    typical = (entering() @ reference().final[DRAWS] + opponents.mean(axis=0)) / 2
    knots, mixture = _knots(_EVEN_SHARE / STATES + (1.0 - _EVEN_SHARE) * typical)
    beats = np.cumsum(opponents, axis=1) - opponents / 2
    final = np.zeros((DRAWS + 1, STATES, OPTIONS, KNOTS))
    final[0] = mixture[:, None, :]
    for left in range(1, DRAWS + 1):
        final[left] = np.swapaxes(step(DRAWS + 1 - left) @ (reference().final[left - 1] @ mixture), 0, 1)
    plain = partial(np.ascontiguousarray, dtype=np.float32)  # one layout, so one compiled match
    return Odds(plain(beats), plain(beats[:, knots]), plain(final), shipped_codes(), shipped_crowd())
