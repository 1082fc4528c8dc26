"""A training run on the screen: progress, winnings, and the play of each position."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

if TYPE_CHECKING:
    from gutshot.rl.train import TrainingRun

Watch: TypeAlias = "Callable[[TrainingRun], None]"

_NUMBERS = ("entropy", "kl", "value_loss", "explained")


@contextmanager
def board(console: Console | None = None) -> Iterator[tuple[Callable[[str], None], Watch]]:
    """Redraw the run after every report; other messages scroll above it."""
    shown = console or Console()
    with Live(console=shown, refresh_per_second=4) as live:

        def report(line: str) -> None:
            if not line.lstrip().startswith(("iteration", "button")):  # those are on the board
                live.console.print(line, highlight=False)

        yield report, lambda run: live.update(picture(run))


def picture(run: "TrainingRun") -> Group:
    """The three tables of the board."""
    return Group(_now(run), *([_earnings(run)] if run.measures else []), _positions(run))


def _now(run: "TrainingRun") -> Table:
    last = run.progress[-1] if run.progress else {}
    table = Table("iteration", "steps", "steps/s", *(name.replace("_", " ") for name in _NUMBERS), "seconds")
    numbers = (f"{float(last.get(name, 0)):.4f}" for name in _NUMBERS)
    done = f"{run.iteration:,} of {run.config.learning.iterations:,}"
    table.add_row(done, f"{run.steps:,}", f"{int(last.get('steps_per_s', 0)):,}", *numbers, f"{run.seconds:,.0f}")
    return table


def _earnings(run: "TrainingRun") -> Table:
    """The last measurement against each opponent, or the last NashConv."""
    table = Table("measured", "players", "value", "95 %", "at iteration")
    last = {(row["what"], row["players"]): row for row in run.measures}
    for (what, players), row in last.items():
        unit = "" if what == "nash_conv" else " bb/100"
        spread = f"± {row['ci95']}" if row.get("ci95") else ""
        table.add_row(str(what), str(players), f"{row['value']}{unit}", spread, str(row["iteration"]))
    return table


def _positions(run: "TrainingRun") -> Table:
    from gutshot.rl.positions import label

    table = Table("position", "bb/100", *run.action_names(), title="self-play by position")
    for place, at in enumerate(run.positions):
        table.add_row(label(place), f"{at.bb100:+.1f}", *(f"{share:.1%}" for share in at.mix))
    return table
