"""The 169 starting hands from best to worst, as the styles rank them.

A hand's score is the mean of two exact equities, against a random hand and against the best quarter of hands: the
first alone overrates hands that are often dominated. Written down so that no matrix is
needed; a test derives the same order from `cards.preflop_matrix`.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combos import CLASS_COMBOS, CLASS_NAMES, COMBO_CARDS, COMBO_COUNT
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS

_BEST_FIRST = """
    AA KK QQ JJ TT AKs 99 AKo AQs AQo AJs 88 ATs AJo 77 ATo A9s KQs 66 A8s KJs A9o KQo 55 A7s KTs
    A8o KJo A6s A5s 44 QJs A4s A7o KTo A3s K9s A2s QTs 33 A6o A5o QJo A4o JTs K8s A3o K7s K9o 22 Q9s A2o
    QTo K6s J9s K5s Q8s T9s K4s JTo K8o J8s K3s T8s K2s K7o Q7s Q9o 98s Q6s K6o J7s J9o Q5s K5o T7s Q4s T9o
    Q8o 97s K4o 87s Q3s J6s J8o K3o Q2s J5s T6s T8o K2o J4s Q7o 96s 86s 98o 76s Q6o J3s J7o Q5o J2s T5s T7o
    T4s Q4o 95s 65s 85s 97o 75s 87o T3s Q3o J6o 54s T2s J5o Q2o T6o 94s 64s 84s J4o 74s 96o 86o 93s 76o J3o
    92s 53s J2o T5o 63s 83s 43s 73s T4o 65o 95o 85o 82s 75o T3o 52s 54o T2o 62s 42s 72s 64o 94o 84o 74o 32s
    93o 92o 53o 63o 43o 83o 73o 82o 52o 42o 62o 72o 32o
"""

CLASSES_BY_PLAY: tuple[int, ...] = tuple(CLASS_NAMES.index(name) for name in _BEST_FIRST.split())


def _combos() -> NDArray[np.int64]:
    return np.concatenate([CLASS_COMBOS[cell] for cell in CLASSES_BY_PLAY])


def _percentiles() -> NDArray[np.float64]:
    """A combo's percentile is the middle of its class, so that equal hands are equal."""
    share = np.zeros(COMBO_COUNT)
    better = 0
    for cell in CLASSES_BY_PLAY:
        combos = CLASS_COMBOS[cell]
        share[combos] = (better + len(combos) / 2) / COMBO_COUNT
        better += len(combos)
    return share


COMBOS_BY_ORDER: NDArray[np.int64] = COMBO_CARDS[_combos()].astype(np.int64)
"""[1326, 2] the cards of every combo, best first."""

ORDERED_MASKS: NDArray[np.int64] = (np.int64(1) << COMBOS_BY_ORDER).sum(axis=1)
"""[1326] the same as sets of cards, bit `card` each."""

ORDERED_KEYS: NDArray[np.int64] = CARD_KEYS[COMBOS_BY_ORDER].sum(axis=1)
ORDERED_SUITS: NDArray[np.int64] = CARD_MASKS[COMBOS_BY_ORDER].sum(axis=1)
"""[1326] the same as the evaluator's sums."""

PERCENTILE: NDArray[np.float64] = _percentiles()
"""[1326] the share of hands that are better than a combo, 0 for the best."""
