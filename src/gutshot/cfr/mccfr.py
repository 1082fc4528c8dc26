"""Monte Carlo CFR for any number of players (Lanctot et al. 2009): external, chance and outcome sampling.

External sampling tries all actions of one player and samples everyone else, no reach factor on regrets. Regrets are
signed and, like averages, weighted by the iteration (linear CFR, Brown & Sandholm 2019); clipping them as in CFR+
would turn sampling noise into regret.

Averages: "opponents" logs the others' strategies on the way, which is right for two players; with more, nodes are
also weighted by how third players happen to play. "own" takes a walk more per player, samples his own actions and
branches on the others': right for any number.

Threads: an iteration walks the tree once for each player. A batch of iterations reads the same strategies, logs, and
applies the logs in order. Threads share the walks of a batch, so results depend on the seed and the batch, never on the
number of threads; with the usual batch of 1 there is nothing to share.

Pruning (after Brown & Sandholm 2015): departs from skipping by a fixed threshold, which biases regrets. Hopeless
actions are visited with probability `visit`, and then count 1 / visit times; see `sampling.roulette`.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gutshot.arguments import CheckedMethods, checked, checked_fields, shown
from gutshot.cfr.flat import FlatGame, unroll
from gutshot.cfr.sampling import (
    OUTCOME,
    SamplingScratch,
    Tree,
    WalkLog,
    WalkPlan,
    apply_log,
    walk,
    walk_average,
    walk_outcome,
)
from gutshot.cfr.strategy import TabularStrategy, table_to_resume
from gutshot.errors import BadConfig
from gutshot.game import CHANCE, State
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Bools, Ints, Ints32, Reals
from gutshot.numeric.borrow import borrowed
from gutshot.numeric.dice import seed_dice
from gutshot.numeric.memory import byte_size, free_memory

SAMPLINGS = ("external", "chance", "outcome")  # in the order of their numbers in `sampling`
WEIGHTS = ("linear", "uniform")
AVERAGINGS = ("opponents", "own")


@checked_fields
@dataclass(frozen=True)
class Sampling:
    """How a run samples; the module says what each choice means."""

    sampling: str = "external"
    weights: str = "linear"
    averaging: str = "opponents"
    batch: int = 1
    visit: float = 1.0
    explore: float = 0.6

    def __post_init__(self) -> None:
        for name, allowed in (("sampling", SAMPLINGS), ("weights", WEIGHTS), ("averaging", AVERAGINGS)):
            if getattr(self, name) not in allowed:
                raise BadConfig(f"unknown {name} {shown(getattr(self, name))}: expected one of {', '.join(allowed)}")
        if self.batch < 1:
            raise BadConfig(f"a batch has at least 1 iteration, got {self.batch}")
        if not 0 < self.visit <= 1 or (self.visit < 1 and self.sampling != "external"):
            raise BadConfig(f"visit is a probability above 0, below 1 for external sampling only, got {self.visit}")
        if not 0 < self.explore <= 1:
            raise BadConfig(f"explore is a probability above 0, got {self.explore}")


class Mccfr(CheckedMethods):
    """A run of Monte Carlo CFR that can be continued: `run` more iterations, read `average`, keep `arrays`."""

    @checked
    def __init__(
        self, game: FlatGame | State, settings: Sampling | str | None = None, *, seed: int = 0, threads: int = 1
    ) -> None:
        """A game is unrolled if it is not yet; text names the scheme, as in `Mccfr(game, "outcome")`."""
        game = game if isinstance(game, FlatGame) else unroll(game)
        settings = Sampling(settings) if isinstance(settings, str) else settings
        self.game, self.settings, self.seed = game, settings or Sampling(), seed
        if threads < 1 or (threads > 1 and self.settings.batch == 1):
            raise BadConfig(
                f"threads share the iterations of a batch, got {threads} for a batch of {self.settings.batch}"
            )
        self.threads = min(threads, self.settings.batch)
        self.iteration = 0
        self.totals = np.zeros(2 * game.infosets.slots)
        infosets = game.infosets
        nodes = np.stack([game.infoset, game.child, game.width], axis=1)
        self._tree = Tree(nodes, game.cumulative, game.payoffs, infosets.actor, infosets.first)
        self._scratch = [_new_scratch(game) for _ in range(self.threads)]
        self._phases = _phases(game.players, self.settings.averaging)
        room = (self.settings.batch, _log_room(game, self.settings))
        _require_room(*room)
        self._log = WalkLog(np.empty(room, np.int32), np.empty(room), np.zeros(self.settings.batch, np.int64))
        self._plan = _walk_plan(self.settings, seed, np.ptp(game.payoffs, axis=0) * self.settings.batch)

    def __repr__(self) -> str:
        return f"Mccfr({self.game!r}, {self.settings.sampling!r}, {self.iteration:,} iterations done)"

    def run(self, iterations: int) -> None:
        """Improve for that many more iterations, whole batches of them."""
        batch = self.settings.batch
        if iterations < 0 or iterations % batch:
            raise BadConfig(f"cannot run {iterations} iterations: expected 0 or more, in whole batches of {batch}")
        if self.threads == 1:
            self._run_alone(iterations)
        else:
            self._run_together(iterations)
        self.iteration += iterations

    def _run_alone(self, iterations: int) -> None:
        self._walk(0, self._phases, BatchShare(self.iteration, iterations, 0, self.settings.batch, True))

    def _run_together(self, iterations: int) -> None:
        batch = self.settings.batch
        bounds = [batch * worker // self.threads for worker in range(self.threads + 1)]
        with ThreadPoolExecutor(self.threads) as pool:
            for start in range(self.iteration, self.iteration + iterations, batch):
                for phase in range(len(self._phases)):
                    one = self._phases[phase : phase + 1]
                    shares = [BatchShare(start, batch, begin, end, False) for begin, end in pairwise(bounds)]
                    jobs = [pool.submit(self._walk, worker, one, share) for worker, share in enumerate(shares)]
                    for job in jobs:
                        job.result()
                    _apply_all(self.totals, self._log)

    def _walk(self, worker: int, phases: Ints, share: "BatchShare") -> None:
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            _run(self._tree, self.totals, self._scratch[worker], self._log, self._plan, phases, share)

    @property
    def average(self) -> TabularStrategy:
        """The strategy that converges."""
        return TabularStrategy.normalised(self.game.infosets, self.totals[self.game.infosets.slots :])

    @property
    def current(self) -> TabularStrategy:
        """The strategy of the next iteration."""
        return TabularStrategy.normalised(self.game.infosets, self.totals[: self.game.infosets.slots])

    @property
    def arrays(self) -> dict[str, Reals]:
        """All that a run carries from one iteration to the next."""
        return {"totals": self.totals}

    def restore(self, iteration: int, arrays: dict[str, Reals]) -> None:
        """Resume from what `arrays` was after `iteration`, bit for bit."""
        self.totals[:] = table_to_resume(arrays, "totals", self.totals)
        self.iteration = iteration


REGRETS, AVERAGE = 0, 1
_ENTRY_BYTES = 4 + 8  # a place and an amount


class BatchShare(NamedTuple):
    """A worker's part: rows `begin` .. `end` of the batches of iterations `start + 1` .. `start + iterations`."""

    start: int
    iterations: int
    begin: int
    end: int
    apply: bool  # after each phase, because nobody else works on the batch


