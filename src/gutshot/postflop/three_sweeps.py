"""One player's pass over the boards of a three-player spot: reach of the other two down, ends settled, values up.

As with two players (`sweeps`), updates alternate: the opponents play their current strategies, then the player's regrets
change. The average of a player is gathered in the next player's pass, the first after his update, when his reach goes
down anyway; so it starts with the strategy after his first update, and the third player's last update is not in it yet.

A line of the street is played at a time, so that its reach and values stay in the processor's second cache.
"""

from typing import NamedTuple

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Floats, Ints, Reals
from gutshot.numeric.borrow import borrowed
from gutshot.postflop.barrier import begin_round, end_round, meet
from gutshot.postflop.node_rows import learn, play, take_best, take_mean
from gutshot.postflop.sweeps import RESPOND, SOLVE, SweepStep
from gutshot.postflop.three_betting import NO_ROW, ReachPlan, ValueView
from gutshot.postflop.three_boards import SeatHands, SharedHands
from gutshot.postflop.three_showdown import (
    HandList,
    Meeting,
    ShowdownRoom,
    Weights,
    settle_fixed,
    settle_rising,
    weigh_all,
)

RIVER_DEALS = 42
"""Rivers that come after a turn when three players hold two cards each."""
_ZERO = np.float32(0)
_NOT_WORTH_IT = 1e-30
"""An end whose two weights multiply to less is worth nothing: its numbers would be denormals."""


class SeatTables(NamedTuple):
    """A player's hands, the plan of his reach, and his tables: each board has [actions, hands] from `start` on."""

    hands: SeatHands
    plan: ReachPlan
    start: Ints  # [B]
    regrets: Floats
    average: Floats


class LineRoom(NamedTuple):
    """What one thread needs for a line: rows `stride` apart."""

    first_reach: Floats
    second_reach: Floats
    values: Floats
    first_fixed: Floats
    first_rising: Floats
    second_fixed: Floats
    second_rising: Floats
    factor: Floats
    showdown: ShowdownRoom
    stride: int


class ThreePass(NamedTuple):
    """What a player's pass meets on a street: himself, the next player, the third, and the room."""

    own: SeatTables
    first: SeatTables
    second: SeatTables
    seen: ValueView
    shared: SharedHands
    room: LineRoom


class TurnPass(NamedTuple):
    """A player's pass over a turn spot: its turn, in the first worker's room, and this worker's river."""

    turn: ThreePass
    river: ThreePass
    entry: Ints  # [lines, 3] rows of the players' reach on the turn, where the lines leave it


class RiverGroups(NamedTuple):
    """Boards in groups that are added up by themselves, so that threads can share them."""

    cuts: Ints  # [groups + 1] boards
    shares: Ints  # [workers + 1] groups


@inline_kernel
def _count(hands: SeatHands, board: int) -> int:
    return int(hands.start[board + 1] - hands.start[board])


@inline_kernel
def _listed(hands: SeatHands, board: int) -> HandList:
    begin, end = hands.start[board], hands.start[board + 1]
    return HandList(hands.low[begin:end], hands.high[begin:end], hands.strength[begin:end])


@inline_kernel
def _meeting(met: ThreePass, board: int) -> Meeting:
    begin, end = met.shared.start[board], met.shared.start[board + 1]
    lists = _listed(met.own.hands, board), _listed(met.first.hands, board), _listed(met.second.hands, board)
    return Meeting(lists[0], lists[1], lists[2], met.shared.first[begin:end], met.shared.second[begin:end])


@kernel
def reach_down(
    seat: SeatTables, board: int, line: int, reach: Floats, stride: int, step: SweepStep, gathers: bool, factor: Floats
) -> None:
    """A player's reach after each of his actions in a line, by his current strategy or his average."""
    hands, plan = _count(seat.hands, board), seat.plan
    keep = np.float32(step.average)
    for node in range(plan.first[line], plan.first[line + 1]):
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
def _weights_of(view: ValueView, begin: int, end: int, reach: Floats, stride: int, fixed: Floats, rising: Floats) -> bool:
    """Add up the terms of one side of an end; whether any of them rises."""
    hands, rises = len(fixed), False
    fixed[:] = _ZERO
    rising[:] = _ZERO
    for term in range(begin, end):
        row = reach[view.term_row[term] * stride : view.term_row[term] * stride + hands]
        throughout, by_strength = view.term_fixed[term], view.term_rising[term]
        if throughout != _ZERO:
            for h in range(hands):
                fixed[h] += throughout * row[h]
        if by_strength != _ZERO:
            rises = True
            for h in range(hands):
                rising[h] += by_strength * row[h]
    return rises


