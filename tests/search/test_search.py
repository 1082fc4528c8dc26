"""Search: ranges by brute force, answers by the solver, bets that no menu has, budgets, and what is said about it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gutshot as gs
from gutshot.agents.agent import STAND_IN, JudgingAgent
from gutshot.agents.registry import builtins
from gutshot.agents.search import SearchAgent
from gutshot.cards.card import Card, mask_of, parse_cards
from gutshot.cards.combos import COMBO_CARDS, combo_of, combos_with_any
from gutshot.cards.ranges import Range
from gutshot.errors import BadConfig
from gutshot.games.actions import Choice
from gutshot.games.betting import FOLD
from gutshot.games.hand import Hand
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Bools, Reals
from gutshot.postflop.point import SolvedPoint
from gutshot.search.endgame import Endgame
from gutshot.search.settings import MENUS, RIVER, Safety, SearchSettings
from gutshot.search.strategy import SearchStrategy, Wish, between
from gutshot.strategies.catalogue import Library
from gutshot.strategies.strategy import Ability, Answer, Knowledge
from tests.search.bases import DiceStrategy

BOARD = "Td9d6h2c7s"
TO_THE_RIVER: tuple[Choice, ...] = (250, "call", "check", 150, "call", "check", "check")
CROWD: tuple[Choice, ...] = (250, "call", "call", *["check"] * 6)
QUICK = SearchSettings(first_street="river", iterations=20, seconds=None, threads=1, least_weight=0.0)


def dealt(actions: Sequence[Choice], stacks: Sequence[int] = (10_000, 10_000), board: str = BOARD) -> Hand:
    """A hand with this board; hole cards are placeholders."""
    known = parse_cards(board)
    others = [Card(card) for card in range(52) if card not in known][: 2 * len(stacks)]
    setup = Hand.holdem(list(stacks), (50, 100), 0, seed=0).setup
    return Hand(replace(setup, deck=(*others, *known)), actions)


def searching(chosen: SearchSettings = QUICK, seats: int = 2) -> SearchStrategy:
    setup = Hand.holdem([10_000] * seats, (50, 100), 0, seed=0).setup
    return SearchStrategy(DiceStrategy(setup), setup, "search", chosen)


def mix_of(answer: Answer) -> Reals:
    assert answer.hands.mix is not None
    return answer.hands.mix


def by_brute_force(strategy: SearchStrategy, hand: Hand, seat: int) -> Reals:
    """The product of what the seat's hands do, asked one decision at a time."""
    hands = public_hands(hand)
    reach = np.where(combos_with_any(mask_of(hand.board)), 0.0, 1.0)
    for before, after in pairwise(hands):
        if before.actor != seat:
            continue
        taken = after.actions[-1]
        wish = Wish((taken,)) if isinstance(taken, int) else Wish()
        answer = strategy.at(before, wish=wish)
        place = [move.choice for move in answer.moves].index(taken)
        share = np.zeros(1326)
        share[answer.hands.combos] = mix_of(answer)[place]
        reach = reach * share
    return reach


@settings(max_examples=12, deadline=None)
@given(st.integers(2_000, 12_000), st.integers(2_000, 12_000), st.data())
def test_ranges_are_what_the_seats_own_answers_leave(button: int, other: int, data: st.DataObject) -> None:
    strategy, hand = searching(), dealt((), (button, other))
    for _ in range(12):
        legal = hand.legal
        moves: list[Choice] = [move.choice for move in strategy.base.at(hand).moves if move.choice != "fold"]
        if hand.street == RIVER and legal.min_raise_to is not None and legal.max_raise_to is not None:
            moves.append(data.draw(st.integers(legal.min_raise_to, legal.max_raise_to)))
        after = hand.act(data.draw(st.sampled_from(moves)))
        if after.is_over or after.actor is None:
            break
        hand = after
    for seat in range(2):
        wanted = by_brute_force(strategy, hand, seat)
        np.testing.assert_allclose(strategy.range_of(public_hands(hand), seat), wanted, rtol=1e-9, atol=1e-15)


