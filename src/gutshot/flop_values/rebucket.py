"""Cluster the hands of a flop again by their values instead of their equity.

The row of a hand is the histogram, over the turns, of what it takes out of the pot in either position. Hands that are
equally strong but play differently are separated, and hands that are always folded are joined. Turn and river buckets
stay: they are shared by all boards and already see the card that came.
"""

from dataclasses import replace

import numpy as np

from gutshot.flop_values.buckets import StreetBuckets, cluster, flop_only
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.flop_values.flop_deck import FlopDeck
from gutshot.numeric.arrays import Reals

BINS = 40
LOWEST, HIGHEST = -0.5, 1.5
"""Pots between which values are told apart."""


def rebucket(deck: FlopDeck, buckets: StreetBuckets, by_turn: Reals, config: PostflopModelConfig) -> StreetBuckets:
    """New flop buckets from the values [2, turns, 1326] of every hand on each turn."""
    marks = np.linspace(LOWEST, HIGHEST, BINS + 1)[:-1]
    above = (by_turn[:, :, :, None] >= marks).sum(axis=1)
    rows = np.ascontiguousarray(np.concatenate([above[0], above[1]], axis=1).astype(np.int16))
    flop = cluster(rows, deck.live, config.num_hand_buckets_flop, config.seed)
    if config.solve_type == "mccfr" and config.street_keys == "flop":
        return flop_only(flop)
    return replace(buckets, flop=flop, counts=(int(flop.max()) + 1, *buckets.counts[1:]))
