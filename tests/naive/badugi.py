"""Badugi by the rule book: all subsets of different ranks and suits, most cards first, then lowest from the top."""

from itertools import combinations

from gutshot.cards.card import rank_of, suit_of


def low_ranks(cards):
    """Ranks from the top with aces low: A = 0 ... K = 12."""
    return sorted(((rank_of(card) + 1) % 13 for card in cards), reverse=True)


def is_badugi(cards):
    return len({rank_of(card) for card in cards}) == len(cards) == len({suit_of(card) for card in cards})


def subsets(cards):
    return [chosen for size in range(1, 5) for chosen in combinations(cards, size) if is_badugi(chosen)]


def key(cards):
    """Comparable, higher is better."""
    return (len(cards), [-rank for rank in low_ranks(cards)])


def best(cards):
    return max(key(chosen) for chosen in subsets(cards))


def optimal_keeps(cards):
    return {frozenset(chosen) for chosen in subsets(cards) if key(chosen) == best(cards)}
