"""One player's pass over the boards of a three-player spot: reach of the other two down, ends settled, values up.

As with two players (`sweeps`), updates alternate: the opponents play their current strategies, then the player's
regrets change. The average of a player is gathered in the next player's pass, the first after his update, when his
reach goes down anyway; so it starts with the strategy after his first update, and the third player's last update is not
in it yet.

A part of the street's lines is played at a time, so that its reach and values stay in the processor's second cache.
"""

from typing import NamedTuple

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bytes, Floats, Ints
from gutshot.numeric.borrow import borrowed
from gutshot.postflop.barrier import meet
from gutshot.postflop.node_rows import best_unless_locked, learn, play, take_best, take_mean
from gutshot.postflop.simd import LANES, transpose_block
from gutshot.postflop.sweeps import RESPOND, SOLVE, SweepStep
from gutshot.postflop.three_betting import NO_ROW, SIDES, ReachPlan, ValueView
from gutshot.postflop.three_boards import SeatHands
from gutshot.postflop.three_meetings import StreetMeetings, meeting_on
from gutshot.postflop.three_showdown import Meeting, ShowdownRoom, Ways, settle
from gutshot.postflop.three_simd import gather_block

RIVER_DEALS = 42
"""Rivers that come after a turn when three players hold two cards each."""
_ZERO = np.float32(0)


class SeatTables(NamedTuple):
    """A player's hands, the plan of his reach, and his tables: each board has [actions, hands] from `start` on."""

    hands: SeatHands
    plan: ReachPlan
    start: Ints  # [B]
    regrets: Floats
    average: Floats
    locked: Bytes  # as the others where some hands' strategies are fixed, or empty


class PartRoom(NamedTuple):
    """What one thread needs for a part: rows `stride` apart."""

    first_reach: Floats
    second_reach: Floats
    values: Floats
    factor: Floats
    showdown: ShowdownRoom
    lanes: Ints  # [2 * LANES] where the lanes of a tile lie
    stride: int


class ThreePass(NamedTuple):
    """What a player's pass meets on a street: himself, the next player, the third, and the room."""

    own: SeatTables
    first: SeatTables
    second: SeatTables
    seen: ValueView
    meetings: StreetMeetings
    room: PartRoom


class TurnReach(NamedTuple):
    """The two opponents' reach on the turn, from which the lines of a river take theirs, and the parts of these."""

    first: Floats
    second: Floats
    first_row: Ints  # [lines] where each line leaves the turn
    second_row: Ints
    parts: Ints
    stride: int
    hands: int  # the player's own on the turn


@inline_kernel
def _count(hands: SeatHands, board: int) -> int:
    return int(hands.start[board + 1] - hands.start[board])


@kernel
def reach_down(
    seat: SeatTables, board: int, part: int, reach: Floats, stride: int, step: SweepStep, gathers: bool, factor: Floats
) -> None:
    """A player's reach after each of his actions in a part, by his current strategy or his average."""
    hands, plan = _count(seat.hands, board), seat.plan
    keep = np.float32(step.average)
    for node in range(plan.first[part], plan.first[part + 1]):
        begin = seat.start[board] + plan.slot[node] * hands
        end = begin + plan.actions[node] * hands
        came = reach[plan.came[node] * stride : plan.came[node] * stride + hands]
        left = reach[plan.left[node] * stride :]
        average = seat.average[begin:end]
        if step.mode == SOLVE:
            play(seat.regrets[begin:end], average, came, left, stride, factor, keep, gathers)
        else:
            play(average, average, came, left, stride, factor, keep, False)


@inline_kernel
def _gather(view: ValueView, at: int, reach: Floats, room: PartRoom, hands: int, tile: Floats) -> bool:
    """One side of a tile from its layers; whether it has any."""
    for layer in range(view.layer_first[at], view.layer_first[at + 1]):
        rows = view.layer_row[LANES * layer : LANES * layer + LANES]
        for lane in range(LANES):
            room.lanes[lane] = rows[lane] * room.stride
        factors = view.layer_factor[LANES * layer : LANES * layer + LANES]
        for hand in range(0, hands, LANES):
            gather_block(reach, room.lanes, 0, hand, factors, tile, hand, layer - view.layer_first[at])
    return bool(view.layer_first[at] < view.layer_first[at + 1])


