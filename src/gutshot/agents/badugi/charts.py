"""Opening hands by position, as a table, and what makes a hand smooth.

The chart says the least a hand must be before the first draw. A profile's tightness divides the highest card it
accepts, so a tight player needs a lower one; A-2-3 passes every line of the table for every profile.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from gutshot.agents.badugi.position import PositionClass
from gutshot.agents.badugi.states import HIGH_CARD, STATE_MASK, STATE_SIZE, HandType, ranks_of
from gutshot.errors import BadConfig
from gutshot.kernel import kernel

_SMOOTH_GAP = 3


class ChartVerdict(IntEnum):
    """What the chart does with a hand."""

    FOLD = 0
    CALL = 1
    RAISE = 2


@dataclass(frozen=True)
class OpeningHandCriteria:
    """One line of the chart: hands of a type up to a high card (1 for an ace, 13 for a king)."""

    min_hand_type: HandType
    max_high_card: int
    action: ChartVerdict
    must_be_smooth: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.max_high_card <= 13:
            raise BadConfig(f"high card {self.max_high_card}: expected 1 (ace) to 13 (king)")


def _lines(
    badugi: int, three: int, smooth: bool, two: int, two_action: ChartVerdict
) -> tuple[OpeningHandCriteria, ...]:
    return (
        OpeningHandCriteria(HandType.TWO_CARD, two, two_action),
        OpeningHandCriteria(HandType.THREE_CARD, three, ChartVerdict.CALL, smooth),
        OpeningHandCriteria(HandType.BADUGI, badugi, ChartVerdict.RAISE),
    )


OPENING_RANGES: dict[PositionClass, tuple[OpeningHandCriteria, ...]] = {
    PositionClass.EARLY: _lines(8, 6, True, 1, ChartVerdict.FOLD),
    PositionClass.MIDDLE: _lines(9, 7, True, 1, ChartVerdict.FOLD),
    PositionClass.LATE: _lines(12, 8, False, 3, ChartVerdict.CALL),
}


def is_smooth(state: int) -> bool:
    """Whether a hand of two or more cards has an average gap of at most three between its ranks."""
    ranks = ranks_of(state)
    if len(ranks) < 2:
        return False
    return ranks[-1] - ranks[0] <= _SMOOTH_GAP * (len(ranks) - 1)


# [position, hand type]: columns of the chart for the kernel; SMOOTH_STATE is [state].
CHART_HIGH = np.zeros((3, 5), dtype=np.int64)
CHART_SMOOTH = np.zeros((3, 5), dtype=np.bool_)
CHART_ACTION = np.zeros((3, 5), dtype=np.int64)
for _position, _criteria in OPENING_RANGES.items():
    for _line in _criteria:
        CHART_HIGH[_position, _line.min_hand_type] = _line.max_high_card
        CHART_SMOOTH[_position, _line.min_hand_type] = _line.must_be_smooth
        CHART_ACTION[_position, _line.min_hand_type] = _line.action
SMOOTH_STATE: npt.NDArray[np.bool_] = np.array([is_smooth(state) for state in range(len(STATE_MASK))])

FOLD_HAND = int(ChartVerdict.FOLD)
CALL_HAND = int(ChartVerdict.CALL)
RAISE_HAND = int(ChartVerdict.RAISE)


@kernel
def chart_verdict(state: int, position: int, tightness: float) -> int:
    """FOLD_HAND, CALL_HAND or RAISE_HAND for a starting hand; a tightness of 1 is the table as printed."""
    size = STATE_SIZE[state]
    if HIGH_CARD[state] > int(CHART_HIGH[position, size] / tightness + 1e-9):
        return FOLD_HAND
    if CHART_SMOOTH[position, size] and not SMOOTH_STATE[state]:
        return FOLD_HAND
    return int(CHART_ACTION[position, size])
