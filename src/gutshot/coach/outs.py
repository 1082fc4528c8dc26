"""Outs, and the odds of improving: which better hands can still come, and how likely each is by the river."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from gutshot.cards import evaluate
from gutshot.cards.card import DECK, Card, rank_of
from gutshot.cards.tables import CATEGORY_SHIFT
from gutshot.coach.advice import Improvement

_SAMPLES = 5_000
_LEAST_CHANCE = 0.005
_TWO_PAIR, _TRIPS, _QUADS = 2, 3, 7


def _category(cards: Sequence[Card]) -> int:
    """The category of two to seven cards; of fewer than five only by equal ranks."""
    if len(cards) >= 5:
        return evaluate.category_of(evaluate.strength_of(cards))
    ranks = [rank_of(card) for card in cards]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if counts[0] >= 3:
        return _QUADS if counts[0] == 4 else _TRIPS
    return min(counts.count(2), _TWO_PAIR)


def improving_cards(cards: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """Next cards that lift the hand to a better category by its own cards; a pair on the board helps all players."""
    now, shared = _category((*cards, *board)), _category(board)
    found = []
    for card in (Card(card) for card in DECK if card not in cards and card not in board):
        hand, common = _category((*cards, *board, card)), _category((*board, card))
        board_pairs = hand == _TWO_PAIR and common > shared
        if hand > max(now, common) and not board_pairs:
            found.append(card)
    return tuple(found)


def outs_of(cards: Sequence[Card], board: Sequence[Card]) -> int:
    """How many next cards improve the hand."""
    return len(improving_cards(cards, board))


def improvements(cards: Sequence[Card], board: Sequence[Card]) -> tuple[Improvement, ...]:
    """Categories above the present one with their chance to be the final hand, the likeliest first."""
    if len(board) == 5:
        return ()
    now = _category((*cards, *board))
    final = _final_categories(cards, board)
    finals = np.bincount(final, minlength=9) / len(final)
    outs = [_category((*cards, *board, card)) for card in improving_cards(cards, board)] if len(board) >= 3 else []
    found = [
        Improvement(evaluate.CATEGORIES[category], float(finals[category]), outs.count(category) or None)
        for category in range(now + 1, 9)
        if finals[category] >= _LEAST_CHANCE
    ]
    return tuple(sorted(found, key=lambda better: -better.chance))


def _runouts(cards: Sequence[Card], board: Sequence[Card]) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    """All boards still to come, or as many samples before the flop."""
    left = np.array([card for card in DECK if card not in cards and card not in board], np.uint8)
    if len(board) >= 3:
        return np.array(list(combinations(left.tolist(), 5 - len(board))), np.uint8)
    dice = np.random.default_rng(0)
    return dice.permuted(np.tile(left, (_SAMPLES, 1)), axis=1)[:, :5]


def _final_categories(cards: Sequence[Card], board: Sequence[Card]) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    runouts = _runouts(cards, board)
    hands = np.empty((len(runouts), 7), np.uint8)
    hands[:, :2] = cards
    hands[:, 2 : 2 + len(board)] = board
    hands[:, 2 + len(board) :] = runouts
    return evaluate.strengths(hands).astype(np.int64) >> CATEGORY_SHIFT
