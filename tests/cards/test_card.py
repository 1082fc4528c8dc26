import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cards.card import (
    DECK,
    Card,
    cards_of,
    format_card,
    format_cards,
    mask_of,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from gutshot.errors import MalformedInput

pytestmark = pytest.mark.nojit


def test_deck_reads_from_deuce_of_clubs_to_ace_of_spades():
    assert format_cards(DECK[:5], " ") == "2c 2d 2h 2s 3c"
    assert format_card(DECK[51]) == "As"
    assert (rank_of(Card(51)), suit_of(Card(51))) == (12, 3)


@pytest.mark.parametrize("card", DECK)
def test_card_text_reads_back(card):
    assert parse_card(format_card(card)) == card


@given(st.lists(st.sampled_from(DECK), unique=True), st.sampled_from(["", " ", ",", ", "]))
def test_cards_text_reads_back(cards, separator):
    assert parse_cards(format_cards(cards, separator)) == tuple(cards)


@given(st.frozensets(st.sampled_from(DECK)))
def test_mask_reads_back(cards):
    assert cards_of(mask_of(cards)) == tuple(sorted(cards))


def test_ten_may_be_written_in_digits_and_case_is_free():
    assert parse_cards("10h aS") == (parse_card("Th"), parse_card("As"))


@pytest.mark.parametrize("text", ["Ax", "1s", "A", "Ass", "As K", "♠A", "Zz"])
def test_unknown_card_is_named(text):
    with pytest.raises(MalformedInput, match="unknown card"):
        parse_cards(text)


def test_duplicate_card_is_named():
    with pytest.raises(MalformedInput, match="duplicate card As"):
        parse_cards("As Kd As")
