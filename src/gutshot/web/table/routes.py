"""Sitting down and playing."""

import asyncio
import contextlib
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response, WebSocket, WebSocketDisconnect

from gutshot.cards.card import parse_card
from gutshot.errors import IllegalAction, MalformedInput
from gutshot.games.actions import Choice
from gutshot.trainer.records.store import StoredTable
from gutshot.trainer.table.defaults import make_setup
from gutshot.trainer.table.setup import YOU, Choices, TableSettings
from gutshot.trainer.table.table import Table, resume
from gutshot.trainer.table.tournament import Level
from gutshot.web.context import Here, Person, YourRoom, context_of
from gutshot.web.sockets import CLOSED, NO_SESSION, NOT_FOUND, drain, run_both
from gutshot.web.table import asks, schemas
from gutshot.web.table.room import Room, state_message
from gutshot.web.table.table_view import status_of
from gutshot.web.table.views import card_texts

router = APIRouter(prefix="/tables", tags=["tables"])

LONGEST_WAIT = 25.0


@router.post("", operation_id="openTable", status_code=201, response_model=schemas.TableView)
async def open_table(ask: asks.NewTable, here: Here, person: Person) -> Response:
    """Open a table and deal the first hand."""
    settings = changed(TableSettings(), ask.settings)
    room = await here.rooms.open(person, make_setup(_choices(ask)), settings)
    return _answer(await room.poll(), 201)


def _answer(view: schemas.TableView, status: int = 200) -> Response:
    """The view as it is: it was checked when it was made, so it need not be read again."""
    return Response(view.model_dump_json(), status, media_type="application/json")


def _choices(ask: asks.NewTable) -> Choices:
    levels = [Level(level.small_blind, level.big_blind, level.ante) for level in ask.levels or ()]
    fields = ask.model_dump(exclude={"settings"})
    for name in ("stacks", "opponents", "payouts"):
        fields[name] = None if fields[name] is None else tuple(fields[name])
    return Choices(**fields | {"levels": tuple(levels) or None})


def changed(settings: TableSettings, ask: asks.SettingsAsk) -> TableSettings:
    """The settings with what was asked for; 0 seconds to act means no clock."""
    fields = {name: value for name, value in ask.model_dump().items() if value is not None}
    if fields.get("seconds_to_act") == 0:
        fields["seconds_to_act"] = None
    return replace(settings, **fields)


@router.get("", operation_id="listTables")
def list_tables(here: Here, person: Person) -> list[schemas.TableSummary]:
    """Your tables, newest first."""
    return [_summary(stored) for stored in here.store.tables_of(person)]


def _summary(stored: StoredTable) -> schemas.TableSummary:
    if stored.deal is None:
        table = Table(stored.setup)
    else:
        table = resume(stored.setup, stored.deal, stored.choices)
    return schemas.TableSummary(
        id=stored.id,
        title=stored.setup.title,
        game=stored.setup.game,
        mode=stored.setup.mode,
        seats=stored.setup.seats,
        hand=table.deal.number,
        status=status_of(table),
        stack=table.stacks[YOU],
        big_blind=table.level.big_blind,
        created=datetime.fromtimestamp(stored.created, UTC).isoformat(timespec="seconds"),
        closed=stored.closed,
    )


@router.get("/{table}", operation_id="getTable", response_model=schemas.TableView)
async def get_table(
    room: YourRoom,
    after: Annotated[int | None, Query(ge=0, le=1 << 53, description="Wait for a view newer than this one.")] = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for it.")] = 0.0,
) -> Response:
    """The table as it stands. With `after` and `wait` it answers when something changes, as a WebSocket would."""
    view = await room.poll()
    if after is None or view.sequence > after or wait == 0:
        return _answer(view)
    watcher = room.watch()
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(watcher.get(), wait)
    finally:
        room.leave(watcher)
    return _answer(await room.poll())


@router.post("/{table}/act", operation_id="act", response_model=schemas.TableView)
async def act(ask: asks.Act, room: YourRoom) -> Response:
    """Your decision. Sending the same one again changes nothing; one for an earlier moment is answered 409."""
    return _answer(await room.act(ask, choice_of(ask)))


