"""What a seat could win against a blueprint inside the abstraction: a lower bound on how far it can be exploited.

One seat learns, from its own average on, and the others keep theirs: external sampling against fixed opponents
converges to a best response of the abstract game. The response then plays its action of greatest regret on fresh deals
that did not choose it, all lines of the others weighed exactly but for the rarest, a sample of which counts for all, so
the mean is unbiased and has a 95 % interval. For two seats the sum over seats is a lower bound on NashConv inside the
abstraction, the tighter the longer it learns.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.config import TrainingConfig
from gutshot.blueprint.deals import Dealer, Deals
from gutshot.blueprint.trainer import Trainer
from gutshot.blueprint.tree import PublicTree
from gutshot.blueprint.walks import Reals, Table, best_action, gain_at
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints
from gutshot.numeric.dice import roll, seed_dice
from gutshot.numeric.threads import ordered_map
from gutshot.trees.table import (
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_SLOT,
    NODE_STREET,
    NODE_WIDTH,
    UNPLAYED_SHIFT,
    BettingTable,
)

_FAR = 1 << 40  # evaluation deals are numbered from here, far from those that trained
_CHUNK = 512
_TRUST = 20.0  # stacks of regret in favour of the hero's own average, with which he begins
_LATE = 100_000  # the iteration he begins with: from there on all weigh alike, so that the last deals do not decide
_STACK_ROOM = 1024
RARE = 1e-5
"""A line less probable than this goes on by lot, and then counts as if it were so probable."""


@dataclass(frozen=True)
class Response:
    """The value of a seat's best response and of its own average strategy, big blinds per hand, each ± 95 %."""

    seat: int
    value: float
    ci95: float
    own_value: float
    gain: float  # value - own_value, on the same deals
    gain_ci95: float


@kernel
def freeze(nodes: Ints, buckets: Ints, table: Table, hero: int, trust: float, frozen: Table) -> None:
    """Averages in place of regrets, so that regret matching plays them; the hero's add up to `trust`, to unlearn."""
    for node in range(nodes.shape[0]):
        actor, width = nodes[node, NODE_ACTOR], nodes[node, NODE_WIDTH]
        if actor < 0:
            continue
        for bucket in range(buckets[nodes[node, NODE_STREET]]):
            base = 2 * (nodes[node, NODE_SLOT] + bucket * width)
            total = 0.0
            for k in range(width):
                total += table[base + width + k]
            scale = trust / total if actor == hero and total > 0 else 1.0
            for k in range(width):
                frozen[base + k] = np.float32(scale * table[base + width + k])


@kernel
def harden(nodes: Ints, buckets: Ints, hero: int, table: Table) -> None:
    """Leave the hero only his action of greatest regret."""
    for node in range(nodes.shape[0]):
        width = nodes[node, NODE_WIDTH]
        if nodes[node, NODE_ACTOR] != hero:
            continue
        for bucket in range(buckets[nodes[node, NODE_STREET]]):
            base = 2 * (nodes[node, NODE_SLOT] + bucket * width)
            best = max(0, best_action(table, base, width, nodes[node, NODE_ENDS] >> UNPLAYED_SHIFT))
            for k in range(width):
                table[base + k] = 1.0 if k == best else 0.0


@kernel
def value_of_deal(
    betting: BettingTable,
    table: Table,
    buckets: NDArray[np.int32],
    strengths: NDArray[np.int32],
    hero: int,
    rare: float,
    dice: np.uint64,
    waiting: Ints,
    reach: Reals,
) -> float:
    """What the hero can expect of a deal when all play the frozen table: all lines, those below `rare` by lot."""
    nodes = betting.nodes
    total, left = 0.0, 1
    waiting[0], reach[0] = 0, 1.0
    while left > 0:
        left -= 1
        h, weight = waiting[left], reach[left]
        actor = nodes[h, NODE_ACTOR]
        if actor < 0:
            total += weight * gain_at(betting, h, strengths, hero)
            continue
        width = nodes[h, NODE_WIDTH]
        base = 2 * (nodes[h, NODE_SLOT] + buckets[actor, nodes[h, NODE_STREET]] * width)
        mass = 0.0
        for k in range(width):
            mass += table[base + k]
        for k in range(width):
            likely = weight * (table[base + k] / mass if mass > 0 else 1.0 / width)
            if 0 < likely < rare:
                dice, u = roll(dice)
                likely = rare if u * rare < likely else 0.0
            if likely > 0:
                waiting[left], reach[left] = nodes[h, NODE_CHILD] + k, likely
                left += 1
    return total


@kernel
def _values(betting: BettingTable, table: Table, deals: Deals, hero: int, rare: float, first: int, out: Reals) -> None:
    waiting, reach = np.zeros(_STACK_ROOM, np.int64), np.zeros(_STACK_ROOM)
    for d in range(len(out)):
        dice = seed_dice(np.uint64(0), first + d, 2)
        buckets, strengths = deals.buckets[d], deals.strengths[d]
        out[d] = value_of_deal(betting, table, buckets, strengths, hero, rare, dice, waiting, reach)


def deal_values(
    tree: PublicTree, table: Table, dealer: Dealer, hero: int, deals: int, threads: int = 1, rare: float = RARE
) -> Reals:
    """[deals] what the hero wins of each fresh deal, in big blinds, everyone playing `table` as frozen."""
    out = np.zeros(deals)

    def fill(first: int) -> None:
        part = out[first : first + _CHUNK]
        dealt = dealer.deal(_FAR + first, len(part))
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            _values(tree.table, table, dealt, hero, rare, first, part)

    for _ in ordered_map(fill, range(0, deals, _CHUNK), threads):
        pass
    return out / tree.big_blind


def averages_only(tree: PublicTree, table: Table, hero: int = -1, trust: float = 1.0) -> Table:
    """A table whose regrets are the averages of `table`; the hero's, if there is one, add up to `trust`."""
    frozen = np.zeros_like(table)
    freeze(tree.nodes, np.asarray(tree.buckets, np.int64), table, hero, trust, frozen)
    return frozen


def respond(
    tree: PublicTree,
    table: Table,
    dealer: Dealer,
    hero: int,
    seconds: float = 10.0,
    deals: int = 20_000,
    iterations: int | None = None,
    settings: TrainingConfig | None = None,
) -> Response:
    """Let one seat learn against the averages of `table` for so long, then measure it on fresh deals."""
    plan = replace(settings or TrainingConfig(), tremble=0.0, averaging="opponents", prune_share=0.0, minutes=0.0)
    learner = Trainer(tree, dealer, replace(plan, iterations=10**12, seed=plan.seed + 1))
    learner.table = averages_only(tree, table, hero, _TRUST * learner.stack * _LATE)
    learner.only, learner.iteration = hero, _LATE
    learner.run(seconds, iterations)
    harden(tree.nodes, np.asarray(tree.buckets, np.int64), hero, learner.table)
    best = deal_values(tree, learner.table, dealer, hero, deals, learner.threads)
    own = deal_values(tree, averages_only(tree, table), dealer, hero, deals, learner.threads)
    return Response(hero, *_mean(best), float(own.mean()), *_mean(best - own))


def _mean(values: Reals) -> tuple[float, float]:
    """Mean and half of its 95 % interval."""
    return float(values.mean()), float(1.96 * values.std() / math.sqrt(len(values)))
