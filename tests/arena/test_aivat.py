"""AIVAT: every difference it takes off has mean zero, by hand on small cases and over many matches of a coin."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from gutshot.agents.agent import Builtin, OpenAgent, OwnMix, Worth
from gutshot.agents.registry import builtins, make
from gutshot.agents.strategy_agent import StrategyAgent
from gutshot.arena.aivat import HandWorth
from gutshot.arena.chunk import play
from gutshot.arena.config import Luck, MatchConfig
from gutshot.arena.match import run_match
from gutshot.arena.range_edges import edges, masses, runouts_of
from gutshot.arena.store import MatchFolder
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CARDS, combo_of
from gutshot.errors import BadConfig
from gutshot.games.actions import ActionKind
from gutshot.games.betting import CALL, FOLD
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import About, Answer, Hands, Stop
from gutshot.strategies.table_walk import moves_of, walk_hand
from tests.agents.blueprints import made_up
from tests.naive.abstraction import strength

JAM = 2_000


class CoinStrategy:
    """Jams so many of a hundred times with any hand, folds otherwise, or checks where it is free."""

    def __init__(self, jams: float) -> None:
        self.jams = jams

    def describe(self) -> About:
        return About("coin", "player")

    def walk(self, line: str) -> Sequence[Stop]:
        raise NotImplementedError

    def hands(self, line: str, seat: int | None = None) -> Hands:
        raise NotImplementedError

    def at(self, seen: Hand | Observation, seat: int | None = None) -> Answer:
        hand = public_hands(seen)[-1]
        stop = walk_hand([hand], moves_of)[-1].stop
        mix = np.zeros((len(stop.moves), 1326))
        jam = max(range(len(stop.moves)), key=lambda place: stop.moves[place].amount)
        mix[0], mix[jam] = 1 - self.jams, self.jams
        if stop.moves[0].kind is not ActionKind.FOLD or not stop.moves[jam].amount:
            mix[:], mix[0] = 0.0, 1.0
        everyone = np.full(1326, 1 / 1326)
        return Answer(stop, Hands(stop.actor or 0, np.arange(1326), everyone, everyone, mix=mix))


def coin(jams: float, seed: int) -> StrategyAgent:
    stand_in: Builtin = builtins()["style:tag"]
    return StrategyAgent(CoinStrategy(jams), "coin", stand_in, seed)


def test_edges_are_those_of_every_pair() -> None:
    board, dice = np.array(parse_cards("Td9d6h2c"), np.int64), np.random.default_rng(1)
    weights = np.where(dice.random(1326) < 0.02, dice.random(1326), 0.0)
    weights[[any(card in board for card in pair) for pair in COMBO_CARDS.tolist()]] = 0.0
    hole = parse_cards("AsKd")
    range_cards = [(tuple(COMBO_CARDS[combo].tolist()), weights[combo]) for combo in np.flatnonzero(weights)]
    total = mass = 0.0
    for other, weight in range_cards:
        if set(other) & set(hole):
            continue
        mass += weight
        rivers = [card for card in range(52) if card not in (*hole, *other, *board)]
        for river in rivers:
            own, theirs = (strength([*cards, *board, river]) for cards in (hole, other))
            total += weight * (int(own > theirs) - int(own < theirs)) / len(rivers)
    mine = combo_of(*hole)
    found = edges(runouts_of(board, np.zeros(0, np.int64), dice), weights)
    assert found[mine] == pytest.approx(total)
    assert masses(weights)[mine] == pytest.approx(mass)


def test_the_edge_over_one_hand_is_that_of_a_range_of_one() -> None:
    board, dice = np.array(parse_cards("Td9d6h2c"), np.int64), np.random.default_rng(1)
    runouts = runouts_of(board, np.array(parse_cards("AsKd"), np.int64), dice)
    one = np.zeros(1326)
    one[combo_of(*parse_cards("AsKd"))] = 1.0
    nearly = one.copy()
    nearly[combo_of(*parse_cards("QsQc"))] = 1e-12
    assert np.allclose(edges(runouts, one), edges(runouts, nearly), atol=1e-9)
    assert abs(edges(runouts, one)).max() <= 1 + 1e-9


def test_the_mean_over_all_hands_and_choices_is_that_of_the_game() -> None:
    """Exactly: every hand of the jammer against one hand, with every choice, over the same runouts."""
    jams = np.random.default_rng(5).random(1326)
    start = Hand.holdem([JAM, JAM], (50, 100), button=1, deck="AsQcAdQd", seed=1)
    worth = HandWorth(start, [False, True], np.random.Generator(np.random.Philox(key=[1, 2])))
    other = worth._own[0]
    against, luck = worth._against(0)[0], worth.luck
    gone = set(COMBO_CARDS[other].tolist())
    free = [combo_of(*pair) for pair in combinations(range(52), 2) if not gone & set(pair)]
    expected, chance = 0.0, 0.0
    for combo in free:
        expected -= (jams[combo] * JAM * against[combo] + (1 - jams[combo]) * -50) / len(free)  # of seat 0
        chance += jams[combo] / len(free)
    mean = chance * _value(jams, JAM) + (1 - chance) * _value(jams, FOLD)
    assert len(free) == 1225
    assert mean == pytest.approx(expected - luck)


def test_what_an_agent_says_of_values_changes_hands_but_not_their_mean() -> None:
    dice = np.random.default_rng(6)
    jams, told = dice.random(1326), Worth((FOLD, CALL, JAM), dice.normal(0, 1000, (1326, 3)))
    blind = COMBO_CARDS[combo_of(*parse_cards("AsAd"))]
    free = ~np.isin(COMBO_CARDS, blind).any(axis=1)
    chance = jams[free].mean()
    plain, by_told = ([_value(jams, action, worth) for action in (JAM, FOLD)] for worth in (None, told))
    assert abs(by_told[0] - plain[0]) > 1
    assert np.dot([chance, 1 - chance], by_told) == pytest.approx(np.dot([chance, 1 - chance], plain))


def _value(jams: Reals, action: int, told: Worth | None = None) -> float:
    start = Hand.holdem([JAM, JAM], (50, 100), button=1, deck="AsQcAdQd", seed=1)
    worth = HandWorth(start, [False, True], np.random.Generator(np.random.Philox(key=[1, 2])))
    worth.act(action, OwnMix((FOLD, JAM), np.column_stack([1 - jams, jams])), told)
    if action == JAM:
        worth.act(CALL, None)
    return worth.value


def test_hands_of_which_nothing_is_told_leave_the_range() -> None:
    """Exactly: the mean over the hands of whether the hand held is told, and which it is if not."""
    deck = "AsQcAdQd"  # seat 0 has aces, the button queens
    mix = np.full((1326, 2), 0.5)
    untold = [combo for combo, pair in enumerate(COMBO_CARDS.tolist()) if pair[0] // 4 == pair[1] // 4 and combo % 2]
    mix[untold] = np.nan
    lucks, chances = [], []
    held = [combo_of(*parse_cards("QcQd")), *untold]
    for combo in held:
        start = Hand.holdem([JAM, JAM], (50, 100), button=1, deck=deck, seed=1)
        worth = HandWorth(start, [False, True], np.random.Generator(np.random.Philox(key=[1, 2])))
        before, worth._own[1] = worth.luck, combo
        whole = float(worth.ranges[1] @ worth._against(0)[1])
        chances.append(float(worth.ranges[1][combo] * worth._against(0)[1][combo]))
        if chances[-1] > 0:
            assert (worth._known(1, FOLD, OwnMix((FOLD, JAM), mix)) is None) == (combo in untold)
        lucks.append(worth.luck - before)
    chances[0] = whole - sum(chances[1:])
    assert held[0] not in untold and lucks[0] != 0
    assert float(np.dot(chances, lucks)) == pytest.approx(0, abs=1e-9)


def test_what_the_known_player_holds_changes_nothing() -> None:
    jams = np.random.default_rng(5).random(1326)
    values = set()
    for deck in ("AsQcAdQd", "AsJhAd2c"):
        hand = Hand.holdem([JAM, JAM], (50, 100), button=1, deck=deck, seed=1)
        worth = HandWorth(hand, [False, True], np.random.Generator(np.random.Philox(key=[1, 2])))
        worth.act(FOLD, OwnMix((FOLD, JAM), np.column_stack([1 - jams, jams])))
        values.add(worth.value)
    assert len(values) == 1


@pytest.mark.heavy
def test_the_interval_of_a_coin_covers_its_value() -> None:
    """It loses the small blind in seven of ten hands on the button, and breaks even in all others."""
    value, hits, found = -100 * 0.5 * 0.7 / 2, 0, []
    for seed in range(10):
        config = MatchConfig(("random", "call"), hands=60, stack=1000, seed=seed, aivat=True)
        result = run_match(config, players=[coin(0.3, seed), make("call", seed)]).agents[0]
        assert result.aivat_bb100 is not None and result.aivat_ci95 is not None
        assert result.aivat_ci95 < 0.7 * result.ci95
        hits += abs(result.aivat_bb100 - value) <= result.aivat_ci95
        found.append(result.aivat_bb100)
    assert hits >= 8
    assert abs(np.mean(found) - value) < 3.5 * np.std(found, ddof=1) / np.sqrt(len(found))


def test_a_blueprint_knows_how_often_it_does_what(tmp_path: Path) -> None:
    made_up(tmp_path / "random", 2)
    agent = make(f"blueprint:{tmp_path / 'random'}", 3)
    assert isinstance(agent, OpenAgent)
    seen = Hand.holdem([10_000, 10_000], (50, 100), seed=3).observation(0)
    mix, counts = agent.mix(seen, 0), dict[object, int]()
    assert mix is not None and np.allclose(mix.shares.sum(axis=1), 1)
    for number in range(500):
        agent.new_hand(number)
        choice = agent.act(seen)
        counts[choice] = counts.get(choice, 0) + 1
    low, high = sorted(int(card) for card in seen.cards)
    names = {FOLD: "fold", CALL: "call"}
    for place, action in enumerate(mix.actions):
        expected = mix.shares[combo_of(low, high), place]
        assert counts.get(names.get(action, action), 0) / 500 == pytest.approx(expected, abs=0.08)


def test_a_hand_that_was_played_is_always_in_the_range(tmp_path: Path) -> None:
    """Also after bets that the blueprint's tree does not have, and on its way to other players."""
    made_up(tmp_path / "random", 2)
    name = f"blueprint:{tmp_path / 'random'}"
    config = MatchConfig((name, "random"), hands=128, seed=2, aivat=True, luck=Luck.ALL)
    played = play(config, 0, 128, False)
    assert played.aivat is not None and np.isfinite(played.aivat).all()
    assert np.array_equal(played.aivat[:, 0], -played.aivat[:, 1])
    difference = (played.aivat - played.payoffs)[:, 0]
    assert abs(difference.mean()) < 4 * difference.std() / np.sqrt(len(difference))
    assert played.aivat.std() < played.adjusted.std() < played.payoffs.std()


