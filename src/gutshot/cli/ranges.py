"""`gutshot equity` and `gutshot range`: hands and ranges against each other, and one range as a picture."""

import json
import time
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gutshot.cli import app
from gutshot.cli.options import Json, Seed, Threads

if TYPE_CHECKING:
    from rich.progress import Progress

    from gutshot.cards.equity import EquityResult, PlayerEquity

Board = Annotated[str, typer.Option(help="Cards on the board, 0 or 3 to 5, like 'Td9d6h'.")]


@app.command()
def equity(
    players: Annotated[list[str], typer.Argument(help="Two to ten: AsAh, QQ+, 'QQ+,AKs:0.5', 15%, random.")],
    board: Board = "",
    dead: Annotated[str, typer.Option(help="Dead cards: no player holds them and they are not dealt.")] = "",
    samples: Annotated[int | None, typer.Option(help="Sample this many deals instead of counting all.")] = None,
    error: Annotated[
        float | None, typer.Option(help="Sample until every standard error is below this (default: 0.0002).")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Count every board, even if that takes a long time.")] = False,
    seed: Seed = 0,
    threads: Threads = None,
    combos: Annotated[bool, typer.Option("--combos", help="Also show every combo.")] = False,
    as_json: Json = False,
) -> None:
    """Equity of two to ten hands or ranges: exact where feasible, else sampled with a standard error.

    \b
    gutshot equity AA KK
    gutshot equity "QQ+,AKs:0.5" AcAd --board Td9d6h --combos
    gutshot equity AsAh 15% random --error 0.0005
    """
    from gutshot.cards import equity as equities
    from gutshot.cards.card import parse_cards
    from gutshot.cli.range_views import print_equity
    from gutshot.numeric.threads import thread_count

    with _Bar() as bar:
        result = equities.equity(
            players,
            parse_cards(board),
            parse_cards(dead),
            exact=exact or None,
            samples=samples,
            target_error=error,
            seed=seed,
            threads=thread_count(threads),
            progress=bar.show,
        )
    if as_json:
        typer.echo(json.dumps(_equity_json(players, result, combos)))
    else:
        print_equity(players, parse_cards(board), result, combos)


@app.command("range")
def show_range(
    text: Annotated[str, typer.Argument(help="The range: 'QQ+,AKs:0.5', 'A9s-A6s,98o-65o', 'top 15%'.")],
    board: Board = "",
    as_json: Json = False,
) -> None:
    """Draw a range on the 13x13 matrix, count its combos and write it in its shortest form.

    \b
    gutshot range "QQ+,AKs:0.5"
    gutshot range "top 15%" --board Td9d6h
    """
    from gutshot.cards.card import parse_cards
    from gutshot.cards.equity_plan import live_range, require_board
    from gutshot.cards.ranges import Range
    from gutshot.cli.range_views import print_range, range_json

    held, cards = Range.parse(text), parse_cards(board)
    require_board(cards)
    live_range(held, cards)
    if as_json:
        typer.echo(json.dumps(range_json(held, cards)))
    else:
        print_range(held, cards)


class _Bar:
    """A progress bar on stderr that appears only if the work takes a while."""

    PATIENCE_S = 0.3

    def __enter__(self) -> "_Bar":
        self._start = time.perf_counter()
        self._bar: Progress | None = None
        return self

    def show(self, label: str, done: int, total: int) -> None:
        if self._bar is None and time.perf_counter() - self._start > self.PATIENCE_S:
            self._bar = _new_bar()
            self._task = self._bar.add_task(label, total=total)
            self._bar.start()
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total, description=label)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _new_bar() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _equity_json(texts: list[str], result: "EquityResult", combos: bool) -> dict[str, Any]:
    work = {"boards": result.boards} if result.exact else {"samples": result.samples}
    return {
        "players": [_player_json(text, player, combos) for text, player in zip(texts, result.players, strict=True)],
        "exact": result.exact,
        "method": result.method,
        **work,
        "standard_error": result.standard_error,
        "seconds": round(result.seconds, 6),
    }


def _player_json(text: str, player: "PlayerEquity", combos: bool) -> dict[str, Any]:
    report: dict[str, Any] = {
        "range": text,
        "equity": player.equity,
        "win": player.win,
        "tie": player.tie,
        "standard_error": player.standard_error,
    }
    if combos:
        report["combos"] = [
            {"combo": name, "chance": chance, "equity": equity, "win": win, "tie": tie}
            for name, chance, equity, win, tie in player.by_combo.rows()
        ]
    return report
