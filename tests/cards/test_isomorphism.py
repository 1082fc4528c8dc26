"""Counts proved twice: by walking all forms and by Burnside's lemma; the river by Burnside alone."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gutshot.cards.card import DECK, parse_cards
from gutshot.cards.combos import COMBO_CARDS, combo_cards
from gutshot.cards.isomorphism import (
    SUIT_PERMUTATIONS,
    average_over_symmetries,
    canonical,
    canonical_board,
    combo_permutations,
    count_forms,
    interchangeable_suits,
    permute_card,
    symmetries,
)
from gutshot.cards.ranges import Range
from gutshot.cards.runouts import canonical_boards, count_runouts, list_runouts
from gutshot.cards.tables import CARD_MASKS
from gutshot.kernel import kernel

dealt_groups = st.permutations(DECK).map(lambda deck: (deck[:2], deck[2:5], deck[5:6], deck[6:7]))


@pytest.mark.nojit
@given(dealt_groups, st.sampled_from(SUIT_PERMUTATIONS))
def test_renaming_suits_does_not_change_the_canonical_form(groups, permutation):
    renamed = [[permute_card(card, permutation) for card in group] for group in groups]
    form = canonical(*groups)
    assert canonical(*renamed) == form
    assert canonical(*form) == form
    assert any(
        [{permute_card(card, p) for card in group} for group in groups] == [set(group) for group in form]
        for p in SUIT_PERMUTATIONS
    )


@pytest.mark.nojit
def test_canonical_boards_by_hand():
    assert canonical_board(parse_cards("2c 2d 2h")) == parse_cards("2s 2h 2d")
    assert canonical_board(parse_cards("Tc 9d 8c")) == parse_cards("Ts 9h 8s")
    assert canonical_board(parse_cards("Tc9d8c")) != canonical_board(parse_cards("Tc9d8d"))


@pytest.mark.nojit
def test_flops_by_walking_all_of_them():
    assert len({canonical_board(flop) for flop in combinations(DECK, 3)}) == 1755
    assert len({canonical(hole) for hole in combinations(DECK, 2)}) == 169


@pytest.mark.parametrize(
    ("sizes", "forms"),
    [
        ((2,), 169),
        ((2, 3), 1_286_792),
        ((2, 3, 1), 55_190_538),
        ((2, 3, 1, 1), 2_428_287_420),
        ((3,), 1755),
        ((4,), 16_432),
        ((5,), 134_459),
    ],
)
@pytest.mark.nojit
def test_counts_by_burnside(sizes, forms):
    assert count_forms(*sizes) == forms


@pytest.mark.parametrize(("size", "boards"), [(0, 1), (1, 13), (2, 169), (3, 1755), (4, 16_432), (5, 134_459)])
def test_counts_by_listing_boards(size, boards):
    listed = canonical_boards(size)
    assert len(listed) == len(np.unique(listed.masks)) == boards == count_runouts(size)
    assert listed.weights.sum() == listed.total


@kernel
def _count_hole_and_board(reps, streets):
    """Walk flops, turns and cards after each canonical hole; count those whose signatures are already sorted."""
    flops, turns = 0, 0
    signatures = np.zeros(4, np.int64)
    for rep in range(len(reps)):
        for a in range(52):
            for b in range(a):
                for c in range(b):
                    hole0, hole1 = reps[rep, 0], reps[rep, 1]
                    if a in (hole0, hole1) or b in (hole0, hole1) or c in (hole0, hole1):
                        continue
                    signatures[:] = 0
                    for card in (hole0, hole1):
                        signatures[card & 3] |= 1 << (26 + (card >> 2))
                    for card in (a, b, c):
                        signatures[card & 3] |= 1 << (13 + (card >> 2))
                    if not (signatures[0] <= signatures[1] <= signatures[2] <= signatures[3]):
                        continue
                    flops += 1
                    if streets < 2:
                        continue
                    for d in range(52):
                        if d in (hole0, hole1, a, b, c):
                            continue
                        suit, bit = d & 3, 1 << (d >> 2)
                        higher = suit == 3 or signatures[suit] + bit <= signatures[suit + 1]
                        turns += higher
    return flops, turns


def test_counts_of_hole_and_board_by_walking():
    reps = np.array(sorted({canonical(hole)[0] for hole in combinations(DECK, 2)}))
    assert _count_hole_and_board(reps, 2) == (1_286_792, 55_190_538)


def _cards_of(mask):
    return tuple(card for card in DECK if CARD_MASKS[card] & mask)


@pytest.mark.nojit
@pytest.mark.parametrize("dead", ["", "AcAdKhKs", "2c2d", "7s"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_runouts_are_the_orbits_of_all_runouts(dead, size):
    gone = parse_cards(dead)
    labels = interchangeable_suits([gone])
    group = [SUIT_PERMUTATIONS[number] for number in symmetries(labels)]
    orbits = {}
    for board in combinations([card for card in DECK if card not in gone], size):
        images = {tuple(sorted(permute_card(card, p) for card in board)) for p in group}
        orbits[min(images)] = len(images)
    listed = list_runouts(size, gone, labels)
    found = {}
    for mask, weight in zip(listed.masks.tolist(), listed.weights.tolist(), strict=True):
        found[min(tuple(sorted(permute_card(card, p) for card in _cards_of(mask))) for p in group)] = weight
    assert found == orbits
    assert listed.total == sum(orbits.values())


@pytest.mark.nojit
def test_suits_that_can_be_exchanged():
    labels = interchangeable_suits([parse_cards("Td9d6h")])
    assert labels == [0, 1, 2, 0]
    assert interchangeable_suits([()], [Range.parse("AKs,QQ").weights]) == [0, 0, 0, 0]
    assert interchangeable_suits([()], [Range.parse("AsKs,QQ").weights]) == [0, 0, 0, 3]
    assert interchangeable_suits([()], [Range.parse("AcAd").weights, Range.parse("KsKh").weights]) == [0, 0, 2, 2]
    assert len(symmetries([0, 0, 2, 2])) == 4


@pytest.mark.nojit
def test_combos_move_with_their_cards():
    for permutation, moved in zip(SUIT_PERMUTATIONS, combo_permutations(), strict=True):
        for combo in range(0, 1326, 37):
            expected = {permute_card(card, permutation) for card in combo_cards(combo)}
            assert set(COMBO_CARDS[moved[combo]].tolist()) == expected


@pytest.mark.nojit
def test_averaging_makes_exchanged_combos_equal_and_keeps_the_sum():
    values = np.arange(1326.0)
    mean = average_over_symmetries(values, [0, 0, 2, 2])
    assert np.isclose(mean.sum(), values.sum())
    swapped = combo_permutations()[SUIT_PERMUTATIONS.index((1, 0, 2, 3))]
    assert np.array_equal(mean[swapped], mean)
