"""Before a table is opened: who you are, what can be played, and whether the games are compiled."""

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
from gutshot.web.table.asks import LevelAsk
from gutshot.web.wire import Ask, Wire

router = APIRouter(tags=["session"])


class SessionAsk(Ask):
    """The token that a server open to a network asks for; not needed on one's own machine."""

    token: str = Field(default="", max_length=200)


class SessionView(Wire):
    """Who you are to this server: a random name kept in a cookie that scripts cannot read."""

    person: str = Field(description="A short public name of your session.")
    tables: int
    version: str


class OpponentKindView(Wire):
    """An opponent that can be chosen."""

    agent: str = Field(examples=["style:rock"])
    label: str = Field(examples=["Rock"])
    about: str
    game: Game


class GameOptions(Wire):
    """What a game offers and its usual figures, for the form that opens a table."""

    game: Game
    most_seats: int
    seats: int
    stack: int
    small_blind: int
    big_blind: int
    levels: list[LevelAsk]
    hands_per_level: int
    opponents: list[OpponentKindView]


class Options(Wire):
    """What a new table can be."""

    games: list[GameOptions]
    paces: list[Pace]


class Status(Wire):
    """How far the server is with its start."""

    ready: dict[Game, bool] = Field(description="Whether a table of a game opens at once.")
    seconds: float = Field(description="How long starting has taken so far.")


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
def options() -> Options:
    """Games, opponents and usual figures, for the form that opens a table."""
    return Options(games=[_game(game) for game in Game], paces=list(Pace))


@router.get("/status", operation_id="getStatus")
async def status(here: Here) -> Status:
    """Whether the games are compiled: a first start takes a while, and a table opens when its game is ready."""
    ready = {game: here.warmth.is_ready(game) for game in Game}
    return Status(ready=ready, seconds=round(here.warmth.seconds, 1))


def _game(game: Game) -> GameOptions:
    levels = HOLDEM_LEVELS if game is Game.HOLDEM else BADUGI_LEVELS
    return GameOptions(
        game=game,
        most_seats=MOST_SEATS[game],
        seats=6 if game is Game.HOLDEM else 5,
        stack=STACK,
        small_blind=SMALL_BLIND,
        big_blind=BIG_BLIND,
        levels=[
            LevelAsk(small_blind=level.small_blind, big_blind=level.big_blind, ante=level.ante) for level in levels
        ],
        hands_per_level=HANDS_PER_LEVEL,
        opponents=[
            OpponentKindView(agent=kind.agent, label=kind.label, about=kind.about, game=game) for kind in kinds_of(game)
        ],
    )
