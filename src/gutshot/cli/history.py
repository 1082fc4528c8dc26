"""`gutshot history`: replay hand histories on our rules, and convert them to PHH."""

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from gutshot.cli import EXIT_FAILURE, app

history_app = typer.Typer(help="Replay and convert hand histories.", no_args_is_help=True)
app.add_typer(history_app, name="history")

_GAME = typer.Option(help="The game file of ACPC logs, if it is not next to them.")
_JSON = typer.Option("--json", help="Print one JSON document.")


@history_app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help="PHH files, ACPC logs, or a site's text that pokerkit reads.")],
    game: Annotated[Path | None, _GAME] = None,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Replay every hand and compare its result with the record; exit 1 if any differ."""
    from gutshot.games.history_files import read_file
    from gutshot.games.replay import Outcome, ReplayVerdict, judge

    verdicts = []
    for file in files:
        content = read_file(file, game)
        verdicts += [judge(history) for history in content.hands]
        verdicts += [
            ReplayVerdict(label, Outcome.UNJUDGED, "pokerkit cannot read this hand") for label in content.unread
        ]
    counts = Counter(verdict.outcome.value for verdict in verdicts)
    details = [
        {"hand": verdict.label, "verdict": verdict.outcome.value, "reason": verdict.reason}
        for verdict in verdicts
        if verdict.outcome is not Outcome.AGREE
    ]
    totals = {name: counts[name] for name in ("agree", "differ", "unjudged")}
    if as_json:
        typer.echo(json.dumps({"hands": len(verdicts), **totals, "details": details}, indent=1))
    else:
        for detail in details:
            typer.echo(f"{detail['verdict']}: {detail['hand']}: {detail['reason']}")
        typer.echo(f"{len(verdicts)} hands: " + ", ".join(f"{totals[name]} {name}" for name in totals))
    if counts["differ"]:
        raise typer.Exit(EXIT_FAILURE)


@history_app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file that `replay` reads.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="A .phh file for one hand, .phhs for several.")],
    game: Annotated[Path | None, _GAME] = None,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Write the hands of a file as PHH."""
    from gutshot.games.convert import as_phh
    from gutshot.games.history_files import read_file
    from gutshot.numeric.files import write_file

    content = read_file(source, game)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_file(target, as_phh(content.hands, target.name).encode())
    summary = {"hands": len(content.hands), "unread": list(content.unread), "file": str(target)}
    typer.echo(json.dumps(summary) if as_json else f"{len(content.hands)} hands written to {target}")
