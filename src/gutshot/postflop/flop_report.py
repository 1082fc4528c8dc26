"""A batch summed up: a CSV of all flops, and one HTML page with averages, plots and the table."""

import base64
import csv
import html
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gutshot.cards.card import parse_cards
from gutshot.errors import BadConfig
from gutshot.numeric.files import write_file
from gutshot.postflop.flop_batch import texture

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
td, th {{ padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #ddd; }}
td:first-child, th:first-child {{ text-align: left; }}
img {{ max-width: 100%; }}
</style></head><body><h1>{title}</h1><p>{lead}</p>{average}{plots}{table}</body></html>
"""
_HIDDEN = ("digest", "canonical")


def write_report(rows: Sequence[dict[str, Any]], folder: str | os.PathLike[str], title: str) -> tuple[Path, Path]:
    """Write report.csv and report.html; returns their paths."""
    if not rows:
        raise BadConfig(f"no flop of {str(folder)!r} is solved yet, so there is nothing to report")
    home = Path(folder)
    columns = _columns(rows)
    write_file(home / "report.csv", to_csv(rows, columns).encode())
    page = _PAGE.format(
        title=html.escape(title),
        lead=f"{len(rows)} flops; averages count each flop by its weight.",
        average=_table([averages(rows, columns)], columns[1:]),
        plots="".join(f'<img alt="{name}" src="data:image/png;base64,{data}">' for name, data in _plots(rows, columns)),
        table=_table(rows, columns),
    )
    write_file(home / "report.html", page.encode())
    return home / "report.csv", home / "report.html"


def _columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    seen = dict.fromkeys(key for row in rows for key in row if key not in _HIDDEN)
    return list(seen)


def to_csv(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> str:
    """A row for each flop."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def averages(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> dict[str, float]:
    """Weighted means of the numeric columns; an action a flop does not have counts as never taken."""
    weights = np.array([row["weight"] for row in rows])
    found = {}
    for column in columns:
        if column not in ("flop", "weight"):
            found[column] = float(np.array([float(row.get(column, 0.0)) for row in rows]) @ weights / weights.sum())
    return {"weight": float(weights.sum()), **found}


def _table(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row.get(column, ''))}</td>" for column in columns) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else html.escape(str(value))


def _plots(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> list[tuple[str, str]]:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    plots = []
    for name, draw in (("frequencies", _draw_frequencies), ("values", _draw_values)):
        figure, axes = pyplot.subplots(figsize=(9, 3.6), layout="constrained")
        draw(axes, rows, columns)
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=110)
        pyplot.close(figure)
        plots.append((name, base64.b64encode(picture.getvalue()).decode()))
    return plots


def _draw_frequencies(axes: Any, rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> None:
    means = averages(rows, columns)
    shares = {column: means[column] for column in columns if column.startswith(("oop ", "ip "))}
    axes.bar(list(shares), [100 * share for share in shares.values()])
    axes.set_ylabel("% of hands")
    axes.set_title("First actions: out of position, and in position after a check")
    axes.tick_params(axis="x", rotation=30)


def _draw_values(axes: Any, rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> None:
    for kind in ("rainbow", "two-tone", "monotone"):
        chosen = [row for row in rows if texture(parse_cards(row["flop"])) == kind]
        if chosen:
            axes.scatter([100 * r["equity_oop"] for r in chosen], [r["ev_oop"] for r in chosen], s=14, label=kind)
    axes.set_xlabel("equity out of position, %")
    axes.set_ylabel("EV out of position, chips")
    axes.legend()
