"""Local best response against any heads-up strategy, on several processes, kept in a folder and resumed.

Every hand follows from its number alone, and hands are added in order: the number of processes, interruptions and
later additions change only the time. Hands after the first missing one are not counted. Where hands share
boards, boards are numbered, and the mean of a board's hands stands for it.
"""

import hashlib
import json
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np

from gutshot import artifacts
from gutshot.agents import open_strategy
from gutshot.arguments import checked
from gutshot.blueprint.local_best_response import (
    LocalBestResponse,
    PlayedHands,
    require_hands,
    stack_of,
    summarise,
)
from gutshot.blueprint.responder import MeasuredHand, play_board, play_hand
from gutshot.blueprint.response_settings import SIX_SIZES, ResponseSetting, response_setting
from gutshot.errors import BadConfig, GutshotError
from gutshot.numeric.threads import thread_count
from gutshot.strategies.asked_opponent import opponent_of
from gutshot.strategies.blueprint_strategy import BlueprintStrategy
from gutshot.strategies.depth_set import DepthSet
from gutshot.strategies.strategy import Strategy

KIND = "local-best-response"
_SAVE_EVERY_S = 5.0
_HANDS_AT_A_TIME = 4
MOST_PER_BOARD = 500
_IN_FLIGHT = 3
_TABLES_FROM = 200

Progress = Callable[[LocalBestResponse], None]
"""Told now and then where the measurement stands."""


