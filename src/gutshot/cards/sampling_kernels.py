"""The loops of sampled equity: draw hands and a board, see who wins, count.

A block of samples is fixed by where its stream of dice starts. Hands come from the alias method (Walker 1974; Vose
1991); when two players' cards collide all hands are drawn again, which gives every compatible deal the product of its
weights. A player who may hold anything is dealt last, straight from the deck: every deal of the others leaves him
equally many.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.cards.combo_index import combo_index
from gutshot.cards.equity_columns import DEALS, SHARE_UNIT, SHARES, TIES, WINS
from gutshot.cards.evaluate import evaluate_key
from gutshot.cards.tables import CARD_KEYS, CARD_MASKS
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bools, Ints
from gutshot.numeric.dice import below, next_word

MAX_REDEALS = 200_000
"""Attempts at one deal before the ranges are taken to exclude each other."""

_LOW_HALF = np.uint64(0xFFFFFFFF)
_CARD_BITS = np.uint64(6)
_FRACTION_BITS = np.uint64(58)
_FRACTION = np.uint64((1 << 58) - 1)
_NO_DEAL = -1


class DealTable(NamedTuple):
    """All players' hands in one list of entries: player p owns `starts[p]` to `starts[p + 1]`."""

    starts: Ints
    keys: Ints
    masks: Ints
    stay: NDArray[np.uint64]
    alias: Ints
    free: Bools
    """Which players hold every live combo with equal weight."""
    place: Ints
    """[1326] where a combo stands in the list of a free player."""
    deck: Ints
    cards_to_come: int
    board_key: int
    board_mask: int


@kernel
def _deal_ranges(state: np.uint64, table: DealTable, chosen: Ints) -> tuple[np.uint64, int]:
    """Draw hands for all players who are not free; the stream's state and the cards used, or _NO_DEAL."""
    for _ in range(MAX_REDEALS):
        used = 0
        for player in range(len(chosen)):
            if table.free[player]:
                continue
            entry = table.starts[player]
            size = table.starts[player + 1] - entry
            if size > 1:
                state, random = next_word(state)
                entry += below(random, size)
                if random & _LOW_HALF >= table.stay[entry]:
                    entry = table.alias[entry]
            if used & table.masks[entry]:
                used = _NO_DEAL
                break
            used |= table.masks[entry]
            chosen[player] = entry
        if used != _NO_DEAL:
            return state, used
    return state, _NO_DEAL


@inline_kernel
def _draw_card(state: np.uint64, deck: Ints, used: int) -> tuple[np.uint64, int]:
    """A card that is not used yet, and the stream's state after it."""
    while True:
        state, random = next_word(state)
        card = deck[below(random, len(deck))]
        if used & CARD_MASKS[card] == 0:
            return state, card


@inline_kernel
def _count(chosen: Ints, strengths: Ints, best: int, winners: int, tallies: Ints, squares: Ints) -> None:
    share = SHARE_UNIT // winners
    column = WINS if winners == 1 else TIES
    for player in range(len(chosen)):
        entry = chosen[player]
        tallies[entry, DEALS] += 1
        if strengths[player] == best:
            tallies[entry, column] += 1
            tallies[entry, SHARES] += share
            squares[player] += share * share


@inline_kernel
def _showdown(key: int, board: int, chosen: Ints, table: DealTable, strengths: Ints) -> tuple[int, int]:
    """Fill all strengths; the best one and how many hold it."""
    best, winners = 0, 0
    for player in range(len(chosen)):
        strength: Any = evaluate_key(key + table.keys[chosen[player]], board | table.masks[chosen[player]])
        strengths[player] = strength
        winners = 1 if strength > best else winners + (strength == best)
        best = max(best, strength)
    return best, winners


@kernel
def sample_ranges(stream: np.uint64, samples: int, table: DealTable, tallies: Ints, squares: Ints) -> int:
    """Play deals of one stream into `tallies[entry]` and `squares[player]`; how many could be dealt."""
    players = len(table.starts) - 1
    chosen, strengths = np.zeros(players, np.int64), np.zeros(players, np.int64)
    state = stream
    for sample in range(samples):
        state, used = _deal_ranges(state, table, chosen)
        if used == _NO_DEAL:
            return sample
        for player in range(players):
            if table.free[player]:
                state, first = _draw_card(state, table.deck, used)
                state, second = _draw_card(state, table.deck, used | CARD_MASKS[first])
                used |= CARD_MASKS[first] | CARD_MASKS[second]
                chosen[player] = table.starts[player] + table.place[combo_index(first, second)]
        key, taken = table.board_key, used
        for _ in range(table.cards_to_come):
            state, card = _draw_card(state, table.deck, taken)
            taken |= CARD_MASKS[card]
            key += CARD_KEYS[card]
        best, winners = _showdown(key, (taken ^ used) | table.board_mask, chosen, table, strengths)
        _count(chosen, strengths, best, winners, tallies, squares)
    return samples


@kernel
def sample_known(stream: np.uint64, samples: int, table: DealTable, tallies: Ints, squares: Ints) -> int:
    """As `sample_ranges` where every hand is known: shuffling the top of the deck needs no second try.

    One random word is the whole board: a 58-bit fraction whose digits, to falling bases, are the places of its cards.
    The five bases multiply to less than 2**28, so no board is more likely than another by one part in 2**30.
    """
    players = len(table.keys)
    chosen, strengths = np.arange(players), np.zeros(players, np.int64)
    deck = table.deck.copy()
    state = stream
    for _ in range(samples):
        key, board = table.board_key, table.board_mask
        state, random = next_word(state)
        fraction = random >> _CARD_BITS
        for top in range(table.cards_to_come):
            fraction *= np.uint64(len(deck) - top)
            pick = top + np.int64(fraction >> _FRACTION_BITS)
            fraction &= _FRACTION
            card = deck[pick]
            deck[pick], deck[top] = deck[top], card
            key += CARD_KEYS[card]
            board |= CARD_MASKS[card]
        best, winners = _showdown(key, board, chosen, table, strengths)
        if winners == 1:
            for player in range(players):
                tallies[player, WINS] += strengths[player] == best
        else:
            _count(chosen, strengths, best, winners, tallies, squares)
            tallies[:, DEALS] -= 1
    tallies[:, DEALS] += samples
    for player in range(players):
        tallies[player, SHARES] += SHARE_UNIT * tallies[player, WINS]
        squares[player] += SHARE_UNIT * SHARE_UNIT * tallies[player, WINS]
    return samples
