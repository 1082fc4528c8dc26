"""`gutshot serve`: the trainer in the browser."""

from typing import Annotated, Any

import typer

from gutshot.cli import app


@app.command("serve")
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; any address but loopback requires a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 picks a free one.", min=0, max=65535)] = 8000,
    db: Annotated[str, typer.Option(help="Database URL (default: a SQLite file in your data folder).")] = "",
    data: Annotated[str, typer.Option(help="Folder for solutions and results (default: your data folder).")] = "",
    jobs: Annotated[
        int | None,
        typer.Option(help="How many solves and matches run at once (default: 1 on two cores, else 2).", min=1, max=64),
    ] = None,
    job_memory: Annotated[
        float | None, typer.Option(help="GB that one solve may use (default: half of the machine's memory).", min=0.01)
    ] = None,
    token: Annotated[str, typer.Option(help="Token for visitors (default: a random one where needed).")] = "",
    light_coach: Annotated[
        bool,
        typer.Option("--light-coach", help="The coach solves nothing and plays fewer hands out: for small machines."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document when ready.")] = False,
) -> None:
    """Serve the lab in the browser until interrupted."""
    from gutshot.trainer.jobs.limits import JobLimits
    from gutshot.web.server import Server

    server = Server(host, port, db, token, data, JobLimits.lent(jobs, job_memory), light_coach)

    def ready(details: dict[str, Any]) -> None:
        import json

        if as_json:
            typer.echo(json.dumps(details))
            return
        typer.echo(f"Gutshot is running at {details['url']}")
        typer.echo(f"Hands are saved in {details['database']}, solutions in {details['data']}; stop with Ctrl-C.")

    server.run(ready)
