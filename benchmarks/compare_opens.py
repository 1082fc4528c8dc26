"""How far preflop charts are apart: openings and answers of strategies side by side, each against the first.

python -m benchmarks.compare_opens shipped:preflop_6max blueprint:6max@100 [--folder runs/other ...]

The apart of a chart is the mean over all hands of half the sum of the absolute differences of raising, calling and
folding; a hand of 1,326 counts alike. Answers are compared where a chart of the same name is in both.
"""

import argparse
from pathlib import Path

import numpy as np

from gutshot.artifacts import load
from gutshot.cards.combos import COMBO_COUNT
from gutshot.games.actions import ActionKind
from gutshot.numeric.arrays import Reals
from gutshot.strategies.catalogue import Library
from gutshot.strategies.chart_lines import ChartLine, chart_lines
from gutshot.strategies.openers import OPENERS
from gutshot.strategies.strategy import Strategy
from gutshot.strategies.table_walk import TableSize

_KINDS = {ActionKind.FOLD: 0, ActionKind.CHECK: 1, ActionKind.CALL: 1}


def opened(name: str, folder: bool) -> Strategy:
    """A strategy of the library, or a folder that is not in it."""
    if not folder:
        return Library().open(name)
    return OPENERS[load(name).kind].open(Path(name), name, TableSize(6, 100))


def mixes(strategy: Strategy, chart: ChartLine) -> tuple[Reals, Reals]:
    """[1326, 3] folds, calls and raises, and [1326] how much of each hand is there."""
    held = strategy.hands(chart.line)
    table, weights = np.zeros((COMBO_COUNT, 3)), np.zeros(COMBO_COUNT)
    weights[held.combos] = held.reach
    for move, row in zip(chart.stop.moves, np.asarray(held.mix), strict=True):
        table[held.combos, _KINDS.get(move.action.kind, 2)] += row
    return table, weights


def apart(one: tuple[Reals, Reals], two: tuple[Reals, Reals]) -> float:
    """Of the hands that both hold, weighted by the first."""
    weights = np.where(two[1] > 0, one[1], 0.0)
    distance = np.abs(one[0] - two[0]).sum(axis=1) / 2
    return float(weights @ distance / weights.sum()) if weights.any() else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--folder", action="append", default=[])
    wanted = parser.parse_args()
    strategies = [opened(name, False) for name in wanted.names] + [opened(name, True) for name in wanted.folder]
    found = [{(c.group, c.position, c.against): c for c in chart_lines(strategy)} for strategy in strategies]
    for key, first in found[0].items():
        told = []
        for strategy, charts in zip(strategies, found, strict=True):
            if key not in charts:
                told.append(f"{'':34}")
                continue
            table, weights = mixes(strategy, charts[key])
            shares = 100 * (weights @ table) / weights.sum()
            off = 100 * apart(mixes(strategies[0], first), (table, weights))
            told.append(f"{shares[0]:6.1f} {shares[1]:6.1f} {shares[2]:6.1f} apart {off:5.1f} %")
        print(f"{key[0].value:16} {key[1]:4} {key[2]:4}  " + "   ".join(told))


if __name__ == "__main__":
    main()
