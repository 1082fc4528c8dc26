"""Options that several commands have: one name, one meaning, one line of help."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


def _checked_threads(asked: int | None) -> int | None:
    if asked is not None:
        from gutshot.numeric.threads import thread_count

        thread_count(asked)
    return asked


Threads = Annotated[int | None, typer.Option(callback=_checked_threads, help="Number of threads (default: all cores).")]


class EngineName(StrEnum):
    """Where independent pieces of work are done."""

    local = "local"
    ray = "ray"


Engine = Annotated[EngineName, typer.Option(help="Where to work: threads of this machine, or a Ray cluster.")]
Seed = Annotated[int, typer.Option(help="Random seed; the same seed gives the same result.")]
RunFolder = Annotated[Path | None, typer.Option("--out", help="Folder of the run (default: runs/NAME-OF-CONFIG).")]
Resume = Annotated[bool, typer.Option("--resume", help="Resume the run in the folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
