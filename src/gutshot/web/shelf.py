"""The library that routes share: one for the life of the server."""

from typing import Annotated

from fastapi import Depends, Request

from gutshot.trainer.explore.library import Library
from gutshot.web.context import context_of


async def _library(request: Request) -> Library:
    state = request.app.state
    if not hasattr(state, "library"):
        state.library = Library(context_of(request).data)
    found: Library = state.library
    return found


Shelf = Annotated[Library, Depends(_library)]
