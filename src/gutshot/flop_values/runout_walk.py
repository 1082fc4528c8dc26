"""One runout, played by two vectors of concrete hands along the whole betting tree.

Public chance sampling (Johanson, Bard, Lanctot, Gibson and Bowling, 2012): turn and river are dealt, hands are not;
every hand of one player meets every hand of the other that shares no card with it (see `terminal_kernels`).
Strategies are stored by the bucket of the node's street. Regrets and averages of iteration t both have weight t. A pass
serves one player; the opponent's reach goes down and his average is gathered on the way.
"""

from typing import NamedTuple

import numpy as np

from gutshot.cfr.updates import match_row, next_average, next_regret
from gutshot.flop_values.betting import CHANCE, DECISION, BettingShape, FlopBetting, slot_starts
from gutshot.flop_values.terminal_kernels import EndRoom, RunoutHands, make_end_room, settle_ends
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals


class WalkTables(NamedTuple):
    """Cumulative regrets and strategies, and what is played: [buckets, actions] of a node begin at `start[node]`."""

    start: Ints
    regrets: Reals
    average: Reals
    strategy: Reals


class WalkRoom(NamedTuple):
    """What a pass writes to."""

    reach: Reals  # [columns, H]
    values: Reals  # [N, H]
    ends: EndRoom


def make_room(betting: FlopBetting, most: int) -> WalkRoom:
    """Workspace for this many hands per side."""
    columns = int(betting.column.max()) + 1
    return WalkRoom(np.zeros((columns, most)), np.zeros((len(betting.kind), most)), make_end_room(most))


@kernel
def reach_down(
    betting: FlopBetting,
    player: int,
    other: RunoutHands,
    start: Ints,
    strategy: Reals,
    average: Reals,
    weight: float,
    reach: Reals,
) -> None:
    """The opponent's reach in every column; his average gathers it with `weight`, if that is above 0."""
    hands = other.size[0]
    for h in range(hands):
        reach[0, h] = other.weight[h]
    for node in range(len(betting.kind)):
        if betting.kind[node] != DECISION or betting.actor[node] == player:
            continue
        came, count = reach[betting.column[player, node]], betting.actions[node]
        bucket = other.bucket[betting.street[node]]
        for action in range(count):
            gone = reach[betting.column[player, betting.child[betting.first[node] + action]]]
            first = start[node] + action
            for h in range(hands):
                gone[h] = came[h] * strategy[first + bucket[h] * count]
            if weight > 0:
                for h in range(hands):
                    slot = first + bucket[h] * count
                    average[slot] = next_average(average[slot], weight * gone[h], 1.0)


@kernel
def _decide(betting: FlopBetting, node: int, own: RunoutHands, start: Ints, strategy: Reals, values: Reals) -> None:
    """The value of the player's own strategy."""
    count, hands = betting.actions[node], own.size[0]
    bucket, out = own.bucket[betting.street[node]], values[node]
    for h in range(hands):
        out[h] = 0.0
    for action in range(count):
        below, first = values[betting.child[betting.first[node] + action]], start[node] + action
        for h in range(hands):
            out[h] += strategy[first + bucket[h] * count] * below[h]


@kernel
def _regret(
    betting: FlopBetting, node: int, own: RunoutHands, tables: WalkTables, weight: float, values: Reals
) -> None:
    """What the hands regret at a node goes to their buckets, which then play by the new regrets."""
    count, hands = betting.actions[node], own.size[0]
    bucket, mean = own.bucket[betting.street[node]], values[node]
    for action in range(count):
        below, first = values[betting.child[betting.first[node] + action]], tables.start[node] + action
        for h in range(hands):
            slot, gain = first + bucket[h] * count, weight * own.weight[h] * (below[h] - mean[h])
            tables.regrets[slot] = next_regret(tables.regrets[slot], gain, 1.0, 1.0, False)
    for h in range(hands):
        match_row(tables.regrets, tables.strategy, tables.start[node] + bucket[h] * count, count)


@kernel
def values_up(
    betting: FlopBetting,
    player: int,
    own: RunoutHands,
    other: RunoutHands,
    tables: WalkTables,
    weight: float,
    room: WalkRoom,
) -> None:
    """The values of the player's hands at every node, in pots times the opponent's reach; he learns if weight > 0."""
    settle_ends(betting, player, own, other, room.reach, room.ends, room.values)
    for node in range(len(betting.kind) - 1, -1, -1):
        kind = betting.kind[node]
        if kind == DECISION and betting.actor[node] == player:
            _decide(betting, node, own, tables.start, tables.strategy, room.values)
            if weight > 0:
                _regret(betting, node, own, tables, weight, room.values)
        elif kind == DECISION or kind == CHANCE:  # noqa: SIM109 compiled
            _add_up(betting, node, own.size[0], room.values)


@kernel
def _add_up(betting: FlopBetting, node: int, hands: int, values: Reals) -> None:
    """The value where the opponent or chance acts: what they choose is in the reach already."""
    out = values[node]
    for h in range(hands):
        out[h] = 0.0
    for action in range(betting.actions[node]):
        below = values[betting.child[betting.first[node] + action]]
        for h in range(hands):
            out[h] += below[h]


@kernel
def learn_runout(
    betting: FlopBetting, first: RunoutHands, second: RunoutHands, tables: WalkTables, weight: float, room: WalkRoom
) -> None:
    """One pass for each player: regrets of the one, the average of the other."""
    reach_down(betting, 0, second, tables.start, tables.strategy, tables.average, weight, room.reach)
    values_up(betting, 0, first, second, tables, weight, room)
    reach_down(betting, 1, first, tables.start, tables.strategy, tables.average, weight, room.reach)
    values_up(betting, 1, second, first, tables, weight, room)


@kernel
def value_runout(
    betting: FlopBetting, player: int, own: RunoutHands, other: RunoutHands, tables: WalkTables, room: WalkRoom
) -> None:
    """What playing the tables' strategy gives the player's hands: row 0 of the room's values."""
    reach_down(betting, player, other, tables.start, tables.strategy, tables.average, 0.0, room.reach)
    values_up(betting, player, own, other, tables, 0.0, room)


def make_tables(betting: BettingShape, counts: tuple[int, int, int]) -> WalkTables:
    """Nothing learnt: every bucket plays evenly."""
    start, length = slot_starts(betting, counts)
    tables = WalkTables(start, np.zeros(length), np.zeros(length), np.zeros(length))
    return tables._replace(strategy=mean_strategy(betting, tables, counts))


def mean_strategy(betting: BettingShape, tables: WalkTables, counts: tuple[int, int, int], street: int = -1) -> Reals:
    """The average strategy in the order of the tables, of one street or of all; even where nothing was gathered."""
    wanted = (betting.kind == DECISION) & ((street < 0) | (betting.street == street))
    sizes = np.where(wanted, np.array(counts)[betting.street] * betting.actions, 0)
    found = np.empty(int(sizes.sum()))
    _normalise(tables.average, tables.start, sizes, betting.actions, found)
    return found


@kernel
def _normalise(average: Reals, start: Ints, sizes: Ints, actions: Ints, out: Reals) -> None:
    """Rows of `average`, as many as each node has, one after the other, each summing to 1."""
    to = 0
    for node in range(len(sizes)):
        count = actions[node]
        for slot in range(start[node], start[node] + sizes[node], max(count, 1)):
            total = 0.0
            for action in range(count):
                total += average[slot + action]
            for action in range(count):
                out[to] = average[slot + action] / total if total > 0 else 1.0 / count
                to += 1
