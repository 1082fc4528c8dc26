"""The dice of a responder's hands: each hand's own, or dice that the hands of one board share.

Hands that share them meet the same cards and, as long as they do the same, the same choices of the opponent. So a
strategy that solves is asked for one solution where it would be asked for many. Each hand by itself is dealt and played
as if it were alone: what is shared is where its numbers come from. Which hands are taken on a board is systematic
(Cochran, "Sampling Techniques", 1977): one in so many of all, in the order of their strength, from a random first one
on, so that each hand is as likely as any other.
"""

from typing import Protocol

import numpy as np

from gutshot.abstraction.rivers import fill_strengths
from gutshot.cards.combos import COMBO_CARDS, COMBO_COUNT
from gutshot.numeric.arrays import Ints, Reals

_DECK, _HANDS, _CHOICE, _HAND, _RUNOUTS = range(5)  # streams of shared dice


class ResponderDice(Protocol):
    """What is thrown for in a hand of a responder: `hole` and `board` are dealt at its beginning."""

    hole: Ints
    board: Ints

    def order(self, free: Ints) -> Ints:
        """The cards that are left, as they would come."""
        ...

    def choice(self, likely: Reals) -> int:
        """One of the opponent's actions."""
        ...

    def hand(self, likely: Reals) -> int:
        """One of the opponent's hands, as a combo."""
        ...

    def runouts(self, shape: tuple[int, int]) -> Reals:
        """Uniform numbers by which runouts are drawn."""
        ...


class OwnDice:
    """Dice of a hand by itself."""

    def __init__(self, seed: int, number: int) -> None:
        self._dice = np.random.Generator(np.random.Philox(key=[seed, number]))
        cards = self._dice.permutation(52)
        self.hole, self.board = np.sort(cards[:2]), cards[2:7]

    def order(self, free: Ints) -> Ints:
        return self._dice.permutation(free)

    def choice(self, likely: Reals) -> int:
        return int(self._dice.choice(len(likely), p=likely))

    def hand(self, likely: Reals) -> int:
        return int(self._dice.choice(len(likely), p=likely))

    def runouts(self, shape: tuple[int, int]) -> Reals:
        return self._dice.random(shape)


class SharedDice:
    """Dice of one of the hands that share a board; `hole` is its own."""

    def __init__(self, seed: int, number: int, deck: Ints, hole: Ints) -> None:
        self._key, self._deck, self.hole = (seed, number), deck, hole
        self.board = self.order(np.setdiff1d(np.arange(52), hole))[:5]
        self._thrown = [0] * (_RUNOUTS + 1)

    def order(self, free: Ints) -> Ints:
        return self._deck[np.isin(self._deck, free)]

    def choice(self, likely: Reals) -> int:
        return int(self._next(_CHOICE).choice(len(likely), p=likely))

    def hand(self, likely: Reals) -> int:
        return int(self._next(_HAND).choice(len(likely), p=likely))

    def runouts(self, shape: tuple[int, int]) -> Reals:
        return self._next(_RUNOUTS).random(shape)

    def _next(self, stream: int) -> np.random.Generator:
        self._thrown[stream] += 1
        return _shared(*self._key, stream, self._thrown[stream])


def shared_dice(seed: int, number: int, count: int) -> list[SharedDice]:
    """Dice for so many different hands on one board."""
    deck = _shared(seed, number, _DECK, 0).permutation(52)
    return [SharedDice(seed, number, deck, hole) for hole in _hands(deck[:5], _shared(seed, number, _HANDS, 0), count)]


def _hands(board: Ints, dice: np.random.Generator, count: int) -> Ints:
    """[count, 2] hands that the board leaves, spread evenly over the order of their strength."""
    strengths = np.empty(COMBO_COUNT, np.int32)
    fill_strengths(board.astype(np.int64), strengths)
    order = np.lexsort((dice.random(COMBO_COUNT), strengths))
    live = order[strengths[order] > 0]
    at = ((np.arange(count) + dice.random()) * len(live) / count).astype(np.int64)
    return COMBO_CARDS[live[at]].astype(np.int64)


def _shared(seed: int, number: int, stream: int, count: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=[seed, number], counter=[0, 0, stream + 1, count]))
