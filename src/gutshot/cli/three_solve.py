"""`gutshot solve` and `show` for three ranges."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from gutshot.cli.json_text import json_text
from gutshot.cli.solve_result import keep_result, print_first_actions, require_same, say_nothing, solve_facts

if TYPE_CHECKING:
    from gutshot.postflop.three_solution import ThreeProgress, ThreeSolution
    from gutshot.postflop.three_solver import ThreeSolver


def is_three(spot: Path) -> bool:
    """Whether a file or a saved solution is about three ranges."""
    from gutshot.artifacts import MANIFEST
    from gutshot.postflop.three_solution import KIND
    from gutshot.postflop.three_spot import has_three_ranges
    from gutshot.settings import read_yaml
    from gutshot.strategies.entries import read_manifest

    if spot.is_dir():
        return (spot / MANIFEST).is_file() and read_manifest(spot).get("kind") == KIND
    return has_three_ranges(read_yaml(spot))


def solve_three_ranges(
    spot: Path,
    out: Path | None,
    target: float | None,
    iterations: int | None,
    threads: int | None,
    rule: str | None,
    as_json: bool,
) -> None:
    """Solve a spot with three ranges, or resume a saved solution, and print the result."""
    from gutshot.artifacts import require_writable
    from gutshot.cfr.updates import parse_rule
    from gutshot.cli.solve_compiling import compiling_shown
    from gutshot.postflop.three_solution import KIND
    from gutshot.postflop.three_solve import run_three

    if rule is not None:
        parse_rule(rule)  # before anything is compiled
    if out is not None:
        require_writable(out, KIND)
    with compiling_shown(say_nothing if as_json else typer.echo):
        solver, seconds = _opened(spot, rule, threads)
        if not as_json:
            _announce(solver)
        solution = run_three(solver, target, iterations, seconds, None if as_json else _show_progress)
        out = out or (spot if spot.is_dir() else None)
        result = describe(solution)
    if not as_json:
        _print_result(result)
    keep_result(solution, out, result, as_json)


def _opened(spot: Path, rule: str | None, threads: int | None) -> "tuple[ThreeSolver, float]":
    """A new solver, or that of a saved solution and the seconds it has run."""
    from gutshot.cfr.updates import parse_rule
    from gutshot.postflop.three_solution import ThreeSolution
    from gutshot.postflop.three_solver import ThreeSolver
    from gutshot.postflop.three_spot import ThreeSpot

    if not spot.is_dir():
        return ThreeSolver(ThreeSpot.read(spot), rule or "dcfr", threads), 0.0
    saved = ThreeSolution.load(spot, threads)
    require_same("rule", None if rule is None else str(parse_rule(rule)), str(saved.solver.rule), spot)
    return saved.solver, saved.seconds


def describe(solution: "ThreeSolution") -> dict[str, Any]:
    """What `--json` prints."""
    players, gains = list(solution.spot.names), list(solution.gains_percent)
    return {"players": players, "gains_pct": gains, "pot": solution.spot.pot, **solve_facts(solution)}


def _announce(solver: "ThreeSolver") -> None:
    counts = solver.layout.counts()
    typer.echo(
        f"{counts.decision:,} decisions, {counts.terminal:,} ends; takes {solver.estimate_bytes() / 1e6:,.1f} MB"
    )


def _show_progress(progress: "ThreeProgress") -> None:
    gains = "  ".join(f"{gain:8.4f}" for gain in progress.gains_percent)
    typer.echo(f"iteration {progress.iteration:>6}  gains {gains} % of pot  {progress.seconds:8.2f} s")


def _print_result(result: dict[str, Any]) -> None:
    if result["interrupted"]:
        typer.echo("interrupted: this is the solution so far")
    for name, ev, gain in zip(result["players"], result["ev"], result["gains_pct"], strict=True):
        typer.echo(f"EV {name:<6} {ev:10.3f} chips of {result['pot']}; a best answer gains {gain:.4f} % of the pot")
    print_first_actions(result)


def show_three(folder: Path, line: str, player: str, as_json: bool) -> None:
    """A decision of three players: each one's EV and equity, and the strategy of who acts or of a named player."""
    from gutshot.cli.show import seat_named, show_decision
    from gutshot.postflop.three_solution import ThreeSolution
    from gutshot.strategies.three_strategy import ThreeStrategy

    solution = ThreeSolution.load(folder)
    point = solution.at(line)
    if as_json:
        who = seat_named(solution.spot.names, player) if player else point.actor
        typer.echo(json_text({**point.summary(), "gains_pct": list(solution.gains_percent), "hands": point.rows(who)}))
        return
    for name, ev, share in zip(solution.spot.names, point.ev, point.equity(), strict=True):
        typer.echo(f"  {name:<6} EV {ev:10.3f}   equity {100 * share:6.2f} %")
    show_decision(ThreeStrategy(solution, str(folder)), point.line, player, False)
