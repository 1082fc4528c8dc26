"""The hand-strength meter: the share of other hands that one's own beats on the current board."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from gutshot.agents.preflop_order import PERCENTILE
from gutshot.cards import badugi, evaluate
from gutshot.cards.card import Card
from gutshot.cards.combos import COMBO_CARDS, combo_of, combos_with_any
from gutshot.cards.hands import Strengths
from gutshot.games.variants import Game

_WORDS = ((0.2, "very weak"), (0.4, "weak"), (0.6, "middling"), (0.8, "good"), (0.93, "strong"), (1.01, "very strong"))
_BADUGI_SAMPLES = 20_000


def strength(game: Game, cards: Sequence[Card], board: Sequence[Card]) -> float:
    """0 to 1, ties counting half. Before the flop it is the place in the order of starting hands."""
    if game is Game.BADUGI:
        beaten = np.searchsorted(_badugi_strengths(), badugi.strength_of(cards), side="right")
        return float(beaten / _BADUGI_SAMPLES)
    if len(board) < 3:
        return float(1 - PERCENTILE[combo_of(cards[0], cards[1])])
    return _on_board(tuple(cards), tuple(board))


def strength_words(value: float) -> str:
    """ "very weak" to "very strong"."""
    return next(words for limit, words in _WORDS if value < limit)


@lru_cache(maxsize=1024)
def _on_board(cards: tuple[Card, ...], board: tuple[Card, ...]) -> float:
    others = combo_strengths(board, (*cards, *board))
    mine = evaluate.strength_of((*cards, *board))
    return float(((others < mine).sum() + (others == mine).sum() / 2) / len(others))


def combo_strengths(board: Sequence[Card], dead: Sequence[Card]) -> Strengths:
    """Strengths on a board of three to five cards of all combos that hold no dead card, in combo order."""
    mask = 0
    for card in dead:
        mask |= 1 << card
    pairs = COMBO_CARDS[~combos_with_any(mask)]
    hands = np.empty((len(pairs), 2 + len(board)), np.uint8)
    hands[:, :2] = pairs
    hands[:, 2:] = board
    return evaluate.strengths(hands)


@lru_cache(maxsize=1)
def _badugi_strengths() -> Strengths:
    """Sorted strengths of random four-card hands."""
    dice = np.random.default_rng(0)
    hands = dice.permuted(np.tile(np.arange(52, dtype=np.uint8), (_BADUGI_SAMPLES, 1)), axis=1)[:, :4]
    return np.sort(badugi.strengths(np.ascontiguousarray(hands)))
