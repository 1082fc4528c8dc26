"""Opponents as distributions: for every draw history and betting level, how good the hand will be at the showdown.

A population plays the reference draws (`future`) with a few other choices mixed in, snows among them. Following it
through a draw history gives the hands that draw so; the estimate of `draws` then moves its confidence's share of
the weight onto the hands it names; the rest of the draws are played out. All by enumeration, none by sampling.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gutshot.agents.badugi.draws import (
    DRAW_PHASES,
    HISTORIES,
    LEVELS,
    HandStrengthRange,
    estimate_range,
    history_of_code,
)
from gutshot.agents.badugi.future import DRAWS, OPTIONS, Floats, entering, reference, step
from gutshot.agents.badugi.states import HIGH_CARD, STATE_SIZE, STATES

BINS = 64
TYPES = HISTORIES * LEVELS
_OTHER_DRAW = 0.02  # how often the population drops one card more or less than the reference
_SNOW = 0.10  # how often it stands pat without a badugi


class Odds(NamedTuple):
    """The tables a decision reads. A bin is a run of states of about equal weight at the showdown."""

    beats: npt.NDArray[np.float32]  # [TYPES, STATES] chance of a final state against an opponent, ties half
    beats_bin: npt.NDArray[np.float32]  # [TYPES, BINS] the same by bin
    final: npt.NDArray[np.float32]  # [DRAWS + 1, STATES, OPTIONS, BINS] where an option leads, by draws left
    option: npt.NDArray[np.int64]  # [DRAWS + 1, STATES] the reference player's draw


def _option_for(drawn: int) -> npt.NDArray[np.int64]:
    """[STATES] the option by which each state draws that many cards; -1 where none does."""
    option = STATE_SIZE - (4 - drawn)
    return np.where((option >= 0) & (option < OPTIONS), option, -1)


def _draw_chance(number: int, drawn: int) -> Floats:
    """[STATES] how likely the population is to draw that many with this state on draw `number`."""
    wanted = 4 - np.maximum(STATE_SIZE - reference().option[DRAWS + 1 - number], 1)
    incomplete = STATE_SIZE < 4
    usual = 1.0 - 2 * _OTHER_DRAW - np.where(incomplete, _SNOW, 0.0)
    if drawn == 0:
        return np.where(incomplete, _SNOW, np.where(wanted == 0, usual, _OTHER_DRAW))
    return np.where(wanted == drawn, usual, np.where(abs(wanted - drawn) == 1, _OTHER_DRAW, 1e-6))


def _normal(weights: Floats) -> Floats:
    result: Floats = weights / weights.sum()
    return result


def _after(start: Floats, number: int, drawn: int) -> Floats:
    """The population's hands after it drew that many cards; drawing all four counts as drawing three."""
    drawn = min(drawn, 3)
    weights = start * _draw_chance(number, drawn)
    if drawn == 0:
        return _normal(weights)
    option = _option_for(drawn)
    weights = np.where(option >= 0, weights, 0.0)
    result = np.zeros(STATES)
    for choice in range(OPTIONS):
        result += np.where(option == choice, weights, 0.0) @ step(number)[:, choice]
    return _normal(result)


@cache
def holding(code: int) -> Floats:
    """[STATES] what the population holds after a draw history, before anything is said of its betting."""
    if code == 0:
        return entering()
    number = len(history_of_code(code).happened)
    return _after(holding((code - 1) // 5), number, (code - 1) % 5)


def weigh(hands: Floats, estimate: HandStrengthRange) -> Floats:
    """The hands with the estimate's confidence as the weight of those it names."""
    named = estimate.min_hand_type < STATE_SIZE
    named |= (estimate.min_hand_type == STATE_SIZE) & (estimate.max_high_card >= HIGH_CARD)
    inside = np.where(named, hands, 0.0)
    if inside.sum() == 0.0:
        return hands
    return estimate.confidence * _normal(inside) + (1.0 - estimate.confidence) * hands


def _opponents() -> Floats:
    """[TYPES, STATES] final distributions by draw history and betting level."""
    finals = np.empty((TYPES, STATES))
    for code in range(HISTORIES):
        history = history_of_code(code)
        left = DRAW_PHASES - len(history.happened)
        hands = [weigh(holding(code), estimate_range(history, level)) for level in range(LEVELS)]
        finals[code * LEVELS : (code + 1) * LEVELS] = np.array(hands) @ reference().final[left]
    return finals


def _bins(weights: Floats) -> npt.NDArray[np.int64]:
    """[STATES] the bin of each state, by the share of `weights` below its middle."""
    middle = np.cumsum(weights) - weights / 2
    return np.minimum((middle * BINS).astype(np.int64), BINS - 1)


@cache
def odds() -> Odds:
    """The tables, built on first use in a second or two."""
    opponents = _opponents()
    typical = entering() @ reference().final[DRAWS] * 0.5 + opponents.mean(axis=0) * 0.5
    member = np.zeros((STATES, BINS))
    member[np.arange(STATES), _bins(typical)] = 1.0
    beats = np.cumsum(opponents, axis=1) - opponents / 2
    weighted = member * typical[:, None]
    beats_bin = beats @ (weighted / np.maximum(weighted.sum(axis=0), 1e-12))
    final = np.zeros((DRAWS + 1, STATES, OPTIONS, BINS))
    final[0] = member[:, None, :]
    for left in range(1, DRAWS + 1):
        final[left] = step(DRAWS + 1 - left) @ (reference().final[left - 1] @ member)
    return Odds(beats.astype(np.float32), beats_bin.astype(np.float32), final.astype(np.float32), reference().option)
