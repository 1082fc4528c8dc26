"""Compiled walks of external-sampling MCCFR over a public tree and one deal, straight into the shared tables.

A walk tries all actions of one seat and samples everyone else's from the present strategies (regret matching on
signed, linearly weighted regrets), with no reach factor on regrets (Lanctot et al. 2009; Brown & Sandholm 2019).
Averages: at the other seats' nodes on the way, which for two seats is exact; or by `average_walk`, in which the owner
samples his own play and everyone else plays uniformly, so that a node of his is met in proportion to his own reach
alone, whatever third seats do: right for any number of seats.

Where no regret is positive theory leaves the choice: the action of greatest regret is played. Actions marked as
unplayed (limps, where a tree only wants answers to them) are tried and answered but never chosen.

Pruning (after Brown & Sandholm 2019): most walks skip actions of very low regret. Departure: the walks that do not skip
count them, and what lies behind them, as often as they were skipped, so that regrets stay right on average; skipping
them with no correction left Leduc at a NashConv of .15 to .3.

`table` holds, infoset after infoset, the regrets of its actions and then their cumulative strategies, so that a visit
touches one place in memory. Threads share it without locks: a lost update now and then is noise among samples.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.deals import Deals
from gutshot.blueprint.tree import MOST_ACTIONS
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints
from gutshot.numeric.borrow import borrowed
from gutshot.numeric.dice import roll, seed_dice
from gutshot.trees.table import (
    FOLDED_OUT,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_SLOT,
    NODE_STREET,
    NODE_TERMINAL,
    NODE_WIDTH,
    UNPLAYED_SHIFT,
    BettingTable,
)

Table = NDArray[np.float32]
Reals = NDArray[np.float64]

_MOST_DEPTH = 128
_UNSEEN = np.int32(2**31 - 1)


class WalkSettings(NamedTuple):
    """How the walks of one iteration are made."""

    weight: float  # of what is learnt
    average: bool  # whether averages are kept at the other seats' nodes on the way
    lines: int  # average walks per seat and deal, where they are not
    tremble: float  # share of uniformly random actions of the others
    prune_share: float  # of walks that skip hopeless actions
    bound: float  # the regret below which an action is hopeless; 0: none is
    last_street: int
    seed: np.uint64


class WalkScratch(NamedTuple):
    """One walker's workspace: the decisions on the way, what is played and found at each, and what they weigh."""

    frames: Ints  # [depth, 4]
    play: Reals  # [depth, actions]
    value: Reals  # [depth, actions]
    scales: Reals  # [depth]

    @classmethod
    def room(cls) -> "WalkScratch":
        play, value = np.zeros((2, _MOST_DEPTH, MOST_ACTIONS))
        return cls(np.zeros((_MOST_DEPTH, 4), np.int64), play, value, np.zeros(_MOST_DEPTH))


@inline_kernel
def showdown_gain(paid: NDArray[np.int32], live: int, strengths: NDArray[np.int32], seat: int) -> float:
    """What a seat wins or loses at a showdown: layer by layer of the live contributions, ties share alike."""
    own = paid[seat]
    if live >> seat & 1 == 0:
        return -float(own)
    mine = strengths[seat]
    best, pot, ties, uneven = True, 0, 1, False
    for other in range(paid.size):
        pot += paid[other]
        if other != seat and live >> other & 1:
            if strengths[other] > mine:
                best = False
            elif strengths[other] == mine:
                ties += 1
            if paid[other] != own:
                uneven = True
    if not uneven:
        return float(pot) / ties - own if best else -float(own)
    return _layered_gain(paid, live, strengths, seat)


@kernel
def _layered_gain(paid: NDArray[np.int32], live: int, strengths: NDArray[np.int32], seat: int) -> float:
    """As `showdown_gain` with side pots: a layer ends where a live seat ran out."""
    gain = -float(paid[seat])
    below = np.int32(0)
    while below < paid[seat]:
        level, last = _next_level(paid, live, below)
        pot, best, ties = 0, True, 0
        for other in range(paid.size):
            pot += max(0, (paid[other] if last else min(paid[other], level)) - below)
            if live >> other & 1 and paid[other] >= level:
                if strengths[other] > strengths[seat]:
                    best = False
                elif strengths[other] == strengths[seat]:
                    ties += 1
        if best:
            gain += pot / ties
        below = level
    return gain


