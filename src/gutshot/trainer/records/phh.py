"""A hand as PHH for the person who played it: cards he never saw are written as unknown."""

from dataclasses import replace

from gutshot.games.events import Kind
from gutshot.games.hand import Hand
from gutshot.games.history import Did, HistoryMove, from_hand, to_phh
from gutshot.games.seats import order
from gutshot.trainer.table.setup import YOU, TableSetup
from gutshot.trainer.table.table import Deal


def export_phh(setup: TableSetup, deal: Deal, hand: Hand) -> str:
    """PHH text with names, in which only the person's own cards and those shown can be read."""
    seats = order(hand.seats, hand.button)
    you = seats.index(deal.chairs.index(YOU))
    secret = {seats.index(deal.chairs.index(chair)) for chair in deal.hidden if chair in deal.chairs}
    shown = {seats.index(event.seat) for event in hand.events if event.kind is Kind.SHOW} - secret
    if hand.rules.name == "badugi":
        shown = set()  # the cards shown are the last ones: those dealt and thrown before stay unknown
    details = {"players": [setup.name_of(deal.chairs[seat]) for seat in seats], "hand": deal.number}
    history = from_hand(hand, details)
    return to_phh(replace(history, moves=tuple(_hidden(move, {you} | shown, secret) for move in history.moves)))


def _hidden(move: HistoryMove, known: set[int], secret: set[int]) -> HistoryMove:
    if move.did is Did.SHOW and move.player in secret:
        return replace(move, cards=())
    if move.did in (Did.HOLE, Did.DRAW) and move.player not in known:
        return replace(move, cards=(None,) * len(move.cards))
    return move
