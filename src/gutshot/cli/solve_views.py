"""A solved position in the terminal: the matrix in colour and in numbers, top hands, and tables of runouts."""

from collections.abc import Sequence
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gutshot.cards.card import format_cards
from gutshot.cards.combos import CLASS_NAMES, COMBO_CLASS
from gutshot.cli.json_text import json_text
from gutshot.errors import BadConfig
from gutshot.games.actions import Action, ActionKind
from gutshot.postflop.point import SolvedPoint
from gutshot.postflop.solution import Solution
from gutshot.postflop.spot import PLAYERS

FOLD = (61, 124, 184)
PASSIVE = (85, 168, 104)
DRAWS = ((85, 168, 104), (95, 130, 150), (105, 95, 185), (120, 70, 170), (90, 45, 130))
"""Pat, and a draw of one card or more."""
ABSENT = (70, 70, 70)
_LABELS = "123456789" + ascii_lowercase + ascii_uppercase
_LIGHT_RED, _DARK_RED = np.array([235, 110, 95]), np.array([120, 15, 25])


def action_colours(actions: Sequence[Action]) -> list[tuple[int, int, int]]:
    """Fold blue, check and call green, bets and raises red: the bigger the darker; draws from green to violet."""
    sized = [action for action in actions if action.is_sized]
    colours = []
    for action in actions:
        if action.kind is ActionKind.DRAW:
            colours.append(DRAWS[action.amount])
        elif action.amount:
            depth = (sized.index(action) + 1) / len(sized)
            red = _LIGHT_RED + (_DARK_RED - _LIGHT_RED) * depth
            colours.append((int(red[0]), int(red[1]), int(red[2])))
        else:
            colours.append(FOLD if action.kind is ActionKind.FOLD else PASSIVE)
    return colours


def show_spot(folder: Path, line: str, player: str, top: int, as_json: bool) -> None:
    """A postflop solution at a line, in the terminal or as JSON."""
    if player and player not in PLAYERS:
        raise BadConfig(f"player {player!r}: expected oop or ip")
    position = Solution.load(folder).at(line)
    who = PLAYERS.index(player) if player else position.actor
    if as_json:
        typer.echo(json_text({**position.summary(), "hands": position.rows(who)}))
    else:
        print_position(position, who, top)


def print_position(position: SolvedPoint, player: int, top: int) -> None:
    """A player's strategy and values at a line."""
    console = Console()
    ev, equity, eqr = position.ev, position.equity, position.eqr
    console.print(
        f"{position.street} {format_cards(position.board)}  pot {position.pot}  {PLAYERS[position.actor]} to act"
    )
    for who, name in enumerate(PLAYERS):
        figures = _figure(ev[who], 3), _figure(100 * equity[who], 2), _figure(eqr[who], 2)
        console.print("  {:<3}  EV {:>9}   equity {:>6} %   EQR {:>5}".format(name, *figures))
    if player == position.actor:
        _print_legend(console, position)
        _print_matrix(console, position)
    _print_hands(console, position, player, top)


def _print_legend(console: Console, position: SolvedPoint) -> None:
    text = Text()
    actions = zip(position.actions, action_colours(position.actions), position.frequencies, strict=True)
    for number, (action, colour, share) in enumerate(actions):
        text.append(f" {_label(number)} ", style=f"white on rgb{_rgb(colour)}")
        text.append(f" {action} {_figure(100 * share, 1)} %   ")
    console.print(text)


def _figure(value: float, digits: int) -> str:
    """A dash where there is no value, as for a fully blocked hand."""
    return f"{value:.{digits}f}" if np.isfinite(value) else "-"


def _rgb(colour: tuple[int, int, int]) -> str:
    return f"({colour[0]},{colour[1]},{colour[2]})"


def _print_matrix(console: Console, position: SolvedPoint) -> None:
    """Each cell in the colour mix of its actions; below it the number and share of the most frequent one."""
    weights, cells = position.weights[position.actor], COMBO_CLASS[position.combos[position.actor]]
    colours = np.array(action_colours(position.actions), dtype=float)
    for row in range(13):
        names, shares = Text(), Text()
        for cell in range(13 * row, 13 * row + 13):
            chosen = cells == cell
            total = weights[chosen].sum()
            if total <= 0:
                names.append(" ·   ", style=f"white on rgb{_rgb(ABSENT)}")
                shares.append("     ", style=f"white on rgb{_rgb(ABSENT)}")
                continue
            mix = (position.strategy[:, chosen] * weights[chosen]).sum(axis=1) / total
            red, green, blue = (int(part) for part in mix @ colours)
            style = f"white on rgb{_rgb((red, green, blue))}"
            names.append(f" {CLASS_NAMES[cell]:<4}", style=style)
            shares.append(f" {_most_played(mix):<4}", style=style)
        console.print(names)
        console.print(shares)


def _most_played(mix: Sequence[float]) -> str:
    """`2·64`: the second action, 64 % of the time; `2` if it is always taken."""
    best = int(np.argmax(mix))
    percent = round(100 * mix[best])
    return _label(best) if percent == 100 else f"{_label(best)}·{percent}"


def _label(action: int) -> str:
    """One letter per action, so that cells stay aligned."""
    return _LABELS[action] if action < len(_LABELS) else "?"


def _print_hands(console: Console, position: SolvedPoint, player: int, top: int) -> None:
    rows = sorted(position.rows(player), key=lambda row: -row["weight"])[:top]
    names = [str(action) for action in position.actions] if player == position.actor else []
    table = Table("hand", "weight %", "equity %", "EV", *names, box=None)
    for row in rows:
        shares = [f"{100 * row[name]:.1f}" for name in names]
        figures = [_figure(100 * row["weight"], 2), _figure(100 * row["equity"], 1), _figure(row["ev"], 2)]
        table.add_row(row["hand"], *figures, *shares)
    console.print(table)


def print_runouts(rows: Sequence[dict[str, Any]], players: Sequence[str]) -> None:
    """A row for each card that can come; the last player's equity is what the others leave."""
    actions = list(dict.fromkeys(action for row in rows for action in row["actions"]))
    heads = [*(f"EV {name}" for name in players), *(f"equity {name} %" for name in players[:-1])]
    table = Table("card", *heads, *actions, box=None)
    for row in rows:
        shares = dict(zip(row["actions"], row["frequencies"], strict=True))
        cells = [_figure(100 * shares[action], 1) if action in shares else "-" for action in actions]
        figures = [_figure(value, 2) for value in row["ev"]] + [_figure(100 * share, 1) for share in row["equity"][:-1]]
        table.add_row(row["card"], *figures, *cells)
    Console().print(table)
