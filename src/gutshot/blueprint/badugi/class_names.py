"""Classes of badugi hands in words, their places in a chart, and a hand of each to look at."""

from functools import cache
from itertools import combinations

import numpy as np

from gutshot.blueprint.badugi.hands import CLASS_OF_RANKS, CLASS_SIZE, CLASSES, MASKS
from gutshot.cards.badugi import CARDS, strengths
from gutshot.cards.card import DECK, RANKS, Card, format_cards
from gutshot.numeric.arrays import Ints

_SUITS = 4
SIZE_NAMES = ("one card", "two cards", "three cards", "badugi")
"""By the cards that play, from one on."""
ROWS = tuple(reversed(SIZE_NAMES))
COLUMNS = tuple(RANKS[(low + 12) % 13] for low in range(13))
"""Of a chart: how many cards play, and the high card, the ace low."""


@cache
def _ranks_by_class() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The sets of ranks of each class (0 for the ace), best first, highest rank first."""
    found: list[list[tuple[int, ...]]] = [[] for _ in range(CLASSES)]
    for mask in range(1, MASKS):
        if CLASS_OF_RANKS[mask] >= 0:
            found[CLASS_OF_RANKS[mask]].append(tuple(low for low in range(12, -1, -1) if mask >> low & 1))
    return tuple(tuple(sorted(sets)) for sets in found)


def _told(ranks: tuple[int, ...]) -> str:
    return "-".join(COLUMNS[low] for low in ranks)


@cache
def class_names() -> tuple[str, ...]:
    """`"7-6-2-A badugi"`, `"T-2-A to T-4-3 three cards"`, by the best and the worst hand."""
    names = []
    for sets, size in zip(_ranks_by_class(), CLASS_SIZE.tolist(), strict=True):
        best, worst = _told(sets[0]), _told(sets[-1])
        names.append(f"{best if best == worst else f'{best} to {worst}'} {SIZE_NAMES[size - 1]}")
    return tuple(names)


def chart_places() -> tuple[Ints, Ints]:
    """[CLASSES] the row and the column of each class: by its worst hand where its hands have several high cards."""
    rows = CARDS - CLASS_SIZE
    return np.asarray(rows), np.array([sets[-1][0] for sets in _ranks_by_class()])


@cache
def class_examples() -> tuple[tuple[Card, ...], ...]:
    """Four cards of each class: the middle one of its sets of ranks, and cards that do not play beside it."""
    return tuple(_example(number) for number in range(CLASSES))


def _example(number: int) -> tuple[Card, ...]:
    sets = _ranks_by_class()[number]
    ranks = sets[len(sets) // 2]
    held = [(low + 12) % 13 * _SUITS + suit for suit, low in enumerate(ranks)]
    rest = [int(card) for card in DECK if int(card) not in held]
    hands = np.array([[*held, *more] for more in combinations(rest, CARDS - len(held))])
    mask = sum(1 << low for low in ranks)
    made = strengths(hands)
    alike = np.flatnonzero((-made.astype(np.int64) & (MASKS - 1)) == mask)
    return tuple(Card(card) for card in hands[alike[len(alike) // 2]].tolist())


def example_name(number: int) -> str:
    """The hand of a class as text, eight letters."""
    return format_cards(class_examples()[number])
