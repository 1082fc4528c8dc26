"""All that can still come on a flop: its 1,176 runouts, and what every hand is worth on each of them.

The pairs of the 49 live cards are the runouts and the live combos alike. A runout without order has one row here; a
model that cares which card came first looks the row up by both. Values are those of `abstraction.rivers`: 1,980 times
the equity against a random hand.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from gutshot.abstraction.rivers import COMBOS, fill_strengths, sort_live, values_in_order
from gutshot.cards.card import DECK, mask_of
from gutshot.cards.combos import COMBO_COUNT, combos_with_any
from gutshot.flop_values.values import Flop
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bools, Ints, Ints32, Shorts

CARDS = 52
RUNOUTS = 1176
LIVE_ON_RIVER = 1081


@dataclass(frozen=True, eq=False)
class FlopDeck:
    """A flop with all its rivers. Combos count 0..1325; those that hold a board card have strength 0, value -1."""

    flop: Flop
    cards: Ints  # [49] live
    live: Bools  # [1326]
    runout: Shorts  # [52, 52] the row of two cards to come, in either order; -1 where there is none
    strengths: Ints32  # [1176, 1326]
    order: Ints32  # [1176, 1081] combos by rising strength
    values: Shorts  # [1176, 1326]


def make_deck(flop: Flop) -> FlopDeck:
    """Play every runout of the flop: some fifty milliseconds."""
    cards = [card for card in DECK if card not in flop]
    pairs = np.array(list(combinations(cards, 2)), dtype=np.int64)
    runout = np.full((CARDS, CARDS), -1, dtype=np.int16)
    runout[pairs[:, 0], pairs[:, 1]] = runout[pairs[:, 1], pairs[:, 0]] = np.arange(RUNOUTS)
    strengths = np.zeros((RUNOUTS, COMBO_COUNT), dtype=np.int32)
    order = np.zeros((RUNOUTS, LIVE_ON_RIVER), dtype=np.int32)
    values = np.zeros((RUNOUTS, COMBO_COUNT), dtype=np.int16)
    boards = np.concatenate([np.tile(np.array(flop, dtype=np.int64), (RUNOUTS, 1)), pairs], axis=1)
    _fill_runouts(boards, strengths, order, values)
    live = ~combos_with_any(mask_of(flop))
    return FlopDeck(tuple(flop), np.array(cards, dtype=np.int64), live, runout, strengths, order, values)


@kernel
def _fill_runouts(boards: Ints, strengths: Ints32, order: Ints32, values: Shorts) -> None:
    sorted_combos, spare = np.empty(COMBOS, np.int32), np.empty(COMBOS, np.int32)
    for row in range(len(boards)):
        fill_strengths(boards[row], strengths[row])
        live = sort_live(strengths[row], sorted_combos, spare)
        values_in_order(strengths[row], sorted_combos, live, values[row])
        order[row] = sorted_combos[:live]
