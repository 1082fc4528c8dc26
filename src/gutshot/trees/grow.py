"""The one walk of the rules engine that grows betting trees: once to count the nodes, once to write them down.

Depth first, with the children of a node side by side, so that a node needs only the place of its first child.
"""

from typing import NamedTuple

import numpy as np

from gutshot.games.betting import CALL, FOLD, raise_bounds, to_call
from gutshot.games.poker import act
from gutshot.games.row import (
    ACTOR,
    AGGRESSOR,
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
    SIZE,
    STACK,
    START,
    STREET,
    STRENGTH,
    TODO,
    Row,
)
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Bools, Ints
from gutshot.numeric.bits import bit_count
from gutshot.numeric.borrow import borrowed
from gutshot.trees.amounts import SizeContext, adds_all_in, bounded, insert, merge, size_to
from gutshot.trees.plan import (
    FACED_LIMPS,
    HEADS_UP_LIMPS,
    IN_A_CROWD,
    LEADING,
    NO_LIMPS,
    NO_MENU,
    NO_SIZE,
    NO_STEP,
    SMALL_BLIND_LIMPS,
    USUAL,
    GrowthPlan,
    Limits,
)
from gutshot.trees.table import (
    FOLDED_OUT,
    NEXT_STREET,
    NOBODY,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_PARENT,
    NODE_SLOT,
    NODE_STREET,
    NODE_TERMINAL,
    NODE_WIDTH,
    SHOWDOWN,
    STREETS,
    UNOPENED,
    UNPLAYED_SHIFT,
    BettingTable,
    Chips,
)

# Columns of `Workspace.frames`: the decisions on the way from the root.
FRAME_NODE, _NEXT, _WIDTH, _FIRST = 0, 1, 2, 3
_LIMPERS = 4
_LED = 5  # who bet last on the street before, or NOBODY
_AGGRESSOR = 6  # who bet last in the hand
_PLAYED = 7  # a bit for each of `GrowthPlan.played` that has come this way
_FRAME_SIZE = 8

# Columns of `Workspace.totals`.
_NODES, _ENDS, _SLOTS, _INFOSETS, _DEALS, _ENDLESS = range(6)
_DECISIONS = 6  # one per street, the last of them
_TOTALS_SIZE = _DECISIONS + STREETS

_MOST_RAISES = 100  # on one street, as far as room is kept for them
_LOTS = 1 << 50
_FIXED_ACTIONS = 3  # fold, call, and an all-in that no size asks for

EVERYWHERE = np.zeros(0, np.bool_)
"""Stands for all nodes where some may be marked."""


class Workspace(NamedTuple):
    """Working memory of the walk, by depth, and its counts."""

    rows: Ints  # [depth, SIZE]
    frames: Ints  # [depth, _FRAME_SIZE]
    found: Ints  # [depth, actions]
    totals: Ints
    way: Ints  # [depth] the nodes of a line, where it is opened on demand

    @classmethod
    def of(cls, plan: GrowthPlan) -> "Workspace":
        """Room for the longest line: between two raises everyone acts at most once."""
        seats = int(plan.root[SEATS])
        depth = int(np.minimum(plan.limits.max_raises + 1, _MOST_RAISES).sum()) * seats + 2
        rows, frames = np.empty((depth, SIZE), np.int64), np.empty((depth, _FRAME_SIZE), np.int64)
        found = np.empty((depth, plan.kinds.shape[3] + _FIXED_ACTIONS + len(plan.played)), np.int64)
        return cls(rows, frames, found, np.zeros(_TOTALS_SIZE, np.int64), np.zeros(depth, np.int64))


class TableCounts(NamedTuple):
    """The size of a tree; counting stops beyond the allowed number of nodes."""

    nodes: int
    terminals: int
    slots: int  # actions of hands or buckets
    infosets: int  # decisions of them
    deals: int  # streets dealt: what chance nodes a tree with chance nodes has
    endless: int  # chips left to raise where sizes never got all-in, 0 if they do
    decisions: tuple[int, ...]  # by street
    whole: bool


def count_table(plan: GrowthPlan, most_nodes: int) -> TableCounts:
    """Walk without writing anything."""
    return grow_into(plan, BettingTable.room(0, 0, 1, False), most_nodes)


def grow_table(plan: GrowthPlan, size: TableCounts, chips: bool) -> BettingTable:
    """A tree that has been counted."""
    table = BettingTable.room(size.nodes, size.terminals, int(plan.root[SEATS]), chips)
    grow_into(plan, table, size.nodes)
    return table


