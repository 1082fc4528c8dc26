"""What `gutshot solve` does with a result, whatever its number of players."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from gutshot.cli.json_text import json_text
from gutshot.errors import BadConfig

if TYPE_CHECKING:
    from gutshot.postflop.solution import Solution
    from gutshot.postflop.three_solution import ThreeSolution


def say_nothing(_: Any) -> None:
    """In place of an announcement, where only JSON is printed."""


def require_same(what: str, asked: str | None, held: str, spot: Path) -> None:
    """A resumed solution keeps its settings."""
    if asked is not None and asked != held:
        raise BadConfig(f"{what} {asked!r}: the solution in {str(spot)!r} uses {held!r} and cannot change")


def solve_facts(solution: "Solution | ThreeSolution") -> dict[str, Any]:
    """What `--json` prints of every solution."""
    root = solution.at("")
    return {
        "ev": list(root.ev),
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "memory_bytes": solution.solver.memory_bytes,
        "nodes": solution.solver.layout.counts().to_dict(),
        "root": {
            "actions": [str(action) for action in root.actions],
            "frequencies": [float(share) for share in root.frequencies],
        },
        "interrupted": solution.interrupted,
    }


def print_first_actions(result: dict[str, Any]) -> None:
    """How often each first action is taken."""
    for action, share in zip(result["root"]["actions"], result["root"]["frequencies"], strict=True):
        typer.echo(f"  {action:<12} {100 * share:6.2f} %")


def keep_result(solution: "Solution | ThreeSolution", out: Path | None, result: dict[str, Any], as_json: bool) -> None:
    """Save a solution where a folder is given, and print its JSON or where it lies."""
    if out is not None:
        solution.save(out)
    if as_json:
        typer.echo(json_text(result))
    elif out is not None:
        typer.echo(f"saved in {out}; show it with: gutshot show {out} 'check'")
