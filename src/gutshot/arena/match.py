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
from gutshot.cluster import require_engine
from gutshot.errors import BadConfig
from gutshot.numeric.threads import thread_count

Progress = Callable[[Report], None]
"""Told after every chunk where the match stands."""

_IN_FLIGHT = 2


@dataclass(frozen=True)
class ChunkJob:
    """A chunk to be played."""

    config: MatchConfig
    first: int
    count: int
    log: bool


class Engine(Protocol):
    """Where chunks are played; `at_once` is how many of them."""

    at_once: int

    def submit(self, job: ChunkJob) -> Any:
        """Have a chunk played."""
        ...

    def result(self, handle: Any) -> PlayedChunk:
        """Wait until it is."""
        ...


class Keeper(Protocol):
    """Keeps a match on disk: every chunk is written, then the sums that include it are kept."""

    sums: Tally | None

    def write(self, played: PlayedChunk) -> None:
        """The hands of a chunk."""
        ...

    def keep(self, sums: Tally) -> None:
        """The sums up to and with that chunk."""
        ...

    def finish(self, report: Report, sums: Tally) -> None:
        """The report of what was played."""
        ...


class _Threads:
    """Chunks on threads of this process; compiled play holds no lock."""

    def __init__(self, threads: int, players: Sequence[Agent] | None) -> None:
        self.at_once = 1 if players is not None else threads
        self.pool, self._players = ThreadPoolExecutor(self.at_once), players

    def submit(self, job: ChunkJob) -> Future[PlayedChunk]:
        return self.pool.submit(play, job.config, job.first, job.count, job.log, self._players)

    def result(self, handle: Future[PlayedChunk]) -> PlayedChunk:
        return handle.result()


@contextmanager
def open_engine(name: str, threads: int, players: Sequence[Agent] | None = None) -> Iterator[Engine]:
    """Threads here, or tasks of a Ray cluster."""
    if require_engine(name) == "ray":
        from gutshot.arena.cluster import ray_tasks

        with ray_tasks(players) as tasks:
            yield tasks
        return
    workers = _Threads(threads, players)
    try:
        yield workers
    finally:
        workers.pool.shutdown(wait=True, cancel_futures=True)


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

    `players` are agents to use instead of making `config.agents` by name; they keep their state between hands; on
    Ray each chunk of hands is played by copies of them. Without a number of `threads` there is one for every core.
    """
    workers_wanted = thread_count(threads)
    if players is None and config.free_names:
        raise BadConfig("with free_names the players must be passed: expected players=[...]")
    if players is not None:
        _require_players(config, players)
    sums = (keeper and keeper.sums) or Tally.empty(config)
    spots: dict[str, Counter[str]] = {}
    try:
        with open_engine(engine, workers_wanted, players) as workers:
            for played in _in_order(workers, _jobs(config, sums.played, players is None, log)):
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


def _in_order(workers: Engine, jobs: Iterator[ChunkJob]) -> Iterator[PlayedChunk]:
    """Results in the order of the jobs, with a few jobs in flight at a time."""
    waiting: deque[Any] = deque()
    for job in jobs:
        waiting.append(workers.submit(job))
        if len(waiting) >= _IN_FLIGHT * workers.at_once:
            yield workers.result(waiting.popleft())
    while waiting:
        yield workers.result(waiting.popleft())
