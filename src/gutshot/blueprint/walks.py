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

A game gives the trainer three things, and nothing else in training knows what is played:

- Its public tree (`trees.table`): who decides at a node between how many actions, and at ends of lines what everyone
  has paid and who has not folded. It is written down whole, or a `GrowthPlan` says how the rules engine opens it on
  demand. Whatever is public is an action, so in a draw game the number of cards drawn is one.
- A `Dealer` (`deals`): for a deal, the bucket of each seat in each of its views, and its strength at the showdown. A
  view is all that the bucket of a seat depends on besides the deal; NODE_STREET of a decision says which its actor has.
  In hold'em that is the street; where hands change by what their seats do, each history of such choices is a view, and
  an end says by which histories hands are compared (HISTORY_SHIFT). `blueprint.badugi` is such a game.
- The number of buckets of each view (`PublicTree.buckets`, `GrowthPlan.hands`), later streets' behind earlier ones'.

Nodes may share their children, where lines meet again, and in dense tables their strategies, where a seat forgets
something: no walk asks what is above a node.

Regrets and averages lie in `rows`, by node and bucket of its actor. Threads share them without locks: a lost update now
and then is noise among samples. Tables that grow are asked in the same walks: a node nobody has looked at is opened,
and an infoset gets its row when it first learns something. For the same deals they come to the same numbers as dense
ones, bit for bit.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.deals import Deals
from gutshot.blueprint.growing import FULL, MOST_VISITS, Tables, find_row, make_row, open_node
from gutshot.blueprint.rows import Rows, add_averages, add_regrets, read_regrets
from gutshot.blueprint.tree import MOST_ACTIONS
from gutshot.kernel import inline_kernel, kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.borrow import borrowed
from gutshot.numeric.dice import next_word, roll, seed_dice
from gutshot.trees.grow import Workspace
from gutshot.trees.on_demand import start_workspace
from gutshot.trees.table import (
    FOLDED_OUT,
    HISTORY_SHIFT,
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_STREET,
    NODE_TERMINAL,
    NODE_VISITS,
    NODE_WIDTH,
    UNOPENED,
    UNPLAYED_SHIFT,
    BettingTable,
)

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
    regrets: Reals  # [actions] of the infoset that is looked at
    gains: Reals  # [actions] what is added to it
    work: Workspace  # to open nodes with

    @classmethod
    def room(cls, tables: Tables) -> "WalkScratch":
        """For one thread's walks."""
        play, value = np.zeros((2, _MOST_DEPTH, MOST_ACTIONS))
        frames, scales, work = (
            np.zeros((_MOST_DEPTH, 4), np.int64),
            np.zeros(_MOST_DEPTH),
            Workspace.of(tables.growth.plan),
        )
        start_workspace(tables.growth.plan, work)
        return cls(frames, play, value, scales, np.zeros(MOST_ACTIONS), np.zeros(MOST_ACTIONS), work)


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
    """A seat's result at a terminal; `strengths` [histories, seats] of the deal."""
    at = betting.nodes[h, NODE_TERMINAL]
    if betting.nodes[h, NODE_ACTOR] == FOLDED_OUT:
        return -float(betting.paid[at, seat])
    live = betting.live[at]
    return showdown_gain(betting.paid[at], live, strengths[live >> HISTORY_SHIFT], seat)


@inline_kernel
def positive_sum(regrets: Reals, width: int) -> float:
    """What regrets above zero add up to."""
    total = 0.0
    for k in range(width):
        if regrets[k] > 0:
            total += regrets[k]
    return total


@inline_kernel
def best_action(regrets: Reals, width: int, unplayed: int) -> int:
    """The action of greatest regret; -1 where nothing has been learnt yet."""
    best, learnt = -1, False
    for k in range(width):
        if unplayed >> k & 1 == 0:
            learnt |= regrets[k] != 0
            if best < 0 or regrets[k] > regrets[best]:
                best = k
    return best if learnt else -1


