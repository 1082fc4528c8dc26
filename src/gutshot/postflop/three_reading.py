"""Numbers about three ranges on a board, found directly: who meets whom."""

import numpy as np

from gutshot.numeric.arrays import Floats, Reals
from gutshot.postflop.three_showdown import HandList, Meeting, ShowdownRoom, Weights, settle_fixed
from gutshot.postflop.three_spot import SEATS


def meeting_of(boards: "object", board: int, player: int) -> Meeting:
    """A player's hands on a board and those of the other two."""
    lists = []
    for k in range(SEATS):
        hands = boards.hands[(player + k) % SEATS]  # type: ignore[attr-defined]
        begin, end = hands.start[board], hands.start[board + 1]
        lists.append(HandList(hands.low[begin:end], hands.high[begin:end], hands.strength[begin:end]))
    shared = boards.shared[player]  # type: ignore[attr-defined]
    begin, end = shared.start[board], shared.start[board + 1]
    return Meeting(lists[0], lists[1], lists[2], shared.first[begin:end], shared.second[begin:end])


def pairs_met(layout: "object", street: int, board: int, player: int, reach: "tuple[Floats, ...]") -> Reals:
    """[H] the weight of all pairs of the other two's hands that each hand of a player may meet."""
    meeting = meeting_of(layout.boards[street], board, player)  # type: ignore[attr-defined]
    first, second = (np.ascontiguousarray(reach[(player + k) % SEATS], np.float32) for k in (1, 2))
    out = np.zeros(len(meeting.own.low), np.float32)
    weights = Weights(first, np.zeros_like(first), second, np.zeros_like(second), False, False)
    settle_fixed(meeting, weights, ShowdownRoom.new(), out)
    return out.astype(np.float64)
