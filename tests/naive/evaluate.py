"""Hand strength as a player would explain it: every five cards, sorted into groups, compared as tuples."""

from collections import Counter
from itertools import combinations

from gutshot.cards.card import rank_of, suit_of

WHEEL = [12, 3, 2, 1, 0]


def five(cards):
    """(category 0..8, ranks that decide ties in order) of five cards."""
    counts = Counter(rank_of(card) for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({suit_of(card) for card in cards}) == 1
    straight = len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks == WHEEL)
    if straight:
        return (8 if flush else 4, [3 if ranks == WHEEL else ranks[0]])
    if flush:
        return (5, ranks)
    return ({(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), ranks)


def best(cards):
    """The best `five` within five to seven cards."""
    return max(five(chosen) for chosen in combinations(cards, 5))