@inline_kernel
def _sample(regrets: Reals, width: int, unplayed: int, total: float, u: float) -> int:
    """The action that u in [0, 1) falls on by regret matching; `total` is the sum of positive regrets."""
    if total <= 0:
        best = best_action(regrets, width, unplayed)
        return best if best >= 0 else int(u * width)
    left = u * total
    choice = 0
    for k in range(width):
        if regrets[k] > 0:
            choice = k
            left -= regrets[k]
            if left < 0:
                break
    return choice


@inline_kernel
def _add_average(
    rows: Rows,
    at: int,
    width: int,
    unplayed: int,
    total: float,
    weight: float,
    dice: np.uint64,
    scratch: WalkScratch,
) -> None:
    """Add the present strategy of an infoset to its average; nothing before it has learnt anything."""
    regrets, gains = scratch.regrets, scratch.gains
    best = best_action(regrets, width, unplayed) if total <= 0 else -1
    if total > 0 or best >= 0:
        for k in range(width):
            share = max(0.0, regrets[k]) / total if total > 0 else 1.0 if k == best else 0.0
            gains[k] = weight * share
        add_averages(rows, at, width, gains, dice)


@inline_kernel
def play_by_regrets(regrets: Reals, width: int, unplayed: int, play: Reals) -> float:
    """Fill the present strategy; the sum of positive regrets."""
    total = positive_sum(regrets, width)
    best = best_action(regrets, width, unplayed) if total <= 0 else -1
    for k in range(width):
        if total > 0:
            play[k] = max(0.0, regrets[k]) / total
        elif best >= 0:
            play[k] = 1.0 if k == best else 0.0
        else:
            play[k] = 1.0 / width
    return total


@inline_kernel
def _hopeless_actions(ends: int, regrets: Reals, width: int, bound: float) -> int:
    """Mask of the actions with regret below `bound`, without those that end the hand."""
    found = 0
    for k in range(width):
        if regrets[k] < bound and ends >> k & 1 == 0:
            found |= 1 << k
    return found


@inline_kernel
def is_known(tables: Tables, h: int, work: Workspace) -> bool:
    """Open a node that nobody has looked at; False where there is no room for it."""
    return bool(tables.betting.nodes[h, NODE_ACTOR] != UNOPENED or open_node(tables, work, h))


@inline_kernel
def walk(
    tables: Tables,
    buckets: NDArray[np.int32],
    strengths: NDArray[np.int32],
    seat: int,
    how: WalkSettings,
    boost: float,
    dice: np.uint64,
    scratch: WalkScratch,
) -> Any:
    """One seat's walk of one deal: (dice, nodes visited). It breaks off where tables that grow have no more room.

    Actions with regret below `how.bound` (if it is negative) are skipped when `boost` is 0, and else count `boost`
    times, with all that lies behind them, where nothing more is skipped. Never among them: actions that end the hand,
    the last street, and any action where none has positive regret, so the best is always tried.
    """
    nodes, rows, frames = tables.betting.nodes, tables.rows, scratch.frames
    play, value, scales, regrets = scratch.play, scratch.value, scratch.scales, scratch.regrets
    weight, tremble, bound = how.weight, how.tremble, how.bound
    h, depth, visits, scale = 0, 0, 0, weight
    while True:
        if not is_known(tables, h, scratch.work):
            return dice, visits
        visits += 1
        actor = nodes[h, NODE_ACTOR]
        result = 0.0
        if actor >= 0:
            width, street = nodes[h, NODE_WIDTH], nodes[h, NODE_STREET]
            at = find_row(tables, h, buckets[actor, street], width)
            read_regrets(rows, at, width, regrets)
            unplayed = nodes[h, NODE_ENDS] >> UNPLAYED_SHIFT
            if not rows.dense and nodes[h, NODE_VISITS] < MOST_VISITS:
                nodes[h, NODE_VISITS] += 1
            if actor != seat:
                total = positive_sum(regrets, width)
                if how.average and at >= 0:
                    _add_average(tables.rows, at, width, unplayed, total, scale, dice, scratch)
                dice, u = roll(dice)
                if u < tremble:
                    h = nodes[h, NODE_CHILD] + int(u / tremble * width)
                else:
                    u = (u - tremble) / (1.0 - tremble)
                    h = nodes[h, NODE_CHILD] + _sample(regrets, width, unplayed, total, u)
                continue
            total = play_by_regrets(regrets, width, unplayed, play[depth])
            rare = 0
            if bound < 0 and street < how.last_street and total > 0 and scale == weight:
                rare = _hopeless_actions(nodes[h, NODE_ENDS], regrets, width, bound)
            frames[depth, 0], frames[depth, 1], frames[depth, 2], frames[depth, 3] = h, -1, at, rare
            scales[depth] = scale
            depth += 1
        else:
            result = gain_at(tables.betting, h, strengths, seat)
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
            at = frames[last, 2]
            if at < 0:
                at = make_row(tables, h, buckets[seat, nodes[h, NODE_STREET]], width)
                if at < 0:
                    return dice, visits
            result = _gains(nodes[h], rare, boost, scale, play[last], value[last], scratch.gains)
            add_regrets(rows, at, width, scratch.gains, dice)
            depth -= 1
        if done:
            return dice, visits


