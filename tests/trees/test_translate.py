"""The pseudo-harmonic mapping: what Ganzfried and Sandholm derive it from, and the properties they ask for."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gutshot.trees.translate import DETERMINISTIC, even_size, lower_share, translate

SIZES = st.floats(0.01, 20, allow_nan=False)


def triple(values):
    low, size, high = sorted(values)
    assume(high - low > 1e-3)
    return low, size, high


@given(st.tuples(SIZES, SIZES, SIZES))
def test_call_frequencies_of_the_clairvoyance_game_are_kept(values):
    """Facing a bet of x pots, equilibrium calls with 1 / (1 + x). Translated play must do so between A and B too."""
    low, size, high = triple(values)
    share = lower_share(size, low, high)
    assert share / (1 + low) + (1 - share) / (1 + high) == pytest.approx(1 / (1 + size))


@given(st.tuples(SIZES, SIZES, SIZES))
def test_share_is_a_falling_probability(values):
    low, size, high = triple(values)
    share = lower_share(size, low, high)
    assert -1e-12 <= share <= 1 + 1e-12
    assert lower_share(low, low, high) == pytest.approx(1)
    assert lower_share(high, low, high) == pytest.approx(0)
    assert lower_share((size + high) / 2, low, high) <= share + 1e-12


@pytest.mark.nojit
@pytest.mark.parametrize(("low", "high", "middle"), [(0, 1, 1 / 3), (0.5, 1, 5 / 7), (1, 2, 7 / 5), (0, 0.5, 1 / 5)])
def test_even_size(low, high, middle):
    """(A + B + 2AB) / (A + B + 2), as published."""
    assert even_size(low, high) == pytest.approx(middle)
    assert lower_share(middle, low, high) == pytest.approx(0.5)


@pytest.mark.nojit
def test_translation_takes_neighbours_only():
    sizes = np.array([0.5, 1.0, 3.0])
    assert translate(0.2, sizes, 0.99) == 0
    assert translate(9.0, sizes, 0.01) == 2
    assert [translate(size, sizes, 0.7) for size in sizes] == [0, 1, 2]
    assert [translate(0.7, sizes, dice) for dice in (0.0, 0.52, 0.53)] == [0, 0, 1]  # the share of 0.5 is 0.529
    assert [translate(size, sizes, DETERMINISTIC) for size in (0.71, 0.72)] == [0, 1]
    assert translate(5.0, np.array([0.75]), 0.3) == 0


def test_random_translation_has_the_share():
    sizes, dice = np.array([0.5, 1.0]), np.random.default_rng(3).random(20_000)
    taken = np.mean([translate(0.8, sizes, throw) == 0 for throw in dice])
    assert taken == pytest.approx(lower_share(0.8, 0.5, 1.0), abs=0.015)
