"""The coach's facts: outs, odds, draws in words; hands graded whole; and badugi."""

import json
import random

import pytest

from gutshot.cards.card import DECK, parse_cards
from gutshot.coach.advice import GradeName, grade_of
from gutshot.coach.effort import Effort
from gutshot.coach.holding import draws_of
from gutshot.coach.outs import improvements, outs_of
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.seats import order
from gutshot.games.variants import Game
from gutshot.games.words import odds_words
from gutshot.trainer.table.graded_hands import decisions, grade_hand
from tests.trainer.tables import play_hand, table_of


def spot(
    cards: str, board: str, actions: list[Choice], seats: int = 2, hero: int = 0, stack: int = 5000, others: int = 1
) -> Observation:
    """The hero's decision after these actions, with these cards; the others' are whatever is left, by a seed."""
    own, common = parse_cards(cards), parse_cards(board)
    rest = [card for card in DECK if card not in own and card not in common]
    random.Random(others).shuffle(rest)
    dealt = [list(own) if seat == hero else [rest.pop(), rest.pop()] for seat in order(seats, 0)]
    deck = [pair[0] for pair in dealt] + [pair[1] for pair in dealt] + list(common)
    hand = Hand.holdem([stack] * seats, (25, 50), 0, deck=deck, seed=1, actions=actions)
    assert hand.actor == hero
    return hand.observation(hero)


@pytest.mark.parametrize(
    ("cards", "board", "outs"),
    [
        ("AsJs", "Ks7s2d", 9 + 6),  # a flush draw, and a pair of aces or jacks
        ("9s8h", "Td7c2d", 8 + 6),  # open-ended, and pairs
        ("9h9s", "Ad7c2d", 2),  # a pair improves to three of a kind; a second pair on the board is everybody's
        ("AhKd", "9s7c2d", 6),
        ("7h7c", "7s2d2h", 1),  # a full house improves to four of a kind
    ],
)
def test_outs_as_players_count_them(cards: str, board: str, outs: int) -> None:
    assert outs_of(parse_cards(cards), parse_cards(board)) == outs


def test_odds_of_a_flush_draw_by_the_river() -> None:
    """Nine outs twice: 1 - 38/47 x 37/46, a little less for the full houses that are not made of it."""
    better = {line.words: line.chance for line in improvements(parse_cards("AsJs"), parse_cards("Ks7s2d"))}
    assert better["Flush"] == pytest.approx(1 - 38 * 37 / (47 * 46), abs=0.002)


def test_pot_odds_in_words() -> None:
    assert odds_words(150, 50) == "3.0:1 (25 %)"


@pytest.mark.parametrize(
    ("cards", "board", "drawn"),
    [
        ("AsJs", "Ks7s2d", ["the nut flush draw"]),
        ("9s8h", "Td7c2d", ["an open-ended straight draw"]),
        ("8h6h", "Ts7c4d", ["a double gutshot"]),
        ("AhKd", "QsJc2d", ["a gutshot"]),
        ("9c8c", "7c6h2cKd", ["a flush draw", "an open-ended straight draw"]),
        ("2h2d", "KcQcJcTd", []),
        ("AsJs", "Ks7s2d3c4d", []),
    ],
)
def test_draws_in_words(cards: str, board: str, drawn: list[str]) -> None:
    assert draws_of(parse_cards(cards), parse_cards(board)) == drawn


def test_grades_rise_with_the_loss() -> None:
    names = [grade_of(lost) for lost in (0.0, 0.1, 0.5, 2.0, 10.0)]
    assert names == list(GradeName)


@pytest.mark.parametrize(("game", "seats"), [(Game.HOLDEM, 5), (Game.BADUGI, 5)])
def test_every_decision_of_a_hand_is_graded_from_what_was_known(game: Game, seats: int) -> None:
    table, dice = table_of(game, seats, seed=4, rebuys=True), random.Random(4)
    graded = 0
    for _ in range(6):
        play_hand(table, dice)
        grades = grade_hand(table.setup, table.deal, table.choices, effort=Effort(8))
        steps = [step for step, _, _ in decisions(table.setup, table.deal, table.choices)]
        assert {one.step for one in grades} <= set(steps)
        assert all(one.ev_lost >= 0 and one.hand == table.deal.number for one in grades)
        assert grade_hand(table.setup, table.deal, table.choices, grades, effort=Effort(8)) == grades
        json.dumps([one.to_json() for one in grades])
        graded += len(grades)
        table.next_hand()
    assert graded > 5
