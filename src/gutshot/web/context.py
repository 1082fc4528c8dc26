"""What the routes share: the store, the rooms, the people; and who is asking."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from gutshot.coach.effort import Diligence
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.jobs.estimator import Estimator
from gutshot.trainer.jobs.runner import Runner
from gutshot.trainer.records.store import Store
from gutshot.web.explore.reading import ReadingRoom
from gutshot.web.table.room import Room
from gutshot.web.table.rooms import Rooms
from gutshot.web.table.warming import Warmth
from gutshot.web.visitors import COOKIE, People

_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="Set by POST /api/session.")


@dataclass(frozen=True)
class Context:
    """The server's parts, kept on `app.state`. `token` is what a stranger must know, None on the loopback.

    `data` is the folder of solutions, bundles and whatever else the lab makes.
    """

    store: Store
    rooms: Rooms
    people: People
    coach: Helpers
    solver: Helpers
    diligence: Diligence
    token: str | None
    data: Path
    jobs: Runner
    estimator: Estimator
    warmth: Warmth
    reading: ReadingRoom
    histories: Helpers


class Refused(Exception):
    """An answer that is not an error of the rules: who you are, or what is not there."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def context_of(connection: HTTPConnection) -> Context:
    """What the server's routes share."""
    context: Context = connection.app.state.context
    return context


# Dependencies are coroutines although they wait for nothing: plain functions would each be sent to a thread.


async def _here(connection: HTTPConnection) -> Context:
    return context_of(connection)


async def _person(request: Request, _: Annotated[str | None, Depends(_cookie)]) -> str:
    person = context_of(request).people.find(request)
    if person is None:
        raise Refused(401, "unauthorized", "no session: POST /api/session first")
    return person


Here = Annotated[Context, Depends(_here)]
Person = Annotated[str, Depends(_person)]


async def _room(table: str, request: Request, _: Annotated[str | None, Depends(_cookie)]) -> Room:
    # One dependency instead of a chain of four: this is on the way of every decision.
    room = await context_of(request).rooms.find(await _person(request, _), table)
    if room is None:
        raise Refused(404, "not_found", f"you have no table {table[:40]!r}")
    return room


YourRoom = Annotated[Room, Depends(_room)]
