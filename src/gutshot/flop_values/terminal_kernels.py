"""What all ends of the betting pay to a vector of hands on one runout, many of the opponent's reaches side by side.

Hands stand by rising strength. One walk upwards keeps sums of the opponent's hands below, in all and by card, so that
those which share a card with a hand are taken out exactly. The walk is the same for every way the opponent may have
come to an end (a column of reaches), only the weights differ; so a row of `WIDTH` columns goes along at each step. The
loops over a row ask for its length: with a constant in its place they are unrolled and not vectorised, three times
slower.
"""

from typing import Any, NamedTuple

import numpy as np

from gutshot.flop_values.betting import FOLD, FlopBetting
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Reals

WIDTH = 40
BLOCK = 32
"""Hands that are turned from rows to columns at a time, to stay in the nearest cache."""
ALL = 52
"""The row after those of the cards."""


class RunoutHands(NamedTuple):
    """One player's hands on a runout, by rising strength; only the first `size[0]` are there."""

    size: Ints  # [1]
    combo: Ints  # [H]
    low: Ints  # [H] its cards
    high: Ints  # [H]
    strength: Ints  # [H]
    weight: Reals  # [H]
    bucket: Ints  # [3, H] by street
    same: Ints  # [H] where the opponent has the same two cards, or -1


class EndRoom(NamedTuple):
    """What settling writes to, for `WIDTH` columns at a time."""

    came: Reals  # [H, WIDTH] the opponent's reach
    won: Reals  # [H, WIDTH] the reach of hands beaten less that of hands lost to
    met: Reals  # [H, WIDTH] the reach of all hands that share no card
    below: Reals  # [53, WIDTH] sums on the way: by card, and of all
    first_won: Reals  # [H] of the first column, which is that of the root
    first_met: Reals  # [H]


def make_end_room(most: int) -> EndRoom:
    """Room for one end of the betting."""
    wide = [np.zeros((rows, WIDTH)) for rows in (most, most, most, ALL + 1)]
    return EndRoom(wide[0], wide[1], wide[2], wide[3], np.zeros(most), np.zeros(most))


@kernel
def settle_ends(
    betting: FlopBetting, player: int, own: RunoutHands, other: RunoutHands, reach: Reals, room: EndRoom, values: Reals
) -> None:
    """What every fold and showdown pays the player's hands, times the opponent's reach [columns, H]: rows of values."""
    count = betting.settled_count[player]
    for first in range(0, count, WIDTH):
        columns = betting.settled[player, first : min(first + WIDTH, count)]
        gather_columns(reach, columns, other.size[0], room.came)
        meet_hands(own, other, room)
        _pay(betting, player, first, own.size[0], room, values)
        if first == 0:
            room.first_won[:] = room.won[:, 0]
            room.first_met[:] = room.met[:, 0]


@kernel
def gather_columns(reach: Reals, columns: Ints, hands: int, came: Reals) -> None:
    """The reaches of some columns, hand by hand; the rest of a row is not looked at."""
    for start in range(0, hands, BLOCK):
        for place in range(len(columns)):
            row = reach[columns[place]]
            for h in range(start, min(start + BLOCK, hands)):
                came[h, place] = row[h]


@kernel
def meet_hands(own: RunoutHands, other: RunoutHands, room: EndRoom) -> None:
    """Fill `won` and `met`: hands below, and those up to the equals, less all of them.

    The opponent's hand of the same two cards is among the last two and so falls out; of those met it is put back.
    """
    room.below[:] = 0.0
    hands, start, k = own.size[0], 0, 0
    while start < hands:
        end, strength = start, own.strength[start]
        k = _put_in(other, k, strength, room)
        while end < hands and own.strength[end] == strength:
            _not_shared(room.below, own.low[end], own.high[end], room.won[end])
            end += 1
        k = _put_in(other, k, strength + 1, room)
        for h in range(start, end):
            _not_shared(room.below, own.low[h], own.high[h], room.met[h])
            _add(room.won[h], room.met[h])
        start = end
    while k < other.size[0]:
        k = _put_in(other, k, other.strength[k] + 1, room)
    for h in range(hands):
        _not_shared(room.below, own.low[h], own.high[h], room.met[h])
        _take(room.won[h], room.met[h])
        if own.same[h] >= 0:
            _add(room.met[h], room.came[own.same[h]])


@inline_kernel
def _put_in(other: RunoutHands, k: Any, strength: Any, room: EndRoom) -> Any:
    """Add the opponent's hands from k on that are weaker than this; the first that is not."""
    while k < other.size[0] and other.strength[k] < strength:
        _add(room.below[ALL], room.came[k])
        _add(room.below[other.low[k]], room.came[k])
        _add(room.below[other.high[k]], room.came[k])
        k += 1
    return k


@inline_kernel
def _not_shared(below: Reals, low: Any, high: Any, out: Reals) -> None:
    for place in range(len(out)):
        out[place] = below[ALL, place] - below[low, place] - below[high, place]


@inline_kernel
def _add(out: Reals, more: Reals) -> None:
    for place in range(len(out)):
        out[place] += more[place]


@inline_kernel
def _take(out: Reals, less: Reals) -> None:
    for place in range(len(out)):
        out[place] -= less[place]


@kernel
def _pay(betting: FlopBetting, player: int, first: int, hands: int, room: EndRoom, values: Reals) -> None:
    """The ends whose columns are in the room."""
    for start in range(0, hands, BLOCK):
        end = min(start + BLOCK, hands)
        for node in range(len(betting.kind)):
            place = betting.place[player, node] - first
            if 0 <= place < WIDTH:
                pays = betting.half[node]
                if betting.kind[node] != FOLD:
                    _pay_column(room.won, place, start, end, pays, values[node])
                elif betting.actor[node] != player:
                    _pay_column(room.met, place, start, end, pays, values[node])
                else:
                    _pay_column(room.met, place, start, end, -pays, values[node])


@inline_kernel
def _pay_column(source: Reals, place: Any, start: Any, end: Any, pays: Any, out: Reals) -> None:
    for h in range(start, end):
        out[h] = pays * source[h, place]
