"""Running a match: chunks in parallel, sums in order, interruptible and resumable.

The same config gives the same report for any number of threads, on this machine or on a Ray cluster, in one go or
resumed: chunks are cut by the config alone and added in the order of their hands.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from gutshot.agents.agent import Agent
from gutshot.arena.chunk import PlayedChunk, all_builtin, play
from gutshot.arena.config import MatchConfig
from gutshot.arena.report import Report, make_report
from gutshot.arena.schedule import chunk_hands, total_hands
from gutshot.arena.tally import Tally, tally
from gutshot.arguments import checked
from gutshot.errors import BadConfig
from gutshot.numeric.threads import thread_count

Progress = Callable[[Report], None]
"""Told after every chunk where the match stands."""

_IN_FLIGHT = 2
ENGINES = ("local", "ray")


@dataclass(frozen=True)
class ChunkJob:
    """A chunk to be played."""

    config: MatchConfig
    first: int
    count: int
    log: bool


class Engine(Protocol):
    """Where chunks are played."""

    def submit(self, job: ChunkJob) -> Any: ...

    def result(self, handle: Any) -> PlayedChunk: ...


class Keeper(Protocol):
    """Keeps a match on disk: every chunk is written, then the sums that include it are kept."""

    sums: Tally | None

    def write(self, played: PlayedChunk) -> None: ...

    def keep(self, sums: Tally) -> None: ...

    def finish(self, report: Report, sums: Tally) -> None: ...


class _Threads:
    """Chunks on threads of this process; compiled play holds no lock."""

    def __init__(self, pool: ThreadPoolExecutor, players: Sequence[Agent] | None) -> None:
        self._pool, self._players = pool, players

    def submit(self, job: ChunkJob) -> Future[PlayedChunk]:
        return self._pool.submit(play, job.config, job.first, job.count, job.log, self._players)

    def result(self, handle: Future[PlayedChunk]) -> PlayedChunk:
        return handle.result()


@contextmanager
def open_engine(name: str, threads: int, players: Sequence[Agent] | None = None) -> Iterator[Engine]:
    """Threads here, or tasks of a Ray cluster."""
    if name == "ray":
        from gutshot.arena.cluster import ray_tasks

        if players is not None:
            raise BadConfig("the ray engine makes its agents by name: players cannot be passed to it")
        with ray_tasks() as tasks:
            yield tasks
        return
    if name != "local":
        raise BadConfig(f"unknown engine {name!r}: expected local or ray")
    pool = ThreadPoolExecutor(1 if players is not None else threads)
    try:
        yield _Threads(pool, players)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@checked
def run_match(
    config: MatchConfig,
    *,
    threads: int | None = 1,
    engine: str = "local",
    players: Sequence[Agent] | None = None,
    progress: Progress | None = None,
    keeper: Keeper | None = None,
    log: bool = False,
) -> Report:
    """Play a match, or the rest of it after the sums of `keeper`. Ctrl-C ends it with the hands played so far.

    `players` are agents to use instead of making `config.agents` by name; they keep their state between hands.
    Without a number of `threads` there is one for every core.
    """
    workers_wanted = thread_count(threads)
    if players is None and config.free_names:
        raise BadConfig("these names are free: pass the players that they stand for")
    if players is not None:
        _require_players(config, players)
    sums = (keeper and keeper.sums) or Tally.empty(config)
    spots: dict[str, Counter[str]] = {}
    try:
        with open_engine(engine, workers_wanted, players) as workers:
            for played in _in_order(workers, _jobs(config, sums.played, players is None, log), workers_wanted):
                if keeper:
                    keeper.write(played)
                sums = sums + tally(config, played)
                for name, counts in played.spots.items():
                    spots[name] = spots.get(name, Counter()) + counts
                if keeper:
                    keeper.keep(sums)
                if progress:
                    progress(make_report(config, sums))
    except KeyboardInterrupt:
        pass
    plain = {name: {str(way): count for way, count in counts.items()} for name, counts in spots.items()}
    report = replace(make_report(config, sums), spots=plain)
    if keeper:
        keeper.finish(report, sums)
    return report


def _require_players(config: MatchConfig, players: Sequence[Agent]) -> None:
    """One for each name, each playing the match's game: compiled code trusts both."""
    if len(players) != len(config.agents):
        raise BadConfig(f"{len(players)} players for {len(config.agents)} agents: expected one for each")
    for player in players:
        plays = getattr(player, "variants", None)
        if plays is not None and config.variant not in plays:
            raise BadConfig(f"agent {player.name!r} plays {' and '.join(plays)}, not {config.variant}")


def _jobs(config: MatchConfig, first: int, by_name: bool, log: bool) -> Iterator[ChunkJob]:
    size = chunk_hands(config, by_name and all_builtin(config))
    for start in range(first, total_hands(config), size):
        yield ChunkJob(config, start, size, log)


def _in_order(workers: Engine, jobs: Iterator[ChunkJob], threads: int) -> Iterator[PlayedChunk]:
    """Results in the order of the jobs, with a few jobs in flight at a time."""
    waiting: deque[Any] = deque()
    for job in jobs:
        waiting.append(workers.submit(job))
        if len(waiting) >= _IN_FLIGHT * threads:
            yield workers.result(waiting.popleft())
    while waiting:
        yield workers.result(waiting.popleft())
