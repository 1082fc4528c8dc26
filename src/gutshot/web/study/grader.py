"""The coach's grades beside play: decisions are graded as they are made, old hands when there is time.

Play never waits for it. When there is too much to do, decisions are left for later: a finished hand that nobody has
graded is found in the store.
"""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass

from gutshot.coach.effort import EASY, GRADE, Diligence, Effort
from gutshot.coach.grading import Graded, grade, worst_of
from gutshot.coach.judge import prepare
from gutshot.games.actions import Choice
from gutshot.games.hand import Hand
from gutshot.games.variants import Game
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.records import history as records
from gutshot.trainer.records import store
from gutshot.trainer.records.luck import adjusted_net
from gutshot.trainer.records.store import Store, Write
from gutshot.trainer.table.graded_hands import decisions, grade_hand, prizes_of
from gutshot.trainer.table.setup import YOU, TableSetup
from gutshot.trainer.table.table import Deal, Table, deal_hand
from gutshot.web.table.room import Room

_log = logging.getLogger(__name__)
_WAITING = 64
_IDLE = 2.0
_GLANCE = 0.05
_BATCH = 8


@dataclass(frozen=True)
class FinishedHand:
    """A hand, or its beginning."""

    setup: TableSetup
    deal: Deal
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class GradedHand:
    """The grades of a finished hand, and its result without the luck of an all-in."""

    grades: tuple[Graded, ...]
    adjusted_bb: float

    def write(self, table: str, number: int) -> Write:
        lost = round(sum(graded.ev_lost for graded in self.grades), 3)
        grades = [graded.to_json() for graded in self.grades]
        return store.graded(table, number, lost, worst_of(self.grades), grades, self.adjusted_bb)


def judge(played: FinishedHand, known: Sequence[Graded] = (), effort: Effort = GRADE) -> GradedHand:
    """Grade a finished hand; decisions graded before are not graded again."""
    hand = deal_hand(played.setup, played.deal, played.choices)
    big_blind = played.setup.schedule.levels[played.deal.level].big_blind
    adjusted = _adjusted(hand, played.deal) / big_blind
    return GradedHand(grade_hand(played.setup, played.deal, played.choices, known, effort), adjusted)


def _adjusted(hand: Hand, deal: Deal) -> float:
    """The person's result without the luck of an all-in; as it was where a live opponent's cards are made up."""
    seat = deal.chairs.index(YOU)
    net = hand.payoffs[seat] if deal.net is None else deal.net
    if any(hand.live[place] and chair in deal.hidden for place, chair in enumerate(deal.chairs)):
        return float(net)
    return adjusted_net(hand, seat) + net - hand.payoffs[seat]


def grade_step(played: FinishedHand, step: int, effort: Effort = GRADE) -> Graded | None:
    """Grade the person's choice after `step` others; None where no strategy knows the spot."""
    hand, choice = next(
        (hand, choice) for at, hand, choice in decisions(played.setup, played.deal, played.choices) if at == step
    )
    prizes = prizes_of(played.setup, played.deal)
    return grade(hand.observation(hand.actor or 0), choice, played.deal.number, step, effort, prizes)


def is_solved(hand: Hand) -> bool:
    """Whether the coach solves decisions like this."""
    return hand.rules.name == Game.HOLDEM and hand.street > 0 and sum(hand.live) in (2, 3)


def is_left_to_few(table: Table, seat: int) -> bool:
    """Whether the person, at this seat, and one or two others go on after the flop."""
    return not table.is_hand_over and table.hand.live[seat] and is_solved(table.hand)


def is_to_open(table: Table, seat: int) -> bool:
    """Whether the person, at this seat, is still in a hand of hold'em before the flop."""
    hand = table.hand
    return not table.is_hand_over and hand.live[seat] and hand.rules.name == Game.HOLDEM and hand.street == 0


