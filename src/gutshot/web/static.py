"""The built front end: files as they are, and its first page for every address that the browser's router knows."""

import os
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response

_HERE = Path(__file__).resolve().parent
_PLACES = (_HERE / "static", _HERE.parents[2] / "frontend" / "dist")
_FOREVER = "public, max-age=31536000, immutable"

_NOT_BUILT = """<!doctype html><title>Gutshot</title>
<p>The front end is not built yet: run <code>make run</code>, which builds it. The API is under <code>/api</code>."""


def find_front_end() -> Path | None:
    """The folder of the built front end: inside the package, or in a source checkout."""
    return next((place for place in _PLACES if (place / "index.html").is_file()), None)


def serve_front_end(app: FastAPI, folder: Path | None) -> None:
    """The page and its files, for every address that is no API."""

    @app.get("/{path:path}", include_in_schema=False)
    def front_end(path: str) -> Response:
        root = folder or find_front_end()
        if path.startswith("api/"):
            raise HTTPException(404, f"there is nothing at /{path[:80]}")
        if root is None:
            return HTMLResponse(_NOT_BUILT)
        wanted = root / path
        if os.path.isfile(wanted) and wanted.resolve().is_relative_to(root.resolve()):
            forever = {"cache-control": _FOREVER} if path.startswith("assets/") else {"cache-control": "no-cache"}
            return FileResponse(wanted, headers=forever)
        if "." in path.rsplit("/", 1)[-1]:
            raise HTTPException(404, f"there is nothing at /{path[:80]}")
        return FileResponse(root / "index.html", headers={"cache-control": "no-cache"})
