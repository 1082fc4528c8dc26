from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cards import evaluate, tables
from gutshot.cards import evaluator_fit as row_fit
from gutshot.cards.card import DECK, format_cards, parse_cards
from gutshot.errors import MalformedInput
from tests.cards.hands import order, random_hands
from tests.naive import evaluate as naive

pytestmark = pytest.mark.nojit

HANDS = st.integers(5, 7).flatmap(lambda size: st.permutations(DECK).map(lambda deck: deck[:size]))


@given(HANDS, HANDS)
def test_two_hands_compare_as_in_the_naive_twin(first, second):
    ours = order(evaluate.strength_of(first), evaluate.strength_of(second))
    assert ours == order(naive.best(first), naive.best(second))


@given(HANDS)
def test_category_as_in_the_naive_twin(cards):
    assert evaluate.category_of(evaluate.strength_of(cards)) == naive.best(cards)[0]


@given(HANDS)
def test_strength_is_that_of_the_best_five(cards):
    strongest = max(evaluate.strength_of(five) for five in combinations(cards, 5))
    assert evaluate.strength_of(cards) == strongest == evaluate.strength_of(evaluate.best_five(cards))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_doors_agree(size):
    scalar: Any = {5: evaluate.evaluate5, 6: evaluate.evaluate6, 7: evaluate.evaluate7}[size]
    hands = np.concatenate([random_hands(300, size, seed=size), flushes(100, size)])
    batched = evaluate.strengths(hands)
    for hand, strength in zip(hands.tolist(), batched.tolist(), strict=True):
        key, mask = int(tables.CARD_KEYS[hand].sum()), int(tables.CARD_MASKS[hand].sum())
        assert strength == evaluate.strength_of(hand) == scalar(*hand) == evaluate.evaluate_key(key, mask)


def flushes(count, size):
    """Hands of one suit: random ones seldom reach the flush table."""
    rng = np.random.default_rng(9)
    return np.array([4 * rng.permutation(13)[:size] + rng.integers(4) for _ in range(count)], dtype=np.uint8)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_batch_of_any_length_fills_exactly_its_part(count):
    hands = random_hands(count, 7, seed=3)
    canvas = np.full(count + 2, 77, np.uint16)
    returned = evaluate.strengths(hands, out=canvas[1:-1])
    assert returned.tolist() == [evaluate.strength_of(hand) for hand in hands.tolist()]
    assert canvas[0] == canvas[-1] == 77


def test_batch_reads_strided_hands():
    wide = random_hands(50, 9, seed=4)
    assert (evaluate.strengths(wide[:, 1:8]) == evaluate.strengths(wide[:, 1:8].copy())).all()


def test_order_of_cards_does_not_matter():
    shuffles = list(permutations(parse_cards("As Ad Ac 9d 9h 9c")))
    assert len({evaluate.strength_of(cards) for cards in shuffles}) == 1
    assert {evaluate.best_five(cards) for cards in shuffles} == {parse_cards("As Ad Ac 9h 9d")}


def test_every_class_of_five_cards_is_there_once():
    places = np.concatenate([tables.RANK_STRENGTHS, tables.FLUSH_STRENGTHS])
    found = np.unique(places[places > 0])
    assert np.bincount(found >> 12).tolist() == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    assert len(found) == len(tables.CLASSES) == 7462
    assert np.count_nonzero(tables.RANK_STRENGTHS) == 73_775


def test_the_shipped_rows_are_what_the_search_finds():
    found = row_fit.displace_rows(*tables.rows_and_columns(tables.rank_multisets()[0]))
    assert np.array_equal(found, tables.ROW_OFFSETS)


def test_tables_fit_into_a_second_level_cache():
    read = (tables.ROW_OFFSETS, tables.RANK_STRENGTHS, tables.FLUSH_STRENGTHS, tables.CARD_KEYS, tables.CARD_MASKS)
    assert sum(table.nbytes for table in read) < 300_000


