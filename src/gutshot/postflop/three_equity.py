"""Numbers about three ranges on a board, found directly: who meets whom, and who wins if there is no more betting."""

from collections.abc import Sequence

import numpy as np

from gutshot.numeric.arrays import Floats, Reals
from gutshot.postflop.simd import LANES
from gutshot.postflop.three_boards import ThreeBoards
from gutshot.postflop.three_meetings import meeting_on
from gutshot.postflop.three_showdown import Meeting, ShowdownRoom, Ways, settle
from gutshot.postflop.three_spot import SEATS


def meeting_of(boards: ThreeBoards, board: int, player: int) -> Meeting:
    """A player's hands on a board and those of the other two."""
    seats = [boards.hands[(player + k) % SEATS] for k in range(SEATS)]
    meeting: Meeting = meeting_on(boards.meetings[player], board, *seats)
    return meeting


def settle_one(meeting: Meeting, stride: int, weights: Sequence[Floats | None]) -> Reals:
    """[H] of one end: the first opponent's fixed and rising weights and the second's, None where there are none."""
    room = ShowdownRoom.new(stride)
    for tile, own in zip(room, weights, strict=False):
        if own is not None:
            tile[: LANES * len(own) : LANES] = own
    settle(meeting, room, Ways._make(own is not None for own in weights))
    return room.out[: LANES * len(meeting.low) : LANES].astype(np.float64)


def pairs_met(boards: ThreeBoards, board: int, player: int, reach: Sequence[Floats]) -> Reals:
    """[H] the weight of all pairs of the other two's hands that each hand of a player may meet."""
    return np.maximum(river_shares(boards, board, player, reach, 0), 0)


def river_shares(boards: ThreeBoards, board: int, player: int, reach: Sequence[Floats], live: int) -> Reals:
    """[H] what share of the pot a live player wins at once, times the weight of the pairs he meets; ties share."""
    weights = list[Floats | None]()
    for k in (1, 2):
        own, rises = reach[(player + k) % SEATS], bool(live >> (player + k) % SEATS & 1)
        weights += [None, own] if rises else [own, None]
    return settle_one(meeting_of(boards, board, player), boards.stride, weights)
