"""Categories against eval7's hand types, and draws against every card that may come."""

import numpy as np
import pytest

from gutshot.cards.card import DECK, format_card, mask_of, parse_cards
from gutshot.cards.combos import COMBO_CARDS, combo_of, combos_with_any
from gutshot.cards.hand_categories import FLUSH_DRAW, GUTSHOT, OPEN_ENDED, categories
from tests.peers import eval7

BOARDS = ("Td9d6h", "AsKs2s", "7c7h5d", "Qs8s4c4d", "5h6h7h8hKc", "AcAdAhKs2c")
_TYPES = {
    "Straight Flush": ("Straight flush",),
    "Quads": ("Four of a kind",),
    "Full House": ("Full house",),
    "Flush": ("Flush",),
    "Straight": ("Straight",),
    "High Card": ("Ace high", "King high", "Nothing"),
}


def _eval7(combo: int, board: str) -> str:
    cards = [eval7.Card(format_card(card)) for card in [*COMBO_CARDS[combo].tolist(), *parse_cards(board)]]
    return str(eval7.handtype(eval7.evaluate(cards)))


@pytest.mark.parametrize("board", BOARDS)
def test_made_hands_are_those_of_eval7(board: str) -> None:
    cards = parse_cards(board)
    found = categories(cards)
    for combo in np.flatnonzero(~combos_with_any(mask_of(cards)))[::3].tolist():
        expected = _TYPES.get(_eval7(combo, board))
        name = found.names[found.made[combo]]
        if expected is not None:
            assert name in expected, (combo, name)
        else:
            assert name not in [word for words in list(_TYPES.values())[:5] for word in words], (combo, name)


@pytest.mark.parametrize(
    ("board", "hand", "name"),
    [
        ("Td9d6h", "TsTc", "Set"),
        ("7c7h5d", "7sAc", "Trips"),
        ("7c7h5d", "AsAc", "Overpair"),
        ("7c7h5d", "AsKc", "Ace high"),
        ("Td9d6h", "Ts9c", "Two pair"),
        ("Td9d6h", "AsTc", "Top pair"),
        ("Td9d6h", "8s8c", "Pocket pair"),
        ("Td9d6h", "As9c", "Middle pair"),
        ("Td9d6h", "As6c", "Low pair"),
        ("Td9d6h", "KsQc", "King high"),
        ("Td9d6h", "5s4c", "Nothing"),
    ],
)
def test_pairs_are_named_by_what_the_hand_makes(board: str, hand: str, name: str) -> None:
    found = categories(parse_cards(board))
    assert found.names[found.made[combo_of(*parse_cards(hand))]] == name


@pytest.mark.parametrize("board", ["Td9d6h", "Qs8s4c4d", "5h6h7dAc"])
def test_draws_are_what_the_next_card_makes(board: str) -> None:
    cards = parse_cards(board)
    found = categories(cards)
    for combo in np.flatnonzero(~combos_with_any(mask_of(cards)))[::11].tolist():
        own = COMBO_CARDS[combo].tolist()
        dead = {*own, *cards}
        types = {card: _eval7(combo, board + format_card(card)) for card in DECK if card not in dead}
        alone = {card // 4 for card in types if _makes_alone(board, card)}
        ranks = {card // 4 for card, kind in types.items() if kind in ("Straight", "Straight Flush")} - alone
        if _eval7(combo, board) == "High Card" or _eval7(combo, board) in ("Pair", "Two Pair", "Trips"):
            flags = int(found.draws[combo])
            assert bool(flags & FLUSH_DRAW) == any(kind in ("Flush", "Straight Flush") for kind in types.values())
            assert bool(flags & OPEN_ENDED) == (len(ranks) >= 2), (combo, ranks)
            assert bool(flags & GUTSHOT) == (len(ranks) == 1), (combo, ranks)


def _makes_alone(board: str, card: int) -> bool:
    """Whether the board and the card hold a straight by themselves."""
    held = {int(c) // 4 for c in parse_cards(board)} | {card // 4}
    runs = [set(range(low, low + 5)) for low in range(9)] + [{12, 0, 1, 2, 3}]
    return any(run <= held for run in runs)


def test_starting_hands_are_each_in_one_group() -> None:
    found = categories(())
    counts = {name: int((found.made == place).sum()) for place, name in enumerate(found.names)}
    assert counts["Pairs"] == 78 and counts["Suited aces"] == 48 and counts["Offsuit aces"] == 144
    assert sum(counts.values()) == 1326
