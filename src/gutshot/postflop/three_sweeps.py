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


class LineReach(NamedTuple):
    """The two opponents' reach on a street, from which the lines of the next take theirs, and the parts of these."""

    first: Floats
    second: Floats
    first_row: Ints  # [lines] where each line leaves the street
    second_row: Ints
    parts: Ints
    stride: int
    hands: int  # the player's own, at most


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
def open_street(root: ThreePass, first: Floats, second: Floats, step: SweepStep) -> None:
    """The spot's own street before its cards: reach down, and the ends where all but one have folded."""
    root = borrowed(root)
    room = root.room
    _enter(room.first_reach, first)
    reach_down(root.first, 0, 0, room.first_reach, room.stride, step, False, room.factor)
    _enter(room.second_reach, second)
    reach_down(root.second, 0, 0, room.second_reach, room.stride, step, True, room.factor)
    settle_ends(root, 0, 0, 0, 1)


@kernel
def play_part(river: ThreePass, board: int, part: int, step: SweepStep) -> None:
    """A part of a river board whose reach is dealt in; its values are in the room afterwards."""
    room = river.room
    reach_down(river.first, board, part, room.first_reach, room.stride, step, False, room.factor)
    reach_down(river.second, board, part, room.second_reach, room.stride, step, True, room.factor)
    settle_ends(river, board, part, 0, 1)
    values_up(river, board, part, step)


@kernel
def play_group(river: ThreePass, above: LineReach, begin: int, end: int, step: SweepStep, total: Floats) -> None:
    """All lines of some river boards, their values added up in `total` [lines, hands on the street before]."""
    river, above = borrowed(river), borrowed(above)
    total[:] = _ZERO
    for board in range(begin, end):
        for part in range(len(above.parts) - 1):
            _deal_lines(river, above, board, above.parts[part], above.parts[part + 1])
            play_part(river, board, part, step)
            _deal_lines_out(river, above, board, above.parts[part], above.parts[part + 1], total)


@kernel
def play_turn_board(
    turn: ThreePass,
    river: ThreePass,
    between: LineReach,
    children: Ints,
    board: int,
    step: SweepStep,
    inner: Floats,
) -> None:
    """A turn board whose reach is dealt in, with the rivers after it; `inner` is room for what these bring."""
    turn, room = borrowed(turn), turn.room
    reach_down(turn.first, board, 0, room.first_reach, room.stride, step, False, room.factor)
    reach_down(turn.second, board, 0, room.second_reach, room.stride, step, True, room.factor)
    settle_ends(turn, board, 0, 0, 1)
    play_group(river, between, children[board], children[board + 1], step, inner)
    _hand_back(turn, board, 1, len(inner), inner)
    values_up(turn, board, 0, step)


@kernel
def play_turns(
    turn: ThreePass,
    river: ThreePass,
    above: LineReach,
    between: LineReach,
    children: Ints,
    bounds: Ints,
    step: SweepStep,
    inner: Floats,
    total: Floats,
) -> None:
    """All lines of some turn boards of a flop, their values added up in `total` [lines, hands on the flop]."""
    turn, above = borrowed(turn), borrowed(above)
    total[:] = _ZERO
    for board in range(bounds[0], bounds[1]):
        _deal_lines(turn, above, board, 0, len(above.first_row))
        play_turn_board(turn, river, between, children, board, step, inner)
        _deal_lines_out(turn, above, board, 0, len(above.first_row), total)


@kernel
def close_street(root: ThreePass, groups: int, results: Floats, step: SweepStep) -> None:
    """The spot's own street after its cards: the lines' values from all groups, in their order, and up."""
    root = borrowed(root)
    _hand_back(root, 0, groups, len(results) // groups, results)
    values_up(root, 0, 0, step)


@inline_kernel
def _deal_lines(met: ThreePass, above: LineReach, board: int, start: int, stop: int) -> None:
    """Carry the reach of some lines over a dealt card."""
    room = met.room
    for line in range(start, stop):
        first, second = above.stride * above.first_row[line], above.stride * above.second_row[line]
        place = (line - start) * room.stride
        _deal_in(met.first.hands, board, above.first, first, room.first_reach[place:])
        _deal_in(met.second.hands, board, above.second, second, room.second_reach[place:])


@inline_kernel
def _deal_in(hands: SeatHands, board: int, above: Floats, row: int, reach: Floats) -> None:
    begin = hands.start[board]
    for h in range(_count(hands, board)):
        reach[h] = above[row + np.int64(hands.above[begin + h])] * hands.factor[begin + h]


@inline_kernel
def _deal_lines_out(met: ThreePass, above: LineReach, board: int, start: int, stop: int, total: Floats) -> None:
    for line in range(start, stop):
        if met.seen.root[line] != NO_ROW:
            _deal_out(met, board, line, above.hands, total)


@inline_kernel
def _deal_out(met: ThreePass, board: int, line: int, at_home: int, total: Floats) -> None:
    """Add a line's values to those of the street before, once for every real card that the board stands for."""
    hands, room = met.own.hands, met.room
    count, at = _count(hands, board), hands.start[board]
    share, row = hands.share[board], met.seen.root[line] * room.stride
    for mate in range(hands.mate_first[board], hands.mate_first[board + 1]):
        begin = hands.target_start[mate]
        for h in range(count):
            value = share * hands.factor[at + h] * room.values[row + h]
            total[line * at_home + np.int64(hands.target[begin + h])] += value


@inline_kernel
def _hand_back(met: ThreePass, board: int, groups: int, size: int, results: Floats) -> None:
    """The lines' values from all groups, in their order, to the rows of the street."""
    hands, room, lines = _count(met.own.hands, board), met.room, len(met.seen.handed)
    at_home = size // lines if lines else 0
    for line in range(lines):
        if met.seen.handed[line] != NO_ROW:
            value = room.values[met.seen.handed[line] * room.stride :]
            for h in range(hands):
                value[h] = _ZERO
            for group in range(groups):
                for h in range(hands):
                    value[h] += results[group * size + line * at_home + h]
