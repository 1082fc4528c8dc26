"""`gutshot warm`: compile ahead what would be compiled on first use."""

import json
import logging
import time
from typing import Annotated

import typer

from gutshot.cli import app
from gutshot.cli.options import Json


@app.command("warm")
def warm(
    table: Annotated[bool, typer.Option("--table", help="Only what the table in the browser needs.")] = False,
    as_json: Json = False,
) -> None:
    """Compile everything ahead, part by part; compiled code is kept, so that a second call takes seconds.

    \b
    gutshot warm              # after an installation, in a container, on each machine of a cluster
    gutshot warm --table      # before somebody sits down
    """
    from rich.console import Console

    from gutshot.clock import COMPILING
    from gutshot.trainer.warm import TABLE
    from gutshot.trainer.warm_lab import LAB

    logging.getLogger("gutshot").setLevel(logging.ERROR)  # that something is compiled is no news here
    console, done = Console(stderr=True), []
    steps = TABLE if table else (*TABLE, *LAB)
    for number, (what, work) in enumerate(steps, 1):
        began, before = time.perf_counter(), COMPILING.seconds
        with console.status(f"Compiling {what} ({number} of {len(steps)}); the first time takes a while"):
            work()
        done.append({"what": what, "seconds": time.perf_counter() - began, "compiling": COMPILING.seconds - before})
        console.print(
            f"{number:>2} of {len(steps)}  {what}: {done[-1]['compiling']:.0f} s of compiling", highlight=False
        )
    if as_json:
        typer.echo(json.dumps({"steps": done}))
