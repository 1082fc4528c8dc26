"""Facts about where a hand stands: equity against the ranges of those who are in, and how much can still be bet."""

import numpy as np

from gutshot.cards.card import mask_of
from gutshot.cards.combos import COMBO_COUNT, combo_of
from gutshot.cards.equity import equity
from gutshot.cards.ranges import Range
from gutshot.coach.ranges import SeatRange, has_entered
from gutshot.errors import BadConfig
from gutshot.games.observation import Observation
from gutshot.numeric.arrays import Reals

_SAMPLES = 4_000


def contesting(seen: Observation) -> tuple[int, ...]:
    """The opponents who have put chips in by choice and are still there."""
    return tuple(
        seat for seat in range(seen.seats) if seat != seen.seat and seen.live[seat] and has_entered(seen, seat)
    )


def equity_against(seen: Observation, ranges: tuple[SeatRange, ...]) -> tuple[float | None, tuple[int, ...]]:
    """The part of the pot that the hand wins by showdown, and against whom; None where nobody has entered yet."""
    seats = contesting(seen)
    if not seats:
        return None, ()
    dead = mask_of((*seen.cards, *seen.board))
    held = [Range(_full(ranges[seat].without(dead))) for seat in seats]
    exact = len(seats) == 1 and len(seen.board) >= 3
    try:
        found = equity([Range(_own(seen)), *held], seen.board, exact=True if exact else None,
                       samples=None if exact else _SAMPLES)  # fmt: skip
    except BadConfig:  # no cards are left for one of them
        return None, ()
    return found.players[0].equity, seats


def equities_of(seen: Observation, held: Reals) -> Reals:
    """[1326] the part of the pot that each hand of an opponent wins against the observer's; after the flop."""
    found = equity([Range(_own(seen)), Range(held)], seen.board, exact=True).players[1].by_combo
    shares = np.zeros(COMBO_COUNT)
    shares[found.combos] = found.equity
    return shares


def _own(seen: Observation) -> Reals:
    own = np.zeros(COMBO_COUNT)
    own[combo_of(*seen.cards)] = 1.0
    return own


def _full(weights: Reals) -> Reals:
    """The same range with its most frequent hands at 1."""
    return np.asarray(weights / max(weights.max(), 1e-12))


def stack_to_pot(seen: Observation) -> float | None:
    """What can still be bet against the largest live opponent, in pots."""
    others = [
        seen.stacks[seat] + seen.bets[seat] for seat in range(seen.seats) if seen.live[seat] and seat != seen.seat
    ]
    mine = seen.stacks[seen.seat] + seen.bets[seen.seat]
    return min(mine, max(others)) / seen.pot if seen.pot and others else None
