"""Whose a result is: on a server that several people share, only its owner looks into it until he shares it.

On the loopback there is one person, however many browsers he has. What nobody has made on the page (but a command, or
who put it into the data folder) is everybody's.
"""

import asyncio
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Query

from gutshot.errors import GutshotError
from gutshot.strategies.entries import Entry, asked_for
from gutshot.trainer.jobs import record
from gutshot.web.context import Context, Here, Person, Refused

OWNER, SHARED = "owner", "shared"
"""Beside a manifest: the person, and whether others may see it."""


def owner_of(here: Context, folder: Path) -> str | None:
    """The person whose result this is, None if it is nobody's."""
    asked = asked_for(folder)
    owner, job = asked.get(OWNER), asked.get("job")
    if isinstance(owner, str):
        return owner
    return record.owner_of(here.store, job) if isinstance(job, str) else None


def may_see(here: Context, person: str, folder: Path) -> bool:
    """Whether a person may look into a folder of the library."""
    if here.token is None or asked_for(folder).get(SHARED) is True:
        return True
    return owner_of(here, folder) in (None, person)


def is_private(here: Context, person: str, folder: Path | None) -> bool | None:
    """Whether only this person sees it; None where it is not his to say."""
    if here.token is None or folder is None or owner_of(here, folder) != person:
        return None
    return asked_for(folder).get(SHARED) is not True


def visible(here: Context, person: str) -> list[Entry]:
    """What the library has for a person."""
    entries = here.reading.library.entries()
    return [entry for entry in entries if entry.path is None or may_see(here, person, entry.path)]


def require_visible(here: Context, person: str, source: str) -> str:
    """The source; 404, as for what is not there, if it is somebody else's."""
    if here.token is not None:
        library = here.reading.library
        try:
            name = library.full_name(source)
            folder = library.folder_of(name) if name.startswith("file:") else None
        except GutshotError:
            return source  # opening it says what is wrong
        if folder is not None and not may_see(here, person, folder):
            raise Refused(404, "not_found", f"you have no {source[:80]!r}")
    return source


async def _seen(
    here: Here,
    person: Person,
    source: Annotated[str, Query(min_length=1, max_length=320, examples=["file:solutions/river"])],
) -> str:
    if here.token is None:
        return source
    return await asyncio.to_thread(require_visible, here, person, source)


Source = Annotated[str, Depends(_seen)]
