"""One pass over the boards of a street: the opponent's reach down, leaves settled, values and regrets up.

Counterfactual regret minimisation with alternating updates on ranges. A pass serves one player: the opponent plays
his current strategy, and since his own reach is what goes down, his average is gathered on the way; on the way up the
player's regrets change. So every table is read and written once in an iteration, in the order it lies in memory.
Departure from the textbook: the first player's average therefore starts with his second strategy, not the uniform one.

Values are sums over the opponent's hands, not means, and dealing a card divides where values come back up, so numbers
stay near the size of the pot. Numbers below TINY become zero: halved every iteration, they would end as denormals,
which processors handle a hundred times more slowly.
"""

from typing import NamedTuple

import numpy as np

from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bools, Bytes, Floats, Ints, Reals, Shorts
from gutshot.numeric.borrow import borrowed
from gutshot.postflop.barrier import begin_round, end_round, meet
from gutshot.postflop.boards import CARDS, HandPlaces, Links, Side, fill_places
from gutshot.postflop.node_rows import add_up, best_unless_locked, learn, learn_ahead, play, take_best, take_mean
from gutshot.postflop.simd import (
    INDEX_WIDTH,
    LANES,
    add_scaled,
    fold_row,
    prefix_sums,
    showdown_row,
    transpose_block,
)
from gutshot.postflop.sixteen_bit import pack, unpack
from gutshot.postflop.street_betting import FOLDS, SHOWDOWNS, Forest

SOLVE, RESPOND, EVALUATE = 0, 1, 2
_AT_A_TIME = 64
TURN_DEALS, RIVER_DEALS = 45, 44


class SweepWork(NamedTuple):
    """What one thread needs on one street. Columns of reach and rows of values are `stride` apart.

    Both players' passes use the same memory, and all streets the same but for the first four: nothing may be expected
    there from the pass before. With tight views `reach` and `values` are the same memory, and so are always `block` and
    `tile`, `second_block` and `sums`, and on the river `lines_out` and `card_sums`.
    """

    reach: Floats  # [columns * stride]
    values: Floats  # [rows * stride]
    lines_in: Floats  # [opponent's hands, lines] reach of the lines to the next street
    lines_out: Floats  # [hands, lines] their values, and then those of the lines that came in
    tile: Floats  # [hands, 16]
    out: Floats  # [16, 16]
    sums: Floats
    card_sums: Floats
    factor: Floats  # [hands] scratch of regret matching
    block: Floats  # [most actions, hands]
    second_block: Floats
    places: HandPlaces
    taken: Ints  # [16] offsets of a transposition
    put: Ints  # [16]
    stride: int


class SweepTables(NamedTuple):
    """Both players' tables of one street; a board's block starts at `start[board]` and is [actions, hands].

    Of the float and the short tables one kind is empty. `own_locked` marks hands whose strategy is fixed, or is empty;
    `ahead` are the regrets that a predicting rule plays by, or empty.
    """

    own_start: Ints
    other_start: Ints
    own_regrets: Floats
    other_regrets: Floats
    own_average: Floats
    other_average: Floats
    own_short_regrets: Shorts
    other_short_regrets: Shorts
    own_short_average: Shorts
    other_short_average: Shorts
    own_scales: Floats  # [2, B * actions] of regrets, then of averages
    other_scales: Floats
    own_slots: int
    other_slots: int
    own_locked: Bytes
    own_ahead: Floats
    other_ahead: Floats


class Groups(NamedTuple):
    """The boards of the second street, in groups of which each is added up by itself, so that threads can share them.

    A turn's groups are added up in two halves, and these to each other.
    """

    cuts: Ints  # [groups + 1] boards
    shares: Ints  # [workers + 1] groups
    half: int  # the first group of the second half
    slot: Ints  # [groups] the part of the results in which a group is added up
    waits: Bools  # [groups] whether it stays there until all are done


