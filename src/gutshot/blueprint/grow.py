"""Compiled walk of the rules engine that grows an N-seat betting tree: once to count it, once to write it down.

Depth first, with the children of a node side by side, so that a node needs only the place of its first child. Sizes are
those of `trees.bet_sizes`; `size_to` is the compiled twin of `raise_to` there.
"""

import math

import numpy as np
from numpy.typing import NDArray

from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act
from gutshot.games.row import (
    ACTOR,
    ANTED,
    BET,
    BETTING,
    BLIND,
    HIGH,
    LIVE,
    OVER,
    PAID,
    PHASE,
    POT,
    RAISES,
    SEATS,
    STACK,
    START,
    STREET,
    STRENGTH,
    Row,
)
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.bits import bit_count
from gutshot.trees.bet_sizes import SizeKind

MOST_ACTIONS = 8
STREETS = 4

# Columns of `nodes`: a row is one cache line.
NODE_ACTOR = 0  # the seat to act, or FOLDED_OUT or SHOWDOWN
NODE_STREET = 1
NODE_WIDTH = 2  # how many actions
NODE_CHILD = 3  # the first of them
NODE_SLOT = 4  # where the node's buckets begin, in infoset-actions
NODE_TERMINAL = 5  # row of `paid` and `live`
NODE_ENDS = 6  # mask of the actions after which nothing is decided any more; above, of those nobody plays
NODE_PARENT = 7
NODE_SIZE = 8
UNPLAYED_SHIFT = 16  # the mask in NODE_ENDS of actions that are only answered, never chosen

FOLDED_OUT = -1
SHOWDOWN = -2

# Columns of `limits`.
MAX_FLOP_PLAYERS = 0
LIMPS = 1
COLD_CALL_RAISES = 2
MAX_LIMPERS = 3
RAISES_AFTER_LIMP = 4
MAX_RAISES = 5  # one per street
LIMITS_SIZE = MAX_RAISES + STREETS

# Columns of `totals`.
TOTAL_NODES, TOTAL_ENDS, TOTAL_SLOTS, TOTAL_INFOSETS = 0, 1, 2, 3
TOTAL_DECISIONS = 4  # one per street
TOTALS_SIZE = TOTAL_DECISIONS + STREETS

NO_LIMPS, SMALL_BLIND_LIMPS, FACED_LIMPS, ALL_LIMPS = 0, 1, 2, 3

_POT, _TIMES, _CHIPS, _GEOMETRIC = (
    int(SizeKind.POT),
    int(SizeKind.TIMES),
    int(SizeKind.CHIPS),
    int(SizeKind.GEOMETRIC),
)
NO_SIZE = -1

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]


@inline_kernel
def _half_up(amount: float) -> int:
    return math.floor(amount + 0.5)


@kernel
def size_to(
    kind: int, value: float, count: int, pot: int, faced: int, all_in: int, streets_left: int, bets_made: int
) -> int:
    """The amount a size bets or raises to, before legal bounds; 0 where its raise cap forbids it. Pot after calling."""
    if kind == _POT:
        return int(faced + _half_up(pot * value))
    if kind == _TIMES:
        return _half_up(faced * value)
    if kind == _CHIPS:
        return 0 if count > 0 and bets_made > count else int(faced + int(value))
    if kind == _GEOMETRIC:
        rounds = count if count > 0 else streets_left
        if bets_made > 0:
            rounds = max(rounds - bets_made + 1, 1)
        share = ((2.0 * (all_in - faced) / pot + 1.0) ** (1.0 / rounds) - 1.0) / 2.0
        return int(faced + _half_up(pot * min(share, value)))
    return all_in