@inline_kernel
def _total(fixed: Floats, rising: Floats) -> float:
    total = 0.0
    for h in range(len(fixed)):
        total += fixed[h] + rising[h]
    return total


@kernel
def settle_end(view: ValueView, end: int, meeting: Meeting, room: LineRoom) -> None:
    """One end of a line, into its row of values."""
    own, first, second = len(meeting.own.low), len(meeting.first.low), len(meeting.second.low)
    fixed, rising = room.first_fixed[:first], room.first_rising[:first]
    other_fixed, other_rising = room.second_fixed[:second], room.second_rising[:second]
    at, middle, after = view.term[2 * end], view.term[2 * end + 1], view.term[2 * end + 2]
    rises = _weights_of(view, at, middle, room.first_reach, room.stride, fixed, rising)
    other_rises = _weights_of(view, middle, after, room.second_reach, room.stride, other_fixed, other_rising)
    out = room.values[view.end_out[end] * room.stride : view.end_out[end] * room.stride + own]
    weight_row = view.end_weight[end]
    if _total(fixed, rising) * _total(other_fixed, other_rising) < _NOT_WORTH_IT:
        out[:] = _ZERO
        if weight_row != NO_ROW:
            room.values[weight_row * room.stride : weight_row * room.stride + own] = _ZERO
        return
    weights = Weights(fixed, rising, other_fixed, other_rising, rises, other_rises)
    if rises or other_rises:
        settle_rising(meeting, weights, room.showdown, out)
        if weight_row != NO_ROW:
            whole = room.values[weight_row * room.stride : weight_row * room.stride + own]
            weigh_all(meeting, room.showdown, view.end_scale[end], whole)
    else:
        settle_fixed(meeting, weights, room.showdown, out)


@kernel
def values_up(met: ThreePass, board: int, line: int, step: SweepStep) -> None:
    """Values of a line's nodes, the deepest first, and the player's regrets at his own."""
    view, room, hands = met.seen, met.room, _count(met.own.hands, board)
    stride, values = room.stride, room.values
    positive, negative, floor = np.float32(step.positive), np.float32(step.negative), np.float32(step.floor)
    for node in range(view.first[line + 1] - 1, view.first[line] - 1, -1):
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
        elif step.mode == RESPOND:
            take_best(children, values, stride, value)
        else:
            take_mean(met.own.average[begin:end], children, values, stride, value, room.factor)


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


@inline_kernel
def _settle_ends(met: ThreePass, board: int, line: int, begin: int, step: int) -> None:
    """Every so many ends of a line, from one of them on."""
    meeting = _meeting(met, board)
    for end in range(met.seen.end_first[line] + begin, met.seen.end_first[line + 1], step):
        settle_end(met.seen, end, meeting, met.room)


@inline_kernel
def _step_of(row: Reals) -> SweepStep:
    return SweepStep(int(row[1]), row[2], row[3], row[4], row[5], 0)


@kernel
def play_river(
    worker: int,
    meeting: Ints,
    workers: int,
    passes: tuple[ThreePass, ThreePass, ThreePass],
    roots: tuple[Floats, Floats, Floats],
    rows: Reals,
) -> None:
    """One worker's part of passes over a river spot, each a row with the player's number and a step.

    Workers share the ends; the first sees to reach and values. A round ends with the third player's pass.
    """
    for t in range(len(rows)):
        player, step = int(rows[t, 0]), _step_of(rows[t])
        if (t == 0 or player == 0) and not begin_round(worker, workers, meeting):
            return
        met = borrowed(passes[player])
        room = met.room
        if worker == 0:
            if t == 0 or step.mode != SOLVE:  # later the pass before has left it here
                _enter(room.first_reach, roots[(player + 1) % 3])
                reach_down(met.first, 0, 0, room.first_reach, room.stride, step, False, room.factor)
            _enter(room.second_reach, roots[(player + 2) % 3])
            reach_down(met.second, 0, 0, room.second_reach, room.stride, step, True, room.factor)
        if not meet(meeting, workers):
            return
        _settle_ends(met, 0, 0, worker, workers)
        if not meet(meeting, workers):
            return
        if worker == 0:
            values_up(met, 0, 0, step)
        if player == 2:
            end_round(worker, meeting)