class Grader:
    """Listens to rooms; `start` and `close` are called on the event loop."""

    def __init__(
        self, database: Store, coach: Helpers, solver: Helpers | None = None, diligence: Diligence = EASY
    ) -> None:
        self._store = database
        self._coach = coach
        self._effort = diligence.grade
        self._solver = solver or coach
        self._preparing: Future[bool] | None = None
        self._jobs: queue.Queue[tuple[Room, FinishedHand, int | None] | None] = queue.Queue(_WAITING)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="gutshot-grader", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._given_up: set[tuple[str, int]] = set()  # hands that could not be judged

    def start(self) -> None:
        """Begin to grade what comes."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close(self) -> None:
        """Stop, and the coach with it: what is being judged now is judged after the next start."""
        self._stop.set()
        self._coach.close()
        self._solver.close()
        with contextlib.suppress(queue.Full):
            self._jobs.put_nowait(None)
        self._thread.join()

    def decided(self, room: Room, hand: int, step: int) -> None:
        self._add(room, step)

    def finished(self, room: Room) -> None:
        self._add(room, None)

    def moved(self, room: Room) -> None:
        """Begin to solve what the person has to decide, or will have to on this street."""
        table = room.table
        seat = table.seat_of(YOU)
        if self._effort.solves_from is None or seat is None:
            return
        prizes = prizes_of(table.setup, table.deal)
        if not is_left_to_few(table, seat) and not (prizes and is_to_open(table, seat)):
            return
        if self._preparing is None or self._preparing.done():
            seen = table.hand.observation(seat)
            self._preparing = self._solver.start(prepare, seen, prizes)

    def _add(self, room: Room, step: int | None) -> None:
        table = room.table
        with contextlib.suppress(queue.Full):
            self._jobs.put_nowait((room, FinishedHand(table.setup, table.deal, tuple(table.choices)), step))

    def _work(self) -> None:
        with contextlib.suppress(CancelledError):
            while not self._stop.is_set():
                if not self._do_next(_IDLE):
                    with self._whatever_goes_wrong():
                        self._catch_up()

    @contextlib.contextmanager
    def _whatever_goes_wrong(self) -> Iterator[None]:
        """One hand that cannot be judged must not end the judging of all others."""
        try:
            yield
        except CancelledError:
            raise
        except Exception as error:
            if not self._stop.is_set():
                _log.warning("could not grade a hand: %r", error)

    def _do_next(self, patience: float) -> bool:
        """Grade what comes from the tables; False if nothing comes."""
        try:
            job = self._jobs.get(timeout=patience)
        except queue.Empty:
            return False
        if job is not None:
            with self._whatever_goes_wrong():
                self._do(*job)
        return True

    def _do(self, room: Room, played: FinishedHand, step: int | None) -> None:
        if step is None:
            verdict = self._coach.run(judge, played, tuple(room.grades), self._effort)
            self._store.submit(verdict.write(room.id, played.deal.number))
            return
        found = self._judge_of(played, step).run(grade_step, played, step, self._effort)
        if found is not None and self._loop is not None and not self._stop.is_set():
            self._loop.call_soon_threadsafe(room.graded, found)

    def _judge_of(self, played: FinishedHand, step: int) -> Helpers:
        """What is solved goes where it has been solved for the advice."""
        if self._effort.solves_from is None:
            return self._coach
        hand = deal_hand(played.setup, played.deal, played.choices[:step])
        return self._solver if is_solved(hand) else self._coach

    def _catch_up(self) -> None:
        """Grade finished hands that were left, until something new comes; that does not wait for the one in hand."""
        for row in records.ungraded(self._store, _BATCH + len(self._given_up)):
            if self._stop.is_set() or not self._jobs.empty():
                return
            key = (row["table"], row["number"])
            if key in self._given_up:
                continue
            self._given_up.add(key)
            record = records.open_row(row)
            played = FinishedHand(record.setup, record.deal, record.choices)
            judging = self._coach.start(judge, played, (), self._effort)
            while not judging.done():
                self._do_next(_GLANCE)
            self._store.write(judging.result().write(row["table"], record.deal.number))
            self._given_up.discard(key)
