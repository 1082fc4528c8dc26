"""A base strategy that costs nothing: every hand plays by its own dice, thrown for the betting and the board."""

import hashlib

import numpy as np

from gutshot.games.hand import Hand
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import About, Combos, Move
from gutshot.strategies.table_strategy import TableStrategy


class DiceStrategy(TableStrategy):
    """Shares that look random and never change; another `salt` makes another strategy."""

    salt = ""

    def describe(self) -> About:
        return About("dice", "agent", seats=len(self.setup.stacks), depth=100.0)

    def mix_at(self, hand: Hand, moves: list[Move], cards: Combos) -> Reals:  # type: ignore[override]
        text = f"{self.salt}{hand.actions}{hand.board}{hand.setup.stacks}".encode()
        seed = int.from_bytes(hashlib.sha256(text).digest()[:8], "big")
        thrown = np.random.default_rng(seed).random((len(moves), 1326)) + 0.05
        places = (cards[:, 0] * (101 - cards[:, 0]) // 2 + cards[:, 1] - 1).astype(int)
        mix = thrown[:, places]
        return np.asarray(mix / mix.sum(axis=0))
