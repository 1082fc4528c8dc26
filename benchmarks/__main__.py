"""Run all `benchmarks/bench_*.py`, or those named, and print one table per file with ratios to the first row."""

import importlib
import pkgutil
import sys

try:
    from rich.console import Console
    from rich.table import Table

    import benchmarks
    from benchmarks.harness import Row, machine
except ModuleNotFoundError as missing:
    sys.exit(f"the benchmarks need the package {missing.name}, which is not installed: run `make bench`")


def names() -> list[str]:
    found = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    return sorted(name.removeprefix("bench_") for name in found if name.startswith("bench_"))


def table(title: str, rows: list[Row]) -> Table:
    """Rows of one `what` are compared with its first row, which is ours."""
    view = Table(title=title, title_justify="left")
    for column in ("what", "who", "figure", "unit", "gutshot / this", "note"):
        view.add_column(column, justify="right" if column in ("figure", "gutshot / this") else "left")
    ours: dict[str, Row] = {}
    for row in rows:
        base = ours.setdefault(row.what, row)
        faster = row.value / base.value if row.unit.startswith("s") else base.value / row.value
        view.add_row(
            row.what, row.who, f"{row.value:,.4g}", row.unit, "" if row is base else f"{faster:,.2f}x", row.note
        )
    return view


def main(wanted: list[str]) -> None:
    console = Console(width=150)
    console.print(f"machine: {machine()}")
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        sys.exit(f"no benchmark named {unknown[0]!r}; there are: {', '.join(names())}")
    lacking = [name for name in wanted or names() if not run(name, console)]
    if lacking:
        sys.exit(f"not run: {', '.join(lacking)}; `make bench` installs the peers that benchmarks compare with")


def run(name: str, console: Console) -> bool:
    """Print one table; False, with a sentence, where a package is missing."""
    try:
        module = importlib.import_module(f"benchmarks.bench_{name}")
        rows = module.run()
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in ("gutshot", "benchmarks"):
            raise
        console.print(f"{name}: needs the package {missing.name}, which is not installed")
        return False
    console.print(table(f"{name}: {str(module.__doc__).strip().splitlines()[0]}", rows))
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
