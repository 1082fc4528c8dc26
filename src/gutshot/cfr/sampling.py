"""Compiled walks of Monte Carlo CFR on a flat game: each reads the totals, and logs what it would add to them.

`totals` holds regrets in its first half and cumulative strategies in its second; a log is a list of (place in totals,
amount). Walks do not change totals, so any number of them can run at once, and applying their logs in a fixed order
gives the same bits however many threads walked.
"""

from typing import Any, NamedTuple

import numpy as np

from gutshot.cfr.updates import match_row, next_average, next_regret
from gutshot.kernel import inline_kernel
from gutshot.numeric.arrays import Ints, Ints32, Reals
from gutshot.numeric.dice import roll

CHANCE_NODE = -1
FIRST_TERMINAL = -2

EXTERNAL, CHANCE_SAMPLING, OUTCOME = 0, 1, 2


class Tree(NamedTuple):
    """What a walk reads of a `FlatGame`; a node is (infoset, first child, children) side by side."""

    nodes: Ints32
    cumulative: Reals
    payoffs: Reals
    actor: Ints32
    first: Ints32


class SamplingScratch(NamedTuple):
    """One walker's workspace: per slot the strategy, value and importance of a branch; per depth a frame."""

    play: Reals
    value: Reals
    boost: Reals
    frames: Ints32  # [depth, 2]: node, action
    reaches: Reals  # [depth, 3]: own, others', scale


class WalkLog(NamedTuple):
    """What walks would add, a row for each: `place` in totals and `amount`, the first `used` of them."""

    place: Ints32  # [walks, entries]
    amount: Reals  # [walks, entries]
    used: Ints  # [walks]


class WalkPlan(NamedTuple):
    """How every walk of a run samples; `mccfr` says what each choice means."""

    seed: np.uint64
    sampling: int
    linear: bool
    average: bool  # log averages on the way
    visit: float
    explore: float
    stakes: Reals  # [players] the most a batch can change of a regret


@inline_kernel
def chance_child(tree: Tree, history: int, u: float) -> Any:
    """The child that u in [0, 1) falls on; found at once where chance is uniform, by stepping otherwise."""
    begin = tree.nodes[history, 1]
    h = begin + int(u * tree.nodes[history, 2])
    while h > begin and tree.cumulative[h - 1] > u:
        h -= 1
    while tree.cumulative[h] <= u:
        h += 1
    return h


@inline_kernel
def pick(probabilities: Reals, begin: int, end: int, u: float) -> int:
    """The place of the action that u falls on, never one of probability zero."""
    choice = begin
    for k in range(begin, end):
        if probabilities[k] > 0:
            choice = k
            u -= probabilities[k]
            if u < 0:
                break
    return choice


@inline_kernel
def walk(
    tree: Tree,
    totals: Reals,
    scratch: SamplingScratch,
    log: WalkLog,
    plan: WalkPlan,
    row: int,
    player: int,
    weight: float,
    dice: np.uint64,
) -> int:
    """External or chance sampling for one player; the length of its row of the log.

    Branches on all his actions and, sampling chance alone, on everyone's; samples all else. Regrets carry no reach of
    sampled actions, because sampling already has it. Averages are logged at the other players' nodes, which are met
    as often as their own play leads there; when branching, at his own nodes with his reach.
    """
    nodes, first, actor = tree.nodes, tree.first, tree.actor
    play, value, boost, frames, reaches = scratch.play, scratch.value, scratch.boost, scratch.frames, scratch.reaches
    place, amount = log.place[row], log.amount[row]
    branch, average, visit = plan.sampling == CHANCE_SAMPLING, plan.average, plan.visit
    half = totals.size // 2
    h, depth, used = 0, 0, 0
    own, others, scale = 1.0, 1.0, weight
    while True:
        i = nodes[h, 0]
        if i == CHANCE_NODE:
            dice, u = roll(dice)
            h = chance_child(tree, h, u)
            continue
        result = 0.0
        if i >= 0:
            begin, end = first[i], first[i + 1]
            match_row(totals, play, begin, end - begin)
            if actor[i] != player and not branch:
                if average:
                    used = log_average(place, amount, used, play, begin, end, half, scale)
                dice, u = roll(dice)
                h = nodes[h, 1] + pick(play, begin, end, u) - begin
                continue
            if visit < 1.0 and actor[i] == player:
                dice = roulette(totals, boost, visit, plan.stakes[player] * scale, begin, end, dice)
            frames[depth, 0], frames[depth, 1] = h, -1
            reaches[depth, 0], reaches[depth, 1], reaches[depth, 2] = own, others, scale
            depth += 1
        else:
            result = tree.payoffs[FIRST_TERMINAL - i, player]
        done = True
        while depth > 0:
            h = frames[depth - 1, 0]
            i = nodes[h, 0]
            begin, end = first[i], first[i + 1]
            k = begin + frames[depth - 1, 1]
            if k >= begin:
                value[k] = result
            k += 1
            mine = actor[i] == player
            while visit < 1.0 and mine and k < end and boost[k] == 0.0:
                k += 1
            own, others, scale = reaches[depth - 1, 0], reaches[depth - 1, 1], reaches[depth - 1, 2]
            if k < end:
                frames[depth - 1, 1] = k - begin
                if branch and mine:
                    own *= play[k]
                elif branch:
                    others *= play[k]
                if visit < 1.0 and mine:
                    scale *= boost[k]
                h = nodes[h, 1] + k - begin
                done = False
                break
            result = 0.0
            for k in range(begin, end):
                if play[k] > 0:
                    result += play[k] * value[k]
            if mine:
                for k in range(begin, end):
                    factor = boost[k] if visit < 1.0 else 1.0
                    if factor > 0:
                        place[used] = k
                        amount[used] = scale * others * factor * (value[k] - result)
                        used += 1
                if branch and average:
                    used = log_average(place, amount, used, play, begin, end, half, scale * own)
            depth -= 1
        if done:
            return used