@inline_kernel
def _gains(node: Ints, rare: int, boost: float, scale: float, play: Reals, value: Reals, gains: Reals) -> float:
    """What the regrets of a decision gain whose actions have been tried; its value. Rare actions have play 0."""
    result, width, unplayed = 0.0, node[NODE_WIDTH], node[NODE_ENDS] >> UNPLAYED_SHIFT
    for k in range(width):
        if play[k] > 0:
            result += play[k] * value[k]
    for k in range(width):
        factor = boost if rare >> k & 1 else 1.0
        gains[k] = scale * factor * (value[k] - result) if factor > 0 and unplayed >> k & 1 == 0 else 0.0
    return result


@inline_kernel
def average_walk(
    tables: Tables, buckets: NDArray[np.int32], seat: int, weight: float, dice: np.uint64, scratch: WalkScratch
) -> int:
    """One line of play for one seat's average: he plays his strategy, everyone else uniformly; how many nodes.

    Behind a node that nobody has looked at there is nothing to add to.
    """
    nodes, regrets, h, visits = tables.betting.nodes, scratch.regrets, 0, 1
    while nodes[h, NODE_ACTOR] >= 0:
        visits += 1
        actor, width = nodes[h, NODE_ACTOR], nodes[h, NODE_WIDTH]
        dice, u = roll(dice)
        if actor == seat:
            at = find_row(tables, h, buckets[actor, nodes[h, NODE_STREET]], width)
            read_regrets(tables.rows, at, width, regrets)
            unplayed = nodes[h, NODE_ENDS] >> UNPLAYED_SHIFT
            total = positive_sum(regrets, width)
            if at >= 0:
                _add_average(tables.rows, at, width, unplayed, total, weight, dice, scratch)
            h = nodes[h, NODE_CHILD] + _sample(regrets, width, unplayed, total, u)
        else:
            h = nodes[h, NODE_CHILD] + int(u * width)
    return visits


@kernel
def walk_deals(tables: Tables, deals: Deals, how: WalkSettings, first: int, only: int, scratch: WalkScratch) -> int:
    """Walk deals once for every seat, or for `only` one, until tables that grow are full. Returns nodes visited.

    Deal number `first` + d has dice of its own, so results do not depend on how deals are cut into calls.
    """
    tables, deals, scratch = borrowed(tables), borrowed(deals), borrowed(scratch)
    buckets, strengths = deals.buckets, deals.strengths
    visits = 0
    for d in range(buckets.shape[0]):
        dice = seed_dice(how.seed, first + d, 1)
        for seat in range(buckets.shape[1]):
            if only >= 0 and seat != only:
                continue
            dice, u = roll(dice)
            boost = 0.0 if u < how.prune_share else 1.0 / (1.0 - how.prune_share)
            dice, seen = walk(tables, buckets[d], strengths[d], seat, how, boost, dice, scratch)
            visits += seen
            if tables.growth.marks[FULL] != 0:
                return int(visits)
            for _ in range(how.lines):
                dice, line = next_word(dice)
                visits += average_walk(tables, buckets[d], seat, how.weight, line, scratch)
    return int(visits)