@pytest.mark.parametrize(
    ("text", "words", "plays"),
    [
        ("As Ks Qs Js Ts 2d 3c", "Royal flush", "As Ks Qs Js Ts"),
        ("9h Kh Qh Jh Th Ad 8h", "Straight flush, king high", "Kh Qh Jh Th 9h"),
        ("As 2s 3s 4s 5s 6d 7c", "Straight flush, five high", "5s 4s 3s 2s As"),
        ("9s 9d 9h 9c Kd Kh 2s", "Four of a kind, nines, king kicker", "9s 9h 9d 9c Kh"),
        ("2s 2d 2h 2c 3d 3h 3s", "Four of a kind, twos, three kicker", "2s 2h 2d 2c 3s"),
        ("6s 6d 6h Kc Kd Qh Qs", "Full house, sixes full of kings", "6s 6h 6d Kd Kc"),
        ("6s 6d 6h Kc Kd Kh 2s", "Full house, kings full of sixes", "Kh Kd Kc 6s 6h"),
        ("As 3s 9s Js 2s Kd Qd", "Flush, ace high", "As Js 9s 3s 2s"),
        ("4s 3s 5s 6s 9s 7d 8d", "Flush, nine high", "9s 6s 5s 4s 3s"),
        ("As 2d 3c 4h 5s 9d Kh", "Straight, five high", "5s 4h 3c 2d As"),
        ("As 2d 3c 4h 5s 6d Kh", "Straight, six high", "6d 5s 4h 3c 2d"),
        ("As Kd Qc Jh Ts Td Th", "Straight, ace high", "As Kd Qc Jh Ts"),
        ("7s 7d 7c Ah 9s 5d 2h", "Three of a kind, sevens, ace-nine kickers", "7s 7d 7c Ah 9s"),
        ("As Ad 6c 6h Kd 2s 3c", "Two pair, aces and sixes, king kicker", "As Ad 6h 6c Kd"),
        ("As Ad 6c 6h 4d 4s 3c", "Two pair, aces and sixes, four kicker", "As Ad 6h 6c 4s"),
        ("5s 5d 6c 6h 4d 4s 3c", "Two pair, sixes and fives, four kicker", "6h 6c 5s 5d 4s"),
        ("Ts Td Ac 9h 4d 3s 2c", "Pair, tens, ace-nine-four kickers", "Ts Td Ac 9h 4d"),
        ("As Kd 9c 8c 7d 4h 2s", "High card, ace, king-nine-eight-seven kickers", "As Kd 9c 8c 7d"),
        ("7s 5d 4c 3c 2d", "High card, seven, five-four-three-two kickers", "7s 5d 4c 3c 2d"),
        ("As Ad 6c 6h Kd 2s", "Two pair, aces and sixes, king kicker", "As Ad 6h 6c Kd"),
    ],
)
def test_words_and_the_five_that_play(text, words, plays):
    cards = parse_cards(text)
    assert evaluate.describe(cards) == words
    assert format_cards(evaluate.best_five(cards), " ") == plays


def test_words_begin_with_the_category():
    strengths = np.unique(np.concatenate([tables.RANK_STRENGTHS, tables.FLUSH_STRENGTHS]))[1:].tolist()
    royal = strengths.pop()
    assert evaluate.words_of(royal) == "Royal flush"
    for strength in strengths:
        assert evaluate.words_of(strength).startswith(evaluate.CATEGORIES[evaluate.category_of(strength)] + ", ")


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([0, 1, 2, 3], "a hand of 4 cards: expected five, six or seven"),
        (range(8), "a hand of 8 cards: expected five, six or seven"),
        ([0, 1, 2, 3, 0], "duplicate card 2c"),
        ([0, 1, 2, 3, 52], "unknown card 52: expected an integer from 0 to 51"),
        ([0, 1, 2, 3, -1], "unknown card -1"),
    ],
)
def test_bad_hands_are_named(cards, sentence):
    with pytest.raises(MalformedInput, match=sentence):
        evaluate.strength_of(cards)


def test_bad_arrays_are_named():
    with pytest.raises(MalformedInput, match=r"hands of shape \(3, 4\): expected \[N, 5\], \[N, 6\] or \[N, 7\]"):
        evaluate.strengths(np.zeros((3, 4), np.uint8))
    with pytest.raises(MalformedInput, match=r"out is int64 of shape \(3,\): expected uint16 of shape \(3,\)"):
        evaluate.strengths(np.zeros((3, 5), np.uint8), out=np.zeros(3, np.int64))


@pytest.mark.parametrize("strength", [0, -1, 1278, 9 << 12 | 1, 65535])
def test_numbers_that_are_no_strength_have_no_words(strength):
    with pytest.raises(MalformedInput, match=f"strength {strength}: expected"):
        evaluate.words_of(strength)
