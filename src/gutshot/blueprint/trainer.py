"""Training: threads that walk deals over one shared table, iteration after iteration.

An iteration is `mccfr_samples` deals, each walked once for every seat, and its number is their weight (linear CFR). A
thread takes the next iteration as soon as it is free and writes into the shared table without locks; one thread alone
gives the same bits for the same seed, several do not. When tables that grow are full, all threads wait until there is
room again.
"""

import threading
import time
from dataclasses import dataclass

import numpy as np

from gutshot.blueprint.config import TrainingConfig
from gutshot.blueprint.deals import Dealer
from gutshot.blueprint.growing import FULL, Tables, bytes_taken, known_nodes, make_room, places_of_rows, row_in
from gutshot.blueprint.rows import read_regrets
from gutshot.blueprint.tables import dense_tables, known_tree
from gutshot.blueprint.tree import MOST_ACTIONS, PublicTree
from gutshot.blueprint.walks import WalkScratch, WalkSettings, walk_deals
from gutshot.games.row import START
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Floats
from gutshot.numeric.threads import thread_count
from gutshot.trees.table import NODE_ACTOR, NODE_STREET, NODE_WIDTH, STREETS

EVERY_SEAT = -1
_WATCHED_SLOTS = 4_000_000  # so many infoset-actions are looked at for the average regret
_BYTES_WATCHED = 16  # of growing tables stand for one


@dataclass(frozen=True)
class Found:
    """What the tables say about themselves."""

    infosets: int  # met so far, estimated from a sample of nodes where there are many
    average_regret: float  # mean over them of the greatest regret per unit of weight, big blinds


class Trainer:
    """A run that can be continued: `run` until told to stop, read `tables`, keep `iteration` and `visits`.

    Tables are dense unless they are given.
    """

    def __init__(
        self, tree: PublicTree, dealer: Dealer, settings: TrainingConfig, tables: Tables | None = None
    ) -> None:
        self.dealer, self.settings = dealer, settings
        self.tables = dense_tables(tree) if tables is None else tables
        self._tree = tree
        self.iteration = 0
        self.visits = 0
        self.seconds = 0.0
        self.only = EVERY_SEAT
        self.stands_for = 1  # how many workers' deals each deal counts for
        self.stack, self.last_street = self._bounds()
        self.closed = 0  # how often room was made
        self.holding_still = threading.Lock()
        """Held by who reads tables that grow while they are trained: meanwhile nothing is moved together."""
        self._claim = threading.Lock()
        self._stop = threading.Event()
        self._workers: list[threading.Thread] = []

    def _bounds(self) -> tuple[float, int]:
        """The largest stack, and the last street on which anything can happen."""
        if self.tables.rows.dense:
            return float(np.abs(self._tree.table.paid).max(initial=1)), int(self._tree.nodes[:, NODE_STREET].max())
        return float(self.tables.growth.plan.root[START : START + self._tree.seats].max()), STREETS - 1

    @property
    def tree(self) -> PublicTree:
        """The public tree, as far as it is known."""
        if self.tables.rows.dense:
            return self._tree
        return known_tree(self.tables, self._tree.buckets, self._tree.big_blind)

    @property
    def table(self) -> Floats:
        """Regrets and averages of dense tables, side by side."""
        return self.tables.rows.floats

    @property
    def bytes_taken(self) -> int:
        """What tree and tables take."""
        if self.tables.rows.dense:
            return self.table.nbytes + sum(array.nbytes for array in self._tree.table[:4])
        return bytes_taken(self.tables)

    @property
    def bytes_exchanged(self) -> int:
        """What went to and came from other machines."""
        return 0

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
        """Train for a time, for a number of iterations, or to the end of the run; whole iterations only."""
        last = self.settings.iterations if iterations is None else self.iteration + iterations
        until = time.perf_counter() + seconds
        self._run_until(until, last)
        while self._is_full and time.perf_counter() < until and self.iteration < last:
            with self.holding_still:
                make_room(self.tables)
            self.closed += 1
            self._run_until(until, last)

    @property
    def _is_full(self) -> bool:
        return bool(self.tables.growth.marks[FULL])

    def _run_until(self, until: float, last: int) -> None:
        """Train until a time or an iteration, or until the tables are full."""
        began, before = time.perf_counter(), self.seconds
        stop = self._stop = threading.Event()
        workers = [threading.Thread(target=self._work, args=(last, stop), daemon=True) for _ in range(self.threads)]
        self._workers = workers
        failures: list[BaseException] = []
        self._failures = failures
        for worker in workers:
            worker.start()
        try:
            while any(worker.is_alive() for worker in workers) and time.perf_counter() < until:
                workers[0].join(min(0.05, max(until - time.perf_counter(), 0.0)))
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
        scratch = WalkScratch.room(self.tables)
        try:
            while not stop.is_set() and not self._is_full:
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
            return int(walk_deals(self.tables, deals, self._how(number), first, self.only, scratch))

    def _how(self, number: int) -> WalkSettings:
        s, on_the_way = self.settings, self.averages_on_the_way
        pruning = s.prune_share if self.share_done >= s.prune_after else 0.0
        return WalkSettings(
            weight=float(number * self.stands_for),
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
        nodes = known_nodes(self.tables)
        slots = self._tree.slots if self.tables.rows.dense else self.bytes_taken // _BYTES_WATCHED
        stride = max(1, slots // _WATCHED_SLOTS)
        met, regret = survey(self.tables, nodes, stride)
        weight = self.iteration * (self.iteration + 1) / 2 * self.settings.mccfr_samples
        scale = max(weight, 1.0) * self.tree.big_blind
        return Found(int(met * stride), float(regret / max(met, 1) / scale))


@kernel
def survey(tables: Tables, count: int, stride: int) -> tuple[int, float]:
    """Of every `stride`-th node: infosets with a regret, and the sum of their greatest positive regrets."""
    nodes, regrets = tables.betting.nodes, np.zeros(MOST_ACTIONS)
    met, total = 0, 0.0
    for node in range(0, count, stride):
        width = nodes[node, NODE_WIDTH]
        for place in range(places_of_rows(tables, node) if nodes[node, NODE_ACTOR] >= 0 else 0):
            read_regrets(tables.rows, row_in(tables, node, place, width), width, regrets)
            seen, top = False, 0.0
            for k in range(width):
                seen |= regrets[k] != 0
                top = max(top, regrets[k])
            met += seen
            total += top
    return met, total
