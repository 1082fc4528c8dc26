"""Numbers about three ranges on a board, found directly: who meets whom, and who wins if there is no more betting."""

from collections.abc import Sequence

import numpy as np

from gutshot.numeric.arrays import Floats, Reals
from gutshot.postflop.three_boards import ThreeBoards
from gutshot.postflop.three_showdown import (
    HandList,
    Meeting,
    ShowdownRoom,
    Weights,
    settle_fixed,
    settle_rising,
)
from gutshot.postflop.three_spot import SEATS


def meeting_of(boards: ThreeBoards, board: int, player: int) -> Meeting:
    """A player's hands on a board and those of the other two."""
    lists = []
    for k in range(SEATS):
        hands = boards.hands[(player + k) % SEATS]
        begin, end = hands.start[board], hands.start[board + 1]
        lists.append(HandList(hands.low[begin:end], hands.high[begin:end], hands.strength[begin:end]))
    shared = boards.shared[player]
    begin, end = shared.start[board], shared.start[board + 1]
    return Meeting(lists[0], lists[1], lists[2], shared.first[begin:end], shared.second[begin:end])


def pairs_met(boards: ThreeBoards, board: int, player: int, reach: Sequence[Floats]) -> Reals:
    """[H] the weight of all pairs of the other two's hands that each hand of a player may meet."""
    meeting = meeting_of(boards, board, player)
    first, second = (np.ascontiguousarray(reach[(player + k) % SEATS], np.float32) for k in (1, 2))
    out = np.zeros(len(meeting.own.low), np.float32)
    weights = Weights(first, np.zeros_like(first), second, np.zeros_like(second), False, False)
    settle_fixed(meeting, weights, ShowdownRoom.new(), out)
    return np.maximum(out, 0).astype(np.float64)


def river_shares(boards: ThreeBoards, board: int, player: int, reach: Sequence[Floats], live: int) -> Reals:
    """[H] what share of the pot a live player wins at once, times the weight of the pairs he meets; ties share."""
    meeting = meeting_of(boards, board, player)
    sides, rises = list[Floats](), list[bool]()
    for k in (1, 2):
        weights = np.ascontiguousarray(reach[(player + k) % SEATS], np.float32)
        rises.append(bool(live >> (player + k) % SEATS & 1))
        none = np.zeros_like(weights)
        sides += [none, weights] if rises[-1] else [weights, none]
    out = np.zeros(len(meeting.own.low), np.float32)
    settle = settle_rising if any(rises) else settle_fixed
    settle(meeting, Weights(sides[0], sides[1], sides[2], sides[3], rises[0], rises[1]), ShowdownRoom.new(), out)
    return out.astype(np.float64)
