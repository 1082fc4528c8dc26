"""Where a line leads in the betting tree of a spot (`games.lines` is the language)."""

from dataclasses import dataclass

from gutshot.cards.card import Card, format_card
from gutshot.errors import IllegalAction
from gutshot.games.lines import ActionStep, DealStep, format_line, parse_line, pick, require_seat
from gutshot.postflop.spot import PLAYERS
from gutshot.trees.betting_tree import BettingTree, NodeKind


@dataclass(frozen=True)
class LinePlace:
    """Where a line leads: a node of the betting tree, the cards dealt on the way, and the line as it is written."""

    node: int
    cards: tuple[Card, ...]
    actions: tuple[int, ...]  # nodes walked through, the root first
    line: str


def find(tree: BettingTree, board: tuple[Card, ...], line: str, any_card: bool = False) -> LinePlace:
    """Walk a line; IllegalAction if it does not exist in this tree. `any_card`: a star may stand for a card."""
    node, cards, walked, done = 0, tuple[Card, ...](), [0], list[ActionStep | DealStep]()
    for step in parse_line(line):
        if isinstance(step, ActionStep):
            node = act(tree, node, step, line)
            done.append(ActionStep(tree.action(node)))
        else:
            if step.cards or not any_card:
                cards = (*cards, dealt_card(step, (*board, *cards), line))
            node = deal(tree, node, line)
            done.append(step)
        walked.append(node)
    return LinePlace(node, cards, tuple(walked), format_line(done))


def deal(tree: BettingTree, node: int, line: str) -> int:
    """The node after a card."""
    if tree.kind[node] != NodeKind.CHANCE:
        raise IllegalAction(f"line {line!r}: no card comes before the betting round is over")
    return int(tree.children(node)[0])


def dealt_card(step: DealStep, seen: tuple[Card, ...], line: str) -> Card:
    """The one card that comes on turn and river."""
    if len(step.cards) != 1:
        raise IllegalAction(f"line {line!r}: one card comes there, as in '...|Qc|...', not '{step}'")
    if step.cards[0] in seen:
        raise IllegalAction(f"line {line!r}: {format_card(step.cards[0])} is already on the board")
    return step.cards[0]


def act(tree: BettingTree, node: int, step: ActionStep, line: str) -> int:
    """The node after an action."""
    if tree.kind[node] != NodeKind.DECISION:
        what = "a card comes next, as in '...|Qc|...'" if tree.kind[node] == NodeKind.CHANCE else "the hand is over"
        raise IllegalAction(f"line {line!r}: no player can '{step.action}' there, {what}")
    require_seat(step, PLAYERS[int(tree.actor[node])].upper(), line)
    return int(tree.children(node)[pick(step, tree.actions(node), line)])
