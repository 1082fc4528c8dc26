from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import BadugiHand

from gutshot.cards import badugi
from gutshot.cards.card import DECK, format_cards, parse_cards
from gutshot.errors import MalformedInput
from tests.cards.hands import assert_same_order, order, random_hands
from tests.naive import badugi as naive

HANDS = st.permutations(DECK).map(lambda deck: deck[:4])


@pytest.fixture(scope="module")
def all_hands():
    return np.array(list(combinations(range(52), 4)), dtype=np.uint8)


@pytest.mark.nojit
@given(HANDS, HANDS)
def test_two_hands_compare_as_in_the_naive_twin(first, second):
    ours = order(badugi.strength(*first), badugi.strength(*second))
    assert ours == order(naive.best(first), naive.best(second))


@pytest.mark.nojit
@given(HANDS)
def test_keeps_as_in_the_naive_twin(cards):
    keeps = badugi.optimal_keeps(cards)
    assert {frozenset(keep) for keep in keeps} == naive.optimal_keeps(cards)
    assert len(keeps) == len(set(keeps))
    assert badugi.best_subset(cards) == keeps[0]
    assert naive.low_ranks(keeps[0]) == [badugi.low_rank(card) for card in keeps[0]]


@pytest.mark.nojit
def test_all_doors_agree():
    hands = random_hands(300, 4, seed=4)
    for hand, strength in zip(hands.tolist(), badugi.strengths(hands).tolist(), strict=True):
        assert strength == badugi.strength_of(hand) == badugi.strength(*hand)


def test_all_hands_counted_by_size_and_high_card(all_hands):
    strengths = badugi.strengths(all_hands).astype(np.int64)
    sizes = (strengths + 8191) >> 13
    assert np.bincount(sizes).tolist() == [0, 2_873, 96_252, 154_440, 17_160]
    assert len(np.unique(strengths)) == 1_092
    masks = 4 * 8192 - strengths[sizes == 4]
    high_cards = np.floor(np.log2(masks)).astype(np.int64)
    assert np.bincount(high_cards)[3:].tolist() == [24, 96, 240, 480, 840, 1344, 2016, 2880, 3960, 5280]


def canonical(hands):
    """One number per hand that is the same for hands differing only by a renaming of suits."""
    ranks, suits = hands >> 2, hands & 3
    renamed = [np.sort(4 * ranks + np.array(names)[suits], axis=1) for names in permutations(range(4))]
    return np.min([cards.astype(np.int64) @ 52 ** np.arange(4) for cards in renamed], axis=0)


def test_all_hands_in_the_order_of_pokerkit(all_hands):
    _, representative, class_of = np.unique(canonical(all_hands), return_index=True, return_inverse=True)
    assert len(representative) == 16_432
    theirs = [BadugiHand.from_game(format_cards(all_hands[first].tolist())).entry.index for first in representative]
    assert_same_order(badugi.strengths(all_hands), -np.array(theirs)[class_of])


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("text", "words", "keeps"),
    [
        ("7c 5d 3h As", "7-5-3-A badugi", ["7c5d3hAs"]),
        ("Kc Qd Jh Ts", "K-Q-J-T badugi", ["KcQdJhTs"]),
        ("6c 4d 2h 2c", "three-card 6-4-2", ["6c4d2h"]),
        ("6c 4d 2h Kh", "three-card 6-4-2", ["6c4d2h"]),
        ("2c 2d 3h 4s", "three-card 4-3-2", ["4s3h2c", "4s3h2d"]),
        ("Ac Ad 2c 2d", "two-card 2-A", ["2cAd", "2dAc"]),
        ("Ac Kc Qd Jd", "two-card J-A", ["JdAc"]),
        ("2c 2d 2h 2s", "one-card 2", ["2c", "2d", "2h", "2s"]),
        ("Ac Kc Qc Jc", "one-card A", ["Ac"]),
    ],
)
def test_words_and_keeps(text, words, keeps):
    cards = parse_cards(text)
    assert badugi.describe(cards) == words
    assert [format_cards(keep) for keep in badugi.optimal_keeps(cards)] == keeps


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([0, 1, 2], "a hand of 3 cards: expected four"),
        (range(5), "a hand of 5 cards: expected four"),
        ([0, 1, 2, 0], "duplicate card 2c"),
        ([0, 1, 2, 99], "unknown card 99"),
    ],
)
def test_bad_hands_are_named(cards, sentence):
    with pytest.raises(MalformedInput, match=sentence):
        badugi.describe(cards)


@pytest.mark.nojit
def test_bad_arrays_are_named():
    with pytest.raises(MalformedInput, match=r"hands of shape \(2, 5\): expected \[N, 4\]"):
        badugi.strengths(np.zeros((2, 5), np.uint8))


@pytest.mark.nojit
@pytest.mark.parametrize("strength", [0, -1, 8192, 24576, 40000])
def test_numbers_that_are_no_strength_have_no_words(strength):
    with pytest.raises(MalformedInput, match=f"strength {strength}: expected"):
        badugi.words_of(strength)
