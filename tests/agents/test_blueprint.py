"""Blueprints at real tables: lines are followed, bets translated, and what lies outside is said."""

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from gutshot.agents.agent import BatchAgent
from gutshot.agents.blueprint import BlueprintAgent, load_blueprint
from gutshot.agents.registry import make
from gutshot.arena.chunk import play
from gutshot.arena.config import Luck, MatchConfig
from gutshot.blueprint.placing import Way, bet_dice
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CLASS, combo_of
from gutshot.errors import BadConfig, MalformedInput
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.hidden_view import view_of
from gutshot.games.observation import observe
from gutshot.numeric.dice import dice_seed
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.strategy import Knowledge
from tests.agents.blueprints import made_up
from tests.naive.blueprint_paths import Finder


@pytest.fixture(scope="module")
def heads_up(tmp_path_factory):
    return made_up(tmp_path_factory.mktemp("bundles") / "two", 2)


@pytest.fixture(scope="module")
def six(tmp_path_factory):
    small: Any = {"max_raises_per_street": {"preflop": 2, "flop": 1, "turn": 1, "river": 0}, "max_flop_players": 2}
    return made_up(tmp_path_factory.mktemp("bundles") / "six", 6, **small)


def seen(hand):
    return observe(hand, hand.actor)


def find(agent, hand, number=0):
    return agent.find(seen(hand), number)


def walked(blueprint, last_street):
    """Every decision up to a street with the real hand that leads there."""
    tree = blueprint.tree
    queue = [(0, Hand.holdem([10_000] * tree.seats, seed=1))]
    while queue:
        node, hand = queue.pop()
        yield node, hand
        for action, child in zip(tree.actions(node), tree.children(node), strict=True):
            if tree.is_decision(child) and tree.street(child) <= last_street:
                words = {-1: "fold", 0: "call" if hand.legal.call else "check"}
                queue.append((child, hand.act(words.get(action, action))))


@pytest.mark.parametrize(("name", "last_street"), [("heads_up", 1), ("six", 0)])
def test_pots_and_bets_of_every_node_are_the_engines(name, last_street, request):
    blueprint = request.getfixturevalue(name)
    tree, chips = blueprint.tree, blueprint.chips
    compared = 0
    for node, hand in walked(blueprint, last_street):
        assert (tree.actor(node), tree.street(node)) == (hand.actor, hand.street)
        assert (chips.pot[node], chips.faced[node]) == (hand.pot, max(hand.bets))
        assert chips.owed[node] == (hand.legal.call or 0)
        assert chips.live[node] == sum(1 << seat for seat, live in enumerate(hand.live) if live)
        assert chips.behind[node] == min(stack for stack, live in zip(hand.stacks, hand.live, strict=True) if live)
        compared += 1
    assert compared > 50


@pytest.mark.nojit
def test_tree_lines_are_followed_exactly(heads_up):
    agent = BlueprintAgent(heads_up, "test")
    hand = Hand.holdem([10_000, 10_000], seed=4, actions=[250, "call", "check", 250])
    place = find(agent, hand)
    assert place.way is Way.FOLLOWED
    assert heads_up.tree.text(place.node) == "raise 250,call|*|check,bet 250"
    spot = agent.seated.decision(seen(hand))
    assert spot is not None
    assert spot.choices == ("fold", "call", 9_750)


def test_decisions_have_the_strategys_frequencies(heads_up):
    """Over many hands with the same cards and other dice."""
    agent = BlueprintAgent(heads_up, "test", seed=5)
    watched = seen(Hand.holdem([10_000, 10_000], seed=4, actions=[250, "call"]))
    spot = agent.seated.decision(watched)
    assert spot is not None
    bucket = heads_up.abstraction.bucket(watched.cards, watched.board)
    counts = dict.fromkeys(spot.choices, 0)
    for number in range(4000):
        agent.new_hand(number)
        counts[agent.act(watched)] += 1
    shares = np.array(list(counts.values())) / 4000
    assert shares == pytest.approx(heads_up.strategy(spot.place.node, bucket), abs=0.03)