def test_an_answer_is_the_solution_of_the_street_with_those_ranges() -> None:
    strategy, hand = searching(), dealt(TO_THE_RIVER)
    oop, ip = (strategy.range_of(public_hands(hand), seat) for seat in (1, 0))
    menu = MENUS[RIVER][0]
    spot = gs.Spot(
        BOARD,
        Range(oop / oop.max()),
        Range(ip / ip.max()),
        pot=800,
        stack=9_600,
        bets=menu.bets,
        raises=menu.raises,
        add_allin_threshold=menu.add_all_in,
        force_allin_threshold=0.1,
    )
    point = gs.solve(spot, iterations=20, threads=1).at("")
    answer = strategy.at(hand)
    assert [move.word for move in answer.moves] == [str(action) for action in point.actions]
    order = np.argsort(point.combos[0])
    np.testing.assert_array_equal(answer.hands.combos, point.combos[0][order])
    np.testing.assert_allclose(mix_of(answer), point.strategy[:, order], atol=1e-6)
    assert answer.hands.action_ev is not None
    np.testing.assert_allclose(answer.hands.action_ev, point.action_ev[:, order], atol=1e-2)
    assert strategy.counts == {"searched": 1}


def test_a_bet_of_any_size_is_in_the_tree_to_the_chip() -> None:
    strategy, hand = searching(), dealt((*TO_THE_RIVER, 333, 1_531))
    found = strategy.searched(public_hands(hand))
    assert found is not None and found.solved.endgame.played == ("bet 333,raise 1531",)
    assert isinstance(found.point, SolvedPoint) and found.point.paid == (333, 1_531)
    assert strategy.at(hand).knowledge is Knowledge.EXACT
    on_menu = dealt((*TO_THE_RIVER, 600))
    found = strategy.searched(public_hands(on_menu))
    assert found is not None and found.solved.endgame.played == ()


def test_wishes_are_granted() -> None:
    strategy, hand = searching(replace(QUICK, least_weight=0.5)), dealt(TO_THE_RIVER)
    plain = strategy.at(hand)
    rare = next(combo for combo in range(1326) if combo not in plain.hands.combos and combo > 1200)
    wished = strategy.at(hand, wish=Wish((777, 20_000), combo_of(0, 1) if rare is None else rare))
    assert [move.amount for move in wished.moves if move.amount == 777] == [777]
    assert rare in wished.hands.combos
    assert wished.moves[-1].amount == 9_600


def test_before_its_first_street_and_with_more_players_the_base_decides() -> None:
    strategy = searching()
    early = dealt(TO_THE_RIVER[:3])
    assert strategy.at(early).moves == strategy.base.at(early).moves
    four = searching(seats=4)
    hand = dealt(("call", "call", "call", "check", *["check"] * 8), (10_000,) * 4)
    assert not four.searches(hand)
    np.testing.assert_array_equal(mix_of(four.at(hand)), mix_of(four.base.at(hand)))
    assert not searching(replace(QUICK, three_players="never"), seats=3).searches(dealt(CROWD, (10_000,) * 3))
    three, left = searching(seats=3), dealt((250, "fold", "call", *["check"] * 4), (10_000,) * 3)
    assert three.searches(left)
    assert three.at(left).hands.seat == 2


@pytest.mark.parametrize(
    ("river", "line"),
    [
        ((333, "fold"), "bet 333"),  # the small blind bets, the big blind folds, the button decides
        (("check", 333, "fold"), "check,bet 333"),
        (("check", "check", 333, "fold"), "check,bet 333"),
        ((333, 1_000, "fold"), "bet 333,raise 1000"),
        ((333, "call", 1_000, "fold"), "bet 333,raise 1000"),
        ((333, 1_000, 2_200, "fold"), "bet 1000,raise 2200"),
        (("check", 333, 1_000, "fold"), "bet 333,raise 1000"),
    ],
)
def test_a_street_is_solved_from_where_the_third_player_folds(river: tuple[Choice, ...], line: str) -> None:
    """With what he left in the pot, and from the ranges in which the two came there, whatever they might have done."""
    strategy = searching(replace(QUICK, least_weight=0.0, three_players="never"), seats=3)
    before = ("call", "call", "check", *["check"] * 6)
    hand = dealt((*before, *river), (10_000,) * 3)
    assert not strategy.searches(dealt((*before, *river[:-1]), (10_000,) * 3))
    found = strategy.searched(public_hands(hand))
    assert found is not None and found.point.line.replace(", ", ",") == line
    assert isinstance(found.point, SolvedPoint)
    dead = hand.pot - sum(found.point.paid) - 300
    assert found.solved.endgame.root.pot == 300 + dead and found.point.pot == hand.pot
    assert found.point.board == hand.board
    for seat in found.play.seats:
        own = found.play.player(seat)
        reach = strategy.range_of(public_hands(hand), seat)
        np.testing.assert_allclose(found.point.reach[own], (reach / reach.max())[found.point.combos[own]], rtol=1e-5)
        assert np.count_nonzero(reach) == len(found.point.combos[own])
    answer = strategy.at(hand)
    assert answer.hands.seat == hand.actor and answer.moves[0].choice == "fold"


