"""Tables that grow with what is visited: nodes are opened when a walk reaches them, rows when something is learnt.

Layout. One reserved piece of memory for nodes (64 bytes and 4 for the action), one for ends of lines (4 bytes per seat
and 4), one for rows; the system gives pages as they are first touched, so a game of any size starts at once. A decision
is opened by the rules engine (`trees.on_demand`), which takes about a microsecond, and then has room for its children.
Its rows lie in a block: 1, 2, 4, ... of them by bucket, found by open addressing with their whole key, and as soon as
half of all buckets would fit, one for every bucket, where the place is the key. So a visit to a well-known infoset
costs what it costs in a dense table: the node, which says where the block is, and the row.

Threads. What is opened is opened under a lock of its parent, blocks grow under a lock of their node, and both are seen
by others only when they are whole. Regrets are added without locks, as in dense tables. A block that has grown leaves
its old place behind until room is made, so a thread that still writes there does no harm.

Room. When the memory is used up, walks end where they are and `make_room` closes the decisions that were met least,
with all below them, and moves the rest together. What was learnt there is forgotten, as if those walks had never
happened; the decision is opened again when it is next visited.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.rows import Rows, copy_row, first_row, key_at, row_length, set_key
from gutshot.games.row import ACTOR
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Ints32
from gutshot.numeric.atomics import lock, swap, unlock
from gutshot.trees.grow import Workspace, write_end
from gutshot.trees.on_demand import go_to, is_end, offer, write_decision
from gutshot.trees.plan import GrowthPlan
from gutshot.trees.table import (
    NODE_ACTOR,
    NODE_CHILD,
    NODE_PARENT,
    NODE_SIZE,
    NODE_SLOT,
    NODE_STREET,
    NODE_TERMINAL,
    NODE_VISITS,
    NODE_WIDTH,
    UNOPENED,
    BettingTable,
    Chips,
)

AnyArray: TypeAlias = NDArray[Any]

# Places in `Growth.marks`.
NODES, ENDS, WORDS = 0, 1, 2  # taken so far
FULL = 3  # whether somebody asked for more than there is
LIMIT = 4  # bytes
_MARKS = 8
_LOCKS = 1024
_ALLOCATOR = 0

NODE_BYTES = 8 * NODE_SIZE + 4
_WORD = 8
_WORD_SHIFT = 3
_HEAD = _FIRST_WORD = 2  # words before the rows of a block: its node and rows in use; its length and room
_OWNER_SHIFT = 16
_USED = (1 << _OWNER_SHIFT) - 1

# NODE_SLOT of a node that grows: where its block begins, in words, and how many rows it has room for.
_LOG_BITS = 5
_LOG = (1 << _LOG_BITS) - 1
_EVERY_BUCKET = _LOG
_LOST = -1

MOST_VISITS = 1 << 16
"""Visits are counted no further: a node that everybody passes is then no longer written to."""


class Growth(NamedTuple):
    """What growing needs besides nodes and rows."""

    plan: GrowthPlan
    marks: Ints
    locks: Ints

    @classmethod
    def of(cls, plan: GrowthPlan, limit: int) -> "Growth":
        """Nothing yet; it may grow to `limit` rows."""
        marks = np.zeros(_MARKS, np.int64)
        marks[LIMIT] = limit
        return cls(plan, marks, np.zeros(_LOCKS, np.int64))


class Tables(NamedTuple):
    """The betting tree and all that has been learnt in it."""

    betting: BettingTable
    rows: Rows
    growth: Growth


@inline_kernel
def find_row(tables: Tables, node: int, bucket: int, width: int) -> int:
    """Where an infoset's regrets begin; -1 where nothing has been learnt yet."""
    slot = tables.betting.nodes[node, NODE_SLOT]
    if tables.rows.dense:
        return int(2 * (slot + bucket * width))
    return _find_grown(tables.rows, slot, bucket, width)


