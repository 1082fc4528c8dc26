"""Training blueprints: started as jobs, paused and resumed like all of them; the bundle lies in the data folder."""

from fastapi import APIRouter

from gutshot.blueprint.config import BlueprintConfig
from gutshot.errors import GutshotError
from gutshot.strategies.entries import Entry, read_manifest
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.jobs.training import plan_in, text_of, title_of
from gutshot.web.context import Here, Person
from gutshot.web.jobs.schemas import JobView
from gutshot.web.jobs.views import job_view
from gutshot.web.training import schemas as wire

router = APIRouter(prefix="/trainings", tags=["jobs"])


@router.get("/starts", operation_id="listTrainingStarts")
def list_starts(here: Here, _: Person) -> list[wire.TrainingStart]:
    """The runs that made the installed bundles, to train again or to change."""
    found = (_start_of(entry) for entry in here.reading.library.entries())
    return [start for start in found if start is not None]


def _start_of(entry: Entry) -> wire.TrainingStart | None:
    if not entry.agent.startswith("blueprint:") or entry.path is None or entry.members or entry.problem:
        return None
    try:
        plan = BlueprintConfig.from_dict(read_manifest(entry.path).get("config"))
    except GutshotError:  # of another version
        return None
    return wire.TrainingStart(title=entry.title, text=text_of(plan))


@router.post("", operation_id="startTraining", status_code=201)
def start_training(ask: wire.TrainingAsk, here: Here, person: Person) -> JobView:
    """Train a blueprint in a worker process. Paused or done, its bundle can be explored and played."""
    plan = plan_in(ask.text, ask.minutes)
    title = ask.title.strip() or title_of(plan)
    return job_view(here.jobs, here.jobs.submit(person, JobKind.TRAINING, title, {"plan": plan.to_dict()}))
