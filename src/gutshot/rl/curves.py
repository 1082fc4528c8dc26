"""A run's curves as one picture: how it learns, and what it earns."""

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib

matplotlib.use("Agg")
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from gutshot.rl.exploit import Point

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
    if measures:
        axes.legend(ncols=2, fontsize="small")
    figure.savefig(path, dpi=120)


def draw_comparison(runs: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """The measures of several runs by name, against steps and against seconds of a processor."""
    figure = Figure(figsize=(12, 4.5), layout="constrained")
    for axes, column in zip(figure.subplots(1, 2), ("steps", "cpu_seconds"), strict=True):
        for name, measures in runs.items():
            for (what, players), rows in _series(measures).items():
                label = f"{name}: {what}, {players} players"
                axes.plot([float(row[column]) for row in rows], [float(row["value"]) for row in rows], label=label)
        axes.set(
            xlabel=column.replace("cpu_seconds", "seconds of CPU time"), ylabel="value", xscale="log", yscale="log"
        )
        axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize="small")
    figure.savefig(path, dpi=120)


def draw_exploiter(points: "list[Point]", players: int, path: Path) -> None:
    """What a fresh network wins from the frozen one, over the steps it has learnt."""
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    steps = [point.steps / 1e6 for point in points]
    axes.errorbar(steps, [p.result.bb100 for p in points], [p.result.ci95 for p in points], capsize=3, marker="o")
    axes.axhline(0, color="grey", linewidth=1)
    axes.set(xlabel="million steps of learning", ylabel="bb/100, 95 % interval")
    axes.set_title(f"An exploiter against the frozen policy, {players} players")
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


def _series(measures: list[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    found: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in measures:
        found[str(row["what"]), str(row["players"])].append(row)
    return found
