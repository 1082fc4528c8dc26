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


def dealt_reach(boards: ThreeBoards, board: int, reach: Sequence[Floats], counted: bool = False) -> list[Floats]:
    """Reach on a board, from that on the board before it, for the hands it leaves; `counted` by their factors."""
    found = []
    for own, hands in zip(reach, boards.hands, strict=True):
        part = slice(hands.start[board], hands.start[board + 1])
        found.append(own[hands.above[part]] * (hands.factor[part] if counted else np.float32(1)))
    return found


def checked_shares(
    boards: Sequence[ThreeBoards], street: int, board: int, player: int, reach: Sequence[Floats], live: int
) -> Reals:
    """[H] as `river_shares`, before the river as the mean over the cards to come that are dealt."""
    if street == len(boards) - 1:
        return river_shares(boards[street], board, player, reach, live)
    total, later = np.zeros(len(reach[player])), boards[street + 1]
    hands = later.hands[player]
    for after in range(later.child_first[board], later.child_first[board + 1]):
        won = checked_shares(boards, street + 1, after, player, dealt_reach(later, after, reach, True), live)
        won *= hands.factor[hands.start[after] : hands.start[after + 1]] * hands.share[after]
        for mate in range(hands.mate_first[after], hands.mate_first[after + 1]):
            begin = hands.target_start[mate]
            np.add.at(total, hands.target[begin : begin + len(won)], won)
    return total