@checked
def local_best_response(
    strategy: Strategy | str | os.PathLike[str],
    *,
    setting: str = SIX_SIZES.name,
    stack: int | None = None,
    hands: int = 2000,
    seed: int = 0,
    per_board: int = 1,
    processes: int | None = 1,
    out: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> LocalBestResponse:
    """What a local best response wins from a strategy, an opened one or one of the catalogue: a lower bound.

    `stack` is in big blinds, by default the strategy's own. `per_board` hands share a board and are worth one to the
    interval; `hands` is rounded up to whole boards. With `out` the hands are kept there, and earlier ones of
    the same measurement count. Ctrl-C ends it with the hands played so far. Several processes (None: one for each core)
    open the strategy by its name; a script that asks for them needs the usual `if __name__ == "__main__":`.
    """
    require_hands(hands)
    workers, found = thread_count(processes), _opened(strategy)
    duel, boards = Duel(found, response_setting(setting), stack, seed, per_board), max(-(-hands // per_board), 2)
    kept = _Kept(None if out is None else Path(out), duel.identity(_told(strategy, found)))
    try:
        if kept.count < boards:
            _prepare(found, hands - kept.count * per_board)
            for part in _parts(duel, strategy, workers, kept.count, boards):
                kept.add(part)
                if progress and kept.count > 1:
                    progress(duel.summary(kept.hands))
    except KeyboardInterrupt:
        if kept.count < 2:
            raise
    finally:
        kept.save()
    return duel.summary(kept.hands)


class Duel:
    """A strategy, and a responder who plays any of the numbered hands, or boards, against it."""

    def __init__(
        self, strategy: Strategy, setting: ResponseSetting, stack: int | None, seed: int, per_board: int = 1
    ) -> None:
        if not 0 <= seed < 1 << 63:
            raise BadConfig(f"seed {seed}: expected a number from 0 to 2**63 - 1")
        if not 1 <= per_board <= MOST_PER_BOARD:
            raise BadConfig(f"{per_board} hands a board: expected 1 to {MOST_PER_BOARD}")
        self.setting, self.asked_stack, self.seed, self.per_board = setting, stack, seed, per_board
        self.opponent = opponent_of(strategy, stack)

    def play(self, first: int, count: int) -> PlayedHands:
        """So many hands from the first."""
        return PlayedHands.of([self._play(first + i) for i in range(count)])

    def _play(self, number: int) -> MeasuredHand:
        if self.per_board == 1:
            return play_hand(self.opponent, self.setting, self.seed, number)
        return play_board(self.opponent, self.setting, self.seed, number, self.per_board)

    def summary(self, hands: PlayedHands) -> LocalBestResponse:
        """Their rate with its interval."""
        return summarise(hands, self.setting.name, stack_of(self.opponent), self.seed, self.per_board)

    def identity(self, strategy: dict[str, Any]) -> dict[str, Any]:
        """What hands must have in common to be added up, as JSON."""
        shared = {"per_board": self.per_board} if self.per_board > 1 else {}
        return {
            "strategy": strategy,
            "setting": self.setting.name,
            "stack": stack_of(self.opponent),
            "seed": self.seed,
            **shared,
        }


def _opened(strategy: Strategy | str | os.PathLike[str]) -> Strategy:
    return open_strategy(strategy) if isinstance(strategy, str | os.PathLike) else strategy


def _told(strategy: Strategy | str | os.PathLike[str], found: Strategy) -> dict[str, Any]:
    """A strategy's name, and a digest of how it was made: another training run is another strategy."""
    about = found.describe()
    made = json.dumps([about.kind, about.config, about.quality], sort_keys=True, default=str)
    name = os.fspath(strategy) if isinstance(strategy, str | os.PathLike) else about.title
    return {"name": name, "made": hashlib.sha256(made.encode()).hexdigest()[:16]}


def _prepare(strategy: Strategy, hands: int) -> None:
    """Tables of buckets pay for themselves in long runs; opened before processes are, they are built once."""
    strategy = strategy.alone_at() if isinstance(strategy, DepthSet) else strategy
    if isinstance(strategy, BlueprintStrategy) and strategy.blueprint.tree.buckets[1] > 1 and hands >= _TABLES_FROM:
        strategy.blueprint.abstraction.open_tables()


def _parts(
    duel: Duel, strategy: Strategy | str | os.PathLike[str], workers: int, first: int, hands: int
) -> Iterator[PlayedHands]:
    """The hands from `first` on, in their order."""
    at_a_time = max(_HANDS_AT_A_TIME // duel.per_board, 1)
    jobs = [(at, min(at_a_time, hands - at)) for at in range(first, hands, at_a_time)]
    if workers == 1:
        yield from (duel.play(*job) for job in jobs)
        return
    if not isinstance(strategy, str | os.PathLike):
        raise BadConfig(f"{workers} processes open a strategy by its name: give a name, or use one process")
    told = (os.fspath(strategy), duel.setting, duel.asked_stack, duel.seed, duel.per_board, hands - first)
    with _pool(workers, told) as pool:
        waiting: deque[Future[PlayedHands]] = deque()
        for job in jobs:
            waiting.append(pool.submit(_play, *job))
            if len(waiting) >= _IN_FLIGHT * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextmanager
def _pool(workers: int, told: tuple[Any, ...]) -> Iterator[ProcessPoolExecutor]:
    """Processes that have opened the strategy; leaving early does not wait for hands under way."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, told)
    try:
        yield pool
    except BrokenProcessPool:
        raise GutshotError("a process that played hands was killed: the hands played before that are kept") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()


_DUEL: list[Duel] = []


def _begin(name: str, setting: ResponseSetting, stack: int | None, seed: int, per_board: int, hands: int) -> None:
    """Start a process; Ctrl-C is handled by the process that gathers the hands."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    strategy = open_strategy(name)
    _prepare(strategy, hands)
    _DUEL.append(Duel(strategy, setting, stack, seed, per_board))


def _play(first: int, count: int) -> PlayedHands:
    return _DUEL[0].play(first, count)


class _Kept:
    """The hands so far, in a folder if there is one."""

    def __init__(self, path: Path | None, identity: dict[str, Any]) -> None:
        self._path, self._identity, self._saved_at = path, identity, time.monotonic()
        self._parts: list[PlayedHands] = [PlayedHands.of([])]
        if path is not None and (path / artifacts.MANIFEST).is_file():
            self._parts = [self._read(path)]
        elif path is not None:
            artifacts.require_writable(path, KIND)
        self.count = self._saved = len(self._parts[0])

    def _read(self, path: Path) -> PlayedHands:
        found = artifacts.load(path, KIND)
        if found.config != self._identity:
            raise BadConfig(
                f"the hands in {str(path)!r} are of another run: {_difference(found.config, self._identity)}"
            )
        return PlayedHands(*(np.array(found.arrays[name]) for name in ("won", "luck", "known")))

    @property
    def hands(self) -> PlayedHands:
        self._parts = [reduce(add, self._parts)]
        return self._parts[0]

    def add(self, part: PlayedHands) -> None:
        self._parts.append(part)
        self.count += len(part)
        if time.monotonic() - self._saved_at > _SAVE_EVERY_S:
            self.save()

    def save(self) -> None:
        """Write what has been added since the last time."""
        if self._path is not None and self.count > self._saved:
            arrays = {"won": self.hands.won, "luck": self.hands.luck, "known": self.hands.known}
            artifacts.save(self._path, KIND, arrays, self._identity, summary={"hands": self.count})
            self._saved, self._saved_at = self.count, time.monotonic()


def _difference(old: dict[str, Any], new: dict[str, Any]) -> str:
    name = next(name for name in {**old, **new} if old.get(name) != new.get(name))
    return f"its {name} was {old.get(name)!r}, now {new.get(name)!r}"
