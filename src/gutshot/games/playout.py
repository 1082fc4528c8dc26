"""Whole hands without leaving compiled code: random play for tests, benchmarks and baselines.

The hand's own generator deals; the players' dice are another, so that the same seed deals the same
cards whatever is played.
"""

import numpy as np
from numpy.typing import NDArray

from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act, draw, new_deck, start
from gutshot.games.public_record import note
from gutshot.games.row import (
    BETTING,
    BLIND,
    BUTTON,
    DRAWING,
    PHASE,
    RAISES,
    SEATS,
    STACK,
    START,
    STREET,
    Row,
)
from gutshot.games.rules import HOLE_CARDS
from gutshot.games.shuffle import random_below, seed_random
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.borrow import borrowed

DICE_SIZE = 4
_LARGEST_BOUND = (1 << 31) - 1


@inline_kernel
def random_bet(rules: Row, hand: Row, dice: Row) -> int:
    """Fold (to a bet), call and raise with equal probability; every amount is equally likely."""
    low, high = raise_bounds(rules, hand)
    first = FOLD if to_call(hand) > 0 else CALL
    options = 1 - first + (1 if high > 0 else 0)
    choice = first + random_below(dice, 0, options)
    if choice <= CALL:
        return choice
    return low + random_below(dice, 0, min(high - low + 1, _LARGEST_BOUND))


@inline_kernel
def apply(rules: Row, hand: Row, record: Row, action: int) -> None:
    """Note the action in the record and make it."""
    if hand[PHASE] == BETTING:
        may_three_bet = hand[STREET] == 0 and hand[RAISES] == 1
        note(record, hand, action, may_three_bet and raise_bounds(rules, hand)[1] > 0)
        act(rules, hand, action)
    else:
        note(record, hand, action, False)
        draw(rules, hand, action)


@kernel
def play_randomly(rules: Row, hand: Row, dice: Row) -> int:
    """Play a started hand to its end; returns how many decisions were made."""
    decisions = 0
    while hand[PHASE] <= DRAWING:
        if hand[PHASE] == BETTING:
            act(rules, hand, random_bet(rules, hand, dice))
        else:
            draw(rules, hand, random_below(dice, 0, 1 << rules[HOLE_CARDS]))
        decisions += 1
    return decisions


@inline_kernel
def pass_button(hand: Row) -> None:
    """Move the button, and with it every blind, one seat clockwise."""
    seats = hand[SEATS]
    hand[BUTTON] = hand[BUTTON] + 1 if hand[BUTTON] + 1 < seats else 0
    last = hand[BLIND + seats - 1]
    for seat in range(seats - 1, 0, -1):
        hand[BLIND + seat] = hand[BLIND + seat - 1]
    hand[BLIND] = last


@kernel
def play_many(rules: Row, hand: Row, seed: int, first: int, payoffs: NDArray[np.int64]) -> int:
    """Random hands number first, first + 1, ... into payoffs [hands, seats]; returns the decisions made.

    `hand` holds the setup and is used up; the button moves after every hand, stacks start afresh.
    """
    rules, hand, dice = borrowed(rules), borrowed(hand), np.zeros(DICE_SIZE, np.int64)
    decisions = 0
    for index in range(payoffs.shape[0]):
        new_deck(rules, hand, seed, first + index)
        seed_random(dice, 0, seed ^ 1, first + index)
        start(rules, hand)
        decisions += play_randomly(rules, hand, dice)
        for seat in range(payoffs.shape[1]):
            payoffs[index, seat] = hand[STACK + seat] - hand[START + seat]
        pass_button(hand)
    return decisions