@inline_kernel
def _find_grown(rows: Rows, slot: int, bucket: int, width: int) -> int:
    if slot == 0:
        return -1
    first, length, log = first_row(rows, (slot >> _LOG_BITS) + _HEAD), row_length(rows, width), slot & _LOG
    if log == _EVERY_BUCKET:
        return first + bucket * length
    mask = (1 << log) - 1
    place = bucket & mask
    for _ in range(mask + 1):
        at = first + place * length
        key = key_at(rows, at)
        if key == bucket + 1:
            return at
        if key == 0:
            return -1
        place = (place + 1) & mask
    return -1


@inline_kernel
def places_of_rows(tables: Tables, node: int) -> int:
    """How many places for rows a decision has: one per bucket in dense tables."""
    buckets = tables.growth.plan.hands[tables.betting.nodes[node, NODE_STREET]]
    return int(buckets) if tables.rows.dense else _room(tables.betting.nodes[node, NODE_SLOT], buckets)


@inline_kernel
def row_in(tables: Tables, node: int, place: int, width: int) -> int:
    """The row in a place of a decision; -1 if there is none."""
    slot = tables.betting.nodes[node, NODE_SLOT]
    if tables.rows.dense:
        return int(2 * (slot + place * width))
    at = first_row(tables.rows, (slot >> _LOG_BITS) + _HEAD) + place * row_length(tables.rows, width)
    return int(at) if slot & _LOG == _EVERY_BUCKET or key_at(tables.rows, at) != 0 else -1


@inline_kernel
def _bytes_taken(tables: Tables) -> int:
    marks = tables.growth.marks
    return int(marks[NODES] * NODE_BYTES + marks[ENDS] * 4 * (tables.betting.paid.shape[1] + 1) + marks[WORDS] * _WORD)


@kernel
def _take(tables: Tables, kind: int, count: int, size: int, room: int) -> int:
    """The first of a number of places of a kind, of `size` bytes each; -1 if there is no room for them any more."""
    marks, first = tables.growth.marks, -1
    lock(tables.growth.locks, _ALLOCATOR)
    if _bytes_taken(tables) + count * size <= marks[LIMIT] and marks[kind] + count <= room:
        first = marks[kind]
        marks[kind] += count
    else:
        marks[FULL] = 1
    unlock(tables.growth.locks, _ALLOCATOR)
    return first


@inline_kernel
def _lock_of(node: int) -> int:
    return 1 + node % (_LOCKS - 1)


@kernel
def open_node(tables: Tables, work: Workspace, node: int) -> bool:
    """Find out what comes at a node; False where there is no room to write it down."""
    nodes, done = tables.betting.nodes, True
    mine = _lock_of(nodes[node, NODE_PARENT] + 1)
    lock(tables.growth.locks, mine)
    if nodes[node, NODE_ACTOR] == UNOPENED:
        depth = go_to(tables.growth.plan, work, tables.betting, node)
        if is_end(tables.growth.plan, work, depth):
            done = _open_end(tables, work, depth, node)
        else:
            done = _open_decision(tables, work, depth, node)
    unlock(tables.growth.locks, mine)
    return done


@inline_kernel
def _open_end(tables: Tables, work: Workspace, depth: int, node: int) -> bool:
    betting = tables.betting
    end = _take(tables, ENDS, 1, 4 * (betting.paid.shape[1] + 1), len(betting.live))
    if end < 0:
        return False
    parent = betting.nodes[node, NODE_PARENT]
    swap(betting.nodes[node], NODE_ACTOR, write_end(betting, work.rows[depth], node, parent, end))
    return True


@inline_kernel
def _open_decision(tables: Tables, work: Workspace, depth: int, node: int) -> bool:
    plan, betting = tables.growth.plan, tables.betting
    width = offer(plan, work, depth)
    first = _take(tables, NODES, width, NODE_BYTES, len(betting.nodes))
    if first < 0:
        return False
    write_decision(plan, work, betting, depth, node, first, width)
    swap(betting.nodes[node], NODE_ACTOR, work.rows[depth, ACTOR])
    return True


