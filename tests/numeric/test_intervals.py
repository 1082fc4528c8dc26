"""Intervals of few numbers, against tables of Student's t and by lot."""

import numpy as np
import pytest

from gutshot.numeric.intervals import half_width_95, student_95


@pytest.mark.parametrize(("degrees", "wanted"), [(4, 2.776), (6, 2.447), (10, 2.228), (29, 2.045), (100_000, 1.960)])
def test_the_quantile_is_that_of_the_tables(degrees: int, wanted: float) -> None:
    assert student_95(degrees) == pytest.approx(wanted, rel=0.004)


def test_nineteen_intervals_in_twenty_hold_the_mean() -> None:
    drawn = np.random.default_rng(5).normal(size=(4_000, 6))
    held = np.mean([abs(row.mean()) < half_width_95(row) for row in drawn])
    assert held == pytest.approx(0.95, abs=0.012)
