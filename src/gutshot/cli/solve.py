"""`gutshot solve`, `batch`, `report`: the postflop solver on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.json_text import json_text
from gutshot.cli.options import Engine, EngineName, Json, Threads
from gutshot.cli.solve_result import keep_result, print_first_actions, require_same, say_nothing, solve_facts
from gutshot.errors import BadConfig

if TYPE_CHECKING:
    from gutshot.postflop.solution import Progress, Solution
    from gutshot.postflop.solver import Solver


@app.command()
def solve(
    spot: Annotated[Path, typer.Argument(help="A YAML file with the spot, or a saved solution to resume.")],
    out: Annotated[Path | None, typer.Option(help="Folder to save the solution in.")] = None,
    target: Annotated[str | None, typer.Option(help="Stop at this exploitability, like 0.3% of the pot.")] = None,
    iterations: Annotated[int | None, typer.Option(help="Stop after this many iterations.")] = None,
    threads: Threads = None,
    precision: Annotated[str | None, typer.Option(help="f32 (default), or i16 for half the memory.")] = None,
    rule: Annotated[
        str | None, typer.Option(help="Update rule: dcfr (default), cfr, cfr+, linear, dcfr+, pcfr+, hs-dcfr:N.")
    ] = None,
    device: Annotated[str, typer.Option(help="cpu (default), gpu, or auto: a GPU where it is there and pays.")] = "cpu",
    as_json: Json = False,
) -> None:
    """Solve a spot of two ranges or three, or resume a saved solution, and print the result."""
    from gutshot.artifacts import require_writable
    from gutshot.cli.solve_compiling import compiling_shown
    from gutshot.cli.three_solve import is_three, solve_three_ranges
    from gutshot.postflop.solution import KIND, require_room
    from gutshot.postflop.solve import read_target, require_iterations, run

    wanted = None if target is None else read_target(target)
    require_iterations(iterations)
    if is_three(spot):
        if precision not in (None, "f32"):
            raise BadConfig(f"precision {precision!r}: three ranges are solved in f32")
        if device != "cpu":
            raise BadConfig(f"device {device!r}: three ranges are solved on the CPU")
        solve_three_ranges(spot, out, wanted, iterations, threads, rule, as_json)
        return
    if out is not None:
        require_writable(out, KIND)
    with compiling_shown(say_nothing if as_json else typer.echo):
        solver, seconds = _opened(spot, rule, threads, precision, device, say_nothing if as_json else _announce)
        out = out or (spot if spot.is_dir() else None)
        if out is not None:
            require_writable(out, KIND)
            require_room(solver, out)
        solution = run(solver, wanted, iterations, seconds, None if as_json else _show_progress)
        result = describe(solution)
    if not as_json:
        _print_result(result, solution)
    keep_result(solution, out, result, as_json)


def _opened(
    spot: Path,
    rule: str | None,
    threads: int | None,
    precision: str | None,
    device: str,
    announce: "Callable[[Solver], None]",
) -> "tuple[Solver, float]":
    """A new solver, or that of a saved solution and the seconds it has run."""
    from gutshot.cfr.updates import parse_rule
    from gutshot.postflop.ahead import compiled_beside
    from gutshot.postflop.gpu_solver import new_solver, on_device
    from gutshot.postflop.solution import Solution
    from gutshot.postflop.spot import Spot

    if spot.is_dir():
        saved = Solution.load(spot, threads)
        require_same("rule", None if rule is None else str(parse_rule(rule)), str(saved.solver.rule), spot)
        require_same("precision", precision, saved.solver.precision, spot)
        solver = on_device(saved.solver, device)
        announce(solver)
        return solver, saved.seconds
    plain = Spot.read(spot)
    with compiled_beside(plain, precision or "f32"):
        return new_solver(device, plain, rule or "dcfr", threads, precision or "f32", announce=announce), 0.0


def describe(solution: "Solution") -> dict[str, Any]:
    """What `--json` prints."""
    return {"exploitability_pct": solution.exploitability_percent, **solve_facts(solution)}


def _announce(solver: "Solver") -> None:
    counts = solver.layout.counts()
    typer.echo(
        f"{counts.decision:,} decisions, {counts.chance:,} deals, {counts.terminal:,} ends; "
        f"takes {solver.estimate_bytes() / 1e6:,.1f} MB"
    )


def _show_progress(progress: "Progress") -> None:
    typer.echo(
        f"iteration {progress.iteration:>6}  exploitability {progress.exploitability_percent:8.4f} % of pot  "
        f"{progress.seconds:8.2f} s  {progress.memory_bytes / 1e6:,.0f} MB"
    )


def _print_result(result: dict[str, Any], solution: "Solution") -> None:
    if result["interrupted"]:
        typer.echo("interrupted: this is the solution so far")
    typer.echo(
        f"EV out of position {result['ev'][0]:.3f}, in position {result['ev'][1]:.3f} chips of {solution.spot.pot}"
    )
    print_first_actions(result)


@app.command()
def batch(
    config: Annotated[Path, typer.Argument(help="YAML with the settings of a spot, and 'flops' instead of a board.")],
    out: Annotated[Path, typer.Option(help="Folder for the results; flops already there are not solved again.")],
    threads: Threads = None,
    keep: Annotated[bool, typer.Option("--keep", help="Save each flop's strategies, not only its figures.")] = False,
    engine: Engine = EngineName.local,
    device: Annotated[str, typer.Option(help="cpu (default), gpu, or auto: a GPU where it is there and pays.")] = "cpu",
    as_json: Json = False,
) -> None:
    """Solve many flops from one config; run it again to resume."""
    from gutshot.postflop.flop_batch import Batch, run_batch

    def watch(done: int, total: int, row: dict[str, Any]) -> None:
        if not as_json:
            typer.echo(
                f"{done}/{total} {row['flop']}  EV {row['ev_oop']:.2f}  {row['exploitability_pct']:.3f} % of pot"
            )

    rows = run_batch(Batch.read(config), out, threads, keep, watch, engine.value, device)
    if as_json:
        typer.echo(json_text({"flops": len(rows), "rows": rows}))


@app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="Folder of a batch, or of one saved solution.")],
    line: Annotated[str, typer.Option(help="For a solution: the line whose next cards are compared.")] = "",
    title: Annotated[str, typer.Option(help="Title of the page.")] = "Flop report",
    as_json: Json = False,
) -> None:
    """Sum up a batch (CSV and HTML with plots), or compare the runouts after a line of a solution."""
    from gutshot.postflop.flop_batch import CONFIG, read_batch

    if (folder / CONFIG).is_file():
        from gutshot.postflop.flop_report import write_report

        rows = read_batch(folder)
        files = [str(path) for path in write_report(rows, folder, title)]
        typer.echo(json_text({"flops": len(rows), "files": files}) if as_json else "wrote " + " and ".join(files))
        return
    rows, players = _runouts(folder, line)
    if as_json:
        typer.echo(json_text({"line": line, "runouts": rows}))
        return
    from gutshot.cli.solve_views import print_runouts

    print_runouts(rows, players)


def _runouts(folder: Path, line: str) -> "tuple[list[dict[str, Any]], tuple[str, ...]]":
    """What each next card does in a saved solution, and its players in order of action."""
    from gutshot.cli.three_solve import is_three

    if is_three(folder):
        from gutshot.postflop.three_solution import ThreeSolution

        three = ThreeSolution.load(folder)
        return three.runouts(line), three.spot.names
    from gutshot.postflop.solution import Solution

    return Solution.load(folder).runouts(line), ("oop", "ip")