@pytest.mark.parametrize(
    ("knowledge", "says"),
    [
        (Knowledge.NONE, "leave out a decision before, which the strategy below does not know"),
        (Knowledge.NEAR, "a bet before was taken for a similar one"),
    ],
)
def test_a_hand_that_has_left_the_base_is_played_on_and_it_is_said(
    knowledge: Knowledge, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        DiceStrategy, "knowledge_at", lambda _, hand: (knowledge if hand.actions else Knowledge.EXACT, ())
    )
    strategy, hand = searching(), dealt(TO_THE_RIVER)
    held = strategy.at(hand).hands
    assert any(says in note for note in held.notes)
    assert held.knowledge is Knowledge.EXACT and held.mix is not None
    if knowledge is Knowledge.NONE:
        np.testing.assert_array_equal(strategy.range_of(public_hands(hand), 1) > 0, held_possible(hand))


def held_possible(hand: Hand) -> Bools:
    return ~combos_with_any(mask_of(hand.board))


def test_before_the_flop_an_opening_strategy_decides_where_stacks_are_deep_enough() -> None:
    setup = Hand.holdem([10_000] * 2, (50, 100), 0, seed=0).setup
    base, opening = DiceStrategy(setup), DiceStrategy(setup)
    opening.salt = "opening"
    strategy = SearchStrategy(base, setup, "search", QUICK, opening)
    raised, flop = dealt((250,)), dealt(TO_THE_RIVER[:2])
    np.testing.assert_array_equal(mix_of(strategy.at(raised)), mix_of(opening.at(raised)))
    np.testing.assert_array_equal(mix_of(strategy.at(flop)), mix_of(base.at(flop)))
    for seat in range(2):
        reach = strategy.range_of(public_hands(flop), seat)
        np.testing.assert_allclose(reach, by_brute_force(strategy, flop, seat))
        assert not np.allclose(reach, searching().range_of(public_hands(flop), seat))
    others = [dealt((250,), (6_000, 10_000)), dealt((250,), (10_000,) * 3)]
    for hand in others:
        np.testing.assert_array_equal(mix_of(strategy.at(hand)), mix_of(base.at(hand)))
    empty = SearchStrategy(base, setup, "search", replace(QUICK, iterations=0), opening)
    np.testing.assert_array_equal(mix_of(empty.at(raised)), mix_of(base.at(raised)))


@pytest.mark.parametrize("empty", [replace(QUICK, iterations=0), replace(QUICK, seconds=0.0)])
def test_without_a_budget_it_is_the_base(empty: SearchSettings) -> None:
    strategy, hand = searching(empty), dealt(TO_THE_RIVER)
    np.testing.assert_array_equal(mix_of(strategy.at(hand)), mix_of(strategy.base.at(hand)))


def test_equal_iterations_give_equal_answers() -> None:
    hand = dealt(TO_THE_RIVER)
    np.testing.assert_array_equal(mix_of(searching().at(hand)), mix_of(searching().at(hand)))


def test_little_memory_means_fewer_sizes_and_hardly_any_is_refused() -> None:
    hand = dealt(TO_THE_RIVER)
    coarse = searching(replace(QUICK, memory=1.3))
    answer = coarse.at(hand)
    assert len(answer.moves) < len(searching().at(hand).moves)
    assert any("fewer sizes" in note for note in answer.hands.notes)
    with pytest.raises(BadConfig, match="search cannot solve this street"):
        searching(replace(QUICK, memory=0.3)).at(hand)


