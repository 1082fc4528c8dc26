"""The training report: one HTML page with the figures and, where matplotlib is there, pictures of them over time."""

import base64
import importlib.util
import io
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml

from gutshot.blueprint import charts
from gutshot.cards.combos import CLASS_NAMES

if TYPE_CHECKING:
    from gutshot.blueprint.run import BlueprintRun

_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2430}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem;border-bottom:1px solid #dde3ea}"
    "th{text-align:left}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}img{max-width:100%}pre{background:#f4f6f9;padding:1rem}"
)


def html(run: "BlueprintRun") -> str:
    """The whole page."""
    parts = [
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Blueprint, {run.tree.seats} seats</title>",
        f"<style>{_STYLE}</style><h1>Blueprint for {run.tree.seats} seats</h1>",
        _facts(run.summary()),
        "<h2>Opening</h2>",
        _openings(run),
        *_responses(run.measures, run.tree.positions),
        *_local_responses(run.local_measures),
        *_pictures(run),
        f"<h2>Config</h2><pre>{escape(yaml.safe_dump(run.config.to_dict(), sort_keys=False))}</pre></html>",
    ]
    return "\n".join(parts)


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>"
        + "".join(f"<td{' class=n' if place else ''}>{escape(cell)}</td>" for place, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table><tr>{top}</tr>{body}</table>"


def _facts(summary: dict[str, Any]) -> str:
    names = {
        "seconds": "seconds of training",
        "threads": "threads",
        "iteration": "iterations",
        "deals": "deals",
        "visits": "nodes visited",
        "nodes": "nodes of the tree",
        "infosets": "infosets",
        "infosets_met": "infosets met",
        "infoset_actions": "infoset-actions",
    }
    rows = [[words, f"{summary[name]:,}"] for name, words in names.items()]
    rows.append(["average regret, mbb", f"{1000 * summary['average_regret']:.5f}"])
    return _table(["what", "figure"], rows)


def _openings(run: "BlueprintRun") -> str:
    found = charts.openings(run.tree, run.trainer.tables)
    rows = [[one.position, f"{100 * one.raises:.1f} %", f"{100 * one.calls:.1f} %"] for one in found]
    return _table(["folded to", "raises", "calls"], rows)


def _responses(measures: list[dict[str, Any]], positions: tuple[str, ...]) -> list[str]:
    if not measures:
        return []
    rows = [
        [
            f"{row['seconds']:.0f} s",
            positions[row["seat"]],
            f"{1000 * row['gain']:.1f} ± {1000 * row['gain_ci95']:.1f}",
        ]
        for row in measures
    ]
    return [
        "<h2>Best responses inside the abstraction</h2><p>mbb/hand won over the seat's own strategy by a response that "
        "learnt against the averages of the others; fresh deals, 95 % intervals. Lower bounds.</p>",
        _table(["after", "seat", "gain"], rows),
    ]


def _local_responses(measures: list[dict[str, Any]]) -> list[str]:
    if not measures:
        return []
    rows = [
        [f"{row['seconds']:.0f} s", f"{row['hands']:,}", f"{1000 * row['mean']:.0f} ± {1000 * row['ci95']:.0f}"]
        for row in measures
    ]
    return [
        "<h2>Local best response</h2><p>mbb/hand won by a responder who knows the strategy and bets in sizes of his "
        "own, outside the abstraction; 95 % intervals. Lower bounds.</p>",
        _table(["after", "hands", "wins"], rows),
    ]


def _pictures(run: "BlueprintRun") -> list[str]:
    if importlib.util.find_spec("matplotlib") is None or not run.progress:
        return []
    return ["<h2>Pictures</h2>", _image(_curves(run)), _image(_chart_figure(run))]


def _image(figure: Any) -> str:
    room = io.BytesIO()
    figure.savefig(room, format="png", dpi=110)
    return f"<img alt='' src='data:image/png;base64,{base64.b64encode(room.getvalue()).decode()}'>"


def _figure(width: float, height: float) -> Any:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _curves(run: "BlueprintRun") -> Any:
    """Regret, infosets, speed and opening shares over time."""
    figure = _figure(12, 7)
    minutes = [row["seconds"] / 60 for row in run.progress]
    axes = figure.subplots(2, 2).flat
    for axis, (name, title, scale) in zip(
        axes,
        (
            ("average_regret", "average regret, mbb", 1000.0),
            ("infosets", "infosets visited, millions", 1e-6),
            ("nodes_per_second", "million nodes per second", 1e-6),
        ),
        strict=False,
    ):
        axis.plot(minutes, [scale * row[name] for row in run.progress])
        axis.set(title=title, xlabel="minutes")
        axis.grid(alpha=0.3)
    axis = figure.axes[3]
    for position in run.progress[-1]["opens"]:
        axis.plot(minutes, [100 * row["opens"].get(position, 0.0) for row in run.progress], label=position)
    axis.set(title="opens, % of hands", xlabel="minutes")
    axis.legend()
    if any(row["average_regret"] > 0 for row in run.progress):
        figure.axes[0].set_yscale("log")
    return figure


def _chart_figure(run: "BlueprintRun") -> Any:
    """One 13x13 chart per seat: how often each class opens."""
    found = charts.openings(run.tree, run.trainer.tables)
    columns = min(3, len(found))
    rows = -(-len(found) // columns)
    figure = _figure(4.2 * columns, 4.4 * rows)
    axes = np.asarray(figure.subplots(rows, columns, squeeze=False)).flat
    for axis in axes:
        axis.set_axis_off()
    for axis, one in zip(figure.axes, found, strict=False):
        shares = charts.raise_chart(run.tree, run.trainer.tables, one.node)
        axis.imshow(shares, cmap="Oranges", vmin=0, vmax=1)
        axis.set_title(f"{one.position} raises {100 * one.raises:.0f} %", fontsize=10)
        for place, name in enumerate(CLASS_NAMES):
            axis.text(place % 13, place // 13, name, ha="center", va="center", fontsize=4.5)
    return figure
