"""Files of hands of any size, imported as a job: announced, sent in pieces, then started."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query

from gutshot.strategies import uploads
from gutshot.trainer.jobs import import_files
from gutshot.trainer.jobs.imports import title_of
from gutshot.trainer.jobs.kinds import JobKind
from gutshot.trainer.records.store import new_id
from gutshot.web.context import Context, Here, Person, Refused
from gutshot.web.explore.schemas import UploadView
from gutshot.web.jobs.schemas import JobView
from gutshot.web.jobs.views import job_view
from gutshot.web.study import schemas as study

router = APIRouter(prefix="/imports", tags=["history"])

UploadId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["3f2a9c1d5e6b7a80"])]
_BYTES: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def _upload(here: Context, upload: str) -> uploads.Upload:
    found = import_files.find(here.data, upload)
    if found is None:
        raise _gone(upload)
    return found


def _gone(upload: str) -> Refused:
    return Refused(404, "not_found", f"there is no upload {upload!r} under way")


def _view(upload: uploads.Upload) -> UploadView:
    return UploadView(id=upload.id, received=upload.received, bytes=upload.bytes, piece=uploads.PIECE)


@router.post("", operation_id="beginImport", status_code=201)
def begin_import(ask: study.ImportFiles, here: Here, _: Person) -> UploadView:
    """Announce files of hands. They are sent as one, in this order."""
    return _view(import_files.begin(here.data, new_id(), [(file.name, file.bytes) for file in ask.files]))


@router.put("/{upload}", operation_id="sendHands", openapi_extra=_BYTES)
def send_hands(
    upload: UploadId,
    here: Here,
    _: Person,
    piece: Annotated[bytes, Body(media_type="application/octet-stream", max_length=uploads.PIECE)],
    offset: Annotated[int, Query(ge=0, le=import_files.MOST_BYTES)] = 0,
) -> UploadView:
    """The next bytes of the files."""
    found = _upload(here, upload)
    uploads.add(found, offset, piece)
    return _view(found)


@router.post("/{upload}/start", operation_id="startImport", status_code=201)
def start_import(upload: UploadId, here: Here, person: Person) -> JobView:
    """Read the hands as a job. They are kept as they are read; hands that you have already are recognised."""
    found = _upload(here, upload)
    try:
        files = import_files.finish(found)
        title = title_of([name for name, _ in files])[:120]
        job = here.jobs.submit(person, JobKind.IMPORT, title, {"files": files}, found.folder)
    except FileNotFoundError:  # started twice at once, or swept away
        raise _gone(upload) from None
    return job_view(here.jobs, job)