@inline_kernel
def _next_level(paid: NDArray[np.int32], live: int, below: np.int32) -> Any:
    """The least live contribution above `below`, and whether no live seat has more."""
    level, most = _UNSEEN, below
    for other in range(paid.size):
        if live >> other & 1:
            most = max(most, paid[other])
            if below < paid[other] < level:
                level = paid[other]
    return level, level == most


@inline_kernel
def gain_at(betting: BettingTable, h: int, strengths: NDArray[np.int32], seat: int) -> float:
    """A seat's result at a terminal."""
    at = betting.nodes[h, NODE_TERMINAL]
    if betting.nodes[h, NODE_ACTOR] == FOLDED_OUT:
        return -float(betting.paid[at, seat])
    return showdown_gain(betting.paid[at], betting.live[at], strengths, seat)


@inline_kernel
def _positive_sum(table: Table, base: int, width: int) -> float:
    total = 0.0
    for k in range(width):
        if table[base + k] > 0:
            total += table[base + k]
    return total


@inline_kernel
def best_action(table: Table, base: int, width: int, unplayed: int) -> int:
    """The action of greatest regret; -1 where nothing has been learnt yet."""
    best, learnt = -1, False
    for k in range(width):
        if unplayed >> k & 1 == 0:
            learnt |= table[base + k] != 0
            if best < 0 or table[base + k] > table[base + best]:
                best = k
    return best if learnt else -1


@inline_kernel
def _sample(table: Table, base: int, width: int, unplayed: int, total: float, u: float) -> int:
    """The action that u in [0, 1) falls on by regret matching; `total` is the sum of positive regrets."""
    if total <= 0:
        best = best_action(table, base, width, unplayed)
        return best if best >= 0 else int(u * width)
    left = u * total
    choice = 0
    for k in range(width):
        if table[base + k] > 0:
            choice = k
            left -= table[base + k]
            if left < 0:
                break
    return choice


@inline_kernel
def _add_average(table: Table, base: int, width: int, unplayed: int, total: float, weight: float) -> None:
    """Add the present strategy of an infoset to its average; nothing before it has learnt anything."""
    if total <= 0:
        best = best_action(table, base, width, unplayed)
        if best >= 0:
            table[base + width + best] += np.float32(weight)
        return
    for k in range(width):
        if table[base + k] > 0:
            table[base + width + k] += np.float32(weight * table[base + k] / total)


@inline_kernel
def _play(table: Table, base: int, width: int, unplayed: int, play: Reals) -> float:
    """Fill the present strategy; the sum of positive regrets."""
    total = _positive_sum(table, base, width)
    best = best_action(table, base, width, unplayed) if total <= 0 else -1
    for k in range(width):
        if total > 0:
            play[k] = max(0.0, table[base + k]) / total
        elif best >= 0:
            play[k] = 1.0 if k == best else 0.0
        else:
            play[k] = 1.0 / width
    return total


@inline_kernel
def _hopeless_actions(nodes: Ints, h: int, table: Table, base: int, width: int, bound: float) -> int:
    """Mask of the actions with regret below `bound`, without those that end the hand."""
    found = 0
    for k in range(width):
        if table[base + k] < bound and nodes[h, NODE_ENDS] >> k & 1 == 0:
            found |= 1 << k
    return found


