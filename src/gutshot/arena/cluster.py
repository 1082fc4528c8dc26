"""Chunks as tasks of a Ray cluster, or of a local Ray that is started for the match. Needs the extra `cluster`."""

import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gutshot.agents.agent import Agent
from gutshot.arena.chunk import PlayedChunk, play
from gutshot.arena.config import MatchConfig
from gutshot.cluster import connected_ray, processors

if TYPE_CHECKING:
    from gutshot.arena.match import ChunkJob


def play_sent(config: MatchConfig, first: int, count: int, log: bool, players: bytes | None) -> PlayedChunk:
    """On a worker. Players come pickled by the process that runs the match: arrays that Ray sends cannot be written."""
    return play(config, first, count, log, None if players is None else pickle.loads(players))


class RayTasks:
    """Submits chunks; results come back as they were computed, bit for bit."""

    def __init__(self, ray: Any, players: Sequence[Agent] | None) -> None:
        self._ray, self.at_once = ray, processors(ray)
        self._play = ray.remote(play_sent)
        self._players = None if players is None else ray.put(ray.cloudpickle.dumps(list(players)))

    def submit(self, job: "ChunkJob") -> Any:
        """To any worker of the cluster."""
        return self._play.remote(job.config, job.first, job.count, job.log, self._players)

    def result(self, handle: Any) -> PlayedChunk:
        """From wherever it was played."""
        played: PlayedChunk = self._ray.get(handle)
        return played


@contextmanager
def ray_tasks(players: Sequence[Agent] | None) -> Iterator[RayTasks]:
    """For as long as a match takes."""
    with connected_ray() as ray:
        yield RayTasks(ray, players)
