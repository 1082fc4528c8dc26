"""Small spots that several tests share, and a solution's strategies by node."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from gutshot.cards.card import Card, format_card
from gutshot.cards.ranges import Range
from gutshot.postflop.solution import Solution
from gutshot.postflop.spot import Spot
from gutshot.trees.betting_tree import BettingTree, NodeKind

RIVER = {
    "board": "Ks9s7h4d2c",
    "oop": "AA,KQs,QJs,T9s,86s,A5s:0.5",
    "ip": "QQ,KJs,98s,76s,JTs",
    "pot": 100,
    "stack": 250,
}
SIZES = {"bets": "60%, a", "raises": "a"}


def river_spot(**changes: Any) -> Spot:
    return Spot(**{**RIVER, **SIZES, **changes})


def turn_spot(**changes: Any) -> Spot:
    """Both ranges treat suits alike and the board has two unseen suits, so runouts merge."""
    spot = {"board": "KsQs7s2h", "oop": "AA,KJs,T9s", "ip": "QQ,A5s,87s", "pot": 100, "stack": 180}
    return Spot(**{**spot, "bets": "75%", "raises": "a", **changes})


def flop_spot(**changes: Any) -> Spot:
    spot = {"board": "KsQs7s", "oop": "AA,T9s", "ip": "QQ,A5s", "pot": 100, "stack": 150, "bets": "a", "raises": ""}
    return Spot(**{**spot, **changes})


def recorded_spots(shared: Path) -> list[dict[str, Any]]:
    """The peer's spots, each with its `Spot` under the key "made"."""
    recorded = json.loads((shared / "peers" / "spots.json").read_text())
    for spot in recorded["spots"]:
        ranges = [Range.full() if _is_any(spot[name]) else Range.parse(spot[name]) for name in ("oop", "ip")]
        sizes = recorded["trees"][spot["tree"]]
        spot["made"] = Spot(spot["board"], ranges[0], ranges[1], pot=recorded["pot"], stack=recorded["stack"], **sizes)
    return list(recorded["spots"])


def _is_any(text: str) -> bool:
    return text.strip().lower() in ("", "random", "any", "100%", "*")


def strategy_of(solution: Solution) -> Callable[[int, tuple[Card, ...]], dict[int, np.ndarray]]:
    """A solution's average strategy as (node, dealt cards) -> {combo: probabilities}."""
    tree = solution.solver.layout.tree

    def look_up(node: int, dealt: tuple[Card, ...]) -> dict[int, np.ndarray]:
        position = solution.at(line_to(tree, node, dealt))
        combos = position.combos[position.actor]
        return {int(combo): position.strategy[:, h] for h, combo in enumerate(combos)}

    return look_up


def line_to(tree: BettingTree, node: int, dealt: tuple[Card, ...]) -> str:
    """The text of the line that leads to a node."""
    words: list[str] = []
    cards = list(dealt)
    while node > 0:
        parent = int(tree.parent[node])
        is_deal = tree.kind[parent] == NodeKind.CHANCE
        words.append(f"|{format_card(cards.pop())}|" if is_deal else str(tree.action(node)))
        node = parent
    return ",".join(reversed(words)).replace(",|", "|").replace("|,", "|")
