"""Equity at a line: what each hand would win if all cards came without further betting, over the boards of a spot.

One walk per river board over its sorted hands, as for showdowns, in doubles and for a single column of reach.
"""

from typing import NamedTuple

import numpy as np

from gutshot.kernel import kernel
from gutshot.numeric.arrays import Reals
from gutshot.postflop.boards import CARDS, BoardSet, HandPlaces, Links, Side, fill_places, make_places
from gutshot.postflop.simd import INDEX_WIDTH


def edges(boards: list[BoardSet], street: int, board: int, player: int, reach: Reals) -> tuple[Reals, Reals]:
    """For each hand of a player on a board: hands beaten less hands lost to, and hands met, summed over all runouts."""
    own, other = boards[street].sides[player], boards[street].sides[1 - player]
    if street == len(boards) - 1:
        edge, met = np.zeros(own.rows[board]), np.zeros(own.rows[board])
        came = np.zeros(other.rows[board])
        came[other.rows_of(board)] = reach
        settle_river(board, own, other, came, _room(boards, player), edge, met)
        return edge[own.rows_of(board)], met[own.rows_of(board)]
    count = int(own.hands[board])
    edge, met = np.zeros(count), np.zeros(count)
    below = boards[street + 1]
    first, last = (int(below.links.child_first[board + k]) for k in range(2))
    own, other = below.sides[player], below.sides[1 - player]
    if street == len(boards) - 2:
        add_rivers(first, last, own, other, below.links, reach, _room(boards, player), edge, met)
        return edge, met
    for child in range(first, last):
        start, hands = other.start[child], other.hands[child]
        deeper = edges(boards, street + 1, child, player, reach[other.above[start : start + hands]])
        for mate in range(below.links.mate_first[child], below.links.mate_first[child + 1]):
            target = own.above[own.target_first[mate] :][: own.hands[child]]
            edge[target] += deeper[0]
            met[target] += deeper[1]
    return edge, met


class EquityRoom(NamedTuple):
    """Scratch for a board's places and the sums over hands and over the hands of each card."""

    places: HandPlaces
    sums: Reals
    cards: Reals


def _room(boards: list[BoardSet], player: int) -> EquityRoom:
    most = boards[-1].most_hands(1 - player)
    return EquityRoom(make_places(boards[-1:]), np.zeros(most + 1), np.zeros(CARDS + 2 * most))


@kernel
def settle_river(board: int, own: Side, other: Side, reach: Reals, room: EquityRoom, edge: Reals, met: Reals) -> None:
    """One river board: `edge` and `met` of its rows against the opponent's `reach` there, row by row."""
    places, sums, cards = room.places, room.sums, room.cards
    fill_places(board, own, other, places)
    first, count = other.row_first[board], other.hands[board]
    for card in range(CARDS):
        cards[places.opens[card]] = 0.0
    sums[0] = 0.0
    for k in range(count):
        came = reach[other.row[first + k]]
        sums[k + 1] = sums[k] + came
        low, high = np.int64(places.low[k]), np.int64(places.high[k])
        cards[low] = cards[low - 1] + came
        cards[high] = cards[high - 1] + came
    for h in range(own.rows[board]):
        at = places.lookup[h * INDEX_WIDTH : (h + 1) * INDEX_WIDTH]
        others = sums[count] - cards[at[6]] - cards[at[7]]
        below = sums[at[0]] - cards[at[2]] - cards[at[4]]
        up_to = sums[at[1]] - cards[at[3]] - cards[at[5]]
        same = np.int64(at[8])
        edge[h] = below + up_to - others
        met[h] = others + (reach[same] if same < other.rows[board] else 0.0)


@kernel
def add_rivers(
    begin: int,
    end: int,
    own: Side,
    other: Side,
    links: Links,
    reach: Reals,
    room: EquityRoom,
    edge: Reals,
    met: Reals,
) -> None:
    """River boards begin..end below one board, each added once for every real card it stands for."""
    came = np.zeros(len(room.sums))
    won, faced = np.zeros(len(edge)), np.zeros(len(edge))
    for board in range(begin, end):
        for k in range(other.rows[board]):
            came[k] = reach[other.above[other.start[board] + k]]
        settle_river(board, own, other, came, room, won, faced)
        for mate in range(links.mate_first[board], links.mate_first[board + 1]):
            first = own.target_first[mate]
            for h in range(own.hands[board]):
                row = own.row[own.row_first[board] + h]
                edge[own.above[first + h]] += won[row]
                met[own.above[first + h]] += faced[row]