def grow_into(plan: GrowthPlan, table: BettingTable, most_nodes: int, opened: Bools = EVERYWHERE) -> TableCounts:
    """Walk the plan and fill a table, or only count if the table is empty; stop beyond `most_nodes`.

    With `opened` [nodes] only decisions that are marked go on; the others stay `UNOPENED`.
    """
    work = Workspace.of(plan)
    grow(plan, work, table, most_nodes, opened)
    nodes, ends, slots, infosets, deals, endless, *decisions = (int(total) for total in work.totals)
    return TableCounts(nodes, ends, slots, infosets, deals, endless, tuple(decisions), nodes <= most_nodes)


@inline_kernel
def _may_limp(limits: Limits, hand: Row, limpers: int) -> bool:
    """Whether a call of the big blind, unraised, is part of the tree."""
    if limits.limps == NO_LIMPS or limpers >= limits.max_limpers:
        return False
    if limits.limps == HEADS_UP_LIMPS:
        return bool(bit_count(hand[LIVE]) == 2)
    return bool(limits.limps != SMALL_BLIND_LIMPS or hand[BLIND + hand[ACTOR]] > 0)


@inline_kernel
def _may_call(limits: Limits, hand: Row, limpers: int) -> bool:
    """Whether a call is part of the tree: caps on limps, cold calls and players who see the flop."""
    if hand[STREET] > 0 or to_call(hand) == 0:
        return True
    if hand[RAISES] == 0 and not _may_limp(limits, hand, limpers):
        return False
    actor = hand[ACTOR]
    if hand[RAISES] > limits.cold_call_raises and hand[BET + actor] <= max(0, hand[BLIND + actor]):
        return False
    others = 0
    for seat in range(hand[SEATS]):
        if seat != actor and hand[LIVE] >> seat & 1:
            short = limits.all_ins_count and hand[STACK + seat] == 0
            others += 1 if hand[BET + seat] == hand[HIGH] or short else 0
    return bool(others < limits.flop_players)


@inline_kernel
def _menu(plan: GrowthPlan, hand: Row, led: int) -> int:
    """Which sizes apply: the actor's usual ones, those for a crowd, or those for leading into the last aggressor."""
    actor, street = hand[ACTOR], hand[STREET]
    leads = led != NOBODY and led != actor and hand[RAISES] == 0 and hand[TODO] >> led & 1
    if leads and plan.menu[actor, LEADING] != NO_MENU:
        return int(plan.menu[actor, LEADING])
    crowd = street > 0 and bit_count(hand[LIVE]) > 2
    return int(plan.menu[actor, IN_A_CROWD if crowd else USUAL])


@inline_kernel
def _add_raises(plan: GrowthPlan, hand: Row, frame: Ints, found: Ints, used: int) -> int:
    """Append the raises of this decision in increasing order; the new length of `found`, negative for endless sizes."""
    street, raises, limits = hand[STREET], hand[RAISES], plan.limits
    least, most = raise_bounds(plan.rules, hand)
    if most == 0 or (street == 0 and frame[_LIMPERS] > 0 and raises >= limits.raises_after_limp):
        return used
    if raises >= limits.max_raises[street]:
        return -(most - hand[HIGH]) if limits.must_end else used
    now = SizeContext(hand[POT] + to_call(hand), hand[HIGH], most, STREETS - street, raises)
    menu, level, begin = _menu(plan, hand, frame[_LED]), min(raises, plan.kinds.shape[2] - 1), used
    for place in range(plan.kinds.shape[3]):
        at = (menu, street, level, place)
        if plan.kinds[at] == NO_SIZE:
            break
        amount = size_to(plan.kinds[at], plan.values[at], plan.counts[at], now)
        if amount > 0:
            used = insert(found, begin, used, bounded(amount, least, plan.force_all_in, now))
    if adds_all_in(plan.add_all_in, now):
        used = insert(found, begin, used, most)
    return merge(found, begin, used, plan.merging, now)


@inline_kernel
def _add_played(plan: GrowthPlan, hand: Row, frame: Ints, depth: int, found: Ints, used: int) -> int:
    """Insert the raises that played lines make here; amounts are the table's own and are not rounded."""
    least, most = raise_bounds(plan.rules, hand)
    begin = 0
    while begin < used and found[begin] <= CALL:
        begin += 1
    for line in range(len(plan.played)):
        if frame[_PLAYED] >> line & 1 and plan.played[line, depth] > CALL and most > 0:
            used = insert(found, begin, used, min(max(plan.played[line, depth], least), most))
    return used