class Dealt(NamedTuple):
    """How a street's boards come where not all of them do (`sampled_cards`); all empty where they do.

    A hand that holds some of the cards that come would meet too few, so hands have factors on the board before. The
    correction is what checking down is worth over all cards less what it is worth over these.
    """

    weight: Floats  # [B] how many cards each real card counts for
    own: Floats  # by row of the street before
    other: Floats
    correction: Floats  # [other hands * own hands] on the spot's own board; empty without
    half: Floats  # [lines] of the pot, less half the rake


class StreetPass(NamedTuple):
    """What a player's pass meets on one street: the betting as he sees it, both players' hands, tables, and room."""

    forest: Forest
    own: Side
    other: Side
    links: Links  # to the street before; empty on the spot's own
    tables: SweepTables
    work: SweepWork
    dealt: Dealt


class TurnSide(NamedTuple):
    """A player's part in the passes over a turn spot: its turn, in the first worker's room, and this worker's river."""

    turn: StreetPass
    river: StreetPass
    reach: Floats


class SweepStep(NamedTuple):
    """One pass: SOLVE, RESPOND (best response to the average) or EVALUATE (both play their averages)."""

    mode: int
    positive: float
    negative: float
    average: float
    floor: float
    seed: int


@kernel
def reach_down(forest: Forest, board: int, other: Side, tables: SweepTables, step: SweepStep, work: SweepWork) -> None:
    """The opponent's strategy at each of his nodes, his reach after each action, and his average."""
    hands, stride = other.rows[board], work.stride
    plain = step.mode == SOLVE and len(tables.other_scales) == 0
    first_column = len(forest.root_row)
    if hands == 0:
        return  # the board has taken them all
    for node in range(len(forest.actor)):
        if forest.actor[node] == 0:
            begin = tables.other_start[board] + forest.slot[node] * hands
            end = begin + forest.actions[node] * hands
            came = work.reach[forest.column[node] * stride : forest.column[node] * stride + hands]
            left = work.reach[(first_column + forest.slot[node]) * stride :]
            if plain:
                average = tables.other_average[begin:end]
                keep = np.float32(step.average)
                source = tables.other_ahead if len(tables.other_ahead) > 0 else tables.other_regrets
                play(source[begin:end], average, came, left, stride, work.factor, keep, True)
            else:
                row = board * tables.other_slots + forest.slot[node]
                _play_otherwise(tables, row, begin, end, came, left, step, work)


@kernel
def _play_otherwise(
    tables: SweepTables, row: int, begin: int, end: int, came: Floats, left: Floats, step: SweepStep, work: SweepWork
) -> None:
    """The same from 16-bit tables, or from the average when nothing is learnt."""
    hands, actions = len(came), (end - begin) // len(came)
    if len(tables.other_scales) == 0:
        average = tables.other_average[begin:end]
        play(average, average, came, left, work.stride, work.factor, np.float32(1), False)
        return
    average = work.second_block[: end - begin]
    half = len(tables.other_scales) // 2
    unpack(tables.other_short_average, tables.other_scales, row + half, begin, actions, hands, average)
    if step.mode != SOLVE:
        play(average, average, came, left, work.stride, work.factor, np.float32(1), False)
        return
    regrets = work.block[: end - begin]
    unpack(tables.other_short_regrets, tables.other_scales, row, begin, actions, hands, regrets)
    play(regrets, average, came, left, work.stride, work.factor, np.float32(step.average), True)
    pack(tables.other_short_average, tables.other_scales, row + half, begin, actions, hands, average, step.seed)


@kernel
def settle_leaves(forest: Forest, board: int, own: Side, other: Side, work: SweepWork) -> None:
    """Folds and showdowns of the street, sixteen betting lines at a time; the board's places are in the room."""
    hands, facing = own.rows[board], other.hands[board]
    for tile in range(len(forest.tile_flags)):
        _load_tile(forest, tile, board, other, work)
        factors = forest.factors[tile * 3 * LANES : (tile + 1) * 3 * LANES]
        if forest.tile_flags[tile] & SHOWDOWNS:
            _settle_tile(forest.showdown_row[tile * LANES :], SHOWDOWNS, hands, facing, factors, work)
        if forest.tile_flags[tile] & FOLDS:
            _settle_tile(forest.fold_row[tile * LANES :], FOLDS, hands, facing, factors, work)