def test_a_line_is_walked_and_the_other_seat_has_values_too() -> None:
    strategy, hand = searching(), dealt((*TO_THE_RIVER, "check"))
    answer = strategy.at(hand, seat=1)
    assert answer.hands.mix is None and answer.hands.ev is not None
    line = strategy.at(hand).stop.line
    assert strategy.walk(line)[-1].moves == strategy.at(hand).moves
    held = strategy.hands(line)
    assert held.mix is not None and held.equity is not None
    np.testing.assert_allclose(held.mix, mix_of(strategy.at(hand)), atol=1e-12)
    assert Ability.VALUES in strategy.describe().abilities


def test_equal_endgames_are_solved_once() -> None:
    strategy, hand = searching(), dealt(TO_THE_RIVER)
    first, again = (strategy.searched(public_hands(hand)) for _ in range(2))
    assert first is not None and again is not None and first.solved is again.solved
    assert isinstance(first.solved.endgame, Endgame)


def test_asked_to_hurry_it_answers_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = searching(replace(QUICK, iterations=5_000))

    def hurry(began: float, seconds: float | None) -> bool:
        strategy.hurry()
        return False

    monkeypatch.setattr("gutshot.search.endgame._is_over", hurry)
    found = strategy.searched(public_hands(dealt(TO_THE_RIVER)))
    assert found is not None and found.solved.solution.iterations <= 20


@pytest.mark.parametrize("safety", [Safety.SAFE, Safety.BLEND])
def test_a_river_after_a_searched_turn_keeps_the_turns_promise(safety: Safety) -> None:
    chosen = replace(QUICK, first_street="turn", safety=safety, iterations=12, least_weight=0.6)
    strategy, hand = searching(chosen), dealt((*TO_THE_RIVER, "check"))
    found = strategy.searched(public_hands(hand))
    assert found is not None
    endgame = found.solved.endgame
    assert isinstance(endgame, Endgame)
    assert endgame.promised == 0  # the button acts, so the big blind out of position is promised
    promise = np.frombuffer(endgame.promise)
    assert np.isfinite(promise).sum() >= 5 and np.nanmax(promise) < 800 + 2 * 9_600
    np.testing.assert_allclose(mix_of(strategy.at(hand)).sum(axis=0), 1.0)
    turn = strategy.searched(public_hands(dealt(TO_THE_RIVER[:5])))
    assert turn is not None and isinstance(turn.solved.endgame, Endgame) and turn.solved.endgame.promised is None


def test_folds_to_many_bets_come_from_one_solution() -> None:
    strategy, hand = searching(), dealt(TO_THE_RIVER)
    amounts = [100, 400, 1_000, 9_600]
    found = strategy.fold_shares(hand, amounts)
    wish = strategy.searched(public_hands(hand), Wish(tuple(amounts)))
    assert wish is not None and len(strategy._kept._kept) == 1
    for amount, shares in zip(amounts, found, strict=True):
        word = "all-in" if amount == 9_600 else f"bet {amount}"
        point = wish.solved.solution.at(word)
        assert shares is not None and str(point.actions[0]) == "fold"
        np.testing.assert_allclose(shares[point.combos[1]], point.strategy[0])
    early = dealt(TO_THE_RIVER[:3])
    told = strategy.fold_shares(early, [200, 900])
    assert told[0] is not None and told[0].max() <= 1


def test_between_sizes_shares_are_straight_in_the_price() -> None:
    known, shares = np.array([0.5, 2.0]), np.array([[0.2], [0.6]])
    found = between(np.array([0.1, 0.5, 1.0, 2.0, 9.0]), known, shares)
    price = (1 / 3 - 0.25) / (0.4 - 0.25)
    np.testing.assert_allclose(np.concatenate(found), [0.2, 0.2, 0.2 + 0.4 * price, 0.6, 0.6])
    np.testing.assert_allclose(np.concatenate(between(known, known[:1], shares[:1])), [0.2, 0.2])