@kernel
def _may_call(limits: Ints, hand: Row, limpers: int) -> bool:
    """Whether a call is part of the abstraction: caps on limps, cold calls and players who see the flop."""
    actor = hand[ACTOR]
    if hand[STREET] > 0 or to_call(hand) == 0:
        return True
    small_blind = hand[BLIND + actor] > 0
    if hand[RAISES] == 0 and (limits[LIMPS] == NO_LIMPS or (limits[LIMPS] == SMALL_BLIND_LIMPS and not small_blind)):
        return False
    if hand[RAISES] == 0 and limpers >= limits[MAX_LIMPERS]:
        return False
    entered = hand[PAID + actor] - hand[ANTED + actor] > max(0, hand[BLIND + actor])
    if hand[RAISES] > limits[COLD_CALL_RAISES] and not entered:
        return False
    others = 0
    for seat in range(hand[SEATS]):
        if seat != actor and hand[LIVE] >> seat & 1 and (hand[BET + seat] == hand[HIGH] or hand[STACK + seat] == 0):
            others += 1
    return bool(others < limits[MAX_FLOP_PLAYERS])


@kernel
def _add_raises(
    rules: Row,
    limits: Ints,
    kinds: Ints,
    values: Reals,
    counts: Ints,
    force: float,
    hand: Row,
    limpers: int,
    found: Ints,
    used: int,
) -> int:
    """Append the raises of this decision in increasing order; the new length of `found`."""
    street, raises = hand[STREET], hand[RAISES]
    if raises >= limits[MAX_RAISES + street] or (street == 0 and limpers > 0 and raises >= limits[RAISES_AFTER_LIMP]):
        return used
    least, most = raise_bounds(rules, hand)
    if most == 0:
        return used
    crowd = 1 if street > 0 and bit_count(hand[LIVE]) > 2 else 0
    level = min(raises, kinds.shape[2] - 1)
    pot, faced, begin = hand[POT] + to_call(hand), hand[HIGH], used
    for place in range(kinds.shape[3]):
        kind = kinds[crowd, street, level, place]
        if kind == NO_SIZE:
            break
        value, count = values[crowd, street, level, place], counts[crowd, street, level, place]
        amount = size_to(kind, value, count, pot, faced, most, STREETS - street, raises)
        if amount == 0:
            continue
        amount = min(max(amount, least), most)
        if most <= amount + _half_up((pot + 2 * (amount - faced)) * force):
            amount = most
        used = _insert(found, begin, used, amount)
    return used


@inline_kernel
def _insert(found: Ints, begin: int, used: int, amount: int) -> int:
    """Keep `found[begin:used]` increasing and without repeats."""
    at = begin
    while at < used and found[at] < amount:
        at += 1
    if (at < used and found[at] == amount) or used == MOST_ACTIONS:
        return used
    for place in range(used, at, -1):
        found[place] = found[place - 1]
    found[at] = amount
    return used + 1


@kernel
def choices(
    rules: Row,
    limits: Ints,
    kinds: Ints,
    values: Reals,
    counts: Ints,
    force: float,
    hand: Row,
    limpers: int,
    found: Ints,
) -> int:
    """Fill `found` with the actions of the abstraction at this decision: fold, call or check, raises. How many."""
    used = 0
    if to_call(hand) > 0:
        found[used] = FOLD
        used += 1
    if _may_call(limits, hand, limpers):
        found[used] = CALL
        used += 1
    return int(_add_raises(rules, limits, kinds, values, counts, force, hand, limpers, found, used))