@inline_kernel
def _load_tile(forest: Forest, tile: int, board: int, other: Side, work: SweepWork) -> None:
    rows = other.rows[board]
    for lane in range(LANES):
        work.taken[lane] = forest.tile_column[tile * LANES + lane] * work.stride
        work.put[lane] = lane * LANES
    for h in range(0, rows, LANES):
        transpose_block(work.reach, work.taken, h, work.tile, work.put, h * LANES)
    work.tile[rows * LANES : (rows + 1) * LANES] = 0  # stands for a hand the opponent does not hold
    for card in range(CARDS):
        at = np.int64(work.places.opens[card]) * LANES
        work.card_sums[at : at + LANES] = 0
    first, hands, low, high = other.row_first[board], other.hands[board], work.places.low, work.places.high
    prefix_sums(work.tile, other.row, first, low, high, hands, work.sums, work.card_sums)


@inline_kernel
def _settle_tile(rows: Ints, kind: int, hands: int, facing: int, factors: Floats, work: SweepWork) -> None:
    """The leaves of one kind in the loaded tile, sixteen hands at a time into these rows of values."""
    for lane in range(LANES):
        work.taken[lane] = lane * LANES
        work.put[lane] = rows[lane] * work.stride
    lookup = work.places.lookup
    for h in range(0, hands, LANES):
        for k in range(min(LANES, hands - h)):
            at = (h + k) * INDEX_WIDTH
            if kind == SHOWDOWNS:  # known where this is inlined
                showdown_row(work.tile, work.sums, work.card_sums, lookup, k, at, facing, factors, work.out)
            else:
                fold_row(work.tile, work.sums, work.card_sums, lookup, k, at, facing, factors, work.out)
        transpose_block(work.out, work.taken, 0, work.values, work.put, h)


@kernel
def values_up(forest: Forest, board: int, own: Side, tables: SweepTables, step: SweepStep, work: SweepWork) -> None:
    """Values of all decisions, the deepest first, and the player's regrets at his own."""
    hands, stride = own.rows[board], work.stride
    plain = step.mode == SOLVE and len(tables.own_scales) == 0
    positive, negative, floor = np.float32(step.positive), np.float32(step.negative), np.float32(step.floor)
    for node in range(len(forest.actor) - 1, -1, -1):
        value = work.values[forest.row[node] * stride : forest.row[node] * stride + hands]
        children = forest.child[forest.edge[node] : forest.edge[node] + forest.actions[node]]
        begin = tables.own_start[board] + forest.slot[node] * hands
        if forest.actor[node] == 0:
            add_up(children, work.values, stride, value)
        elif plain:
            end = begin + forest.actions[node] * hands
            regrets = tables.own_regrets[begin:end]
            if len(tables.own_ahead) == 0:
                learn(regrets, children, work.values, stride, value, work.factor, positive, negative, floor)
            else:
                ahead = tables.own_ahead[begin:end]
                learn_ahead(
                    regrets, ahead, children, work.values, stride, value, work.factor, positive, negative, floor
                )
        else:
            row = board * tables.own_slots + forest.slot[node]
            _value_otherwise(tables, row, begin, children, value, step, work)