@kernel
def settle_tile(view: ValueView, tile: int, meeting: Meeting, room: PartRoom) -> None:
    """Sixteen ends of a part, into their rows of values."""
    first, second, showdown, at = len(meeting.first.low), len(meeting.second.low), room.showdown, SIDES * tile
    ways = Ways(
        _gather(view, at, room.first_reach, room, first, showdown.first),
        _gather(view, at + 1, room.first_reach, room, first, showdown.first_rising),
        _gather(view, at + 2, room.second_reach, room, second, showdown.second),
        _gather(view, at + 3, room.second_reach, room, second, showdown.second_rising),
    )
    settle(meeting, showdown, ways)
    for lane in range(LANES):
        room.lanes[lane] = LANES * lane
        room.lanes[LANES + lane] = view.tile_out[LANES * tile + lane] * room.stride
    for hand in range(0, len(meeting.low), LANES):
        transpose_block(showdown.out, room.lanes, LANES * hand, room.values, room.lanes[LANES:], hand)


@kernel
def values_up(met: ThreePass, board: int, part: int, step: SweepStep) -> None:
    """Values of a part's nodes, the deepest first, and the player's regrets at his own."""
    view, room, hands = met.seen, met.room, _count(met.own.hands, board)
    stride, values = room.stride, room.values
    positive, negative, floor = np.float32(step.positive), np.float32(step.negative), np.float32(step.floor)
    for node in range(view.first[part + 1] - 1, view.first[part] - 1, -1):
        value = values[view.row[node] * stride : view.row[node] * stride + hands]
        children = view.child[view.edge[node] : view.edge[node + 1]]
        if view.own[node] == 0:
            _add_rows(children, values, stride, value)
            continue
        _charge(view, node, values, stride, hands)
        begin = met.own.start[board] + view.slot[node] * hands
        end = begin + len(children) * hands
        if step.mode == SOLVE:
            block = met.own.regrets[begin:end]
            learn(block, children, values, stride, value, room.factor, positive, negative, floor)
        elif step.mode == RESPOND and len(met.own.locked) == 0:
            take_best(children, values, stride, value)
        else:
            take_mean(met.own.average[begin:end], children, values, stride, value, room.factor)
            if step.mode == RESPOND:
                best_unless_locked(children, values, stride, value, met.own.locked[begin : begin + hands], room.factor)


@inline_kernel
def _add_rows(children: Ints, values: Floats, stride: int, value: Floats) -> None:
    value[:] = _ZERO
    for k in range(len(children)):
        child = values[children[k] * stride : children[k] * stride + len(value)]
        for h in range(len(value)):
            value[h] += child[h]


@inline_kernel
def _charge(view: ValueView, node: int, values: Floats, stride: int, hands: int) -> None:
    """Take the price of each action off its value."""
    if view.weight[node] == NO_ROW:
        return
    weight = values[view.weight[node] * stride : view.weight[node] * stride + hands]
    for edge in range(view.edge[node], view.edge[node + 1]):
        price = view.price[edge]
        if price != _ZERO:
            child = values[view.child[edge] * stride : view.child[edge] * stride + hands]
            for h in range(hands):
                child[h] -= price * weight[h]


@kernel
def settle_ends(met: ThreePass, board: int, part: int, begin: int, step: int) -> None:
    """Every n-th tile of a part, from one of them on."""
    meeting = meeting_on(met.meetings, board, met.own.hands, met.first.hands, met.second.hands)
    for tile in range(met.seen.tile_first[part] + begin, met.seen.tile_first[part + 1], step):
        settle_tile(met.seen, tile, meeting, met.room)


@kernel
def play_river(
    worker: int,
    workers: int,
    meeting: Ints,
    met: ThreePass,
    first: Floats,
    second: Floats,
    step: SweepStep,
    fresh: bool,
) -> None:
    """One worker's part of a pass over a river spot; `first` and `second` are the opponents' ranges.

    Workers share the tiles, and the first of them sees to reach and values. Unless the pass is `fresh`, the one before
    has left the next player's reach here.
    """
    met = borrowed(met)
    room = met.room
    if worker == 0:
        if fresh:
            _enter(room.first_reach, first)
            reach_down(met.first, 0, 0, room.first_reach, room.stride, step, False, room.factor)
        _enter(room.second_reach, second)
        reach_down(met.second, 0, 0, room.second_reach, room.stride, step, True, room.factor)
    if not meet(meeting, workers):
        return
    settle_ends(met, 0, 0, worker, workers)
    if meet(meeting, workers) and worker == 0:
        values_up(met, 0, 0, step)


