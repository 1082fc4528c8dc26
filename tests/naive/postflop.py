"""A heads-up spot solved the obvious way: every pair of hands, every card, phevaluator for strength. Slow and clear."""

from collections.abc import Callable
from typing import Any

import numpy as np
from phevaluator import evaluate_cards

from gutshot.cards.card import Card, format_card
from gutshot.cards.combos import COMBO_CARDS
from gutshot.trees.betting_tree import BettingTree, NodeKind

Strategy = Callable[[int, tuple[Card, ...]], dict[int, np.ndarray]]
"""(node, dealt cards) -> for every combo of the actor the probabilities of his actions."""


class NaiveSpot:
    """Values of given strategies and best responses, in chips above half of the first pot."""

    def __init__(self, tree: BettingTree, board: tuple[Card, ...], weights: Any, rake: tuple[float, float]) -> None:
        self.tree, self.board, self.rake = tree, board, rake
        self.hands = [[int(c) for c in np.flatnonzero(w) if not set(COMBO_CARDS[c]) & set(board)] for w in weights]
        self.start = [np.array([w[c] for c in own]) for own, w in zip(self.hands, weights, strict=True)]
        cards = [[set(map(int, COMBO_CARDS[c])) for c in own] for own in self.hands]
        self.apart = np.array([[not a & b for b in cards[1]] for a in cards[0]], dtype=float)
        self.strength_cache: dict[Any, Any] = {}

    def strengths(self, player: int, board: tuple[Card, ...]) -> np.ndarray:
        key = (player, frozenset(board))
        if key not in self.strength_cache:
            names = [format_card(c) for c in board]
            own = [[format_card(Card(int(k))) for k in COMBO_CARDS[c]] for c in self.hands[player]]
            live = [not set(pair) & set(names) for pair in own]
            values = [-evaluate_cards(*pair, *names) if ok else 0 for pair, ok in zip(own, live, strict=True)]
            self.strength_cache[key] = np.array(values)
        return self.strength_cache[key]

    def runouts(self, board: tuple[Card, ...], reach: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each hand of player 0: what it wins and what it meets of the other's reach, over all boards to come."""
        if len(board) == 5:
            own, other = (self.strengths(player, board) for player in range(2))
            met = self.apart * (own[:, None] * other[None, :] != 0) * reach
            wins = np.greater.outer(own, other) + 0.5 * np.equal.outer(own, other)
            return (wins * met).sum(axis=1), met.sum(axis=1)
        below = [self.runouts((*board, Card(c)), reach) for c in range(52) if c not in board]
        return sum(won for won, _ in below), sum(met for _, met in below)  # type: ignore[return-value]

    def average(self, strategy: Strategy, player: int, respond: bool) -> float:
        """Mean value of a player who follows the strategy, or answers it as well as he can."""
        value = self.values(0, (), strategy, player, respond, self.start[1 - player])
        pairs = self.start[0] @ self.apart @ self.start[1]
        return float(self.start[player] @ value / pairs)

    def values(
        self, node: int, dealt: tuple[Card, ...], strategy: Strategy, player: int, respond: bool, reach: np.ndarray
    ) -> np.ndarray:
        kind = self.tree.kind[node]
        if kind in (NodeKind.FOLD, NodeKind.SHOWDOWN):
            return self.payoffs(node, dealt, player) @ reach
        children = [int(child) for child in self.tree.children(node)]
        if kind == NodeKind.CHANCE:
            return self.deal(children[0], dealt, strategy, player, respond, reach)
        actor = int(self.tree.actor[node])
        table = strategy(node, dealt)
        even = np.full(len(children), 1 / len(children))
        shares = np.array([table.get(c, even) for c in self.hands[actor]]).T
        if actor != player:
            return sum(  # type: ignore[return-value]
                self.values(child, dealt, strategy, player, respond, reach * share)
                for child, share in zip(children, shares, strict=True)
            )
        values = np.array([self.values(child, dealt, strategy, player, respond, reach) for child in children])
        return values.max(axis=0) if respond else (values * shares).sum(axis=0)

    def deal(
        self, child: int, dealt: tuple[Card, ...], strategy: Strategy, player: int, respond: bool, reach: np.ndarray
    ) -> np.ndarray:
        seen = (*self.board, *dealt)
        total = np.zeros(len(self.hands[player]))
        for card in (Card(c) for c in range(52) if c not in seen):
            live = [np.array([card not in COMBO_CARDS[c] for c in own], dtype=float) for own in self.hands]
            deeper = self.values(child, (*dealt, card), strategy, player, respond, reach * live[1 - player])
            total += live[player] * deeper
        return total / (52 - len(seen) - 4)

    def payoffs(self, node: int, dealt: tuple[Card, ...], player: int) -> np.ndarray:
        """[own hands, other hands]"""
        pot = self.tree.config.pot + 2 * int(self.tree.matched[node])
        rake = min(pot * self.rake[0], self.rake[1])
        apart = self.apart if player == 0 else self.apart.T
        if self.tree.kind[node] == NodeKind.FOLD:
            return apart * (-pot / 2 if self.tree.actor[node] == player else pot / 2 - rake)
        board = (*self.board, *dealt)
        own, other = self.strengths(player, board)[:, None], self.strengths(1 - player, board)[None, :]
        return apart * np.where(own > other, pot / 2 - rake, np.where(own < other, -pot / 2, -rake / 2))
