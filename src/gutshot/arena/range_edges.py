"""How two ranges stand against each other on a board: every hand's showdown edge over a weighted range, in one walk.

The edge of a hand over a range is the weight of what it beats less the weight of what beats it, among hands that share
no card with it, as a mean over runouts. On flops and before, runouts are sampled, and the edge is unbiased.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from gutshot.abstraction.rivers import COMBOS, fill_strengths, sort_live
from gutshot.cards.combos import COMBO_CARDS
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals

RUNOUTS = 100
_BOARD = 5


class RunoutStrengths(NamedTuple):
    """Complete boards in which a board may end, with their hands in order."""

    strengths: Ints32  # [runouts, 1326]
    order: Ints32  # [runouts, 1326] live hands by rising strength
    live: Ints  # [runouts]
    fitting: float  # the share of the runouts that two hands leave possible


@kernel
def fill_masses(weights: Reals, out: Reals) -> None:
    """[1326] the weight of a range among hands that share no card with each hand."""
    by_card, total = np.zeros(52), 0.0
    for combo in range(COMBOS):
        total += weights[combo]
        by_card[COMBO_CARDS[combo, 0]] += weights[combo]
        by_card[COMBO_CARDS[combo, 1]] += weights[combo]
    for combo in range(COMBOS):
        out[combo] = total - by_card[COMBO_CARDS[combo, 0]] - by_card[COMBO_CARDS[combo, 1]] + weights[combo]


@kernel
def _add_edges(strengths: Ints32, order: Ints32, live: int, weights: Reals, scale: float, out: Reals) -> None:
    """Add every live hand's edge over a range on one complete board: twice what it beats, and ties, less all."""
    all_card, below_card, tied_card = np.zeros(52), np.zeros(52), np.zeros(52)
    total = below = 0.0
    for i in range(live):
        weight = weights[order[i]]
        total += weight
        all_card[COMBO_CARDS[order[i], 0]] += weight
        all_card[COMBO_CARDS[order[i], 1]] += weight
    start = 0
    while start < live:
        end, tied = start, 0.0
        while end < live and strengths[order[end]] == strengths[order[start]]:
            combo = order[end]
            tied += weights[combo]
            tied_card[COMBO_CARDS[combo, 0]] += weights[combo]
            tied_card[COMBO_CARDS[combo, 1]] += weights[combo]
            end += 1
        for i in range(start, end):
            combo = order[i]
            low, high, own = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1], weights[combo]
            wins = below - below_card[low] - below_card[high]
            ties = tied - tied_card[low] - tied_card[high] + own
            out[combo] += scale * (2 * wins + ties - (total - all_card[low] - all_card[high] + own))
        for i in range(start, end):
            low, high, own = COMBO_CARDS[order[i], 0], COMBO_CARDS[order[i], 1], weights[order[i]]
            below_card[low] += own
            below_card[high] += own
            tied_card[low] = tied_card[high] = 0.0
        below += tied
        start = end


@kernel
def _add_edges_over_one(strengths: Ints32, held: int, scale: float, out: Reals) -> None:
    """The same over a range of one hand."""
    theirs, first, second = strengths[held], COMBO_CARDS[held, 0], COMBO_CARDS[held, 1]
    if theirs == 0:
        return
    for combo in range(COMBOS):
        low, high, own = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1], strengths[combo]
        if own > 0 and low != first and low != second and high != first and high != second:
            out[combo] += scale if own > theirs else -scale if own < theirs else 0.0


@kernel
def _add_all(runouts: RunoutStrengths, weights: Reals, out: Reals) -> None:
    scale, count, held = 1.0 / (len(runouts.live) * runouts.fitting), 0, 0
    for combo in range(COMBOS):
        if weights[combo] > 0:
            count, held = count + 1, combo
    for i in range(len(runouts.live)):
        if count == 1:
            _add_edges_over_one(runouts.strengths[i], held, scale * weights[held], out)
        else:
            _add_edges(runouts.strengths[i], runouts.order[i], runouts.live[i], weights, scale, out)


@kernel
def _fill_boards(boards: Ints, strengths: Ints32, order: Ints32, live: Ints) -> None:
    spare = np.empty(COMBOS, np.int32)
    for i in range(len(boards)):
        fill_strengths(boards[i], strengths[i])
        live[i] = sort_live(strengths[i], order[i], spare)


def runouts_of(board: Ints, dead: Ints, dice: np.random.Generator) -> RunoutStrengths:
    """How a board may end without the `dead` cards, which whole hands hold: all ways where one card comes."""
    left, count = np.setdiff1d(np.arange(52), np.concatenate([board, dead])), _BOARD - len(board)
    if count > 1:
        ends = left[dice.random((RUNOUTS, len(left))).argsort(axis=1)[:, :count]]
    else:
        ends = left[:, None] if count else np.zeros((1, 0), np.int64)
    boards = np.column_stack([np.repeat(board[None], len(ends), axis=0), ends]).astype(np.int64)
    strengths, order = np.empty((len(boards), COMBOS), np.int32), np.empty((len(boards), COMBOS), np.int32)
    live = np.empty(len(boards), np.int64)
    _fill_boards(boards, strengths, order, live)
    held = 4 - len(dead)
    return RunoutStrengths(strengths, order, live, comb(len(left) - held, count) / comb(len(left), count))


def edges(runouts: RunoutStrengths, weights: Reals) -> Reals:
    """[1326] the edge of every hand over a range, in the range's weight."""
    found = np.zeros(COMBOS)
    _add_all(runouts, weights, found)
    return found


def masses(weights: Reals) -> Reals:
    """[1326] the weight of a range that each hand leaves possible."""
    found = np.empty(COMBOS)
    fill_masses(weights, found)
    return found