def test_shares_of_all_combos(heads_up):
    agent = BlueprintAgent(heads_up, "test")
    flop = seen(Hand.holdem([10_000, 10_000], seed=4, actions=[250, "call"]))
    shares = agent.seated.shares(flop)
    assert shares is not None
    blocked = np.isnan(shares[:, 0])
    assert blocked.sum() == 1326 - 49 * 48 // 2
    assert shares[~blocked].sum(axis=1) == pytest.approx(1)
    start = agent.seated.shares(seen(Hand.holdem([10_000, 10_000], seed=4)))
    assert (start == heads_up.node_strategy(0)[COMBO_CLASS]).all()


@pytest.mark.nojit
def test_bets_between_the_trees_are_taken_for_either_neighbour(heads_up):
    """A bet of 0.7 pots between 0.5 and 1: the share of the lower is 0.529, whatever the seat's own cards."""
    agent = BlueprintAgent(heads_up, "test", seed=2)
    hand = Hand.holdem([10_000, 10_000], seed=4, actions=[250, "call", "check", 350])
    taken = [heads_up.tree.text(find(agent, hand, number).node) for number in range(1500)]
    assert set(taken) == {"raise 250,call|*|check,bet 250", "raise 250,call|*|check,bet 500"}
    assert taken.count("raise 250,call|*|check,bet 250") / 1500 == pytest.approx(0.529, abs=0.04)
    assert find(agent, hand, 7) == find(agent, hand, 7)


def test_other_stacks_bet_the_same_share_of_the_pot(tmp_path):
    agent = BlueprintAgent(made_up(tmp_path / "bold", 2, "raise"), "test")
    deep = Hand.holdem([40_000, 40_000], seed=4)
    assert agent.act(seen(deep)) == 250
    river = ["call", "check"] + ["check", "check"] * 2
    assert agent.act(seen(Hand.holdem([40_000, 40_000], seed=4, actions=["call", "check"]))) == 200
    short = Hand.holdem([600, 600], seed=4, actions=[*river, 200])
    assert agent.act(seen(short)) in (500, "call")
    blinds = Hand.holdem([1000, 1000], blinds=(5, 10), seed=4)
    assert agent.act(seen(blinds)) == 25


def test_fewer_seats_are_a_table_whose_first_seats_have_folded(six):
    agent = BlueprintAgent(six, "test")
    hand = Hand.holdem([10_000] * 4, seed=4, button=2, actions=["fold", 250])
    place = find(agent, hand)
    assert place.way is Way.FOLLOWED
    assert six.tree.text(place.node) == "fold,fold,fold,raise 250"
    assert six.tree.positions[six.tree.actor(place.node)] == "SB"


def test_more_seats_are_served_after_folds_in_front(six):
    agent = BlueprintAgent(six, "test")
    hand = Hand.holdem([10_000] * 8, seed=4, actions=["fold", "fold", "fold", 250])
    assert six.tree.text(find(agent, hand).node) == "fold,raise 250"
    early = find(agent, Hand.holdem([10_000] * 8, seed=4))
    assert (early.way, early.reason) == (Way.OUTSIDE, "a table of 8 and a bundle for 6 seats")


def test_two_players_left_enter_a_heads_up_bundle_on_the_flop(heads_up):
    agent = BlueprintAgent(heads_up, "test")
    actions: list[Choice] = ["fold", "fold", 250, "fold", "fold", "call", "check"]
    hand = Hand.holdem([10_000] * 6, seed=4, actions=actions)
    place = find(agent, hand)
    assert place.way is Way.MATCHED
    assert heads_up.tree.text(place.node) == "raise 250,call|*|check"
    assert find(agent, Hand.holdem([10_000] * 6, seed=4)).way is Way.OUTSIDE


def test_a_limp_that_the_tree_does_not_have_is_matched(six):
    agent = BlueprintAgent(six, "test")
    hand = Hand.holdem([10_000] * 6, seed=4, actions=["call", "fold", "fold"])
    place = find(agent, hand)
    assert place.way is Way.MATCHED
    assert six.tree.text(place.node) == "fold,fold,fold"
    option = find(agent, Hand.holdem([10_000] * 6, seed=4, actions=["call", "fold", "fold", "fold", "fold"]))
    assert six.tree.text(option.node) == "fold,fold,fold,fold,call"


