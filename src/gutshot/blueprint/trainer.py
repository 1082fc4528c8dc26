"""Training: threads that walk deals over one shared table, iteration after iteration.

An iteration is `mccfr_samples` deals, each walked once for every seat, and its number is their weight (linear CFR). A
thread takes the next iteration as soon as it is free and writes into the shared table without locks; one thread alone
gives the same bits for the same seed, several do not.
"""

import threading
import time
from dataclasses import dataclass

import numpy as np

from gutshot.blueprint.config import TrainingConfig
from gutshot.blueprint.deals import Dealer
from gutshot.blueprint.tree import PublicTree
from gutshot.blueprint.walks import Table, WalkScratch, WalkSettings, walk_deals
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Ints
from gutshot.numeric.threads import thread_count
from gutshot.trees.table import NODE_ACTOR, NODE_SLOT, NODE_STREET, NODE_WIDTH

EVERY_SEAT = -1
_WATCHED_SLOTS = 4_000_000  # so many infoset-actions are looked at for the average regret


@dataclass(frozen=True)
class Found:
    """What the tables say about themselves."""

    infosets: int  # met so far, estimated from a sample of nodes where there are many
    average_regret: float  # mean over them of the greatest regret per unit of weight, big blinds


class Trainer:
    """A run that can be continued: `run` until told to stop, read `table`, keep `iteration` and `visits`."""

    def __init__(self, tree: PublicTree, dealer: Dealer, settings: TrainingConfig) -> None:
        self.tree, self.dealer, self.settings = tree, dealer, settings
        self.table: Table = np.zeros(2 * tree.slots, np.float32)
        self.iteration = 0
        self.visits = 0
        self.seconds = 0.0
        self.only = EVERY_SEAT
        self.stack = float(np.abs(tree.table.paid).max(initial=1))
        self.last_street = int(tree.nodes[:, NODE_STREET].max())
        self._claim = threading.Lock()
        self._stop = threading.Event()
        self._workers: list[threading.Thread] = []

    @property
    def threads(self) -> int:
        """How many threads walk."""
        return 1 if self.settings.deterministic else thread_count(self.settings.threads)

    @property
    def averages_on_the_way(self) -> bool:
        """Whether averages are kept at the other seats' nodes; otherwise every seat walks for its own."""
        how = self.settings.averaging
        return how == "opponents" or (how == "auto" and self.tree.seats == 2)

    @property
    def share_done(self) -> float:
        """How much of the run is over, by iterations or by time."""
        by_time = self.seconds / (60 * self.settings.minutes) if self.settings.minutes else 0.0
        return max(self.iteration / self.settings.iterations, by_time)

    def run(self, seconds: float, iterations: int | None = None) -> None:
        """Train for so long, or so many more iterations, or to the end of the run; whole iterations only."""
        last = self.settings.iterations if iterations is None else self.iteration + iterations
        began, before = time.perf_counter(), self.seconds
        stop = self._stop = threading.Event()
        workers = [threading.Thread(target=self._work, args=(last, stop), daemon=True) for _ in range(self.threads)]
        self._workers = workers
        failures: list[BaseException] = []
        self._failures = failures
        for worker in workers:
            worker.start()
        try:
            while any(worker.is_alive() for worker in workers) and time.perf_counter() - began < seconds:
                workers[0].join(min(0.05, seconds))
                self.seconds = before + time.perf_counter() - began
        finally:
            stop.set()
            for worker in workers:
                worker.join()
            self.seconds = before + time.perf_counter() - began
        if failures:
            raise failures[0]

    def _work(self, last: int, stop: threading.Event) -> None:
        """One thread: take iterations until there are no more."""
        scratch = WalkScratch.room()
        try:
            while not stop.is_set():
                with self._claim:
                    if self.iteration >= last:
                        return
                    self.iteration += 1
                    mine = self.iteration
                visits = self._iterate(mine, scratch)
                with self._claim:
                    self.visits += visits
        except BaseException as error:
            self._failures.append(error)
            stop.set()

    def settle(self) -> None:
        """Wait for iterations that an interrupt has left under way."""
        self._stop.set()
        for worker in self._workers:
            if worker.ident is not None:  # it was started
                worker.join()

    def _iterate(self, number: int, scratch: WalkScratch) -> int:
        """Walk the deals of one iteration; how many nodes were visited."""
        first = (number - 1) * self.settings.mccfr_samples
        deals = self.dealer.deal(first, self.settings.mccfr_samples)
        with np.errstate(over="ignore"):  # dice wrap around; only seen with the JIT off
            return int(walk_deals(self.tree.table, self.table, deals, self._how(number), first, self.only, scratch))

    def _how(self, number: int) -> WalkSettings:
        s, on_the_way = self.settings, self.averages_on_the_way
        pruning = s.prune_share if self.share_done >= s.prune_after else 0.0
        return WalkSettings(
            weight=float(number),
            average=on_the_way,
            lines=0 if on_the_way else s.average_lines,
            tremble=float(s.tremble),
            prune_share=float(pruning),
            bound=-s.prune_below * self.stack * number if pruning > 0 else 0.0,
            last_street=self.last_street,
            seed=np.uint64(s.seed),
        )

    def look(self) -> Found:
        """Infosets met and average regret, from a sample of nodes."""
        buckets = np.asarray(self.tree.buckets, np.int64)
        stride = max(1, self.tree.slots // _WATCHED_SLOTS)
        met, regret = survey(self.tree.nodes, buckets, self.table, stride)
        weight = self.iteration * (self.iteration + 1) / 2 * self.settings.mccfr_samples
        scale = max(weight, 1.0) * self.tree.big_blind
        return Found(min(int(met * stride), self.tree.infosets), float(regret / max(met, 1) / scale))


@kernel
def survey(nodes: Ints, buckets: Ints, table: Table, stride: int) -> tuple[int, float]:
    """Of every `stride`-th node: infosets with a regret, and the sum of their greatest positive regrets."""
    met, total = 0, 0.0
    for node in range(0, nodes.shape[0], stride):
        if nodes[node, NODE_ACTOR] < 0:
            continue
        width = nodes[node, NODE_WIDTH]
        for bucket in range(buckets[nodes[node, NODE_STREET]]):
            base = 2 * (nodes[node, NODE_SLOT] + bucket * width)
            seen, top = False, 0.0
            for k in range(width):
                seen |= table[base + k] != 0
                top = max(top, table[base + k])
            met += seen
            total += top
    return met, total
