"""Classes of badugi hands as a chart: a row for the number of cards that play, a column for the high card."""

import numpy as np

from gutshot.blueprint.badugi.class_names import COLUMNS, ROWS, chart_places
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import Hands


def chart_of(hands: Hands) -> tuple[Reals, Reals]:
    """[rows, columns, actions] how the hands of a cell play, and [rows, columns] how likely they come, at most 1."""
    row, column = (place[hands.combos] for place in chart_places())
    cell = row * len(COLUMNS) + column
    size = len(ROWS) * len(COLUMNS)
    mix = np.zeros((0, len(cell))) if hands.mix is None else hands.mix
    weight = np.bincount(cell, hands.weight, size)
    shares = np.array([np.bincount(cell, hands.weight * share, size) for share in mix]).reshape(len(mix), size)
    reach = np.zeros(size)
    np.maximum.at(reach, cell, hands.reach)
    shape = (len(ROWS), len(COLUMNS))
    return (shares / np.maximum(weight, 1e-12)).T.reshape(*shape, len(mix)), reach.reshape(shape)
