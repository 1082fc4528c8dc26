"""Equity curves and running means of a match, as one PNG."""

import io

import numpy as np

from gutshot.arena.config import MatchConfig
from gutshot.arena.report import make_report
from gutshot.arena.tally import Tally

_DPI = 110


def draw_curves(config: MatchConfig, sums: Tally) -> bytes:
    """Big blinds won so far (solid; dashed: adjusted for luck), and the running rate with its final interval."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 8), layout="constrained")
    FigureCanvasAgg(figure)
    won, rates = figure.subplots(2, 1, sharex=True)
    report = make_report(config, sums)
    for place, agent in enumerate(report.agents):
        hands = np.cumsum(sums.point_hands[:, place])
        profit = np.cumsum(sums.point_profit[:, place]) / config.big_blind
        adjusted = np.cumsum(sums.point_adjusted[:, place]) / config.big_blind
        seen = hands > 0
        line = won.plot(hands[seen], profit[seen], label=f"{agent.name} {agent.bb100:+.1f} ± {agent.ci95:.1f}")[0]
        won.plot(hands[seen], adjusted[seen], "--", linewidth=0.8, color=line.get_color())
        rates.plot(hands[seen], 100 * profit[seen] / hands[seen], color=line.get_color())
        rates.errorbar(hands[-1:], [agent.bb100], yerr=[agent.ci95], color=line.get_color(), capsize=3)
    won.set(ylabel="big blinds won (dashed: adjusted for luck)")
    rates.set(xlabel="hands of the agent", ylabel="bb/100 so far, with the final 95 % interval")
    won.legend(title="bb/100 ± 95 %", fontsize="small")
    for axes in (won, rates):
        axes.axhline(0, color="grey", linewidth=0.6)
        axes.grid(alpha=0.3)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=_DPI)
    return buffer.getvalue()
