"""Preflop charts in the terminal and as pictures: every cell in the colours of its actions."""

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

from gutshot.cards.combos import CLASS_NAMES
from gutshot.cli.solve_views import action_colours
from gutshot.cli.strategy_views import class_grid
from gutshot.games.actions import parse_action
from gutshot.numeric.files import write_file
from gutshot.preflop.solution import LineChart
from gutshot.preflop.tree import CHIPS

_LEAST = 0.005
"""A class of which less is left is drawn as absent."""

Colour = tuple[int, int, int]


def colours_of(actions: tuple[str, ...]) -> list[Colour]:
    """Fold blue, check and call green, raises red: the bigger the darker."""
    return action_colours([parse_action(action, CHIPS) for action in actions])


def print_chart(found: LineChart, following: list[str]) -> None:
    """The 13x13 chart of one decision."""
    console = Console()
    after = f"after '{found.line}'" if found.line else "first to act"
    console.print(f"{found.position} {after}, reached {100 * found.reached:.2f} % of hands", highlight=False)
    colours = colours_of(found.actions)
    legend = Text()
    for action, colour, share in zip(found.actions, colours, found.frequencies, strict=True):
        legend.append("   ", style=f"on rgb({colour[0]},{colour[1]},{colour[2]})")
        legend.append(f" {action} {100 * share:.1f} %   ")
    console.print(legend)
    for cells in class_grid(found.strategy, found.weights >= _LEAST, colours, [word[0] for word in found.actions]):
        console.print(cells)
    for k, action in enumerate(found.actions):
        console.print(f"{action}: {found.range_of(k)}", highlight=False, soft_wrap=True)
    for line in following:
        console.print(f"next: --line '{line}'", style="dim", highlight=False)


def draw_png(found: LineChart, path: Path) -> None:
    """An image: each cell is split into its actions from the left; its height is the class's reach."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.patches import Patch, Rectangle

    figure, axes = pyplot.subplots(figsize=(8, 8.6))
    colours = [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours_of(found.actions)]
    for cell, name in enumerate(CLASS_NAMES):
        left, top = cell % 13, cell // 13
        axes.add_patch(Rectangle((left, top), 1, 1, facecolor="0.85", edgecolor="white"))
        height, begin = min(1.0, float(found.weights[cell])), 0.0
        for share, colour in zip(found.strategy[cell], colours, strict=True):
            axes.add_patch(Rectangle((left + begin, top + 1 - height), float(share), height, facecolor=colour))
            begin += float(share)
        axes.text(left + 0.5, top + 0.5, name, ha="center", va="center", fontsize=8)
    axes.set(xlim=(0, 13), ylim=(13, 0), aspect="equal", xticks=[], yticks=[])
    axes.set_title(f"{found.position} after '{found.line}'" if found.line else f"{found.position} first to act")
    shares = zip(found.actions, found.frequencies, colours, strict=True)
    patches = [Patch(color=colour, label=f"{action} {100 * share:.1f} %") for action, share, colour in shares]
    axes.legend(
        handles=patches, loc="upper center", bbox_to_anchor=(0.5, -0.01), ncol=max(1, len(patches)), frameon=False
    )
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=120, bbox_inches="tight")
    pyplot.close(figure)
    write_file(path, picture.getvalue())
