"""Lines: a way to bet and the cards that came, as text: `"check,bet 120,call|Qc|check"`.

Bars separate streets; what is dealt stands alone between two bars. The empty line is the spot itself.
"""

import re
from dataclasses import dataclass

from gutshot.cards.card import Card, format_card, parse_card
from gutshot.errors import IllegalAction, MalformedInput
from gutshot.trees.betting_tree import ActionKind, BettingTree, NodeKind, TreeAction

_WORDS = {
    "fold": ActionKind.FOLD,
    "check": ActionKind.CHECK,
    "call": ActionKind.CALL,
    "bet": ActionKind.BET,
    "raise": ActionKind.RAISE,
    "all-in": ActionKind.ALL_IN,
    "allin": ActionKind.ALL_IN,
}
_ACTION = re.compile(r"([a-z-]+)(?:\s*(?:to\s*)?(\d+))?")
_SIZED = (ActionKind.BET, ActionKind.RAISE, ActionKind.ALL_IN)


@dataclass(frozen=True)
class LinePlace:
    """Where a line leads: a node of the betting tree, and the cards dealt on the way."""

    node: int
    cards: tuple[Card, ...]
    actions: tuple[int, ...]  # nodes walked through, the root first


def find(tree: BettingTree, board: tuple[Card, ...], line: str) -> LinePlace:
    """Walk a line; IllegalAction if it does not exist in this tree."""
    node, cards, walked = 0, list[Card](), [0]
    for number, part in enumerate(line.split("|") if line.strip() else []):
        if number % 2:
            card = parse_card(part.strip())
            node = _deal(tree, node, (*board, *cards), card, line)
            cards.append(card)
            walked.append(node)
            continue
        for word in filter(None, (item.strip() for item in part.split(","))):
            node = _act(tree, node, word, line)
            walked.append(node)
    return LinePlace(node, tuple(cards), tuple(walked))


def _deal(tree: BettingTree, node: int, seen: tuple[Card, ...], card: Card, line: str) -> int:
    if tree.kind[node] != NodeKind.CHANCE:
        raise IllegalAction(f"line {line!r}: no card comes before the betting round is over")
    if card in seen:
        raise IllegalAction(f"line {line!r}: {format_card(card)} is already on the board")
    return int(tree.children(node)[0])


def _act(tree: BettingTree, node: int, word: str, line: str) -> int:
    if tree.kind[node] != NodeKind.DECISION:
        what = "a card comes next, as in '...|Qc|...'" if tree.kind[node] == NodeKind.CHANCE else "the hand is over"
        raise IllegalAction(f"line {line!r}: nobody can {word!r} there, {what}")
    asked = parse_action(word)
    for child in tree.children(node):
        if same_action(asked, tree.action(int(child))):
            return int(child)
    listed = ", ".join(map(str, tree.actions(node)))
    raise IllegalAction(f"line {line!r}: no {word!r} there, expected one of {listed}")


def parse_action(word: str) -> TreeAction:
    """`"bet 120"`, `"raise to 300"`, `"all-in"`, `"check"`."""
    match = _ACTION.fullmatch(word.strip().lower())
    kind = _WORDS.get(match[1]) if match else None
    if match is None or kind is None:
        raise MalformedInput(f"unknown action {word!r}: expected one like 'check', 'call', 'bet 120' or 'all-in'")
    return TreeAction(kind, int(match[2] or 0))


def same_action(asked: TreeAction, there: TreeAction) -> bool:
    """Bets, raises and all-ins are known by their amount; an all-in may leave it out."""
    if asked.kind in _SIZED and there.kind in _SIZED:
        by_amount = asked.amount == there.amount
        return by_amount or (asked.kind is there.kind is ActionKind.ALL_IN and not asked.amount)
    return asked.kind is there.kind
