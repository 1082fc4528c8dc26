"""Grades against exact solutions of the same spots; `python -m benchmarks coach_spots` has hundreds of them."""

import numpy as np
import pytest
from benchmarks.bench_coach_spots import Compared, compare

from gutshot.coach.advice import GradeName
from gutshot.coach.effort import RIVER, TURN

WELL = (GradeName.BEST, GradeName.FINE)


def spots(street: int, count: int) -> list[Compared]:
    found = [compare(street, seed) for seed in range(1, count + 1)]
    return [each for each in found if each is not None]


@pytest.mark.slow
def test_losses_are_those_of_exact_solutions_and_the_best_choice_is_graded_well() -> None:
    every = [*spots(RIVER, 30), *spots(TURN, 2)]
    assert all(each.best in WELL for each in every if each.best is not None)
    gaps = [abs(each.exact - each.graded) for each in every if each.graded is not None]
    assert len(gaps) > 25 and np.median(gaps) <= 0.05