@inline_kernel
def _still_played(plan: GrowthPlan, here: int, depth: int, action: int) -> int:
    """The played lines through this decision that take this action and continue."""
    left = 0
    for line in range(len(plan.played)):
        if here >> line & 1 and plan.played[line, depth] == action and plan.played[line, depth + 1] != NO_STEP:
            left |= 1 << line
    return left


@inline_kernel
def choices(plan: GrowthPlan, hand: Row, frame: Ints, found: Ints) -> int:
    """Fill `found` with the actions of a decision: fold, call or check, raises. How many; negative: see above."""
    if plan.limits.jam_or_fold:
        found[0], found[1] = FOLD, raise_bounds(plan.rules, hand)[1]  # which is 0, a call, where no raise is possible
        return 2
    used = 0
    if to_call(hand) > 0:
        found[used] = FOLD
        used += 1
    if _may_call(plan.limits, hand, frame[_LIMPERS]):
        found[used] = CALL
        used += 1
    return int(_add_raises(plan, hand, frame, found, used))


@kernel
def grow(plan: GrowthPlan, work: Workspace, table: BettingTable, most_nodes: int, opened: Bools) -> None:
    """Walk every line. Writes the tree if the table has room for it; `work.totals` is filled in."""
    plan, work, table, opened = borrowed(plan), borrowed(work), borrowed(table), borrowed(opened)
    frames, totals = work.frames, work.totals
    totals[:] = 0
    totals[_NODES] = 1
    begin(plan, work)
    depth = -1
    if _reach(plan, work, table, opened, 0, 0, NOBODY):
        depth = 0
    while depth >= 0 and totals[_NODES] <= most_nodes and totals[_ENDLESS] == 0:
        frame = frames[depth]
        if frame[_NEXT] == frame[_WIDTH]:
            depth -= 1
            continue
        k = frame[_NEXT]
        frame[_NEXT] += 1
        advance(plan, work, depth, work.found[depth, k])
        if len(table.nodes) > 0:
            _note_action(plan, work, table, depth, k)
        if _reach(plan, work, table, opened, depth + 1, frame[_FIRST] + k, frame[FRAME_NODE]):
            depth += 1


@inline_kernel
def begin(plan: GrowthPlan, work: Workspace) -> None:
    """The position at the root and its frame. Below it only what comes before the cards is copied: they never move."""
    work.rows[0] = plan.root
    frame = work.frames[0]
    frame[FRAME_NODE], frame[_LIMPERS], frame[_LED], frame[_AGGRESSOR] = 0, 0, NOBODY, NOBODY
    frame[_PLAYED] = (1 << len(plan.played)) - 1 if plan.played.shape[1] > 1 else 0


@inline_kernel
def advance(plan: GrowthPlan, work: Workspace, depth: int, action: int) -> None:
    """Make the next position and its frame."""
    before, after = work.rows[depth], work.rows[depth + 1]
    frame, below = work.frames[depth], work.frames[depth + 1]
    after[:STRENGTH] = before[:STRENGTH]
    act(plan.rules, after, action)
    below[_LIMPERS] = frame[_LIMPERS] + (1 if _is_limp(before, action) else 0)
    below[_AGGRESSOR] = before[ACTOR] if action > CALL else frame[_AGGRESSOR]
    below[_LED] = frame[_LED]
    below[_PLAYED] = _still_played(plan, frame[_PLAYED], depth, action) if frame[_PLAYED] else 0
    if after[STREET] > before[STREET]:
        below[_LED] = before[AGGRESSOR] if before[RAISES] > 0 else NOBODY
        work.totals[_DEALS] += after[STREET] - before[STREET]


@inline_kernel
def _is_limp(hand: Row, action: int) -> bool:
    return bool(hand[STREET] == 0 and hand[RAISES] == 0 and action == CALL and to_call(hand) > 0)


@inline_kernel
def _note_action(plan: GrowthPlan, work: Workspace, table: BettingTable, depth: int, k: int) -> None:
    """Record an action, and whether anyone may choose it."""
    frame, action = work.frames[depth], work.found[depth, k]
    table.action[frame[_FIRST] + k] = action
    if nobody_plays(plan, work.rows[depth], action):
        table.nodes[frame[FRAME_NODE], NODE_ENDS] |= 1 << (UNPLAYED_SHIFT + k)


