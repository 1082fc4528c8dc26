"""The all-in-adjusted result: the mean value of a hand once no further action was possible."""

import numpy as np

from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.luck import all_in_value
from gutshot.games.playout import DICE_SIZE
from gutshot.games.row import MAX_SEATS, SIZE
from gutshot.games.shuffle import seed_random
from gutshot.numeric.dice import dice_seed


def adjusted_net(hand: Hand, seat: int) -> float:
    """The seat's result without the luck of the runout; in badugi, or without a runout, the plain result."""
    known = _board_before_run_out(hand)
    if hand.rules.name != "holdem" or known is None:
        return float(hand.payoffs[seat])
    dice, cards = np.zeros(DICE_SIZE, np.int64), np.zeros(52, np.int64)
    sums = np.zeros(MAX_SEATS)
    seed_random(dice, 0, dice_seed(hand.setup.seed, 0), 0)
    all_in_value(hand.rules.packed, hand.row, known, dice, cards, np.zeros(SIZE, np.int64), sums)
    return float(sums[seat])


def _board_before_run_out(hand: Hand) -> int | None:
    """Board cards at the last decision; None if no card came after it or there was no showdown."""
    events = hand.events
    if not hand.is_over or sum(hand.live) < 2:
        return None
    last = max((index for index, event in enumerate(events) if event.is_betting), default=-1)
    known = sum(len(event.cards) for event in events[: last + 1] if event.kind is Kind.BOARD)
    return known if known < len(hand.board) else None