def test_outside_is_counted_and_said(heads_up, caplog):
    agent = BlueprintAgent(heads_up, "blueprint:test")
    assert agent.notice == ""
    agent.act(seen(Hand.holdem([10_000] * 6, seed=4)))
    assert "a table of 6 and a bundle for 2 seats is outside the bundle; style:tag decides there" in caplog.text
    agent.act(seen(Hand.holdem([10_000] * 2, seed=4)))
    assert agent.spots == {Way.OUTSIDE: 1, Way.FOLLOWED: 1}
    assert "50.0 % were outside the bundle and played by style:tag" in agent.notice


@pytest.mark.parametrize("seats", [2, 3, 6, 7])
def test_every_choice_is_legal_whatever_the_others_do(heads_up, six, seats):
    """Random opponents, stacks from nothing to deep; the same hand twice gives the same choices."""
    dice = np.random.default_rng(seats)
    for blueprint in (heads_up, six):
        agent, others = BlueprintAgent(blueprint, "test", 1), make("random", 3)
        for number in range(25):
            stacks = [int(stack) for stack in dice.integers(150, 30_000, seats)]
            hand = Hand.holdem(stacks, seed=number, button=number % seats)
            agent.new_hand(number)
            others.new_hand(number)
            while not hand.is_over:
                player = agent if hand.actor == 0 else others
                hand = hand.act(player.act(seen(hand)))


def test_batches_decide_as_single_hands(heads_up):
    agent = BlueprintAgent(heads_up, "test", 1)
    assert isinstance(agent, BatchAgent)
    views = [seen(Hand.holdem([10_000] * 2, seed=seed, actions=[250, "call"])) for seed in range(12)]
    together = agent.act_batch(views, list(range(12)))
    for number, (view, choice) in enumerate(zip(views, together, strict=True)):
        agent.new_hand(number)
        assert agent.act(view) == choice


def test_agents_by_name(heads_up):
    agent = make(f"blueprint:{heads_up.path}", seed=3)
    assert agent.name == f"blueprint:{heads_up.path}"
    watched = seen(Hand.holdem([10_000] * 2, seed=4))
    assert agent.act(watched) == BlueprintAgent(heads_up, "test", 3).act(watched)
    with pytest.raises(MalformedInput, match="no artifact at"):
        load_blueprint("nowhere", 0)
    with pytest.raises(BadConfig, match="does not play badugi"):
        agent.act(replace(watched, variant="badugi"))


def test_hands_are_looked_up_by_their_own_cards(heads_up):
    agent = BlueprintAgent(heads_up, "test")
    watched = seen(Hand.holdem([10_000] * 2, seed=4))
    assert agent._buckets(view_of(watched)[0][None]) == [COMBO_CLASS[combo_of(*watched.cards)]]


def test_bets_far_beyond_the_trees_are_not_taken_for_its_largest(heads_up):
    """An open shove and a huge bet on the flop are outside, and the turn is entered anew."""
    agent = BlueprintAgent(heads_up, "test")
    assert find(agent, Hand.holdem([10_000, 10_000], seed=4, actions=[10_000])).way is Way.OUTSIDE
    flop: list[Choice] = ["call", "check", "check", 5_000]
    assert find(agent, Hand.holdem([10_000, 10_000], seed=4, actions=flop)).way is Way.OUTSIDE
    turn = find(agent, Hand.holdem([10_000, 10_000], seed=4, actions=[*flop, "call"]))
    assert turn.way is Way.MATCHED
    chips = agent.seated.places.chips
    assert chips.behind[turn.node] / chips.pot[turn.node] < 2  # the shallowest there is