@kernel
def _run(
    tree: Tree, totals: Reals, scratch: SamplingScratch, log: WalkLog, plan: WalkPlan, phases: Ints, share: BatchShare
) -> None:
    """A worker's walks and their logs, in each phase of each batch; see `BatchShare`."""
    tree, scratch, log, plan = borrowed(tree), borrowed(scratch), borrowed(log), borrowed(plan)
    totals, phases = borrowed(totals), borrowed(phases)
    for done in range(share.start, share.start + share.iterations, log.used.size):
        for phase in range(phases.shape[0]):
            player, purpose = phases[phase, 0], phases[phase, 1]
            for row in range(share.begin, share.end):
                weight = float(done + row + 1) if plan.linear else 1.0
                dice = seed_dice(plan.seed, done + row + 1, 2 * player + purpose)
                if purpose == AVERAGE:
                    log.used[row] = walk_average(tree, totals, scratch, log, row, player, weight, dice)
                elif plan.sampling == OUTCOME:
                    log.used[row] = walk_outcome(tree, totals, scratch, log, plan, row, player, weight, dice)
                else:
                    log.used[row] = walk(tree, totals, scratch, log, plan, row, player, weight, dice)
            if share.apply:
                _apply_all(totals, log)


@kernel
def _apply_all(totals: Reals, log: WalkLog) -> None:
    for row in range(log.used.size):
        apply_log(totals, log, row)


