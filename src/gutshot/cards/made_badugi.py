"""One badugi hand in plain Python: its strength, words, the cards that play and every way to keep them.

More cards beat fewer, then the lower high card wins, then the next. Give a card the weight `STEP - bit`, bit 0 for
the ace up to bit 12 for the king: a subset's total orders subsets exactly so, and the strength of a hand is the
heaviest subset free of conflicts. A strength of k cards lies in `(STEP (k-1), STEP k)`: higher wins.
"""

from collections.abc import Iterable
from itertools import combinations

from gutshot.cards.card import RANKS, Card, rank_of, suit_of
from gutshot.cards.hands import checked_hand
from gutshot.errors import MalformedInput

CARDS = 4
CATEGORIES = ("no hand", "one-card", "two-card", "three-card", "badugi")
STEP = 1 << 13


def strength_of(cards: Iterable[Card]) -> int:
    """Strength of four distinct cards."""
    return _total(best_subset(cards))


def size_of(strength: int) -> int:
    """How many cards play: 4 for a badugi, down to 1."""
    return (int(strength) + STEP - 1) >> 13


def words_of(strength: int) -> str:
    """What a strength is called: "7-5-3-A badugi", "three-card 6-4-2"."""
    size = size_of(strength)
    mask = size * STEP - int(strength)
    if not 1 <= size <= CARDS or mask.bit_count() != size:
        raise MalformedInput(f"strength {strength}: expected a value returned by the evaluator")
    ranks = "-".join(RANKS[low - 1] for low in range(12, -1, -1) if mask >> low & 1)
    return f"{ranks} badugi" if size == CARDS else f"{CATEGORIES[size]} {ranks}"


def describe(cards: Iterable[Card]) -> str:
    """The words of the best subset of four cards."""
    return words_of(strength_of(cards))


def low_rank(card: Card) -> int:
    """0 for an ace, 1 for a two, up to 12 for a king."""
    return (rank_of(card) + 1) % 13


def optimal_keeps(cards: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every subset that makes the hand's strength, high card first; several where equal ranks are at choice."""
    hand = sorted(checked_hand(cards, (CARDS,)), key=lambda card: (-low_rank(card), card))
    keeps = [keep for size in range(1, CARDS + 1) for keep in combinations(hand, size) if _is_free(keep)]
    best = max(map(_total, keeps))
    return tuple(keep for keep in keeps if _total(keep) == best)


def best_subset(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that play, high card first; of several optimal keeps the first."""
    return optimal_keeps(cards)[0]


def _total(keep: tuple[Card, ...]) -> int:
    return sum(STEP - (1 << low_rank(card)) for card in keep)


def _is_free(keep: tuple[Card, ...]) -> bool:
    return len({rank_of(card) for card in keep}) == len(keep) == len({suit_of(card) for card in keep})
