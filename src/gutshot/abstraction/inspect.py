"""What one hand's bucket is made of: its neighbours on the same board and the buckets next to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gutshot.abstraction.abstraction import Abstraction
from gutshot.abstraction.hand_class import DRAW_NAMES, MADE_NAMES, made_hand_of
from gutshot.abstraction.rivers import VALUE_LIMIT, fill_values
from gutshot.abstraction.tables import board_histograms
from gutshot.cards.card import Card
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS, combo_name, combo_of
from gutshot.numeric.arrays import Ints, Ints32, Reals

STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True)
class Neighbour:
    """Another bucket: how far its centroid is (runouts times bins, or a plain distance), and its hands here."""

    bucket: int
    distance: float
    hands: list[str]


@dataclass(frozen=True)
class Look:
    """One hand on one board."""

    street: str
    bucket: int
    buckets: int
    made: str
    draw: str
    equity: float | None  # against a random hand over all runouts
    histogram: list[int]  # runouts by river equity, in even bins; empty before the flop and on the river
    same: list[str]  # hands of the same bucket on this board, the hand itself left out
    neighbours: list[Neighbour] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {**vars(self), "neighbours": [vars(neighbour) for neighbour in self.neighbours]}


def look(abstraction: Abstraction, hole: Sequence[Card], board: Sequence[Card], nearest: int = 4) -> Look:
    """Everything worth knowing about a hand's bucket."""
    bucket = abstraction.bucket(hole, board)
    own = combo_of(hole[0], hole[1])
    street = STREETS[len(board)]
    if not board:
        same = [combo_name(int(combo)) for combo in np.flatnonzero(bucket == COMBO_CLASS) if combo != own]
        return Look(street, bucket, abstraction.sizes[0], CLASS_NAMES[bucket], DRAW_NAMES[0], None, [], same)
    made, draw = made_hand_of(own, np.array(board, np.int64))
    histogram, equity = _outlook(own, np.array(board, np.int64))
    buckets = abstraction.buckets(board)
    same = [combo_name(int(combo)) for combo in np.flatnonzero(buckets == bucket) if combo != own]
    around = _around(abstraction, len(board), bucket, buckets)[:nearest]
    size = abstraction.sizes[len(board) - 2]
    return Look(street, bucket, size, MADE_NAMES[made], DRAW_NAMES[draw], equity, histogram, same, around)


def _outlook(combo: int, board: Ints) -> tuple[list[int], float]:
    """Runouts by river equity, and the mean; on the river nothing is to come."""
    if len(board) == 5:
        values = np.empty(len(COMBO_CLASS), np.int16)
        fill_values(board, values)
        return [], float(values[combo] / VALUE_LIMIT)
    histogram = board_histograms(board)[combo]
    middles = (np.arange(len(histogram)) + 0.5) / len(histogram)
    return histogram.tolist(), float(histogram @ middles / histogram.sum())


def _around(abstraction: Abstraction, size: int, bucket: int, buckets: Ints32) -> list[Neighbour]:
    """The other buckets that occur on this board, the nearest first."""
    distances = _distances(abstraction, size, bucket)
    occurring = [int(other) for other in np.unique(buckets[buckets >= 0]) if other != bucket]
    occurring.sort(key=lambda other: (distances[other], other))
    return [
        Neighbour(other, float(distances[other]), [combo_name(int(c)) for c in np.flatnonzero(buckets == other)])
        for other in occurring
    ]


def _distances(abstraction: Abstraction, size: int, bucket: int) -> Reals:
    """From one bucket to all: between centroids where there are any, else by number."""
    described = abstraction.description
    centroids = {3: described.flop, 4: described.turn, 5: described.river}[size].astype(np.float64)
    if not len(centroids):
        return np.abs(np.arange(abstraction.sizes[size - 2]) - bucket).astype(np.float64)
    steps = centroids - centroids[bucket]
    return np.asarray(np.sqrt((steps**2).sum(axis=1)) if size == 5 else np.abs(steps).sum(axis=1))