@kernel
def walk(
    betting: BettingTable,
    table: Table,
    buckets: NDArray[np.int32],
    strengths: NDArray[np.int32],
    seat: int,
    how: WalkSettings,
    boost: float,
    dice: np.uint64,
    scratch: WalkScratch,
) -> Any:
    """One seat's walk of one deal: (dice, nodes visited).

    Actions with regret below `how.bound` (if it is negative) are skipped when `boost` is 0, and else count `boost`
    times, with all that lies behind them, where nothing more is skipped. Never among them: actions that end the hand,
    the last street, and any action where none has positive regret, so the best is always tried.
    """
    nodes, frames, play, value, scales = betting.nodes, scratch.frames, scratch.play, scratch.value, scratch.scales
    weight, tremble, bound = how.weight, how.tremble, how.bound
    h, depth, visits, scale = 0, 0, 0, weight
    while True:
        visits += 1
        actor = nodes[h, NODE_ACTOR]
        result = 0.0
        if actor >= 0:
            width, street = nodes[h, NODE_WIDTH], nodes[h, NODE_STREET]
            base = 2 * (nodes[h, NODE_SLOT] + buckets[actor, street] * width)
            unplayed = nodes[h, NODE_ENDS] >> UNPLAYED_SHIFT
            if actor != seat:
                total = _positive_sum(table, base, width)
                if how.average:
                    _add_average(table, base, width, unplayed, total, scale)
                dice, u = roll(dice)
                if u < tremble:
                    h = nodes[h, NODE_CHILD] + int(u / tremble * width)
                else:
                    u = (u - tremble) / (1.0 - tremble)
                    h = nodes[h, NODE_CHILD] + _sample(table, base, width, unplayed, total, u)
                continue
            total = _play(table, base, width, unplayed, play[depth])
            rare = 0
            if bound < 0 and street < how.last_street and total > 0 and scale == weight:
                rare = _hopeless_actions(nodes, h, table, base, width, bound)
            frames[depth, 0], frames[depth, 1], frames[depth, 2], frames[depth, 3] = h, -1, base, rare
            scales[depth] = scale
            depth += 1
        else:
            result = gain_at(betting, h, strengths, seat)
        done = True
        while depth > 0:
            last = depth - 1
            h, k, rare, scale = frames[last, 0], frames[last, 1], frames[last, 3], scales[last]
            if k >= 0:
                value[last, k] = result
            k += 1
            while boost == 0 and rare >> k & 1:
                k += 1
            width = nodes[h, NODE_WIDTH]
            if k < width:
                frames[last, 1] = k
                if rare >> k & 1:
                    scale *= boost
                h = nodes[h, NODE_CHILD] + k
                done = False
                break
            unplayed = nodes[h, NODE_ENDS] >> UNPLAYED_SHIFT
            result = _learn(table, frames[last, 2], width, unplayed, rare, boost, scale, play[last], value[last])
            depth -= 1
        if done:
            return dice, visits


@inline_kernel
def _learn(
    table: Table,
    base: int,
    width: int,
    unplayed: int,
    rare: int,
    boost: float,
    scale: float,
    play: Reals,
    value: Reals,
) -> float:
    """Add the regrets of a decision whose actions have been tried; its value. Rare actions have play 0."""
    result = 0.0
    for k in range(width):
        if play[k] > 0:
            result += play[k] * value[k]
    for k in range(width):
        factor = boost if rare >> k & 1 else 1.0
        if factor > 0 and unplayed >> k & 1 == 0:
            table[base + k] += np.float32(scale * factor * (value[k] - result))
    return result


@kernel
def average_walk(
    nodes: Ints, table: Table, buckets: NDArray[np.int32], seat: int, weight: float, dice: np.uint64
) -> Any:
    """One line of play for one seat's average: he plays his strategy, everyone else uniformly; (dice, visits)."""
    h, visits = 0, 1
    while nodes[h, NODE_ACTOR] >= 0:
        visits += 1
        actor, width = nodes[h, NODE_ACTOR], nodes[h, NODE_WIDTH]
        dice, u = roll(dice)
        if actor == seat:
            base = 2 * (nodes[h, NODE_SLOT] + buckets[actor, nodes[h, NODE_STREET]] * width)
            unplayed = nodes[h, NODE_ENDS] >> UNPLAYED_SHIFT
            total = _positive_sum(table, base, width)
            _add_average(table, base, width, unplayed, total, weight)
            h = nodes[h, NODE_CHILD] + _sample(table, base, width, unplayed, total, u)
        else:
            h = nodes[h, NODE_CHILD] + int(u * width)
    return dice, visits


@kernel
def walk_deals(
    betting: BettingTable, table: Table, deals: Deals, how: WalkSettings, first: int, only: int, scratch: WalkScratch
) -> int:
    """Walk deals once for every seat, or for `only` one. Returns nodes visited.

    Deal number `first` + d has dice of its own, so results do not depend on how deals are cut into calls.
    """
    betting, table, deals, scratch = borrowed(betting), borrowed(table), borrowed(deals), borrowed(scratch)
    buckets, strengths = deals.buckets, deals.strengths
    visits = 0
    for d in range(buckets.shape[0]):
        dice = seed_dice(how.seed, first + d, 1)
        for seat in range(buckets.shape[1]):
            if only >= 0 and seat != only:
                continue
            dice, u = roll(dice)
            boost = 0.0 if u < how.prune_share else 1.0 / (1.0 - how.prune_share)
            dice, seen = walk(betting, table, buckets[d], strengths[d], seat, how, boost, dice, scratch)
            visits += seen
            for _ in range(how.lines):
                dice, seen = average_walk(betting.nodes, table, buckets[d], seat, how.weight, dice)
                visits += seen
    return visits
