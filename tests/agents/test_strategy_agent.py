"""Any strategy with dice: frequencies are the strategy's, and what it does not know is left to another player."""

from pathlib import Path

import pytest

from gutshot.agents.registry import make
from gutshot.agents.strategy_agent import StrategyAgent
from gutshot.cards.combos import combo_of
from gutshot.games.hand import Hand
from gutshot.preflop.jam_fold_artifact import save_pushfold
from gutshot.strategies.strategy import Knowledge
from tests.strategies.test_conformance import charts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_pushfold(charts(), tmp_path_factory.mktemp("charts") / "ten")


def test_jam_or_fold_charts_can_be_seated(folder: Path) -> None:
    agent = make(f"strategy:{folder}", seed=2)
    assert isinstance(agent, StrategyAgent)
    hand = Hand.holdem([1000, 1000], (50, 100), seed=3)
    seen = hand.observation(0)
    answer = agent.strategy.at(hand)
    counts: dict[object, int] = {}
    for number in range(200):
        agent.new_hand(number)
        choice = agent.act(seen)
        counts[choice] = counts.get(choice, 0) + 1
    assert set(counts) == {"fold", 1000}
    own = answer.hands.combos.tolist().index(_combo(seen.cards))
    assert answer.hands.mix is not None
    assert counts["fold"] / 200 == pytest.approx(answer.hands.mix[0, own], abs=0.1)
    agent.act(Hand.holdem([1000, 1000], (50, 100), seed=3, actions=["call"]).observation(1))
    assert agent.known == {Knowledge.EXACT: 200, Knowledge.NONE: 1}


def _combo(cards: tuple[int, ...]) -> int:
    low, high = sorted(cards)
    return combo_of(low, high)


def test_whole_hands_are_legal(folder: Path) -> None:
    agent, other = make(f"strategy:{folder}", 1), make("random", 2)
    for number in range(15):
        hand = Hand.holdem([1000, 1000], (50, 100), button=number % 2, seed=number)
        agent.new_hand(number)
        other.new_hand(number)
        while not hand.is_over:
            hand = hand.act((agent if hand.actor == 0 else other).act(hand.observation(hand.actor or 0)))