def test_a_line_that_training_hardly_met_is_undertrained_and_not_outside(heads_up):
    hurried = BlueprintStrategy(replace(heads_up, summary={"deals": 1}), "hurried")
    hands = hurried.hands("raise 250")
    assert hands.knowledge is Knowledge.NONE and "undertrained: training hardly ever came" in hands.notes[0]
    answer = hurried.at(Hand.holdem([10_000, 10_000], seed=4))
    assert answer.knowledge is Knowledge.NONE and "undertrained" in answer.hands.notes[0]
    outside = BlueprintStrategy(heads_up, "whole").hands("all-in")
    assert outside.notes == ("betting that the bundle's tree does not have",)


def test_a_fold_that_the_trees_bounds_force_is_no_opinion(six):
    """With two players in, the tree lets a third only fold; a real third player with aces does not have to."""
    agent = BlueprintAgent(six, "test")
    tree = six.tree
    forced = [(node, hand) for node, hand in walked(six, 0) if tree.width(node) == 1 and hand.legal.call]
    assert len(forced) > 10
    for _, hand in forced[:40]:
        place = find(agent, hand)
        assert place.way is Way.OUTSIDE or tree.width(place.node) > 1


class Watched:
    """The same player without the door for rows."""

    def __init__(self, agent):
        self._agent, self.name = agent, agent.name
        self.new_hand, self.act = agent.new_hand, agent.act


def test_rows_are_decided_like_observations(six):
    config = MatchConfig(("tag", "station", "maniac", "lag", "random", "call"), hands=36, seed=3, luck=Luck.ALL)
    styles = [make(name, config.seed) for name in config.agents[:5]]
    rows = play(config, 0, 36, True, [*styles, BlueprintAgent(six, "test", 3)])
    slow = play(config, 0, 36, True, [*styles, Watched(BlueprintAgent(six, "test", 3))])
    assert np.array_equal(rows.actions, slow.actions)
    assert np.array_equal(rows.payoffs, slow.payoffs)
    assert np.allclose(rows.adjusted, slow.adjusted, rtol=0, atol=1e-6)
    assert rows.spots["call"].total() > 40


def test_the_nuts_never_fold_the_river(tmp_path):
    agent = BlueprintAgent(made_up(tmp_path / "timid", 2, "fold"), "test")
    calls = ["call", "check"] + ["check", "check"] * 2
    river = seen(Hand.holdem([10_000, 10_000], seed=4, actions=[*calls, 200]))
    for hole, board, choice in (
        ("AhKh", "QhJhTh2c2d", "call"),
        ("2h2s", "2c2d8h9sKs", "call"),
        ("Ah3c", "KhQh8h4h2d", "call"),
        ("7c6c", "AsKsQsJsTs", "call"),  # everybody's
        ("AsAd", "2c2d8h9sKs", "fold"),
        ("Kc3h", "QhJh9h4h2d", "fold"),
    ):
        cards = tuple(parse_cards(hole))
        assert agent.act(replace(river, cards=cards, board=tuple(parse_cards(board)))) == choice, hole


@pytest.mark.parametrize(("name", "seats"), [("heads_up", 2), ("six", 6), ("six", 4), ("heads_up", 5)])
def test_places_are_those_of_the_slow_search(name, seats, request):
    """Styles and random players, equal and unequal stacks. Two places may be equally like the hand."""
    blueprint = request.getfixturevalue(name)
    agent, slow = BlueprintAgent(blueprint, "test"), Finder(blueprint)
    players = [make(player, 1) for player in ("station", "maniac", "random", "tag")]
    dice, ways = np.random.default_rng(seats), Counter[object]()
    for number in range(16):
        stacks = [10_000] * seats if number % 2 else [int(stack) for stack in dice.integers(2_000, 20_000, seats)]
        hand = Hand.holdem(stacks, seed=number, button=number % seats)
        for player in players:
            player.new_hand(number)
        while not hand.is_over:
            place = find(agent, hand, number)
            node, way = slow.find(seen(hand), partial(bet_dice, dice_seed(0, number)))
            assert (place.way, blueprint.tree.text(place.node)) == (way, blueprint.tree.text(node))
            ways[way] += 1
            hand = hand.act(players[dice.integers(4)].act(seen(hand)))
    assert ways["followed" if seats != 5 else "matched"] > 10