@inline_kernel
def _enter(reach: Floats, root: Floats) -> None:
    for h in range(len(root)):
        reach[h] = root[h]


@kernel
def open_turn(turn: ThreePass, first: Floats, second: Floats, step: SweepStep) -> None:
    """The turn before its rivers: reach down, and the ends where all but one have folded."""
    turn = borrowed(turn)
    room = turn.room
    _enter(room.first_reach, first)
    reach_down(turn.first, 0, 0, room.first_reach, room.stride, step, False, room.factor)
    _enter(room.second_reach, second)
    reach_down(turn.second, 0, 0, room.second_reach, room.stride, step, True, room.factor)
    settle_ends(turn, 0, 0, 0, 1)


@kernel
def play_part(river: ThreePass, board: int, part: int, step: SweepStep) -> None:
    """A part of a river board whose reach is dealt in; its values are in the room afterwards."""
    room = river.room
    reach_down(river.first, board, part, room.first_reach, room.stride, step, False, room.factor)
    reach_down(river.second, board, part, room.second_reach, room.stride, step, True, room.factor)
    settle_ends(river, board, part, 0, 1)
    values_up(river, board, part, step)


@kernel
def play_group(river: ThreePass, above: TurnReach, begin: int, end: int, step: SweepStep, total: Floats) -> None:
    """All lines of some river boards, their values added up in `total` [lines, hands on the turn]."""
    river, above = borrowed(river), borrowed(above)
    room, stride = river.room, river.room.stride
    total[:] = _ZERO
    for board in range(begin, end):
        for part in range(len(above.parts) - 1):
            start, stop = above.parts[part], above.parts[part + 1]
            for line in range(start, stop):
                first, second = above.stride * above.first_row[line], above.stride * above.second_row[line]
                place = (line - start) * stride
                _deal_in(river.first.hands, board, above.first, first, room.first_reach[place:])
                _deal_in(river.second.hands, board, above.second, second, room.second_reach[place:])
            play_part(river, board, part, step)
            for line in range(start, stop):
                if river.seen.root[line] != NO_ROW:
                    _deal_out(river, board, line, above.hands, total)


@kernel
def close_turn(turn: ThreePass, groups: int, results: Floats, step: SweepStep) -> None:
    """The turn after its rivers: the lines' values from all groups, in their order, and up."""
    turn = borrowed(turn)
    _hand_back(turn, groups, len(results) // groups, results)
    values_up(turn, 0, 0, step)


@inline_kernel
def _deal_in(hands: SeatHands, board: int, above: Floats, row: int, reach: Floats) -> None:
    """Carry reach over a dealt card."""
    begin = hands.start[board]
    for h in range(_count(hands, board)):
        reach[h] = above[row + np.int64(hands.above[begin + h])]


@inline_kernel
def _deal_out(river: ThreePass, board: int, line: int, at_home: int, total: Floats) -> None:
    """Add a line's values to the turn's, once for every real card that the board stands for."""
    hands, room = river.own.hands, river.room
    count = _count(hands, board)
    share, row = np.float32(1 / RIVER_DEALS), river.seen.root[line] * room.stride
    for mate in range(hands.mate_first[board], hands.mate_first[board + 1]):
        begin = hands.target_start[mate]
        for h in range(count):
            total[line * at_home + np.int64(hands.target[begin + h])] += share * room.values[row + h]


@inline_kernel
def _hand_back(turn: ThreePass, groups: int, size: int, results: Floats) -> None:
    """The lines' values from all groups, in their order, to the rows of the turn."""
    hands, room = _count(turn.own.hands, 0), turn.room
    for line in range(len(turn.seen.handed)):
        if turn.seen.handed[line] != NO_ROW:
            value = room.values[turn.seen.handed[line] * room.stride :]
            for h in range(hands):
                value[h] = _ZERO
            for group in range(groups):
                for h in range(hands):
                    value[h] += results[group * size + line * hands + h]
