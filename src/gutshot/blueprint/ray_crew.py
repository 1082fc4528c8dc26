"""Workers of a training run as actors of a Ray cluster, or of a local Ray started for it. Needs the extra `cluster`.

A worker that dies is replaced; what it had in hand is done by whoever is free first. What is new starts from the whole
table, the others from what differs. A replacement for which the cluster has no room any more is given up after a while,
and the run goes on with those who are left.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from gutshot.blueprint.config import BlueprintConfig
from gutshot.blueprint.exchange import Changes, CrewLost, Learnt, Share, Worker
from gutshot.blueprint.setup import worker_trainer
from gutshot.blueprint.trainer import Trainer
from gutshot.cluster import connected_ray, processors
from gutshot.errors import BadConfig
from gutshot.numeric.arrays import Floats

_log = logging.getLogger(__name__)
_PATIENCE = 300.0
"""Seconds without an answer after which workers that have never given one are given up."""
_LEAST_PATIENCE = 3
"""Workers in a row that may die without one share done, before it is the work that kills them."""


class RayCrew:
    """So many actors, each with tables of its own."""

    def __init__(self, ray: Any, make: Callable[[], Trainer], count: int, threads: int, patience: float = _PATIENCE):
        self._ray, self._make, self._patience = ray, make, patience
        self._actor = ray.remote(num_cpus=threads)(Worker)
        self.count = count
        self.sent = self.received = 0
        self.actors: dict[int, Any] = {slot: self._actor.remote(make) for slot in range(count)}
        self._knows = dict.fromkeys(self.actors, -1)  # the round whose beginning a worker has; -1: it has nothing
        self._round = 0
        self._deaths = 0

    def work(self, shares: Sequence[Share], news: Changes, table: Floats) -> list[Learnt]:
        """The answers in the order of the shares, whoever gave them."""
        self._round += 1
        todo, free = deque(enumerate(shares)), deque(self.actors)
        running: dict[Any, tuple[int, int]] = {}
        found: dict[int, Learnt] = {}
        self._whole, self._news = _Once(self._ray, table), _Once(self._ray, news)
        while len(found) < len(shares):
            while todo and free:
                slot, (place, share) = free.popleft(), todo.popleft()
                running[self._ask(slot, share)] = slot, place
            ready, _ = self._ray.wait(list(running), timeout=self._patience)
            for handle in ready or self._hopeless(running, bool(free)):
                slot, place = running.pop(handle)
                answer = self._answer(slot, handle) if ready else None
                if answer is None:
                    todo.append((place, shares[place]))
                else:
                    found[place] = answer
                if slot in self.actors:
                    free.append(slot)
        return [found[place] for place in range(len(shares))]

    def _ask(self, slot: int, share: Share) -> Any:
        """Send a share; with the whole table first to one that does not have the round before."""
        actor = self.actors[slot]
        if self._knows[slot] < self._round - 1 or self._knows[slot] < 0:
            actor.load.remote(self._whole.reference)
            self.sent += self._whole.value.nbytes
        self.sent += self._news.value.nbytes
        return actor.work.remote(share, self._news.reference)

    def _answer(self, slot: int, handle: Any) -> Learnt | None:
        """What a worker brings; None if it has died, and then another is started in its place."""
        try:
            learnt: Learnt = self._ray.get(handle)
        except self._ray.exceptions.RayActorError:
            self._replace(slot)
            return None
        self._deaths, self._knows[slot] = 0, self._round
        self.received += learnt.changes.nbytes
        return learnt

    def _replace(self, slot: int) -> None:
        self._deaths += 1
        if self._deaths >= _LEAST_PATIENCE + self.count:
            raise CrewLost(f"{self._deaths} workers died one after another: resume when the machines are well again")
        _log.warning("worker %d has died: its share is done again", slot + 1)
        self.actors[slot], self._knows[slot] = self._actor.remote(self._make), -1

    def _hopeless(self, running: dict[Any, tuple[int, int]], others_are_free: bool) -> list[Any]:
        """Nobody has answered for a while: those that have never answered and are given up; the rest is at work."""
        waiting = [handle for handle, (slot, _) in running.items() if self._knows[slot] < 0]
        if not others_are_free and len(waiting) < len(running):
            return []
        if not others_are_free and self._deaths == 0:
            return []  # all are starting: imports and tables take their time
        if not others_are_free:
            raise CrewLost("no worker is left and the cluster has no room for another: resume when it has")
        for handle in waiting:
            slot = running[handle][0]
            self._ray.kill(self.actors.pop(slot))
            _log.warning("no room for another worker in place of the one that died: %d go on", len(self.actors))
        return waiting


class _Once:
    """A value that is put into Ray's store when somebody needs it."""

    def __init__(self, ray: Any, value: Any) -> None:
        self._ray, self.value = ray, value
        self._reference: Any = None

    @property
    def reference(self) -> Any:
        if self._reference is None:
            self._reference = self._ray.put(self.value)
        return self._reference


@contextmanager
def ray_crew(config: BlueprintConfig, workers: int | None) -> Iterator[RayCrew]:
    """Workers for a run, of `training.threads` each; by default as many as the cluster has room for."""
    threads = 1 if config.training.deterministic else config.training.threads or 1
    with connected_ray() as ray:
        room = processors(ray) // threads
        count = room if workers is None else workers
        if not 1 <= count <= room:
            raise BadConfig(f"{count} workers with {threads} threads each: this Ray has room for {room}")
        yield RayCrew(ray, partial(worker_trainer, config), count, threads)
