from itertools import combinations

import pytest

from gutshot.cards.card import DECK, mask_of, parse_cards
from gutshot.cards.combo_index import combo_index
from gutshot.cards.combos import (
    CLASS_COMBOS,
    CLASS_NAMES,
    CLASS_SIZES,
    COMBO_CARDS,
    COMBO_CLASS,
    COMBO_MASKS,
    class_of,
    combo_cards,
    combo_name,
    combo_of,
    combos_of_cards,
    combos_with_any,
)

pytestmark = pytest.mark.nojit


def test_combos_are_numbered_as_itertools_lists_them():
    for number, (low, high) in enumerate(combinations(DECK, 2)):
        assert combo_cards(number) == (low, high)
        assert combo_of(low, high) == combo_of(high, low) == number
        assert combo_index(high, low) == number
        assert COMBO_MASKS[number] == mask_of((low, high))
    assert combos_of_cards(*COMBO_CARDS.T).tolist() == list(range(len(COMBO_CARDS)))


def test_classes_fill_the_usual_matrix():
    assert CLASS_NAMES[:3] == ("AA", "AKs", "AQs")
    assert (CLASS_NAMES[13], CLASS_NAMES[14], CLASS_NAMES[168]) == ("AKo", "KK", "22")
    assert len(set(CLASS_NAMES)) == 169


def test_class_sizes():
    sizes = {"s": 4, "o": 12}
    assert [sizes.get(name[2:], 6) for name in CLASS_NAMES] == CLASS_SIZES.tolist()
    assert CLASS_SIZES.sum() == 1326
    assert sum(len(combos) for combos in CLASS_COMBOS) == 1326


@pytest.mark.parametrize(("cards", "name"), [("AsAh", "AA"), ("KdAd", "AKd"), ("2c7h", "72o"), ("9s8s", "98s")])
def test_class_of_cards(cards, name):
    first, second = parse_cards(cards)
    expected = CLASS_NAMES.index(name.replace("d", "s"))
    assert class_of(first, second) == class_of(second, first) == expected
    assert COMBO_CLASS[combo_index(first, second)] == expected


def test_names_put_the_higher_card_first():
    assert combo_name(0) == "2d2c"
    assert combo_name(1325) == "AsAh"


def test_blocked_combos():
    blocked = combos_with_any(mask_of(parse_cards("AsKd")))
    assert blocked.sum() == 51 + 50
    assert all((51 in cards or 45 in cards) == hit for cards, hit in zip(COMBO_CARDS.tolist(), blocked, strict=True))


def test_arrays_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        COMBO_CARDS[0, 0] = 1
