"""Options that several commands have: one name, one meaning, one line of help."""

from pathlib import Path
from typing import Annotated

import typer


def _checked_threads(asked: int | None) -> int | None:
    if asked is not None:
        from gutshot.numeric.threads import thread_count

        thread_count(asked)
    return asked


Threads = Annotated[
    int | None, typer.Option(callback=_checked_threads, help="Worker threads; one for every core unless given.")
]
Seed = Annotated[int, typer.Option(help="Seed of all that is drawn: equal seeds give equal results.")]
RunFolder = Annotated[Path | None, typer.Option("--out", help="Folder of the run; runs/NAME-OF-CONFIG unless given.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run that the folder holds.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