@inline_kernel
def _enter(reach: Floats, root: Floats) -> None:
    for h in range(len(root)):
        reach[h] = root[h]


@kernel
def play_three_turn(
    worker: int,
    meeting: Ints,
    groups: RiverGroups,
    passes: tuple[TurnPass, TurnPass, TurnPass],
    roots: tuple[Floats, Floats, Floats],
    rows: Reals,
    results: Floats,
) -> None:
    """The same over a turn spot; workers share the groups of rivers, and the first sees to the turn."""
    workers = len(groups.shares) - 1
    for t in range(len(rows)):
        player, step = int(rows[t, 0]), _step_of(rows[t])
        if (t == 0 or player == 0) and not begin_round(worker, workers, meeting):
            return
        met = borrowed(passes[player])
        turn, room = met.turn, met.turn.room
        if worker == 0:
            _enter(room.first_reach, roots[(player + 1) % 3])
            reach_down(turn.first, 0, 0, room.first_reach, room.stride, step, False, room.factor)
            _enter(room.second_reach, roots[(player + 2) % 3])
            reach_down(turn.second, 0, 0, room.second_reach, room.stride, step, True, room.factor)
            _settle_ends(turn, 0, 0, 0, 1)
        if not meet(meeting, workers):
            return
        size = len(met.river.seen.root) * _count(turn.own.hands, 0)
        for group in range(groups.shares[worker], groups.shares[worker + 1]):
            total = results[group * size : (group + 1) * size]
            total[:] = _ZERO
            for board in range(groups.cuts[group], groups.cuts[group + 1]):
                play_board(met, player, board, step, total)
        if not meet(meeting, workers):
            return
        if worker == 0:
            _hand_back(turn, len(groups.cuts) - 1, size, results)
            values_up(turn, 0, 0, step)
        if player == 2:
            end_round(worker, meeting)


@kernel
def play_board(met: TurnPass, player: int, board: int, step: SweepStep, total: Floats) -> None:
    """All lines of a river board, their values added to the turn's."""
    turn, river, room = met.turn, met.river, met.river.room
    for line in range(len(river.seen.root)):
        one, other = met.entry[line, (player + 1) % 3], met.entry[line, (player + 2) % 3]
        _deal_in(river.first.hands, board, turn.room.first_reach, turn.room.stride * one, room.first_reach)
        _deal_in(river.second.hands, board, turn.room.second_reach, turn.room.stride * other, room.second_reach)
        reach_down(river.first, board, line, room.first_reach, room.stride, step, False, room.factor)
        reach_down(river.second, board, line, room.second_reach, room.stride, step, True, room.factor)
        if river.seen.root[line] != NO_ROW:
            _settle_ends(river, board, line, 0, 1)
            values_up(river, board, line, step)
            _deal_out(met, board, line, total)


@inline_kernel
def _deal_in(hands: SeatHands, board: int, above: Floats, row: int, reach: Floats) -> None:
    """Carry reach over a dealt card."""
    begin = hands.start[board]
    for h in range(_count(hands, board)):
        reach[h] = above[row + np.int64(hands.above[begin + h])]


@inline_kernel
def _deal_out(met: TurnPass, board: int, line: int, total: Floats) -> None:
    """Add a line's values to the turn's, once for every real card that the board stands for."""
    hands, room = met.river.own.hands, met.river.room
    count, at_home = _count(hands, board), _count(met.turn.own.hands, 0)
    share, row = np.float32(1 / RIVER_DEALS), met.river.seen.root[line] * room.stride
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
