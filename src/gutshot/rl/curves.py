"""A run's curves as one picture: how it learns, and what it earns."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib.figure import Figure

_PANELS = (("entropy", "entropy"), ("kl", "KL per iteration"), ("value_loss", "value loss"))


def draw(progress: list[dict[str, Any]], measures: list[dict[str, Any]], path: Path) -> None:
    """Entropy, KL and value loss over steps; below them every measurement with its 95 % interval."""
    figure = Figure(figsize=(12, 7), layout="constrained")
    upper, lower = figure.subfigures(2, 1, squeeze=False)[:, 0]
    steps = [float(row["steps"]) / 1e6 for row in progress]
    for axes, (name, title) in zip(upper.subplots(1, len(_PANELS)), _PANELS, strict=True):
        axes.plot(steps, [float(row[name]) for row in progress])
        axes.set(title=title, xlabel="million steps")
    axes = lower.subplots(1, 1)
    for (what, players), rows in _series(measures).items():
        at = [float(row["steps"]) / 1e6 for row in rows]
        values = [float(row["value"]) for row in rows]
        errors = [float(row.get("ci95") or 0.0) for row in rows]
        axes.errorbar(at, values, errors, label=f"{what}, {players} players", capsize=2)
    nash = bool(measures) and measures[0]["what"] == "nash_conv"
    axes.set(xlabel="million steps", ylabel="NashConv" if nash else "bb/100", yscale="log" if nash else "symlog")
    axes.grid(alpha=0.3)
    axes.legend(ncols=2, fontsize="small")
    figure.savefig(path, dpi=120)


def _series(measures: list[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    found: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in measures:
        found[str(row["what"]), str(row["players"])].append(row)
    return found
