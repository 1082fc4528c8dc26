"""Changes of jobs for one page: the latest of each job, so that a slow page never falls behind."""

import asyncio
from collections.abc import Callable
from types import TracebackType

from gutshot.trainer.jobs.record import Job
from gutshot.trainer.jobs.runner import Runner

Change = tuple[str, Job | None]


class Feed:
    """A context in which changes are gathered; `next` waits for some. None stands for a job that is gone."""

    def __init__(self, runner: Runner, wanted: Callable[[Job], bool]) -> None:
        self._runner, self._wanted = runner, wanted
        self._loop = asyncio.get_running_loop()
        self._known: set[str] = set()
        self._changes: dict[str, Job | None] = {}
        self._some = asyncio.Event()

    def __enter__(self) -> "Feed":
        self._leave = self._runner.listen(self._heard)
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._leave()

    def knows(self, job: Job) -> None:
        """The page has this one already: tell it when the job goes."""
        self._known.add(job.id)

    def _heard(self, job: Job | None, identity: str) -> None:
        """On any thread."""
        self._loop.call_soon_threadsafe(self._put, job, identity)

    def _put(self, job: Job | None, identity: str) -> None:
        if identity in self._known if job is None else self._wanted(job):
            self._known.add(identity)
            self._changes[identity] = job
            self._some.set()

    async def next(self) -> list[Change]:
        """Wait for changes."""
        await self._some.wait()
        self._some.clear()
        changes, self._changes = list(self._changes.items()), {}
        return changes
