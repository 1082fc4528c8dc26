"""What everybody at a table may hold, as the strategy plays: weights of the 1,326 combos by seat."""

from dataclasses import dataclass

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import COMBO_COUNT, combos_with_any
from gutshot.coach.table_set import TableSet
from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.observation import Observation
from gutshot.games.public_hand import public_hands
from gutshot.numeric.arrays import Reals
from gutshot.search.strategy import SearchStrategy
from gutshot.strategies.strategy import Strategy
from gutshot.strategies.table_strategy import TableStrategy

NEVER = 0.005
"""An action that the strategy takes with a smaller share of the range is one it never takes: what is left is noise."""


@dataclass(frozen=True)
class SeatRange:
    """A seat's hands. `ignored` counts its actions that the strategy never takes, so that they tell nothing."""

    seat: int
    weights: Reals  # [1326], no card of the board
    ignored: int = 0

    @property
    def share(self) -> float:
        """Of all hands."""
        return float(min(1.0, self.weights.sum() / COMBO_COUNT))

    def without(self, cards: int) -> Reals:
        """The weights of the hands that hold no card of a mask."""
        return np.where(combos_with_any(cards), 0.0, self.weights)


def ranges_of(strategy: Strategy, seen: Observation) -> tuple[SeatRange, ...]:
    """The range of every seat, the observer's own as the others see it; his cards play no part."""
    hands = public_hands(seen)
    if isinstance(strategy, SearchStrategy):
        return tuple(_searched(strategy, hands, seat) for seat in range(seen.seats))
    assert isinstance(strategy, TableStrategy)
    plain = strategy.in_chips if isinstance(strategy, TableSet) else strategy
    return tuple(range_of(strategy if seen.live[seat] else plain, seat, seen) for seat in range(seen.seats))


def range_of(strategy: TableStrategy, seat: int, seen: Observation) -> SeatRange:
    """From all of the seat's actions but those that the strategy never takes."""
    weights, ignored = np.where(combos_with_any(mask_of(seen.board)), 0.0, 1.0), 0
    for share in strategy.shares_of(seen, seat):
        if share is None or (weights * share).sum() < NEVER * weights.sum():
            ignored += 1
        else:
            weights = weights * share
    return SeatRange(seat, weights, ignored)


def _searched(strategy: SearchStrategy, hands: tuple[Hand, ...], seat: int) -> SeatRange:
    """Of those who are left; nobody asks for the others' there."""
    if not hands[-1].live[seat]:
        return SeatRange(seat, np.zeros(COMBO_COUNT))
    return SeatRange(seat, strategy.range_of(hands, seat), strategy.ignored(hands, seat))


def has_entered(seen: Observation, seat: int) -> bool:
    """Whether the seat has put chips in by choice, or play has gone past the first street."""
    return seen.street > 0 or any(
        event.seat == seat and (event.is_raise or event.kind is Kind.CALL) for event in seen.history
    )
