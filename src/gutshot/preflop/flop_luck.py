"""The luck of a class of hands on the few flops of a postflop model, found by regression and removed.

On 25 flops 86o may make two pair on one that stands for a twentieth of all, which is luck; its value then says so. What
a hand is worth on a flop follows the three marks of `hand_marks` closely (nine tenths of the variance, at 25 big
blinds), and their means over all flops are known. So they serve as control variates: what a class has too much of them
on the model's flops is subtracted at the slopes that regression over all hands and flops of the answer finds.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import CLASS_COUNT, COMBO_CLASS, combos_with_any
from gutshot.flop_values.config import ALL_FLOPS
from gutshot.flop_values.hand_features import MARKS, hand_marks, mean_marks
from gutshot.flop_values.values import Flop, FlopValues
from gutshot.numeric.arrays import Reals


class FlopLuck:
    """Of one set of weighted flops; all flops that differ have none."""

    def __init__(self, flops: Mapping[Flop, float]) -> None:
        self.weights = np.array(list(flops.values()))
        self.excess = np.zeros((MARKS, CLASS_COUNT))
        self.marks = np.zeros((0, MARKS + 1, 0))
        if len(flops) < ALL_FLOPS:
            live = [(~combos_with_any(mask_of(flop))).astype(float) for flop in flops]
            self.marks = np.stack([np.stack([held, *hand_marks(flop)]) for held, flop in zip(live, flops, strict=True)])
            self.excess = self._excess()

    def _excess(self) -> Reals:
        """[3, 169] by how much the marks of a class are higher on these flops than on all."""
        sums = np.tensordot(self.weights, self.marks, axes=1)
        by_class = np.stack([np.bincount(COMBO_CLASS, row, CLASS_COUNT) for row in sums])
        some = by_class[0] > 0
        means = np.divide(by_class[1:], by_class[0], out=mean_marks(), where=some)
        return np.asarray(means - mean_marks())

    def of(self, found: Sequence[FlopValues]) -> Reals:
        """[players, 169] pots that classes owe to these flops, by what a model found on each of them."""
        if not len(self.marks):
            return np.zeros((len(found[0].shares), CLASS_COUNT))
        return np.stack([self._slopes(found, side) @ self.excess for side in range(len(found[0].shares))])

    def _slopes(self, found: Sequence[FlopValues], side: int) -> Reals:
        """[3] of values in marks, by least squares with a constant, each deal counted with its weight."""
        square, right = np.zeros((MARKS + 1, MARKS + 1)), np.zeros(MARKS + 1)
        for weight, marks, values in zip(self.weights, self.marks, found, strict=True):
            weighted = marks * (weight * values.met[side])
            square += weighted @ marks.T
            right += weighted @ values.shares[side]
        return np.asarray(np.linalg.lstsq(square, right, rcond=None)[0][1:])