def test_settings_of_a_file_are_a_name(tmp_path: Path) -> None:
    file = tmp_path / "quick.yaml"
    file.write_text("base: style:tag\nfirst_street: river\niterations: 3\nseconds: null\nthreads: 1\n")
    opened = gs.open_strategy(f"search:{file}@2x50")
    assert opened.describe().title == f"search:{file}"
    with pytest.raises(BadConfig):
        Library().open(f"agent:search:{file}")  # strangers name no files
    agent = gs.make_agent(f"search:{file}", seed=3)
    hand = Hand.holdem([5_000, 5_000], (50, 100), 0, seed=2, actions=["call", *["check"] * 5])
    agent.new_hand(1)
    assert hand.can(agent.act(hand.observation(hand.actor or 0)))
    assert getattr(agent, "spots", {}) == {"searched": 1}
    with pytest.raises(BadConfig, match="does not play hold'em"):
        gs.open_search("badugi:cpu1")
    file.write_text("base: hu\npreflop: 6max\n")
    with pytest.raises(BadConfig, match="preflop '6max' is for 6 seats, and 'hu', which plays after it, for 2"):
        gs.open_strategy(f"search:{file}")
    file.write_text("base: hu\nseconds: -1\n")
    with pytest.raises(BadConfig, match="seconds -1: expected a number of at least 0"):
        gs.open_strategy(f"search:{file}")


def test_the_agent_does_with_a_hand_too_rare_to_solve_for_what_the_range_does() -> None:
    strategy, hand = searching(replace(QUICK, least_weight=0.6)), dealt(TO_THE_RIVER)
    agent = SearchAgent(strategy, "search", builtins()[STAND_IN], seed=3)
    answer = strategy.at(hand)
    by_all = answer.hands.frequencies
    assert by_all is not None
    rare = np.setdiff1d(np.flatnonzero(strategy.range_of(public_hands(hand), 1)), answer.hands.combos)
    chosen: Counter[Choice] = Counter()
    for number, combo in enumerate(np.resize(rare, 400).tolist()):
        low, high = (Card(int(card)) for card in COMBO_CARDS[combo])
        others = [Card(card) for card in range(52) if Card(card) not in (low, high, *hand.board)][:2]
        held = Hand(replace(hand.setup, deck=(low, others[0], high, others[1], *hand.board)), hand.actions)
        seen = held.observation(1)
        assert set(seen.cards) == {low, high}
        agent.new_hand(number)
        chosen[agent.act(seen)] += 1
        mix = agent.mix(seen, number)
        assert mix is not None
        np.testing.assert_allclose(mix.shares[combo], by_all)
    for move, share in zip(answer.moves, by_all, strict=True):
        assert abs(chosen[move.choice] / 400 - share) < 0.1


def test_the_agent_says_what_actions_are_worth_to_either_seat_where_it_solves() -> None:
    agent, hand = SearchAgent(searching(), "search", builtins()[STAND_IN]), dealt(TO_THE_RIVER)
    assert isinstance(agent, JudgingAgent) and agent.worth(dealt(()).observation(0), 0) is None
    for asked in (hand, hand.act(300)):
        assert asked.actor is not None
        told, answer = agent.worth(asked.observation(asked.actor), 0), agent.strategy.at(asked)
        assert told is not None and answer.hands.ev is not None
        paid = asked.setup.stacks[0] - asked.stacks[asked.actor]
        won = (mix_of(answer).T * told.chips[answer.hands.combos]).sum(axis=1)
        known = answer.hands.weight > 1e-6
        np.testing.assert_allclose(won[known], (answer.hands.ev - paid)[known], atol=1.0)
        if FOLD in told.actions:
            np.testing.assert_allclose(
                told.chips[answer.hands.combos, told.actions.index(FOLD)][known], -paid, atol=1e-3
            )


def test_a_street_that_cannot_be_solved_is_played_by_the_base_at_the_table(caplog: pytest.LogCaptureFixture) -> None:
    strategy, hand = searching(replace(QUICK, memory=0.01)), dealt(TO_THE_RIVER)
    agent = SearchAgent(strategy, "search", builtins()[STAND_IN])
    agent.new_hand(1)
    seen = hand.observation(1)
    assert hand.can(agent.act(seen))
    assert "search cannot solve this street" in caplog.text and "the strategy below plays" in caplog.text
    assert agent.spots == {"followed": 1}
    np.testing.assert_array_equal(mix_of(strategy.at(hand)), mix_of(strategy.base.at(hand)))
