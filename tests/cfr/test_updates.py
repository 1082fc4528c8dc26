"""The update rules: each formula against its paper's own form, kernels against one-number twins, names round-trip."""

import math

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


blocks = st.tuples(
    st.integers(1, 5), st.integers(1, 40), st.sampled_from([np.float32, np.float64]), st.integers(0, 999)
)


def _block(shape: tuple[int, int], dtype: type, seed: int) -> np.ndarray:
    values = np.random.default_rng(seed).normal(size=shape).astype(dtype)
    values[:, seed % shape[1]] = -1  # a hand whose regrets are all negative plays uniformly
    return values


@given(blocks)
def test_blocks_match_regrets_like_one_hand_at_a_time(drawn: tuple[int, int, type, int]) -> None:
    actions, hands, dtype, seed = drawn
    table = _block((actions, hands), dtype, seed)
    strategy, scratch = np.empty_like(table), np.empty(hands, dtype)
    updates.match_block(table, scratch, strategy)
    expected = np.array([naive.regret_match([float(r) for r in column]) for column in table.T]).T
    np.testing.assert_allclose(strategy, expected, rtol=1e-5)
    flat, played = table.T.ravel().copy(), np.empty(actions * hands, dtype)
    for h in range(hands):
        updates.match_row(flat, played, h * actions, actions)
    np.testing.assert_allclose(played.reshape(hands, actions).T, expected, rtol=1e-5)
    last = _block((actions, hands), dtype, seed + 1)
    updates.match_predicted_block(table, last, scratch, strategy)
    both = table + last
    np.testing.assert_allclose(
        strategy, np.array([naive.regret_match([float(r) for r in c]) for c in both.T]).T, rtol=1e-4
    )
    updates.match_predicted_row(flat, last.T.ravel().copy(), played, 0, actions)
    np.testing.assert_allclose(played[:actions], strategy[:, 0], rtol=1e-4)


@given(blocks, rules, st.integers(1, 200))
def test_blocks_update_like_one_number_at_a_time(
    drawn: tuple[int, int, type, int], rule: UpdateRule, iteration: int
) -> None:
    actions, hands, dtype, seed = drawn
    step = rule.discounts(iteration)
    old = _block((actions, hands), dtype, seed)
    old = np.maximum(old, 0) if rule.clip else old
    values, mean = _block((actions, hands), dtype, seed + 1), _block((1, hands), dtype, seed + 2)[0]
    new, predicted, last = old.copy(), np.maximum(old, 0), np.empty_like(old)
    updates.update_regrets_block(new, values, mean, step.positive, step.negative, rule.clip)
    updates.update_predicted_block(predicted, last, values, mean, step.positive)
    for a in range(actions):
        for h in range(hands):
            gain = float(values[a, h]) - float(mean[h])
            assert last[a, h] == pytest.approx(gain, abs=1e-5)
            one = updates.next_regret(float(old[a, h]), gain, step.positive, step.negative, rule.clip)
            assert new[a, h] == pytest.approx(one, abs=1e-5)
            assert predicted[a, h] == pytest.approx(max(max(old[a, h], 0) * step.positive + gain, 0.0), abs=1e-5)


@given(blocks, st.floats(0, 1))
def test_averages_are_weighted_by_own_reach(drawn: tuple[int, int, type, int], keep: float) -> None:
    actions, hands, dtype, seed = drawn
    sums, play = np.abs(_block((actions, hands), dtype, seed)), np.abs(_block((actions, hands), dtype, seed + 1))
    reach = np.abs(_block((1, hands), dtype, seed + 2)[0])
    new = sums.copy()
    updates.update_average_block(new, play, reach, keep)
    np.testing.assert_allclose(new, updates.next_average(sums, reach * play, keep), rtol=1e-4, atol=1e-6)