def choice_of(ask: asks.Act) -> Choice:
    """A decision in the vocabulary of the rules."""
    if ask.action is asks.ActionName.RAISE:
        if ask.amount is None:
            raise MalformedInput("a raise needs `amount`, the chips to raise to")
        return ask.amount
    if ask.action is asks.ActionName.DRAW:
        if ask.cards is None:
            raise MalformedInput("a draw needs `cards`, the discards; [] stands pat")
        return tuple(parse_card(card) for card in ask.cards)
    return ask.action.value


@router.post("/{table}/next", operation_id="nextHand", response_model=schemas.TableView)
async def next_hand(ask: asks.HandRef, room: YourRoom) -> Response:
    """Deal the next hand; `hand` is the one that is over."""
    return _answer(await room.next_hand(ask.hand))


@router.post("/{table}/skip", operation_id="skipHand", response_model=schemas.TableView)
async def skip_hand(ask: asks.HandRef, room: YourRoom) -> Response:
    """Play on at once to your next decision, or into the next hand if you have folded."""
    return _answer(await room.skip(ask.hand))


@router.post("/{table}/plan", operation_id="planAhead", response_model=schemas.TableView)
async def plan_ahead(ask: asks.PlanAsk, room: YourRoom) -> Response:
    """Decide ahead of your turn. What is no longer possible when it comes is dropped."""
    return _answer(await room.plan(ask.hand, ask.plan))


@router.post("/{table}/show", operation_id="showCards", response_model=schemas.TableView)
async def show_cards(ask: asks.ShowAsk, room: YourRoom) -> Response:
    """Show one or more of your cards after a hand in which you did not have to."""
    return _answer(await room.show(ask.hand, tuple(parse_card(card) for card in ask.cards)))


@router.get("/{table}/rabbit", operation_id="rabbitHunt")
async def rabbit_hunt(room: YourRoom) -> schemas.Rabbit:
    """The board cards that would have come, once the hand is over."""
    cards = room.table.rabbit
    if not cards:
        raise IllegalAction("there are no cards to come: the hand is not over, or its board is complete")
    return schemas.Rabbit(cards=card_texts(cards))


@router.post("/{table}/pause", operation_id="pauseTable", response_model=schemas.TableView)
async def pause(ask: asks.PauseAsk, room: YourRoom) -> Response:
    """Pause or resume the clocks and the opponents."""
    return _answer(await room.pause(ask.paused))


@router.patch("/{table}/settings", operation_id="changeSettings", response_model=schemas.TableView)
async def change_settings(ask: asks.SettingsAsk, room: YourRoom) -> Response:
    """Change pace, countdown, coach or clock."""
    return _answer(await room.change(changed(room.settings, ask)))


@router.delete("/{table}", operation_id="closeTable", status_code=204)
async def close_table(room: YourRoom) -> Response:
    """Leave the table. Its hands stay in the history."""
    await room.close()
    return Response(status_code=204)


@router.websocket("/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Pushes the table's view at once and after every change. Messages from the browser are ignored."""
    here = context_of(socket)
    person = here.people.find(socket)
    room = None if person is None else await here.rooms.find(person, table)
    await socket.accept()
    if room is None or room.closed:
        code = NO_SESSION if person is None else NOT_FOUND if room is None else CLOSED
        await socket.close(code, "no session" if person is None else "no such table" if room is None else "closed")
        return
    watcher = room.watch()
    try:
        await socket.send_text(state_message(room.view()))
        await run_both(_send(socket, room, watcher), drain(socket))
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(watcher)


async def _send(socket: WebSocket, room: Room, watcher: "asyncio.Queue[str | None]") -> None:
    """Sends every view until the table closes; a page that disconnects in the middle is not an error."""
    with suppress(WebSocketDisconnect):
        while (message := await watcher.get()) is not None:
            await socket.send_text(message)
        await socket.send_text(schemas.ByeMessage(reason=f"table {room.id} is closed").model_dump_json())
        await socket.close(CLOSED, "closed")