@kernel
def grow(
    rules: Row,
    root: Row,
    limits: Ints,
    kinds: Ints,
    values: Reals,
    counts: Ints,
    force: float,
    buckets: Ints,
    most_nodes: int,
    rows: NDArray[np.int64],
    frames: NDArray[np.int64],
    found: NDArray[np.int64],
    nodes: NDArray[np.int64],
    action: NDArray[np.int32],
    paid: NDArray[np.int32],
    live: NDArray[np.int32],
    totals: Ints,
) -> None:
    """Walk every line. Writes the tree if `nodes` has room for it; `totals` is filled in.

    `rows` [depth, SIZE], `frames` [depth, 5] and `found` [depth, MOST_ACTIONS] are workspace. Stops after `most_nodes`.
    """
    write = nodes.shape[0] > 0
    seats = root[SEATS]
    totals[:] = 0
    totals[TOTAL_NODES] = 1
    for row in rows:  # cards never move in a betting tree, so only what comes before them is copied from row to row
        row[:] = root
    depth = 0
    width = choices(rules, limits, kinds, values, counts, force, rows[0], 0, found[0])
    _open(write, nodes, totals, buckets, rows[0], 0, -1, width, frames[0])
    frames[0, 4] = 0
    while depth >= 0 and totals[TOTAL_NODES] <= most_nodes:
        if frames[depth, 1] == frames[depth, 2]:
            depth -= 1
            continue
        k = frames[depth, 1]
        frames[depth, 1] += 1
        parent, node = frames[depth, 0], frames[depth, 3] + k
        if write:
            action[node] = found[depth, k]
        hand = rows[depth + 1]
        hand[:STRENGTH] = rows[depth, :STRENGTH]
        limps = hand[STREET] == 0 and hand[RAISES] == 0 and found[depth, k] == CALL and to_call(hand) > 0
        frames[depth + 1, 4] = frames[depth, 4] + (1 if limps else 0)
        if write and limps and limits[LIMPS] == FACED_LIMPS and hand[BLIND + hand[ACTOR]] <= 0:
            nodes[parent, NODE_ENDS] |= 1 << (UNPLAYED_SHIFT + k)
        act(rules, hand, found[depth, k])
        if hand[PHASE] == BETTING:
            width = choices(rules, limits, kinds, values, counts, force, hand, frames[depth + 1, 4], found[depth + 1])
            _open(write, nodes, totals, buckets, hand, node, parent, width, frames[depth + 1])
            depth += 1
        else:
            if write:
                _end(nodes, paid, live, hand, node, parent, totals[TOTAL_ENDS], seats)
                nodes[parent, NODE_ENDS] |= 1 << k
            totals[TOTAL_ENDS] += 1


@inline_kernel
def _open(
    write: bool, nodes: Ints, totals: Ints, buckets: Ints, hand: Row, node: int, parent: int, width: int, frame: Ints
) -> None:
    """Begin a decision: take room for its children and its infosets."""
    frame[0], frame[1], frame[2], frame[3] = node, 0, width, totals[TOTAL_NODES]
    if write:
        nodes[node, NODE_ACTOR], nodes[node, NODE_STREET] = hand[ACTOR], hand[STREET]
        nodes[node, NODE_WIDTH], nodes[node, NODE_CHILD] = width, totals[TOTAL_NODES]
        nodes[node, NODE_SLOT], nodes[node, NODE_PARENT] = totals[TOTAL_SLOTS], parent
        nodes[node, NODE_TERMINAL], nodes[node, NODE_ENDS] = -1, 0
    totals[TOTAL_NODES] += width
    totals[TOTAL_SLOTS] += width * buckets[hand[STREET]]
    totals[TOTAL_INFOSETS] += buckets[hand[STREET]]
    totals[TOTAL_DECISIONS + hand[STREET]] += 1


@inline_kernel
def _end(
    nodes: Ints,
    paid: NDArray[np.int32],
    live: NDArray[np.int32],
    hand: Row,
    node: int,
    parent: int,
    terminal: int,
    seats: int,
) -> None:
    """Write a terminal. Without a showdown `paid` holds what each seat lost, negative for the winner."""
    nodes[node, NODE_ACTOR] = FOLDED_OUT if hand[PHASE] == OVER else SHOWDOWN
    nodes[node, NODE_STREET], nodes[node, NODE_PARENT], nodes[node, NODE_TERMINAL] = hand[STREET], parent, terminal
    live[terminal] = hand[LIVE]
    for seat in range(seats):
        if hand[PHASE] == OVER:
            paid[terminal, seat] = hand[START + seat] - hand[STACK + seat]
        else:
            paid[terminal, seat] = hand[PAID + seat]
