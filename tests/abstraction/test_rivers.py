"""River values and histograms against brute force with eval7."""

import numpy as np
import pytest

from gutshot.abstraction.boards import board_cards, board_index, board_keys, key_of_cards, renamed_combos
from gutshot.abstraction.histograms import BINS, BLOCKED_BIN, bin_of, fill_histograms, gather_histograms
from gutshot.abstraction.rivers import CLUSTER_SCALE, fill_cluster_values, fill_values
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_CLASS, combo_cards, combo_of
from gutshot.cards.isomorphism import canonical_board, count_forms, permute_card
from tests.naive import abstraction as naive

BOARDS = ("Td9d6h2c2s", "AsKsQsJsTs", "7h7d7s2c2d", "KhQd9c4s3h")


def cards(text):
    return np.array(parse_cards(text), np.int64)


@pytest.mark.nojit
@pytest.mark.parametrize("board", BOARDS)
def test_values_of_hands_on_the_river(board):
    values = np.empty(1326, np.int16)
    fill_values(cards(board), values)
    assert (values < 0).sum() == 1326 - 47 * 46 // 2
    for combo in np.flatnonzero(values >= 0)[::211]:
        assert values[combo] == naive.river_points(combo_cards(combo), cards(board).tolist())


@pytest.mark.nojit
def test_values_are_symmetric():
    """Over all pairs of hands what one wins the other loses: the mean equity is one half."""
    values = np.empty(1326, np.int16)
    fill_values(cards(BOARDS[0]), values)
    assert values[values >= 0].sum() == 1081 * 990


@pytest.mark.nojit
def test_values_against_clusters_of_opponents():
    cluster = (COMBO_CLASS % 8).astype(np.uint8)
    cluster[COMBO_CLASS == 1] = 0  # a cluster need not be held by anybody
    values = np.empty((1326, 8), np.int16)
    board = cards(BOARDS[0])
    fill_cluster_values(board, cluster, values)
    for hole in ("AsKs", "2d2h", "8h7c"):
        hand = parse_cards(hole)
        wanted = naive.cluster_values(hand, board.tolist(), lambda pair: cluster[combo_of(*pair)], 8, CLUSTER_SCALE)
        assert values[combo_of(*hand)].tolist() == wanted


def test_turn_histogram_is_that_of_all_rivers():
    board = cards("Td9d6h2c")
    histograms = np.empty((1326, BINS), np.int16)
    fill_histograms(board, histograms)
    hole = parse_cards("AdKd")
    assert histograms[combo_of(*hole)].tolist() == naive.histogram(hole, board.tolist(), BINS)
    assert histograms[combo_of(*parse_cards("TdAs"))].sum() == 0


def test_flop_histogram_adds_its_turns_up():
    """Every pair of cards to come is seen once from either card."""
    flop = cards("Td9d6h")
    histograms, part = np.empty((1326, BINS), np.int16), np.empty((1326, BINS), np.int16)
    fill_histograms(flop, histograms)
    combo, turns = combo_of(*parse_cards("AsKs")), np.zeros(BINS, np.int64)
    for turn in set(range(52)) - set(flop.tolist()) - set(parse_cards("AsKs")):
        fill_histograms(np.array([*flop, turn]), part)
        turns += part[combo]
    assert histograms[combo].sum() == 1081
    assert (turns == 2 * histograms[combo]).all()


def test_gathering_from_rivers_gives_the_same_histograms():
    """The bins of the rivers that one turn leads to, put where the whole table would have them."""
    board = cards("Td9d6h2c")
    keys, _ = board_keys(5)
    bins = np.full((len(keys), 1326), BLOCKED_BIN, np.uint8)
    values = np.empty(1326, np.int16)
    for river in set(range(52)) - set(board.tolist()):
        key, _ = key_of_cards(np.array([*board, river]))
        fill_values(np.array(board_cards(int(key)), np.int64), values)
        place = np.searchsorted(keys, key)
        bins[place] = [bin_of(int(value)) if value >= 0 else BLOCKED_BIN for value in values]
    gathered, played = np.empty((1326, BINS), np.int16), np.empty((1326, BINS), np.int16)
    gather_histograms(board, board_index(), renamed_combos(), bins, gathered)
    fill_histograms(board, played)
    assert (gathered == played).all()


@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_canonical_board_has_its_place(size):
    keys, weights = board_keys(size)
    index = board_index()
    assert len(keys) == count_forms(size) == len(np.unique(keys))
    assert weights.sum() == {3: 22_100, 4: 270_725, 5: 2_598_960}[size]
    assert set(keys.tolist()) <= set(index.keys.tolist())


@pytest.mark.nojit
def test_canonical_key_is_that_of_the_canonical_board():
    generator = np.random.default_rng(5)
    for size in (3, 4, 5) * 20:
        board = generator.permutation(52)[:size]
        key, renaming = key_of_cards(board)
        assert board_cards(int(key)) == sorted(canonical_board(board.tolist()))
        suits = [renaming >> 2 * suit & 3 for suit in range(4)]
        assert board_cards(int(key)) == sorted(permute_card(card, suits) for card in board.tolist())
