"""The evaluator against evaluators we did not write, and against the published counts."""

from itertools import combinations, starmap

import numpy as np
import pytest
from benchmarks.bench_evaluate import SEVEN_CARD_COUNTS, count_seven_card_hands
from phevaluator import _pheval
from pokerkit import StandardLookup

from gutshot.cards import evaluate
from gutshot.cards.card import DECK, format_card, format_cards
from tests.cards.hands import assert_same_order, random_hands
from tests.peers import eval7

FIVE_CARD_COUNTS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]


@pytest.fixture(scope="module")
def all_five_card_hands():
    flat = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.uint8, count=5 * 2_598_960)
    return flat.reshape(-1, 5)


@pytest.mark.parametrize(("size", "count"), [(5, 300_000), (6, 500_000), (7, 600_000)])
def test_random_hands_in_the_order_of_phevaluator(size, count):
    native = {5: _pheval.evaluate_5cards, 6: _pheval.evaluate_6cards, 7: _pheval.evaluate_7cards}[size]
    hands = random_hands(count, size, seed=size)
    theirs = np.fromiter(starmap(native, hands.tolist()), np.int64, count=count)
    assert_same_order(evaluate.strengths(hands), -theirs)


def test_random_hands_of_mixed_sizes_in_the_order_of_eval7():
    deck = [eval7.Card(format_card(card)) for card in DECK]
    ours, theirs = [], []
    for size in (5, 6, 7):
        hands = random_hands(100_000, size, seed=10 + size)
        ours.append(evaluate.strengths(hands))
        theirs.append(np.array([eval7.evaluate([deck[card] for card in hand]) for hand in hands.tolist()]))
    assert_same_order(np.concatenate(ours), np.concatenate(theirs))


def test_all_five_card_hands_in_the_order_of_pokerkit(all_five_card_hands):
    """pokerkit sees ranks and suitedness only, so one hand of each such class stands for the class."""
    hands = all_five_card_hands
    ranks = np.sort(hands >> 2, axis=1).astype(np.int64)
    suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
    classes = ranks @ 13 ** np.arange(5) * 2 + suited
    _, representative, class_of = np.unique(classes, return_index=True, return_inverse=True)
    lookup = StandardLookup()
    entries = [lookup.get_entry(format_cards(hands[first].tolist())) for first in representative]
    ours = evaluate.strengths(hands)
    assert len(entries) == 7462
    assert_same_order(ours, np.array([entry.index for entry in entries])[class_of])
    labels = np.array([str(entry.label.value).replace("One pair", "Pair") for entry in entries])
    assert (np.array(evaluate.CATEGORIES)[ours[representative] >> 12] == labels).all()


def test_all_five_card_hands_counted_by_category(all_five_card_hands):
    assert np.bincount(evaluate.strengths(all_five_card_hands) >> 12).tolist() == FIVE_CARD_COUNTS


def test_all_seven_card_hands_counted_by_category():
    assert count_seven_card_hands().tolist() == SEVEN_CARD_COUNTS
    assert sum(SEVEN_CARD_COUNTS) == 133_784_560
