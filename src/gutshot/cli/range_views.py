"""Equities and ranges in a terminal. Colour is never the only sign: cells also carry names and bars."""

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gutshot.cards.card import Card, format_card, suit_of
from gutshot.cards.combos import CLASS_NAMES
from gutshot.cards.ranges import Range

if TYPE_CHECKING:
    from gutshot.cards.equity import EquityResult, PlayerEquity

SUIT_STYLES = ("green", "blue", "red", "bold")
"""The four-colour deck: clubs green, diamonds blue, hearts red, spades in the terminal's own black or white."""

BARS = "▁▂▃▄▅▆▇█"
IN_RANGE = (255, 190, 60)
OUT_OF_RANGE = (90, 90, 90)


def cards_text(cards: Sequence[Card]) -> Text:
    """Cards in the colours of the four-colour deck."""
    pieces = [Text(format_card(card), style=SUIT_STYLES[suit_of(card)]) for card in cards]
    return Text(" ").join(pieces)


def print_equity(texts: Sequence[str], board: Sequence[Card], result: "EquityResult", combos: bool) -> None:
    """Equities in a table."""
    console = Console()
    if board:
        console.print(Text("board ") + cards_text(board))
    console.print(_equity_table(texts, result))
    console.print(_work_done(result), style="dim", highlight=False)
    if combos:
        for text, player in zip(texts, result.players, strict=True):
            console.print(_combo_table(text, player))


def _equity_table(texts: Sequence[str], result: "EquityResult") -> Table:
    table = Table("", "range", "combos")
    for column in ("equity", "win", "tie") if result.exact else ("equity", "+-", "win", "tie"):
        table.add_column(column, justify="right")
    for seat, (text, player) in enumerate(zip(texts, result.players, strict=True), start=1):
        error = () if result.exact else (f"{player.standard_error:.4%}",)
        combos = f"{player.range.combo_count:g}"
        table.add_row(
            str(seat), text, combos, f"[bold]{player.equity:.4%}[/]", *error, f"{player.win:.4%}", f"{player.tie:.4%}"
        )
    return table


def _work_done(result: "EquityResult") -> str:
    if result.exact:
        return f"exact over {result.boards:,} boards, {result.seconds:.3f} s"
    return f"{result.samples:,} samples, {result.seconds:.3f} s; +- is one standard error"


def _combo_table(text: str, player: "PlayerEquity") -> Table:
    """Combos from the best to the worst."""
    table = Table("combo", title=text, title_justify="left")
    for column in ("share of deals", "equity", "win", "tie"):
        table.add_column(column, justify="right")
    for name, *numbers in sorted(player.by_combo.rows(), key=lambda row: (-(row[2] or 0.0), row[0])):
        table.add_row(name, *("-" if number is None else f"{number:.4%}" for number in numbers))
    return table


def print_range(held: Range, board: Sequence[Card]) -> None:
    """A range as its matrix."""
    console = Console()
    if board:
        console.print(Text("board ") + cards_text(board))
    weights = _live_matrix(held, board)
    for row in range(13):
        cells = [_cell(CLASS_NAMES[13 * row + column], weights[row][column]) for column in range(13)]
        console.print(Text(" ").join(cells))
    report = range_json(held, board)
    console.print(f"{report['combos']:g} combos, {report['percent']:.2f}% of all hands", highlight=False)
    console.print(report["range"], highlight=False, soft_wrap=True)


def print_hand_chart(title: str, weights: Sequence[float], values: Sequence[float]) -> None:
    """The 13x13 matrix of 169 weights, with the value of each hand under every row."""
    console = Console()
    console.print(title, style="bold", highlight=False)
    for row in range(13):
        cells = range(13 * row, 13 * row + 13)
        console.print(Text("  ").join(_cell(CLASS_NAMES[cell], weights[cell]) for cell in cells))
        console.print(
            " ".join(f"{values[cell]:<+5.{_decimals(values[cell])}f}" for cell in cells), style="dim", highlight=False
        )


def _decimals(value: float) -> int:
    """The number of decimals that fits five characters with a sign."""
    return 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0


def _live_matrix(held: Range, board: Sequence[Card]) -> list[list[float]]:
    """The mean weight of the combos of each class that the board leaves."""
    own, all_live = held.without(board).matrix(), Range.full().without(board).matrix()
    return [
        [float(w / a) if a else 0.0 for w, a in zip(*rows, strict=True)] for rows in zip(own, all_live, strict=True)
    ]


def _cell(name: str, weight: float) -> Text:
    """Full weight: the name on a bright background; partial: a bar as high as the weight; none: a grey dot."""
    if weight == 0:
        return Text(" ·  ", style=f"rgb{OUT_OF_RANGE}".replace(" ", ""))
    ground = tuple(round(low + (high - low) * weight) for low, high in zip(OUT_OF_RANGE, IN_RANGE, strict=True))
    bar = " " if weight > 1 - 1e-9 else BARS[min(7, int(weight * 8))]
    return Text(f"{name:<3}{bar}", style=f"black on rgb({ground[0]},{ground[1]},{ground[2]})")


def range_json(held: Range, board: Sequence[Card]) -> dict[str, Any]:
    """The shortest text of a range, and what is left of it on a board: combos, percent of all live hands, classes."""
    classes = [cell for row in _live_matrix(held, board) for cell in row]
    combos = held.without(board).combo_count
    return {
        "range": str(held),
        "combos": combos,
        "percent": 100 * combos / comb(52 - len(board), 2),
        "board": [format_card(card) for card in board],
        "classes": {name: weight for name, weight in zip(CLASS_NAMES, classes, strict=True) if weight > 0},
    }
