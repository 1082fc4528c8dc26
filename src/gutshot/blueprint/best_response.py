"""What a seat could win against a blueprint inside the abstraction: a lower bound on how far it can be exploited.

One seat learns, from its own average on, and the others keep theirs: external sampling against fixed opponents
converges to a best response of the abstract game. The response then plays its action of greatest regret on fresh deals
that did not choose it, all lines of the others weighed exactly but for the rarest, a sample of which counts for all, so
the mean is unbiased and has a 95 % interval. For two seats the sum over seats is a lower bound on NashConv inside the
abstraction, the tighter the longer it learns.
"""

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.deals import Dealer, Deals
from gutshot.blueprint.growing import Tables, find_row, known_nodes, places_of_rows, row_in
from gutshot.blueprint.rows import read_averages, read_regrets, write_regrets
from gutshot.blueprint.tables import copy_tables
from gutshot.blueprint.trainer import Trainer
from gutshot.blueprint.tree import MOST_ACTIONS
from gutshot.blueprint.walks import best_action, gain_at, is_known, positive_sum
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints, Reals
from gutshot.numeric.dice import roll, seed_dice
from gutshot.numeric.threads import ordered_map
from gutshot.trees.grow import Workspace
from gutshot.trees.on_demand import start_workspace
from gutshot.trees.table import (
    NODE_ACTOR,
    NODE_CHILD,
    NODE_ENDS,
    NODE_STREET,
    NODE_WIDTH,
    UNPLAYED_SHIFT,
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


class Queue(NamedTuple):
    """One thread's workspace: the lines of a deal that wait, how likely they are, and what opens their nodes."""

    waiting: Ints
    reach: Reals
    masses: Reals
    work: Workspace

    @classmethod
    def room(cls, tables: Tables) -> "Queue":
        """For one walk through the tables."""
        work = Workspace.of(tables.growth.plan)
        start_workspace(tables.growth.plan, work)
        return cls(np.zeros(_STACK_ROOM, np.int64), np.zeros(_STACK_ROOM), np.zeros(MOST_ACTIONS), work)


@kernel
def freeze(tables: Tables, count: int, hero: int, trust: float) -> None:
    """Put averages in place of regrets, which regret matching then plays; the hero's add up to `trust`, to unlearn."""
    nodes, shares = tables.betting.nodes, np.zeros(MOST_ACTIONS)
    for node in range(count):
        actor, width = nodes[node, NODE_ACTOR], nodes[node, NODE_WIDTH]
        for place in range(places_of_rows(tables, node) if actor >= 0 else 0):
            at = row_in(tables, node, place, width)
            read_averages(tables.rows, at, width, shares)
            total = shares[:width].sum()
            if at >= 0:
                shares *= trust / total if actor == hero and total > 0 else 1.0
                write_regrets(tables.rows, at, width, shares)


@kernel
def harden(tables: Tables, count: int, hero: int) -> None:
    """Leave the hero only his action of greatest regret."""
    nodes, play = tables.betting.nodes, np.zeros(MOST_ACTIONS)
    for node in range(count):
        width, unplayed = nodes[node, NODE_WIDTH], nodes[node, NODE_ENDS] >> UNPLAYED_SHIFT
        for place in range(places_of_rows(tables, node) if nodes[node, NODE_ACTOR] == hero else 0):
            at = row_in(tables, node, place, width)
            if at >= 0:
                read_regrets(tables.rows, at, width, play)
                best = max(0, best_action(play, width, unplayed))
                play[:] = 0.0
                play[best] = 1.0
                write_regrets(tables.rows, at, width, play)


@kernel
def value_of_deal(
    tables: Tables,
    buckets: NDArray[np.int32],
    strengths: NDArray[np.int32],
    hero: int,
    rare: float,
    dice: np.uint64,
    queue: Queue,
) -> float:
    """What the hero can expect of a deal when all play the frozen tables: all lines, those below `rare` by lot."""
    nodes, waiting, reach, masses = tables.betting.nodes, queue.waiting, queue.reach, queue.masses
    total, left = 0.0, 1
    waiting[0], reach[0] = 0, 1.0
    while left > 0:
        left -= 1
        h, weight = waiting[left], reach[left]
        if not is_known(tables, h, queue.work):
            continue
        actor = nodes[h, NODE_ACTOR]
        if actor < 0:
            total += weight * gain_at(tables.betting, h, strengths, hero)
            continue
        width = nodes[h, NODE_WIDTH]
        at = find_row(tables, h, buckets[actor, nodes[h, NODE_STREET]], width)
        read_regrets(tables.rows, at, width, masses)
        mass = positive_sum(masses, width)
        for k in range(width):
            likely = weight * (masses[k] / mass if mass > 0 else 1.0 / width)
            if 0 < likely < rare:
                dice, u = roll(dice)
                likely = rare if u * rare < likely else 0.0
            if likely > 0:
                waiting[left], reach[left] = nodes[h, NODE_CHILD] + k, likely
                left += 1
    return total


@kernel
def _values(tables: Tables, deals: Deals, hero: int, rare: float, first: int, queue: Queue, out: Reals) -> None:
    for d in range(len(out)):
        dice = seed_dice(np.uint64(0), first + d, 2)
        buckets, strengths = deals.buckets[d], deals.strengths[d]
        out[d] = value_of_deal(tables, buckets, strengths, hero, rare, dice, queue)


def deal_values(
    tables: Tables, dealer: Dealer, hero: int, deals: int, big_blind: int, threads: int = 1, rare: float = RARE
) -> Reals:
    """[deals] what the hero wins of each fresh deal, in big blinds, everyone playing the tables as frozen."""
    out = np.zeros(deals)

    def fill(first: int) -> None:
        part = out[first : first + _CHUNK]
        dealt = dealer.deal(_FAR + first, len(part))
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            _values(tables, dealt, hero, rare, first, Queue.room(tables), part)

    for _ in ordered_map(fill, range(0, deals, _CHUNK), threads):
        pass
    return out / big_blind


def averages_only(tables: Tables, hero: int = -1, trust: float = 1.0) -> Tables:
    """A copy in which the averages are the regrets; the hero's, if there is one, add up to `trust`."""
    frozen = copy_tables(tables)
    freeze(frozen, known_nodes(frozen), hero, trust)
    return frozen


def respond(
    trainer: Trainer,
    hero: int,
    seconds: float = 10.0,
    deals: int = 20_000,
    iterations: int | None = None,
) -> Response:
    """Let one seat learn against the averages of a run for so long, then measure it on fresh deals."""
    plan = replace(trainer.settings, tremble=0.0, averaging="opponents", prune_share=0.0, minutes=0.0)
    plan = replace(plan, iterations=10**12, seed=plan.seed + 1)
    tables = averages_only(trainer.tables, hero, _TRUST * trainer.stack * _LATE)
    learner = Trainer(trainer.tree, trainer.dealer, plan, tables)
    learner.only, learner.iteration = hero, _LATE
    learner.run(seconds, iterations)
    harden(tables, known_nodes(tables), hero)
    measured = (trainer.dealer, hero, deals, trainer.tree.big_blind, learner.threads)
    best = deal_values(tables, *measured)
    own = deal_values(averages_only(trainer.tables), *measured)
    return Response(hero, *_mean(best), float(own.mean()), *_mean(best - own))


def _mean(values: Reals) -> tuple[float, float]:
    """Mean and half of its 95 % interval."""
    return float(values.mean()), float(1.96 * values.std() / math.sqrt(len(values)))