@inline_kernel
def _block_words(rows: Rows, width: int, room: int) -> int:
    """The length of a block with room for a number of rows."""
    bytes_each = 2 if rows.short else 4
    return _HEAD + (room * row_length(rows, width) * bytes_each + _WORD - 1) // _WORD


@inline_kernel
def _room(slot: int, buckets: int) -> int:
    """How many rows a block has room for."""
    if slot == 0:
        return 0
    return buckets if slot & _LOG == _EVERY_BUCKET else 1 << (slot & _LOG)


@kernel
def make_row(tables: Tables, node: int, bucket: int, width: int) -> int:
    """As `find_row`, and a new row where there is none; -1 only where there is no room for it."""
    nodes, rows = tables.betting.nodes, tables.rows
    mine = _lock_of(node)
    lock(tables.growth.locks, mine)
    slot = nodes[node, NODE_SLOT]
    at = _find_grown(rows, slot, bucket, width)
    if at < 0:
        room = _room(slot, tables.growth.plan.hands[nodes[node, NODE_STREET]])
        if slot == 0 or rows.words[slot >> _LOG_BITS] & _USED >= (room if room <= 2 else room - room // 4):
            slot = _larger_block(tables, node, width, slot)
        if slot > 0:
            at = _new_row(rows, slot, bucket, width)
    unlock(tables.growth.locks, mine)
    return at


@kernel
def _larger_block(tables: Tables, node: int, width: int, old: int) -> int:
    """Move a node's rows to a block with twice the room, or with room for every bucket; 0 if memory is used up."""
    nodes, rows = tables.betting.nodes, tables.rows
    buckets = tables.growth.plan.hands[nodes[node, NODE_STREET]]
    log = (old & _LOG) + 1 if old else 0
    if 2 << log > buckets:
        log = _EVERY_BUCKET
    length = _block_words(rows, width, buckets if log == _EVERY_BUCKET else 1 << log)
    begin = _take(tables, WORDS, length, _WORD, len(rows.words))
    if begin < 0:
        return 0
    for word in range(begin, begin + length):
        rows.words[word] = 0
    rows.words[begin], rows.words[begin + 1] = node << _OWNER_SHIFT, length << _LOG_BITS | log
    fresh = begin << _LOG_BITS | log
    if old:
        _copy_rows(rows, old, fresh, width)
    swap(nodes[node], NODE_SLOT, fresh)
    return fresh


@inline_kernel
def _copy_rows(rows: Rows, old: int, fresh: int, width: int) -> None:
    first, length = first_row(rows, (old >> _LOG_BITS) + _HEAD), row_length(rows, width)
    for place in range(1 << (old & _LOG)):
        key = key_at(rows, first + place * length)
        if key != 0:
            copy_row(rows, first + place * length, _new_row(rows, fresh, key - 1, width), width)


@inline_kernel
def _new_row(rows: Rows, slot: int, bucket: int, width: int) -> int:
    """The next free place for a bucket in a block that has one."""
    begin, log = slot >> _LOG_BITS, slot & _LOG
    rows.words[begin] += 1
    first, length = first_row(rows, begin + _HEAD), row_length(rows, width)
    if log == _EVERY_BUCKET:
        return int(first + bucket * length)
    mask = (1 << log) - 1
    place = bucket & mask
    while key_at(rows, first + place * length) != 0:
        place = (place + 1) & mask
    set_key(rows, first + place * length, bucket + 1)
    return int(first + place * length)


def make_room(tables: Tables, share: float = 0.5) -> int:
    """Close what was met least until only a share of the memory is taken; how often a node must have been met to stay.

    No thread may walk meanwhile, and workspaces must be started again.
    """
    marks, sizes = tables.growth.marks, np.zeros(MOST_VISITS + 1, np.int64)
    _weigh(tables, sizes)
    kept = np.cumsum(sizes[::-1])[::-1]  # by the least number of visits
    least = min(int(np.count_nonzero(kept > share * marks[LIMIT])), MOST_VISITS)
    forward, ends = np.full(int(marks[NODES]), -1, np.int32), np.full(int(marks[ENDS]), -1, np.int32)
    _move_nodes(tables, least, forward, ends)
    _move_blocks(tables, forward)
    marks[FULL] = 0
    return least


@kernel
def _weigh(tables: Tables, sizes: Ints) -> None:
    """Bytes that hang on decisions, by how often those were met."""
    nodes, rows, end_bytes = tables.betting.nodes, tables.rows, 4 * (tables.betting.paid.shape[1] + 1)
    for node in range(tables.growth.marks[NODES]):
        if nodes[node, NODE_ACTOR] >= 0:
            slot = nodes[node, NODE_SLOT]
            block = rows.words[(slot >> _LOG_BITS) + 1] >> _LOG_BITS << _WORD_SHIFT if slot else 0
            sizes[min(nodes[node, NODE_VISITS], MOST_VISITS)] += nodes[node, NODE_WIDTH] * NODE_BYTES + block
        elif nodes[node, NODE_ACTOR] != UNOPENED and node > 0:
            sizes[min(nodes[nodes[node, NODE_PARENT], NODE_VISITS], MOST_VISITS)] += end_bytes


@kernel
def _move_nodes(tables: Tables, least: int, forward: Ints32, ends: Ints32) -> None:
    """Close decisions met less often than `least`, and move what stays open together; children follow parents."""
    betting, marks, nodes = tables.betting, tables.growth.marks, tables.betting.nodes
    forward[0], to, node = 0, 1, 1
    while node < marks[NODES]:
        parent, after = nodes[node, NODE_PARENT], node + 1
        while after < marks[NODES] and nodes[after, NODE_PARENT] == parent:
            after += 1
        above = forward[parent]
        if above >= 0 and nodes[above, NODE_ACTOR] >= 0:
            nodes[above, NODE_CHILD] = to
            for old in range(node, after):
                for column in range(NODE_SIZE):
                    nodes[to, column] = nodes[old, column]
                betting.action[to], nodes[to, NODE_PARENT], forward[old] = betting.action[old], above, to
                if nodes[to, NODE_ACTOR] >= 0:
                    _age(nodes[to], least)
                elif nodes[to, NODE_ACTOR] != UNOPENED:
                    ends[nodes[to, NODE_TERMINAL]] = to
                to += 1
        node = after
    marks[NODES] = to
    _move_ends(tables, ends)


@inline_kernel
def _age(row: Ints, least: int) -> None:
    """Close a decision that was met too rarely; of others half the visits count on."""
    if row[NODE_VISITS] < least:
        row[NODE_ACTOR], row[NODE_SLOT] = UNOPENED, 0
    row[NODE_VISITS] //= 2


@inline_kernel
def _move_ends(tables: Tables, ends: Ints32) -> None:
    betting, to = tables.betting, 0
    for end in range(tables.growth.marks[ENDS]):
        if ends[end] >= 0:
            betting.paid[to], betting.live[to] = betting.paid[end], betting.live[end]
            betting.nodes[ends[end], NODE_TERMINAL] = to
            to += 1
    tables.growth.marks[ENDS] = to


@kernel
def _move_blocks(tables: Tables, forward: Ints32) -> None:
    """Move the blocks of open decisions together; what nobody owns any more is written over."""
    nodes, words, marks = tables.betting.nodes, tables.rows.words, tables.growth.marks
    at = to = _FIRST_WORD
    while at < marks[WORDS]:
        length, home = words[at + 1] >> _LOG_BITS, forward[words[at] >> _OWNER_SHIFT]
        if home >= 0 and nodes[home, NODE_ACTOR] >= 0 and nodes[home, NODE_SLOT] >> _LOG_BITS == at:
            nodes[home, NODE_SLOT] = to << _LOG_BITS | nodes[home, NODE_SLOT] & _LOG
            words[to] = home << _OWNER_SHIFT | words[at] & _USED
            for word in range(1, length):
                words[to + word] = words[at + word]
            to += length
        at += length
    marks[WORDS] = to


def room_for(plan: GrowthPlan, seats: int, limit: int, short: bool) -> Tables:
    """Empty tables that may take so many bytes; only the root is there, and nobody has looked at it."""
    count, end_bytes = limit // NODE_BYTES + 1, 4 * (seats + 1)
    table = BettingTable(
        np.zeros((count, NODE_SIZE), np.int64),
        np.zeros(count, np.int32),
        np.zeros((limit // end_bytes + 1, seats), np.int32),
        np.zeros(limit // end_bytes + 1, np.int32),
        Chips.room(0),
    )
    table.nodes[0, NODE_ACTOR], table.nodes[0, NODE_PARENT] = UNOPENED, -1
    growth = Growth.of(plan, limit)
    growth.marks[NODES], growth.marks[WORDS] = 1, _FIRST_WORD
    return Tables(table, Rows.of_memory(np.zeros(limit // _WORD + _FIRST_WORD, np.int64), short), growth)


def known_nodes(tables: Tables) -> int:
    """How many nodes there are by now."""
    return len(tables.betting.nodes) if tables.rows.dense else int(tables.growth.marks[NODES])


def bytes_taken(tables: Tables) -> int:
    """What growing tables take now."""
    return int(_bytes_taken(tables))


def used_part(tables: Tables) -> dict[str, AnyArray]:
    """Views of what growing tables hold."""
    nodes, ends, words = (int(tables.growth.marks[kind]) for kind in (NODES, ENDS, WORDS))
    betting = tables.betting
    return {
        "nodes": betting.nodes[:nodes],
        "action": betting.action[:nodes],
        "paid": betting.paid[:ends],
        "live": betting.live[:ends],
        "words": tables.rows.words[:words],
    }


def fill(tables: Tables, parts: Mapping[str, AnyArray]) -> None:
    """Put what `used_part` gave into empty tables, and mend what threads had in hand when it was read."""
    for name, room in (*tables.betting._asdict().items(), ("words", tables.rows.words)):
        if name in parts:
            room[: len(parts[name])] = parts[name]
    tables.growth.marks[:FULL] = len(parts["nodes"]), len(parts["live"]), len(parts["words"])
    _mend(tables)


@kernel
def _mend(tables: Tables) -> None:
    """Close nodes whose children or end came after the cut; find the last block of those whose block did."""
    nodes, words, marks = tables.betting.nodes, tables.rows.words, tables.growth.marks
    for node in range(marks[NODES]):
        row = nodes[node]
        if row[NODE_ACTOR] >= 0 and row[NODE_CHILD] + row[NODE_WIDTH] > marks[NODES]:
            row[NODE_ACTOR], row[NODE_SLOT] = UNOPENED, 0
        elif row[NODE_ACTOR] < 0 and row[NODE_TERMINAL] >= marks[ENDS]:
            row[NODE_ACTOR] = UNOPENED
        elif row[NODE_ACTOR] >= 0 and row[NODE_SLOT] >> _LOG_BITS >= marks[WORDS]:
            row[NODE_SLOT] = _LOST
    at = _FIRST_WORD
    while at < marks[WORDS] and words[at + 1] > 0:
        home = words[at] >> _OWNER_SHIFT
        if nodes[home, NODE_SLOT] < 0:
            nodes[home, NODE_SLOT] = -(at << _LOG_BITS | words[at + 1] & _LOG)
        at += words[at + 1] >> _LOG_BITS
    marks[WORDS] = min(at, marks[WORDS])
    for node in range(marks[NODES]):
        slot = nodes[node, NODE_SLOT]
        if slot < 0:
            nodes[node, NODE_SLOT] = 0 if slot == _LOST else -slot
