"""A decision of any strategy in the terminal: a 13x13 chart in the colours of its actions; and as JSON."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from gutshot.blueprint.badugi.class_names import COLUMNS, ROWS, class_names
from gutshot.cards.card import format_card
from gutshot.cards.combos import CLASS_NAMES
from gutshot.cli.range_views import cards_text
from gutshot.cli.solve_views import ABSENT, action_colours
from gutshot.games.actions import ActionKind
from gutshot.numeric.arrays import Reals
from gutshot.strategies.badugi_chart import chart_of
from gutshot.strategies.badugi_strategy import GAME as BADUGI
from gutshot.strategies.strategy import About, Hands, Knowledge, Move, Stop
from gutshot.strategies.summaries import by_class, mean_of

RARE = 0.005
"""Classes that come less often than this are drawn as absent."""
_LETTERS = {ActionKind.FOLD: "·", ActionKind.CHECK: "x", ActionKind.CALL: "c"}

Colours = Sequence[tuple[int, int, int]]


def decision_json(about: About, stop: Stop, hands: Hands) -> dict[str, Any]:
    """What `show --json` prints of any strategy but a postflop solution."""
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
        "hands": _hands_json(about, hands),
    }


def _hands_json(about: About, hands: Hands) -> dict[str, Any]:
    """Every class of hands by its name."""
    if about.game == BADUGI:
        names, mix = class_names(), np.zeros((0, len(hands.combos))) if hands.mix is None else hands.mix
        return {
            names[number]: {"reach": float(hands.reach[place]), "shares": mix[:, place].tolist()}
            for place, number in enumerate(hands.combos.tolist())
        }
    shares, reach = by_class(hands)
    return {
        name: {"reach": float(reach[cell]), "shares": shares[cell].tolist()} for cell, name in enumerate(CLASS_NAMES)
    }


def print_decision(about: About, stop: Stop, hands: Hands) -> None:
    """What every hand of the actor does."""
    console = Console()
    heading = Text(f"{stop.chairs[hands.seat].name} {_when(about, stop)}")
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
    letters = [letter_of(move) for move in stop.moves]
    if about.game == BADUGI:
        lines = badugi_grid(hands, colours, letters)
    else:
        shares, reach = by_class(hands)
        lines = class_grid(shares, reach > RARE, colours, letters)
    for line in lines:
        console.print(line)


def _when(about: About, stop: Stop) -> str:
    if about.game == BADUGI:
        return stop.street if stop.moves[0].kind is not ActionKind.DRAW else f"at the {stop.street}"
    return f"on the {stop.street}" if stop.board else "before the flop"


def _amount(about: About, chips: int) -> str:
    return f"{chips / about.big_blind:g} bb" if about.big_blind else f"{chips}"


def move_colours(moves: Sequence[Move]) -> Colours:
    """A colour for each move."""
    return action_colours([move.action for move in moves])


def letter_of(move: Move) -> str:
    """One letter for an action: colour is never alone."""
    if move.kind is ActionKind.DRAW:
        return str(move.action.amount) if move.action.amount else "p"
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


def badugi_grid(hands: Hands, colours: Colours, letters: Sequence[str]) -> list[Text]:
    """A row for each number of cards that play, a cell for each high card."""
    shares, reach = chart_of(hands)
    lines = [Text(f"{'':<12}" + "".join(f" {name:<4}" for name in COLUMNS))]
    for row, name in enumerate(ROWS):
        line = Text(f"{name:<12}")
        for column in range(len(COLUMNS)):
            here = reach[row, column] > RARE
            line.append_text(_badugi_cell(shares[row, column], here, colours, letters))
        lines.append(line)
    return lines


def _badugi_cell(shares: Reals, here: bool, colours: Colours, letters: Sequence[str]) -> Text:
    """The most frequent action, and how often it is taken in per cent."""
    if not here:
        return Text("     ")
    mix, best = shares @ np.array(colours, dtype=float), int(shares.argmax())
    style = f"white on rgb({int(mix[0])},{int(mix[1])},{int(mix[2])})"
    return Text(f" {letters[best]}{100 * shares[best]:<3.0f}", style)
