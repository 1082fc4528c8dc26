"""One runout, played by two vectors of concrete hands along the whole betting tree.

Public chance sampling (Johanson, Bard, Lanctot, Gibson and Bowling, 2012): turn and river are dealt, hands are not;
every hand of one player meets every hand of the other that shares no card with it, by sums over hands in order of
strength. Strategies are kept by the bucket of the node's street. Regrets and averages of iteration t have weight t
alike. A pass serves one player; the opponent's reach goes down and his average is gathered on the way.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.cfr.updates import next_average, next_regret
from gutshot.kernel import inline_kernel, kernel
from gutshot.solvers.postflop_model.betting import CHANCE, DECISION, FOLD, Betting

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]


class Hands(NamedTuple):
    """One player's hands on a runout, by rising strength; only the first `size[0]` are there."""

    size: Ints  # [1]
    combo: Ints  # [H]
    low: Ints  # [H] its cards
    high: Ints  # [H]
    strength: Ints  # [H]
    weight: Reals  # [H]
    bucket: Ints  # [3, H] by street
    same: Ints  # [H] where the opponent has the same two cards, or -1


class Tables(NamedTuple):
    """Cumulative regrets and strategies: [buckets, actions] of a node begin at `start[node]`."""

    start: Ints
    regrets: Reals
    average: Reals


class Room(NamedTuple):
    """What a pass writes to."""

    reach: Reals  # [columns, H]
    values: Reals  # [N, H]
    cards: Reals  # [52]
    sums: Reals  # [H]


@inline_kernel
def _total(table: Reals, first: Any, count: Any) -> Any:
    total = 0.0
    for k in range(first, first + count):
        total += max(table[k], 0.0)
    return total


@inline_kernel
def _probability(table: Reals, first: Any, count: Any, total: Any, action: Any) -> Any:
    """Regret matching; of an average table it is the average strategy."""
    return max(table[first + action], 0.0) / total if total > 0 else 1.0 / count


@kernel
def reach_down(
    betting: Betting, player: int, other: Hands, start: Ints, source: Reals, average: Reals, weight: float, reach: Reals
) -> None:
    """The opponent's reach in every column, by `source`; his average gathers it with `weight`, if that is above 0."""
    hands = other.size[0]
    for h in range(hands):
        reach[0, h] = other.weight[h]
    for node in range(len(betting.kind)):
        if betting.kind[node] != DECISION or betting.actor[node] == player:
            continue
        came, count = reach[betting.column[player, node]], betting.actions[node]
        bucket = other.bucket[betting.street[node]]
        for h in range(hands):
            first = start[node] + bucket[h] * count
            total = _total(source, first, count)
            for action in range(count):
                gone = came[h] * _probability(source, first, count, total, action)
                reach[betting.column[player, betting.child[betting.first[node] + action]], h] = gone
                if weight > 0:
                    average[first + action] = next_average(average[first + action], weight * gone, 1.0)


@kernel
def settle_fold(own: Hands, other: Hands, came: Reals, pays: float, cards: Reals, out: Reals) -> None:
    """What a fold pays each hand: so much for every hand of the opponent that it can meet."""
    total = 0.0
    cards[:] = 0.0
    for h in range(other.size[0]):
        total += came[h]
        cards[other.low[h]] += came[h]
        cards[other.high[h]] += came[h]
    for h in range(own.size[0]):
        met = total - cards[own.low[h]] - cards[own.high[h]]
        if own.same[h] >= 0:
            met += came[own.same[h]]
        out[h] = pays * met


