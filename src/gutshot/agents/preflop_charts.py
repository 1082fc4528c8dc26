"""Preflop charts: which share of hands a style raises and calls, by depth, position and what has happened.

A chart is the style's settings times plain factors. Position counts the seats that act after one later in the hand;
the shallower the stacks, the more a chart raises or folds instead of calling.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gutshot.agents.style_profiles import StyleSettings
from gutshot.games.row import BET, BUTTON, LIVE, RAISES, SEATS, STACK, Row
from gutshot.kernel import kernel


class Depth(IntEnum):
    """Effective stacks: up to 15 big blinds, up to 40, deeper."""

    SHORT = 0
    MIDDLE = 1
    DEEP = 2


class ChartPosition(IntEnum):
    """Seats as a chart groups them."""

    EARLY = 0
    MIDDLE = 1
    CUTOFF = 2
    BUTTON = 3
    SMALL_BLIND = 4
    BIG_BLIND = 5


class ChartSituation(IntEnum):
    """What the seat faces."""

    UNRAISED = 0
    RAISED = 1
    RERAISED = 2


DEPTHS, POSITIONS, SITUATIONS = len(Depth), len(ChartPosition), len(ChartSituation)
CHART_SIZE = DEPTHS * POSITIONS * SITUATIONS * 2
SHORT_DEPTH = int(Depth.SHORT)
# Plain ints, which a kernel reads alike with the JIT on and off.
_EARLY, _MIDDLE, _CUTOFF, _BUTTON, _SMALL_BLIND, _BIG_BLIND = (int(position) for position in ChartPosition)
_DEPTH_LIMITS = (15, 40)

_OPEN_BY_POSITION = np.array([0.62, 0.8, 1.05, 1.45, 1.1, 0.75])
_ANSWER_BY_POSITION = np.array([0.75, 0.85, 1.0, 1.2, 0.8, 1.35])
_CALL_BY_DEPTH = np.array([0.35, 0.8, 1.0])
_RAISE_BY_DEPTH = np.array([1.05, 1.0, 1.0])
_CONTINUE_TO_RERAISE = 0.5  # of the hands that would call a raise
_RERAISE_AGAIN = 0.35  # of the hands that would re-raise
_MOST = 0.97


def chart(settings: StyleSettings) -> NDArray[np.float64]:
    """[depth, position, situation, 2] the share of hands to raise, and to raise or call."""
    table = np.zeros((DEPTHS, POSITIONS, SITUATIONS, 2))
    raising, calling = _RAISE_BY_DEPTH[:, None], _CALL_BY_DEPTH[:, None]
    opens = settings.raise_first * raising * _OPEN_BY_POSITION
    reraises = settings.three_bet * raising * np.ones(POSITIONS)
    calls = settings.call_raise * calling * _ANSWER_BY_POSITION
    table[:, :, ChartSituation.UNRAISED, 0] = opens
    table[:, :, ChartSituation.UNRAISED, 1] = opens + settings.limp * calling * _OPEN_BY_POSITION
    table[:, :, ChartSituation.RAISED, 0] = reraises
    table[:, :, ChartSituation.RAISED, 1] = reraises + calls
    table[:, :, ChartSituation.RERAISED, 0] = _RERAISE_AGAIN * reraises
    table[:, :, ChartSituation.RERAISED, 1] = reraises + _CONTINUE_TO_RERAISE * calls
    return np.minimum(table, _MOST)


@kernel
def position_of(view: Row, seat: int) -> int:
    """The chart's group of a seat; heads-up the button is the small blind and plays as a button."""
    seats = view[SEATS]
    from_button = (seat - view[BUTTON] + seats) % seats
    if from_button == 0:
        return _BUTTON
    if seats == 2 or from_button == 2:
        return _BIG_BLIND
    if from_button == 1:
        return _SMALL_BLIND
    before_button = seats - from_button
    if before_button == 1:
        return _CUTOFF
    return _MIDDLE if before_button <= 3 else _EARLY


@kernel
def effective_stack(view: Row, seat: int) -> int:
    """The most chips the seat can lose on this street: the smaller of its own and the largest live opponent's."""
    others = 0
    for other in range(view[SEATS]):
        if other != seat and view[LIVE] >> other & 1:
            others = max(others, view[STACK + other] + view[BET + other])
    return int(min(others, view[STACK + seat] + view[BET + seat]))


@kernel
def depth_of(view: Row, seat: int, big_blind: int) -> int:
    """The chart's depth for the effective stack."""
    blinds = effective_stack(view, seat) // max(1, big_blind)
    depth = 0
    for limit in _DEPTH_LIMITS:
        depth += blinds > limit
    return depth


@kernel
def situation_of(view: Row) -> int:
    """Unraised, raised once, or raised again; a blind is no raise."""
    return int(min(view[RAISES], 2))


@kernel
def chart_place(depth: int, position: int, situation: int) -> int:
    """Where a flattened chart keeps the share to raise; the share to raise or call is the next number."""
    return ((depth * POSITIONS + position) * SITUATIONS + situation) * 2


@kernel
def price_factor(owed: int, stack: int, pot: int) -> float:
    """How a call's share shrinks with its price: the pot odds, and the part of the stack it takes."""
    if owed <= 0:
        return 1.0
    odds = owed / (pot + owed)
    committed = owed / max(1, stack)
    return max(0.1, (1.3 - odds) * (1.0 - 0.75 * committed))
