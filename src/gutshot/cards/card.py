"""Cards as ints 0..51: `4 * rank + suit`, ranks 2..A as 0..12, suits c d h s as 0..3.

A set of cards is either a tuple of cards or a 64-bit mask with bit `card` set.
"""

import re
from collections.abc import Iterable
from typing import NewType

from gutshot.arguments import checked, require_type, shown
from gutshot.errors import MalformedInput

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(Card(c) for c in range(52))

_SEPARATORS = re.compile(r"[\s,]+")


def make_card(rank: int, suit: int) -> Card:
    """The card of rank 0..12 (2..A) and suit 0..3 (c d h s)."""
    return Card(4 * rank + suit)


def rank_of(card: Card) -> int:
    """0 for a deuce to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """0 to 3."""
    return card & 3


def parse_card(text: str) -> Card:
    """`"As"` -> 51. Ranks may be lower case, and `10` is read as `T`."""
    normal = text.replace("10", "T")
    if len(normal) == 2:
        rank, suit = RANKS.find(normal[0].upper()), SUITS.find(normal[1].lower())
        if rank >= 0 and suit >= 0:
            return make_card(rank, suit)
    raise MalformedInput(
        f"unknown card {shown(text)}: expected a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s), as in 'As'"
    )


@checked
def parse_cards(text: str) -> tuple[Card, ...]:
    """`"As Td7c"` -> three cards in the order written; spaces and commas are optional; no repeats."""
    cards: list[Card] = []
    for word in filter(None, _SEPARATORS.split(text)):
        compact = word.replace("10", "T")
        pieces = [compact[i : i + 2] for i in range(0, len(compact), 2)]
        cards.extend(parse_card(piece) for piece in pieces)
    require_distinct(cards)
    return tuple(cards)


def read_cards(cards: Iterable[Card] | str) -> tuple[Card, ...]:
    """Cards as text or as numbers; MalformedInput unless all are in the deck and distinct."""
    if isinstance(cards, str):
        return parse_cards(cards)
    found = tuple(cards)
    for card in found:
        require_type(card, int, "a card")
        if not 0 <= card < len(DECK):
            raise MalformedInput(f"card {card}: expected a whole number from 0 to 51, or text such as 'As'")
    require_distinct(found)
    return found


def require_distinct(cards: Iterable[Card]) -> None:
    """Raise MalformedInput naming the first card that appears twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise MalformedInput(f"duplicate card {format_card(card)}: each card may appear only once")
        seen.add(card)


def format_card(card: Card) -> str:
    """`Td` and the like."""
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


@checked
def format_cards(cards: Iterable[Card], separator: str = "") -> str:
    """`[51, 32]` -> `"AsTc"`; `parse_cards` reads it back."""
    found = tuple(cards)
    for card in found:
        if not 0 <= card < len(DECK):
            raise MalformedInput(f"card {card}: expected a whole number from 0 to 51")
    return separator.join(format_card(card) for card in found)


def mask_of(cards: Iterable[Card]) -> int:
    """A bit for each card."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask in rising order."""
    return tuple(card for card in DECK if mask >> card & 1)