def test_threads_and_resuming_change_nothing(tmp_path: Path) -> None:
    made_up(tmp_path / "random", 2)
    name = f"blueprint:{tmp_path / 'random'}"
    config = MatchConfig((name, "call"), hands=150, seed=2, aivat=True)
    whole = run_match(config, threads=1)
    assert run_match(config, threads=2) == whole

    def interrupt(report: object) -> None:
        raise KeyboardInterrupt

    folder = MatchFolder(tmp_path / "match", config)
    assert not run_match(config, threads=1, keeper=folder, progress=interrupt).complete
    resumed = run_match(config, threads=1, keeper=MatchFolder(tmp_path / "match", config))
    assert resumed.agents == whole.agents
    assert whole.as_json()["agents"][0]["aivat_bb100"] == whole.agents[0].aivat_bb100
    plain = run_match(MatchConfig((name, "call"), hands=64, seed=2))
    assert plain.agents[0].aivat_bb100 is None and "aivat_bb100" not in plain.as_json()["agents"][0]


def test_what_cannot_be_measured_is_refused() -> None:
    for told in ({"seats": 2, "carry": True}, {"variant": "badugi"}):
        with pytest.raises(BadConfig, match="AIVAT measures hold'em for two seats"):
            MatchConfig(("random", "call"), aivat=True, **told)
    with pytest.raises(BadConfig, match="AIVAT measures hold'em for two seats"):
        MatchConfig(("random", "call", "fold"), aivat=True)
    with pytest.raises(BadConfig, match="AIVAT needs an agent that knows its own probabilities"):
        run_match(MatchConfig(("random", "call"), hands=10, aivat=True))
