"""The settings of a postflop model: defaults, the two example files, what is ignored, and what is refused."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from gutshot.errors import BadConfig, GutshotError
from gutshot.flop_values.config import PostflopModelConfig
from gutshot.settings import read_yaml, rule_of

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.nojit


def test_example_files_are_read_as_written() -> None:
    bucketed = PostflopModelConfig.from_dict(read_yaml(ROOT / "configs/postflop_model_bucketed.yaml"))
    assert bucketed == PostflopModelConfig(
        solve_type="bucketed",
        num_hand_buckets_flop=10,
        num_hand_buckets_turn=10,
        num_hand_buckets_river=10,
        postflop_solve_iterations=200,
    )
    plain = read_yaml(ROOT / "configs/postflop_model_mccfr.yaml")
    mccfr = PostflopModelConfig.from_dict(plain)
    assert (mccfr.solve_type, mccfr.num_hand_buckets_flop, mccfr.mccfr_sample_pct) == ("mccfr", 30, 0.01)
    assert (mccfr.value_extraction_samples, mccfr.postflop_solve_iterations) == (10_000, 500)
    assert mccfr.ignored_of(plain) == ()
    assert PostflopModelConfig.from_dict(mccfr.to_dict()) == mccfr


def test_what_a_backend_ignores_is_told() -> None:
    plain = {"solve_type": "bucketed", "mccfr_sample_pct": 0.5, "fixed_flops": ["AsKs2c"], "max_flop_boards": 3}
    assert PostflopModelConfig.from_dict(plain).ignored_of(plain) == ("mccfr_sample_pct", "max_flop_boards")
    seed_mode = {"solve_type": "mccfr", "street_keys": "flop", "num_hand_buckets_turn": 5, "postflop_solve_samples": 9}
    told = PostflopModelConfig.from_dict(seed_mode).ignored_of(seed_mode)
    assert told == ("num_hand_buckets_turn", "postflop_solve_samples")


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        ({"solve_type": "magic"}, "unknown solve_type 'magic': expected one of bucketed, mccfr, exact"),
        ({"num_hand_buckets_flop": 0}, "num_hand_buckets_flop 0: expected a whole number from 1 to 1,176"),
        ({"num_hand_buckets_flop": 1177}, "num_hand_buckets_flop 1177: .* the live combos of a flop"),
        ({"num_hand_buckets_turn": 1129}, "the live combos of a turn"),
        ({"num_hand_buckets_river": 1082}, "the live combos of a river"),
        ({"mccfr_sample_pct": 0}, "mccfr_sample_pct 0: expected a share above 0 and at most 1"),
        ({"mccfr_sample_pct": 1.5}, "mccfr_sample_pct 1.5: expected a share"),
        ({"mccfr_sample_pct": "much"}, "mccfr_sample_pct 'much'"),
        ({"equity_rollout_fraction": -1}, "equity_rollout_fraction -1"),
        ({"fixed_flops": ["AsKs2c", "AhKh2d"]}, "AhKh2d is given twice in fixed_flops: AsKs2c is the same up to suits"),
        ({"fixed_flops": ["AsKs"]}, "'AsKs': expected three cards, got 2"),
        ({"fixed_flops": "AsKs2c"}, "expected a list of flops"),
        ({"fixed_flops": ["AsXs2c"]}, "unknown card 'Xs'"),
        ({"postflop_sprs": [3, -1]}, "postflop_sprs has -1"),
        ({"postflop_sprs": [3, 3.0]}, "one of them is given twice"),
        ({"max_flop_boards": 1756}, "max_flop_boards 1756"),
        ({"street_keys": "river"}, "unknown street_keys 'river'"),
        ({"cfr_delta_threshold": -0.1}, "cfr_delta_threshold -0.1"),
        ({"check_abstraction": 3}, "expected true or false"),
        ({"exact_target": float("nan")}, "exact_target nan"),
        ({"num_buckets": 3}, "unknown setting 'num_buckets' of a postflop model"),
        ([1, 2], "a postflop model is a map of settings"),
    ],
)
def test_bad_settings_are_one_sentence(plain: Any, words: str) -> None:
    with pytest.raises(GutshotError, match=words) as caught:
        PostflopModelConfig.from_dict({"postflop_model": plain})
    assert "\n" not in str(caught.value)


def test_every_field_is_in_the_document_with_its_default() -> None:
    text = (ROOT / "docs/flop_values.md").read_text(encoding="utf-8")
    for item in fields(PostflopModelConfig):
        default = list(item.default) if isinstance(item.default, tuple) else item.default
        shown = str(default).lower() if isinstance(default, bool) else default
        assert f"| `{item.name}` | `{shown}` | {rule_of(item).doc} |" in text


def test_too_small_a_budget_names_the_least() -> None:
    from gutshot.flop_values.sampled import plan_runouts

    config = PostflopModelConfig(solve_type="mccfr", mccfr_sample_pct=1e-9)
    with pytest.raises(BadConfig, match="less than one runout with 40 hands a side: expected at least"):
        plan_runouts(20, config)