@kernel
def settle_showdown(own: Hands, other: Hands, came: Reals, half: float, cards: Reals, sums: Reals, out: Reals) -> None:
    """Hands beaten less hands lost to: those below, and those up to its equals, less all of them.

    The opponent's hand of the same two cards is among the last two and so falls out.
    """
    for equals in range(2):
        cards[:] = 0.0
        below, k = 0.0, 0
        for h in range(own.size[0]):
            while k < other.size[0] and other.strength[k] < own.strength[h] + equals:
                below += came[k]
                cards[other.low[k]] += came[k]
                cards[other.high[k]] += came[k]
                k += 1
            found = below - cards[own.low[h]] - cards[own.high[h]]
            sums[h] = found if equals == 0 else sums[h] + found
        while k < other.size[0]:
            below += came[k]
            cards[other.low[k]] += came[k]
            cards[other.high[k]] += came[k]
            k += 1
    for h in range(own.size[0]):
        out[h] = half * (sums[h] - (below - cards[own.low[h]] - cards[own.high[h]]))


@kernel
def _decide(
    betting: Betting, node: int, own: Hands, start: Ints, source: Reals, regrets: Reals, weight: float, values: Reals
) -> None:
    """The value of the player's own strategy, and what he regrets, if `weight` is above 0."""
    count, first_child = betting.actions[node], betting.first[node]
    bucket = own.bucket[betting.street[node]]
    for h in range(own.size[0]):
        first = start[node] + bucket[h] * count
        total = _total(source, first, count)
        value = 0.0
        for action in range(count):
            share = _probability(source, first, count, total, action)
            value += share * values[betting.child[first_child + action], h]
        values[node, h] = value
    if weight > 0:
        for h in range(own.size[0]):
            first = start[node] + bucket[h] * count
            for action in range(count):
                gain = values[betting.child[first_child + action], h] - values[node, h]
                regrets[first + action] = next_regret(
                    regrets[first + action], weight * own.weight[h] * gain, 1.0, 1.0, False
                )


@kernel
def values_up(
    betting: Betting,
    player: int,
    own: Hands,
    other: Hands,
    start: Ints,
    source: Reals,
    regrets: Reals,
    weight: float,
    room: Room,
) -> None:
    """The values of the player's hands at every node, in pots times the opponent's reach."""
    for node in range(len(betting.kind) - 1, -1, -1):
        kind, out = betting.kind[node], room.values[node]
        came = room.reach[betting.column[player, node]]
        if kind == DECISION:
            if betting.actor[node] == player:
                _decide(betting, node, own, start, source, regrets, weight, room.values)
            else:
                for h in range(own.size[0]):
                    out[h] = 0.0
                for action in range(betting.actions[node]):
                    child = room.values[betting.child[betting.first[node] + action]]
                    for h in range(own.size[0]):
                        out[h] += child[h]
        elif kind == CHANCE:
            child = room.values[betting.child[betting.first[node]]]
            for h in range(own.size[0]):
                out[h] = child[h]
        elif kind == FOLD:
            pays = -betting.half[node] if betting.actor[node] == player else betting.half[node]
            settle_fold(own, other, came, pays, room.cards, out)
        else:
            settle_showdown(own, other, came, betting.half[node], room.cards, room.sums, out)


@kernel
def learn_runout(betting: Betting, first: Hands, second: Hands, tables: Tables, weight: float, room: Room) -> None:
    """One pass for each player: regrets of the one, the average of the other."""
    start, regrets, average = tables.start, tables.regrets, tables.average
    reach_down(betting, 0, second, start, regrets, average, weight, room.reach)
    values_up(betting, 0, first, second, start, regrets, regrets, weight, room)
    reach_down(betting, 1, first, start, regrets, average, weight, room.reach)
    values_up(betting, 1, second, first, start, regrets, regrets, weight, room)


@kernel
def value_runout(
    betting: Betting, player: int, own: Hands, other: Hands, start: Ints, strategy: Reals, room: Room
) -> None:
    """What both players' `strategy` gives the player's hands: row 0 of the room's values."""
    reach_down(betting, player, other, start, strategy, strategy, 0.0, room.reach)
    values_up(betting, player, own, other, start, strategy, strategy, 0.0, room)