@kernel
def _value_otherwise(
    tables: SweepTables,
    row: int,
    begin: int,
    children: Ints,
    value: Floats,
    step: SweepStep,
    work: SweepWork,
) -> None:
    """One of the player's nodes with 16-bit tables, or when nothing is learnt."""
    hands, actions, stride = len(value), len(children), work.stride
    block = work.block[: actions * hands]
    if step.mode == SOLVE:
        positive, negative, floor = np.float32(step.positive), np.float32(step.negative), np.float32(step.floor)
        unpack(tables.own_short_regrets, tables.own_scales, row, begin, actions, hands, block)
        learn(block, children, work.values, stride, value, work.factor, positive, negative, floor)
        pack(tables.own_short_regrets, tables.own_scales, row, begin, actions, hands, block, step.seed)
        return
    if step.mode == RESPOND and len(tables.own_locked) == 0:
        take_best(children, work.values, stride, value)
        return
    if len(tables.own_scales) == 0:
        block[:] = tables.own_average[begin : begin + actions * hands]
    else:
        half = len(tables.own_scales) // 2
        unpack(tables.own_short_average, tables.own_scales, row + half, begin, actions, hands, block)
    take_mean(block, children, work.values, stride, value, work.factor)
    if step.mode == RESPOND:
        locked = tables.own_locked[begin : begin + hands]
        best_unless_locked(children, work.values, stride, value, locked, work.factor)


@kernel
def open_street(
    forest: Forest, board: int, own: Side, other: Side, tables: SweepTables, step: SweepStep, work: SweepWork
) -> None:
    """A board with cards to come, before they come: down, hand the lines' reach to the next street, settle."""
    forest, own, other = borrowed(forest), borrowed(own), borrowed(other)
    tables, work = borrowed(tables), borrowed(work)
    reach_down(forest, board, other, tables, step, work)
    lines = len(forest.line_column)
    for block in range(0, lines, LANES):
        line = min(block, lines - LANES)
        for lane in range(LANES):
            work.taken[lane] = forest.line_column[line + lane] * work.stride
            work.put[lane] = lane * lines
        for h in range(0, other.rows[board], LANES):
            transpose_block(work.reach, work.taken, h, work.lines_in, work.put, h * lines + line)
    work.lines_out[: own.rows[board] * lines] = 0
    fill_places(board, own, other, work.places)
    settle_leaves(forest, board, own, other, work)


@kernel
def close_street(forest: Forest, board: int, own: Side, tables: SweepTables, step: SweepStep, work: SweepWork) -> None:
    """The same board after its cards have come: the lines' values, then up."""
    forest, own = borrowed(forest), borrowed(own)
    tables, work = borrowed(tables), borrowed(work)
    lines = len(forest.line_row)
    for block in range(0, lines, LANES):
        line = min(block, lines - LANES)
        for lane in range(LANES):
            work.taken[lane] = lane * lines
            work.put[lane] = forest.line_row[line + lane] * work.stride
        for h in range(0, own.rows[board], LANES):
            transpose_block(work.lines_out, work.taken, h * lines + line, work.values, work.put, h)
    values_up(forest, board, own, tables, step, work)


@kernel
def scale_hands(numbers: Floats, lines: int, first: int, rows: int, factors: Floats) -> None:
    """[hands, lines] times each hand's factor; without factors they stay."""
    if len(factors) > 0:
        for h in range(rows):
            factor = factors[first + h]
            for line in range(h * lines, (h + 1) * lines):
                numbers[line] *= factor


@kernel
def correct(dealt: Dealt, lines: int, work: SweepWork) -> None:
    """Add what checking down is worth over all cards and not over those dealt, line by line.

    The reach that came in has the other player's factors, which the correction takes off again. His hands are taken
    some at a time, so that their part of the correction stays in the cache for all lines.
    """
    for first in range(0, len(dealt.half) if len(dealt.correction) > 0 else 0, LANES):
        _correct_some(dealt, first, min(first + LANES, len(dealt.half)), lines, work)


