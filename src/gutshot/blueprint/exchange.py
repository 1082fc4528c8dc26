"""Training by several workers: each walks deals of its own, and they share what they have learnt, round by round.

In a round each of W workers starts from the same tables, walks the deals of some iterations and hands back the pieces
of its tables that have changed. The changes are added up, and what differs from before goes to everybody. Within a
round a worker knows nothing of what the others learn. Were its own deals to count as in a single process, it would
adapt too slowly, and together they would go W times too far: Leduc, four workers, 20 rounds of 4 x 1,000 deals, comes
to a NashConv of 1.0 that way, and to 0.08 in a single process. So a worker's deals stand for those of all while it
walks, W times their weight, and count once when they are added up: 0.08 too.

Who did which share of a round is of no importance, so the share of a worker that has died is done again by another, and
the result depends on the number of shares alone. With one share it is that of a single process, bit for bit.
"""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.config import TrainingConfig
from gutshot.blueprint.deals import Dealer
from gutshot.blueprint.trainer import Trainer
from gutshot.blueprint.tree import PublicTree
from gutshot.errors import GutshotError
from gutshot.kernel import kernel
from gutshot.numeric.arrays import Floats, Ints32

PIECE = 16
"""Numbers of a table that travel together: a line of the processor's cache."""
_FOREVER = 1e12

Pieces = NDArray[np.float32]  # [pieces, PIECE]


class Changes(NamedTuple):
    """Pieces of a table, with what they hold now."""

    places: Ints32
    values: Pieces

    @property
    def nbytes(self) -> int:
        """What is sent."""
        return self.places.nbytes + self.values.nbytes


class Share(NamedTuple):
    """Iterations for one worker: those after `first`, how far the run is in seconds, and how many shares there are."""

    first: int
    iterations: int
    seconds: float
    of: int


class Learnt(NamedTuple):
    """What a worker brings back from a share."""

    changes: Changes
    visits: int


class CrewLost(GutshotError):
    """All workers are gone and none can be replaced, or each that starts dies."""


class Crew(Protocol):
    """The workers of a run. `sent` and `received` count the bytes that went to and came from them."""

    count: int
    sent: int
    received: int

    def work(self, shares: Sequence[Share], news: Changes, table: Floats) -> list[Learnt]:
        """Do the shares of a round, each from `table`; `news` is how that differs from the round before."""
        ...


@kernel
def _count_changes(table: Floats, base: Floats) -> int:
    count, at = 0, 0
    while at < len(table):
        if table[at] != base[at]:
            count += 1
            at += PIECE - at % PIECE
        else:
            at += 1
    return count


@kernel
def _take_changes(table: Floats, base: Floats, places: Ints32, values: Pieces) -> None:
    count, at = 0, 0
    while at < len(table):
        if table[at] != base[at]:
            first = at - at % PIECE
            places[count] = at // PIECE
            for k in range(min(PIECE, len(table) - first)):
                values[count, k] = table[first + k]
            count += 1
            at = first + PIECE
        else:
            at += 1


def changes_of(table: Floats, base: Floats) -> Changes:
    """The pieces in which two tables differ, with the values of the first."""
    count = int(_count_changes(table, base))
    found = Changes(np.zeros(count, np.int32), np.zeros((count, PIECE), np.float32))
    _take_changes(table, base, *found)
    return found


@kernel
def put(table: Floats, places: Ints32, values: Pieces) -> None:
    """Replace pieces."""
    for number in range(len(places)):
        first = places[number] * PIECE
        for k in range(min(PIECE, len(table) - first)):
            table[first + k] = values[number, k]


@kernel
def _put_back(table: Floats, base: Floats, places: Ints32) -> None:
    for place in places:
        first = place * PIECE
        for k in range(first, min(first + PIECE, len(table))):
            table[k] = base[k]


@kernel
def add(table: Floats, base: Floats, shares: int, places: Ints32, values: Pieces) -> None:
    """Add one of so many shares of what pieces have gained since `base`; a single one comes out as it is."""
    for number in range(len(places)):
        first = places[number] * PIECE
        for k in range(min(PIECE, len(table) - first)):
            gained = np.float64(values[number, k]) - np.float64(base[first + k])
            table[first + k] = np.float32(np.float64(table[first + k]) + gained / shares)


class Worker:
    """A process of its own, with tables of its own. It keeps those of the round's beginning beside them."""

    def __init__(self, make: Callable[[], Trainer]) -> None:
        self._trainer = make()
        self._base = self._trainer.table.copy()
        self._mine = np.zeros(0, np.int32)

    def load(self, table: Floats) -> None:
        """Begin from these tables."""
        self._trainer.table[:] = self._base[:] = table
        self._mine = np.zeros(0, np.int32)

    def work(self, share: Share, news: Changes) -> Learnt:
        """Take up the news of the round before in place of one's own, and do a share."""
        trainer = self._trainer
        _put_back(trainer.table, self._base, self._mine)
        put(trainer.table, *news)
        put(self._base, *news)
        trainer.iteration, trainer.seconds, trainer.stands_for = share.first, share.seconds, share.of
        before = trainer.visits
        trainer.run(_FOREVER, share.iterations)
        changes = changes_of(trainer.table, self._base)
        self._mine = changes.places
        return Learnt(changes, trainer.visits - before)


class SharedTrainer(Trainer):
    """A run whose iterations are walked by a crew; dense tables only, since those mean the same to everybody."""

    def __init__(self, tree: PublicTree, dealer: Dealer, settings: TrainingConfig, crew: Crew) -> None:
        super().__init__(tree, dealer, settings)
        self.crew = crew
        self._base: Floats | None = None
        self._news = Changes(np.zeros(0, np.int32), np.zeros((0, PIECE), np.float32))

    @property
    def threads(self) -> int:
        """Of all workers together."""
        return self.crew.count * super().threads

    @property
    def bytes_exchanged(self) -> int:
        """What went to the workers and came from them."""
        return self.crew.sent + self.crew.received

    def _run_until(self, until: float, last: int) -> None:
        """Whole rounds until a time or an iteration."""
        while time.perf_counter() < until and self.iteration < last:
            began = time.perf_counter()
            self._round(last)
            self.seconds += time.perf_counter() - began

    def _round(self, last: int) -> None:
        if self._base is None:
            self._base = self.table.copy()
        shares = self._shares(last)
        found = self.crew.work(shares, self._news, self._base)
        for learnt in found:
            add(self.table, self._base, len(shares), *learnt.changes)
            self.visits += learnt.visits
        self._news = changes_of(self.table, self._base)
        put(self._base, *self._news)
        self.iteration = shares[-1].first + shares[-1].iterations

    def _shares(self, last: int) -> list[Share]:
        """The next iterations, cut for every worker."""
        each, first = self.settings.exchange_iterations, self.iteration
        counts = [min(each, last - begin) for begin in range(first, last, each)[: self.crew.count]]
        return [Share(first + place * each, count, self.seconds, len(counts)) for place, count in enumerate(counts)]
