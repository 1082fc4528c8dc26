"""Blueprint training and bundles in a terminal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from gutshot.blueprint import charts
from gutshot.cards.combos import CLASS_NAMES

if TYPE_CHECKING:
    from gutshot.blueprint.bundle import Blueprint
    from gutshot.blueprint.run import BlueprintRun

Say = Callable[[str], None]
Show = Callable[["BlueprintRun"], None]


@contextmanager
def watching(quiet: bool) -> Iterator[tuple[Say, Show | None]]:
    """Where a run reports: a live view in a terminal, plain lines elsewhere, stderr if stdout is for JSON."""
    console = Console(stderr=quiet)
    if quiet or not console.is_terminal:
        yield lambda line: typer.echo(line, err=quiet), None
        return
    with Live(console=console, auto_refresh=False) as live:
        yield (
            lambda line: console.print(line, highlight=False),
            lambda run: live.update(progress_view(run), refresh=True),
        )


def progress_view(run: "BlueprintRun") -> RenderableType:
    """Current figures next to the opening chart of one seat; the seat changes every few seconds."""
    row = run.progress[-1]
    figures = Table.grid(padding=(0, 2))
    for name, value in (
        ("trained", f"{row['seconds']:.0f} s, {100 * min(run.trainer.share_done, 1.0):.1f} %"),
        ("iterations", f"{row['iteration']:,} ({row['iterations_per_second']:.0f}/s)"),
        (
            "nodes",
            f"{row['visits'] / 1e6:,.0f} M ({row['nodes_per_second'] / 1e6:.2f} M/s, {_threads(run.trainer.threads)})",
        ),
        ("infosets", f"{row['infosets']:,}" + ("" if run.grows else f" of {run.tree.infosets:,}")),
        ("memory", f"{row['memory'] / 1e9:.2f} GB, {row['tables'] / 1e9:.2f} GB of it for tables"),
        ("average regret", f"{1000 * row['average_regret']:.4f} mbb"),
        ("opens", "  ".join(f"{name} {100 * share:.0f} %" for name, share in row["opens"].items())),
    ):
        figures.add_row(name, value)
    if row["exchanged"]:
        figures.add_row("exchanged", f"{row['exchanged_per_second'] / 1e6:.1f} MB/s")
    for name, value in measured(run.measures[-run.tree.seats :], run.local_measures[-1:], run.tree.positions):
        figures.add_row(name, value)
    return Group(figures, opening_chart(run, len(run.progress) // 3))


def measured(
    responses: Iterable[dict[str, Any]], local: Iterable[dict[str, Any]], positions: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """What can be won from a blueprint, as rows: by a best response of each seat, and by local best response."""
    for row in responses:
        gain = f"{1000 * row['gain']:.0f} ± {1000 * row['gain_ci95']:.0f}"
        yield "best response", f"{positions[row['seat']]} gains {gain} mbb/hand"
    for row in local:
        won = f"{1000 * row['mean']:.0f} ± {1000 * row['ci95']:.0f}"
        yield "local best response", f"{won} mbb/hand over {row['hands']:,} hands"


def opening_chart(run: "BlueprintRun", turn: int) -> RenderableType:
    """How often each class raises when it is folded to a seat."""
    nodes = charts.opening_nodes(run.tree)
    node = nodes[turn % len(nodes)]
    shares = charts.raise_chart(run.tree, run.trainer.tables, node).reshape(-1)
    lines = [Text(f"{run.tree.positions[run.tree.actor(node)]} raises first in", style="bold")]
    for row in range(13):
        cells = [_cell(CLASS_NAMES[place], float(shares[place])) for place in range(13 * row, 13 * row + 13)]
        lines.append(Text(" ").join(cells))
    return Group(*lines)


def _cell(name: str, share: float) -> Text:
    """The class on a background that is brighter the more often it raises."""
    level = round(5 * share)
    return Text(
        f"{name:<3}",
        style=("dim", "on grey23", "on grey37", "black on khaki3", "black on gold3", "black on orange1")[level],
    )


def print_info(found: "Blueprint") -> None:
    """A bundle's figures."""
    summary, game = found.summary, found.config.game
    console = Console()
    table = Table(box=None, show_header=False, padding=(0, 2))
    size = sum(array.nbytes for array in found.arrays.values())
    for name, value in (
        ("seats", f"{game.num_players}, {', '.join(found.tree.positions)}"),
        ("stacks", ", ".join(f"{stack / game.blinds[1]:g} bb" for stack in game.stacks)),
        ("buckets", f"{', '.join(map(str, found.tree.buckets))} ({found.config.abstraction.mode})"),
        ("tree", f"{len(found.tree):,} nodes, {found.tree.infosets:,} infosets, {found.tree.slots:,} infoset-actions"),
        (
            "trained",
            f"{summary['seconds']:.0f} s on {_threads(summary['threads'])}, {summary['visits'] / 1e9:.2f} G nodes",
        ),
        ("deals", f"{summary['deals']:,}"),
        ("size", f"{size / 1e6:.2f} MB"),
        ("opens", "  ".join(f"{name} {100 * share:.0f} %" for name, share in summary["opens"].items())),
    ):
        table.add_row(name, value)
    gains = summary.get("best_responses", ()), summary.get("local_best_responses", ())
    for name, value in measured(*gains, found.tree.positions):
        table.add_row(name, value)
    console.print(table, highlight=False)


def _threads(count: int) -> str:
    return f"{count} thread" + ("" if count == 1 else "s")
