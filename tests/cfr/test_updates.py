"""The update rules: each formula against its paper's own form, kernels against one-number twins, names round-trip."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cfr import updates
from gutshot.cfr.updates import RULES, UpdateRule, parse_rule
from gutshot.errors import BadConfig
from tests.naive import cfr as naive

pytestmark = pytest.mark.nojit

EVERY_RULE = [parse_rule(name, horizon=200) for name in RULES] + [parse_rule("dcfr:2,-0.5,1"), parse_rule("dcfr+:2,5")]
rules = st.sampled_from(EVERY_RULE)
regrets = st.floats(-50, 50, width=32)


@given(rule=rules, iteration=st.integers(1, 200), old=regrets, gain=regrets)
def test_a_regret_moves_as_its_paper_says(rule: UpdateRule, iteration: int, old: float, gain: float) -> None:
    old = 0.0 if iteration == 1 else max(old, 0.0) if rule.clip else old
    step = rule.discounts(iteration)
    ours = updates.next_regret(old, gain, step.positive, step.negative, rule.clip)
    assert ours == pytest.approx(naive.next_regret(rule, iteration, old, gain), rel=1e-12, abs=1e-12)


@given(rule=rules, iteration=st.integers(2, 200))
def test_the_average_discount_is_the_weight_of_the_past(rule: UpdateRule, iteration: int) -> None:
    expected = ((iteration - 1) / iteration) ** naive.average_power(rule, iteration)
    assert math.isclose(rule.discounts(iteration).average, expected, rel_tol=1e-12)


def test_hs_dcfr_moves_to_its_horizon_and_stays() -> None:
    rule = parse_rule("hs-dcfr:100")
    k = 99.0
    assert rule.discounts(100).positive == pytest.approx(k**4 / (k**4 + 1))
    assert rule.discounts(100).negative == pytest.approx(k**-3 / (k**-3 + 1))
    assert rule.discounts(300).average == pytest.approx((299 / 300) ** 10)


def test_no_discount_overflows() -> None:
    for rule in [*EVERY_RULE, parse_rule("dcfr:-900,900,900")]:
        for iteration in (1, 2, 3, 10**9):
            assert all(0.0 <= factor <= 1.0 for factor in rule.discounts(iteration))


@given(rule=rules)
def test_a_rule_reads_back_from_its_text(rule: UpdateRule) -> None:
    assert parse_rule(str(rule)) == rule


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cfr++", "unknown update rule 'cfr++'"),
        ("", "unknown update rule ''"),
        ("dcfr:1,2", "takes 3 numbers, got 2"),
        ("cfr+:3", "takes 0 numbers, got 1"),
        ("dcfr:a,b,c", "expected numbers after the colon"),
        ("dcfr:nan,0,1", "expected finite numbers"),
        ("hs-dcfr", "needs a horizon"),
        ("hs-dcfr:-4", "needs a horizon"),
    ],
)
def test_bad_rules_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadConfig) as caught:
        parse_rule(text)
    assert words in str(caught.value) and "\n" not in str(caught.value)


rows = st.lists(st.floats(-50, 50, width=32, allow_subnormal=False), min_size=1, max_size=5)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@given(row=rows, place=st.integers(0, 3))
def test_a_row_is_matched_like_its_twin_and_its_neighbours_stay(dtype: Any, row: list[float], place: int) -> None:
    regrets: Any = np.array([7.0] * place + row + [7.0], dtype)
    played: Any = np.full(len(regrets), -1, dtype)
    updates.match_row(regrets, played, place, len(row))
    np.testing.assert_allclose(played[place:-1], naive.regret_match(row), rtol=1e-5, atol=1e-30)
    assert all(played[:place] == -1) and played[-1] == -1


def test_a_row_without_positive_regret_is_played_uniformly() -> None:
    played = np.empty(4)
    updates.match_row(np.array([-1.0, 0.0, -3.0, 0.0]), played, 0, 4)
    assert played.tolist() == [0.25] * 4


@given(row=rows, last=st.lists(st.floats(-50, 50, width=32), min_size=5, max_size=5))
def test_a_predicted_row_counts_the_last_gain_once_more(row: list[float], last: list[float]) -> None:
    played = np.empty(len(row))
    updates.match_predicted_row(np.array(row), np.array(last[: len(row)]), played, 0, len(row))
    expected = naive.regret_match([regret + gain for regret, gain in zip(row, last, strict=False)])
    np.testing.assert_allclose(played, expected, rtol=1e-9, atol=1e-30)
