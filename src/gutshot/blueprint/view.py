"""A blueprint at one line: who acts, what every combo does there, and which combos come that far.

Off-tree raises of a line are taken for the nearest of the tree (`trees.translate`, the deterministic variant).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gutshot.blueprint.bundle import Blueprint
from gutshot.blueprint.tree import BOARD_CARDS
from gutshot.cards.card import Card, format_card, format_cards, require_distinct
from gutshot.cards.combos import CLASS_COUNT, CLASS_NAMES, COMBO_CLASS, COMBO_COUNT, combos_with_any
from gutshot.errors import BadConfig, IllegalAction, MalformedInput
from gutshot.games.actions import Action
from gutshot.games.lines import Act, Deal, parse_line
from gutshot.trees.translate import DETERMINISTIC, translate

STREETS = ("preflop", "flop", "turn", "river")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LineView:
    """A decision. `strategy` is NaN for combos that the board blocks; `reach` is how often each comes here."""

    line: str
    street: str
    board: tuple[Card, ...]
    seat: int
    position: str
    pot: int
    owed: int
    actions: tuple[Action, ...]
    strategy: NDArray[np.float32]  # [1326, actions]
    reach: Floats  # [1326]
    known: bool  # False: training never came here, and the strategy is uniform
    notes: tuple[str, ...] = ()  # what was taken for what

    def frequencies(self) -> Floats:
        """[actions] how often each is taken, over the hands that come here."""
        weights = np.where(np.isnan(self.strategy[:, 0]), 0.0, self.reach)
        total = weights.sum()
        shares = np.nan_to_num(self.strategy.astype(np.float64))
        return np.asarray(weights @ shares / total if total > 0 else np.zeros(len(self.actions)))

    def classes(self) -> tuple[Floats, Floats]:
        """[169, actions] shares and [169] mean reach of every class; shares are plain means where nothing comes."""
        live = ~np.isnan(self.strategy[:, 0])
        cells = COMBO_CLASS[live].astype(np.int64)
        count = np.bincount(cells, minlength=CLASS_COUNT)
        reach = np.bincount(cells, self.reach[live], CLASS_COUNT)
        weights = np.where(reach[cells] > 0, self.reach[live], 1.0)
        shares = np.stack(
            [np.bincount(cells, weights * column, CLASS_COUNT) for column in self.strategy[live].T.astype(np.float64)],
            axis=1,
        )
        total = np.bincount(cells, weights, CLASS_COUNT)
        return shares / np.maximum(total, 1e-12)[:, None], reach / np.maximum(count, 1)

    def to_dict(self) -> dict[str, Any]:
        shares, reach = self.classes()
        return {
            "line": self.line,
            "street": self.street,
            "board": [format_card(card) for card in self.board],
            "seat": self.seat,
            "position": self.position,
            "pot": self.pot,
            "to_call": self.owed,
            "actions": [str(action) for action in self.actions],
            "raise_to": [action.amount for action in self.actions],
            "frequencies": self.frequencies().tolist(),
            "known": self.known,
            "notes": list(self.notes),
            "hands": {
                name: {"reach": float(reach[cell]), "shares": shares[cell].tolist()}
                for cell, name in enumerate(CLASS_NAMES)
            },
        }


def view_line(blueprint: Blueprint, line: str, board: Sequence[Card] = (), seat: int | None = None) -> LineView:
    """The decision that a line leads to; with a seat, the last one of that seat on the way."""
    steps = parse_line(line, blueprint.tree.big_blind)
    board = _whole_board(line, board, [card for step in steps if isinstance(step, Deal) for card in step.cards])
    if len(board) not in BOARD_CARDS:
        raise MalformedInput(f"board {format_cards(board)!r} of {len(board)} cards: expected 0, 3, 4 or 5")
    end, notes = find_line(blueprint, line)
    node = _decision_of(blueprint, line, end, seat)
    tree, chips = blueprint.tree, blueprint.chips
    street, actor = tree.street(node), tree.actor(node)
    if len(board) < BOARD_CARDS[street]:
        raise BadConfig(f"line {line!r} is on the {STREETS[street]}: expected a board of {BOARD_CARDS[street]} cards")
    seen = tuple(board[: BOARD_CARDS[street]])
    return LineView(
        tree.text(node, seen),
        STREETS[street],
        seen,
        actor,
        tree.positions[actor],
        int(chips.pot[node]),
        int(chips.owed[node]),
        tree.offered(node),
        combo_strategy(blueprint, node, seen),
        reach_of(blueprint, node, actor, seen),
        blueprint.knows(node),
        notes,
    )


def _whole_board(line: str, board: Sequence[Card], dealt: Sequence[Card]) -> Sequence[Card]:
    """The board, which may stand in the line, beside it, or both if they agree."""
    longer, shorter = (board, dealt) if len(board) >= len(dealt) else (dealt, board)
    if tuple(longer[: len(shorter)]) != tuple(shorter):
        raise BadConfig(f"line {line!r} deals {format_cards(dealt)}, but the board is {format_cards(board)}")
    require_distinct(longer)
    return longer


def find_line(blueprint: Blueprint, line: str) -> tuple[int, tuple[str, ...]]:
    """The node of a line, and in words every raise that was taken for another."""
    tree = blueprint.tree
    node, notes = 0, list[str]()
    for step in parse_line(line, tree.big_blind):
        if isinstance(step, Act):
            near = _nearest_raise(blueprint, node, step.action)
            if near is not None:
                notes.append(f"{step.action} is not in the tree and is taken for {tree.offered(node)[near]}")
            node = tree.children(node)[tree.pick(node, step, line) if near is None else near]
    return node, tuple(notes)


def _nearest_raise(blueprint: Blueprint, node: int, asked: Action) -> int | None:
    """Which action a raise is taken for that the tree does not have; None for all others."""
    tree, chips = blueprint.tree, blueprint.chips
    raises = [place for place, number in enumerate(tree.actions(node)) if number > 0]
    if not asked.amount or not raises or asked.amount in tree.actions(node):
        return None
    faced, whole = int(chips.faced[node]), int(chips.pot[node] + chips.owed[node])
    if asked.amount <= faced:
        raise IllegalAction(f"{asked} after {tree.text(node)!r}: the bet to raise is {faced}")
    sizes = np.array([(tree.actions(node)[place] - faced) / whole for place in raises])
    return raises[translate((asked.amount - faced) / whole, sizes, DETERMINISTIC)]


def _decision_of(blueprint: Blueprint, line: str, node: int, seat: int | None) -> int:
    tree = blueprint.tree
    if seat is None:
        if not tree.is_decision(node):
            raise BadConfig(f"line {line!r} is the end of a hand: nobody acts there")
        return node
    while node >= 0 and not (tree.is_decision(node) and tree.actor(node) == seat):
        node = tree.parent(node)
    if node < 0:
        raise BadConfig(f"{tree.positions[seat]} has no decision in line {line!r}")
    return node


def seat_named(blueprint: Blueprint, name: str) -> int:
    """`"BTN"` or `"0"` -> 0, counted from the button."""
    names = [position.lower() for position in blueprint.tree.positions]
    if name.isdecimal() and int(name) < len(names):
        return int(name)
    for place, own in enumerate(names):
        if name.lower() in (own, *own.split("/")):
            return place
    raise BadConfig(f"unknown seat {name!r}: expected one of {', '.join(blueprint.tree.positions)}")


def combo_buckets(blueprint: Blueprint, board: Sequence[int]) -> NDArray[np.int32]:
    """[1326] buckets, -1 where the board blocks a combo."""
    return blueprint.abstraction.buckets(board) if board else COMBO_CLASS.astype(np.int32)


def combo_strategy(blueprint: Blueprint, node: int, board: Sequence[int]) -> NDArray[np.float32]:
    """[1326, actions] at a decision; NaN where the board blocks a combo."""
    buckets = combo_buckets(blueprint, board)
    found = blueprint.node_strategy(node)[np.maximum(buckets, 0)]
    found[buckets < 0] = np.nan
    return np.asarray(found)


def reach_of(blueprint: Blueprint, node: int, seat: int, board: Sequence[int]) -> Floats:
    """[1326] how probably a seat with each combo takes its actions on the way to a node; 0 for blocked combos."""
    tree = blueprint.tree
    reach = np.where(combos_with_any(sum(1 << card for card in board)), 0.0, 1.0)
    assert reach.shape == (COMBO_COUNT,)
    while node > 0:
        before = tree.parent(node)
        if tree.actor(before) == seat:
            shares = combo_strategy(blueprint, before, board[: BOARD_CARDS[tree.street(before)]])
            reach *= np.nan_to_num(shares[:, node - tree.children(before)[0]])
        node = before
    return reach
