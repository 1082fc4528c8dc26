"""What a preflop solver gets: arrivals are checked, and class values are the plain average over all deals."""

import numpy as np
import pytest

from gutshot.cards.card import Card, parse_cards
from gutshot.cards.combos import CLASS_COMBOS, CLASS_NAMES, COMBO_CARDS, COMBO_COUNT
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.flop_values.values import Arrival, FlopValues, class_values, meeting_weights
from tests.naive.postflop_model import apart

FLOPS = [parse_cards("AsKh2d"), parse_cards("8c8d3c")]


def random_values(flop: tuple[Card, ...], ranges: tuple[np.ndarray, np.ndarray], seed: int) -> FlopValues:
    generator = np.random.default_rng(seed)
    met = np.stack([meeting_weights(flop, ranges[1 - player]) for player in range(2)])
    shares = generator.random((2, COMBO_COUNT)) * (met > 0)
    return FlopValues(shares, 0.1 * shares, 0.01, met)


@pytest.mark.nojit
def test_meeting_weights_leave_out_shared_cards() -> None:
    flop, weights = FLOPS[0], Range.parse("AA,KQs,72o:0.5").weights
    found = meeting_weights(flop, weights)
    live = [c for c in range(COMBO_COUNT) if found[c] != 0]
    for combo in [*live[:40], *live[-40:]]:
        board = set(flop)
        others = [k for k in np.flatnonzero(weights) if apart(combo, int(k)) and not board & set(_cards(int(k)))]
        assert found[combo] == pytest.approx(weights[others].sum())
    assert found[CLASS_COMBOS[CLASS_NAMES.index("AKo")]].min() == 0


def _cards(combo: int) -> list[int]:
    return COMBO_CARDS[combo].tolist()


@pytest.mark.nojit
def test_class_values_average_over_deals() -> None:
    ranges = Range.parse("60%").weights, Range.parse("99+,A2s+").weights
    found = [random_values(flop, ranges, seed) for seed, flop in enumerate(FLOPS)]
    weights = [0.25, 0.75]
    classes = class_values(weights, found)
    for player, name in ((0, "AKs"), (1, "88"), (1, "A8o")):
        won = met = 0.0
        for combo in CLASS_COMBOS[CLASS_NAMES.index(name)]:
            for weight, flop, values in zip(weights, FLOPS, found, strict=True):
                if set(flop) & set(_cards(int(combo))):
                    continue
                for facing in np.flatnonzero(ranges[1 - player]):
                    if apart(int(combo), int(facing)) and not set(flop) & set(_cards(int(facing))):
                        deal = weight * ranges[1 - player][facing]
                        won += deal * values.shares[player, combo]
                        met += deal
        assert classes.shares[player, CLASS_NAMES.index(name)] == pytest.approx(won / met)
    assert (classes.error > 0).all()


@pytest.mark.nojit
def test_arrivals_are_checked() -> None:
    full, nothing = np.ones(COMBO_COUNT), np.zeros(COMBO_COUNT)
    assert Arrival(full, full, 5, 20).spr == 4
    for bad, words in (
        ((full, nothing, 5, 20), "in-position range is empty"),
        ((2 * full, full, 5, 20), "weights outside 0 to 1"),
        ((full[:169], full, 5, 20), "expected 1326 weights"),
        ((full, full, 5, 0), "expected both to be above 0"),
    ):
        with pytest.raises(BadConfig, match=words):
            Arrival(*bad)
