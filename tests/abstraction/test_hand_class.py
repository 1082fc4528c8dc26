"""Hand classes by the words a player would use."""

import numpy as np
import pytest

from gutshot.abstraction.hand_class import DRAW_NAMES, MADE_NAMES, class_count, class_of_combo, made_hand_of
from gutshot.cards.card import parse_cards
from gutshot.cards.combos import COMBO_MASKS, combo_of

CASES = [
    ("4c3c", "KhQd9s", "nothing", "no draw"),
    ("Ac3s", "KhQd9s", "high cards", "no draw"),
    ("KcQc", "9h7d2s", "high cards", "no draw"),
    ("9c3c", "KhQd9s", "low pair", "no draw"),
    ("Qc3c", "KhQd9s", "middle pair", "no draw"),
    ("KcTs", "KhQd9s", "top pair", "gutshot"),
    ("AcAd", "KhQd9s", "overpair", "no draw"),
    ("JcJd", "KhQd9s", "low pair", "gutshot"),
    ("7c7d", "9h6d5s", "middle pair", "gutshot"),
    ("KcQc", "KhQd9s", "two pair", "no draw"),
    ("9c8c", "9h9d2s", "trips", "no draw"),
    ("2c2d", "9h9d2s", "full house", "no draw"),
    ("2c2d", "9hKd2s", "set", "no draw"),
    ("JcTd", "KhQd9s", "straight", "no draw"),
    ("JcTd", "9h8d2s", "high cards", "open-ended"),
    ("AhJh", "KhQh2s", "high cards", "combo draw"),
    ("Ah4h", "KhQh2s", "high cards", "flush draw"),
    ("AcKd", "9h9d2s", "high cards", "no draw"),
    ("4c3d", "9h9d9s2c", "nothing", "no draw"),
    ("4c3d", "JhJd9s9c", "nothing", "no draw"),
    ("9c9d", "9h9sKdKc2h", "quads or better", "no draw"),
    ("4c3d", "AhKhQhJhTh", "nothing", "no draw"),
    ("4h3d", "AhKhQhJh2c", "flush", "no draw"),
    ("4c3d", "9h8d7s6c2h", "nothing", "no draw"),
    ("Ah2h", "KhQh9s4d4c", "high cards", "no draw"),
]


@pytest.mark.nojit
@pytest.mark.parametrize(("hole", "board", "made", "draw"), CASES)
def test_words(hole, board, made, draw):
    found = made_hand_of(combo_of(*parse_cards(hole)), np.array(parse_cards(board), np.int64))
    assert (MADE_NAMES[found[0]], DRAW_NAMES[found[1]]) == (made, draw)


@pytest.mark.nojit
@pytest.mark.parametrize("board", ["Td9d6h", "Td9d6h2c", "Td9d6h2c2s"])
def test_classes_lie_in_range_and_several_are_used(board):
    cards = np.array(parse_cards(board), np.int64)
    dead = sum(1 << int(card) for card in cards)
    live = np.flatnonzero(COMBO_MASKS & np.uint64(dead) == 0)
    classes = {class_of_combo(int(combo), cards) for combo in live}
    assert max(classes) < class_count(len(cards), second_version=False)
    assert len(classes) >= 9
