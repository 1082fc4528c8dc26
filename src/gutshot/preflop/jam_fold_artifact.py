"""Jam-or-fold equilibria on disk: an artifact folder with the charts of every decision, in the order of the tree."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot import artifacts
from gutshot.errors import MalformedInput
from gutshot.preflop.config import JamTable
from gutshot.preflop.jam_fold import JamChart, PushFold, jammed_before, seat_names
from gutshot.preflop.tree import JAM, jam_tree

KIND = "jam-or-fold"
VERSION = 1
_CHARTS = ("frequency", "ev", "ev_fold")


def save_pushfold(solved: PushFold, path: str | PathLike[str]) -> Path:
    """Write a solved table, whole or not at all."""
    arrays = {name: np.stack([getattr(chart, name) for chart in solved.charts]) for name in _CHARTS}
    arrays["reached"] = np.array([chart.reached for chart in solved.charts])
    table = solved.table
    config = {"stacks": list(table.stacks), "ante": table.ante, "small_blind": table.small_blind}
    names = ("exploitability", "iterations", "seconds", "sampling_error")
    summary = {"ev": list(solved.ev), **{name: getattr(solved, name) for name in names}}
    return artifacts.save(
        path, KIND, arrays, config | {"prizes": list(solved.prizes)}, version=VERSION, summary=summary
    )


def load_pushfold(path: str | PathLike[str]) -> PushFold:
    """Open a saved table; one sentence says so if it is something else."""
    found = artifacts.load(path, KIND, version=VERSION)
    try:
        config, summary = found.config, found.summary
        table = JamTable(tuple(config["stacks"]), config["ante"], config["small_blind"])
        facts = (float(summary["exploitability"]), _charts(table, found.arrays), int(summary["iterations"]))
        times = float(summary["seconds"]), float(summary["sampling_error"])
        return PushFold(table, tuple(config["prizes"]), tuple(summary["ev"]), *facts, *times)
    except (KeyError, TypeError, IndexError) as error:
        raise MalformedInput(f"jam-or-fold charts {str(path)!r} do not fit their own config ({error!r})") from None


def _charts(table: JamTable, arrays: Mapping[str, NDArray[Any]]) -> tuple[JamChart, ...]:
    tree, names, found = jam_tree(table), seat_names(table.seats), []
    for row, node in enumerate(tree.decisions()):
        action = "jam" if tree.action[tree.children(node)[1]] == JAM else "call"
        before = jammed_before(tree, table, node)
        plays, ev, ev_fold = (arrays[name][row] for name in _CHARTS)
        reached = float(arrays["reached"][row])
        found.append(JamChart(names[tree.actor[node]], action, before, plays, ev, ev_fold, reached))
    return tuple(found)
