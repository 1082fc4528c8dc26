"""The coach at work beside play: one thread that grades decisions as they come, and old hands when it has time.

Play never waits for it. When more comes than it can do, decisions are left for later: a finished hand that nobody has
graded is found in the store.
"""

import asyncio
import contextlib
import queue
import threading
from dataclasses import dataclass

from gutshot.games.actions import Choice
from gutshot.trainer import records, store
from gutshot.trainer.grading import Graded, decisions, grade, grade_hand, worst_of
from gutshot.trainer.luck import adjusted_net
from gutshot.trainer.setup import YOU, TableSetup
from gutshot.trainer.store import Store
from gutshot.trainer.table import Deal, deal_hand
from gutshot.web.room import Room

_WAITING = 64
_IDLE = 2.0
_BATCH = 8


@dataclass(frozen=True)
class _Job:
    """One decision to grade, or with `step` None a whole finished hand."""

    room: Room
    setup: TableSetup
    deal: Deal
    choices: tuple[Choice, ...]
    step: int | None


class Grader:
    """Listens to rooms; `start` and `close` are called on the event loop."""

    def __init__(self, database: Store) -> None:
        self._store = database
        self._jobs: queue.Queue[_Job | None] = queue.Queue(_WAITING)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="gutshot-coach", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        with contextlib.suppress(queue.Full):
            self._jobs.put_nowait(None)
        self._thread.join()

    def decided(self, room: Room, hand: int, step: int) -> None:
        self._add(room, step)

    def finished(self, room: Room) -> None:
        self._add(room, None)

    def _add(self, room: Room, step: int | None) -> None:
        table = room.table
        with contextlib.suppress(queue.Full):
            self._jobs.put_nowait(_Job(room, table.setup, table.deal, tuple(table.choices), step))

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                job = self._jobs.get(timeout=_IDLE)
            except queue.Empty:
                self._catch_up()
                continue
            if job is None:
                return
            if job.step is None:
                grades = grade_hand(job.setup, job.deal, job.choices, job.room.grades)
                self._keep(job.room.id, job.setup, job.deal, job.choices, grades)
            else:
                self._grade(job)

    def _grade(self, job: _Job) -> None:
        for step, hand, choice in decisions(job.setup, job.deal, job.choices):
            if step == job.step:
                found = grade(hand.observation(hand.actor or 0), choice, job.deal.number, step)
                if self._loop is not None and not self._loop.is_closed():
                    self._loop.call_soon_threadsafe(job.room.graded, found)

    def _catch_up(self) -> None:
        """Grade finished hands that were left, until something new comes."""
        for row in records.ungraded(self._store, _BATCH):
            if self._stop.is_set() or not self._jobs.empty():
                return
            record = records.open_row(row)
            grades = grade_hand(record.setup, record.deal, record.choices)
            self._keep(row["table"], record.setup, record.deal, record.choices, grades)

    def _keep(
        self, table: str, setup: TableSetup, deal: Deal, choices: tuple[Choice, ...], grades: tuple[Graded, ...]
    ) -> None:
        self._store.submit(grading_write(table, setup, deal, choices, grades))


def grading_write(
    table: str, setup: TableSetup, deal: Deal, choices: tuple[Choice, ...], grades: tuple[Graded, ...]
) -> store.Write:
    """What is stored of a graded hand."""
    hand = deal_hand(setup, deal, choices)
    adjusted = adjusted_net(hand, deal.chairs.index(YOU)) / setup.schedule.levels[deal.level].big_blind
    lost = round(sum(graded.ev_lost for graded in grades), 3)
    return store.graded(table, deal.number, lost, worst_of(grades), [graded.to_json() for graded in grades], adjusted)
