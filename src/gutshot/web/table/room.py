"""A table being played: one command at a time, stored before it is shown, then pushed to everyone watching.

Clocks run only while somebody watches and the table is not paused; without watchers everything waits.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from sqlalchemy.exc import IntegrityError, OperationalError

from gutshot.cards.card import Card, format_cards
from gutshot.coach.grading import Graded
from gutshot.errors import IllegalAction
from gutshot.games.actions import Choice, format_choice
from gutshot.trainer.records import store
from gutshot.trainer.records.counts import Counts
from gutshot.trainer.records.statistics import add_counts
from gutshot.trainer.records.store import Store, StoredTable
from gutshot.trainer.records.summary import summarise
from gutshot.trainer.table.opponents import is_bundle
from gutshot.trainer.table.plans import Plan, Planned, choice_for, offered, price
from gutshot.trainer.table.setup import COUNTDOWN, YOU, Pace, TableSettings, thinking_time
from gutshot.trainer.table.table import Table, choices_to_text, resume
from gutshot.web.table import asks, schemas
from gutshot.web.table.hand_log import HandLog
from gutshot.web.table.loaded_opponents import LoadedOpponents
from gutshot.web.table.table_view import table_view, winner_line

POLLING = 15.0
"""Seconds after a request for the state during which the person counts as watching."""
_AGAIN = 1.0
"""Seconds after which a table tries again to store what the database did not take."""
_log = logging.getLogger(__name__)


class Stale(IllegalAction):
    """A command for a moment that has passed."""


def state_message(view: schemas.TableView) -> str:
    """The WebSocket's message with a view."""
    return schemas.StateMessage.model_construct(type="state", table=view).model_dump_json()


class Listener(Protocol):
    """Called with what happens at a table, after it is stored."""

    def decided(self, room: "Room", hand: int, step: int) -> None:
        """The person has made the choice after `step` others."""
        ...

    def finished(self, room: "Room") -> None:
        """The hand is over."""
        ...

    def moved(self, room: "Room") -> None:
        """The hand has gone on."""
        ...


