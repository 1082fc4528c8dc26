"""The convergence of a run as a picture: NashConv over iterations, and each player's value."""

import io

import numpy as np

from gutshot.numeric.arrays import Reals


def convergence_png(record: Reals, title: str) -> bytes:
    """A PNG of rows (iteration, NashConv, value of each player)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), layout="constrained")
    distance, values = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    distance.loglog(record[:, 0], np.maximum(record[:, 1], 1e-16), marker=".")
    distance.set(ylabel="NashConv", title=title)
    for player in range(record.shape[1] - 2):
        values.semilogx(record[:, 0], record[:, 2 + player], marker=".", label=f"player {player}")
    values.set(xlabel="iteration", ylabel="value")
    values.legend()
    for axes in (distance, values):
        axes.grid(alpha=0.3)
    picture = io.BytesIO()
    FigureCanvasAgg(figure).print_figure(picture, format="png")
    return picture.getvalue()
