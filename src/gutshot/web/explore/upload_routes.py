"""Bringing in a folder: its manifest, then its arrays in pieces, then a check of the whole."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query

from gutshot.strategies import uploads
from gutshot.strategies.catalogue import Library
from gutshot.trainer.records.store import new_id
from gutshot.web.context import Here, Person, Refused
from gutshot.web.explore import questions
from gutshot.web.explore import schemas as explore
from gutshot.web.explore.views import entry_view

router = APIRouter(prefix="/explore/uploads", tags=["explore"])

UploadId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["3f2a9c1d5e6b7a80"])]
_BYTES: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def _found(library: Library, upload: str) -> uploads.Upload:
    found = uploads.find(library, upload)
    if found is None:
        raise Refused(404, "not_found", f"there is no upload {upload!r} under way")
    return found


def _view(upload: uploads.Upload) -> explore.UploadView:
    return explore.UploadView(id=upload.id, received=upload.received, bytes=upload.bytes, piece=uploads.PIECE)


@router.post("", operation_id="beginUpload", status_code=201)
def begin_upload(ask: explore.UploadAsk, here: Here, _: Person) -> explore.UploadView:
    """Announce a folder by its manifest."""
    return _view(uploads.begin(here.reading.library, new_id(), ask.name, ask.manifest))


@router.put("/{upload}", operation_id="sendPiece", openapi_extra=_BYTES)
def send_piece(
    upload: UploadId,
    here: Here,
    _: Person,
    piece: Annotated[bytes, Body(media_type="application/octet-stream", max_length=uploads.PIECE)],
    offset: Annotated[int, Query(ge=0, le=uploads.MOST_BYTES)] = 0,
) -> explore.UploadView:
    """The next bytes of the array file."""
    found = _found(here.reading.library, upload)
    uploads.add(found, offset, piece)
    return _view(found)


@router.post("/{upload}/finish", operation_id="finishUpload")
def finish_upload(upload: UploadId, here: Here, _: Person) -> explore.LibraryEntry:
    """Check what has come and put it into the library."""
    library = here.reading.library
    return entry_view(library.entry(here.reading.ask(questions.brought_in, _found(library, upload))))
