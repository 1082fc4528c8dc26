"""The application: routes under /api, the built front end beside them, errors as one plain sentence."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import gutshot
from gutshot.coach.effort import EASY, THOROUGH
from gutshot.errors import GutshotError, IllegalAction
from gutshot.trainer.helpers.pool import Helpers
from gutshot.trainer.jobs.estimator import Estimator
from gutshot.trainer.jobs.imports import HISTORIES
from gutshot.trainer.jobs.limits import JobLimits
from gutshot.trainer.jobs.runner import Runner
from gutshot.trainer.records.store import MEMORY, Store
from gutshot.trainer.table.table import NeedsConfirmation
from gutshot.web.access import LOOPBACK, Gate, RequestLimits, TooLarge
from gutshot.web.context import Context, Refused
from gutshot.web.explore import drills
from gutshot.web.explore import routes as explore
from gutshot.web.explore.reading import ReadingRoom
from gutshot.web.helpers import COACH, SOLVER
from gutshot.web.jobs import routes as jobs
from gutshot.web.preflop import routes as preflop
from gutshot.web.reports import routes as reports
from gutshot.web.static import serve_front_end
from gutshot.web.study import imports
from gutshot.web.study import routes as study
from gutshot.web.study.grader import Grader
from gutshot.web.table import lobby
from gutshot.web.table import routes as tables
from gutshot.web.table.loaded_opponents import LoadedOpponents
from gutshot.web.table.room import Stale
from gutshot.web.table.rooms import Rooms
from gutshot.web.table.warming import Warmth
from gutshot.web.training import routes as training
from gutshot.web.visitors import People
from gutshot.web.wire import Problem

_ROUTERS = (
    tables.router,
    lobby.router,
    *study.routers,
    imports.router,
    *explore.routers,
    drills.router,
    preflop.router,
    reports.router,
    training.router,
    *jobs.routers,
)
_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in (
        (400, "The request is malformed."),
        (401, "There is no session."),
        (403, "Not from this site."),
        (404, "It does not exist, or it is not yours."),
        (409, "The moment has passed."),
        (413, "The request is too large."),
        (422, "A rule is broken: the message says which."),
        (429, "Too many requests."),
    )
}


def make_app(
    database: str = MEMORY,
    *,
    token: str | None = None,
    limits: RequestLimits = RequestLimits(),  # noqa: B008 - frozen
    hosts: tuple[str, ...] | None = LOOPBACK,
    static: Path | None = None,
    own_process: bool = False,
    light_coach: bool = False,
    data: Path | None = None,
    job_limits: JobLimits | None = None,
) -> FastAPI:
    """The server's application on a database; `token` is asked of strangers, `hosts` are the names it answers to.

    With `own_process` the server is all this process does: it puts the coach into others, where he has time to solve,
    unless `light_coach` says that he should not.
    Solutions and other results are in the folder `data`, or in one that is gone when the server stops.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        passing = TemporaryDirectory(prefix="gutshot-")
        store, warmth = Store(database), Warmth()
        coach = Helpers(COACH, apart=own_process)
        solver = Helpers(SOLVER, apart=own_process)
        diligence = THOROUGH if own_process and not light_coach else EASY
        grader = Grader(store, coach, solver, diligence)
        rooms = Rooms(store, limits.open_tables, grader, warmth.ready, LoadedOpponents(apart=own_process))
        folder = data or Path(passing.name)
        runner = Runner(store, folder, job_limits, own_process)
        estimator = Estimator(runner.limits.estimate_seconds)
        reading = ReadingRoom(folder, apart=own_process)
        histories = Helpers(HISTORIES, apart=own_process)
        lab = (token, folder, runner, estimator, warmth, reading, histories)
        app.state.context = Context(store, rooms, People(store), coach, solver, diligence, *lab)
        warmth.start(coach, solver if diligence.grade.solves_from is not None else None)
        grader.start()
        runner.start()
        yield
        runner.close(leave_none=data is None)
        estimator.close()
        reading.close()
        histories.close()
        rooms.stop()
        grader.close()
        store.close()
        passing.cleanup()

    app = FastAPI(
        title="Gutshot",
        version=gutshot.__version__,
        description="A poker laboratory: play, study, solve, train and simulate.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        separate_input_output_schemas=False,
    )
    for router in _ROUTERS:
        app.include_router(router, prefix="/api", responses=_PROBLEMS)
    _answer_errors(app)
    serve_front_end(app, static)
    app.add_middleware(Gate, limits=limits, hosts=hosts)
    return app


def _problem(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> JSONResponse:
        return _problem(error.status, error.code, error.message)

    @app.exception_handler(GutshotError)
    async def broken_rule(_: Request, error: GutshotError) -> JSONResponse:
        if isinstance(error, Stale):
            return _problem(409, "stale", str(error))
        if isinstance(error, NeedsConfirmation):
            return _problem(422, "needs_confirmation", str(error))
        return _problem(422, "illegal_action" if isinstance(error, IllegalAction) else "bad_request", str(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        return _problem(422, "bad_request", validation_sentence(error.errors()))

    @app.exception_handler(TooLarge)
    async def too_large(_: Request, __: TooLarge) -> JSONResponse:
        return _problem(413, "too_large", "the request is too large")

    @app.exception_handler(HTTPException)
    async def plain(_: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not_found", 405: "bad_request", 401: "unauthorized"}.get(error.status_code, "bad_request")
        return JSONResponse({"code": code, "message": str(error.detail)}, error.status_code, headers=error.headers)


def validation_sentence(errors: Sequence[Any]) -> str:
    """The first thing that is wrong with a request, as one sentence."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return f"{place or 'the request'}: {first['msg']}"[:500]
