"""How a bucket looks in a terminal."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gutshot.cards.card import Card
from gutshot.cli.range_views import cards_text
from gutshot.numeric.threads import Progress as Report

if TYPE_CHECKING:
    from gutshot.abstraction.inspect import Look

HEIGHT = 6
BLOCKS = " ▁▂▃▄▅▆▇█"


@contextmanager
def bars(hidden: bool) -> Iterator[Report]:
    """One progress bar per task on stderr; nothing if stderr is not a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<16}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=console, disable=hidden or not console.is_terminal) as progress:

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done)

        yield report


def print_look(hole: Sequence[Card], board: Sequence[Card], seen: "Look", top: int) -> None:
    """A hand's bucket and its neighbours."""
    console = Console()
    heading = cards_text(hole)
    if board:
        heading += Text(" on ") + cards_text(board)
    console.print(heading + Text(f": {seen.street} bucket {seen.bucket} of {seen.buckets}"))
    words = f"{seen.made}, {seen.draw}" if board else seen.made
    if seen.equity is not None:
        words += f", equity {seen.equity:.1%} against a random hand"
    console.print(words, highlight=False)
    for line in picture(seen.histogram):
        console.print(line, highlight=False)
    console.print(f"same bucket: {_some(seen.same, top)}", highlight=False)
    if seen.neighbours:
        console.print(_neighbour_table(seen, top))


def picture(histogram: Sequence[int], height: int = HEIGHT) -> list[str]:
    """Columns of blocks, one per bin, over a scale of river equity."""
    if not histogram:
        return []
    most = max(histogram)
    levels = [0 if not count else max(1, round(8 * height * count / most)) for count in histogram]
    rows = ["".join(BLOCKS[max(0, min(8, level - 8 * row))] for level in levels) for row in reversed(range(height))]
    middle = len(histogram) // 2
    scale = "0%".ljust(middle - 1) + "50%".ljust(len(histogram) - middle - 3) + "100%"
    return [*rows, "─" * len(histogram), f"{scale} river equity over {sum(histogram):,} runouts"]


def _neighbour_table(seen: "Look", top: int) -> Table:
    table = Table("nearest bucket", title="other buckets on this board", title_justify="left")
    table.add_column("distance", justify="right")
    table.add_column("hands")
    for other in seen.neighbours:
        table.add_row(str(other.bucket), f"{other.distance:,.0f}", _some(other.hands, top))
    return table


def _some(hands: Sequence[str], top: int) -> str:
    more = f" and {len(hands) - top} more" if len(hands) > top else ""
    return (" ".join(hands[:top]) or "none") + more