@inline_kernel
def log_average(
    place: Ints32, amount: Reals, used: int, play: Reals, begin: int, end: int, half: int, weight: float
) -> int:
    """One infoset's strategy into the log."""
    for k in range(begin, end):
        place[used] = half + k
        amount[used] = weight * play[k]
        used += 1
    return used


@inline_kernel
def roulette(
    totals: Reals, boost: Reals, visit: float, stakes: float, begin: int, end: int, dice: np.uint64
) -> np.uint64:
    """Decide which hopeless actions to skip: `boost` is 0 to skip, 1 as usual, 1 / visit for one that is visited.

    Hopeless: the regret is so low that even a boosted gain of the whole stakes would leave it negative, and another
    action has positive regret, so the action is not played now and would not be played after this walk either.
    Visited ones count 1 / visit times, so regrets stay right on average.
    """
    top = 0.0
    for k in range(begin, end):
        boost[k] = 1.0
        top = max(top, totals[k])
    if top > 0:
        for k in range(begin, end):
            if totals[k] < -stakes / visit:
                dice, u = roll(dice)
                boost[k] = 1.0 / visit if u < visit else 0.0
    return dice


@inline_kernel
def walk_outcome(
    tree: Tree,
    totals: Reals,
    scratch: SamplingScratch,
    log: WalkLog,
    plan: WalkPlan,
    row: int,
    player: int,
    weight: float,
    dice: np.uint64,
) -> int:
    """Outcome sampling: one line of play; the player tries a uniform action with probability `explore`."""
    nodes, first, explore = tree.nodes, tree.first, plan.explore
    play, mixed, frames = scratch.play, scratch.value, scratch.frames
    place, amount = log.place[row], log.amount[row]
    half = totals.size // 2
    h, depth, used, chosen = 0, 0, 0, 1.0
    while nodes[h, 0] >= CHANCE_NODE:
        i = nodes[h, 0]
        dice, u = roll(dice)
        if i == CHANCE_NODE:
            h = chance_child(tree, h, u)
            continue
        begin, end = first[i], first[i + 1]
        match_row(totals, play, begin, end - begin)
        if tree.actor[i] == player:
            for k in range(begin, end):
                mixed[k] = explore / (end - begin) + (1.0 - explore) * play[k]
            k = pick(mixed, begin, end, u)
            chosen *= mixed[k]
            frames[depth, 0], frames[depth, 1] = i, k
            depth += 1
        else:
            k = pick(play, begin, end, u)
            if plan.average:
                used = log_average(place, amount, used, play, begin, end, half, weight / chosen)
        h = nodes[h, 1] + k - begin
    tail = weight * tree.payoffs[FIRST_TERMINAL - nodes[h, 0], player] / chosen
    for d in range(depth - 1, -1, -1):
        i, k = frames[d, 0], frames[d, 1]
        for slot in range(first[i], first[i + 1]):
            place[used] = slot
            amount[used] = tail * ((1.0 if slot == k else 0.0) - play[k])
            used += 1
        tail *= play[k]
    return used


@inline_kernel
def walk_average(
    tree: Tree,
    totals: Reals,
    scratch: SamplingScratch,
    log: WalkLog,
    row: int,
    player: int,
    weight: float,
    dice: np.uint64,
) -> int:
    """The average of one player: samples his own actions and chance, branches on everyone else's.

    A node of his is then met exactly as often as his own play leads there, for any number of players.
    """
    nodes, play, frames = tree.nodes, scratch.play, scratch.frames
    place, amount = log.place[row], log.amount[row]
    half = totals.size // 2
    used, waiting = 0, 1
    frames[0, 0] = 0
    while waiting > 0:
        waiting -= 1
        h = frames[waiting, 0]
        i = nodes[h, 0]
        if i >= 0 and tree.actor[i] != player:
            for below in range(nodes[h, 1] + nodes[h, 2] - 1, nodes[h, 1] - 1, -1):
                frames[waiting, 0] = below
                waiting += 1
        elif i >= CHANCE_NODE:
            dice, u = roll(dice)
            if i == CHANCE_NODE:
                frames[waiting, 0] = chance_child(tree, h, u)
            else:
                begin, end = tree.first[i], tree.first[i + 1]
                match_row(totals, play, begin, end - begin)
                used = log_average(place, amount, used, play, begin, end, half, weight)
                frames[waiting, 0] = nodes[h, 1] + pick(play, begin, end, u) - begin
            waiting += 1
    return used


@inline_kernel
def apply_log(totals: Reals, log: WalkLog, row: int) -> None:
    """Add one row of the log to the totals, in its own order."""
    half, place, amount = totals.size // 2, log.place[row], log.amount[row]
    for entry in range(log.used[row]):
        k = place[entry]
        if k < half:
            totals[k] = next_regret(totals[k], amount[entry], 1.0, 1.0, False)
        else:
            totals[k] = next_average(totals[k], amount[entry], 1.0)
