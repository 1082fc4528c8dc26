"""One line about a finished hand: what the history lists, filters and sorts by, and what statistics add up."""

import json
from typing import Any

from gutshot.cards.card import format_cards
from gutshot.games.hand import Hand
from gutshot.trainer.records.counts import count_hand
from gutshot.trainer.table.setup import YOU, TableSetup
from gutshot.trainer.table.table import Deal


def summarise(setup: TableSetup, deal: Deal, hand: Hand) -> dict[str, Any]:
    """The columns of a finished hand; `adjusted_bb` starts as the plain result."""
    seat = deal.chairs.index(YOU)
    big = setup.schedule.levels[deal.level].big_blind
    net, pot = hand.payoffs[seat] if deal.net is None else deal.net, sum(hand.contributions)
    counts = count_hand(hand.events, hand.seats)
    return {
        "position": hand.position(seat),
        "big_blind": big,
        "net": net,
        "net_bb": net / big,
        "adjusted_bb": net / big,
        "pot": pot,
        "pot_bb": pot / big,
        "showdown": bool(counts[seat].showdowns),
        "counts": json.dumps({str(deal.player_at(chair)): counts[k].to_json() for k, chair in enumerate(deal.chairs)}),
        "cards": format_cards(hand.cards(seat)),
        "board": format_cards(hand.board),
    }
