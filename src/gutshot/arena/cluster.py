"""Chunks as tasks of a Ray cluster, or of a local Ray that is started for the match. Needs the extra `cluster`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gutshot.arena.chunk import PlayedChunk, play
from gutshot.cluster import connected_ray

if TYPE_CHECKING:
    from gutshot.arena.match import ChunkJob


class RayTasks:
    """Submits chunks; results come back as they were computed, bit for bit."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._play = ray.remote(play)

    def submit(self, job: "ChunkJob") -> Any:
        return self._play.remote(job.config, job.first, job.count, job.log)

    def result(self, handle: Any) -> PlayedChunk:
        played: PlayedChunk = self._ray.get(handle)
        return played


@contextmanager
def ray_tasks() -> Iterator[RayTasks]:
    """For as long as a match takes."""
    with connected_ray() as ray:
        yield RayTasks(ray)
