"""Card abstraction in the obvious way: every opponent, every runout, every centroid in turn; strengths from eval7."""

from itertools import combinations
from typing import Any

from gutshot.cards.card import DECK, format_card
from tests.peers import eval7

_CARDS = [eval7.Card(format_card(card)) for card in DECK]


def strength(cards):
    return eval7.evaluate([_CARDS[card] for card in cards])


def opponents(hole, board):
    """Every hand an opponent may hold, with 2 for a win of ours, 1 for a tie, 0 for a loss."""
    own = strength([*hole, *board])
    for other in combinations([card for card in DECK if card not in (*hole, *board)], 2):
        theirs = strength([*other, *board])
        yield other, 2 if own > theirs else int(own == theirs)


def river_points(hole, board):
    """Twice the hands beaten plus the hands tied, of 990."""
    return sum(points for _, points in opponents(hole, board))


def cluster_values(hole, board, cluster_of, clusters, scale):
    """Equity against each cluster of opponents as a share of `scale`, rounded down; half where nobody is in it."""
    results: list[list[Any]] = [[] for _ in range(clusters)]
    for other, points in opponents(hole, board):
        results[cluster_of(other)].append(points)
    return [sum(row) * scale // (2 * len(row)) if row else scale // 2 for row in results]


def histogram(hole, board, bins):
    """How many runouts end in each bin of river equity."""
    counts = [0] * bins
    left = [card for card in DECK if card not in (*hole, *board)]
    for runout in combinations(left, 5 - len(board)):
        counts[river_points(hole, [*board, *runout]) * bins // 1981] += 1
    return counts


def nearest(row, centroids, metric):
    """The first of the nearest centroids."""
    distances = [sum(abs(a - b) ** metric for a, b in zip(row, centroid, strict=True)) for centroid in centroids]
    return distances.index(min(distances)), min(distances)


def lower_median(values, weights):
    """The least value with half of the weight at or below it."""
    seen = 0
    for value, weight in sorted(zip(values, weights, strict=True)):
        seen += weight
        if 2 * seen >= sum(weights):
            return value
    raise ValueError("no values")