@inline_kernel
def _correct_some(dealt: Dealt, first: int, last: int, lines: int, work: SweepWork) -> None:
    """Lines first..last, as many as the room for a tile holds."""
    own, other = len(dealt.own), len(dealt.other)
    gained = work.tile[: (last - first) * own]
    gained[:] = 0
    for begin in range(0, other, _AT_A_TIME):
        for line in range(first, last):
            row = gained[(line - first) * own : (line - first + 1) * own]
            for k in range(begin, min(begin + _AT_A_TIME, other)):
                came = dealt.half[line] * work.lines_in[k * lines + line]
                if came != 0:
                    shares = dealt.correction[k * own : (k + 1) * own]
                    for h in range(own):
                        row[h] += came * shares[h]
    for line in range(first, last):
        for h in range(own):
            work.lines_out[h * lines + line] += gained[(line - first) * own + h]


@kernel
def deal_in(forest: Forest, board: int, other: Side, above: SweepWork, work: SweepWork) -> None:
    """Carry the opponent's reach over a dealt card: the lines of the street before are the roots here."""
    first, hands, lines = other.start[board], other.rows[board], len(forest.root_row)
    for h in range(0, hands, LANES):
        for lane in range(LANES):
            work.taken[lane] = np.int64(other.above[first + min(h + lane, hands - 1)]) * lines
            work.put[lane] = lane * work.stride
        for block in range(0, lines, LANES):
            line = min(block, lines - LANES)
            transpose_block(above.lines_in, work.taken, line, work.reach, work.put, line * work.stride + h)


@kernel
def deal_out(
    forest: Forest, board: int, own: Side, links: Links, shares: Floats, work: SweepWork, lines_out: Floats
) -> None:
    """Add a board's values to the street before, once for every real card that the board stands for."""
    forest, own, work = borrowed(forest), borrowed(own), borrowed(work)
    hands, lines, last = own.hands[board], len(forest.root_row), len(forest.root_row) - LANES
    _lines_home(forest, board, own, work)
    for mate in range(links.mate_first[board], links.mate_first[board + 1]):
        first = own.target_first[mate]
        for h in range(hands):
            into = np.int64(own.above[first + h]) * lines
            row = np.int64(own.row[own.row_first[board] + h]) * lines
            for block in range(0, last, LANES):
                add_scaled(lines_out, into + block, work.lines_out, row + block, shares, 0)
            add_scaled(lines_out, into + last, work.lines_out, row + last, shares, 1)


@inline_kernel
def _lines_home(forest: Forest, board: int, own: Side, work: SweepWork) -> None:
    """The values of a board's lines as [hands, lines], the way the street before wants them."""
    hands, lines = own.rows[board], len(forest.root_row)
    for block in range(0, lines, LANES):
        line = min(block, lines - LANES)
        for lane in range(LANES):
            work.taken[lane] = forest.root_row[line + lane] * work.stride
            work.put[lane] = lane * lines
        for h in range(0, hands, LANES):
            transpose_block(work.values, work.taken, h, work.lines_out, work.put, h * lines + line)


