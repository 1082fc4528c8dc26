"""Visits every street of a strategy in advance, so that a later walk does not wait for compiling or tables."""

from gutshot.cards.card import Card, format_cards
from gutshot.cards.hand_categories import categories
from gutshot.games.actions import ActionKind
from gutshot.strategies.strategy import Stop, StopKind, Strategy


def look_ahead(source: Strategy) -> None:
    """Ask at the start and end of each street of a quiet line: all but two players fold, and those check and call."""
    line, seen = "", ""
    while (stop := source.walk(line)[-1]).kind is not StopKind.OVER:
        if stop.kind is StopKind.CARD or stop.street != seen:
            source.hands(stop.line)
            categories(stop.board)
        seen = stop.street
        line = stop.line_after(_quiet(stop))


def _quiet(stop: Stop) -> str:
    if stop.kind is StopKind.CARD:
        return format_cards([Card(card) for card in range(52) if card not in stop.board][: stop.deals])
    folds = sum(not chair.folded for chair in stop.chairs) > 2
    wanted = (move for move in stop.moves if (move.kind is ActionKind.FOLD if folds else move.action.is_passive))
    return next(wanted, stop.moves[0]).word
