"""External sampling the plain way: one recursion on the flat tree, updating as it goes.

Draws the same dice in the same order as the library, so that both can be compared bit for bit. It can also make each
of the usual mistakes, to prove that a check would notice them.
"""

import numpy as np
from numba import njit

from gutshot.cfr.flat import FlatGame
from gutshot.cfr.sampling import Tree, chance_child, pick
from gutshot.cfr.strategy import TabularStrategy
from gutshot.kernel import kernel
from gutshot.numeric.dice import roll, seed_dice

CORRECT, REACH_FACTOR, OWN_AVERAGE, CLIPPED = range(4)


@njit(error_model="numpy")  # a kernel of ours cannot call itself
def _recurse(tree, totals, dice, touched, h, player, weight, own, others, mistake):
    nodes, first, i = tree.nodes, tree.first, tree.nodes[h, 0]
    if i < -1:
        return tree.payoffs[-2 - i, player]
    if i == -1:
        dice[0], u = roll(dice[0])
        below = chance_child(tree, h, u)
        return _recurse(tree, totals, dice, touched, below, player, weight, own, others, mistake)
    touched[0] += 1
    begin, end, half = first[i], first[i + 1], totals.size // 2
    play = np.maximum(totals[begin:end], 0.0)
    play = play / play.sum() if play.sum() > 0 else np.full(end - begin, 1.0 / (end - begin))
    if tree.actor[i] != player:
        if mistake != OWN_AVERAGE:
            totals[half + begin : half + end] += weight * play
        dice[0], u = roll(dice[0])
        choice = pick(play, 0, end - begin, u)
        reach = others * play[choice]
        below = nodes[h, 1] + choice
        return _recurse(tree, totals, dice, touched, below, player, weight, own, reach, mistake)
    value, mean = np.zeros(end - begin), 0.0
    for a in range(end - begin):
        reach, below = own * play[a], nodes[h, 1] + a
        value[a] = _recurse(
            tree,
            totals,
            dice,
            touched,
            below,
            player,
            weight,
            reach,
            others,
            mistake,
        )
        if play[a] > 0:
            mean += play[a] * value[a]
    for a in range(end - begin):
        totals[begin + a] += weight * (others if mistake == REACH_FACTOR else 1.0) * (value[a] - mean)
        if mistake == CLIPPED:
            totals[begin + a] = max(totals[begin + a], 0.0)
    if mistake == OWN_AVERAGE:
        totals[half + begin : half + end] += weight * own * play
    return mean


@kernel
def _iterate(tree, totals, seed, linear, mistake, iterations, touches):
    touched, dice, t = np.zeros(1, np.int64), np.zeros(1, np.uint64), 0
    while t < iterations and touched[0] < touches:
        t += 1
        for player in range(tree.payoffs.shape[1]):
            dice[0] = seed_dice(seed, t, 2 * player)
            weight = float(t) if linear else 1.0
            _recurse(tree, totals, dice, touched, 0, player, weight, 1.0, 1.0, mistake)
    return t


def external_sampling(
    game: FlatGame,
    seed: int = 0,
    *,
    linear: bool = True,
    mistake: int = CORRECT,
    iterations: int = 1 << 62,
    touches: int = 1 << 62,
) -> tuple[np.ndarray, TabularStrategy]:
    """Totals and average strategy after so many iterations or decisions touched, whichever comes first."""
    totals = np.zeros(2 * game.infosets.slots)
    nodes = np.stack([game.infoset, game.child, game.width], axis=1)
    tree = Tree(nodes, game.cumulative, game.payoffs, game.infosets.actor, game.infosets.first)
    _iterate(tree, totals, np.uint64(seed), linear, mistake, iterations, touches)
    return totals, TabularStrategy.normalised(game.infosets, totals[game.infosets.slots :])
