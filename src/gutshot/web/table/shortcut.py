"""The short way for what is asked most: a decision and the next hand, past the routing of everything else.

It takes the plain case alone: a person and a table in memory, a small body that reads at once, a command that the rules
allow. Whatever else comes goes on to the routes as it came, and they say what is wrong with it.
"""

from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gutshot.errors import GutshotError
from gutshot.web.context import Context
from gutshot.web.table import schemas
from gutshot.web.table.room import Room
from gutshot.web.table.routes import choice_of
from gutshot.web.visitors import session_of

_BEFORE = "/api/tables/"
_LONGEST_BODY = 400
_READ = (b"content-type", b"content-length", b"cookie")
_JSON = (b"content-type", b"application/json")


class Shortcut:
    """ASGI middleware, behind the gate."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        room = _room(scope)
        if room is None:
            await self._app(scope, receive, send)
            return
        message = await receive()
        answer = None if message.get("more_body") else await _answer(room, scope["path"], message.get("body", b""))
        if answer is None:
            await self._app(scope, _again(message, receive), send)
            return
        headers = [_JSON, (b"content-length", str(len(answer)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})


def _room(scope: Scope) -> Room | None:
    """The table in memory that a request with a short JSON body from its owner is about."""
    if scope["type"] != "http" or scope["method"] != "POST" or not scope["path"].startswith(_BEFORE):
        return None
    found = [(name, value) for name, value in scope["headers"] if name in _READ]
    headers = dict(found)
    length = headers.get(b"content-length", b"")
    if len(headers) < len(found) or not length.isdigit() or int(length) > _LONGEST_BODY:
        return None
    if headers.get(b"content-type") != _JSON[1]:
        return None
    here: Context = scope["app"].state.context
    person = here.people.known(session_of(headers.get(b"cookie", b"").decode("latin-1")))
    return None if person is None else here.rooms.here(person, scope["path"][len(_BEFORE) :].partition("/")[0])


async def _answer(room: Room, path: str, body: bytes) -> bytes | None:
    """The view after the command; None when the routes have to say why there is none."""
    command = path[len(_BEFORE) :].partition("/")[2]
    try:
        if command == "act":
            ask = schemas.Act.model_validate_json(body)
            view = await room.act(ask, choice_of(ask))
        elif command == "next":
            view = await room.next_hand(schemas.HandRef.model_validate_json(body).hand)
        else:
            return None
    except (ValidationError, GutshotError):
        return None
    return view.model_dump_json().encode()


def _again(message: Message, receive: Receive) -> Receive:
    """The stream from its beginning, after its first message was taken."""
    taken: list[Message] = [message]

    async def from_the_start() -> Message:
        return taken.pop() if taken else await receive()

    return from_the_start