class Room:
    """A table in memory. Its methods are for one event loop; commands wait for one another."""

    def __init__(
        self, database: Store, stored: StoredTable, players: LoadedOpponents, observed: dict[int, Counts] | None = None
    ) -> None:
        self.id, self.owner, self.created = stored.id, stored.owner, stored.created
        self.settings, self.revealed, self.closed = stored.settings, stored.revealed, stored.closed
        self._store = database
        self._players = players
        self._saved_hand = 0 if stored.deal is None else stored.deal.number
        if stored.deal is None:
            self.table = Table(stored.setup)
        else:
            self.table = resume(stored.setup, stored.deal, stored.choices)
        self.sequence = int(time.time() * 1000)  # larger than any view sent before a restart
        self.last_grade: schemas.Grade | None = None
        self.time_bank_left = float(self.settings.time_bank)
        self.used = time.monotonic()
        self._watchers: set[asyncio.Queue[str | None]] = set()
        self._polled = 0.0
        self._finished = 0
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._clock: tuple[schemas.ClockKind, float, float] | None = None  # kind, when it ends, how long it was
        self._played = self.table.deal.seconds
        self._running_since: float | None = None
        self.grades: list[Graded] = []  # of this hand
        self.observed = {} if observed is None else observed  # what each player has done here, by number
        self.planned: Planned | None = None
        self.shown: tuple[Card, ...] = ()  # cards of this hand that the person chose to show
        self.is_behind = False  # whether something happened here that the database does not know yet
        self._decisions: list[int] = []  # steps of this hand, decided and not yet told to the listener
        self.log = HandLog()
        self.listener: Listener | None = None

    # What is seen.

    def view(self) -> schemas.TableView:
        """As its person sees it."""
        return table_view(self)

    @property
    def seconds_played(self) -> float:
        """While watched and not paused."""
        running = 0.0 if self._running_since is None else time.monotonic() - self._running_since
        return self._played + running

    @property
    def clock(self) -> schemas.ClockView | None:
        """The time left, where there is a clock."""
        if self._clock is None:
            return None
        kind, ends, total = self._clock
        left = max(0.0, ends - time.monotonic())
        return schemas.ClockView(kind=kind, seconds_left=round(left, 3), seconds_total=total)

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks."""
        return bool(self._watchers) or time.monotonic() - self._polled < POLLING

    def load_agents(self) -> None:
        """Begin to load the opponents that need it, before they are asked."""
        for agent in filter(is_bundle, set(self.table.whole.agents)):
            self._is_ready(agent)

    async def start(self) -> None:
        """Store a new table's first hand and let it run."""
        async with self._lock:
            await self._let_agents_act()
            await self._save()
        self._arm()

    async def poll(self) -> schemas.TableView:
        """The state for somebody without a WebSocket; his asking counts as watching."""
        self._polled = self.used = time.monotonic()
        self._arm()
        return self.view()

    def watch(self) -> "asyncio.Queue[str | None]":
        """A queue of messages; only the newest few are kept for a slow reader. None means: closed."""
        watcher: asyncio.Queue[str | None] = asyncio.Queue(maxsize=64)
        self._watchers.add(watcher)
        self.used = time.monotonic()
        self._arm()
        return watcher

    def leave(self, watcher: "asyncio.Queue[str | None]") -> None:
        """A watcher goes."""
        self._watchers.discard(watcher)
        self.used = time.monotonic()
        self._arm()

    def push(self, message: str | None) -> None:
        """A message to every watcher."""
        for watcher in self._watchers:
            if watcher.full():
                watcher.get_nowait()
            watcher.put_nowait(message)

    # Commands.

    async def act(self, ask: asks.Act, choice: Choice) -> schemas.TableView:
        """The person's decision; the same one again changes nothing."""
        async with self._lock:
            await self._catch_up()
            if self._is_repeat(ask, choice):
                return self.view()
            self._decide(choice, ask.confirm)
            self._spend_clock()
            if self._is_done_here:
                return await self._fold_fast()
            await self._let_agents_act()
            return await self._changed()

    def _decide(self, choice: Choice, confirmed: bool = False) -> None:
        step = self.table.step
        self.table.act(choice, confirmed)
        self._decisions.append(step)
        self.planned = None

    @property
    def _is_done_here(self) -> bool:
        """Whether the person has folded where that leads straight to the next hand."""
        seat = self.table.seat_of(YOU)
        return self.table.setup.is_fast_fold and seat is not None and not self.table.hand.live[seat]

    async def _fold_fast(self) -> schemas.TableView:
        """Play the hand out without the person, and deal him the next one."""
        await self._agents_act()
        view = await self._changed()
        if not self.table.is_hand_over or self.table.is_over or self.settings.paused:
            return view
        return await self._deal_next()

    async def plan(self, number: int, plan: Plan | None) -> schemas.TableView:
        """What to do when the person's turn comes; None takes it back."""
        async with self._lock:
            if number != self.table.deal.number:
                raise Stale(f"hand {number} is not being played: the current hand is {self.table.deal.number}")
            if plan is not None and plan not in offered(self.table):
                turn = "it is your turn: act instead" if self.table.is_your_turn else "you have no decision to come"
                raise IllegalAction(f"nothing can be planned: {turn}")
            seat = self.table.seat_of(YOU)
            self.planned = None if plan is None or seat is None else Planned(plan, number, price(self.table.hand, seat))
            self.sequence += 1
            return self.view()

    async def show(self, number: int, cards: tuple[Card, ...]) -> schemas.TableView:
        """Show cards that need not be shown, once the hand is over."""
        async with self._lock:
            await self._catch_up()
            seat = self.table.seat_of(YOU)
            if number != self.table.deal.number or not self.table.may_show or seat is None:
                raise IllegalAction("there are no cards of yours to show: the hand is not over, or they were shown")
            held = self.table.hand.cards(seat)
            for card in cards:
                if card not in held:
                    raise IllegalAction(f"you do not hold {card}: your cards are {format_cards(held, ' ')}")
            self.shown = tuple(card for card in held if card in cards or card in self.shown)
            write = store.change_hand(self.id, number, shown=format_cards(self.shown))
            await asyncio.wrap_future(self._store.submit(write))
            return await self._changed()

    def _is_repeat(self, ask: asks.Act, choice: Choice) -> bool:
        table = self.table
        if ask.hand > table.deal.number or (ask.hand == table.deal.number and ask.step > table.step):
            raise Stale(f"decision {ask.step} of hand {ask.hand} is still to come")
        if ask.hand < table.deal.number:
            raise Stale(f"hand {ask.hand} is over; hand {table.deal.number} is being played")
        if ask.step == table.step:
            return False
        made = table.choices[ask.step]
        if format_choice(made) != format_choice(choice) or table.chair_at(ask.step) != YOU:
            raise Stale(f"decision {ask.step} of hand {ask.hand} has been made: {format_choice(made)}")
        return True

    async def next_hand(self, number: int) -> schemas.TableView:
        """Deal the hand after this one; asking again for the same changes nothing."""
        async with self._lock:
            await self._catch_up()
            if number == self.table.deal.number - 1:
                return self.view()
            if number != self.table.deal.number:
                raise Stale(f"hand {number} is not being played: the current hand is {self.table.deal.number}")
            return await self._deal_next()

    async def skip(self, number: int) -> schemas.TableView:
        """Play on at once to the person's next decision; out of the hand, to its end and into the next one."""
        async with self._lock:
            await self._catch_up()
            if number != self.table.deal.number:
                return self.view()
            if self.table.is_your_turn:
                raise IllegalAction("it is your turn: act before skipping")
            if not self.table.is_hand_over:
                await self._agents_act()
            if self.table.is_hand_over and not self.table.is_over:
                await self._save()
                return await self._deal_next()
            return await self._changed()

    async def pause(self, paused: bool) -> schemas.TableView:
        """Stop or go on."""
        return await self.change(replace(self.settings, paused=paused))

    async def change(self, settings: TableSettings) -> schemas.TableView:
        """Other settings, from now on."""
        async with self._lock:
            if settings.time_bank != self.settings.time_bank:
                self.time_bank_left = float(settings.time_bank)
            self.settings = settings
            await self._let_agents_act()
            await asyncio.wrap_future(self._store.submit(store.change_table(self.id, settings=settings)))
            return await self._changed()

    async def reveal(self) -> None:
        async with self._lock:
            self.revealed = True
            await asyncio.wrap_future(self._store.submit(store.change_table(self.id, revealed=True)))
            await self._changed()

    async def close(self) -> None:
        """Leave the table for good; its hands stay in the history."""
        async with self._lock:
            self.closed = True
            await asyncio.wrap_future(self._store.submit(store.change_table(self.id, closed=True)))
            self.push(None)
            self.stop()

    def stop(self) -> None:
        """Cancel the timer; for leaving memory."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # How it goes on.

    async def _let_agents_act(self) -> None:
        if self.settings.pace is Pace.INSTANT and not self.settings.paused:
            await self._agents_act()

    async def _agents_act(self) -> None:
        """Until it is the person's turn, the hand is over, or an opponent is still being loaded."""
        while await self._agent_act():
            pass

    async def _agent_act(self) -> bool:
        """Let the agent whose turn it is act, or the person by his plan; False when none can."""
        table = self.table
        if table.is_your_turn:
            return self._follow_plan()
        agent = self._loaded_agent
        if agent is None:
            return table.agent_act()
        asked = table.asked
        if asked is None or not self._is_ready(agent):
            return False
        chair, observation = asked
        table.agent_chose(await self._players.ask(agent, table.agent_seed(chair), table.deal.number, observation))
        return True

    def _follow_plan(self) -> bool:
        """Do what the person has planned; False where there is no plan that fits, and none is left."""
        planned, self.planned = self.planned, None
        choice = None if planned is None else choice_for(planned, self.table)
        if choice is None:
            return False
        self._decide(choice)
        return True

    @property
    def _loaded_agent(self) -> str | None:
        """The agent whose turn it is if it is one that has to be loaded."""
        chair = self.table.actor
        if chair is None or chair == YOU:
            return None
        agent = self.table.setup.agents[chair - 1]
        return agent if is_bundle(agent) else None

    def _is_ready(self, agent: str) -> bool:
        return self._players.load(agent, self._arm)

    async def _deal_next(self) -> schemas.TableView:
        self.table.next_hand(self.seconds_played, winner_line(self.table))
        self.grades, self.shown, self.planned = [], (), None
        await self._let_agents_act()
        return await self._changed()

    async def _changed(self) -> schemas.TableView:
        """Store the change, then show it."""
        await self._save()
        self.sequence += 1
        self._arm()
        view = self.view()
        if self._watchers:
            self.push(state_message(view))
        if self.listener is not None and self.is_watched:
            self.listener.moved(self)
        return view

    async def _catch_up(self) -> None:
        """Store what could not be stored while the database was away, before anything else happens."""
        if self.is_behind:
            await self._changed()

    async def _save(self) -> None:
        table = self.table
        summary = summarise(table.setup, table.deal, table.hand) if table.is_hand_over else None
        text = choices_to_text(table.choices)
        more = store.more_choices(self.id, table.deal.number, text, summary)
        is_new, was_behind, self.is_behind = table.deal.number > self._saved_hand, self.is_behind, True
        new = [store.new_hand(self.id, self.owner, table.setup, table.deal, text, summary)] if is_new else []
        try:
            await asyncio.wrap_future(self._store.submit(*new or [more]))
        except IntegrityError:
            if not was_behind:
                raise
            await asyncio.wrap_future(self._store.submit(more))  # it was written before the database went away
        self._saved_hand, self.is_behind = table.deal.number, False
        decided, self._decisions = self._decisions, []
        if self.listener is not None:
            for step in decided:
                self.listener.decided(self, table.deal.number, step)
        if summary is not None and self._finished != table.deal.number:
            self._finished = table.deal.number
            add_counts(self.observed, summary["counts"])
            if self.listener is not None:
                self.listener.finished(self)

    def graded(self, grade: Graded) -> None:
        """The coach has graded a decision of this hand or the one before."""
        if grade.hand == self.table.deal.number:
            self.grades.append(grade)
        self.last_grade = schemas.Grade(**grade.to_json())
        self.sequence += 1
        self.push(schemas.GradeMessage(grade=self.last_grade).model_dump_json())

    # Clocks.

    def _arm(self, least: float = 0.0) -> None:
        """Set the one timer of the table to what happens next by itself, if anything does; not before `least` s."""
        self.stop()
        kept, self._clock = self._clock, None
        running = self.is_watched and not self.settings.paused and not self.closed
        self._count_time(running)
        if not running:
            return
        following = self._following()
        if following is None:
            return
        kind, seconds, happen = following
        moment = (self.table.deal.number, self.table.step, kind)
        if kept is not None and kept[0] is kind and self._moment == moment:
            ends = kept[1]  # a second watcher does not restart a countdown
        else:
            ends = time.monotonic() + seconds
        self._moment = moment
        self._clock = (kind, ends, seconds)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(least, ends - time.monotonic()), self._run, happen, moment)

    _moment: tuple[int, int, schemas.ClockKind] | None = None

    def _following(self) -> tuple[schemas.ClockKind, float, Callable[[], Awaitable[object]]] | None:
        """What comes next by itself: the kind of clock, its seconds, and what happens then."""
        table, settings = self.table, self.settings
        if table.is_hand_over:
            if table.is_over or not settings.auto_advance:
                return None
            return schemas.ClockKind.NEXT_HAND, COUNTDOWN, self._deal_next
        if table.is_your_turn:
            if settings.seconds_to_act is None:
                return None
            return schemas.ClockKind.YOU, settings.seconds_to_act + self.time_bank_left, self._time_out
        if self.is_loading:
            return None
        return schemas.ClockKind.OPPONENT, thinking_time(settings.pace, table.hand.street), self._agent_step

    def _run(self, happen: Callable[[], Awaitable[object]], moment: tuple[int, int, schemas.ClockKind]) -> None:
        task = asyncio.get_running_loop().create_task(self._happen(happen, moment))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _happen(
        self, happen: Callable[[], Awaitable[object]], moment: tuple[int, int, schemas.ClockKind]
    ) -> None:
        async with self._lock:
            following = self._following()
            now = None if following is None else (self.table.deal.number, self.table.step, following[0])
            if now == moment and not self.settings.paused and not self.closed and self.is_watched:
                try:
                    await self._catch_up()
                    await happen()
                except OperationalError as error:
                    _log.warning("table %s waits: %s", self.id, str(error.orig).splitlines()[0])
                    self._arm(least=_AGAIN)

    async def _agent_step(self) -> None:
        await self._agent_act()
        if self.table.is_your_turn and self._follow_plan() and self._is_done_here:
            await self._fold_fast()
        else:
            await self._changed()

    @property
    def is_loading(self) -> bool:
        """Whether the table waits for an opponent who is still being loaded."""
        agent = self._loaded_agent
        return agent is not None and not self._is_ready(agent)

    async def _time_out(self) -> None:
        """Out of time: check where it is free, stand pat on a draw, fold otherwise."""
        legal = self.table.hand.legal
        self.time_bank_left = 0.0
        self._decide(() if legal.draw is not None else "check" if legal.check else "fold")
        if self._is_done_here:
            await self._fold_fast()
            return
        await self._let_agents_act()
        await self._changed()

    def _spend_clock(self) -> None:
        """Take what a slow decision used of the time bank."""
        if self._clock is not None and self._clock[0] is schemas.ClockKind.YOU:
            left = max(0.0, self._clock[1] - time.monotonic())
            self.time_bank_left = min(self.time_bank_left, left)

    def _count_time(self, running: bool) -> None:
        now = time.monotonic()
        if self._running_since is not None:
            self._played += now - self._running_since
        self._running_since = now if running else None
