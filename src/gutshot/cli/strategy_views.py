"""A decision of any strategy in the terminal: a 13x13 chart in the colours of its actions; and as JSON."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from gutshot.cards.card import format_card
from gutshot.cards.combos import CLASS_NAMES
from gutshot.cli.range_views import cards_text
from gutshot.cli.solve_views import ABSENT, action_colours
from gutshot.games.actions import ActionKind
from gutshot.numeric.arrays import Reals
from gutshot.strategies.strategy import About, Hands, Knowledge, Move, Stop
from gutshot.strategies.summaries import by_class, mean_of

RARE = 0.005
"""Classes that come less often than this are drawn as absent."""
_LETTERS = {ActionKind.FOLD: "·", ActionKind.CHECK: "x", ActionKind.CALL: "c"}

Colours = Sequence[tuple[int, int, int]]


def decision_json(about: About, stop: Stop, hands: Hands) -> dict[str, Any]:
    """What `show --json` prints of any strategy but a postflop solution."""
    shares, reach = by_class(hands)
    frequencies = hands.frequencies
    return {
        "strategy": about.title,
        "kind": about.kind,
        "line": stop.line,
        "street": stop.street,
        "board": [format_card(card) for card in stop.board],
        "seat": hands.seat,
        "position": stop.chairs[hands.seat].name,
        "pot": stop.pot,
        "to_call": stop.to_call,
        "actions": [move.word for move in stop.moves],
        "raise_to": [move.amount for move in stop.moves],
        "frequencies": None if frequencies is None else frequencies.tolist(),
        "ev": mean_of(hands.ev, hands.weight),
        "knowledge": hands.knowledge,
        "notes": list(hands.notes),
        "hands": {
            name: {"reach": float(reach[cell]), "shares": shares[cell].tolist()}
            for cell, name in enumerate(CLASS_NAMES)
        },
    }


def print_decision(about: About, stop: Stop, hands: Hands) -> None:
    """What every hand of the actor does."""
    console = Console()
    heading = Text(f"{stop.chairs[hands.seat].name} {'on the ' + stop.street if stop.board else 'before the flop'}")
    if stop.board:
        heading += Text("  ") + cards_text(stop.board)
    heading.append(f"  pot {_amount(about, stop.pot)}, {_amount(about, stop.to_call)} to call")
    console.print(heading, highlight=False)
    console.print(f"after: {stop.line or 'nothing'}", highlight=False, style="dim")
    if hands.knowledge is Knowledge.NONE:
        console.print(f"The strategy does not know this decision: {'; '.join(hands.notes)}.", highlight=False)
        return
    for note in hands.notes:
        console.print(f"near, not exact: {note}", highlight=False)
    colours = move_colours(stop.moves)
    console.print(_legend(about, stop, hands, colours))
    shares, reach = by_class(hands)
    for line in class_grid(shares, reach > RARE, colours, [letter_of(move) for move in stop.moves]):
        console.print(line)


def _amount(about: About, chips: int) -> str:
    return f"{chips / about.big_blind:g} bb" if about.big_blind else f"{chips}"


def move_colours(moves: Sequence[Move]) -> Colours:
    """A colour for each move."""
    return action_colours([move.action for move in moves])


def letter_of(move: Move) -> str:
    """One letter for an action: colour is never alone."""
    return _LETTERS.get(move.kind, "R")


def _legend(about: About, stop: Stop, hands: Hands, colours: Colours) -> Text:
    text = Text()
    shares = np.zeros(len(stop.moves)) if hands.frequencies is None else hands.frequencies
    for move, colour, share in zip(stop.moves, colours, shares, strict=True):
        text.append("   ", style=f"on rgb({colour[0]},{colour[1]},{colour[2]})")
        text.append(f" {move.action.text(about.big_blind)} {100 * share:.1f} %   ")
    return text


def class_grid(shares: Reals, here: NDArray[np.bool_], colours: Colours, letters: Sequence[str]) -> list[Text]:
    """Thirteen rows of cells, each in the mix of its actions' colours with its most frequent action's letter."""
    lines = []
    for row in range(13):
        line = Text()
        for cell in range(13 * row, 13 * row + 13):
            mix = shares[cell] @ np.array(colours, dtype=float) if here[cell] else ABSENT
            letter = letters[int(shares[cell].argmax())] if here[cell] else " "
            style = f"white on rgb({int(mix[0])},{int(mix[1])},{int(mix[2])})"
            line.append(f" {CLASS_NAMES[cell]:<3}{letter}", style)
        lines.append(line)
    return lines
