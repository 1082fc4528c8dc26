"""Where a line leads in the tree of three players (`games.lines` is the language)."""

from dataclasses import dataclass

from gutshot.cards.card import Card
from gutshot.errors import IllegalAction
from gutshot.games.actions import Action
from gutshot.games.lines import ActionStep, DealStep, format_line, parse_line, pick, require_seat
from gutshot.postflop.lines import dealt_card
from gutshot.postflop.three_tree import ThreeTree
from gutshot.trees.betting_tree import RIVER


@dataclass(frozen=True)
class ThreePlace:
    """A node with the cards dealt on the way; `waits` where a card comes before it."""

    node: int
    cards: tuple[Card, ...]
    steps: tuple[Action | DealStep, ...]
    waits: bool

    @property
    def line(self) -> str:
        """As text."""
        return format_line(self.steps)


def places_along(tree: ThreeTree, line: str, any_card: bool = False) -> list[ThreePlace]:
    """Every place from the start to where a line leads; IllegalAction where it cannot go on.

    With `any_card` a star stands for any card, and the places hold no cards.
    """
    found = [ThreePlace(0, (), (), False)]
    for step in parse_line(line):
        found.append(
            _act(tree, found[-1], step, line)
            if isinstance(step, ActionStep)
            else _deal(tree, found[-1], step, line, any_card)
        )
    return found


def _act(tree: ThreeTree, here: ThreePlace, step: ActionStep, line: str) -> ThreePlace:
    if here.waits or not tree.is_decision(here.node):
        what = "a card comes next, as in '...|Qc|...'" if here.waits else "the hand is over"
        raise IllegalAction(f"line {line!r}: no player can '{step.action}' there, {what}")
    require_seat(step, tree.spot.names[tree.actor(here.node)], line)
    offered = tree.actions(here.node)
    place = pick(step, offered, line)
    child = tree.children(here.node)[place]
    waits = tree.is_decision(child) and tree.street(child) > tree.street(here.node)
    return ThreePlace(child, here.cards, (*here.steps, offered[place]), waits)


def _deal(tree: ThreeTree, here: ThreePlace, step: DealStep, line: str, any_card: bool) -> ThreePlace:
    if not here.waits:
        if not tree.is_decision(here.node) and tree.street(here.node) == RIVER and len(tree.spot.board) < 5:
            raise IllegalAction(f"line {line!r}: all players are all-in, so no card changes the play")
        raise IllegalAction(f"line {line!r}: no card comes before the betting round is over")
    if any_card:
        return ThreePlace(here.node, here.cards, (*here.steps, step), False)
    card = dealt_card(step, (*tree.spot.board, *here.cards), line)
    return ThreePlace(here.node, (*here.cards, card), (*here.steps, step), False)
