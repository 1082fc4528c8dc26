"""Solved preflop games as a source, against the solution's own charts."""

import numpy as np
import pytest

from gutshot.cards.combos import COMBO_CLASS
from gutshot.errors import IllegalAction
from gutshot.strategies.preflop_strategy import PreflopStrategy
from gutshot.strategies.strategy import StopKind
from gutshot.strategies.summaries import mean_of


@pytest.fixture(scope="module")
def source(preflop: PreflopStrategy) -> PreflopStrategy:
    return preflop


def test_lines_in_chips_and_big_blinds_are_the_trees(source: PreflopStrategy) -> None:
    stops = source.walk("sb:2.5bb,bb:all-in")
    for old in ("raise 2500,all-in 10000", "raise 2.5,all-in 10", "r2.5bb jam"):
        assert source.walk(old) == stops
    assert [stop.pot for stop in stops] == [1500, 3500, 12500]
    assert stops[-1].line == "raise 2500,all-in 10000" and stops[-1].to_call == 7500
    assert [move.word for move in stops[0].moves] == ["fold", "call", "raise 2500"]
    assert source.walk("call,check")[-1].kind is StopKind.OVER
    assert source.walk("fold")[-1].chairs[0].folded
    for line, words in (("raise 9", "expected one of"), ("bb:fold", "BTN/SB's turn"), ("fold,fold", "ends before")):
        with pytest.raises(IllegalAction, match=words):
            source.walk(line)


def test_hands_are_the_solutions(source: PreflopStrategy) -> None:
    chart, hands = source.solution.at("raise 2.5"), source.hands("raise 2500")
    assert hands.mix is not None and hands.action_ev is not None and hands.frequencies is not None
    np.testing.assert_allclose(hands.mix, chart.strategy[COMBO_CLASS[hands.combos]].T)
    np.testing.assert_allclose(hands.frequencies, chart.frequencies, atol=1e-9)
    np.testing.assert_allclose(hands.action_ev[0], 0, atol=1e-6)  # a fold takes nothing out of the pot
    opener = source.hands("raise 2500", 0)
    np.testing.assert_allclose(opener.reach, chart_weights(source)[opener.combos])


def chart_weights(source: PreflopStrategy) -> np.ndarray:
    root = source.solution.at("")
    return np.asarray(root.strategy[COMBO_CLASS, root.actions.index("raise 2.5bb")])


def test_values_of_the_whole_hand_agree(source: PreflopStrategy) -> None:
    hands = source.hands("")
    mean = mean_of(hands.ev, hands.weight)
    assert mean is not None and mean - 500 == pytest.approx(1000 * source.solution.ev[0], abs=2)
