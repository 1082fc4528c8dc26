"""Who you are, and what can be played."""

import hmac
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from pydantic import Field

import gutshot
from gutshot.games.variants import Game
from gutshot.trainer.table.defaults import BIG_BLIND, SMALL_BLIND, STACK
from gutshot.trainer.table.opponents import kinds_of
from gutshot.trainer.table.setup import MOST_SEATS, Pace
from gutshot.trainer.table.tournament import BADUGI_LEVELS, HANDS_PER_LEVEL, HOLDEM_LEVELS
from gutshot.web.context import Here, Refused
from gutshot.web.study.schemas import SessionView
from gutshot.web.table import schemas
from gutshot.web.table.schemas import Ask

router = APIRouter(tags=["session"])


class SessionAsk(Ask):
    """The token that a server open to a network asks for; not needed on one's own machine."""

    token: str = Field(default="", max_length=200)


@router.post("/session", operation_id="startSession")
def start_session(
    request: Request,
    response: Response,
    here: Here,
    ask: SessionAsk | None = None,
    authorization: Annotated[str, Header(max_length=300)] = "",
) -> SessionView:
    """Start a session, or find the one of your cookie again. Every other route needs it."""
    person = here.people.find(request)
    if person is None:
        given = authorization.removeprefix("Bearer ") or (ask.token if ask is not None else "")
        if here.token is not None and not hmac.compare_digest(given.encode(), here.token.encode()):
            raise Refused(401, "unauthorized", "this server requires the token that it printed at the start")
        person = here.people.create(response, request.url.scheme == "https")
    return SessionView(person=person, tables=here.store.count_open(person), version=gutshot.__version__)


@router.get("/options", operation_id="getOptions")
def options() -> schemas.Options:
    """Games, opponents and usual figures, for the form that opens a table."""
    return schemas.Options(games=[_game(game) for game in Game], paces=list(Pace))


@router.get("/status", operation_id="getStatus")
async def status(here: Here) -> schemas.Status:
    """Whether the games are compiled: a first start takes a while, and a table opens when its game is ready."""
    ready = {game: here.warmth.is_ready(game) for game in Game}
    return schemas.Status(ready=ready, seconds=round(here.warmth.seconds, 1))


def _game(game: Game) -> schemas.GameOptions:
    levels = HOLDEM_LEVELS if game is Game.HOLDEM else BADUGI_LEVELS
    return schemas.GameOptions(
        game=game,
        most_seats=MOST_SEATS[game],
        seats=6 if game is Game.HOLDEM else 5,
        stack=STACK,
        small_blind=SMALL_BLIND,
        big_blind=BIG_BLIND,
        levels=[
            schemas.LevelAsk(small_blind=level.small_blind, big_blind=level.big_blind, ante=level.ante)
            for level in levels
        ],
        hands_per_level=HANDS_PER_LEVEL,
        opponents=[
            schemas.OpponentKindView(agent=kind.agent, label=kind.label, about=kind.about, game=game)
            for kind in kinds_of(game)
        ],
    )
