"""Solving a spot from the page: what it will take, and the job that does it. Locks make it a re-solve.

POST /api/solves {"spot": {...}, "locks": [{"line": "", "strategy": {"check": 1}, "hands": "AA"}], "target": 0.003}
"""

from typing import Any

from fastapi import APIRouter

from gutshot.errors import BadConfig
from gutshot.postflop.spot import Spot
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.jobs.solve import title_of
from gutshot.web.context import Context, Here, Person
from gutshot.web.jobs import schemas as wire
from gutshot.web.jobs.views import job_view

router = APIRouter(prefix="/solves", tags=["jobs"])


def _config(ask: wire.SolveAsk) -> dict[str, Any]:
    config = ask.model_dump(exclude={"title"})
    config["spot"] = {name: value for name, value in config["spot"].items() if value is not None}
    return config


def _estimated(here: Context, config: dict[str, Any]) -> wire.Estimate:
    Spot.from_dict(config["spot"])  # most mistakes are found without building a tree
    found, limit = here.estimator.ask(config), here.jobs.limits.memory_bytes
    return wire.Estimate(**found, limit=limit, fits=found["bytes"] <= limit)


@router.post("/estimate", operation_id="estimateSolve")
def estimate_solve(ask: wire.SolveAsk, here: Here, _: Person) -> wire.Estimate:
    """Memory and nodes of a solve, before it starts; 422 says what is wrong with the spot or a lock."""
    return _estimated(here, _config(ask))


@router.post("", operation_id="startSolve", status_code=201)
def start_solve(ask: wire.SolveAsk, here: Here, person: Person) -> wire.JobView:
    """Solve a spot in a worker process. The solution is kept in the library, also one that was cancelled."""
    config = _config(ask)
    size = _estimated(here, config)
    if not size.fits:
        raise BadConfig(
            f"this spot needs {size.bytes / 1e6:,.0f} MB and this server allows {size.limit / 1e6:,.0f} MB: "
            "use fewer bet sizes, narrower ranges or precision i16"
        )
    title = ask.title.strip() or title_of(Spot.from_dict(config["spot"]))
    return job_view(here.jobs, here.jobs.submit(person, JobKind.SOLVE, title, config))
