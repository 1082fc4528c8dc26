"""Hands as players name them: by what the two hole cards add to the board."""

import pytest

from gutshot.cards.card import parse_cards
from gutshot.coach.holding import draws_of, holding_words
from gutshot.coach.made import made_words
from gutshot.games.observation import Observation
from tests.coach.test_coach import spot


@pytest.mark.parametrize(
    ("cards", "board", "words"),
    [
        ("Kh9d", "6c3dAc", "King high"),  # the ace is everybody's
        ("6d8d", "Ah7cAd", "Eight high on a paired board"),
        ("Kd2d", "Qs6cKh", "Top pair, kings, two kicker"),
        ("6c7h", "Qd3h7c", "Second pair, sevens"),
        ("3c7h", "Qd3h8c", "Bottom pair, threes"),
        ("TsTd", "Tc7s6h", "A set of tens"),
        ("9h9c", "7hAc8d", "Pocket nines"),
        ("QhQc", "7h2c8d", "An overpair, queens"),
        ("QsAc", "KdKcAh", "Top pair, aces, on a paired board"),
        ("AhAd", "KcKd2h", "An overpair, aces, on a paired board"),
        ("8dQc", "2c3c3s3h", "Queen high and trips on the board"),
        ("2c3c", "KhKdQs9c9h", "Three high and two pair on the board"),
        ("Ah6s", "Qs6c7h6d", "Trips, sixes"),
        ("9d8c", "9h8s2c", "Two pair, nines and eights"),
        ("8d7d", "2d5d6dKd", "Flush, king high"),
        ("2c3d", "ThJhQsKdAc", "The board's straight, ace high"),
        ("AsKs", "", "Ace-king suited"),
        ("TsTd", "", "Pocket tens"),
    ],
)
def test_made_hands_in_words(cards: str, board: str, words: str) -> None:
    assert made_words(parse_cards(cards), parse_cards(board)) == words


def test_a_draw_to_less_than_what_is_made_is_none() -> None:
    assert draws_of(parse_cards("8d7d"), parse_cards("2d5d6dKd")) == []
    assert draws_of(parse_cards("Js6s"), parse_cards("6c9h9s")) == []  # two pair and a backdoor flush draw


def seen_with(cards: str, board: str) -> Observation:
    """The big blind's first decision on this board after a raise and a call."""
    return spot(cards, board, [150, "call", *["check", "check"] * (len(board) // 2 - 3)], 2, 1)


def test_a_straight_above_the_board_has_no_overcards() -> None:
    for cards, board, words in (
        ("KcQs", "Js9dTh", "Straight, king high"),
        ("KcQs", "Jd9dTh4c", "Straight, king high"),
        ("AcQs", "Jd9d4h", "Ace high, with two overcards"),
    ):
        assert holding_words(seen_with(cards, board)) == words