def _walk_plan(settings: Sampling, seed: int, stakes: Reals) -> WalkPlan:
    return WalkPlan(
        seed=np.uint64(seed & 0xFFFFFFFFFFFFFFFF),
        sampling=SAMPLINGS.index(settings.sampling),
        linear=settings.weights == "linear",
        average=settings.averaging == "opponents",
        visit=settings.visit,
        explore=settings.explore,
        stakes=stakes,
    )


def _phases(players: int, averaging: str) -> Ints:
    """(player, purpose) in turn: each player's regrets, then his average if that is a walk of its own."""
    purposes = (REGRETS, AVERAGE) if averaging == "own" else (REGRETS,)
    return np.array([(player, purpose) for player in range(players) for purpose in purposes], np.int64)


def _new_scratch(game: FlatGame) -> SamplingScratch:
    slots = game.infosets.slots
    depth = len(game.levels) * int(game.width[game.infoset >= 0].max(initial=1)) + 1
    rows = np.zeros((3, slots))
    return SamplingScratch(rows[0], rows[1], rows[2], np.zeros((depth, 2), np.int32), np.zeros((depth, 3)))


def _log_room(game: FlatGame, settings: Sampling) -> int:
    """The longest log any walk can write: logged numbers per history, summed where it branches, else the largest."""
    actor = np.where(game.infoset >= 0, game.infosets.actor[np.maximum(game.infoset, 0)], CHANCE)
    room = 1
    for player in range(game.players):
        own, others = actor == player, (actor >= 0) & (actor != player)
        everyone = own | others
        if settings.sampling == "chance":
            room = max(room, _most(game, game.width * (2 * own), everyone))
        elif settings.sampling == "outcome":
            room = max(room, _most(game, game.width * everyone, np.zeros_like(own)))
        else:
            room = max(room, _most(game, game.width * everyone, own))
        if settings.averaging == "own":
            room = max(room, _most(game, game.width * own, others))
    return room


def _require_room(batch: int, entries: int) -> None:
    needed, budget = batch * entries * _ENTRY_BYTES, free_memory() // 2
    if needed > budget:
        raise BadConfig(
            f"a batch of {batch} iterations would take about {byte_size(needed)} of logs, "
            f"but only {byte_size(budget)} may be used: choose a smaller batch"
        )


def _most(game: FlatGame, logged: Ints32, branching: Bools) -> int:
    """The largest sum of `logged` over a walk that takes all children of branching histories and one of the rest."""
    most = logged.astype(np.int64)
    for begin, end in zip(game.levels[-3::-1], game.levels[-2:0:-1], strict=True):
        inner = begin + np.flatnonzero(game.width[begin:end])
        if len(inner):
            below = most[end : game.child[inner[-1]] + game.width[inner[-1]]]
            families = game.child[inner] - end
            summed, largest = np.add.reduceat(below, families), np.maximum.reduceat(below, families)
            most[inner] += np.where(branching[inner], summed, largest)
    return int(most[0])
