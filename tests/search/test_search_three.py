"""Search while three are left: the solver's answer for the ranges of the line, and bets of any size."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

import gutshot as gs
from gutshot.cards.ranges import Range
from gutshot.games.actions import Choice
from gutshot.games.public_hand import public_hands
from gutshot.search.settings import RIVER, THREE_MENUS, SearchSettings
from gutshot.search.strategy import Wish
from gutshot.strategies.strategy import Knowledge
from tests.search.test_search import BOARD, CROWD, dealt, mix_of, searching

# What comes less often than a third of the commonest hand is left out, so that the solves are quick.
THREE = SearchSettings(first_street="river", iterations=20, seconds=None, threads=1, least_weight=0.35)


def three_left(*river: Choice, stacks: Sequence[int] = (10_000, 4_000, 10_000)) -> gs.Hand:
    return dealt((*CROWD, *river), stacks)


def test_an_answer_is_the_solution_for_three_with_those_ranges() -> None:
    strategy, hand = searching(THREE, seats=3), three_left()
    order = (1, 2, 0)
    ranges = [strategy._trimmed(strategy.range_of(public_hands(hand), seat)) for seat in order]
    menu = THREE_MENUS[RIVER][0]
    spot = gs.ThreeSpot.from_dict(
        {
            "board": BOARD,
            "players": {name: Range(own) for name, own in zip(("a", "b", "c"), ranges, strict=True)},
            "pot": 750,
            "stacks": [3_750, 9_750, 9_750],
            "bets": menu.bets,
            "raises": menu.raises,
            "add_allin_threshold": menu.add_all_in,
            "force_allin_threshold": 0.1,
        }
    )
    point, answer = gs.solve_three(spot, iterations=20, threads=1).at(""), strategy.at(hand)
    assert answer.hands.seat == 1 and [move.word for move in answer.moves] == [str(action) for action in point.actions]
    places = np.argsort(point.combos[0])
    np.testing.assert_array_equal(answer.hands.combos, point.combos[0][places])
    np.testing.assert_allclose(mix_of(answer), point.strategy[:, places], atol=1e-6)
    assert answer.hands.action_ev is not None
    np.testing.assert_allclose(answer.hands.action_ev, point.action_ev[:, places], atol=0.05)
    assert answer.hands.notes[0].startswith("solved from the river on for three; a best answer to the other two gains")
    assert strategy.knowledge_at(hand)[0] is Knowledge.EXACT


def test_a_bet_of_any_size_is_in_the_tree_and_the_two_who_are_left_go_on_alone() -> None:
    strategy = searching(THREE, seats=3)
    facing = three_left("check", 333, 1_531)
    found = strategy.searched(public_hands(facing))
    assert found is not None and found.solved.endgame.played == ("check,bet 333,raise 1531",)
    answer = strategy.at(facing, wish=Wish((3_210,)))
    assert 3_210 in [move.amount for move in answer.moves]
    folded = facing.act("fold")
    two = strategy.searched(public_hands(folded))
    assert two is not None and len(two.play.seats) == 2 and strategy.at(folded).hands.seat == 2
    taken = strategy.range_of(public_hands(folded), 1)
    assert 0 < taken.sum() < strategy.range_of(public_hands(three_left()), 1).sum()


def test_flops_of_three_are_solved_over_a_few_cards() -> None:
    chosen = replace(THREE, first_street="flop", iterations=3, three_cards=3, least_weight=0.7)
    hand = dealt(CROWD[:3], (10_000,) * 3)
    strategy = searching(chosen, seats=3)
    found = strategy.searched(public_hands(hand))
    assert found is not None and len(found.solved.solution.solver.layout.boards[2]) <= 9
    np.testing.assert_allclose(mix_of(strategy.at(hand)).sum(axis=0), 1, atol=1e-5)