@inline_kernel
def nobody_plays(plan: GrowthPlan, hand: Row, action: int) -> bool:
    """Whether an action is only answered, never chosen."""
    return bool(plan.limits.limps == FACED_LIMPS and _is_limp(hand, action) and hand[BLIND + hand[ACTOR]] <= 0)


@inline_kernel
def _reach(
    plan: GrowthPlan, work: Workspace, table: BettingTable, opened: Bools, depth: int, node: int, parent: int
) -> bool:
    """Visit a node: open its decision and return True, or end the line."""
    hand, frame = work.rows[depth], work.frames[depth]
    if len(table.chips.pot) > 0:
        _write_chips(table.chips, node, hand, frame[_AGGRESSOR])
    if hand[PHASE] != BETTING or hand[STREET] > plan.limits.last_street:
        if len(table.nodes) > 0:
            table.nodes[node, NODE_ACTOR] = write_end(table, hand, node, parent, work.totals[_ENDS])
        work.totals[_ENDS] += 1
        return False
    if len(opened) > 0 and (node >= len(opened) or not opened[node]):
        if len(table.nodes) > 0:
            row = table.nodes[node]
            row[NODE_ACTOR], row[NODE_STREET], row[NODE_PARENT], row[NODE_TERMINAL] = UNOPENED, hand[STREET], parent, -1
        return False
    width = choices(plan, hand, frame, work.found[depth])
    if width < 0:
        work.totals[_ENDLESS] = -width
        return False
    if frame[_PLAYED]:
        width = _add_played(plan, hand, frame, depth, work.found[depth], width)
    _open(plan, work, table, depth, node, parent, width)
    return True


@inline_kernel
def _open(
    plan: GrowthPlan, work: Workspace, table: BettingTable, depth: int, node: int, parent: int, width: int
) -> None:
    """Start a decision: reserve room for its children and strategies."""
    hand, frame, totals = work.rows[depth], work.frames[depth], work.totals
    frame[FRAME_NODE], frame[_NEXT], frame[_WIDTH], frame[_FIRST] = node, 0, width, totals[_NODES]
    if len(table.nodes) > 0:
        row = table.nodes[node]
        row[NODE_ACTOR], row[NODE_STREET], row[NODE_WIDTH] = hand[ACTOR], hand[STREET], width
        row[NODE_CHILD], row[NODE_SLOT], row[NODE_PARENT] = totals[_NODES], totals[_SLOTS], parent
        row[NODE_TERMINAL], row[NODE_ENDS] = -1, 0
    totals[_NODES] += width
    totals[_SLOTS] += width * plan.hands[hand[STREET]]
    totals[_INFOSETS] += plan.hands[hand[STREET]]
    totals[_DECISIONS + hand[STREET]] += 1


@inline_kernel
def write_end(table: BettingTable, hand: Row, node: int, parent: int, terminal: int) -> int:
    """Write the end of a line and return what stands for its actor.

    Without a showdown `paid` holds what each seat lost, negative for the winner.
    """
    row, folded = table.nodes[node], hand[PHASE] == OVER
    row[NODE_STREET], row[NODE_PARENT], row[NODE_TERMINAL] = hand[STREET], parent, terminal
    table.live[terminal] = hand[LIVE]
    for seat in range(hand[SEATS]):
        table.paid[terminal, seat] = hand[START + seat] - hand[STACK + seat] if folded else hand[PAID + seat]
    k = node - table.nodes[parent, NODE_CHILD] if parent >= 0 else UNPLAYED_SHIFT
    if k < UNPLAYED_SHIFT:
        table.nodes[parent, NODE_ENDS] |= 1 << k
    return FOLDED_OUT if folded else NEXT_STREET if hand[PHASE] == BETTING else SHOWDOWN


@inline_kernel
def _write_chips(chips: Chips, node: int, hand: Row, aggressor: int) -> None:
    """Record the chips at a node."""
    chips.pot[node], chips.faced[node], chips.live[node] = hand[POT], hand[HIGH], hand[LIVE]
    chips.aggressor[node], chips.raises[node] = aggressor, hand[RAISES]
    if hand[PHASE] == OVER:
        return
    behind, actor = _LOTS, hand[ACTOR]
    for seat in range(hand[SEATS]):
        if hand[LIVE] >> seat & 1:
            behind = min(behind, hand[STACK + seat])
    chips.behind[node] = behind
    if hand[PHASE] == BETTING:
        chips.owed[node], chips.all_in[node] = to_call(hand), hand[STACK + actor] + hand[BET + actor]
