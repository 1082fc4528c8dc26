"""A blueprint's decision in the terminal: a 13x13 chart in the colours of its actions."""

from typing import TYPE_CHECKING

import numpy as np
from rich.console import Console
from rich.text import Text

from gutshot.cards.combos import CLASS_NAMES
from gutshot.cli.range_views import cards_text
from gutshot.cli.solve_views import ABSENT, action_colours
from gutshot.games.actions import ActionKind

if TYPE_CHECKING:
    from gutshot.blueprint.view import LineView

_MARKS = {ActionKind.FOLD: "·", ActionKind.CHECK: "x", ActionKind.CALL: "c"}
RARE = 0.005
"""Classes that come less often than this are drawn as absent."""


def print_view(view: "LineView", big_blind: int) -> None:
    console = Console()
    heading = Text(f"{view.position} on the {view.street}" if view.board else f"{view.position} before the flop")
    if view.board:
        heading += Text("  ") + cards_text(view.board)
    heading.append(f"  pot {view.pot / big_blind:g} bb, {view.owed / big_blind:g} bb to call")
    console.print(heading, highlight=False)
    console.print(f"after: {view.line or 'nothing'}", highlight=False, style="dim")
    for note in view.notes:
        console.print(f"note: {note}", highlight=False)
    if not view.known:
        console.print("note: training never reached this point; the chart is uniform", highlight=False)
    colours = np.array(action_colours(view.actions))
    console.print(_legend(view, colours, big_blind))
    for line in chart(view, colours):
        console.print(line)


def _legend(view: "LineView", colours: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]", big_blind: int) -> Text:
    text = Text()
    for place, share in enumerate(view.frequencies()):
        word = view.actions[place].text(big_blind)
        red, green, blue = colours[place]
        text.append("   ", style=f"on rgb({red},{green},{blue})")
        text.append(f" {word} {100 * share:.1f} %   ")
    return text


def chart(view: "LineView", colours: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> list[Text]:
    """Thirteen rows of cells, each in the mix of its actions' colours with its most frequent action's percent."""
    shares, reach = view.classes()
    lines = []
    for row in range(13):
        line = Text()
        for cell in range(13 * row, 13 * row + 13):
            here = reach[cell] > RARE
            red, green, blue = (int(part) for part in shares[cell] @ colours) if here else ABSENT
            line.append(
                f" {CLASS_NAMES[cell]:<3}{_mark(shares[cell], view) if here else ' '}",
                f"white on rgb({red},{green},{blue})",
            )
        lines.append(line)
    return lines


def _mark(shares: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", view: "LineView") -> str:
    """The first letter of the most frequent action, so that colour is not the only sign."""
    best = view.actions[int(shares.argmax())]
    return "R" if best.is_sized else _MARKS[best.kind]