@kernel
def shares_of(deals: int, lines: int) -> Floats:
    """[2 * 16] what a dealt card counts in sixteen lines, and in the last sixteen, which others may have counted."""
    shares = np.full(2 * LANES, np.float32(1.0 / deals), dtype=np.float32)
    counted = -(-lines // LANES) * LANES - lines
    shares[LANES : LANES + counted] = 0
    return shares


@kernel
def solve_board(
    forest: Forest, board: int, own: Side, other: Side, tables: SweepTables, step: SweepStep, work: SweepWork
) -> None:
    """A river board: down, settle, up."""
    forest, own, other = borrowed(forest), borrowed(own), borrowed(other)
    tables, work = borrowed(tables), borrowed(work)
    fill_places(board, own, other, work.places)
    _solve_placed(forest, board, own, other, tables, step, work)


@inline_kernel
def _solve_placed(
    forest: Forest, board: int, own: Side, other: Side, tables: SweepTables, step: SweepStep, work: SweepWork
) -> None:
    """The same where the board's places are in the room already."""
    reach_down(forest, board, other, tables, step, work)
    settle_leaves(forest, board, own, other, work)
    values_up(forest, board, own, tables, step, work)


@kernel
def play_rivers(
    worker: int,
    groups: Groups,
    river: StreetPass,
    above: SweepWork,
    step: SweepStep,
    lines_out: Floats,
    results: Floats,
) -> None:
    """A worker's river boards of a turn spot, group after group, each added up by itself and then to its half."""
    forest, work, size = river.forest, river.work, len(lines_out)
    shares = shares_of(RIVER_DEALS, len(forest.root_row))
    counted = shares.copy()
    for group in range(groups.shares[worker], groups.shares[worker + 1]):
        total = results[groups.slot[group] * size : (groups.slot[group] + 1) * size]
        total[:] = 0
        for board in range(groups.cuts[group], groups.cuts[group + 1]):
            deal_in(forest, board, river.other, above, work)
            solve_board(forest, board, river.own, river.other, river.tables, step, work)
            _count(shares, river.dealt, board, counted)
            deal_out(forest, board, river.own, river.links, counted, work, total)
        if group == groups.half:
            results[:size] = 0
        if not groups.waits[group]:
            _add(total, lines_out if group < groups.half else results[:size])


@inline_kernel
def _count(shares: Floats, dealt: Dealt, board: int, out: Floats) -> None:
    """The shares of a board's cards, for as many as each counts for."""
    if len(dealt.weight) > 0:
        for lane in range(len(shares)):
            out[lane] = shares[lane] * dealt.weight[board]


@inline_kernel
def _add(numbers: Floats, total: Floats) -> None:
    for k in range(len(numbers)):
        total[k] += numbers[k]


@kernel
def play_turns(
    begin: int,
    end: int,
    cuts: Ints,
    turn: StreetPass,
    river: StreetPass,
    step: SweepStep,
    above: SweepWork,
    results: Floats,
) -> None:
    """The turn boards of groups begin..end of a flop spot with all their rivers, each group added up in its slot."""
    turn, river, above = borrowed(turn), borrowed(river), borrowed(above)
    size, room = len(results) // (len(cuts) - 1), turn.work
    turn_shares = shares_of(TURN_DEALS, len(turn.forest.root_row))
    shares = shares_of(RIVER_DEALS, len(river.forest.root_row))
    turn_counted, counted, lines = turn_shares.copy(), shares.copy(), len(turn.forest.line_row)
    for group in range(begin, end):
        total = results[group * size : (group + 1) * size]
        total[:] = 0
        for board in range(cuts[group], cuts[group + 1]):
            deal_in(turn.forest, board, turn.other, above, room)
            open_street(turn.forest, board, turn.own, turn.other, turn.tables, step, room)
            first, rows = turn.other.start[board], turn.other.rows[board]
            scale_hands(room.lines_in, lines, first, rows, river.dealt.other)
            for card in range(river.links.child_first[board], river.links.child_first[board + 1]):
                deal_in(river.forest, card, river.other, room, river.work)
                solve_board(river.forest, card, river.own, river.other, river.tables, step, river.work)
                _count(shares, river.dealt, card, counted)
                deal_out(river.forest, card, river.own, river.links, counted, river.work, room.lines_out)
            first, rows = turn.own.start[board], turn.own.rows[board]
            scale_hands(room.lines_out, lines, first, rows, river.dealt.own)
            close_street(turn.forest, board, turn.own, turn.tables, step, room)
            _count(turn_shares, turn.dealt, board, turn_counted)
            deal_out(turn.forest, board, turn.own, turn.links, turn_counted, room, total)


@kernel
def close_root(root: StreetPass, groups: int, step: SweepStep, dealt: Dealt, results: Floats) -> None:
    """The spot's own street after the cards have come: add the groups of boards in order, then up."""
    own, work, lines = root.own, root.work, len(root.forest.line_row)
    count, size = own.rows[0] * lines, len(results) // groups
    for group in range(groups):
        _add(results[group * size : group * size + count], work.lines_out[:count])
    scale_hands(work.lines_out, lines, 0, own.rows[0], dealt.own)
    correct(dealt, lines, work)
    close_street(root.forest, 0, own, root.tables, step, work)


@kernel
def iterate_river(
    first: StreetPass,
    second: StreetPass,
    oop_reach: Floats,
    ip_reach: Floats,
    meeting: Ints,
    factors: Reals,
    floor: float,
    seed: int,
) -> None:
    """Whole iterations of a river spot without leaving the kernel; `factors` [n, 4] are their discounts.

    Each player's room has places of its own, which stay.
    """
    first, second = borrowed(first), borrowed(second)
    oop, ip = first.own, second.own
    fill_places(0, oop, ip, first.work.places)
    fill_places(0, ip, oop, second.work.places)
    for t in range(len(factors)):
        step = SweepStep(SOLVE, factors[t, 0], factors[t, 1], factors[t, 2], floor, seed + 2 * t)
        first.work.reach[: len(ip_reach)] = ip_reach
        _solve_placed(first.forest, 0, oop, ip, first.tables, step, first.work)
        step = SweepStep(SOLVE, factors[t, 0], factors[t, 1], factors[t, 3], floor, seed + 2 * t + 1)
        second.work.reach[: len(oop_reach)] = oop_reach
        _solve_placed(second.forest, 0, ip, oop, second.tables, step, second.work)
        end_round(0, meeting)


@kernel
def play_turn(
    worker: int,
    meeting: Ints,
    groups: Groups,
    first: TurnSide,
    second: TurnSide,
    passes: Reals,
    results: Floats,
) -> None:
    """One worker's part of passes over a turn spot, each the player's number and a step; a round ends with the second.

    All that is done with a turn goes through here, so that it is compiled once.
    """
    for t in range(len(passes)):
        player, step = passes[t, 0], _step_of(passes[t])
        if (t == 0 or player == 0) and not begin_round(worker, len(groups.shares) - 1, meeting):
            return
        if player == 0:
            _pass_together(worker, meeting, groups, first, second.reach, step, results)
        else:
            _pass_together(worker, meeting, groups, second, first.reach, step, results)
            end_round(worker, meeting)


@inline_kernel
def _step_of(row: Reals) -> SweepStep:
    return SweepStep(int(row[1]), row[2], row[3], row[4], row[5], int(row[6]))


@kernel
def _pass_together(
    worker: int,
    meeting: Ints,
    groups: Groups,
    own: TurnSide,
    reach: Floats,
    step: SweepStep,
    results: Floats,
) -> None:
    """A player's pass against the other's `reach`. The first worker sees to the turn; its rivers are for all."""
    own, groups = borrowed(own), borrowed(groups)
    turn, above = own.turn, own.turn.work
    workers, lines_out = len(groups.shares) - 1, above.lines_out[: turn.own.rows[0] * len(turn.forest.line_row)]
    if worker == 0:
        above.reach[: len(reach)] = reach
        open_street(turn.forest, 0, turn.own, turn.other, turn.tables, step, above)
        scale_hands(above.lines_in, len(turn.forest.line_row), 0, turn.other.rows[0], own.river.dealt.other)
    if not meet(meeting, workers):
        return
    play_rivers(worker, groups, own.river, above, step, lines_out, results)
    if meet(meeting, workers) and worker == 0:
        _add_halves(groups, lines_out, results)
        scale_hands(lines_out, len(turn.forest.line_row), 0, turn.own.rows[0], own.river.dealt.own)
        correct(own.river.dealt, len(turn.forest.line_row), above)
        close_street(turn.forest, 0, turn.own, turn.tables, step, above)


@inline_kernel
def _add_halves(groups: Groups, lines_out: Floats, results: Floats) -> None:
    """The groups that have waited, in order, and then the second half to the first."""
    size = len(lines_out)
    for group in range(len(groups.slot)):
        if groups.waits[group]:
            total = results[groups.slot[group] * size : (groups.slot[group] + 1) * size]
            _add(total, lines_out if group < groups.half else results[:size])
    _add(results[:size], lines_out)
