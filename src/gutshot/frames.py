"""Results as tables: columns for data frames, and HTML for notebooks, including the 13x13 matrix of hands.

A result that has `columns()` becomes a data frame of pandas or Polars. Neither package is needed for anything else.
"""

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gutshot.errors import GutshotError

COLOURS = ("#3d7cc9", "#5aa469", "#e8a33d", "#d9663b", "#b8323f", "#7d1d3f")
"""Fold, check or call, then bets from the smallest to the largest."""

_MOST_ROWS = 60
_CELL = "width:2.6em;height:1.7em;padding:0;text-align:center;font:11px sans-serif;border:1px solid #8886;color:"


class Frame:
    """What has columns, and may be asked for them as a data frame."""

    __slots__ = ()

    def columns(self) -> dict[str, list[Any]]:
        """Plain lists of equal length by name."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The columns as a `pandas.DataFrame`."""
        return _package("pandas", "to_pandas()").DataFrame(self.columns())

    def to_polars(self) -> Any:
        """The columns as a `polars.DataFrame`."""
        return _package("polars", "to_polars()").DataFrame(self.columns())


class MissingPackage(GutshotError, ImportError):
    """A data frame is asked for, and its package is not installed."""


def _package(name: str, what: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise MissingPackage(f"{what} needs {name}: install it with `pip install {name}`, or use columns()") from None


def columns_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """From one map per row to one list per column; None where a row has no such entry."""
    known = list(rows)
    names = dict.fromkeys(name for row in known for name in row)
    return {name: [row.get(name) for row in known] for name in names}


def table_html(columns: Mapping[str, Sequence[Any]], title: str = "") -> str:
    """A table; of a long one the first rows, and how many there are."""
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in columns)
    rows = list(zip(*columns.values(), strict=True))
    body = "".join(f"<tr>{''.join(f'<td>{_entry(value)}</td>' for value in row)}</tr>" for row in rows[:_MOST_ROWS])
    more = f"<p>{_MOST_ROWS} of {len(rows):,} rows</p>" if len(rows) > _MOST_ROWS else ""
    return f"{_titled(title)}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def matrix_html(
    names: Sequence[str],
    reach: Sequence[float],
    shares: Sequence[Sequence[float]],
    actions: Sequence[str],
    title: str = "",
) -> str:
    """The 169 classes, each cell filled by its reach in the colours of what it does, with the numbers on hover."""
    colours = colours_of(actions)
    cells = [_cell(name, reach[i], shares[i], actions, colours) for i, name in enumerate(names)]
    rows = "".join(f"<tr>{''.join(cells[13 * row : 13 * row + 13])}</tr>" for row in range(13))
    legend = "".join(
        f'<span style="margin-right:1em"><span style="background:{colour}">&emsp;</span> {html.escape(action)}</span>'
        for action, colour in zip(actions, colours, strict=True)
    )
    return f'{_titled(title)}<table style="border-collapse:collapse">{rows}</table><p>{legend}</p>'


def colours_of(actions: Sequence[str]) -> list[str]:
    """A colour for each action by its first word; bets and raises take the warm ones in their order."""
    passive = {"fold": COLOURS[0], "check": COLOURS[1], "call": COLOURS[1], "limp": COLOURS[1]}
    warm, found = 0, []
    for action in actions:
        word = action.split(" ")[0]
        found.append(passive.get(word) or COLOURS[min(2 + warm, len(COLOURS) - 1)])
        warm += word not in passive
    return found


def _cell(name: str, reach: float, shares: Sequence[float], actions: Sequence[str], colours: Sequence[str]) -> str:
    height = round(100 * min(1.0, max(0.0, reach)))
    stops, at = [], 0.0
    for share, colour in zip(shares, colours, strict=True):
        stops.append(f"{colour} {100 * at:.0f}% {100 * (at + share):.0f}%")
        at += share
    fill = (
        f"linear-gradient(to right,{','.join(stops)}) bottom/100% {height}% no-repeat" if stops and height else "none"
    )
    text = ", ".join(f"{action} {100 * share:.0f} %" for action, share in zip(actions, shares, strict=True))
    told = html.escape(f"{name}: {text}" if height == 100 else f"{name} ({height} %): {text}")
    colour = "#fff" if height > 50 else "inherit"
    return f'<td title="{told}" style="{_CELL}{colour};background:{fill}">{name}</td>'


def _titled(title: str) -> str:
    return f"<p><b>{html.escape(title)}</b></p>" if title else ""


def _entry(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else html.escape(str(value))
