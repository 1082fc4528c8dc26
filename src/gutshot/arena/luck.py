"""The luck of the cards, measured so that it can be removed from a result without bias.

All-in: when no action is possible before the last board card, the payoff is replaced by its mean over the cards
still to come. All dealt cards count as known, folded hands too, because the cards left in the deck are uniform given
those and only given those. A last card is enumerated, several cards are sampled.

Control variate: AIVAT (Burch et al. 2018) and before it MIVAT (White and Bowling 2009) subtract, at every chance event,
the value of what was dealt less its mean over what could have been. The value functions here are fixed beforehand:
for hole cards a falling exponential of the hand order, for board cards the pot's shares as the hands then stand, both
times constants fitted once on other matches. AIVAT's terms for the agents' own choices need the strategies'
probabilities, which an agent need not reveal; `aivat` has them. Here any agent can be measured, and the mean stays
unbiased.
"""

import numpy as np

from gutshot.agents.agent import Params
from gutshot.agents.preflop_order import PERCENTILE
from gutshot.cards.combo_index import combo_index
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.games.poker import settle
from gutshot.games.row import (
    BOARD,
    BOARD_COUNT,
    HOLE,
    LIVE,
    MAX_BOARD,
    MAX_HOLE,
    PAID,
    POT,
    SEATS,
    STACK,
    START,
    Row,
)
from gutshot.games.shuffle import random_below
from gutshot.kernel import inline_kernel, kernel

RUN_OUTS = 200
DEALS = 32

_HOLE_SCALE = 12.0
HOLE_VALUES: Params = np.exp(-_HOLE_SCALE * PERCENTILE) - np.exp(-_HOLE_SCALE * PERCENTILE).mean()
"""[1326] mean zero: how much better than an average hand a combo is."""

HOLE_WEIGHT = 4.0
"""Big blinds for one unit of HOLE_VALUES."""

BOARD_WEIGHTS = (0.0, 0.0, 0.0, 1.35, 1.3, 1.35)
"""Pots won by being ahead, by the number of board cards."""


@kernel
def undealt(hand: Row, known: int, cards: Row) -> int:
    """Fill in the cards that are in no hole and not among the first `known` of the board; how many there are."""
    used = 0
    for seat in range(hand[SEATS]):
        used |= 1 << hand[HOLE + MAX_HOLE * seat] | 1 << hand[HOLE + MAX_HOLE * seat + 1]
    for place in range(known):
        used |= 1 << hand[BOARD + place]
    count = 0
    for card in range(52):
        if used >> card & 1 == 0:
            cards[count] = card
            count += 1
    return count


@kernel
def _add_outcome(rules: Row, hand: Row, trial: Row, sums: Params) -> None:
    """Settle the finished hand again on the board in `trial` and add the payoffs."""
    for seat in range(hand[SEATS]):
        trial[STACK + seat] = hand[START + seat] - hand[PAID + seat]
    settle(rules, trial)
    for seat in range(hand[SEATS]):
        sums[seat] += trial[STACK + seat] - hand[START + seat]


@kernel
def all_in_value(rules: Row, hand: Row, known: int, dice: Row, cards: Row, trial: Row, sums: Params) -> None:
    """Mean payoffs of a finished hand over the board cards after the first `known`, into `sums` [MAX_SEATS]."""
    trial[:] = hand
    sums[:] = 0.0
    left = undealt(hand, known, cards)
    if known == MAX_BOARD - 1:
        for last in range(left):
            trial[BOARD + 4] = cards[last]
            _add_outcome(rules, hand, trial, sums)
        outcomes = left
    else:
        outcomes = RUN_OUTS
        for _ in range(RUN_OUTS):
            _shuffle_in(trial, known, MAX_BOARD, left, cards, dice)
            _add_outcome(rules, hand, trial, sums)
    for seat in range(hand[SEATS]):
        sums[seat] /= outcomes


@inline_kernel
def _shuffle_in(trial: Row, first: int, last: int, left: int, cards: Row, dice: Row) -> None:
    """Put random undealt cards at board places first..last-1."""
    for place in range(first, last):
        done = place - first
        other = done + random_below(dice, 0, left - done)
        cards[done], cards[other] = cards[other], cards[done]
        trial[BOARD + place] = cards[done]


@kernel
def _add_shares(hand: Row, board: Row, count: int, amount: float, values: Params) -> None:
    """Add to the live seats that are ahead on this board their parts of an amount."""
    key = mask = 0
    for place in range(count):
        key += CARD_KEYS[board[BOARD + place]]
        mask |= CARD_MASKS[board[BOARD + place]]
    best = winners = number = 0
    for seat in range(hand[SEATS]):
        if hand[LIVE] >> seat & 1:
            first, second = hand[HOLE + MAX_HOLE * seat], hand[HOLE + MAX_HOLE * seat + 1]
            own_mask = mask | CARD_MASKS[first] | CARD_MASKS[second]
            strength = int(evaluate_key(key + CARD_KEYS[first] + CARD_KEYS[second], own_mask))
            if strength > best:
                best, winners, number = strength, 0, 0
            if strength == best:
                winners |= 1 << seat
                number += 1
    for seat in range(hand[SEATS]):
        if winners >> seat & 1:
            values[seat] += amount / number


@kernel
def add_board_luck(hand: Row, known: int, dice: Row, cards: Row, trial: Row, luck: Params) -> None:
    """Add what the board cards dealt after the first `known` were worth above their mean, in chips by seat."""
    count = hand[BOARD_COUNT]
    worth = BOARD_WEIGHTS[count] * hand[POT]
    _add_shares(hand, hand, count, worth, luck)
    trial[:] = hand
    left = undealt(hand, known, cards)
    if count - known == 1:
        for card in range(left):
            trial[BOARD + known] = cards[card]
            _add_shares(hand, trial, count, -worth / left, luck)
    else:
        for _ in range(DEALS):
            _shuffle_in(trial, known, count, left, cards, dice)
            _add_shares(hand, trial, count, -worth / DEALS, luck)


@kernel
def add_hole_luck(hand: Row, big_blind: int, luck: Params) -> None:
    """Add what the hole cards were worth above their mean: each seat's own, less the mean of the others'."""
    seats = hand[SEATS]
    total = 0.0
    for seat in range(seats):
        total += HOLE_VALUES[combo_index(hand[HOLE + MAX_HOLE * seat], hand[HOLE + MAX_HOLE * seat + 1])]
    for seat in range(seats):
        own = HOLE_VALUES[combo_index(hand[HOLE + MAX_HOLE * seat], hand[HOLE + MAX_HOLE * seat + 1])]
        luck[seat] += HOLE_WEIGHT * big_blind * (own - (total - own) / (seats - 1))
