"""Slow twins of the badugi opponents' tables: draws by listing every card, equity by adding up every outcome."""

from collections import Counter
from itertools import combinations

from gutshot.cards.badugi import low_rank, strength_of
from gutshot.cards.card import DECK, Card


def cards_of_ranks(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of these ranks (1 for an ace), each of its own suit."""
    return tuple(Card(4 * ((rank + 11) % 13) + suit) for suit, rank in enumerate(sorted(ranks)))


def draw_chances(ranks: tuple[int, ...], dropped: int, thrown: tuple[Card, ...] = ()) -> dict[int, float]:
    """Strength -> chance after dropping the highest cards of a best subset and drawing up to four cards."""
    held = sorted(cards_of_ranks(ranks), key=low_rank)
    kept = held[: max(len(held) - dropped, 1)]
    unseen = [card for card in DECK if card not in held and card not in thrown]
    counts = Counter(strength_of((*kept, *drawn)) for drawn in combinations(unseen, 4 - len(kept)))
    total = sum(counts.values())
    return {strength: count / total for strength, count in counts.items()}


def win_chance(mine: list[float], others: list[list[float]]) -> float:
    """The chance that a draw from `mine` beats one draw from each of `others`, a tie with one counting half."""
    total = 0.0
    for state, chance in enumerate(mine):
        product = chance
        for other in others:
            product *= sum(other[:state]) + other[state] / 2
        total += product
    return total
